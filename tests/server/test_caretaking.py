"""Who runs the server closes and deletes tables while people look at them."""

import asyncio
from pathlib import Path

import pytest

from cli.calling import answer
from rowlock.server.messages.asks import Rematch
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Ended
from server.databases import database_of
from server.houses import open_house, until


@pytest.mark.both_storages
async def test_people_at_a_table_are_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await house.table("me open", "ben", autopass=False)
        seen = await house.table("me")
        forgotten = await house.table("me")
        await house.come(game, "ann", "ben")
        (page,) = await house.come(seen, "ann")

        async def admin(*arguments: str) -> None:
            address = database_of(tmp_path)
            await asyncio.to_thread(answer, "admin", *arguments, "--database", address)
            # With PostgreSQL they are told at once, otherwise as soon as it is looked around.
            await house.hub.look_around()

        await admin("close", game.table.code)
        await until(lambda: game.table.stage == "stopped")
        news = game.table.news[-1]
        assert isinstance(news, Ended)
        assert news.reason == "stopped"
        await house.ask(game, "ben", Rematch())

        await admin("delete", seen.table.code, forgotten.table.code, "--yes")
        await until(lambda: page.ended == Refusal.DELETED)
        for code in (seen.table.code, forgotten.table.code):
            with pytest.raises(Refuse, match="no table"):
                await house.hub.table(code)
