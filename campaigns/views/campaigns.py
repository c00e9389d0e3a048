"""The list of campaigns, a campaign's page, and who sits at its table."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.http import PersonRequest
from campaigns import access
from campaigns.forms import (
    AnswerForm,
    ApplicationForm,
    CampaignChangeForm,
    CampaignCreateForm,
    InvitationForm,
    system_choices,
)
from campaigns.models import Application, Campaign, Membership
from campaigns.pages import page_of
from campaigns.services import campaigns, sessions

PAGE_SIZE = 20


@require_GET
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """The list of campaigns that may be known, newest first, and one's own above."""
    listed = (
        access.visible_campaigns(request.user)
        .exclude(visibility=Campaign.Visibility.PRIVATE)
        .annotate(players=Count("memberships", filter=Q(memberships__role=Membership.Role.PLAYER)))
    )
    page = page_of(listed, "created_at", size=PAGE_SIZE, query=request.GET, newest_first=True)
    own = (
        Membership.objects.filter(person=request.user.pk)
        .select_related("campaign")
        .order_by("-joined_at", "-id")
    )
    systems = dict(system_choices())
    context = {
        "page": page,
        "cards": [(row, systems.get(row.system, row.system)) for row in page.rows],
        "own": list(own),
    }
    return render(request, "campaigns/home.html", context)


@require_http_methods(["GET", "POST"])
def campaign_create(request: PersonRequest) -> HttpResponse:
    form = CampaignCreateForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        campaign = campaigns.create(gm=request.user, at=timezone.now(), **form.cleaned_data)
        messages.success(request, _("The campaign is open. Now invite people or take requests."))
        return redirect("campaign", public_id=campaign.public_id)
    status = 422 if form.errors else 200
    return render(request, "campaigns/campaign_create.html", {"form": form}, status=status)


