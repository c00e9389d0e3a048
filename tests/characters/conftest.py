"""The usual table, and a character of Bruno's in each of its moments."""

import pytest

from accounts.models import Person
from campaigns.models import Campaign, Membership
from characters.models import Character
from tests import make


@pytest.fixture
def table(
    gm: Person, co_gm: Person, player: Person, other_player: Person, spectator: Person
) -> Campaign:
    made = make.campaign(gm)
    make.member(made, co_gm, Membership.Role.CO_GM)
    make.member(made, player)
    make.member(made, other_player)
    make.member(made, spectator, Membership.Role.SPECTATOR)
    return made


@pytest.fixture
def approved(table: Campaign, player: Person) -> Character:
    return make.character(table, player, "Nerea")


@pytest.fixture
def draft(table: Campaign, player: Person) -> Character:
    return make.character(table, player, "Borrador", approved=False)


@pytest.fixture
def npc(table: Campaign) -> Character:
    return make.character(table, None, "El farero")


@pytest.fixture
def media(settings, tmp_path):
    """An empty place for portraits."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path
