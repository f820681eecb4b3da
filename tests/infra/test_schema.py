"""What the schema itself holds: keys begin with the bucket, nothing binds buckets together, nobody changes a step."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

import infra
from domain.match.step import bucket_of
from infra.migrate import migrate
from tests.services import Services, TestDatabase

SQL = Path(infra.__file__).parent / "sql"
Connection = psycopg.Connection[tuple[object, ...]]

APPEND = """
    SELECT outcome FROM log.append_steps(
        ARRAY[%s::uuid], ARRAY[1::int8], ARRAY[gen_random_uuid()], ARRAY[gen_random_uuid()],
        ARRAY[%s::bytea], ARRAY[''::bytea], ARRAY[''::bytea], ARRAY[NULL::int8])
"""
INSERT = """
    INSERT INTO log.step
    SELECT bucket, gen_random_uuid(), 1, pos + 9, actor, command_id, at, open, sealed, digests, hash FROM log.step
"""
CHANGES = [
    "UPDATE log.step SET open = ''",
    "DELETE FROM log.step",
    "TRUNCATE log.step",
    INSERT,
    "UPDATE log.match_head SET version = 9",
    "DELETE FROM log.match_head",
    "INSERT INTO log.match_head SELECT bucket, gen_random_uuid(), version, hash, at FROM log.match_head",
    "UPDATE log.bucket_head SET pos = 0",
    "DELETE FROM log.bucket_head",
]


@pytest.fixture
def admin(module_database: TestDatabase) -> Iterator[Connection]:
    with psycopg.connect(module_database.admin_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def service(module_database: TestDatabase) -> Iterator[Connection]:
    with psycopg.connect(module_database.url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def step(service: Connection) -> None:
    """One stored step, so that a change has something to change."""
    opened = b'{"command":{},"events":[{"type":"dealt"},{"type":"placed"}],"at":[0,2]}'
    assert service.execute(APPEND, (uuid4(), opened)).fetchone() == ("appended",)


def role(connection: Connection, kind: str) -> str:
    rows = connection.execute("SELECT rolname FROM pg_roles WHERE rolname ~ %s", (f"template_.*_{kind}$",)).fetchall()
    (owner,) = connection.execute(
        "SELECT tableowner FROM pg_tables WHERE schemaname = 'log' AND tablename = 'step'"
    ).fetchall()[0]
    wanted = str(owner).removesuffix("_owner") + f"_{kind}"
    assert (wanted,) in rows
    return wanted


# The catalog


def test_every_key_in_the_log_begins_with_the_bucket(admin: Connection) -> None:
    keys = admin.execute("""
        SELECT index.indexrelid::regclass::text, attribute.attname
        FROM pg_index index
        JOIN pg_class class ON class.oid = index.indrelid
        JOIN pg_attribute attribute ON attribute.attrelid = class.oid AND attribute.attnum = index.indkey[0]
        WHERE class.relnamespace = 'log'::regnamespace
    """).fetchall()
    assert len(keys) == 5
    assert {column for _, column in keys} == {"bucket"}


def test_nothing_binds_buckets_together(admin: Connection) -> None:
    assert (
        admin.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'log'::regnamespace"
        ).fetchall()
        == []
    )
    assert (
        admin.execute(
            "SELECT conname FROM pg_constraint WHERE contype = 'f' AND connamespace = 'log'::regnamespace"
        ).fetchall()
        == []
    )


def test_the_sql_files_use_nothing_a_sharded_database_lacks() -> None:
    forbidden = re.compile(
        r"\b(nextval|bigserial|serial|identity|sequence|advisory|listen|notify|pg_notify|xmin|xid8?|txid\w*"
        r"|pg_current_xact_id|pg_current_snapshot|references|ctid)\b"
    )
    files = [file for file in SQL.rglob("*.sql") if "house" not in file.name]
    assert len(files) > 5
    for file in files:
        code = re.sub(r"--.*", "", file.read_text()).lower()
        assert not forbidden.search(code), file.name


def test_each_function_says_above_it_what_it_promises() -> None:
    for file in [*SQL.glob("functions/*.sql"), *SQL.glob("doors/*.sql")]:
        text = file.read_text()
        assert text.startswith("-- "), file.name
        assert len(re.findall(r"CREATE OR REPLACE (?:FUNCTION|VIEW)", text)) == 1, file.name


def test_the_doors_run_with_a_fixed_search_path_as_a_role_that_cannot_log_in(admin: Connection) -> None:
    doors = admin.execute("""
        SELECT function.proname, function.proconfig @> '{"search_path=pg_catalog, pg_temp"}', owner.rolname,
               owner.rolcanlogin, owner.rolsuper
        FROM pg_proc function JOIN pg_roles owner ON owner.oid = function.proowner
        WHERE function.pronamespace = 'log'::regnamespace AND function.prosecdef
    """).fetchall()
    assert doors == [("append_steps", True, role(admin, "door"), False, False)]


@pytest.mark.parametrize("steps", [0, 1, 2, 60, 300])
def test_the_plan_of_an_append_walks_nothing(database: TestDatabase, steps: int) -> None:
    """Neither a table nor a bucket nor a match: a plan made when the log was small is kept when it has grown."""
    plans: list[str] = []
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        for _ in range(steps):
            admin.execute(APPEND, (uuid4(), b"{}"))
        if steps:
            admin.execute("ANALYZE log.step, log.match_head, log.bucket_head")
        admin.add_notice_handler(lambda notice: plans.append(notice.message_primary or ""))
        for setting in ("min_duration = 0", "nested_statements = on", "level = notice"):
            admin.execute(f"LOAD 'auto_explain'; SET auto_explain.log_{setting}")
        admin.execute("SET plan_cache_mode = force_generic_plan")
        admin.execute(APPEND, (uuid4(), b"{}"))
    plan = "\n".join(plans)
    assert "Index Cond: ((bucket = d.bucket) AND (command_id = d.command_id))" in plan
    assert plan.count("Index Cond: ((bucket = d.bucket) AND (match_id = d.match_id))") == 2  # locked, then compared
    assert not re.search(r"step_pkey|step_bucket_pos_key|Seq Scan", plan)


# Who may do what


@pytest.mark.parametrize("change", CHANGES)
def test_the_service_role_can_change_nothing_but_through_the_door(service: Connection, step: None, change: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        service.execute(change)


@pytest.mark.parametrize("change", CHANGES)
def test_the_owner_can_change_nothing(admin: Connection, step: None, change: str) -> None:
    admin.execute(f"SET ROLE {role(admin, 'owner')}")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        admin.execute(change)


@pytest.mark.parametrize("change", CHANGES[:3])
@pytest.mark.parametrize("replication", ["origin", "replica"])
def test_even_a_superuser_meets_the_trigger(admin: Connection, step: None, change: str, replication: str) -> None:
    admin.execute(f"SET session_replication_role = {replication}")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
        admin.execute(change)


def test_the_owner_has_no_way_in(admin: Connection) -> None:
    admin.execute(f"SET ROLE {role(admin, 'owner')}")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        admin.execute(APPEND, (uuid4(), b"{}"))


def test_the_service_role_keeps_house_but_throws_nothing_away(service: Connection) -> None:
    service.execute("INSERT INTO house.edition VALUES ('x', 'toy', 'y')")
    service.execute("UPDATE house.edition SET bytes = 'z'")
    for change in ("DELETE FROM house.edition", "TRUNCATE house.edition", "CREATE TABLE house.other (id int)"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            service.execute(change)


def test_people_see_single_events(service: Connection, step: None) -> None:
    rows = service.execute("SELECT index, type, version FROM log.event ORDER BY at, index LIMIT 2").fetchall()
    assert rows == [(0, "dealt", 1), (2, "placed", 1)]


# Migrations


def test_migrating_again_changes_nothing_and_takes_back_what_was_granted_by_hand(
    services: Services, database: TestDatabase
) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute(f"GRANT INSERT ON log.step TO {role(admin, 'owner')}")
        migrate(database.admin_url, services.service_url)
        assert admin.execute(
            "SELECT has_table_privilege(%s, 'log.step', 'INSERT')", (role(admin, "owner"),)
        ).fetchone() == (False,)
        assert admin.execute("SELECT count(*) FROM log.bucket_head").fetchone() == (256,)


def test_an_admin_without_superuser_rights_can_migrate(services: Services) -> None:
    """As on managed servers, where nobody is a superuser."""
    with psycopg.connect(services.admin_url, autocommit=True) as admin:
        admin.execute("CREATE ROLE plain_admin LOGIN CREATEROLE CREATEDB PASSWORD 'plain'")
        admin.execute("CREATE DATABASE plain OWNER plain_admin")
        try:
            service_url = make_conninfo(services.admin_url, dbname="plain", user="plain_service", password="secret")
            for _ in range(2):
                migrate(
                    make_conninfo(services.admin_url, dbname="plain", user="plain_admin", password="plain"), service_url
                )
            with psycopg.connect(service_url) as service:
                assert service.execute(APPEND, (uuid4(), b"{}")).fetchone() == ("appended",)
        finally:
            admin.execute("DROP DATABASE plain WITH (FORCE)")
            for name in ("plain_service", "plain_door", "plain_owner", "plain_admin"):
                admin.execute(f"DROP ROLE IF EXISTS {name}")


def test_a_url_without_a_password_leaves_the_one_there_is(services: Services) -> None:
    """It may come from a password file or from PGPASSWORD."""
    url = make_conninfo(services.admin_url, user="silent_service", password="secret")
    with psycopg.connect(services.admin_url, autocommit=True) as admin:
        admin.execute("CREATE DATABASE silent")
        try:
            migrate(make_conninfo(services.admin_url, dbname="silent"), url)
            migrate(make_conninfo(services.admin_url, dbname="silent"), make_conninfo("", user="silent_service"))
            with psycopg.connect(make_conninfo(url, dbname="silent")) as service:
                assert service.execute("SELECT current_user").fetchone() == ("silent_service",)
        finally:
            admin.execute("DROP DATABASE silent WITH (FORCE)")
            for kind in ("service", "door", "owner"):
                admin.execute(f"DROP ROLE IF EXISTS silent_{kind}")


def test_databases_of_one_cluster_can_be_migrated_at_once(services: Services) -> None:
    names = [f"at_once_{number}" for number in range(4)]
    service_url = make_conninfo(services.admin_url, user="at_once_service", password="secret")
    with psycopg.connect(services.admin_url, autocommit=True) as admin:
        for name in names:
            admin.execute(f"CREATE DATABASE {name}")
        try:
            with ThreadPoolExecutor(8) as threads:
                urls = [make_conninfo(services.admin_url, dbname=name) for name in names * 2]
                for migrated in [threads.submit(migrate, url, service_url) for url in urls]:
                    migrated.result()
        finally:
            for name in names:
                admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
            for kind in ("service", "door", "owner"):
                admin.execute(f"DROP ROLE IF EXISTS at_once_{kind}")


def test_a_migration_that_was_killed_leaves_no_lock(services: Services, database: TestDatabase) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("INSERT INTO house.yoyo_lock (locked, ctime, pid) VALUES (1, now(), 1)")
    migrate(database.admin_url, services.service_url)


def test_the_bucket_is_the_same_in_both_languages(service: Connection) -> None:
    ids = [uuid4() for _ in range(100)]
    rows = service.execute("SELECT log.bucket_of(id) FROM unnest(%s::uuid[]) id", (ids,)).fetchall()
    assert rows == [(bucket_of(match_id),) for match_id in ids]
