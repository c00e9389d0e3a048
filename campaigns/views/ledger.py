"""The record of draws: a roll's proof, the campaign's rolls, the whole chain."""

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts import ratelimits
from accounts.http import PersonRequest
from campaigns import access, reading, records, sheets
from campaigns.forms import CorrectionForm, RerollForm
from campaigns.models import Roll
from campaigns.pages import page_of
from campaigns.services import readings, rolls
from campaigns.sheets import CannotPay
from rules.engine.rolls import Roll as Result
from rules.randomness import RequestDiffers

PAGE_SIZE = 50


@require_GET
@login_not_required
def ledger(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """The campaign's chain: its latest entries, and checking all of it in the browser."""
    campaign = access.readable_campaign_or_404(request.user, public_id)
    context = {
        "campaign": campaign,
        "role": access.role_of(request.user, campaign),
        "is_gm": access.can_manage(request.user, campaign),
        **records.latest(campaign, before=request.GET.get("before", ""), size=PAGE_SIZE),
    }
    return render(request, "campaigns/ledger.html", context)


@require_GET
@login_not_required
def ledger_export(request: HttpRequest, public_id: UUID) -> StreamingHttpResponse:
    """The chain as JSON Lines; sealed entries stay sealed for everyone."""
    campaign = access.readable_campaign_or_404(request.user, public_id)
    # Each kind of server gets the iterator that it can send piece by piece.
    is_async = isinstance(request, ASGIRequest)
    lines = records.lines_async(campaign) if is_async else records.lines(campaign)
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tirada-{campaign.public_id}.jsonl"'
    response["Cache-Control"] = "private, no-cache"
    return response


@require_GET
@login_not_required
def ledger_openings(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """What opens the sealed entries that the reader may look into, for checking those too."""
    campaign = access.readable_campaign_or_404(request.user, public_id)
    response = HttpResponse(
        "".join(records.openings(request.user, campaign)),
        content_type="application/jsonl; charset=utf-8",
    )
    response["Content-Disposition"] = (
        f'attachment; filename="tirada-{campaign.public_id}-openings.jsonl"'
    )
    response["Cache-Control"] = "private, no-store"
    return response


@require_GET
@login_not_required
def roll_proof(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """One roll with its ledger entry, and its opening where the reader may see inside."""
    return _proof_page(request, access.roll_or_404(request.user, public_id))


def _proof_page(
    request: HttpRequest, roll: Roll, *, status: int = 200, **forms: Any
) -> HttpResponse:
    proof = records.proof(roll)
    is_trait = "intent" in roll.asked
    may_follow = is_trait and not proof.is_checkable
    is_gm = access.can_manage(request.user, roll.campaign)
    price = (
        sheets.source().reroll_price(
            cast_member=roll.cast_member, roll=Result.from_json(roll.counts)
        )
        if may_follow and roll.cast_member and access.can_reroll(request.user, roll)
        else None
    )
    context = {
        "roll": roll,
        "chip": reading.chip(roll),
        "campaign": roll.campaign,
        "scene": roll.scene,
        "entry_json": json.dumps(proof.entry, ensure_ascii=False, indent=2),
        "opening_json": json.dumps(proof.opening, ensure_ascii=False, indent=2)
        if proof.opening
        else "",
        "proof": proof,
        "is_gm": is_gm,
        "history": reading.history(roll),
        "price": price,
        "may_correct": may_follow and is_gm,
        "reroll_form": RerollForm(initial=RerollForm.fresh()),
        "correction_form": CorrectionForm(initial=CorrectionForm.fresh()),
        **forms,
    }
    return render(request, "campaigns/roll_proof.html", context, status=status)


@require_POST
def roll_reroll(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Throw a roll again for a benny: its player decides, and the GM may act for them."""
    roll = access.roll_or_404(request.user, public_id)
    access.require_reroll(request.user, roll)
    form = RerollForm(request.POST)
    if not form.is_valid():
        return _proof_page(request, roll, status=422, reroll_form=form)
    try:
        ratelimits.require_pace(request.user, "roll")
        readings.reroll(
            roll=roll,
            by=request.user,
            request_id=form.cleaned_data["request_id"],
            nonce=form.cleaned_data["nonce"],
            at=timezone.now(),
        )
    except readings.TooLate:
        messages.error(request, _("The session of this roll has ended: what fell in it stands."))
    except readings.NoReroll:
        messages.error(request, _("This roll cannot be thrown again."))
    except CannotPay:
        messages.error(request, _("There is none left to pay with. Nothing was taken."))
    except RequestDiffers:
        messages.error(request, _("This form was used before. Reload the page."))
    return redirect("roll-proof", public_id=public_id)


@require_POST
def roll_correct(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM corrects the target or a modifier: the same dice are read again."""
    roll = access.roll_or_404(request.user, public_id)
    access.require_manage(request.user, roll.campaign)
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        return _proof_page(request, roll, status=422, correction_form=form)
    try:
        readings.correct(
            roll=roll,
            by=request.user,
            request_id=form.cleaned_data["request_id"],
            target=form.cleaned_data["target"],
            modifier=form.modifier(),
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        )
    except readings.TooLate:
        messages.error(request, _("The session of this roll has ended: what fell in it stands."))
    return redirect("roll-proof", public_id=public_id)


@require_POST
def roll_reveal(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM publishes a secret roll."""
    roll = access.roll_or_404(request.user, public_id)
    access.require_manage(request.user, roll.campaign)
    rolls.reveal(roll=roll, by=request.user, at=timezone.now())
    messages.success(request, _("The roll is in the open now, for everyone who reads its post."))
    return redirect("roll-proof", public_id=public_id)


@require_GET
def campaign_rolls(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Every roll the reader may see: all of them for the GM, also those that no post shows."""
    campaign = access.readable_campaign_or_404(request.user, public_id)
    access.require_member(request.user, campaign)
    visible = (
        access.visible_rolls(request.user)
        .filter(campaign=campaign)
        .select_related("entry", "cast_member", "person", "scene", "post")
    )
    page = page_of(visible, "thrown_at", size=PAGE_SIZE, query=request.GET, newest_first=True)
    context = {
        "campaign": campaign,
        "is_gm": access.can_manage(request.user, campaign),
        "page": page,
        "rows": [(roll, reading.chip(roll)) for roll in page.rows],
    }
    return render(request, "campaigns/campaign_rolls.html", context)
