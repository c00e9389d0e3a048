"""The living style guide: every piece of the interface with a small story's content."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from accounts import access
from accounts.models import Person
from campaigns import markup
from campaigns.composer import ComposerForm, RollForm, new_nonce
from campaigns.forms import AnswerForm, CampaignChangeForm, InvitationForm
from campaigns.models import Campaign, Post

_NAMESPACE = UUID("5d0d6a52-6a0f-4f6c-9a38-7d1f6f0a7b11")


@require_GET
@login_not_required
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every piece; for staff, and for everyone while developing."""
    if not (settings.DEBUG or access.can_moderate(request.user)):
        raise Http404
    return render(request, "styleguide.html", samples(timezone.now()))


def samples(now: datetime) -> dict[str, Any]:
    """Return content for each piece: nothing of it is in the database."""
    scene = SimpleNamespace(public_id=_id("scene"), title="La posada del Vado")
    return {
        "rolls": _rolls(),
        "posts": _posts(now),
        "scene": scene,
        "campaign": SimpleNamespace(
            public_id=_id("campaign"), title="Sal en los faroles", roll_timing="FIRST"
        ),
        "composer": _composer(),
        "cards": [
            {"rank": "A", "suit": "spades"}, {"rank": "10", "suit": "hearts"},
            {"rank": "K", "suit": "diamonds"}, {"rank": "2", "suit": "clubs"},
            {"suit": "joker"}, {"suit": "back"},
        ],
        "turns": [
            {"name": "Maela", "card": {"suit": "joker"}, "state": "done", "you": False},
            {"name": "Teo", "card": {"rank": "K", "suit": "spades"}, "state": "now", "you": True},
            {"name": "Aduaneros", "card": {"rank": "9", "suit": "hearts"}, "state": "waiting"},
            {"name": "Sargento Ríos", "card": {"rank": "7", "suit": "clubs"}, "state": "hold"},
            {"name": "El farero", "card": {"rank": "3", "suit": "diamonds"}, "state": "waiting"},
        ],
        "decision": {
            "id": "soak",
            "title": "Teo recibe dos heridas",
            "what": "El gancho del aduanero le abre el costado. Puedes gastar un beni "
            "para absorber el golpe antes de que la herida cuente.",
            "options": [
                {"value": "soak", "label": "Absorber", "cost": "1 beni", "odds": "58 %",
                 "first": True},
                {"value": "take", "label": "Encajar las dos heridas"},
            ],
            "deadline": now + timedelta(hours=20),
            "default_words": "absorbe si queda algún beni",
        },
        "campaigns": _campaigns(),
        "answer_form": AnswerForm(),
        "invitation_form": InvitationForm({"role": "PLAYER", "uses_left": "0"}),
        "campaign_form": CampaignChangeForm(initial={"title": "Sal en los faroles"}),
        "page": SimpleNamespace(before="x", after="y"),
        "traits": [
            {"name": {"es": "Agilidad", "en": "Agility"}, "dice": "d8", "modifiers": []},
            {"name": {"es": "Notar", "en": "Notice"}, "dice": "d10",
             "modifiers": [{"name": {"es": "Heridas", "en": "Wounds"}, "value": -1}]},
            {"name": {"es": "Pelear", "en": "Fighting"}, "dice": "d12+1", "modifiers": []},
            {"name": {"es": "Sigilo", "en": "Stealth"}, "dice": "d6", "modifiers": []},
            {"name": {"es": "Navegar", "en": "Boating"}, "dice": "d4", "modifiers": []},
        ],
        "derived": [
            {"name": {"es": "Parada", "en": "Parry"}, "value": 6, "rule": "SWADE-CHAR-020"},
            {"name": {"es": "Dureza", "en": "Toughness"}, "value": 5, "rule": "SWADE-CHAR-021"},
            {"name": {"es": "Paso", "en": "Pace"}, "value": 6, "rule": "SWADE-CHAR-022"},
        ],
    }  # fmt: skip


def _id(name: str) -> UUID:
    return uuid5(_NAMESPACE, name)


def _die(role: str, sides: int, *faces: int, kept: bool = True, mark: str = "") -> dict[str, Any]:
    return {"role": role, "sides": sides, "faces": list(faces), "value": sum(faces),
            "kept": kept, "mark": mark}  # fmt: skip


