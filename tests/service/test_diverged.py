"""A replay that is not what was played says so."""

from pathlib import Path
from uuid import uuid4

import psycopg

from domain.match.events import Fingerprint
from domain.match.filing import codec_of
from domain.record.record import read_record
from infra.editions import shipped_catalogue
from tests.service.bots import play_out
from tests.service.client import Client
from tests.service.server import environment_of, serving
from tests.services import Services


def test_a_step_with_another_fingerprint_is_marked_in_the_replay(services: Services, tmp_path: Path) -> None:
    game = shipped_catalogue().newest("aqualin").game
    with services.database(f"diverged_{uuid4().hex}") as database:
        environment = environment_of(database.url, services.redis_url, tmp_path / "data")
        with serving(environment, tmp_path / "log") as server:
            match, _ = play_out(server.url, "aqualin", 2, "random")
            steps = read_record(Client(server.url).get(match, "record").content).steps
            assert marked(server.url, match) == []
        prints = [(step, event) for step in steps for event in codec_of(game).read(step.open, step.sealed).events]
        step, print_ = [(step, event) for step, event in prints if isinstance(event, Fingerprint)][3]
        with psycopg.connect(database.admin_url) as admin:
            admin.execute("ALTER TABLE log.step DISABLE TRIGGER ALL")  # they refuse it, to superusers too
            changed = step.sealed.replace(print_.digest.encode(), print_.digest[::-1].encode())
            admin.execute(
                "UPDATE log.step SET sealed = %s WHERE match_id = %s AND version = %s", (changed, match, step.version)
            )
        with serving(environment, tmp_path / "log") as server:
            assert marked(server.url, match) == [step.version]
            assert Client(server.url).get(match, f"replay/{step.version}").json()["told"]["diverged"]


def marked(url: str, match: str) -> list[int]:
    told = Client(url).get(match, "replay").raise_for_status().json()["steps"]
    return [step["version"] for step in told if step["diverged"]]
