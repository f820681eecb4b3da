"""An edition: a game's components and the options it offers, as data."""

import hashlib
from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.refusal import Refusal
from domain.kernel.words import Labels

Provenance = Literal["rulebook", "public", "reconstructed"]


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that a match may make: its lawful values, the one taken when nothing is said, and its name."""

    label: Labels
    default: str
    values: dict[str, Labels]


class Edition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every edition says of itself. A game's type adds its tables and checks them in `__post_init__`."""

    id: str
    title: Labels
    languages: tuple[str, ...]
    provenance: dict[str, Provenance]  # for each table, where its figures come from
    options: dict[str, Option] = {}


class InvalidEdition(ValueError):
    """An edition file that is not one: the message says which table and why."""


def decode_edition(data: bytes, type_: type[Edition]) -> Edition:
    """An edition file. Raises `InvalidEdition`."""
    try:
        tables = msgspec.toml.decode(data)
    except (msgspec.DecodeError, ValueError) as error:
        raise InvalidEdition(str(error)) from error
    return check_edition(tables, type_)


def check_edition(tables: Mapping[str, object], type_: type[Edition]) -> Edition:
    """An edition of what its file holds, checked. Raises `InvalidEdition`."""
    try:
        edition = msgspec.convert(tables, type=type_)
    except (msgspec.ValidationError, ValueError) as error:
        raise InvalidEdition(str(error)) from error
    for name, option in edition.options.items():
        if option.default not in option.values:
            raise InvalidEdition(f"option {name}: the default {option.default!r} is none of its values")
    return edition


def edition_digest(data: bytes) -> str:
    """What a match pins: SHA-256 of the edition file, in hex."""
    return hashlib.sha256(data).hexdigest()


def choose_options(edition: Edition, chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option of the edition with its value. Refuses unknown names and values."""
    for name, value in chosen.items():
        if name not in edition.options:
            raise Refusal("unknown-option", option=name, options=sorted(edition.options))
        if value not in edition.options[name].values:
            raise Refusal("unknown-option-value", option=name, value=value, values=list(edition.options[name].values))
    return {name: chosen.get(name, option.default) for name, option in edition.options.items()}
