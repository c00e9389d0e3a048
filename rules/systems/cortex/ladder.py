"""The die ladder: d2, d4 ... d12, d12+d2, d12+d4 and on; a step below d2 there is no die."""

import re

# Ten dice are far beyond any character; a longer rating is a typing error.
_RATING = re.compile(r"d\d{1,2}(\+d\d{1,2}){0,9}")
HIGHEST_SIDES = 12


def dice(step: int) -> tuple[int, ...]:
    """Return the dice of a rung, the full d12s first; none at nought or below (COR-DIE-001)."""
    if step <= 0:
        return ()
    full, rest = divmod(step, 6)
    return (HIGHEST_SIDES,) * full + ((2 * rest,) if rest else ())


def shift(step: int, by: int) -> int:
    """Return the rung some steps away; what would go below the ladder is lost (COR-DIE-005)."""
    return max(0, step + by)


def written(step: int) -> str:
    """Return a rung as people write it: "d8", "d12+d4", "d0" for no die."""
    return "+".join(f"d{sides}" for sides in dice(step)) or "d0"


def read(rating: object) -> int | None:
    """Return the rung of a rating, or None for what is no rung ("d3", "d8+d8")."""
    if rating == "d0":
        return 0
    if not isinstance(rating, str) or not _RATING.fullmatch(rating):
        return None
    step = sum(int(part[1:]) for part in rating.split("+")) // 2
    return step if written(step) == rating else None


def highest(step: int) -> int:
    """Return the highest total of a rung: twice its number."""
    return 2 * max(0, step)
