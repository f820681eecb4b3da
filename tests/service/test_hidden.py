"""Nobody learns over HTTP what a hand holds in Puzzilli's bag: by no answer, event, error, log line or key in Redis."""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import pytest

from domain.kernel.codec import encode
from domain.kernel.messages import Audience, Command, Seat
from domain.match.commands import Resign
from domain.match.decide import match_key
from domain.match.filing import codec_of, read_sealed
from domain.match.fold import fold
from domain.match.step import Step
from domain.puzzilli.commands import EXAMPLES, Reach
from domain.puzzilli.events import Felt, Grasped
from domain.puzzilli.game import PUZZILLI
from domain.puzzilli.state import staying
from domain.record.record import read_record
from infra.editions import shipped_catalogue
from tests.service.client import Client, eventually, play_randomly, table_for
from tests.service.looking import READS, Reader, Shown, in_redis, shown, shown_in_redis, talkative, unpaired
from tests.service.server import Server, serving
from tests.service.worlds import Course, World, seated_but_one, worlds_apart
from tests.services import PATIENCE

ROUND = "2 leave, 3 leave, 0 reach, 0 pull, 1 reach, 1 pull, 0 place, 1 place, 0 feed, 1 feed"
COURSES = {
    "reaching and letting go": Course(3, "0 reach, 1 reach, 0 let go, 0 reach, 1 let go, 1 reach"),
    "the fifth find is kept": Course(2, "0 reach" + ", 0 let go, 0 reach" * 4),
    "the last to pull keeps what it finds": Course(3, "1 reach, 1 pull, 2 reach, 2 pull, 0 reach"),
    "leaving with a hand in the bag": Course(4, "0 reach, 1 reach, 1 leave, 2 reach, 0 let go, 0 reach"),
    "a doubloon is pulled, and another piece chosen": Course(
        4,
        "2 reach, 2 leave, 3 reach, 3 pull, 3 leave, 0 reach, 0 let go, 0 reach, 1 reach, 1 pull, 0 pull Doubloon, "
        "1 place, 0 place, 0 feed, 1 feed, 1 reach, 0 reach",
    ),
    "the same shape in another colour, to its own seat too": Course(4, f"{ROUND}, 0 reach", same_to=Seat(0)),
    "a piece that must be pulled, to its own seat too": Course(
        4, f"{ROUND}, 1 reach, 1 pull, 0 reach", same_to=Seat(0)
    ),
}
"""Each ends with a hand in the bag that holds something else in the two matches; what was let go was not the same."""

SCANNED = 24  # commands of a match


