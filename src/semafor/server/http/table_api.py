"""Tables: create, list, take and leave seats, start, rematch."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody

from semafor.errors import SemaforError
from semafor.record import fingerprint
from semafor.server import clock
from semafor.server import messages as msg
from semafor.server.http.compressed_pages import COMPRESSES, send_if_changed
from semafor.server.http.identity import AnyRequest, Browser, Requester, address_of, browser_of, requester_of
from semafor.server.live.live_table import LiveTable
from semafor.server.server_errors import Taken
from semafor.server.services import Services, TheServices
from semafor.server.table import journal as en
from semafor.server.table import table_actions as actions
from semafor.server.table.journal import Entry
from semafor.server.table.keys import hash_key, new_id, new_key, next_id
from semafor.server.table.setup import make_setup, new_part
from semafor.server.table.table import Table
from semafor.server.table.text import clean_name
from semafor.server.table.updates import card_of, hidden_card, invitation_for

HOST = "Host"
"""The default name of a host."""


def card(live: LiveTable) -> msg.TableCard:
    """The table as everyone may see it now."""
    return card_of(live.table, clock.now(), live.online)


@post("/api/tables")
async def create_table(
    request: AnyRequest, data: JSONBody[msg.CreateTable], services: TheServices
) -> Response[msg.Seated]:
    """Create a table and take the requester's seats."""
    services.check_limit(services.new_tables, request)
    if data.public:
        services.check_limit(services.new_public, request)
        services.check_limit(services.daily_public, request)
    own = None
    if data.board_file is not None:
        own = await services.read_board(request, data.board_file)
    browser, setup = (
        await browser_of(request, services),
        await asyncio.to_thread(make_setup, data, new_key(), own),
    )
    keys = {number: new_key() for number, plan in enumerate(data.seats) if plan.kind == "me"}
    entries = [_sit_host(data.seats[number], number, browser, key) for number, key in keys.items()]
    if data.start and any(plan.kind in ("friend", "open") for plan in data.seats):
        raise SemaforError("seats-free")
    live = await services.tables.create(
        new_id(), setup, entries, await services.owner_of(request), data.start
    )
    if own is not None:
        services.charge_drawing(request, live.table.board)
        await services.shared_boards.count_game(fingerprint(own))
    return _seated(live, keys, browser, 201)


def _sit_host(plan: msg.SeatPlan, number: int, browser: Browser, key: str) -> Entry:
    """Seat the creator of a table."""
    name = clean_name(plan.name or HOST)
    return en.Sat(number, name, browser.person, hash_key(key), True, True, plan.promise or "")


def _seated(
    live: LiveTable, keys: dict[int, str], browser: Browser, status: int = 200
) -> Response[msg.Seated]:
    told = tuple(msg.SeatKey(seat, key) for seat, key in keys.items())
    mine = [*keys, *live.table.seats_of(browser.persons, ())]
    answer = msg.Seated(card(live), told, invitation_for(live.table, mine))
    return Response(answer, status_code=status, cookies=browser.cookies)


@get("/api/tables")
async def list_tables(services: TheServices) -> msg.Tables:
    """Return the public tables."""
    return msg.Tables(tuple(hidden_card(one) for one in await services.store.public_tables()))


@get("/api/tables/{table_id:str}")
async def show_table(request: AnyRequest, table_id: FromPath[str], services: TheServices) -> msg.TableCard:
    """A table."""
    live = await services.tables.find(table_id)
    sits = (await requester_of(request, services)).seats(live.table)
    return card(live) if sits else hidden_card(card(live))


@get("/api/tables/{table_id:str}/board", opt={COMPRESSES: True})
async def show_table_board(
    request: AnyRequest, table_id: FromPath[str], services: TheServices
) -> Response[bytes]:
    """Return the board of a table."""
    live = await services.tables.find(table_id)
    return send_if_changed(request, await services.pages.page(live.table.board, address_of(request)))


