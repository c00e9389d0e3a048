"""Pages of the cast and of single characters."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.http import PersonRequest
from campaigns import access as campaign_access
from campaigns.models import Campaign
from characters import access
from characters.forms import ChangedSheetForm, NewSheetForm, SendBackForm, StateForm
from characters.models import Character
from characters.pages import cast_of, sheet_page
from characters.services import characters
from rules.engine import system as systems


@require_GET
@login_not_required
def campaign_cast(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Everyone in the story whom the reader may know of."""
    campaign = campaign_access.readable_campaign_or_404(request.user, public_id)
    return render(request, "characters/campaign_cast.html", cast_of(request.user, campaign))


@require_http_methods(["GET", "POST"])
def character_create(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """A player makes a character; it may go to the GM with the same click."""
    campaign = campaign_access.campaign_or_404(request.user, public_id)
    access.require_create(request.user, campaign)
    form = _new_form(request, campaign)
    if request.method == "POST" and form.is_valid():
        try:
            made = _create(request, campaign, form, is_npc=False)
        except characters.IdTaken:
            form.add_error(None, _("This form was sent before. Open the page again."))
        except characters.NotAPlayer:
            form.add_error(None, _("You no longer play at this table."))
        else:
            if "send" in request.POST:
                return _submit(request, made)
            messages.success(request, _("Saved. Send it to the game master when it is ready."))
            return redirect("character", public_id=made.cast_member.public_id)
    context = {"form": form, "campaign": campaign}
    status = 422 if form.errors else 200
    return render(request, "characters/character_create.html", context, status=status)


@require_http_methods(["GET", "POST"])
def npc_create(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM makes an NPC, who may speak at once."""
    campaign = campaign_access.campaign_or_404(request.user, public_id)
    campaign_access.require_manage(request.user, campaign)
    form = _new_form(request, campaign)
    if request.method == "POST" and form.is_valid():
        try:
            made = _create(request, campaign, form, is_npc=True)
        except characters.IdTaken:
            form.add_error(None, _("This form was sent before. Open the page again."))
        else:
            messages.success(request, _("%(name)s is in the cast.") % {"name": made})
            return redirect("character", public_id=made.cast_member.public_id)
    context = {"form": form, "campaign": campaign}
    status = 422 if form.errors else 200
    return render(request, "characters/npc_create.html", context, status=status)


def _new_form(request: PersonRequest, campaign: Campaign) -> NewSheetForm:
    system = systems.get(campaign.system)
    return NewSheetForm(*_sent(request), system=system, sheet=system.empty_sheet())


def _sent(request: HttpRequest) -> tuple[QueryDict | None, Mapping[str, Any] | None]:
    """Return what a form was sent, or nothing when the page is only opened."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _create(
    request: PersonRequest, campaign: Campaign, form: NewSheetForm, *, is_npc: bool
) -> Character:
    return characters.create(
        campaign=campaign,
        player=None if is_npc else request.user,
        by=request.user,
        public_id=form.cleaned_data["public_id"],
        name=form.cleaned_data["name"],
        sheet=form.sheet(),
        portrait=form.cleaned_data["portrait"],
        portrait_alt=form.cleaned_data["portrait_alt"],
        at=timezone.now(),
    )


@require_GET
def character(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """A character's sheet, its state, and what to do next."""
    found = access.character_or_404(request.user, public_id)
    return render(request, "characters/character.html", sheet_page(request.user, found))


@require_http_methods(["GET", "POST"])
def character_edit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Its player changes the sheet until it is approved; the GM at any time, saying why."""
    found = access.character_or_404(request.user, public_id)
    if request.method == "GET" or not access.is_own(request.user, found):
        # A player who sends the form just after the approval gets it back with what they typed.
        access.require_edit(request.user, found)
    form = ChangedSheetForm(
        *_sent(request),
        character=found,
        needs_reason=access.needs_reason(request.user, found),
    )
    if request.method == "POST" and form.is_valid():
        try:
            characters.change(
                character=found,
                by=request.user,
                name=form.cleaned_data["name"],
                sheet=form.sheet(),
                portrait=form.cleaned_data["portrait"],
                portrait_alt=form.cleaned_data["portrait_alt"],
                reason=form.cleaned_data.get("reason", ""),
                seen=form.cleaned_data["version"],
                at=timezone.now(),
            )
        except characters.Stale as error:
            form.renew(error.current)
            form.add_error(
                None,
                _(
                    "Somebody changed the sheet while you had it open. What you typed is still "
                    "here: compare it with the sheet, then save again."
                ),
            )
        except characters.WrongMoment:
            form.add_error(None, _("The game master approved the sheet in the meantime."))
        else:
            messages.success(request, _("Saved."))
            return redirect("character", public_id=public_id)
    context = {"form": form, "campaign": found.cast_member.campaign, "character": found}
    status = 422 if form.errors else 200
    return render(request, "characters/character_edit.html", context, status=status)


@require_POST
def character_submit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The player hands the sheet to the GM."""
    found = access.character_or_404(request.user, public_id)
    access.require_own(request.user, found)
    return _submit(request, found)


def _submit(request: PersonRequest, found: Character) -> HttpResponse:
    try:
        characters.submit(character=found, at=timezone.now())
        messages.success(request, _("Sent to the game master, who answers here."))
    except characters.WrongMoment:
        messages.info(request, _("The game master has it already."))
    return redirect("character", public_id=found.cast_member.public_id)


@require_POST
def character_approve(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM lets a submitted character into play."""
    found = access.character_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    try:
        characters.approve(
            character=found, by=request.user, seen=_version(request), at=timezone.now()
        )
        messages.success(request, _("%(name)s is in play.") % {"name": found})
    except characters.WrongMoment:
        messages.info(request, _("It does not wait for you: it was answered, or is being made."))
    except characters.Stale:
        messages.warning(request, _("The player has just changed it: read it again first."))
    return redirect("character", public_id=public_id)


@require_POST
def character_send_back(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM gives a submitted sheet back with a note."""
    found = access.character_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    form = SendBackForm(request.POST)
    if form.is_valid():
        try:
            characters.send_back(
                character=found,
                by=request.user,
                note=form.cleaned_data["note"],
                seen=_version(request),
                at=timezone.now(),
            )
        except characters.WrongMoment:
            form.add_error(None, _("It does not wait for you: it was answered, or is being made."))
        except characters.Stale:
            form.add_error(None, _("The player has just changed it: read it again first."))
        else:
            messages.success(request, _("Sent back with your note."))
            return redirect("character", public_id=public_id)
    found.refresh_from_db()
    context = {**sheet_page(request.user, found), "send_back_form": form}
    return render(request, "characters/character.html", context, status=422)


@require_POST
def character_state(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM changes wounds, fatigue, bennies ..., saying why."""
    found = access.character_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    form = StateForm(request.POST, character=found)
    if form.is_valid():
        try:
            characters.set_state(
                character=found,
                by=request.user,
                values=form.values(),
                seen=form.seen(),
                reason=form.cleaned_data["state_reason"],
                at=timezone.now(),
            )
        except characters.Stale as error:
            form.renew(error.current)
            now = ", ".join(
                f"{form.fields[name].label} {value}" for name, value in error.current.items()
            )
            form.add_error(
                None,
                _("It changed while you looked. Now: %(now)s. Save again if you still mean it.")
                % {"now": now},
            )
        else:
            messages.success(request, _("Saved."))
            return redirect("character", public_id=public_id)
    found.refresh_from_db()
    context = {**sheet_page(request.user, found), "state_form": form}
    return render(request, "characters/character.html", context, status=422)


def _version(request: HttpRequest) -> int:
    """Return the version of the sheet that the page with the button showed."""
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


@require_GET
@login_not_required
def portrait(request: HttpRequest, public_id: UUID) -> HttpResponseBase:
    """A portrait, for those who may know of its face."""
    member = campaign_access.cast_member_or_404(request.user, public_id)
    if not member.portrait:
        raise Http404
    # Each portrait has a file name of its own, so the name says which picture it is.
    etag = quote_etag(str(member.portrait.name))
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            with member.portrait.open("rb") as file:
                response = HttpResponse(file.read(), content_type="image/webp")
        except FileNotFoundError:
            raise Http404 from None
    response["ETag"] = etag
    # Kept by this reader's browser only, and asked again each time: who may see it may change.
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = 'inline; filename="portrait.webp"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
