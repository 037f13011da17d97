"""Work beside the page: started, stopped and followed by other work, with and without a loop."""

from __future__ import annotations

import asyncio

from fishlab_widgets.controls.background import Background


def test_without_a_loop_the_work_is_done_at_once():
    done = []
    background = Background()
    assert not background.start(lambda: asyncio.sleep(9), lambda: done.append("work"))
    background.later(9, lambda: done.append("later"))
    assert done == ["work", "later"]
    assert not background.running


def test_in_a_loop_the_work_is_a_task_that_can_be_stopped_and_followed_by_another():
    background, said = Background(), []

    async def work(name):
        try:
            await asyncio.sleep(0 if name == "second" else 3600)
            said.append(name)
        finally:
            said.append(f"{name} ends, running: {background.running}")
            background.finished()
            said.append(f"then: {background.running}")

    async def page():
        assert background.start(lambda: work("first"), lambda: said.append("at once"))
        await asyncio.sleep(0)
        assert background.running
        background.stop()
        assert not background.running
        background.start(lambda: work("second"), lambda: said.append("at once"))
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(page())
    assert said == [
        "first ends, running: True", "then: True",  # the second runs already, and the first leaves it alone
        "second", "second ends, running: True", "then: False",
    ]  # fmt: skip


def test_a_burst_of_calls_acts_once_and_a_pause_of_nothing_acts_at_once():
    background, done = Background(), []

    async def page():
        for number in range(5):
            background.later(0.001, lambda number=number: done.append(number))
        assert done == []
        while not done:
            await asyncio.sleep(0.001)
        background.later(0, lambda: done.append("now"))

    asyncio.run(page())
    assert done == [4, "now"]
