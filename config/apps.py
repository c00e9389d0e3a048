"""Registers the project-wide checks, commands and template tags with Django."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The project itself, as an app."""

    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (importing registers them)
