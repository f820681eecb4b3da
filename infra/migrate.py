"""Makes and updates roles, tables and functions. Repeats safely; processes that do it at the same time take turns."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import as_file, files

import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from yoyo import read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import DatabaseURI

_SQL = files("infra") / "sql"
_TURN = 0x6D6565706C6F67  # "meeplog": the advisory lock of migrations; nothing inside the schemas uses such locks
# A client that hangs must not hold a bucket for ever; an append that cannot get its lock fails while somebody waits.
_SERVICE_SETTINGS = {
    "idle_in_transaction_session_timeout": "10s",
    "lock_timeout": "5s",
    "statement_timeout": "30s",
}


class Roles(Struct, frozen=True):
    """`owner` owns the tables, `door` owns the way into the log and nobody logs in as it, `service` serves."""

    owner: str
    door: str
    service: str


def roles_of(service_url: str) -> Roles:
    """The three roles, named after the user of the service's URL: meeplog_service has meeplog_owner and meeplog_door.

    Roles belong to a whole cluster: databases that are served by the same user share them.
    """
    service = str(conninfo_to_dict(service_url).get("user") or "meeplog_service")
    base = service.removesuffix("_service")
    return Roles(f"{base}_owner", f"{base}_door", service)


def migrate(admin_url: str, service_url: str) -> None:
    """Brings the database of `admin_url` up to date and lets the user of `service_url` serve it, with its password. A
    URL without one leaves that of the user as it is.

    The admin is a superuser, or has CREATEROLE and may create in the database. Raises psycopg.Error.
    """
    roles = roles_of(service_url)
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (_TURN,))  # let go when the connection closes, however
        _ensure_roles(connection, roles, conninfo_to_dict(service_url).get("password"))
        for schema in ("log", "house"):
            connection.execute(
                sql.SQL("CREATE SCHEMA IF NOT EXISTS {} AUTHORIZATION {}").format(
                    sql.Identifier(schema), sql.Identifier(roles.owner)
                )
            )
        _apply_migrations(admin_url, roles)
        with connection.transaction():
            with _as_role(connection, roles.owner):
                _run_files(connection, roles, "functions")
                _run(connection, roles, "GRANT USAGE, CREATE ON SCHEMA log TO {door}")
                _run(connection, roles, (_SQL / "grants.sql").read_text())
            with _as_role(connection, roles.door):
                _run_files(connection, roles, "doors")
            with _as_role(connection, roles.owner):
                _run(connection, roles, "REVOKE CREATE ON SCHEMA log FROM {door}")


def _ensure_roles(connection: psycopg.Connection, roles: Roles, password: object) -> None:
    for role in (roles.owner, roles.door, roles.service):
        name = sql.Identifier(role)
        # It may be there already, or be made this moment for another database of the cluster.
        with suppress(psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(name))
        if role != roles.service:
            _retry(connection, sql.SQL("GRANT {} TO CURRENT_USER WITH SET TRUE, INHERIT TRUE").format(name))
    service = sql.Identifier(roles.service)
    _retry(connection, sql.SQL("ALTER ROLE {} LOGIN").format(service))
    if password is not None:
        _retry(connection, sql.SQL("ALTER ROLE {} PASSWORD {}").format(service, sql.Literal(password)))
    for setting, value in _SERVICE_SETTINGS.items():
        _retry(
            connection,
            sql.SQL("ALTER ROLE {} SET {} = {}").format(service, sql.Identifier(setting), sql.Literal(value)),
        )


def _retry(connection: psycopg.Connection, statement: sql.Composed) -> None:
    """Migrations of other databases of the cluster may change the same role: then PostgreSQL lets one of them fail."""
    for attempt in range(20):
        try:
            connection.execute(statement)
            return
        # "tuple concurrently updated", or the first setting of a role made twice at once
        except (psycopg.errors.InternalError_, psycopg.errors.UniqueViolation):
            if attempt == 19:
                raise


def _apply_migrations(admin_url: str, roles: Roles) -> None:
    args = {name: str(value) for name, value in conninfo_to_dict(admin_url).items() if value is not None}
    database = args.pop("dbname", None)
    args |= {"schema": "house", "options": f"-c role={roles.owner}"}
    uri = DatabaseURI("postgresql+psycopg", None, None, None, None, database, args)
    with as_file(_SQL / "migrations") as folder, PostgresqlPsycopgBackend(uri, "_yoyo_migration") as backend:
        backend.init_database()
        backend.break_lock()  # it is our turn, so whoever left a lock there was killed
        migrations = read_migrations(str(folder))
        with backend.lock():
            backend.apply_migrations(backend.to_apply(migrations))


@contextmanager
def _as_role(connection: psycopg.Connection, role: str) -> Iterator[None]:
    connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role)))
    yield
    connection.execute("RESET ROLE")


def _run_files(connection: psycopg.Connection, roles: Roles, folder: str) -> None:
    for file in sorted((_SQL / folder).iterdir(), key=lambda file: file.name):
        _run(connection, roles, file.read_text())


def _run(connection: psycopg.Connection, roles: Roles, text: str) -> None:
    """Runs statements in which {owner}, {door} and {service} stand for the roles."""
    for role in ("owner", "door", "service"):
        text = text.replace(f"{{{role}}}", sql.Identifier(getattr(roles, role)).as_string(connection))
    connection.execute(text.encode())
