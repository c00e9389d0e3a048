"""What people read of a fight, in both languages."""

import pytest

from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.systems.savage_adventure import SYSTEM

NAMES = {"ana": "Ana", "orc": "el orco"}


def told(*steps, **case):
    actors = {
        "ana": {"player_character": True, "skills": {"fighting": "d8"}, "state": {"bennies": 1}},
        "orc": {"skills": {"fighting": "d6"}},
    }
    state, texts = SYSTEM.stage({"actors": actors, **case}), []
    for kind, actor, parameters, faces in steps:
        resolution = SYSTEM.resolve(state, Intent(kind, actor, parameters), ScriptedDice(faces))
        state = resolution.state
        texts += [
            SYSTEM.narrate(event, lambda who: NAMES.get(who, who)) for event in resolution.events
        ]
    return [text for text in texts if text is not None]


def test_an_attack_with_a_benny_reads_as_a_story():
    texts = told(
        ("attack", "ana", {"target": "orc"}, [2, 3]),
        ("answer", "ana", {"option": "benny"}, [6, 3, 5]),
    )

    assert [text.es for text in texts] == [
        "Ana, Pelear: 3. Fracaso.",
        "Ana, Pelear: 6. Éxito.",
        "Ana gasta un beni (repetir la tirada).",
        "Ana ataca a el orco: 1 de 1.",
        "Ana, Daño: 5. Daño 5.",
        "el orco recibe 5 de daño contra Dureza 5.",
        "el orco: Aturdido.",
    ]
    assert texts[2].en == "Ana spends a benny (re-roll)."


@pytest.mark.parametrize(
    ("step", "spanish"),
    [
        (("run", "ana", {}, [4]), "Ana corre: 4 pasos más."),
        (("move", "ana", {"inches": 2}, []), "Ana se mueve 2 pasos."),
        (("hold", "ana", {}, []), "Ana queda en espera."),
        (("award", "gm", {"target": "ana", "reason": "estilo"}, []), "Ana gana un beni (estilo)."),
        (("aim", "ana", {"target": "orc"}, []), "Ana apunta a el orco."),
    ],
)
def test_a_sentence_for_what_is_done(step, spanish):
    assert spanish in [text.es for text in told(step)]
