"""Uploaded pictures, made safe: opened, cropped and written anew; nothing of the file is kept."""

import warnings
from io import BytesIO

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
SIDE = 256
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")


def reencode(upload: UploadedFile) -> bytes:
    """
    Return the picture as a square WebP of 256 pixels, cropped around its middle.

    :raises ValidationError: for a file that is too big, is no picture, or unfolds to too much.
    """
    if (upload.size or 0) > MAX_BYTES:
        raise ValidationError(_("The picture is too big: at most 5 MB."))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(upload, formats=FORMATS)
            if picture.width * picture.height > MAX_PIXELS:
                raise ValidationError(_("The picture has too many pixels: at most 40 million."))
            picture.load()
    except ValidationError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        message = _("The picture has too many pixels: at most 40 million.")
        raise ValidationError(message) from None
    except Exception:
        # Pillow's decoders raise almost anything for a broken file; all of it means the same.
        message = _("This file is no picture we can read. Use JPEG, PNG, WebP or GIF.")
        raise ValidationError(message) from None
    upright = ImageOps.exif_transpose(picture).convert("RGB")
    square = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    written = BytesIO()
    square.save(written, "WEBP", quality=84)
    return written.getvalue()
