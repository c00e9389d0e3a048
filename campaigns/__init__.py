"""Campaigns: their people, cast, scenes, posts, rolls in scenes and game sessions."""