@require_GET
@login_not_required
def campaign(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """A campaign's front page: its pitch for all, its inside for those who may read it."""
    found = access.campaign_or_404(request.user, public_id)
    role = access.role_of(request.user, found)
    is_gm = role in access.GM_ROLES
    is_readable = bool(role) or found.visibility == Campaign.Visibility.PUBLIC
    scenes = access.visible_scenes(request.user).filter(campaign=found)
    context = {
        "campaign": found,
        "system": dict(system_choices()).get(found.system, found.system),
        "role": role,
        "is_gm": is_gm,
        "is_readable": is_readable,
        "can_apply": access.can_apply(request.user, found),
        "application": access.visible_applications(request.user)
        .filter(campaign=found, person=request.user.pk)
        .order_by("-applied_at", "-id")
        .first()
        if not role
        else None,
        "members": access.visible_members(request.user)
        .filter(campaign=found)
        .select_related("person")
        .order_by("joined_at", "id"),
        "cast": access.visible_cast(request.user)
        .filter(campaign=found)
        .select_related("player")
        .order_by("kind", "name", "id"),
        "scenes": scenes.order_by(F("closed_at").desc(nulls_first=True), "-opened_at", "-id")[:50]
        if is_readable
        else [],
        "session": sessions.running(campaign=found) if is_readable else None,
        "applications": access.visible_applications(request.user)
        .filter(campaign=found, status=Application.Status.PENDING)
        .count()
        if is_gm
        else 0,
    }
    return render(request, "campaigns/campaign.html", context)


@require_http_methods(["GET", "POST"])
def campaign_edit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.campaign_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    form = CampaignChangeForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        campaigns.change(campaign=found, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("campaign", public_id=public_id)
    status = 422 if form.errors else 200
    context = {"form": form, "campaign": found}
    return render(request, "campaigns/campaign_edit.html", context, status=status)


@require_POST
def campaign_applications_switch(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Open the campaign for applications, or close it."""
    found = access.campaign_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    campaigns.take_applications(campaign=found, is_open=request.POST.get("open") == "1")
    return redirect("campaign-people", public_id=public_id)


@require_http_methods(["GET", "POST"])
def campaign_apply(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Ask for a seat."""
    found = access.campaign_or_404(request.user, public_id)
    pending = Application.Status.PENDING
    earlier = access.visible_applications(request.user).filter(
        campaign=found, person=request.user, status=pending
    )
    form = ApplicationForm(request.POST or None, instance=earlier.first())
    if request.method == "POST" and form.is_valid():
        try:
            campaigns.apply(
                campaign=found,
                person=request.user,
                text=form.cleaned_data["text"],
                at=timezone.now(),
            )
        except campaigns.NotOpen:
            form.add_error(None, _("This campaign takes no applications now."))
        except campaigns.AlreadyMember:
            messages.info(request, _("You sit at this table already."))
            return redirect("campaign", public_id=public_id)
        else:
            messages.success(request, _("Sent. The game master will answer you here."))
            return redirect("campaign", public_id=public_id)
    status = 422 if form.errors else 200
    context = {"form": form, "campaign": found}
    return render(request, "campaigns/campaign_apply.html", context, status=status)


@require_POST
def application_withdraw(request: PersonRequest, public_id: UUID) -> HttpResponse:
    application = get_object_or_404(
        access.visible_applications(request.user).filter(person=request.user),
        public_id=public_id,
    )
    try:
        campaigns.withdraw(application=application, at=timezone.now())
        messages.success(request, _("You have taken your application back."))
    except campaigns.AlreadyAnswered:
        messages.error(request, _("It was answered in the meantime."))
    return redirect("campaign", public_id=application.campaign.public_id)


@require_POST
def application_answer(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Accept or decline an application."""
    application = access.application_or_404(request.user, public_id)
    access.require_manage(request.user, application.campaign)
    form = AnswerForm(request.POST)
    answer = form.cleaned_data["answer"] if form.is_valid() else request.POST.get("answer", "")
    decide = campaigns.accept if request.POST.get("accept") == "1" else campaigns.decline
    try:
        decide(application=application, by=request.user, answer=answer[:2000], at=timezone.now())
    except campaigns.AlreadyAnswered:
        messages.error(request, _("That application was answered in the meantime."))
    except campaigns.NoSeatLeft:
        messages.error(
            request, _("Every seat is taken. Add seats to the campaign first, then accept.")
        )
    except campaigns.AlreadyMember:
        messages.info(request, _("That person sits at the table already."))
    else:
        messages.success(request, _("Answered: %(name)s.") % {"name": application.person})
    return redirect("campaign-people", public_id=application.campaign.public_id)


@require_http_methods(["GET", "POST"])
def campaign_people(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """The GM's page of people: applications, invitations, roles. A POST makes an invitation."""
    found = access.campaign_or_404(request.user, public_id)
    access.require_manage(request.user, found)
    form = InvitationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        campaigns.invite(
            campaign=found,
            by=request.user,
            role=form.cleaned_data["role"],
            uses=form.cleaned_data["uses_left"],
            at=timezone.now(),
        )
        messages.success(request, _("The invitation is ready: copy its link below."))
        return redirect("campaign-people", public_id=public_id)
    now = timezone.now()
    invitations = access.visible_invitations(request.user).filter(
        campaign=found, withdrawn_at=None, expires_at__gt=now, uses_left__gt=0
    )
    context = {
        "campaign": found,
        "form": form,
        "role": access.role_of(request.user, found),
        "answer_form": AnswerForm(),
        "applications": access.visible_applications(request.user)
        .filter(campaign=found, status=Application.Status.PENDING)
        .select_related("person")
        .order_by("applied_at", "id"),
        "invitations": [
            (
                invitation,
                request.build_absolute_uri(reverse("invitation", args=[invitation.token])),
            )
            for invitation in invitations.order_by("-created_at", "-id")
        ],
        "members": found.memberships.select_related("person").order_by("joined_at", "id"),
        "roles": [choice for choice in Membership.Role.choices if choice[0] != Membership.Role.GM],
    }
    status = 422 if form.errors else 200
    return render(request, "campaigns/campaign_people.html", context, status=status)


@require_POST
def member_role(request: PersonRequest, public_id: UUID, person_id: UUID) -> HttpResponse:
    """Make a member a co-GM, a player or a spectator."""
    found = access.campaign_or_404(request.user, public_id)
    access.require_own(request.user, found)
    membership = get_object_or_404(
        found.memberships.select_related("person"), person__public_id=person_id
    )
    role = request.POST.get("role", "")
    if role not in Membership.Role.values or Membership.Role.GM in (role, membership.role):
        messages.error(request, _("Choose a role from the list."))
        return redirect("campaign-people", public_id=public_id)
    try:
        campaigns.set_role(membership=membership, role=role)
    except campaigns.NoSeatLeft:
        messages.error(request, _("Every seat is taken. Add seats to the campaign first."))
    else:
        messages.success(request, _("%(name)s has a new role.") % {"name": membership.person})
    return redirect("campaign-people", public_id=public_id)


@require_POST
def invitation_withdraw(request: PersonRequest, token: str) -> HttpResponse:
    invitation = get_object_or_404(access.visible_invitations(request.user), token=token)
    campaigns.withdraw_invitation(invitation=invitation, at=timezone.now())
    messages.success(request, _("That link no longer works."))
    return redirect("campaign-people", public_id=invitation.campaign.public_id)


@require_http_methods(["GET", "POST"])
def invitation(request: PersonRequest, token: str) -> HttpResponse:
    """What an invitation's link shows; accepting it is a button, so that no preview spends it."""
    try:
        found = campaigns.usable_invitation(token=token, at=timezone.now())
        if request.method == "POST":
            membership = campaigns.accept_invitation(
                token=token, person=request.user, at=timezone.now()
            )
            messages.success(request, _("Welcome to the table."))
            return redirect("campaign", public_id=membership.campaign.public_id)
    except campaigns.InvitationSpent:
        return render(request, "campaigns/invitation_spent.html", status=410)
    except campaigns.NoSeatLeft:
        messages.error(request, _("Every seat is taken. Ask the game master for one."))
        return redirect("home")
    return render(request, "campaigns/invitation.html", {"invitation": found})


@require_POST
def campaign_leave(request: PersonRequest, public_id: UUID) -> HttpResponse:
    found = access.campaign_or_404(request.user, public_id)
    membership = get_object_or_404(found.memberships, person=request.user)
    if membership.role == Membership.Role.GM:
        messages.error(request, _("A game master hands the table over before leaving it."))
        return redirect("campaign", public_id=public_id)
    campaigns.leave(membership=membership)
    messages.success(request, _("You have left “%(title)s”.") % {"title": found.title})
    return redirect("home")
