"""The web application, for any ASGI server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.startup import require_secrets

require_secrets()
application = get_asgi_application()
