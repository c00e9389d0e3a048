"""`manage.py load_demo`: a small campaign to click through."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from config import demo


class Command(BaseCommand):
    help = "Load the demo campaign, once, and write its logins to the var folder."

    def handle(self, *args: Any, **options: Any) -> None:
        logins = demo.load(at=timezone.now())
        if logins is None:
            self.stdout.write("The demo campaign is there already.")
            return
        path = settings.VAR_DIR / "demo-logins.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(logins, encoding="utf-8")
        self.stdout.write(logins)
