"""A headless Chromium and a running service for the tests of the page."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.service.conftest import closing_clients, server, url

expect.set_options(timeout=60_000)  # milliseconds: what is expected comes at once, but the machine may be busy

__all__ = ["closing_clients", "server", "url"]

_FLAGS = [
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def person(browser: Browser, url: str) -> Iterator[Callable[[], Page]]:
    """Each call is another person, with a browser profile of their own, on the first page."""
    contexts = []
    faults: list[str] = []

    def arrive(language: str = "en", width: int = 1280) -> Page:
        contexts.append(browser.new_context(locale=language, viewport={"width": width, "height": 900}))
        contexts[-1].set_default_timeout(60_000)
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(url)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert faults == []
