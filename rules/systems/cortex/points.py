"""Plot points: what is held, and every moment at which they may be spent."""

from rules.engine.decisions import Decision, Option
from rules.engine.events import Change
from rules.engine.resolution import Flow, ask
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.cortex import ladder, pool
from rules.systems.cortex.damage import Harm
from rules.systems.cortex.game import Game, refuse
from rules.systems.cortex.sheet import MOST_POINTS


def pay(g: Game, actor_id: str, amount: int, purpose: str, *, rules: tuple[str, ...]) -> None:
    """
    Spend plot points.

    :raises Refusal: for more than are held (COR-PPS-023).
    """
    if amount <= 0:
        return
    held = g.points(actor_id)
    if amount > held:
        raise refuse("COR-PPS-023", "No tiene tantos puntos.", "There are not so many points.")
    changes = g.put(actor_id, plot_points=held - amount)
    g.emit("points_spent", actor_id, rules=rules, changes=changes, amount=amount, purpose=purpose)


def gain(g: Game, actor_id: str, amount: int, *, rules: tuple[str, ...], reason: str) -> None:
    """Give plot points; what goes beyond twelve is lost (COR-PPG-003)."""
    held = g.points(actor_id)
    kept = min(MOST_POINTS, held + amount)
    g.emit(
        "points_gained", actor_id, rules=rules, changes=g.put(actor_id, plot_points=kept),
        amount=kept - held, lost=amount - (kept - held), reason=reason,
    )  # fmt: skip


def _amounts(held: int, name: Text, *, from_: int = 1) -> list[Option]:
    return [
        Option(str(n), name.fill(n=n, dice=ladder.written(n)), {"plot_points": n})
        for n in range(from_, min(held, MOST_POINTS) + 1)
    ]


def before(g: Game, actor_id: str, purpose: str) -> Flow[int]:
    """Ask how many points go into a roll that is about to be made, and pay them (COR-PPS-001)."""

    def decide() -> Decision | None:
        held = g.points(actor_id)
        if not held:
            return None
        options = (Option("0", _NONE), *_amounts(held, _DICE))
        facts = {"purpose": purpose, "plot_points": held}
        return Decision("improve", actor_id, _BEFORE, options, "0", "COR-PPS-001", facts)

    amount = int((yield from ask(decide)) or 0)
    pay(g, actor_id, amount, "improve", rules=("COR-PPS-001", "COR-PPS-002"))
    return amount


def after(
    g: Game, actor_id: str, roll: Roll, purpose: str, *, is_extraordinary: bool = True
) -> Flow[Roll]:
    """Ask whether points save a roll that has failed, one more for each (COR-PPS-008)."""
    if roll.outcome != "failure":
        return roll  # COR-GAP-037: a botch cannot be bought off.

    def decide() -> Decision | None:
        held = g.points(actor_id)
        if not held:
            return None
        options = (Option("keep", _KEEP), *_amounts(held, _SAVE))
        facts = {
            "purpose": purpose, "plot_points": held, "total": roll.total, "target": roll.target,
            "missing": (roll.target or 0) - roll.total,
        }  # fmt: skip
        return Decision("save_the_day", actor_id, _AFTER, options, "keep", "COR-PPS-008", facts)

    option = yield from ask(decide)
    if option in (None, "keep"):
        return roll
    amount = int(option or 0)
    pay(g, actor_id, amount, "save_the_day", rules=("COR-PPS-008",))
    saved = pool.with_points(roll, amount, is_extraordinary=is_extraordinary)
    g.record_roll(actor_id, saved, purpose=purpose, margin=pool.margin(saved), saved=amount)
    return saved


def alive(g: Game, actor_id: str, harm: Harm) -> Flow[Harm]:
    """Ask how many points lessen damage that is known and not yet marked (COR-PPS-009, -010)."""

    def decide() -> Decision | None:
        held = g.points(actor_id)
        if not held or not (harm.stun or harm.wounds):
            return None
        options = (Option("0", _NONE), *_amounts(held, _DICE))
        facts = {"plot_points": held, "stun": harm.stun, "wounds": harm.wounds}
        return Decision("stay_alive", actor_id, _ALIVE, options, "0", "COR-PPS-009", facts)

    amount = int((yield from ask(decide)) or 0)
    if not amount:
        return harm
    pay(g, actor_id, amount, "stay_alive", rules=("COR-PPS-009",))
    roll = pool.plot_roll(amount, g.dice, _ALIVE, ("COR-PPS-009", "COR-PPS-012"))
    g.record_roll(actor_id, roll, purpose="stay_alive")
    return harm.less(roll.total)


def flag_interaction(g: Game, actor_id: str) -> None:
    """Note that points made this scene better, which earns experience (COR-PPG-015)."""
    path = ("actors", actor_id, "state", "interaction_scene")
    g.emit(
        "interaction", actor_id, rules=("COR-PPG-015",),
        changes=[Change(path, int(g.state["scene"]))],
    )  # fmt: skip


_NONE = Text(es="Ninguno", en="None")
_DICE = Text(es="{n}: {dice}", en="{n}: {dice}")
_SAVE = Text(es="{n}: +{n} al total", en="{n}: +{n} to the total")
_KEEP = Text(es="Dejar la tirada como está", en="Leave the roll as it is")
_BEFORE = Text(
    es="¿Cuántos puntos de trama antes de tirar?", en="How many plot points before the roll?"
)
_AFTER = Text(es="¿Salvar la tirada con puntos de trama?", en="Save the roll with plot points?")
_ALIVE = Text(es="¿Puntos de trama para seguir vivo?", en="Plot points to stay alive?")
