"""What a field of the settings knows about itself, and how it is read from a file.

A field is declared once, as `lines: int = setting(3, low=1, high=6, label=…)`. Its type says what it may hold (a
`Literal` lists its choices); windows, command line and documents read the rest from `Setting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Setting:
    """Everything but the type of one field. Texts are English source texts of the translation context "Settings".

    Attributes:
        default: its value in new settings.
        label: how windows name it, "" where no window shows it.
        choices: how windows name its values, where it has only a few.
        low, high: bounds of a number, both included; None for no bound.
        step: by how much a click changes a number.
        unit: what follows a number on screen, with its space.
        zero: what stands on screen instead of the lowest number, "" for the number itself.
        own: something the user wrote: neither Cancel nor Restore Defaults touches it.
    """

    default: Any
    label: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    step: int = 1
    unit: str = ""
    zero: str = ""
    own: bool = False

    def allows(self, number: float) -> bool:
        """Whether `number` is within the bounds; NaN never is."""
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)

    def clamp(self, number: Number) -> Number:
        """The allowed number that is nearest to `number`."""
        low, high = (number if bound is None else type(number)(bound) for bound in (self.low, self.high))
        return min(high, max(low, number))


def setting(default: Any, **known: Any) -> Any:
    """A dataclass field with its default; `known` are the other attributes of `Setting`."""
    if isinstance(default, list | dict):
        raise TypeError("use a tuple")
    return field(default=default, metadata={"setting": Setting(default, **known)})


@cache
def settings_in(kind: type) -> dict[str, Setting]:
    """The settings of one group by name. Raises TypeError where the names of choices are not those of the type."""
    hints = get_type_hints(kind)
    found = {item.name: item.metadata["setting"] for item in fields(kind) if "setting" in item.metadata}
    for name, known in found.items():
        if get_origin(hints[name]) is Literal and known.choices and set(known.choices) != set(get_args(hints[name])):
            raise TypeError(f"{kind.__name__}.{name}: other choices than its type has")
    return found


def from_dict(kind: type[T], raw: Any) -> T:
    """A dataclass of `kind` from parsed JSON; whatever does not fit keeps its default."""
    if not isinstance(raw, dict):
        return kind()
    hints = get_type_hints(kind)
    blank = kind()
    values = {
        item.name: _value(raw[item.name], hints[item.name], item.metadata.get("setting"), getattr(blank, item.name))
        for item in fields(kind)  # type: ignore[arg-type]
        if item.name in raw
    }
    return replace(blank, **values)  # type: ignore[type-var]


def _value(raw: Any, hint: Any, known: Setting | None, default: Any) -> Any:
    """`raw` as the type `hint`, or `default` where it does not fit."""
    if is_dataclass(hint) and isinstance(hint, type):
        return from_dict(hint, raw)
    if get_origin(hint) is Literal:
        return next((value for value in get_args(hint) if value == raw and type(value) is type(raw)), default)
    if get_origin(hint) is tuple:
        return _items(raw, get_args(hint), default)
    if hint is float and isinstance(raw, int) and not isinstance(raw, bool):
        try:
            raw = float(raw)
        except OverflowError:
            return default
    if isinstance(raw, str):
        raw = _whole(raw)
    if not isinstance(raw, hint) or (hint is int and isinstance(raw, bool)):
        return default
    if known is not None and isinstance(raw, int | float) and not known.allows(raw):
        return default
    return raw


def _items(raw: Any, kinds: tuple[Any, ...], default: Any) -> Any:
    """A tuple of any length, with those items that fit, or one of a fixed length that fits as a whole."""
    if not isinstance(raw, list | tuple):
        return default
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kind = kinds[0]
        if is_dataclass(kind) and isinstance(kind, type):
            return tuple(from_dict(kind, item) for item in raw if isinstance(item, dict))
        return tuple(_whole(item) if isinstance(item, str) else item for item in raw if isinstance(item, kind))
    return tuple(raw) if len(raw) == len(kinds) and all(map(isinstance, raw, kinds)) else default


def _whole(text: str) -> str:
    """`text` without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "ignore").decode("utf-8")
