"""What runs in the background fails aloud, and goes on."""

import asyncio

import pytest

from service import background
from service.background import kept_going

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PAUSE_SECONDS", 0.001)


async def test_what_fails_begins_again_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    tries, fourth = list[int](), asyncio.Event()

    async def work() -> None:
        tries.append(len(tries))
        if len(tries) == 4:
            fourth.set()
        if len(tries) % 2:
            raise RuntimeError("something nobody thought of")

    async with kept_going(work):
        await fourth.wait()
    assert len(tries) >= 4
    assert "something nobody thought of" in caplog.text
    assert "work has failed" in caplog.text


async def test_one_that_fails_does_not_stop_another() -> None:
    going = asyncio.Event()

    async def fails() -> None:
        raise RuntimeError

    async def works() -> None:
        await asyncio.sleep(0.01)
        going.set()

    async with kept_going(fails, works):
        await going.wait()


async def test_after_the_block_nothing_is_left_even_of_work_that_swallows_a_cancellation() -> None:
    swallowed, begun = list[bool](), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if not swallowed:
                swallowed.append(True)
                await asyncio.Event().wait()
            raise

    before = asyncio.all_tasks()
    async with kept_going(work):
        await begun.wait()
    assert swallowed
    assert asyncio.all_tasks() == before
