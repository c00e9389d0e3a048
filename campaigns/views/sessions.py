"""Ending a game session, and reading what its end did."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.http import PersonRequest
from campaigns import access
from campaigns.forms import SessionEndForm
from campaigns.models import GameSession
from campaigns.services import sessions


@require_http_methods(["GET", "POST"])
def session_end(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM gives experience and ends the session; a worker does the rest."""
    campaign = access.campaign_or_404(request.user, public_id)
    access.require_manage(request.user, campaign)
    running = sessions.running(campaign=campaign)
    form = SessionEndForm(request.POST or None, campaign=campaign, viewer=request.user)
    if request.method == "POST" and form.is_valid():
        asked = get_object_or_404(
            access.visible_sessions(request.user).filter(campaign=campaign),
            number=_number(request.POST.get("session", "")) or running.number,
        )
        try:
            sessions.request_end(
                session=asked,
                by=request.user,
                awards=form.awards(),
                closing_words=form.cleaned_data["closing_words"],
                summary_scene=form.cleaned_data["summary_scene"],
                at=timezone.now(),
            )
        except sessions.NothingToEnd:
            messages.info(request, _("That session is ending, or has ended, already."))
        return redirect("session", public_id=asked.public_id)
    status = 422 if form.errors else 200
    context = {"form": form, "campaign": campaign, "session": running}
    return render(request, "campaigns/session_end.html", context, status=status)


def _number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 9 else 0


@require_GET
@login_not_required
def session(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """A session's report; while it is ending, the page asks again by itself."""
    found = get_object_or_404(
        access.visible_sessions(request.user).select_related("campaign", "summary__scene"),
        public_id=public_id,
    )
    context = {
        "session": found,
        "campaign": found.campaign,
        "is_ending": found.status == GameSession.Status.ENDING,
        "may_read_summary": found.summary_id is not None
        and access.visible_posts(request.user).filter(id=found.summary_id).exists(),
    }
    if getattr(request, "htmx", False):
        return render(request, "campaigns/partials/session_report.html", context)
    return render(request, "campaigns/session.html", context)
