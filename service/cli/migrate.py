"""`meeplog migrate`: roles, tables and functions of the database as this release wants them."""

from infra.embedded import embedded_servers
from infra.migrate import migrate
from infra.settings import SettingsError
from service.cli.output import console
from service.cli.parser import Arguments
from service.cli.servers import settings_of


def run(asked: Arguments) -> int:
    settings = settings_of(asked)
    if settings.database_url:
        if not settings.admin_database_url:
            raise SettingsError("MEEPLOG_ADMIN_DATABASE_URL must name a user who may create roles and schemas")
        migrate(settings.admin_database_url, settings.database_url)
    else:
        with embedded_servers(settings.data) as servers:
            migrate(servers.admin_database_url, servers.database_url)
    console.print("the database is up to date")
    return 0
