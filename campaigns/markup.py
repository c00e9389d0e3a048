"""Markdown as people write it to HTML that is safe to show; done once, when a text is saved."""

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
    html = _parser.renderer.render(tokens, _parser.options, {})
    return nh3.clean(
        html,
        tags=_ALLOWED_TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener ugc",
    )
