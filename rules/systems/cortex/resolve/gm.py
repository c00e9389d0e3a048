"""What the GM gives, decides and records: points, story, experience, rulings."""

from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.engine.sheet import Problem
from rules.systems.cortex import ladder, points
from rules.systems.cortex import sheet as sheets
from rules.systems.cortex.conditions import CONDITIONS, IMPLIED
from rules.systems.cortex.game import Game, flag, integer, refuse, text
from rules.systems.cortex.resolve import harm


def award(g: Game, intent: Intent) -> Flow[None]:
    """Give plot points, with a reason; a complication pays once a scene (COR-PPG-006 to -014)."""
    target, complication = text(intent, "target"), text(intent, "complication")
    rules = {
        "play": "COR-PPG-006", "complication": "COR-PPG-007", "character": "COR-PPG-010",
        "gm": "COR-PPG-011", "circumstance": "COR-PPG-012", "constant": "COR-PPG-013",
        "unexpected": "COR-PPG-014",
    }  # fmt: skip
    state = g.state_of(target)
    if complication:
        paid = dict(state.get("paid", {}))
        if paid.get(complication) == g.state["scene"]:
            raise refuse("COR-PPG-008", "Ya ha dado puntos en esta escena.", "It has paid already.")
        paid[complication] = g.state["scene"]
        changes = g.put(target, paid=paid)
        g.emit("paid", target, rules=("COR-PPG-008",), changes=changes, complication=complication)
    points.gain(
        g, target, integer(intent, "amount"), rules=(rules[text(intent, "source")],),
        reason=text(intent, "reason"),
    )  # fmt: skip
    if flag(intent, "interesting"):
        points.flag_interaction(g, target)
    yield from ()


def activate(g: Game, intent: Intent) -> Flow[None]:
    """Spend a point on an asset that asks for one (COR-PPS-013, -014)."""
    name = text(intent, "asset")
    assets = [
        t for t in g.sheet(intent.actor).get("traits", ())
        if t["name"] == name and t["kind"] == "asset"
    ]  # fmt: skip
    if not assets:
        raise refuse("COR-PPS-013", "No tiene esa ventaja.", "There is no such asset.")
    points.pay(g, intent.actor, 1, "asset", rules=("COR-PPS-014",))
    g.emit("activated", intent.actor, rules=("COR-PPS-014",), asset=name)
    yield from ()


def story(g: Game, intent: Intent) -> Flow[None]:
    """Ask for a small change of the story, and say what one offers (COR-PPS-015 to -017)."""
    offer = integer(intent, "offer")
    if not offer:
        raise refuse("COR-PPS-017", "Di cuántos puntos ofreces.", "Say how many points you offer.")
    if offer > g.points(intent.actor):
        raise refuse("COR-PPS-023", "No tiene tantos puntos.", "There are not so many points.")
    wish: dict[str, Any] = {
        "text": text(intent, "wish"),
        "offer": offer,
        "state": "requested",
    }
    change = Change(("actors", intent.actor, "wish"), wish)
    g.emit("wish", intent.actor, rules=("COR-PPS-015", "COR-PPS-017"), changes=[change], **wish)
    g.prompt("story", intent.actor, offer=offer, wish=wish["text"])
    yield from ()


def story_ruling(g: Game, intent: Intent) -> Flow[None]:
    """Grant a wish, refuse it, ask for more, or take points for what cannot be changed."""
    target, ruling = text(intent, "target"), text(intent, "ruling")
    wish = g.actor(target).get("wish")
    if not wish or wish["state"] not in ("requested", "priced"):
        raise refuse("precondition.wish", "No hay ninguna petición.", "There is no request.")
    price = integer(intent, "price") or int(wish["offer"])
    if ruling in ("approve", "core"):
        rule = "COR-PPS-016" if ruling == "approve" else "COR-PPS-019"
        points.pay(g, target, int(wish["offer"]), "story", rules=(rule,))
    state = {"approve": "approved", "refuse": "refused", "price": "priced", "core": "core"}[ruling]
    change = Change(("actors", target, "wish"), {**wish, "offer": price, "state": state})
    g.emit(
        "ruled", "gm", rules=("COR-PPS-016", "COR-PPS-018"), changes=[change], prompt="story",
        answer=ruling, about=target, price=price,
    )  # fmt: skip
    yield from ()


