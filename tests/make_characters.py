"""Make what the tests of characters need: sheets as typed, pictures, the table's usual cast."""

import uuid
from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from rules.engine import system as systems


def typed(**changes: Any) -> dict[str, Any]:
    """Return a new character's form as a browser sends it; `None` leaves a field out."""
    system = systems.get("savage_adventure")
    sent = {
        field.id: "on" if field.kind == "boolean" else str(field.default)
        for field in system.sheet_fields()
    }
    sent |= {"name": "Nerea Costas", "portrait_alt": "", "public_id": str(uuid.uuid4())}
    sent |= {name.replace("__", "."): value for name, value in changes.items()}
    return {name: value for name, value in sent.items() if value is not None}


def picture(
    size: tuple[int, int] = (400, 300), format: str = "PNG", **saving: Any
) -> SimpleUploadedFile:
    """Return a picture as somebody uploads it: its left half red, its right half blue."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, size[0], size[1]))
    written = BytesIO()
    image.save(written, format, **saving)
    return SimpleUploadedFile(f"nerea.{format.lower()}", written.getvalue())
