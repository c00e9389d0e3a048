from django.urls import path

from accounts import views

urlpatterns = [
    path("cuenta/preferencias/", views.preferences, name="preferences"),
    path("tema/", views.preferences_theme, name="preferences-theme"),
    path("idioma/", views.set_language, name="set_language"),
]