class Twins:
    """Two matches with the same players, who play the same course; `alike`: who has been told the same in both."""

    def __init__(self, server: Server, course: Course, streams: ExitStack) -> None:
        self.server, url = server, server.url
        self.players = [Client.new(url, f"Player {seat}") for seat in range(course.seats)]
        people: list[tuple[Audience, Client]] = [("spectator", Client.new(url, "Stranger"))]
        people += [(Seat(seat), player) for seat, player in enumerate(self.players)]
        self.logged = server.logged()  # from here on all is done to both
        self.matches, ways = zip(*(seated_but_one(self.players, digit * 64) for digit in "ab"), strict=True)
        self.worlds = worlds_apart(course, ways)
        for match, world in zip(self.matches, self.worlds, strict=True):
            self.players[-1].sit(match, salt=world.salt).raise_for_status()
        self.version = course.seats + 1
        self.alike = [(who, [Reader(client, match, streams) for match in self.matches]) for who, client in people]

    def moves(self) -> Iterator[None]:
        """Plays the course move by move."""
        for number, (seat, command) in enumerate(self.worlds[0].moves):
            answers = self.send(seat, command)
            told = [[world.told(who)[number] for who, _ in self.alike] for world in self.worlds]
            self.alike = [pair for pair, one, two in zip(self.alike, *told, strict=True) if one == two]
            assert answers[0] == answers[1] or seat not in [who for who, _ in self.alike]
            yield

    def send(self, seat: Seat, command: Command) -> list[Shown]:
        named, self.version = self.version, self.version + 1
        answers = [
            self.players[seat].post(match, "resign")
            if isinstance(command, Resign)
            else self.players[seat].play(match, named, msgspec.to_builtins(command))
            for match in self.matches
        ]
        assert [answer.json()["version"] for answer in answers] == [self.version] * 2
        return [shown(answer, match) for answer, match in zip(answers, self.matches, strict=True)]

    def end(self) -> None:
        """All but one of those who stay leave, and the house seals both matches."""
        for seat in staying(self.worlds[0].played[-1].match.state)[1:]:
            self.send(seat, Resign())
        for match in self.matches:
            eventually(lambda match=match: self.players[0].view(match)["sealed_at_version"], bool)  # type: ignore[misc]

    def compare(self, look: Callable[[Reader], Iterable[Shown]]) -> None:
        for _, readers in self.alike:
            for one, two in zip(*map(look, readers), strict=True):
                assert one == two

    def unpaired(self) -> list[str]:
        """What was logged of one match only since the last look: asked step by step, so that what was logged of one at
        another step is no pair."""
        before, self.logged = self.logged, self.server.logged()
        return unpaired(self.logged - before, self.matches)


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES.keys())
def test_matches_that_differ_in_what_hands_find_alone_look_the_same(server: Server, course: Course) -> None:
    with ExitStack() as streams:
        twins = Twins(server, course, streams)
        finds = [world.finds for world in twins.worlds]
        for _ in twins.moves():
            twins.compare(Reader.live)
            if twins.version >= min(finds[0]):
                twins.compare(Reader.now)
            assert twins.unpaired() == []
        version = twins.version
        del twins.alike[3:]  # a spectator and two seats are enough for all the rest
        whose = {who for who, _ in twins.alike}
        assert course.same_to in whose
        assert len(whose) > 1

        twins.compare(lambda reader: reader.more(version))
        twins.compare(lambda reader: reader.streamed(version))
        twins.compare(lambda reader: reader.history(range(min(finds[0]), version + 1)))
        twins.compare(Reader.record)
        twins.compare(lambda reader: reader.lists(twins.players[0].player_id, version))
        twins.compare(lambda reader: reader.errors(version))
        for who, readers in twins.alike:
            one, two = (list(refusals(reader, who, world)) for reader, world in zip(readers, twins.worlds, strict=True))
            assert one == two
        kept = [shown_in_redis(server, match, version, whose) for match in twins.matches]
        assert kept[0] == kept[1]
        assert twins.unpaired() == []

        twins.end()
        twins.compare(lambda reader: reader.history([*finds[0], twins.version], "it"))
        for match, found in zip(twins.matches, finds, strict=True):
            for step, (seat, piece) in found.items():
                frame = Client(server.url).get(match, f"replay/{step}", reveal=True).json()
                assert frame["view"]["revealed"]["pieces"][seat] == piece
                assert {"type": "grasped", "seat": seat, "piece": piece} in frame["step"]["events"]


def refusals(reader: Reader, who: Audience, world: World) -> Iterator[Shown]:
    """What the rules answer to all that is not lawful now, and to what is too old."""
    match = world.played[-1].match
    lawful = PUZZILLI.legal(match.state, who) if isinstance(who, int) else ()
    for command in (*EXAMPLES, {"type": "look"}):
        for named in (1, match.version):
            if named == 1 or command not in lawful:
                answer = reader.client.play(reader.match, named, msgspec.to_builtins(command))
                assert answer.status_code >= 400
                yield shown(answer, reader.match)


def test_touch_tells_its_own_seat_a_shape_and_the_end_tells_everybody_the_piece(url: str) -> None:
    match, (ana, bo) = table_for(url, "puzzilli", 2)
    answer = ana.play(match, 3, {"type": "reach"}).raise_for_status().json()
    shape = answer["view"]["private"]["shape"]
    reached = {"type": "reached", "seat": 0, "final": False}
    assert answer["events"] == [reached, {"type": "felt", "seat": 0, "shape": shape}]
    narrated = ana.get(match, "replay/4").json()["told"]["narration"]
    assert narrated.startswith("Player 0 reaches into the bag. To the touch: ")
    for other, private in ((bo, {"shape": None}), (Client(url), None)):
        frame = other.get(match, "replay/4").json()
        assert (frame["step"]["events"], frame["view"]["private"]) == ([reached], private)
        assert frame["told"]["narration"] == "Player 0 reaches into the bag."
        assert other.view(match)["private"] == private

    for what in ("replay", "replay/4", "replay/4.svg"):
        assert bo.get(match, what, reveal=True).status_code == 403
    bo.post(match, "resign").raise_for_status()
    revealed = Client(url).get(match, "replay/4", reveal=True).json()
    assert revealed["view"]["private"] == [{"shape": shape}, {"shape": None}]
    assert revealed["view"]["revealed"]["pieces"][0].endswith(shape)
    assert [event["type"] for event in revealed["step"]["events"]] == ["reached", "felt", "grasped"]
    assert Client(url).get(match, "replay/4").json()["step"]["events"] == [reached]


