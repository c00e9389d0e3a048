"""Addresses of the site itself."""

from django.urls import path

from config.health import health
from config.styleguide import styleguide

urlpatterns = [
    path("health", health, name="health"),
    path("styleguide/", styleguide, name="styleguide"),
]
