"""Standing orders answer decisions while the facts are as they say."""

import pytest

from rules.engine.decisions import Decision, Option, StandingOrder, ordered
from rules.engine.text import same

SOAK = Decision(
    "soak",
    "ana",
    same("Soak?"),
    (Option("take", same("Take")), Option("soak", same("Soak"), {"benny": 1})),
    "take",
    "SWADE-INDEX-141",
    {"wounds": 2, "bennies": 1, "outcome": "failure"},
)


@pytest.mark.parametrize(
    ("conditions", "answers"),
    [
        ([], True),
        ([["wounds", "at_least", 2], ["bennies", "at_least", 1]], True),
        ([["wounds", "at_least", 3]], False),
        ([["wounds", "at_most", 2]], True),
        ([["wounds", "at_most", 1]], False),
        ([["outcome", "is", "failure"]], True),
        ([["outcome", "is", "success"]], False),
        ([["outcome", "at_least", 1]], False),
        ([["weather", "at_least", 1]], False),
        ([["wounds", "about", 2]], False),
    ],
)
def test_an_order_answers_while_all_its_conditions_hold(conditions, answers):
    order = {"decision": "soak", "option": "soak", "conditions": conditions}

    assert ordered(SOAK, [order]) == ("soak" if answers else None)


def test_the_first_order_that_fits_answers():
    orders = [
        {"decision": "reroll", "option": "keep"},
        {"decision": "soak", "option": "run away"},
        {"decision": "soak", "option": "take"},
        {"decision": "soak", "option": "soak"},
    ]

    assert ordered(SOAK, orders) == "take"


def test_orders_and_decisions_survive_json():
    order = StandingOrder("soak", "soak", (("wounds", "at_least", 2),))

    assert StandingOrder.from_json(order.to_json()) == order
    assert SOAK.to_json()["options"][1] == {
        "id": "soak",
        "name": {"es": "Soak", "en": "Soak"},
        "cost": {"benny": 1},
    }
