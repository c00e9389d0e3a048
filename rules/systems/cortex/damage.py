"""The arithmetic of damage: stun and wounds, before anybody is marked with them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Harm:
    """Some stun and some wounds (COR-DMG-001)."""

    stun: int = 0
    wounds: int = 0

    def plus(self, other: "Harm") -> "Harm":
        return Harm(self.stun + other.stun, self.wounds + other.wounds)

    def less(self, reduction: int) -> "Harm":
        """Take a reduction off wounds first and then off stun (COR-PPS-011, COR-DEF-031)."""
        off = min(self.wounds, reduction)
        return Harm(max(0, self.stun - (reduction - off)), self.wounds - off)


def split(amount: int) -> Harm:
    """Split basic damage in halves; the odd point is stun (COR-DMG-009)."""
    return Harm(amount - amount // 2, amount // 2)


def of_kind(kind: str, amount: int) -> Harm:
    """Return damage of a kind: "stun", "wound", or "basic", which is split at once."""
    if kind == "stun":
        return Harm(stun=amount)
    return Harm(wounds=amount) if kind == "wound" else split(amount)
