"""What a campaign is made of. Rights stand in campaigns.access, changes in campaigns.services."""

from campaigns.models.campaign import Application, Campaign, Invitation, Membership
from campaigns.models.cast import CastMember
from campaigns.models.post import Draft, Post, Roll
from campaigns.models.scene import Scene
from campaigns.models.session import GameSession

__all__ = [
    "Application",
    "Campaign",
    "CastMember",
    "Draft",
    "GameSession",
    "Invitation",
    "Membership",
    "Post",
    "Roll",
    "Scene",
]
