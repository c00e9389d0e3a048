"""A table with two players and a scene."""

import pytest

from accounts.models import Person
from campaigns.models import Campaign, CastMember, Scene
from tests import make


@pytest.fixture
def table(gm: Person, player: Person, other_player: Person) -> Campaign:
    made = make.campaign(gm)
    make.member(made, player)
    make.member(made, other_player)
    return made


@pytest.fixture
def nerea(table: Campaign, player: Person) -> CastMember:
    """The player's character."""
    return make.character(table, player, "Nerea", healing="d8").cast_member


@pytest.fixture
def tomas(table: Campaign, other_player: Person) -> CastMember:
    """The other player's character."""
    return make.character(table, other_player, "Tomás").cast_member


@pytest.fixture
def place(table: Campaign) -> Scene:
    return make.scene(table)
