"""The Card Game at a table: the same messages, with its own part of the view."""

from __future__ import annotations

import random
from pathlib import Path

from serving import play_to_end, quick_config, run, running, table_of

from semafor import Game


def test_a_card_game_is_played_to_its_end(tmp_path: Path) -> None:
    """CRD-14: all seats choose at once over the network, too."""

    async def main() -> None:
        async with running(quick_config(tmp_path)) as server:
            options = {"card_game": {"wild_dealt": 1, "halves_with": [4], "half_hand": 4, "open_track": True}}
            made = await table_of(server, "me", "me", "hard", board="cardgame", options=options, start=True)
            async with server.sit(made.table.id, server.keys) as place:
                await play_to_end(place, random.Random(1))
                assert place.ending is not None
            game = Game.replay(await server.record(made.table.id))
            assert game.result() == place.ending.result
            assert game.view(0).card_game is not None

    run(main())
