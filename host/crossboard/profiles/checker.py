"""What the checks of a profile are made of: a value that is wrong is an error with its place, a pin is used once."""

from __future__ import annotations

from typing import Any, cast

from crossboard.errors import CrossboardError
from crossboard.games.words import plural
from crossboard.profiles.chips import CHIPS

LIGHT_ORDERS = ("rows", "serpentine", "columns", "columns-serpentine")


class ProfileError(CrossboardError):
    """A profile that can't be read or that describes no board that works."""


class Checker:
    """Of one profile's table; it knows the pins and buses used so far, and what check.py has found: chip, squares and lights."""

    def __init__(self, table: dict[str, Any], source: str) -> None:
        self.table = table
        self.source = source
        self.used: dict[int, str] = {}
        self.buses: dict[tuple[str, int], str] = {}
        self.chip = CHIPS["rp2"]
        self.squares: list[int] = []
        self.light_count = 0

    def wrong(self, key: str, what: str) -> ProfileError:
        """The error for what is wrong with a key."""
        text = f"{key}: {what}" if key else what
        return ProfileError("".join(c if c.isprintable() else repr(c)[1:-1] for c in text), self.source)

    def keys(self, where: str, table: dict[str, Any], known: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
        """All of `known` but the optional ones must be there, and nothing else."""
        for key in known:
            if key not in table and key not in optional:
                raise self.wrong(where, f"'{key}' is missing")
        for key in table:
            if key not in known:
                raise self.wrong(where, f"'{key}' is unknown; known are {', '.join(known)}")

    def text(self, key: str, value: object) -> str:
        if not isinstance(value, str) or not value or not value.isascii() or " " in value:
            raise self.wrong(key, "must be a word")
        return value

    def number(self, key: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(key, f"must be a whole number from {least} to {most}")
        return value

    def default(self, section: str, key: str, value: int, least: int, most: int) -> int:
        """A number that may be missing."""
        table = self.table[section]
        table.setdefault(key, value)
        return self.number(f"{section}.{key}", table[key], least, most)

    def lines(self, key: str, value: object) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(line, str) for line in cast("list[object]", value)):
            raise self.wrong(key, "must be a list of texts")
        return cast("list[str]", value)

    def pin(self, key: str, value: object) -> int:
        """One pin: there on the chip, free to use, and not used before."""
        pin = self.number(key, value, 0, 99)
        if pin in self.chip.reserved:
            raise self.wrong(key, f"pin {pin} {self.chip.reserved[pin]}")
        if pin not in self.chip.pins:
            raise self.wrong(key, f"{self.chip.title} has no pin {pin}")
        if pin in self.used:
            raise self.wrong(key, f"pin {pin} is already used by {self.used[pin]}")
        self.used[pin] = key
        return pin

    def analog_pin(self, key: str, value: object) -> int:
        """One pin, as `pin`, that can measure a voltage."""
        pin = self.pin(key, value)
        if pin not in self.chip.analog:
            known = ", ".join(map(str, sorted(self.chip.analog)))
            raise self.wrong(key, f"pin {pin} cannot measure a voltage; {known} can")
        return pin

    def pins(self, key: str, value: object, count: int, what: str) -> None:
        """A list of `count` pins, one for each of `what`."""
        if not isinstance(value, list):
            raise self.wrong(key, "must be a list of pins")
        found = cast("list[object]", value)
        if len(found) != count:
            raise self.wrong(key, f"has {plural(len(found), 'pin')} for {count} {what}")
        for i, pin in enumerate(found):
            self.pin(f"{key}[{i}]", pin)

    def bus(self, section: str, kind: str, roles: tuple[str, ...]) -> None:
        """A bus of that kind, its number under the key `kind`, a pin for each role, on nobody else's bus."""
        table = self.table[section]
        number = self.number(f"{section}.{kind}", table[kind], 0, 9)
        if number not in self.chip.buses[kind]:
            known = ", ".join(map(str, self.chip.buses[kind]))
            raise self.wrong(f"{section}.{kind}", f"{self.chip.title} has {kind} {known}, not {number}")
        if (kind, number) in self.buses:
            raise self.wrong(f"{section}.{kind}", f"{kind} {number} is already used by {self.buses[kind, number]}")
        self.buses[kind, number] = section
        for role in roles:
            key = f"{section}.{role}_pin"
            if why := self.chip.misfit(kind, number, role, self.pin(key, table[f"{role}_pin"])):
                raise self.wrong(key, why)

    def order(self, section: str, order: object) -> None:
        if order not in LIGHT_ORDERS:
            raise self.wrong(f"{section}.order", f"must be one of {', '.join(LIGHT_ORDERS)}")
