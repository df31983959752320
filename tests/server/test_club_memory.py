"""The club remembers: results, pairs, ratings that all agreed to, seasons."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce

from semafor.server.club.leaderboard import season_of
from semafor.server.club.ratings import RatedGame, rate
from semafor.server.socket_messages import State
from semafor.server.workers.stories import story_file
from semafor.story.review_model import Review, SeatReview
from semafor.story.reviewing import save_review
from tests.server.browsers import Browser, Club, running_club
from tests.server.serving import play_to_end

NOVEMBER = 1_794_796_800.0
"""16 November 2026."""
DAILY = {"kind": "move", "seconds": 86_400}
"""Rated games need a clock."""


def test_winners_rise_and_uncertainty_falls() -> None:
    games = [RatedGame((("ada",), ("bob",)), (1, 2))] * 20
    standings = rate(games)
    ada, bob = standings["ada"], standings["bob"]
    assert ada.rating > 1500 > bob.rating
    assert (ada.games, ada.wins, bob.wins) == (20, 20, 0)
    assert ada.spread < rate(games[:1])["ada"].spread < 1000


def test_teams_rise_together_and_a_bot_on_two_seats_is_one_player() -> None:
    standings = rate([RatedGame((("ada", "bob"), ("bot:easy", "bot:easy")), (1, 2))])
    assert standings["ada"] == standings["bob"]
    assert standings["bot:easy"].games == 1
    assert standings["bot:easy"].rating < 1500 < standings["ada"].rating


def test_three_players_share_a_place() -> None:
    standings = rate([RatedGame((("ada",), ("bob",), ("cy",)), (1, 2, 2))])
    assert standings["ada"].rating > standings["bob"].rating == standings["cy"].rating


def test_seasons_are_parts_of_the_year() -> None:
    assert season_of(NOVEMBER, "year") == "2026"
    assert season_of(NOVEMBER, "half") == "2026-2"
    assert season_of(NOVEMBER, "quarter") == "2026-4"
    assert season_of(NOVEMBER, "month") == "2026-11"


async def play(club: Club, host: Browser, friend: Browser, seed: int, **wishes: Any) -> str:
    """A whole game of two on the smallest board; its table."""
    made = await host.table("me", "open", board="berlin", **wishes)
    table = str(made["table"]["id"])
    claim = {"name": "Bob", "agree": True}
    taken = await friend.post(f"/api/tables/{table}/seats/1", claim)
    await host.post(f"/api/tables/{table}/start")
    keys = [made["keys"][0]["key"], taken["keys"][0]["key"]]
    async with club.server.sit(table, keys) as place:
        await play_to_end(place, random.Random(seed))
    return table


async def remembered(browser: Browser, games: int) -> Any:
    """Return my page once it contains a number of games."""
    while (page := await browser.get("/api/me/memory"))["games"] < games:
        await asyncio.sleep(0.1)
    return page


def review(folder: Path, table: str, accuracies: tuple[float, ...], whole: bool = True) -> None:
    """Store a review of a game with these accuracies."""
    seats = tuple(SeatReview(n, n, 20, one, 0.5, 0.1, 0.0, 0.0) for n, one in enumerate(accuracies))
    won = tuple(float(n == 0) for n in range(len(seats)))
    sides, totals = tuple((n,) for n in range(len(seats))), (0,) * len(seats)
    made = Review("", "berlin", len(seats), "playouts", sides, (), won, totals, whole, seats=seats)
    story_file(folder, table).parent.mkdir(parents=True, exist_ok=True)
    save_review(story_file(folder, table), made)


async def test_two_friends_and_their_games(tmp_path: Path) -> None:
    stories = tmp_path / "cache" / "stories"
    async with running_club(tmp_path, cache=tmp_path / "cache") as club:
        ada, bob, guest = await club.browser(), await club.browser(), await club.browser()
        await ada.become("Ada")
        friendly = await play(club, ada, bob, 1)  # before Bob has an account: the game still counts for him
        await bob.become("Bob")
        counted = await play(club, ada, bob, 2, rate=True, time=DAILY)
        await play(club, ada, guest, 3, rate=True, time=DAILY)  # a guest has no rating, so no rating changes
        page = await remembered(ada, 3)
        assert page["wins"] + (await remembered(bob, 2))["wins"] >= 2
        assert page["boards"][0]["board"] == "berlin"
        assert (page["boards"][0]["games"], page["boards"][0]["players"]) == (3, 2)
        assert page["best_total"] >= page["worst_total"]
        assert page["tickets"] + page["failed"] >= 3
        assert page["routes"][0]["times"] >= 1
        assert [one["games"] for one in page["ratings"]] == [1]
        assert (page["accuracy"], page["reviewed"]) == (None, 0)
        review(stories, friendly, (80.0, 10.0))
        review(stories, counted, (0.0, 0.0), whole=False)  # the curve alone says nothing of decisions
        assert (await ada.get("/api/me/memory"))["accuracy"] == 80.0
        review(stories, counted, (90.6, 20.0))
        for browser, mean in ((ada, 85.3), (bob, 15.0)):
            reviewed = await browser.get("/api/me/memory")
            assert (reviewed["accuracy"], reviewed["reviewed"]) == (mean, 2)
        (friend,) = page["friends"]
        pair = await ada.get(f"/api/me/with/{friend['member']}")
        assert (pair["friend"], pair["games"]) == ("Bob", 2)
        assert {one["table"] for one in pair["recent"]} == {friendly, counted}
        assert pair["mine"] + pair["theirs"] <= 2
        club_table = await guest.get("/api/club")
        assert {row["name"] for row in club_table["rows"]} == {"Ada", "Bob"}
        assert club_table["board"] == "berlin"
        ratings = [row["rating"] for row in club_table["rows"]]
        assert ratings == sorted(ratings, reverse=True)
        season = club_table["seasons"][0]
        assert len((await guest.get(f"/api/club?season={season}&board=berlin"))["rows"]) == 2
        await bob.post("/api/me/forget")
        assert [row["name"] for row in (await guest.get("/api/club"))["rows"]] == ["Ada"]
        page = await ada.get("/api/me/memory")
        assert (page["games"], page["friends"], page["ratings"][0]["games"]) == (3, [], 1)


async def finish(club: Club, table: str, keys: list[str]) -> None:
    """Play all seats of a table that has begun to the end."""
    async with club.server.sit(table, keys) as place:
        await play_to_end(place, random.Random(1))


async def test_a_game_that_was_left_to_a_bot_is_a_loss_and_the_result_is_the_bots(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        ada, bob = await club.browser(), await club.browser()
        await ada.become("Ada")
        await bob.become("Bob")
        made = await ada.table("me", "open", board="berlin", rate=True, time=DAILY)
        table = made["table"]["id"]
        await bob.post(f"/api/tables/{table}/seats/1", {"name": "Bob", "agree": True})
        await ada.post(f"/api/tables/{table}/start")
        await bob.post(f"/api/tables/{table}/leave")
        async with club.server.sit(table, [made["keys"][0]["key"]]) as place:
            while not (await place.receive_until(State)).sights:
                pass
            while place.ending is None:  # Ada claims nothing, so the bot wins
                moves = place.moves(0)
                if moves:
                    await place.decide(0, next((one for one in moves if "claim" not in one), moves[0]))
                else:
                    await place.receive()
            assert place.ending.result.winners == (1,)
        page = await remembered(bob, 1)
        assert [one["games"] for one in page["ratings"]] == [1]
        rows = {row["name"] or row["level"]: row for row in (await ada.get("/api/club"))["rows"]}
        assert rows["medium"]["wins"] == 1
        assert rows["Bob"]["wins"] == 0
        assert rows["medium"]["rating"] > rows["Ada"]["rating"] > rows["Bob"]["rating"]


async def test_another_game_counts_if_everybody_wants_it_to(tmp_path: Path) -> None:
    """Players agree to a rated game by asking for it or by sitting down; nobody can agree for others."""
    async with running_club(tmp_path) as club:
        ada, bob = await club.browser(), await club.browser()
        await ada.become("Ada")
        await bob.become("Bob")
        made = await ada.table("me", "open", board="berlin", rate=True, time=DAILY)
        table = made["table"]["id"]
        taken = await bob.post(f"/api/tables/{table}/seats/1", {"name": "Bob", "agree": True})
        keys = [made["keys"][0]["key"], taken["keys"][0]["key"]]
        await ada.post(f"/api/tables/{table}/start")
        await finish(club, table, keys)
        # Both ask for the second game.
        assert not (await ada.post(f"/api/tables/{table}/rematch"))["table"]["counts"]
        second = (await bob.post(f"/api/tables/{table}/rematch"))["table"]
        assert second["counts"]
        await ada.post(f"/api/tables/{second['id']}/start")
        await finish(club, second["id"], keys)
        # Ada alone asks for the third, and begins it.
        third = (await ada.post(f"/api/tables/{second['id']}/rematch"))["table"]["id"]
        assert not (await ada.post(f"/api/tables/{third}/start"))["counts"]
        late = (await bob.post(f"/api/tables/{second['id']}/rematch"))["table"]
        assert (late["id"], late["counts"]) == (third, False)
        await finish(club, third, keys)
        # A rematch of an unrated game is unrated.
        await ada.post(f"/api/tables/{third}/rematch")
        assert not (await bob.post(f"/api/tables/{third}/rematch"))["table"]["counts"]
        page = await remembered(bob, 3)
        assert [one["games"] for one in page["ratings"]] == [2]
        assert sorted(one["counts"] for one in page["recent"]) == [False, True, True]


async def test_a_game_with_a_given_seed_is_not_played_again_to_count(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        ada, bob = await club.browser(), await club.browser()
        made = await ada.table("me", "open", board="berlin", rate=True, seed="x", time=DAILY)
        table = made["table"]["id"]
        taken = await bob.post(f"/api/tables/{table}/seats/1", {"name": "Bob"})
        await ada.post(f"/api/tables/{table}/start")
        await finish(club, table, [made["keys"][0]["key"], taken["keys"][0]["key"]])
        for browser in (ada, bob):
            assert not (await browser.post(f"/api/tables/{table}/rematch"))["table"]["counts"]


async def test_ratings_are_not_computed_again_for_every_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result changes the ratings of its players alone; a worker computes all ratings after a restart."""
    rated: list[object] = []
    rate_game = PlackettLuce.rate

    def note_and_rate(self: PlackettLuce, *teams: Any, **others: Any) -> Any:
        rated.append(teams)
        return rate_game(self, *teams, **others)

    monkeypatch.setattr(PlackettLuce, "rate", note_and_rate)
    async with running_club(tmp_path) as club:
        ada, bob = await club.browser(), await club.browser()
        await ada.become("Ada")
        await bob.become("Bob")
        assert (await ada.get("/api/club"))["rows"] == []
        for number in (1, 2, 3):
            await play(club, ada, bob, number, rate=True, time=DAILY)
            page = await remembered(ada, number)
            assert [one["games"] for one in page["ratings"]] == [number]
            for _ in range(3):
                rows = (await bob.get("/api/club"))["rows"]
                assert [row["games"] for row in rows] == [number] * 2
            assert len(rated) == 2 * number, "of all time, and of the season"
    async with running_club(tmp_path) as club:
        guest = await club.browser()
        assert (await guest.get("/api/club"))["rows"] == rows, "as if they were computed from all games"
        assert len(rated) == 6, "a worker computes them after a restart"


async def test_with_bots_alone_another_game_counts_at_once(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        ada = await club.browser()
        made = await ada.table("me", "easy", board="berlin", rate=True, start=True, time=DAILY)
        await finish(club, made["table"]["id"], [made["keys"][0]["key"]])
        assert (await ada.post(f"/api/tables/{made['table']['id']}/rematch"))["table"]["counts"]


async def test_a_seat_of_who_was_forgotten_is_a_bots_in_the_next_game(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        ada, bob = await club.browser(), await club.browser()
        await ada.become("Ada")
        await bob.become("Bob")
        made = await ada.table("me", "open", board="berlin")
        table = made["table"]["id"]
        await bob.post(f"/api/tables/{table}/seats/1", {"name": "Bob"})
        await ada.post(f"/api/tables/{table}/start")
        await bob.post("/api/me/forget")
        await finish(club, table, [made["keys"][0]["key"]])
        again = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        assert [seat["kind"] for seat in again["seats"]] == ["person", "bot"]
        page = await remembered(ada, 1)
        assert "Bob" not in str(page)
