"""The reconstructed edition, and what makes a file no edition."""

import re
from itertools import combinations

import pytest

from domain.acuarella.edition import CARDS, AcuarellaEdition
from domain.acuarella.geometry import bits
from domain.acuarella.tables import tables
from domain.kernel.edition import InvalidEdition, decode_edition
from tests.acuarella.slow_geometry import square
from tests.acuarella.table import ROOT, STANDARD, TINY

WHEEL = {"red": 0, "orange": 2, "yellow": 4, "green": 6, "blue": 8, "purple": 10}
HUES = (
    "red", "red-orange", "orange", "yellow-orange", "yellow", "yellow-green",
    "green", "blue-green", "blue", "blue-violet", "violet", "red-violet",
)  # fmt: skip


def test_the_standard_edition_says_that_it_is_reconstructed() -> None:
    assert STANDARD.title.en == "Acuarella (reconstructed)"
    printed = {table for table, source in STANDARD.provenance.items() if source == "rulebook"}
    assert printed == {"trophies", "play"}
    assert set(STANDARD.provenance.values()) == {"rulebook", "reconstructed"}


def test_the_board_has_49_cells_and_a_bone_of_each_colour() -> None:
    bones = [square(bone.cell) for bone in STANDARD.board.bones]
    assert len(bits(tables(STANDARD).grid.all)) == 49
    assert {bone.colour for bone in STANDARD.board.bones} == WHEEL.keys()
    assert not set(bones) & {(0, 0), (6, 0), (0, 6), (6, 6)}
    assert all(abs(a - c) + abs(b - d) > 1 for (a, b), (c, d) in combinations(bones, 2))


@pytest.mark.clause("AC-1")
def test_there_are_96_pieces_of_8_shapes_and_6_colours() -> None:
    known = tables(STANDARD)
    assert len(known.pieces) * STANDARD.copies == 96
    assert {shape.id: size for shape, size in zip(STANDARD.shapes, known.size, strict=True)} == {
        "I2": 2, "I3": 3, "L3": 3, "I4": 4, "O4": 4, "T4": 4, "S4": 4, "L4": 4,
    }  # fmt: skip


@pytest.mark.clause("AC-8")
def test_the_palette_mixes_to_the_hue_half_way_round_the_wheel() -> None:
    mixed = {frozenset(mix.colours): mix.pigment for mix in STANDARD.palette}
    assert len(mixed) == 15
    for one, other in combinations(WHEEL, 2):
        apart = (WHEEL[other] - WHEEL[one]) % 12
        middle = WHEEL[one] + apart // 2 + (6 if apart > 6 else 0)
        assert mixed[frozenset((one, other))] == ("" if apart == 6 else HUES[middle % 12])
    assert sorted(pigment for pigment in mixed.values() if pigment) == sorted(HUES)


@pytest.mark.clause("AC-8")
def test_red_with_green_and_blue_with_orange_give_nothing() -> None:
    known = tables(STANDARD)
    for one, other in (("red", "green"), ("blue", "orange"), ("yellow", "purple"), ("red", "red")):
        assert known.mixes[known.colours[one]][known.colours[other]] is None
        assert known.mixes[known.colours[other]][known.colours[one]] is None


@pytest.mark.clause("AC-23")
def test_six_warm_pigments_of_3_and_six_cool_ones_of_2() -> None:
    warm = {pigment.id for pigment in STANDARD.pigments if pigment.tone == "warm" and pigment.points == 3}
    cool = {pigment.id for pigment in STANDARD.pigments if pigment.tone == "cool" and pigment.points == 2}
    assert warm == {"red-violet", "red", "red-orange", "orange", "yellow-orange", "yellow"}
    assert cool == set(HUES) - warm
    assert (STANDARD.wildcards.count, STANDARD.wildcards.points) == (12, 1)


def test_three_cards_of_each_of_the_eight_types() -> None:
    assert [(card.id, card.count) for card in STANDARD.cards] == [(card, 3) for card in CARDS]


@pytest.mark.clause("AC-25")
def test_a_cat_is_a_tail_a_head_and_a_body() -> None:
    assert {role.id: role.shapes for role in STANDARD.guide} == {
        "tail": ("I2", "I3"), "head": ("L3", "O4"), "body": ("I4", "T4", "S4", "L4"),
    }  # fmt: skip


BROKEN = {
    "provenance": ('palette = "reconstructed"', ""),
    "play: slots": ("slots = 2", "slots = 0"),
    "play: final_turns": ("final_turns = 2", "final_turns = 0"),
    "play: slots are written": ("slots = 2", "slots = 10"),
    "copies: there must be": ("slots = 2", "slots = 9"),
    ".copies": ("copies = 2", "copies = 0"),
    "shapes.O4: rows of equal": ('["##", "##"]', '["##", "#"]'),
    "shapes.O4: an empty row": ('["##", "##"]', '["##", ".."]'),
    "shapes.O4: its cells": ('["##", "##"]', '["#.", ".#"]'),
    "shapes.O4: does not fit": ('["##", "##"]', '["#####"]'),
    "shapes: the same id": ('id = "O4"', 'id = "I2"'),
    "cards: the same id": ('id = "parade"', 'id = "psychic"'),
    "board: 1 to 26": ("rows = 3", "rows = 30"),
    "board.bones: unknown": ('cell = "b2"', 'cell = "b4"'),
    "board.bones: unknown 'pink'": ('cell = "b2", colour = "red"', 'cell = "b2", colour = "pink"'),
    "board.bones: the same": ('cell = "b2"', 'cell = "c2"'),
    "palette: unknown": ('pigment = "green"', 'pigment = "pink"'),
    "palette: each pair": ('colours = ["red", "blue"]', 'colours = ["yellow", "red"]'),
    "guide.head: unknown": ('shapes = ["I2"] }', 'shapes = ["I9"] }'),
    "options: there is no rule": ("options.first", "options.second"),
    "options.first": ("\n0 =", "\nme ="),
    ".shapes": ('id = "O4"', 'id = "O-4"'),
    ".colours": ('id = "yellow"', 'id = "bright yellow"'),
    ".pigments": ('id = "orange"', 'id = "orange!"'),
    "#[0-9a-f]": ('ink = "#f4d04b"', 'ink = "gold"'),
    ".wildcards": ("at_once = 2", "at_once = 0"),
    "pigments: wildcards": ('id = "orange"', 'id = "wildcard"'),
    "cards: more cards": ("removed_for_two = 0", "removed_for_two = 2"),
}


@pytest.mark.parametrize("table", BROKEN)
def test_a_broken_edition_names_its_table(table: str) -> None:
    text = (ROOT / "tests/acuarella/editions/tiny.toml").read_text()
    good, bad = BROKEN[table]
    assert good in text
    with pytest.raises(InvalidEdition, match=re.escape(table)):
        decode_edition(text.replace(good, bad).encode(), AcuarellaEdition)


def test_what_follows_from_an_edition_is_worked_out_once() -> None:
    assert tables(STANDARD) is tables(STANDARD)
    assert tables(STANDARD) is not tables(TINY)
