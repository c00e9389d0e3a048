from django.urls import path

from characters import views

urlpatterns = [
    path("partidas/<uuid:public_id>/reparto/", views.campaign_cast, name="campaign-cast"),
    path(
        "partidas/<uuid:public_id>/personajes/nuevo/",
        views.character_create,
        name="character-create",
    ),
    path("partidas/<uuid:public_id>/pnj/nuevo/", views.npc_create, name="npc-create"),
    path("personajes/<uuid:public_id>/", views.character, name="character"),
    path("personajes/<uuid:public_id>/editar/", views.character_edit, name="character-edit"),
    path("personajes/<uuid:public_id>/enviar/", views.character_submit, name="character-submit"),
    path("personajes/<uuid:public_id>/aprobar/", views.character_approve, name="character-approve"),
    path(
        "personajes/<uuid:public_id>/devolver/",
        views.character_send_back,
        name="character-send-back",
    ),
    path("personajes/<uuid:public_id>/estado/", views.character_state, name="character-state"),
    path("personajes/<uuid:public_id>/retrato/", views.portrait, name="portrait"),
]
