"""What campaigns ask of the sheets behind their cast (campaigns.sheets.Sheets)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import Person
from campaigns.models import Campaign, CastMember
from campaigns.sheets import CannotPay, Price, Rollables, UnknownTrait
from characters.models import Character
from characters.services import bennies, sessions
from rules.engine import system as systems
from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll
from rules.engine.system import Rerolled, Rerolling


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
        character = _approved(cast_member)
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

    def reroll_price(self, *, cast_member: CastMember, roll: Roll) -> Price | None:
        character = _approved(cast_member)
        return bennies.price(character=character, roll=roll) if character else None

    def reroll(self, *, cast_member: CastMember, trait: str, roll: Roll, dice: Dice) -> Rerolled:
        character = _approved(cast_member)
        system = systems.get(cast_member.campaign.system)
        if character is None or not isinstance(system, Rerolling):
            raise UnknownTrait(trait)
        return system.reroll(character.sheet, character.state, trait=trait, roll=roll, dice=dice)

    def pay_reroll(
        self, *, cast_member: CastMember, roll: Roll, by: Person, at: datetime
    ) -> Mapping[str, Any]:
        character = _approved(cast_member)
        if character is None:
            raise CannotPay
        return bennies.pay_reroll(character=character, roll=roll, by=by, at=at)

    def reread(
        self, *, campaign: Campaign, roll: Roll, modifiers: Sequence[Modifier], target: int | None
    ) -> Roll:
        return systems.get(campaign.system).reread(roll, modifiers=modifiers, target=target)

    def end_session(
        self, *, campaign: Campaign, awards: Mapping[str, int], at: datetime
    ) -> Mapping[str, Any]:
        return sessions.end(campaign=campaign, awards=awards, at=at)


def _approved(cast_member: CastMember) -> Character | None:
    return (
        Character.objects.filter(cast_member=cast_member, status=Character.Status.APPROVED)
        .select_related("cast_member__campaign")
        .first()
    )


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