def _rolls() -> list[dict[str, Any]]:
    proof = {"url": "#proof", "seq": 412, "hash_short": "9f3c…e1a7"}
    wounds = {"rule": "SWADE-DAMAGE-006", "name": {"es": "Heridas", "en": "Wounds"}, "value": -1}
    light = {"rule": "SWADE-COMBAT-031", "name": {"es": "Penumbra", "en": "Dim light"}, "value": -2}
    aim = {"rule": "table", "name": {"es": "Apoyo de Maela", "en": "Maela's support"}, "value": 2}
    common: dict[str, Any] = {"v": 1, "raises": 0, "critical_failure": False}
    trait = {
        **common, "kind": "trait", "label": {"es": "Notar", "en": "Notice"},
        "dice": [_die("trait", 10, 10, 3), _die("wild", 6, 4, kept=False)],
        "modifiers": [wounds, aim], "total": 14, "target": 4, "outcome": "success", "raises": 2,
        "outcome_text": {"es": "Éxito con 2 aumentos", "en": "Success with 2 raises"},
        "tone": "raise", "rules": ["SWADE-ROLL-001", "SWADE-ROLL-007"],
    }  # fmt: skip
    success = {
        **trait, "label": {"es": "Sigilo", "en": "Stealth"},
        "dice": [_die("trait", 6, 3, kept=False), _die("wild", 6, 6, 1)], "modifiers": [light],
        "total": 5, "outcome_text": {"es": "Éxito", "en": "Success"}, "tone": "success",
        "raises": 0,
    }  # fmt: skip
    critical = {
        **trait, "label": {"es": "Navegar", "en": "Boating"},
        "dice": [_die("trait", 4, 1), _die("wild", 6, 1, kept=False)], "modifiers": [],
        "total": 1, "critical_failure": True, "tone": "critical",
        "outcome_text": {"es": "Pifia", "en": "Critical failure"},
    }  # fmt: skip
    failure = {
        **trait, "label": {"es": "Persuadir", "en": "Persuasion"},
        "dice": [_die("trait", 8, 2, kept=False), _die("wild", 6, 3)], "modifiers": [wounds],
        "total": 2, "tone": "failure", "outcome_text": {"es": "Fallo", "en": "Failure"},
    }  # fmt: skip
    pool = {
        **common, "kind": "pool", "label": {"es": "Destreza + Pelea", "en": "Dexterity + Brawl"},
        "dice": [
            _die("pool", 10, 10, mark="double"), _die("pool", 10, 8, mark="success"),
            _die("pool", 10, 7, mark="success"), _die("pool", 10, 5), _die("pool", 10, 4),
            _die("pool", 10, 1, mark="cancel"), _die("pool", 10, 1, mark="botch"),
        ],
        "modifiers": [], "total": 2, "target": 6, "outcome": "success",
        "outcome_text": {"es": "2 éxitos", "en": "2 successes"}, "tone": "success",
        "rules": ["STO-ROLL-004"],
    }  # fmt: skip
    notation = {
        **common, "kind": "notation", "label": {"es": "4d6kh3 + d20 + d100 + d12 + d8",
                                                "en": "4d6kh3 + d20 + d100 + d12 + d8"},
        "dice": [
            _die("", 6, 5), _die("", 6, 4), _die("", 6, 4), _die("", 6, 2, kept=False,
                                                                mark="dropped"),
            _die("", 20, 17), _die("", 100, 88), _die("", 12, 11), _die("", 8, 7),
        ],
        "modifiers": [], "total": 136, "target": None, "outcome": "total",
        "outcome_text": {"es": "", "en": ""}, "tone": "neutral", "rules": [],
    }  # fmt: skip
    damage = {
        **common, "kind": "damage", "label": {"es": "Daño: estoque", "en": "Damage: rapier"},
        "dice": [_die("damage", 8, 8, 8, 2), _die("damage", 4, 3), _die("bonus", 6, 5)],
        "modifiers": [], "total": 26, "target": None, "outcome": "damage",
        "outcome_text": {"es": "26 de daño", "en": "26 damage"}, "tone": "neutral", "rules": [],
    }  # fmt: skip
    asked = [
        (trait, "Oír quién sube la escalera", "Teo", False),
        (success, "Cruzar el patio sin que ladre el perro", "Maela", False),
        (critical, "Sacar la barca con la marea en contra", "Teo", False),
        (failure, "Que el sargento mire a otro lado", "Maela", False),
        (pool, "Desarmar al aduanero", "Teo", False),
        (notation, "La suerte del farero", "Inés", False),
        (damage, "", "Teo", False),
        (success, "Si el farero reconoce el sello", "Inés", True),
    ]
    return [
        {"roll": roll, "reason": reason, "who": who, "secret": secret, "proof": proof}
        for roll, reason, who, secret in asked
    ]