@post("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200)
async def claim_seat(
    request: AnyRequest,
    table_id: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[msg.ClaimSeat],
    services: TheServices,
) -> Response[msg.Seated]:
    """Take a seat."""
    browser, key = await browser_of(request, services), new_key()
    live = await services.tables.find(table_id, newest=True)
    if live.table.setup.word:
        services.check_limit(services.phrases, request)  # a password is guessed no faster than a passphrase
    await services.tables.change(
        live,
        lambda table: actions.sit(table, seat, data, browser.person, hash_key(key), browser.persons),
    )
    return _seated(live, {seat: key}, browser)


@post("/api/tables/{table_id:str}/start", status_code=200)
async def start_table(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[msg.StartTable], services: TheServices
) -> msg.TableCard:
    """Start the game."""
    requester = await requester_of(request, services)
    live = await services.tables.find(table_id, newest=True)

    def allowed(table: Table) -> Table:
        actions.check_trusted(table, requester.seats_here(table))
        return table

    def fill(table: Table, number: int) -> Entry:
        return actions.fill(allowed(table), number, data.level)

    allowed(live.table)
    for number in [seat.number for seat in live.table.seats if seat.free and data.fill]:
        try:
            await services.tables.change(live, partial(fill, number=number))
        except SemaforError as error:
            if error.code != "seat-taken":  # a person took the seat meanwhile, so no bot is needed
                raise
    await services.tables.change(live, lambda table: actions.begin(allowed(table)))
    return card(live)


async def _act(
    request: AnyRequest, table_id: str, services: Services, act: Callable[[Table, tuple[int, ...]], Entry]
) -> msg.TableCard:
    """Let the requester act with their seats at a table."""
    requester = await requester_of(request, services)
    live = await services.tables.find(table_id, newest=True)
    await services.tables.change(live, lambda table: act(table, requester.seats_here(table)))
    return card(live)


@post("/api/tables/{table_id:str}/remove", status_code=200)
async def remove_seat(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[msg.RemoveSeat], services: TheServices
) -> msg.TableCard:
    """Remove a player; for the host."""
    return await _act(request, table_id, services, lambda table, mine: actions.remove(table, data.seat, mine))


@post("/api/tables/{table_id:str}/lock", status_code=200)
async def lock_table(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[msg.LockTable], services: TheServices
) -> msg.TableCard:
    """Lock or unlock the table; for the host."""
    return await _act(request, table_id, services, lambda table, mine: actions.lock(table, data.locked, mine))


@post("/api/tables/{table_id:str}/host", status_code=200)
async def pass_host(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[msg.PassHost], services: TheServices
) -> msg.TableCard:
    """Pass the role of host to another seat."""
    return await _act(
        request, table_id, services, lambda table, mine: actions.pass_host(table, data.seat, mine)
    )


@post("/api/tables/{table_id:str}/leave", status_code=200)
async def leave_table(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[msg.LeaveTable], services: TheServices
) -> msg.TableCard:
    """Leave one of the requester's seats, or all."""
    requester = await requester_of(request, services)
    live = await services.tables.find(table_id, newest=True)
    mine = requester.seats_here(live.table)
    leaving = mine if data.seat is None else (data.seat,)
    for number in leaving:
        await services.tables.change(live, lambda table, n=number: _leave(requester, table, n))  # type: ignore[misc]  # mypy does not follow defaults of lambdas
    return card(live)


def _leave(requester: Requester, table: Table, number: int) -> Entry:
    if number not in requester.seats_here(table):
        raise SemaforError("not-yours")
    return actions.leave(table, number)


@post("/api/tables/{table_id:str}/rematch", status_code=200)
async def play_again(
    request: AnyRequest, table_id: FromPath[str], services: TheServices
) -> Response[msg.Seated]:
    """Create a rematch; players keep their seats and keys."""
    browser = await browser_of(request, services)
    live = await services.tables.find(table_id, newest=True)
    browser.requester.seats_here(live.table)
    if live.table.status != "over":
        raise SemaforError("not-over")
    again = next_id(table_id, live.table.setup.invite)
    if live.table.rematch is None:
        await _make_rematch(services, live, again)
        await services.tables.change(live, lambda _: en.PlayedAgain(again))
    made = await services.tables.find(again, newest=True)
    await _agree(services, made, browser.requester)
    return _seated(made, {}, browser)


async def _agree(services: Services, live: LiveTable, requester: Requester) -> None:
    """Record that the requester agrees to a rated rematch, unless it has started."""
    for number in requester.seats(live.table):
        if not live.table.seats[number].agreed:
            try:
                await services.tables.change(live, partial(_agreed, requester, number))
            except SemaforError as error:
                if error.code not in ("already-started", "dealing"):
                    raise


def _agreed(requester: Requester, number: int, table: Table) -> Entry:
    return actions.agree(table, number, requester.seats(table))


async def _make_rematch(services: Services, live: LiveTable, again: str) -> None:
    """Create the table of the next game; a second request finds the same one.

    It is rated if the old one was and everyone seated there agrees again. Its owner stays the same.
    """
    old = live.table
    setup = msgspec.structs.replace(
        old.setup,
        seed=None,
        invite=new_key(),
        part=new_part(),
        rate=old.counts,
        word_since=old.setup.word_since or old.setup.invite,
    )
    entries: list[Entry] = []
    for seat, plan in zip(old.seats, setup.seats, strict=True):
        if seat.key and not seat.forgotten:
            kept = (seat.name, seat.person, seat.key, seat.host, seat.invited)
            entries.append(en.Sat(seat.number, *kept, agreed=not setup.counts))
        elif seat.bot is not None and plan.bot is None:
            entries.append(en.BotSat(seat.number, seat.bot))
    with suppress(Taken):
        await services.tables.create(again, setup, entries, live.owner)


@get("/api/my")
async def list_my_tables(request: AnyRequest, services: TheServices) -> msg.MyTables:
    """Return the requester's games, those waiting for them first."""
    requester = await requester_of(request, services)
    found = await services.store.tables_of(requester.identity.persons, requester.keys)
    mine = [msg.MyTable(table, tuple(seats), _waits(table, seats)) for table, seats in found]
    order = {"playing": 0, "open": 1, "over": 2}
    mine.sort(key=lambda one: (not one.my_turn, order[one.table.status], -one.table.updated))
    return msg.MyTables(tuple(mine))


def _waits(table: msg.TableCard, seats: list[int]) -> bool:
    return any(table.seats[seat].pending and table.seats[seat].level is None for seat in seats)


@get("/api/tables/{table_id:str}/record")
async def show_record(table_id: FromPath[str], services: TheServices) -> Response[bytes]:
    """Return the record of a finished game."""
    table = (await services.tables.find(table_id)).table
    if table.game is None or table.status != "over":
        raise SemaforError("not-over")
    name = f"semafor-{table.setup.board.name}-{table.id[:6]}.json"
    headers = {"Content-Disposition": f'attachment; filename="{_plain(name)}"'}
    record = msgspec.structs.replace(table.game.record(), deal=table.fair_deal)
    return Response(record.to_json().encode(), media_type=MediaType.JSON, headers=headers)


def _plain(name: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in "-_.") else "-" for char in name)
