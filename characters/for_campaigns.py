"""What campaigns ask of the sheets behind their cast (campaigns.sheets.Sheets)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from campaigns.models import Campaign, CastMember
from campaigns.sheets import Rollables, UnknownTrait
from characters.models import Character
from characters.services import sessions
from rules.engine import system as systems
from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll


class CharacterSheets:
    """Answers from the characters' sheets and states, through the campaign's rules system."""

    def rollables(self, cast_members: Iterable[CastMember]) -> Mapping[int, Rollables]:
        found = Character.objects.filter(
            cast_member__in=[member.id for member in cast_members],
            status=Character.Status.APPROVED,
        ).select_related("cast_member__campaign")
        return {character.cast_member_id: _rollables(character) for character in found}

    def trait_roll(
        self,
        *,
        cast_member: CastMember,
        trait: str,
        modifiers: Sequence[Modifier],
        target: int | None,
        dice: Dice,
    ) -> Roll:
        character = Character.objects.filter(
            cast_member=cast_member, status=Character.Status.APPROVED
        ).first()
        if character is None:
            raise UnknownTrait(trait)
        system = systems.get(cast_member.campaign.system)
        return system.trait_roll(
            character.sheet,
            character.state,
            trait=trait,
            modifiers=modifiers,
            target=target,
            dice=dice,
        )

    def end_session(
        self, *, campaign: Campaign, awards: Mapping[str, int], at: datetime
    ) -> Mapping[str, Any]:
        return sessions.end(campaign=campaign, awards=awards, at=at)


def _rollables(character: Character) -> Rollables:
    system = systems.get(character.cast_member.campaign.system)
    traits = system.rollable(character.sheet, character.state)
    return Rollables(
        traits=traits,
        modifiers={
            trait.id: system.modifiers_for(character.sheet, character.state, trait.id)
            for trait in traits
        },
    )
