#!/usr/bin/env python
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.startup import HARMLESS_COMMANDS, require_secrets

    if sys.argv[1:] and sys.argv[1] not in HARMLESS_COMMANDS:
        require_secrets()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
