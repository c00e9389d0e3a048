"""Addresses of the site: includes only."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("cuenta/", include("allauth.account.urls")),
    path("", include("accounts.urls")),
    path("", include("characters.urls")),
    path("", include("campaigns.urls")),
    path("", include("config.site_urls")),
]
