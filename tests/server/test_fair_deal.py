"""Neither host, nor operator, nor the last to sit can choose the deal."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from semafor.cli.replay import verify
from semafor.errors import BadRecord, SemaforError
from semafor.fair_deal import FairDeal, Promise, check_deal, promise_of, seed_of
from semafor.record import Record
from semafor.seeds import seed_hash
from semafor.server.client import RemoteServer
from semafor.server.messages import ClaimSeat, CreateTable, Seated, SeatPlan
from semafor.server.socket_messages import PromisePart, Refusal, State, TellPart, Update
from semafor.server.table import table as table_module
from tests.server.serving import play_to_end, quick_config, running, table_of

MINE, YOURS = "a" * 32, "b" * 32


async def two_at_a_table(host: RemoteServer, guest: RemoteServer) -> Seated:
    """A table at which both players have committed to a part of the seed."""
    me = SeatPlan("me", "Ada", promise=promise_of(MINE))
    made = await host.create(CreateTable((me, SeatPlan("open")), board="berlin"))
    wish = ClaimSeat("Bob", promise=promise_of(YOURS))
    seated = await guest.ask(f"/api/tables/{made.table.id}/seats/1", Seated, wish)
    guest.keys.append(seated.keys[0].key)
    return made


async def test_the_deal_is_made_of_all_parts_and_can_be_verified(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        guest = RemoteServer(host.address)
        made = await two_at_a_table(host, guest)
        table, promise = made.table.id, made.table.deal_promise
        assert promise is not None
        assert (await host.start(table)).dealing
        async with host.sit(table, host.keys) as mine, guest.sit(table, guest.keys) as yours:
            state = await mine.receive_until(State)
            assert [seat.promise for seat in state.table.seats] == [promise_of(MINE), promise_of(YOURS)]
            assert [seat.part for seat in state.table.seats] == [None, None]
            await mine.send(TellPart(0, YOURS))
            assert (await mine.receive_until(Refusal)).code == "other-promise"
            await mine.send(TellPart(0, MINE))
            told = await yours.receive_until(Update)
            assert (told.table.seats[0].part, told.table.status) == (MINE, "open")
            await yours.send(TellPart(1, YOURS))
            while mine.card is None or mine.card.status != "playing":
                await mine.receive()
        both = RemoteServer(host.address, host.keys + guest.keys)
        async with both.sit(table, both.keys) as place:
            await play_to_end(place, random.Random(5))
            ending = place.ending
        assert ending is not None
        assert ending.deal is not None
        assert promise_of(ending.deal.server) == promise
        assert seed_of(ending.deal) == ending.seed
        record = await host.record(table)
        file = tmp_path / "game.json"
        file.write_text(record.to_json())
        assert verify(str(file), promise=promise, seed_hash=seed_hash(ending.seed)) == 0
        assert verify(str(file), promise="0" * 64, json=True) == 1
        file.write_text(_retold(record).to_json())
        assert verify(str(file), json=True) == 1


def _retold(record: Record) -> Record:
    """Return the record with a different part from the server."""
    assert record.deal is not None
    return msgspec.structs.replace(record, deal=msgspec.structs.replace(record.deal, server="c" * 32))


async def test_a_part_that_is_not_told_is_said_to_everyone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_time(seconds: float) -> None:
        monkeypatch.setattr(table_module, "TELLING_SECONDS", seconds)
        monkeypatch.setattr("semafor.server.table.table_actions.TELLING_SECONDS", seconds)

    give_time(3600.0)
    async with running(quick_config(tmp_path)) as host:
        guest = RemoteServer(host.address)
        made = await two_at_a_table(host, guest)
        await host.start(made.table.id)
        async with host.sit(made.table.id, host.keys) as place:
            await place.receive_until(State)
            give_time(0.0)  # the time is up as soon as this part is told
            await place.send(TellPart(0, MINE))
            while place.card is None or place.card.status != "playing":
                await place.receive()
            assert [seat.part for seat in place.card.seats] == [MINE, None]
            assert place.card.seats[1].promise == promise_of(YOURS)


async def test_promises_come_before_the_start_and_once(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as host:
        made = await table_of(host, "me", "easy")
        async with host.sit(made.table.id, host.keys) as place:
            await place.send(PromisePart(0, promise_of(MINE)))
            assert (await place.receive_until(Update)).table.seats[0].promise == promise_of(MINE)
            await place.send(PromisePart(0, promise_of(YOURS)))
            assert (await place.receive_until(Refusal)).code == "promised-already"
            await place.send(TellPart(0, MINE))
            assert (await place.receive_until(Refusal)).code == "not-dealing"
            await host.start(made.table.id)
            with pytest.raises(SemaforError, match="dealt"):
                await host.leave(made.table.id)


async def test_who_adds_nothing_is_seen_to_add_nothing_and_does_not_wait(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "easy", start=True)
        assert made.table.status == "playing"
        assert made.table.deal_promise is not None
        assert [seat.promise for seat in made.table.seats] == [None, None]


async def test_a_given_seed_is_shown_to_all_and_not_rated(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open", seed="1", public=True)
        stranger = await RemoteServer(server.address).table(made.table.id)
        assert (stranger.seed_given, stranger.rated, stranger.deal_promise) == (True, False, None)
        fair = await table_of(server, "me", "open")
        assert (fair.table.seed_given, fair.table.rated) == (False, True)


def test_every_part_changes_the_seed_and_false_parts_are_found() -> None:
    deal = FairDeal("s", (Promise(0, promise_of("x"), "x"), Promise(2, promise_of("y"))))
    check_deal(deal, seed_of(deal), promise_of("s"))
    others = (
        FairDeal("t", deal.promises),
        FairDeal("s", deal.promises[:1]),
        FairDeal("s", (deal.promises[0], Promise(2, promise_of("y"), "y"))),
    )
    assert len({seed_of(one) for one in (deal, *others)}) == 4
    lie = FairDeal("s", (Promise(0, promise_of("x"), "z"),))
    for false, promise in ((lie, None), (deal, promise_of("t"))):
        with pytest.raises(BadRecord) as caught:
            check_deal(false, seed_of(false), promise)
        assert caught.value.code == "other-promise"
    with pytest.raises(BadRecord) as caught:
        check_deal(deal, "0" * 32)
    assert caught.value.code == "other-seed"
