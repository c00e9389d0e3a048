"""Scenes: open one, read one, follow one live."""

from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import (
    HttpRequest,
    HttpResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.http import PersonRequest, SiteRequest
from campaigns import access, live, reading
from campaigns.composer import Composer
from campaigns.forms import SceneChangeForm, SceneForm
from campaigns.models import Post, Scene
from campaigns.pages import page_of
from campaigns.services import scenes


@require_http_methods(["GET", "POST"])
def scene_create(request: PersonRequest, public_id: UUID) -> HttpResponse:
    campaign = access.campaign_or_404(request.user, public_id)
    access.require_manage(request.user, campaign)
    form = SceneForm(request.POST or None, campaign=campaign)
    if request.method == "POST" and form.is_valid():
        scene = scenes.open_scene(campaign=campaign, at=timezone.now(), **form.cleaned_data)
        return redirect("scene", public_id=scene.public_id)
    status = 422 if form.errors else 200
    context = {"form": form, "campaign": campaign}
    return render(request, "campaigns/scene_create.html", context, status=status)


@require_http_methods(["GET", "POST"])
def scene_edit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    scene = access.scene_or_404(request.user, public_id)
    access.require_manage(request.user, scene.campaign)
    form = SceneChangeForm(request.POST or None, instance=scene, campaign=scene.campaign)
    if request.method == "POST" and form.is_valid():
        scenes.change(scene=scene, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("scene", public_id=public_id)
    status = 422 if form.errors else 200
    context = {"form": form, "scene": scene, "campaign": scene.campaign}
    return render(request, "campaigns/scene_edit.html", context, status=status)


@require_POST
def scene_close(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Close the scene, or open it again."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_manage(request.user, scene.campaign)
    if request.POST.get("reopen") == "1":
        scenes.reopen(scene=scene)
    else:
        scenes.close(scene=scene, at=timezone.now())
    return redirect("scene", public_id=public_id)


@require_GET
@login_not_required
def scene(request: SiteRequest, public_id: UUID) -> HttpResponse:
    """A scene's page: the latest posts unless a page is asked for, and the composer."""
    return scene_page(request, access.scene_or_404(request.user, public_id))


def scene_page(
    request: HttpRequest,
    scene: Scene,
    *,
    sent: QueryDict | None = None,
    composer: Composer | None = None,
    status: int = 200,
    extra: dict[str, Any] | None = None,
) -> HttpResponse:
    """Render the scene, with the composer as it was sent when something was wrong with it."""
    role = access.role_of(request.user, scene.campaign)
    posts = reading.with_parts(access.visible_posts(request.user).filter(scene=scene), request.user)
    page = page_of(
        posts, "published_at", size=reading.PAGE_SIZE, query=request.GET, start_at_end=True
    )
    may_post = scene.closed_at is None and role in access.PLAYING_ROLES
    if composer is None and may_post and not isinstance(request.user, AnonymousUser):
        composer = Composer(scene=scene, person=request.user, role=role, data=sent)
    context = {
        "scene": scene,
        "campaign": scene.campaign,
        "role": role,
        "is_gm": role in access.GM_ROLES,
        "page": page,
        "posts": reading.shown(page.rows, request.user, role=role),
        "composer": composer,
        "is_latest": not page.after,
        **(extra or {}),
    }
    return render(request, "campaigns/scene.html", context, status=status)


@require_GET
@login_not_required
def scene_posts(request: SiteRequest, public_id: UUID) -> HttpResponse:
    """The posts after `?after=`, for a page that is open; asks the whole page to reload if lost."""
    scene = access.scene_or_404(request.user, public_id)
    posts = access.visible_posts(request.user).filter(scene=scene)
    after = request.GET.get("after", "")
    page = page_of(
        reading.with_parts(posts, request.user),
        "published_at",
        size=reading.PAGE_SIZE,
        query={"after": after} if after else {},
    )
    if after and not page.before and page.rows:
        # The post it knew last is gone: there is no "after" it.
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    role = access.role_of(request.user, scene.campaign)
    context = {
        "scene": scene,
        "posts": reading.shown(page.rows, request.user, role=role),
    }
    return render(request, "campaigns/partials/posts.html", context)


@require_GET
@login_not_required
def post_fragment(request: SiteRequest, public_id: UUID) -> HttpResponse:
    """One post as it is now; empty when it is gone for this reader, so that the page drops it."""
    found = list(
        reading.with_parts(
            access.visible_posts(request.user).filter(public_id=public_id), request.user
        )
    )
    if not found:
        return HttpResponse("")
    role = access.role_of(request.user, found[0].scene.campaign)
    context = {"posts": reading.shown(found, request.user, role=role), "scene": found[0].scene}
    return render(request, "campaigns/partials/posts.html", context)


@require_GET
@login_not_required
def post(request: SiteRequest, public_id: UUID) -> HttpResponse:
    """A post's permanent address: its place in its scene."""
    found: Post = access.post_or_404(request.user, public_id)
    response = redirect("scene", public_id=found.scene.public_id)
    response["Location"] += f"?from={found.public_id}#post-{found.public_id}"
    return response


@login_not_required
async def scene_live(request: HttpRequest, public_id: UUID) -> StreamingHttpResponse:
    """Server-sent events: which posts of this scene are new or changed for this reader."""
    viewer = await request.auser()
    scene = await sync_to_async(access.scene_or_404)(viewer, public_id)
    response = StreamingHttpResponse(
        live.stream(scene_id=scene.public_id, viewer_id=viewer.pk),
        content_type="text/event-stream",
    )
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