def test_what_follows_from_a_drawn_seed_is_nowhere_while_the_match_runs(server: Server) -> None:
    logged = server.logged()
    match, players = table_for(server.url, "puzzilli", 2)
    people: list[tuple[Audience, Client]] = [(Seat(seat), player) for seat, player in enumerate(players)]
    people.append(("spectator", Client(server.url)))
    with ExitStack() as streams:
        readers = [(who, Reader(client, match, streams)) for who, client in people]
        for _, answer in zip(range(SCANNED), play_randomly(match, players), strict=False):
            view = answer["view"]
            readers[view["you"]][1].raw.append(json.dumps(answer, separators=(",", ":")))
            for _, reader in readers:
                read(reader.live(), reader.now())
        assert view["status"] == "running"
        version = view["version"]
        for _, reader in readers:
            read(reader.more(version), reader.history(range(1, version + 1)), reader.record(), reader.errors(version))
        kept = in_redis(server, match, version)
        log, metrics = server.logged() - logged, httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    [private] = [json.loads(part.value) for part in kept if part.is_private]
    assert private == [player.view(match)["private"] for player in players]

    players[0].post(match, "resign").raise_for_status()
    steps = read_record(Client(server.url).get(match, "record").raise_for_status().content).steps
    assert shown_of(secrets(steps, "spectator"), [*log, metrics]) == []
    assert named(steps, [*log, metrics]) == set()
    for who, reader in readers:
        in_redis_for = ["".join(part) for part in kept if part.audience == who]
        assert shown_of(secrets(steps, who), reader.raw + in_redis_for) == []


def test_a_log_that_tells_what_hands_find_is_noticed(server: Server, tmp_path: Path) -> None:
    """A log with nothing in it proves nothing: this one has a leak."""
    app = f"{talkative.__module__}:{talkative.__name__}"
    with serving(server.environment, tmp_path / "http.log", app=app) as leaking, ExitStack() as streams:
        twins = Twins(leaking, COURSES["the fifth find is kept"], streams)
        assert twins.unpaired() == []
        for (_, command), _ in zip(twins.worlds[0].moves, twins.moves(), strict=True):
            assert bool(twins.unpaired()) == isinstance(command, Reach)
        log = leaking.logged()
        for world in twins.worlds:
            steps = [step for step, _ in world.played]
            told = [repr(event) for event in hidden(steps)]
            assert shown_of(told, log) == told
            assert named(steps, log) == {word for _, piece in world.finds.values() for word in piece.split()}


def read(*looks: Iterable[Shown]) -> None:
    for look in looks:
        list(look)


def secrets(steps: Sequence[Step], who: Audience) -> list[str]:
    """Seed and match key, as they may be written; what hands found and felt, and the nonces of what others may read."""
    over = fold(shipped_catalogue(), steps)
    assert over.seed is not None
    seed = bytes.fromhex(over.seed)
    found = []
    for secret in (seed, match_key(seed, over.id, over.salts)):
        found += [secret.hex(), base64.b64encode(secret).decode(), secret.decode("latin-1")]
    for event in hidden(steps):
        if isinstance(event, Grasped) or event.seat != who:
            found += [encode(event).decode(), repr(event)]
    for step in steps:
        found += [part.nonce for part in read_sealed(step.sealed) if msgspec.json.decode(part.part)["to"] != who]
    return found


def named(steps: Sequence[Step], texts: Iterable[str]) -> set[str]:
    """The colours and shapes of what hands found that are words of texts which have no cause to name any piece."""
    pieces = [event.piece for event in hidden(steps) if isinstance(event, Grasped)]
    return {word for piece in pieces for word in piece.split()} & {
        word for text in texts for word in re.findall("[A-Za-z]+", text)
    }


def hidden(steps: Sequence[Step]) -> Iterator[Felt | Grasped]:
    for step in steps:
        for event in codec_of(PUZZILLI).read(step.open, step.sealed).events:
            if isinstance(event, Felt | Grasped):
                yield event


def shown_of(secrets: Iterable[str], texts: Iterable[str]) -> list[str]:
    everything = "\n".join(texts)
    return [secret for secret in secrets if secret in everything]


def test_every_way_to_read_a_match_is_looked_at(url: str) -> None:
    paths = httpx.get(f"{url}/schema", timeout=PATIENCE).raise_for_status().json()["paths"]
    stem = "/api/v1/matches/{match_id}"
    assert {
        path.removeprefix(stem) for path, calls in paths.items() if path.startswith(stem) and "get" in calls
    } == set(READS)
