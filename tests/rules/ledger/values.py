"""Any value that a ledger may hold, for Hypothesis."""

from hypothesis import strategies as st

from rules.ledger.canonical import LARGEST_INTEGER

# Hypothesis leaves half characters (surrogates) out of text by itself when they are excluded.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
INTEGERS = st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