def withdraw(g: Game, intent: Intent) -> Flow[None]:
    """Take back one's wish, or agree to its new price (COR-PPS-018)."""
    wish = g.actor(intent.actor).get("wish")
    if not wish or wish["state"] != "priced":
        raise refuse("precondition.wish", "No hay precio que aceptar.", "No price is open.")
    path = ("actors", intent.actor, "wish")
    if flag(intent, "agree"):
        if int(wish["offer"]) > g.points(intent.actor):
            raise refuse("COR-PPS-023", "No tiene tantos puntos.", "There are not so many points.")
        points.pay(g, intent.actor, int(wish["offer"]), "story", rules=("COR-PPS-018",))
    state = "approved" if flag(intent, "agree") else "withdrawn"
    g.emit(
        "wish", intent.actor, rules=("COR-PPS-018",),
        changes=[Change(path, {**wish, "state": state})], state=state,
    )  # fmt: skip
    yield from ()


def soften(g: Game, intent: Intent) -> Flow[None]:
    """Turn a mortal wound into a serious one, for points (COR-PPS-022, COR-GAP-071)."""
    target = text(intent, "target")
    if not g.has(target, "dying") or g.has(target, "dead"):
        raise refuse("COR-PPS-022", "No hay herida mortal.", "There is no mortal wound.")
    points.pay(g, target, integer(intent, "price"), "soften", rules=("COR-PPS-022",))
    changes = g.put(target, wounds=g.life(target) - 1)
    g.emit("softened", target, rules=("COR-PPS-022", "COR-GAP-071"), changes=changes)
    harm.recover(g, target)
    yield from ()


# ---- experience ----


def close_scene(g: Game, intent: Intent) -> Flow[None]:
    """Close a scene: one point for each participant, one for each merit (COR-XP-001 to -006)."""
    taking_part = list(intent.parameters["participants"] or ())
    if not taking_part:
        raise refuse("COR-XP-001", "Di quién ha participado.", "Say who took part.")
    scene = int(g.state["scene"])
    for actor_id in taking_part:
        earned = 1
        for key in ("roleplaying", "interaction", "story"):
            named = actor_id in (intent.parameters[key] or ())
            noted = key == "interaction" and g.state_of(actor_id).get("interaction_scene") == scene
            earned += named or noted
        _give(g, actor_id, earned, scene)
    g.emit("scene", rules=("COR-XP-001",), changes=[Change(("scene",), scene + 1)], closed=scene)
    yield from ()


def award_experience(g: Game, intent: Intent) -> Flow[None]:
    """Give 1 to 4 experience points for a scene (COR-XP-002)."""
    target, amount = text(intent, "target"), integer(intent, "amount")
    if not 1 <= amount <= 4:
        raise refuse("COR-XP-002", "De 1 a 4.", "From 1 to 4.")
    _give(g, target, amount, int(g.state["scene"]))
    yield from ()


def _give(g: Game, actor_id: str, amount: int, scene: int) -> None:
    unit = g.state.get("session", 1) if g.setting("experience_unit") == "session" else scene
    state = g.state_of(actor_id)
    if state.get("experience_for") == unit:
        raise refuse("COR-GAP-010", "Ya ha recibido la suya.", "It was given already.")
    changes = g.put(
        actor_id, experience=int(state.get("experience", 0)) + amount, experience_for=unit
    )
    g.emit(
        "experience", actor_id, rules=("COR-XP-002", "COR-XP-003"), changes=changes, amount=amount
    )


def advance(g: Game, intent: Intent) -> Flow[None]:
    """Spend experience on the next rung of an attribute, a skill or a trait (COR-GAP-009)."""
    actor_id, target = intent.actor, text(intent, "trait")
    sheet = g.sheet(actor_id)
    found = sheets.next_price(g.system.catalogue, sheet, target)
    if isinstance(found, Problem):
        raise refuse(found.rule, found.message.es, found.message.en)
    step, price = found
    held = int(g.state_of(actor_id).get("experience", 0))
    if price > held:
        raise refuse("COR-GAP-009", f"Cuesta {price}.", f"It costs {price}.")
    group, _dot, key = target.partition(".")
    base = ("actors", actor_id, "sheet")
    if group == "trait":
        traits = [
            {**t, "die": ladder.written(step)} if t.get("name") == key else t
            for t in sheet["traits"]
        ]
        change = Change((*base, "traits"), traits)
    else:
        change = Change((*base, f"{group}s", key), ladder.written(step))
    changes = [change, *g.put(actor_id, experience=held - price)]
    g.emit("advanced", actor_id, rules=("COR-XP-007",), changes=changes, trait=target, price=price)
    yield from ()


