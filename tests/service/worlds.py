"""Pairs of Puzzilli matches that differ in what an audience cannot know.

Two matches of the service have the same players and chosen seeds. What hands find in them hangs on the salt that the
last sitter brings. So a course of commands is played on paper with one salt after another, until two of these worlds
tell an audience the same of every step, although the hands found different pieces.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Command, Seat
from domain.match.commands import Resign, Sit
from domain.match.filing import codec_of
from domain.match.fold import fold
from domain.match.state import Match
from domain.puzzilli.commands import LetGo, Pull, Reach
from domain.puzzilli.edition import Piece
from domain.puzzilli.events import Grasped, Pulled
from domain.puzzilli.game import PUZZILLI
from domain.record.playout import Played, take
from domain.record.record import read_record
from infra.editions import shipped_catalogue
from tests.service.client import Client

MOST_SALTS = 2000  # a course for which so many do not do asks for too much
_PLAIN: dict[str, Command] = {"reach": Reach(), "let go": LetGo(), "pull": Pull(), "leave": Resign()}
_CODEC = codec_of(PUZZILLI)

Move = tuple[Seat, Command]


class Course(NamedTuple):
    """What seats do one after the other: "0 reach, 1 pull, …". They place and feed what is lawful first; with "pull
    Doubloon" that is what the hand has to hold. `same_to` is told the same in both worlds."""

    seats: int
    moves: str
    same_to: Audience = "spectator"


class World:
    """One way for a course to go. `played[0]` is the last sitting, which starts the match; then one step a move."""

    def __init__(self, salt: str, moves: Sequence[Move], played: Sequence[Played]) -> None:
        self.salt, self.moves, self.played = salt, moves, played

    def told(self, audience: Audience) -> list[bytes]:
        """What an audience may read of each move's step."""
        filed = [_CODEC.read(step.open, step.sealed, audience) for step, _ in self.played[1:]]
        return [encode((step.command, step.events, step.draws)) for step in filed]

    @cached_property
    def finds(self) -> dict[int, tuple[Seat, Piece]]:
        """Whose hand found what, by version, but for what was pulled later."""
        finds: dict[int, tuple[Seat, Piece]] = {}
        held: dict[Seat, int] = {}
        for step, _ in self.played:
            for event in _CODEC.read(step.open, step.sealed).events:
                if isinstance(event, Grasped):
                    finds[step.version], held[event.seat] = (event.seat, event.piece), step.version
                elif isinstance(event, Pulled):
                    del finds[held[event.seat]]
        return finds


def seated_but_one(players: Sequence[Client], seed: str) -> tuple[str, Callable[[str, Course], World | None]]:
    """A new match that waits for its last player, and how a course would go with that player's salt."""
    wanted = {"game": "puzzilli", "seats": len(players), "autostart": True, "seed": seed}
    match: str = players[0].create(**wanted).raise_for_status().json()["match_id"]
    for seat, player in enumerate(players[:-1]):
        player.sit(match, seat).raise_for_status()
    record = read_record(players[0].get(match, "record").raise_for_status().content)
    waiting, sitter = fold(shipped_catalogue(), record.steps), UUID(players[-1].player_id)
    return match, lambda salt, course: on_paper(waiting, sitter, bytes.fromhex(seed), salt, course)


def on_paper(waiting: Match, sitter: UUID, seed: bytes, salt: str, course: Course) -> World | None:
    """The course played without a server; None when a hand does not hold what it should."""
    moves, played = list[Move](), [take(waiting, sitter, Sit(Seat(course.seats - 1), salt), seed)]
    for move in course.moves.split(", "):
        seat, words = Seat(int(move[0])), move[2:]
        match = played[-1].match
        person, state = match.players[seat], match.state
        assert person is not None
        if words.endswith(" Doubloon") and state.seats[seat].hand != state.edition.special:
            return None
        command = _PLAIN.get(words.removesuffix(" Doubloon")) or PUZZILLI.legal(state, seat)[0]
        moves.append((seat, command))
        played.append(take(match, person, command, seed))
    return World(salt, moves, played)


def worlds_apart(course: Course, ways: Sequence[Callable[[str, Course], World | None]]) -> tuple[World, World]:
    """A world of each of two matches: told alike, and all that was found and not pulled is different."""
    known: tuple[dict[bytes, list[World]], ...] = ({}, {})
    for salt in map("{:032x}".format, range(MOST_SALTS)):
        for side, way in enumerate(ways):
            if world := way(salt, course):
                told = encode(world.told(course.same_to))
                known[side].setdefault(told, []).append(world)
                for other in known[1 - side].get(told, []):
                    if all(other.finds[version] != found for version, found in world.finds.items()):
                        return (world, other) if side == 0 else (other, world)
    raise AssertionError(f"no two worlds: nothing would be tested by {course}")
