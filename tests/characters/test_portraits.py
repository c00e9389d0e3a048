"""Pictures that people upload: made safe, or refused with a word, and nothing left behind."""

import struct
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from campaigns.models import CastMember
from characters import portraits
from characters.services import characters
from tests.make_characters import picture, typed


@pytest.fixture
def upload(client, table, player, media):
    """Send a new character with this portrait; return the answer."""
    client.force_login(player)
    url = reverse("character-create", args=[table.public_id])

    def send(file, **fields):
        return client.post(url, {**typed(**fields), "portrait": file})

    return send


def content(member):
    with member.portrait.open() as file:
        return file.read()


def opened(member):
    return Image.open(BytesIO(content(member)))


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_becomes_a_small_square_cropped_around_its_middle(upload, format):
    upload(picture((600, 300), format), portrait_alt="Nerea con su farol")

    member = CastMember.objects.get()
    image = opened(member)
    assert (image.format, image.size) == ("WEBP", (256, 256))
    left, right = (
        image.convert("RGB").getpixel((10, 128)),
        image.convert("RGB").getpixel((245, 128)),
    )
    assert left[0] > 200 > left[2]
    assert right[2] > 200 > right[0]
    assert member.portrait_alt == "Nerea con su farol"


def test_what_the_camera_wrote_into_it_is_gone(upload):
    exif = Image.Exif()
    exif[0x010F] = "Camera of somebody"
    exif[0x8825] = {1: "N", 2: (41.0, 22.0, 0.0)}

    upload(picture((300, 300), "JPEG", exif=exif, icc_profile=b"profile", comment=b"at home"))

    member = CastMember.objects.get()
    assert not opened(member).getexif()
    assert set(opened(member).info) & {"exif", "icc_profile", "comment", "xmp"} == set()
    assert b"Camera" not in content(member)


def test_a_picture_that_lies_on_its_side_is_put_upright(upload):
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter to the right: the left half becomes the upper one

    upload(picture((400, 400), "JPEG", exif=exif))

    image = opened(CastMember.objects.get()).convert("RGB")
    assert image.getpixel((128, 20))[0] > 200
    assert image.getpixel((128, 235))[2] > 200


def png_that_claims(width, height):
    """Return a few bytes of PNG that would unfold to a picture of this size."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data)
        )  # fmt: skip

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
BAD = {
    "a script in a drawing": (SVG, "svg", "JPEG, PNG, WebP"),
    "a drawing that says it is a PNG": (SVG, "png", "JPEG, PNG, WebP"),
    "a page": (b"<!doctype html><script>alert(1)</script>", "jpg", "JPEG, PNG, WebP"),
    "half a picture": (picture().read()[:200], "png", "JPEG, PNG, WebP"),
    "a format we do not take": (picture(format="BMP").read(), "bmp", "JPEG, PNG, WebP"),
    "a file of 50 MB": (b"\x89PNG\r\n\x1a\n" + bytes(50 * 1024 * 1024), "png", "5 MB"),
    "a picture of 50 million": (png_that_claims(10_000, 5_000), "png", "40"),
    "a picture of 100 million": (png_that_claims(10_000, 10_000), "png", "40"),
    "a bomb": (png_that_claims(100_000, 100_000), "png", "40"),
    "nothing": (b"", "png", ""),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_picture_is_refused_with_a_word_and_changes_nothing(upload, media, name):
    content, ending, word = BAD[name]

    response = upload(SimpleUploadedFile(f"nerea.{ending}", content))

    assert response.status_code == 422
    (message,) = response.context["form"].errors["portrait"]
    assert word in message
    assert not CastMember.objects.exists()
    assert list(media.rglob("*.*")) == []


def test_a_new_portrait_replaces_the_old_one_and_leaves_no_file(
    draft, player, media, now, django_capture_on_commit_callbacks
):
    def wear(portrait):
        with django_capture_on_commit_callbacks(execute=True):
            characters.change(
                character=draft, by=player, name="Nerea", sheet=draft.sheet, portrait=portrait,
                portrait_alt="", at=now,
            )  # fmt: skip

    wear(portraits.reencode(picture()))
    first = [file.name for file in media.rglob("*.webp")]
    wear(portraits.reencode(picture((50, 50))))
    second = [file.name for file in media.rglob("*.webp")]

    assert len(first) == len(second) == 1
    assert first != second


def test_a_change_that_fails_leaves_no_file(draft, player, media, now):
    with pytest.raises(characters.Stale):
        characters.change(
            character=draft, by=player, name="Otra", sheet=draft.sheet,
            portrait=portraits.reencode(picture()), portrait_alt="", seen=7, at=now,
        )  # fmt: skip

    assert list(media.rglob("*.webp")) == []


def test_a_portrait_is_served_to_be_shown_and_not_to_be_run(upload, client):
    upload(picture())
    url = reverse("portrait", args=[CastMember.objects.get().public_id])

    response = client.get(url)

    assert response["Content-Type"] == "image/webp"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"].startswith("inline")
    assert response["Cache-Control"] == "private, no-cache"
    again = client.get(url, headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_portrait_whose_file_is_gone_is_not_found(upload, client, media):
    upload(picture())
    for file in media.rglob("*.webp"):
        file.unlink()

    response = client.get(reverse("portrait", args=[CastMember.objects.get().public_id]))

    assert response.status_code == 404
