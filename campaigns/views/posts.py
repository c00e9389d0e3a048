"""What the composer's buttons do, and what may be done to a post afterwards."""

from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import ratelimits
from accounts.http import PersonRequest
from campaigns import access, composer, markup
from campaigns.composer import Composer
from campaigns.models import Campaign, Post, Scene
from campaigns.models.post import NOTE_LIMIT, TEXT_LIMIT
from campaigns.services import drafts, posts, rolls
from campaigns.sheets import UnknownTrait
from campaigns.views.scenes import scene_page


@require_POST
def post_publish(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Publish what the composer holds; whatever is wrong comes back beside its field."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_publish(request.user, scene)
    sent = _composer(request, scene)
    if not sent.is_valid():
        return scene_page(request, scene, composer=sent, status=422)

    words = sent.words()
    try:
        ratelimits.require_pace(request.user, "post")
        published = posts.publish(
            scene=scene, author=request.user, at=timezone.now(), **vars(words)
        )
    except ratelimits.TooFast as error:
        sent.form.add_error(None, error.message)
        return scene_page(request, scene, composer=sent, status=429)
    except posts.EmptyPost:
        sent.form.add_error("text", _("Write a story, a note, or ask for a roll."))
    except posts.PostTaken:
        sent.form.add_error(None, _("This form is out of date. Your text is safe: send it again."))
        sent.renew()
    except posts.SceneClosed:
        sent.form.add_error(None, _("The scene was closed while you wrote. Keep your text."))
    except (rolls.RollTaken, UnknownTrait):
        sent.form.add_error(
            None, _("One of these rolls was made before. It is not repeated: take it off.")
        )
    else:
        return _after_publishing(request, scene, words, published)
    return scene_page(request, scene, composer=sent, status=422)


def _after_publishing(
    request: PersonRequest, scene: Scene, words: composer.Words, published: posts.Published
) -> HttpResponse:
    post = published.post
    if not published.created and (post.text, post.note) != (words.text, words.note):
        # The form was sent before with other words (the browser's Back): these must not be lost.
        fields = composer.typed_fields(request.POST) | {"post_id": str(uuid4()), "rows": []}
        drafts.keep(
            scene=scene,
            person=request.user,
            fields=fields,
            post_id=UUID(fields["post_id"]),
            at=timezone.now(),
        )
        messages.warning(
            request,
            _(
                "That post was published before. What you wrote now is kept as a draft: "
                "edit the post, or publish the draft as another one."
            ),
        )
    response = redirect("scene", public_id=scene.public_id)
    response["Location"] += f"#post-{post.public_id}"
    return response


@require_POST
def post_preview(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Show the words as they would look; throws nothing."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_publish(request.user, scene)
    preview = {
        "text_html": markup.to_html(request.POST.get("text", "")[:TEXT_LIMIT]),
        "note_html": markup.to_html(request.POST.get("note", "")[:NOTE_LIMIT]),
    }
    if request.htmx:
        return render(request, "campaigns/partials/preview.html", {"preview": preview})
    sent = _composer(request, scene)
    return scene_page(request, scene, composer=sent, extra={"preview": preview})


@require_POST
def draft_save(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Keep what is typed; answers in JSON to the page's script."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_publish(request.user, scene)
    fields = composer.typed_fields(request.POST)
    try:
        post_id = UUID(fields["post_id"])
    except ValueError:
        return JsonResponse({"saved": False, "message": _("Reload the page.")}, status=400)
    now = timezone.now()
    try:
        ratelimits.require_pace(request.user, "draft")
        saved = drafts.keep(
            scene=scene, person=request.user, fields=fields, post_id=post_id, at=now
        )
    except ratelimits.TooFast as error:
        # The page keeps the text in the browser and tries again.
        return JsonResponse({"saved": False, "message": error.message}, status=429)
    except drafts.DraftTooLong:
        message = _("Too long to keep: a post holds at most 50,000 characters.")
        return JsonResponse({"saved": False, "message": message}, status=413)
    return JsonResponse({"saved": saved, "message": _("Draft saved."), "at": now.isoformat()})


@require_POST
def draft_discard(request: PersonRequest, public_id: UUID) -> HttpResponse:
    scene = access.scene_or_404(request.user, public_id)
    drafts.discard(scene=scene, person=request.user)
    messages.success(request, _("Draft thrown away."))
    return redirect("scene", public_id=public_id)


@require_POST
def roll_row(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Give the composer one more row for a roll."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_publish(request.user, scene)
    sent = _composer(request, scene)
    row = sent.add_row()
    if request.htmx:
        if row is None:
            return HttpResponse(status=204)
        context = {"composer": sent, "row": row, "scene": scene, "campaign": scene.campaign}
        return render(request, "campaigns/partials/roll_row.html", context)
    return scene_page(request, scene, composer=sent)


@require_POST
def roll_outlook(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Show what will change a row's roll, by name, before it is thrown."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_publish(request.user, scene)
    sent = _composer(request, scene)
    row = next((row for row in sent.rows if str(row.request_id) == request.GET.get("row")), None)
    if row is None:
        return HttpResponse("")
    context = {"outlook": sent.outlook(row)}
    return render(request, "campaigns/partials/roll_outlook.html", context)


@require_POST
def roll_throw(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Throw one row now, to write about it afterwards (where the campaign allows it)."""
    scene = access.scene_or_404(request.user, public_id)
    access.require_publish(request.user, scene)
    sent = _composer(request, scene)
    row = next((row for row in sent.rows if str(row.request_id) == request.GET.get("row")), None)
    first = scene.campaign.roll_timing == Campaign.RollTiming.FIRST
    if row is None or not first:
        sent.form.add_error(None, _("In this campaign dice fall when the post is published."))
        return scene_page(request, scene, composer=sent, status=422)
    row_is_valid, form_is_valid = row.is_valid(), sent.form.is_valid()
    if not (row_is_valid and form_is_valid):
        return scene_page(request, scene, composer=sent, status=422)
    speaker = sent.cast.get(sent.form.cleaned_data["speaker"])
    audience = sent.form.cleaned_data["audience"]
    try:
        ratelimits.require_pace(request.user, "roll")
        rolls.throw(
            scene=scene,
            person=request.user,
            question=row.question(speaker),
            is_open=access.is_open_to_all(scene, audience),
            at=timezone.now(),
        )
    except ratelimits.TooFast as error:
        sent.form.add_error(None, error.message)
        return scene_page(request, scene, composer=sent, status=429)
    except (rolls.RollTaken, UnknownTrait):
        row.add_error(None, _("This roll was made before. It is not repeated."))
        return scene_page(request, scene, composer=sent, status=422)
    fields = composer.typed_fields(request.POST)
    fields["rows"] = [kept for kept in fields["rows"] if kept["id"] != str(row.request_id)]
    drafts.keep(
        scene=scene,
        person=request.user,
        fields=fields,
        post_id=sent.form.cleaned_data["post_id"],
        at=timezone.now(),
    )
    response = redirect("scene", public_id=public_id)
    response["Location"] += "#composer"
    return response


class PostEditForm(forms.ModelForm):
    """The words of a post; nothing else of it changes."""

    class Meta:
        model = Post
        fields = ["text", "note"]
        widgets = {
            "text": forms.Textarea(attrs={"rows": 12}),
            "note": forms.Textarea(attrs={"rows": 3}),
        }


@require_http_methods(["GET", "POST"])
def post_edit(request: PersonRequest, public_id: UUID) -> HttpResponse:
    post = access.post_or_404(request.user, public_id)
    access.require_edit(request.user, post)
    form = PostEditForm(request.POST or None, instance=post)
    if request.method == "POST" and form.is_valid():
        try:
            posts.edit(
                post=post,
                text=form.cleaned_data["text"],
                note=form.cleaned_data["note"],
                at=timezone.now(),
            )
        except posts.EmptyPost:
            form.add_error("text", _("Leave some words, or delete the post."))
        except posts.SceneClosed:
            form.add_error(None, _("The scene was closed in the meantime."))
        else:
            return redirect("post", public_id=public_id)
    status = 422 if form.errors else 200
    context = {"form": form, "post": post, "scene": post.scene, "campaign": post.scene.campaign}
    return render(request, "campaigns/post_edit.html", context, status=status)


@require_http_methods(["GET", "POST"])
def post_delete(request: PersonRequest, public_id: UUID) -> HttpResponse:
    """Ask once more, then take the post away."""
    post = access.post_or_404(request.user, public_id)
    access.require_delete(request.user, post)
    if request.method == "POST":
        posts.delete(post=post, by=request.user, at=timezone.now())
        messages.success(
            request, _("The post is gone. Its rolls stay in the record and with the game master.")
        )
        return redirect("scene", public_id=post.scene.public_id)
    context = {"post": post, "scene": post.scene, "campaign": post.scene.campaign}
    return render(request, "campaigns/post_delete.html", context)


def _composer(request: PersonRequest, scene: Scene) -> Composer:
    role = access.role_of(request.user, scene.campaign)
    return Composer(scene=scene, person=request.user, role=role, data=request.POST)