# ---- rulings ----


def answer_prompt(g: Game, intent: Intent) -> Flow[None]:
    """Record the GM's answer to a prompt; a crippling injury is put on (COR-DMG-018, -019)."""
    number, answer = text(intent, "number"), text(intent, "answer")
    entry: dict[str, Any] | None = g.state.get("prompts", {}).get(number)
    if entry is None:
        raise refuse("precondition.prompt", "Esa pregunta no está abierta.", "No such prompt.")
    if entry["prompt"] == "crippling":
        if answer not in ("disabled_limb", "blinded", "deafened", "immobile"):
            raise refuse("COR-DMG-018", "Elige de la lista.", "Choose from the list.")
        g.inflict(entry["actor"], answer, rules=("COR-DMG-018",))
    changes = [Change(("prompts", number), removes=True)]
    g.emit(
        "ruled", intent.actor, rules=(entry["rule"],), changes=changes, prompt=entry["prompt"],
        answer=answer, about=entry["actor"],
    )  # fmt: skip
    yield from ()


def rule(g: Game, intent: Intent) -> Flow[None]:
    """Record a ruling on one of the things that the rules leave to the GM."""
    known = g.system.prompts.get(text(intent, "prompt"))
    if known is None:
        raise refuse("precondition.prompt", "No hay tal pregunta.", "There is no such prompt.")
    g.emit(
        "ruled", intent.actor, rules=(known.rule,), prompt=known.id, answer=text(intent, "answer"),
        about=text(intent, "target"),
    )  # fmt: skip
    yield from ()


def inflict(g: Game, intent: Intent) -> Flow[None]:
    """Put somebody in a condition by the GM's word."""
    target, name = text(intent, "target"), text(intent, "condition")
    g.actor(target)
    if name not in CONDITIONS or name in IMPLIED:
        raise refuse("precondition.condition", "No hay tal estado.", "There is no such condition.")
    detail: dict[str, Any] = {}
    if name == "breathless":
        detail = {"turns": 2}
    elif name == "winded":
        detail = {"rested": 0, "walked": 0}
    elif name == "bleeding":
        harm.bleed(g, target, ("COR-COND-010",))
        return
    elif name in ("aiming", "covering", "threatening", "feinted", "grappled", "holding_breath",
                  "suffocating", "exposed", "disarmed", "stabilised", "pinned"):  # fmt: skip
        raise refuse("precondition.condition", "Eso resulta de una acción.", "An action does that.")
    if name == "dead":
        harm.die(g, target, ("COR-COND-006",))
        return
    g.inflict(target, name, rules=(CONDITIONS[name][0],), **detail)
    yield from ()


def relieve(g: Game, intent: Intent) -> Flow[None]:
    """Take somebody out of a condition by the GM's word: waking, the end of a coma."""
    target, name = text(intent, "target"), text(intent, "condition")
    g.actor(target)
    if name not in CONDITIONS or name in IMPLIED:
        raise refuse("precondition.condition", "No hay tal estado.", "There is no such condition.")
    g.relieve(target, name, rules=(CONDITIONS[name][0],))
    yield from ()


def orders(g: Game, intent: Intent) -> Flow[None]:
    """Leave a standing order: the answer to a kind of decision."""
    decision, option = text(intent, "decision"), text(intent, "option")
    kept = [o for o in g.actor(intent.actor).get("orders", ()) if o["decision"] != decision]
    if option:
        kept.append({"decision": decision, "option": option, "conditions": []})
    change = Change(("actors", intent.actor, "orders"), kept)
    g.emit("ordered", intent.actor, changes=[change], decision=decision, option=option)
    yield from ()


def session(g: Game, intent: Intent) -> Flow[None]:
    """Begin a new session: points are kept (COR-PPG-004, COR-GAP-034)."""
    number = int(g.state.get("session", 1)) + 1
    g.emit("session", rules=("COR-PPG-004",), changes=[Change(("session",), number)])
    yield from ()
