"""Pages of the cast and of single characters."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.http import PersonRequest
from campaigns import access as campaign_access
from campaigns.models import Campaign
from characters import access
from characters.forms import SendBackForm, SheetForm, StateForm
from characters.models import Character
from characters.services import characters
from rules.engine import system as systems


@require_GET
@login_not_required
def campaign_cast(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Everyone in the story whom the reader may know of."""
    campaign = campaign_access.readable_campaign_or_404(request.user, public_id)
    context = {
        "campaign": campaign,
        "role": campaign_access.role_of(request.user, campaign),
        "is_gm": campaign_access.can_manage(request.user, campaign),
        "cast": campaign_access.visible_cast(request.user)
        .filter(campaign=campaign)
        .select_related("player")
        .order_by("kind", "name", "id"),
        "sheets": set(
            access.visible_characters(request.user)
            .filter(cast_member__campaign=campaign)
            .values_list("cast_member_id", flat=True)
        ),
    }
    return render(request, "characters/campaign_cast.html", context)


@require_http_methods(["GET", "POST"])
def character_create(request: PersonRequest, public_id: UUID) -> HttpResponse:
    campaign = campaign_access.campaign_or_404(request.user, public_id)
    access.require_create(request.user, campaign)
    return _create(request, campaign, is_npc=False)


@require_http_methods(["GET", "POST"])
def npc_create(request: PersonRequest, public_id: UUID) -> HttpResponse:
    campaign = campaign_access.campaign_or_404(request.user, public_id)
    campaign_access.require_manage(request.user, campaign)
    return _create(request, campaign, is_npc=True)


def _create(request: PersonRequest, campaign: Campaign, *, is_npc: bool) -> HttpResponse:
    system = systems.get(campaign.system)
    form = SheetForm(
        request.POST or None, request.FILES or None, system=system, sheet=system.empty_sheet()
    )
    if request.method == "POST" and form.is_valid():
        character = characters.create(
            campaign=campaign,
            player=None if is_npc else request.user,
            name=form.cleaned_data["name"],
            sheet=form.sheet(),
            portrait=form.cleaned_data["portrait"],
            portrait_alt=form.cleaned_data["portrait_alt"],
            at=timezone.now(),
        )
        if not is_npc and request.POST.get("submit") == "1":
            characters.submit(character=character, at=timezone.now())
            messages.success(request, _("Sent to the game master."))
        return redirect("character", public_id=character.cast_member.public_id)
    context = {"form": form, "campaign": campaign, "is_npc": is_npc}
    status = 422 if form.errors else 200
    return render(request, "characters/character_create.html", context, status=status)


@require_GET
def character(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """A character's sheet."""
    found = access.character_or_404(request.user, public_id)
    return _sheet_page(request, found)


def _sheet_page(
    request: PersonRequest, found: Character, *, status: int = 200, **forms: Any
) -> HttpResponse:
    campaign = found.cast_member.campaign
    system = systems.get(campaign.system)
    state_form = StateForm(
        initial={name: found.state.get(name, 0) for name in ("wounds", "fatigue", "bennies")}
    )
    is_gm = access.can_manage(request.user, found)
    context = {
        "character": found,
        "member": found.cast_member,
        "campaign": campaign,
        "system_name": system.name,
        "derived": system.derive(found.sheet, found.state),
        "traits": [
            {
                "trait": trait,
                "modifiers": system.modifiers_for(found.sheet, found.state, trait.id),
            }
            for trait in system.rollable(found.sheet, found.state)
        ],
        "is_gm": is_gm,
        "is_own": found.cast_member.player_id == request.user.pk,
        "can_edit": access.can_edit(request.user, found),
        "send_back_form": SendBackForm(),
        "state_form": state_form,
        **forms,
    }
    return render(request, "characters/character.html", context, status=status)


@require_http_methods(["GET", "POST"])
def character_edit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.character_or_404(request.user, public_id)
    access.require_edit(request.user, found)
    member = found.cast_member
    form = SheetForm(
        request.POST or None,
        request.FILES or None,
        system=systems.get(member.campaign.system),
        sheet=found.sheet,
        name=member.name,
        portrait_alt=member.portrait_alt,
    )
    if request.method == "POST" and form.is_valid():
        characters.change(
            character=found,
            name=form.cleaned_data["name"],
            sheet=form.sheet(),
            portrait=form.cleaned_data["portrait"],
            portrait_alt=form.cleaned_data["portrait_alt"],
            at=timezone.now(),
        )
        messages.success(request, _("Saved."))
        return redirect("character", public_id=public_id)
    context = {"form": form, "campaign": member.campaign, "character": found, "member": member}
    status = 422 if form.errors else 200
    return render(request, "characters/character_edit.html", context, status=status)


@require_POST
def character_submit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.character_or_404(request.user, public_id)
    access.require_own(request.user, found)
    try:
        characters.submit(character=found, at=timezone.now())
        messages.success(request, _("Sent to the game master."))
    except characters.WrongMoment:
        messages.info(request, _("The game master has it already."))
    return redirect("character", public_id=public_id)


@require_POST
def character_approve(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.character_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    try:
        characters.approve(character=found, at=timezone.now())
        messages.success(request, _("%(name)s is in play.") % {"name": found})
    except characters.WrongMoment:
        messages.info(request, _("It does not wait for you: it was answered, or is being made."))
    return redirect("character", public_id=public_id)


@require_POST
def character_send_back(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.character_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    form = SendBackForm(request.POST)
    if not form.is_valid():
        return _sheet_page(request, found, status=422, send_back_form=form)
    try:
        characters.send_back(character=found, note=form.cleaned_data["note"], at=timezone.now())
        messages.success(request, _("Sent back with your note."))
    except characters.WrongMoment:
        messages.info(request, _("It does not wait for you: it was answered, or is being made."))
    return redirect("character", public_id=public_id)


@require_POST
def character_state(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.character_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    form = StateForm(request.POST)
    if not form.is_valid():
        return _sheet_page(request, found, status=422, state_form=form)
    characters.set_state(character=found, at=timezone.now(), **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("character", public_id=public_id)


@require_GET
@login_not_required
def portrait(request: HttpRequest, public_id: UUID) -> HttpResponseBase:
    """A portrait, for those who may know of its face."""
    member = campaign_access.cast_member_or_404(request.user, public_id)
    if not member.portrait:
        raise Http404
    response = FileResponse(member.portrait.open("rb"), content_type="image/webp")
    response["Cache-Control"] = "private, max-age=3600"
    response["X-Content-Type-Options"] = "nosniff"
    return response
