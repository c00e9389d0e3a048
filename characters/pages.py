"""What the pages of the cast and of a sheet show, gathered for their templates."""

from dataclasses import dataclass
from typing import Any

from campaigns import access as campaign_access
from campaigns.access import Viewer
from campaigns.models import Campaign, CastMember
from characters import access
from characters.forms import SendBackForm, StateForm
from characters.models import Character
from rules.engine import system as systems
from rules.engine.modifiers import Modifier
from rules.engine.system import Rollable, System
from rules.engine.text import Text

HISTORY = 50


@dataclass(frozen=True)
class Face:
    """Somebody in the cast, with the sheet where the reader may read it."""

    member: CastMember
    character: Character | None


def cast_of(viewer: Viewer, campaign: Campaign) -> dict[str, Any]:
    """Return the cast page: the faces that may be known, and the sheets that may be read."""
    sheets = {
        character.cast_member_id: character
        for character in access.visible_characters(viewer).filter(cast_member__campaign=campaign)
    }
    faces = [
        Face(member, sheets.get(member.id))
        for member in campaign_access.visible_cast(viewer)
        .filter(campaign=campaign)
        .select_related("player")
        .order_by("name", "id")
    ]
    kinds = CastMember.Kind
    role = campaign_access.role_of(viewer, campaign)
    return {
        "campaign": campaign,
        "role": role,
        "is_gm": role in campaign_access.GM_ROLES,
        "can_create": access.can_create(viewer, campaign),
        "characters": [face for face in faces if face.member.kind == kinds.CHARACTER],
        "npcs": [face for face in faces if face.member.kind == kinds.NPC],
    }


def sheet_page(viewer: Viewer, character: Character) -> dict[str, Any]:
    """Return a sheet with what follows from it, for somebody who may read it."""
    campaign = character.cast_member.campaign
    system = systems.get(campaign.system)
    is_gm = access.can_manage(viewer, character)
    is_own = access.is_own(viewer, character)
    reads_history = access.is_reader_of_history(viewer, character)
    return {
        "character": character,
        "member": character.cast_member,
        "campaign": campaign,
        "system_name": system.name,
        "derived": system.derive(character.sheet, character.state),
        **vars(_traits(system, character)),
        "counters": [
            {"field": field, "value": int(character.state.get(field.id, 0))}
            for field in system.state_fields(character.sheet)
        ],
        "is_gm": is_gm,
        "is_own": is_own,
        "can_edit": access.can_edit(viewer, character),
        # Then the button to change it stands beside the one to send it.
        "waits_for_player": is_own
        and character.status in (Character.Status.DRAFT, Character.Status.RETURNED),
        "reads_history": reads_history,
        "history": access.visible_changes(viewer)
        .filter(character=character)
        .select_related("by")
        .order_by("-at", "-id")[:HISTORY]
        if reads_history
        else [],
        "send_back_form": SendBackForm() if is_gm else None,
        "state_form": StateForm(character=character) if is_gm else None,
    }


@dataclass(frozen=True)
class Line:
    """A trait with what its own case adds; what every roll has alike is said once, elsewhere."""

    trait: Rollable
    modifiers: list[Modifier]


@dataclass(frozen=True)
class Group:
    """Traits that stand together on a sheet."""

    name: Text
    traits: list[Line]


@dataclass(frozen=True)
class Traits:
    """What a character rolls: what was bought, what anybody may try, what changes every roll."""

    bought: list[Group]
    unbought: list[Group]
    on_all_rolls: list[Modifier]
    modifiers: list[Modifier]


def _traits(system: System, character: Character) -> Traits:
    traits = {
        trait: system.modifiers_for(character.sheet, character.state, trait.id)
        for trait in system.rollable(character.sheet, character.state)
    }
    every = list(dict.fromkeys(modifier for found in traits.values() for modifier in found))
    common = [modifier for modifier in every if all(modifier in own for own in traits.values())]
    groups: dict[str, Group] = {}
    for trait, modifiers in traits.items():
        group = groups.setdefault(trait.group.en, Group(trait.group, []))
        group.traits.append(Line(trait, [one for one in modifiers if one not in common]))
    # The form's order; what nobody buys (to try something untrained) is long and comes apart.
    order = dict.fromkeys(field.group.en for field in system.sheet_fields())
    return Traits(
        bought=[groups[name] for name in order if name in groups],
        unbought=[group for name, group in groups.items() if name not in order],
        on_all_rolls=common,
        modifiers=every,
    )
