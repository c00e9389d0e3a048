"""The record of draws: a roll's proof, the campaign's rolls, the whole chain."""

import json
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.http import PersonRequest
from campaigns import access, reading, records
from campaigns.pages import page_of
from campaigns.services import rolls

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
    roll = access.roll_or_404(request.user, public_id)
    proof = records.proof(roll)
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
        "is_gm": access.can_manage(request.user, roll.campaign),
    }
    return render(request, "campaigns/roll_proof.html", context)


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
