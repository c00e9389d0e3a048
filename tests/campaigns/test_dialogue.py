"""Dialogue set as a Spanish book sets it."""

from campaigns import markup

JOINER = "\u2060"


def test_a_raya_inside_a_paragraph_stays_with_its_word():
    html = markup.to_html("—¿Y el patio? —pregunta Maela.")

    assert f"—{JOINER}pregunta" in html


def test_a_closing_raya_stays_with_the_word_before_it():
    html = markup.to_html("—Tres hombres —susurra—. El de atrás lleva farol.")

    assert f"susurra{JOINER}—." in html


def test_a_dash_between_words_of_an_english_sentence_may_still_break():
    html = markup.to_html("She stopped—nobody answered.")

    assert JOINER not in html


def test_code_is_left_as_typed():
    html = markup.to_html("`a —b—`")

    assert JOINER not in html
