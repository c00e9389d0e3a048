"""Rolls outside the order of combat: plain, opposed, contests, help, extended actions."""

from collections.abc import Mapping
from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow, named
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.cortex import pool, rolling
from rules.systems.cortex.game import Game, flag, integer, refuse, text
from rules.systems.cortex.pool import Part, Step
from rules.systems.cortex.resolve import turns


def _parts(
    g: Game,
    actor_id: str,
    first: str,
    second: str,
    skill: str,
    steps: int = 0,
    attribute_steps: int = 0,
) -> list[Part]:
    """Return the dice of a roll: an attribute, and a skill, a second attribute or nothing."""
    if not first:
        raise refuse("COR-SKR-001", "Falta el atributo.", "An attribute is needed.")
    gm = [Step("COR-MOD-005", _LIMITS, attribute_steps)] if attribute_steps else []
    found = [g.attribute(actor_id, first, gm)]
    moved = [Step("COR-MOD-005", _LIMITS, steps)] if steps else []
    if skill:
        found.append(g.skill(actor_id, skill, moved))
    elif second:
        found.append(g.attribute(actor_id, second, gm))
    return found


def target_of(g: Game, p: Mapping[str, Any]) -> int:
    """Return a difficulty: a level or a number, and what circumstances change (COR-MOD-001)."""
    base = int(p["difficulty"] or g.tables["levels"][p["level"]])
    return max(0, base + int(p["circumstance"]))


def roll(g: Game, intent: Intent) -> Flow[None]:
    """Roll an attribute with a skill, a second attribute, or alone."""
    p = intent.parameters
    parts = _parts(
        g, intent.actor, p["attribute"], p["second"], p["skill"], p["steps"], p["attribute_steps"]
    )
    if flag(intent, "is_action"):
        taken = turns.claim(g, intent.actor)
        if p["skill"]:
            step = turns.penalty(taken)
            part = parts[1]
            parts[1] = Part(part.name, part.step, (*part.steps, *step))
            turns.check_skill(taken, parts[1])
        turns.spend(g, intent.actor)
    if p["sight"] != "good" and p["distance"] > 10 and p["skill"]:
        # COR-RNG-009, COR-RNG-010: seeing suffers as attacks do.
        weak = p["sight"] == "weak"
        step_ = Step("COR-RNG-009" if weak else "COR-RNG-010", _SIGHT, -2 if weak else -4)
        part = parts[1]
        parts[1] = Part(part.name, part.step, (*part.steps, step_))
    modifiers = [named("COR-ROLL-002", "Bonificación", "Bonus", p["modifier"])]
    result = yield from rolling.make(
        g, intent.actor, parts, purpose="roll", target=target_of(g, p),
        plot=p["plot"] if p["plot"] >= 0 else None,
        modifiers=[m for m in modifiers if m.value],
    )  # fmt: skip
    if result.critical_failure:
        g.prompt("botch", intent.actor)
    elif result.outcome == "extraordinary":
        g.prompt("extraordinary", intent.actor)


def oppose(g: Game, intent: Intent) -> Flow[None]:
    """Roll against somebody; a tie goes on next turn (COR-OPP-001 to -004, COR-MOD-002 to -004)."""
    p, one, other = intent.parameters, intent.actor, text(intent, "target")
    for key in ("favour", "target_favour"):
        if abs(integer(intent, key)) > 4:
            raise refuse("COR-MOD-004", "Entre −4 y +4.", "Between −4 and +4.")
    mine = _parts(g, one, p["attribute"], p["second"], p["skill"])
    theirs = _parts(g, other, p["target_attribute"], p["target_second"], p["target_skill"])
    margin = yield from rolling.opposed(
        g, one, mine, other, theirs, purpose="opposed", plot=p["plot"], favour=p["favour"],
        other_favour=p["target_favour"],
    )  # fmt: skip
    pending = {"turn": int(g.state["turn"]), "target": other} if margin == 0 else None
    path = ("actors", one, "contest")
    g.emit("contest", one, rules=("COR-OPP-004",), changes=[Change(path, pending)])


def contest(g: Game, intent: Intent) -> Flow[None]:
    """Do the same task as somebody else, and compare (COR-OPP-005, -006, COR-GAP-033)."""
    p, one, other = intent.parameters, intent.actor, text(intent, "target")
    goal = target_of(g, p)
    rolls = []
    for actor_id in (one, other):
        parts = _parts(g, actor_id, p["attribute"], p["second"], p["skill"])
        rolls.append(
            (
                yield from rolling.make(
                    g, actor_id, parts, purpose="contest", target=goal,
                    plot=p["plot"] if actor_id == one else None, rules=("COR-OPP-005",),
                )
            )
        )  # fmt: skip
    mine, theirs = rolls
    scores = [r.total if pool.is_success(r) else -1 for r in rolls]
    winner = one if scores[0] > scores[1] else other if scores[1] > scores[0] else ""
    margin = abs(mine.total - theirs.total) if winner else 0
    g.emit(
        "contest_over", one, rules=("COR-OPP-005", "COR-GAP-033"), winner=winner, margin=margin,
        pending=not winner,
    )  # fmt: skip


