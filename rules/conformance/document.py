"""`docs/conformance.md`: how to write a case, made from the engine so that it cannot go stale."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

from rules.engine import system as systems
from rules.engine.intents import IntentKind, Parameter

INTRODUCTION = files("rules.conformance").joinpath("introduction.md").read_text("utf-8")


def document() -> str:
    """Return the whole page."""
    lines = [INTRODUCTION]
    for system in systems.installed():
        described = getattr(system, "describe_cases", None)
        if described is not None:
            lines += ["", f"# {system.id}: {system.name.en}", ""]
            lines += described()
            lines += _intents(system)
    return "\n".join(lines) + "\n"


def _intents(system: Any) -> Iterator[str]:
    yield "## Intents"
    yield ""
    kinds: Sequence[IntentKind] = system.intents()
    for group in dict.fromkeys(kind.group for kind in kinds):
        yield f"### {group}"
        yield ""
        for kind in kinds:
            if kind.group == group:
                yield from _intent(kind)


def _intent(kind: IntentKind) -> Iterator[str]:
    who = "by the game master" if kind.who == "gm" else "by an actor"
    during = ", also while a decision is open" if kind.is_side else ""
    yield f"**`{kind.id}`** {kind.name.en} ({kind.name.es}), {who}{during}. {', '.join(kind.rules)}"
    yield ""
    if kind.parameters:
        yield "| parameter | what | type | if left out |"
        yield "| --- | --- | --- | --- |"
        yield from (_parameter(parameter) for parameter in kind.parameters)
        yield ""


def _parameter(parameter: Parameter) -> str:
    kind = parameter.kind
    if parameter.choices:
        kind = ", ".join(f'"{choice}"' for choice in parameter.choices)
    elif kind == "integer":
        kind = f"{parameter.minimum} to {parameter.maximum}"
    default = "required" if parameter.required else _shown(parameter.default)
    return f"| `{parameter.id}` | {parameter.name.en} | {kind} | {default} |"


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