def _posts(now: datetime) -> list[SimpleNamespace]:
    rolls = _rolls()
    narrator = (
        "La lluvia llegaba del puerto con olor a brea. En la posada del Vado habían apagado "
        "todas las lámparas menos una, y aun esa ardía baja, como si también ella escuchara.\n\n"
        "A las once llamaron a la puerta: dos golpes y después uno. Nadie en la sala había "
        "convenido esa señal con nadie.\n\n***\n\n"
        "El posadero no se movió. —Está cerrado —dijo al fin, y lo dijo mirándolos a ustedes."
    )
    teo = (
        "Teo deja el cuchillo sobre la mesa, sin ruido, y se acerca a la contraventana.\n\n"
        "—Tres hombres —susurra—. El de atrás lleva farol de la aduana. «Registro de "
        "medianoche», lo llaman; registro de *bolsillos*, lo llamaba mi padre.\n\n"
        "—¿Y la salida del patio? —pregunta Maela.\n\n—La salida del patio ladra."
    )
    whisper = (
        "Antes de abrir, el posadero te desliza algo en la mano: una llave pequeña, de arcón, "
        "con un hilo rojo. No dice de dónde es. No hace falta: la has visto en el cuello del "
        "farero."
    )
    note = "Me voy el fin de semana; si hay que correr, Teo corre **detrás** de Maela."
    return [
        _post("p1", "NARRATOR", None, narrator, now - timedelta(days=2, hours=3)),
        _post("p2", "CHARACTER", "Teo", teo, now - timedelta(hours=27), note=note,
              chips=rolls[:1], can_edit=True),
        _post("p3", "NARRATOR", None, whisper, now - timedelta(hours=5), audience="NAMED",
              readers=["Maela"], chips=rolls[7:8]),
        _post("p4", "CHARACTER", "Maela", "—Entonces que ladre —dice Maela, y sopla la lámpara.",
              now - timedelta(minutes=12), chips=[rolls[1] | {"who": "Maela"}], edited=True),
        _post("p5", "PERSON", None, "¿Os va bien que cerremos la escena el domingo?",
              now - timedelta(minutes=4)),
    ]  # fmt: skip


def _post(
    name: str,
    voice: str,
    speaker: str | None,
    text: str,
    at: datetime,
    *,
    note: str = "",
    chips: list[dict[str, Any]] | None = None,
    audience: str = "SCENE",
    readers: list[str] | None = None,
    can_edit: bool = False,
    edited: bool = False,
) -> SimpleNamespace:
    member = speaker and SimpleNamespace(name=speaker, portrait="", public_id=_id(speaker))
    post = SimpleNamespace(
        public_id=_id(name), voice=voice, cast_member=member, published_at=at,
        author=Person(display_name="Inés"),
        edited_at=at if edited else None, text_html=markup.to_html(text),
        note_html=markup.to_html(note) if note else "", audience=audience,
        summarised_session=None,
    )  # fmt: skip
    return SimpleNamespace(
        post=post, chips=chips or [], readers=readers or [], is_private=audience != "SCENE",
        can_edit=can_edit, can_delete=can_edit,
    )  # fmt: skip


def _composer() -> SimpleNamespace:
    form = ComposerForm(initial={
        "post_id": _id("new"), "speaker": "teo", "text": "—Ya va —dice Teo.",
        "audience": Post.Audience.SCENE,
    })  # fmt: skip
    fields: Any = form.fields
    fields["speaker"].choices = [("teo", "Teo"), ("person", "Bruno")]
    fields["readers"].choices = [("maela", "Maela"), ("farero", "El farero")]
    choices = [
        ("", "Elige…"),
        ("Teo", [("teo|notice", "Notar d10 −1"), ("teo|stealth", "Sigilo d6 −1")]),
        ("notation", "Dados a mano"),
    ]
    row = RollForm(
        request_id=_id("row"), choices=choices, cast={}, may_be_secret=True,
        initial={"nonce": new_nonce(), "reason": "Adivinar quién lleva el farol"},
    )  # fmt: skip
    return SimpleNamespace(
        form=form, rows=[row], draft=None, waiting={}, addressees=True, is_gm=True
    )


def _campaigns() -> list[SimpleNamespace]:
    pitches = [
        ("Sal en los faroles", "Contrabandistas, aduaneros y un farero que no duerme en una costa "
         "donde la niebla llega puntual. Buscamos gente que escriba dos veces por semana y que "
         "disfrute de callar a tiempo.", True),
        ("El archivo de las mareas", "Una biblioteca se hunde un palmo cada año y alguien ha "
         "empezado a robar los libros de los pisos que ya están bajo el agua.", False),
    ]  # fmt: skip
    return [
        SimpleNamespace(
            public_id=_id(title), title=title, pitch_html=f"<p>{pitch}</p>", players=3, seats=4,
            takes_applications=is_open,
            get_rhythm_display=Campaign.Rhythm.TWICE_A_WEEK.label,
        )
        for title, pitch, is_open in pitches
    ]  # fmt: skip
