"""Markdown as people write it to HTML that is safe to show; done once, when a text is saved."""

import re
from collections.abc import Sequence

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

# A post's headings stand under the page's h1 and the scene's h2.
_HEADINGS = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6", "h6": "h6"}

_ALLOWED_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol",
    "p", "pre", "s", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip


# A raya belongs to the word it opens or closes; browsers would break the line at either side.
_OPENING_RAYA = re.compile(r"(?<=\s)—(?=\S)")
_CLOSING_RAYA = re.compile(r"(?<=\S)—(?=[\s.,;:!?…»)]|$)")
_WORD_JOINER = "\u2060"


def _hold_dialogue_dashes(tokens: Sequence[Token]) -> None:
    texts = [child for token in tokens for child in token.children or () if child.type == "text"]
    for token in texts:
        closed = _CLOSING_RAYA.sub(_WORD_JOINER + "—", token.content)
        token.content = _OPENING_RAYA.sub("—" + _WORD_JOINER, closed)


def _lower_headings(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = _HEADINGS[token.tag]


_parser = (
    MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20})
    .enable(["table", "strikethrough"])
    .disable(["image", "html_block", "html_inline"])
)


def to_html(text: str) -> str:
    """
    Return the text as sanitised HTML.

    Nothing a person types becomes a script, a style, a picture or a foreign attribute: what is
    not on the list of tags is dropped, whatever the parser made of it.
    """
    tokens = _parser.parse(text)
    _lower_headings(tokens)
    _hold_dialogue_dashes(tokens)
    html = _parser.renderer.render(tokens, _parser.options, {})
    return nh3.clean(
        html,
        tags=_ALLOWED_TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener ugc",
    )