def assist(g: Game, intent: Intent) -> Flow[None]:
    """
    Join forces on one task: results are added, or the better one counts (COR-GRP-001 to -003).
    """
    p, leader = intent.parameters, intent.actor
    helpers = list(p["helpers"])
    if not helpers or leader in helpers or len(set(helpers)) < len(helpers):
        raise refuse("precondition.helpers", "Di quién ayuda.", "Say who helps.")
    limit = integer(intent, "limit")
    if limit and len(helpers) + 1 > limit:
        raise refuse("COR-GRP-002", "No caben tantos.", "There is no room for so many.")
    is_direct = text(intent, "mode") == "direct"
    if not is_direct and len(helpers) > 1:
        raise refuse("COR-GRP-003", "Solo puede apoyar uno.", "Only one can support.")
    # COR-GAP-079: beyond two, each makes the task four harder.
    goal = target_of(g, p) + (4 * (len(helpers) - 1) if is_direct else 0)
    rolls: list[Roll] = []
    for actor_id in (leader, *helpers):
        parts = _parts(g, actor_id, p["attribute"], p["second"], p["skill"])
        made = yield from rolling.make(
            g, actor_id, parts, purpose="assist", target=None,
            plot=0 if actor_id == leader else None,
            rules=("COR-GRP-001",) if is_direct else ("COR-GRP-003",), can_save=False,
        )  # fmt: skip
        if made.critical_failure and is_direct:
            g.prompt("mishap", actor_id, about="assist")
        rolls.append(made)
    if is_direct:
        # COR-GAP-032: a botched helper adds nothing.
        result = sum(r.total for r in rolls if not r.critical_failure or r is rolls[0])
        botched = rolls[0].critical_failure
    else:
        best = max(rolls, key=lambda r: (r.total, not r.critical_failure))
        result, botched = best.total, best.critical_failure
    outcome = "failure"
    if botched:
        outcome = "botch"
    elif result >= goal:
        outcome = "extraordinary" if result - goal >= pool.EXTRAORDINARY else "success"
    g.emit(
        "assisted", leader, rules=("COR-GRP-001" if is_direct else "COR-GRP-003",), total=result,
        target=goal, outcome=outcome,
    )  # fmt: skip


# ---- extended actions ----


def task(g: Game, intent: Intent) -> Flow[None]:
    """Set up a slow task: its rolls, threshold, interval (COR-EXT-001 to -005)."""
    task_id, worker = text(intent, "task"), text(intent, "worker")
    g.actor(worker)
    if task_id in g.state.get("tasks", {}):
        held = g.state["tasks"][task_id]
        if held["worker"] != worker:
            raise refuse("COR-EXT-010", "Es tarea de uno solo.", "It is one character's task.")
        raise refuse("precondition.task", "Ya hay una tarea así.", "There is such a task already.")
    level = list(g.tables["levels"]).index(text(intent, "level"))
    threshold = integer(intent, "threshold") or int(g.tables["thresholds"][level])
    new = {
        "worker": worker, "attribute": text(intent, "attribute"), "skill": text(intent, "skill"),
        "threshold": threshold, "level": level, "interval": integer(intent, "interval"),
        "most_rolls": integer(intent, "most_rolls"), "race": text(intent, "race"), "sum": 0,
        "rolls": 0, "botches": 0, "state": "open",
    }  # fmt: skip
    g.emit(
        "task", worker, rules=("COR-EXT-001", "COR-EXT-003", "COR-EXT-004"),
        changes=[Change(("tasks", task_id), new)], task=task_id, threshold=threshold,
    )  # fmt: skip
    yield from ()


def work(g: Game, intent: Intent) -> Flow[None]:
    """Make one roll of a slow task (COR-EXT-006 to -009, -012)."""
    task_id = text(intent, "task")
    held = g.state.get("tasks", {}).get(task_id)
    if held is None:
        raise refuse("precondition.task", "No hay tal tarea.", "There is no such task.")
    if held["worker"] != intent.actor:
        raise refuse("COR-EXT-010", "Es tarea de uno solo.", "It is one character's task.")
    if held["state"] != "open":
        raise refuse("COR-EXT-008", "La tarea ha terminado.", "The task is over.")
    if held["most_rolls"] and held["rolls"] >= held["most_rolls"]:
        raise refuse("COR-EXT-005", "No queda tiempo.", "There is no time left.")
    parts = _parts(g, intent.actor, held["attribute"], "", held["skill"])
    roll_ = yield from rolling.make(
        g, intent.actor, parts, purpose="work", target=None, plot=integer(intent, "plot"),
        rules=("COR-EXT-006", "COR-EXT-009"), is_extraordinary=False,
    )  # fmt: skip
    new = {**held, "sum": held["sum"] + roll_.total, "rolls": held["rolls"] + 1}
    if roll_.critical_failure:
        new["botches"] += 1
        new["level"] = min(new["level"] + 1, len(g.tables["thresholds"]) - 1)
        new["threshold"] += 20  # COR-GAP-028, COR-GAP-029
    if new["botches"] >= 2:
        new["state"] = "failed"
    elif new["sum"] >= new["threshold"]:
        new["state"] = "done"
    elapsed = new["rolls"] * new["interval"]
    g.emit(
        "worked", intent.actor, rules=("COR-EXT-006", "COR-EXT-007", "COR-EXT-008"),
        changes=[Change(("tasks", task_id), new)], task=task_id, sum=new["sum"],
        threshold=new["threshold"], rolls=new["rolls"], state=new["state"], elapsed=elapsed,
    )  # fmt: skip
    if new["state"] == "done" and new["race"] and not _is_won(g, new["race"], task_id):
        g.emit("race_won", intent.actor, rules=("COR-EXT-011",), race=new["race"])


def _is_won(g: Game, race: str, task_id: str) -> bool:
    """Tell whether another task of a race was done in no more time."""
    mine = g.state["tasks"][task_id]
    return any(
        key != task_id and other["race"] == race and other["state"] == "done"
        and other["rolls"] * other["interval"] <= mine["rolls"] * mine["interval"]
        for key, other in g.state["tasks"].items()
    )  # fmt: skip


_LIMITS = Text(es="Límites personales", en="Personal limits")
_SIGHT = Text(es="Mala visibilidad", en="Poor visibility")
