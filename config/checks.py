"""System checks for `manage.py check --deploy`."""

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

from config.startup import secret_problems


@register(Tags.security, deploy=True)
def check_secrets(**kwargs: Any) -> list[CheckMessage]:
    """Report every secret that production would refuse to start with."""
    return [Error(problem, id="tirada.E001") for problem in secret_problems()]
