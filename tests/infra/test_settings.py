"""Settings, edition files and metrics."""

from pathlib import Path

import pytest

from infra.editions import edition_files
from infra.settings import SettingsError, read_settings


def test_without_variables_everything_is_embedded_in_one_folder() -> None:
    settings = read_settings({})
    assert (settings.database_url, settings.redis_url, settings.data) == (None, None, Path("data"))
    assert settings.key_file == Path("data/secrets/service.key")
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


def test_variables_decide_and_the_command_line_wins() -> None:
    settings = read_settings(
        {
            "MEEPLOG_DATA": "/ignored",
            "MEEPLOG_DATABASE_URL": "postgresql://meeplog_service:x@db/meeplog",
            "MEEPLOG_REDIS_URL": "redis://cache",
            "MEEPLOG_KEY_FILE": "/keys/service",
            "MEEPLOG_PORT": "",
        },
        data=Path("/srv"),
    )
    assert settings.data == Path("/srv")
    assert settings.key_file == Path("/keys/service")
    assert settings.signing_key_file == Path("/srv/secrets/signing.key")
    assert settings.redis_url == "redis://cache"
    assert settings.port == 8000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEEPLOG_DATABASE_URL", "mysql://x"),
        ("MEEPLOG_DATABASE_URL", "postgresql://db/meeplog"),
        ("MEEPLOG_DATABASE_URL", "postgresql://x@db/meeplog?connect_timeout=0"),
        ("MEEPLOG_DATABASE_URL", "postgresql://x@db/meeplog?connect_timeout=soon"),
        ("MEEPLOG_ADMIN_DATABASE_URL", "postgresql://db:port:port/"),
        ("MEEPLOG_REDIS_URL", "http://cache"),
        ("MEEPLOG_PORT", "http"),
        ("MEEPLOG_PORT", "70000"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({name: value})


def test_edition_files_are_bytes_by_name() -> None:
    editions = edition_files("aqualin")
    assert editions
    assert all(isinstance(content, bytes) and content for content in editions.values())
    assert edition_files("no-such-game") == {}
