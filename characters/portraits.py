"""Uploaded pictures, made safe: opened, cropped and written anew; nothing of the file is kept."""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from campaigns.models import CastMember

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
SIDE = 256
# Named, because Pillow would also try formats that run other programs or unfold without end.
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_SALT = "characters.portraits"


def reencode(upload: "UploadedFile[bytes]") -> bytes:
    """
    Return the picture as a square WebP of 256 pixels, cropped around its middle.

    :raises ValidationError: for a file that is too big, is no picture, or unfolds to too much.
    """
    if (upload.size or 0) > MAX_BYTES:
        raise ValidationError(_("The picture is too big: at most 5 MB."))
    try:
        square = _square(upload)
    except ValidationError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_many_pixels() from None
    except Exception:
        # Pillow's decoders raise almost anything for a broken file; all of it means the same.
        message = _("This file is no picture we can read. Use JPEG, PNG, WebP or GIF.")
        raise ValidationError(message) from None
    # A copy without the metadata (place, camera, colour profile) that the file came with.
    bare = Image.new(square.mode, square.size)
    bare.paste(square)
    written = BytesIO()
    bare.save(written, "WEBP", quality=84)
    return written.getvalue()


def _square(upload: "UploadedFile[bytes]") -> Image.Image:
    with Image.open(upload, formats=FORMATS) as picture:
        # Asked of the file's head, before anything is unfolded.
        if picture.width * picture.height > MAX_PIXELS:
            raise _too_many_pixels()
        mode = "RGBA" if picture.has_transparency_data else "RGB"
        upright = ImageOps.exif_transpose(picture).convert(mode)
    return ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)


def _too_many_pixels() -> ValidationError:
    return ValidationError(_("The picture has too many pixels: at most 40 million."))


@dataclass(frozen=True)
class Kept:
    """A picture that travels with a form: as an image's address, and signed to be read again."""

    picture: str
    signed: str


def kept(portrait: bytes) -> Kept:
    """Pack a re-encoded picture into text, for a form that comes back to its sender."""
    text = b64encode(portrait).decode()
    return Kept(picture=f"data:image/webp;base64,{text}", signed=Signer(salt=_SALT).sign(text))


def opened(signed: str) -> bytes | None:
    """Return the picture that `kept` packed; None for whatever we did not sign."""
    try:
        return b64decode(Signer(salt=_SALT).unsign(signed))
    except BadSignature:
        return None


@contextmanager
def replacing(member: CastMember, portrait: bytes | None) -> Iterator[None]:
    """
    Give the member a new portrait's file; without one, keep what there is.

    The caller saves the member inside. The old file goes when that is committed, the new one when
    it fails, so that neither a page shows a hole nor the disk keeps what nobody shows.
    """
    if portrait is None:
        yield
        return
    storage = member.portrait.storage
    before = member.portrait.name
    # A new name each time: it is also what tells a browser that the picture is another.
    member.portrait.save(f"{uuid4()}.webp", ContentFile(portrait), save=False)
    after = member.portrait.name or ""
    try:
        yield
    except BaseException:
        storage.delete(after)
        raise
    if before:
        transaction.on_commit(lambda: storage.delete(before))
