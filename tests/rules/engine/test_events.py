"""Events are the only way a state changes, and every change can be taken back."""

import copy

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.events import Change, Event, apply, apply_all, apply_changes, inverse

KEYS = st.sampled_from(["a", "b", "c"])
LEAVES = st.integers(0, 9) | st.text(max_size=3) | st.lists(st.integers(0, 3), max_size=3)
STATES = st.dictionaries(KEYS, st.dictionaries(KEYS, st.dictionaries(KEYS, LEAVES)))
CHANGES = st.builds(
    Change, st.lists(KEYS, min_size=3, max_size=3).map(tuple), LEAVES, st.booleans()
)


@given(STATES, st.lists(CHANGES, max_size=6))
def test_the_inverse_of_some_changes_leads_back(state, changes):
    before = copy.deepcopy(state)

    after = apply_changes(state, changes)
    back = apply_changes(after, inverse(state, changes))

    assert back == before


@given(STATES, st.lists(CHANGES, max_size=6))
def test_applying_never_touches_the_state_it_is_given(state, changes):
    before = copy.deepcopy(state)

    apply_changes(state, changes)

    assert state == before


@given(STATES, st.lists(st.lists(CHANGES, max_size=3), max_size=4))
def test_the_same_events_give_the_same_state_also_after_a_round_trip_through_json(state, groups):
    events = [Event("happened", changes=tuple(changes)) for changes in groups]

    once = apply_all(state, events)
    again = apply_all(state, [Event.from_json(event.to_json()) for event in events])
    one_by_one = dict(state)
    for event in events:
        one_by_one = apply(one_by_one, event)

    assert once == again == one_by_one
