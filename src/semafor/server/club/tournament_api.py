"""HTTP routes of tournaments."""

from typing import Any

from litestar import get, post
from litestar.params import FromPath, JSONBody
from sqlalchemy import Row

from semafor.server.club import club_messages as msg
from semafor.server.club.account_api import member_of
from semafor.server.club.tournaments import LoadedTournament, seats_of
from semafor.server.http.identity import AnyRequest, requester_of
from semafor.server.services import Services, TheServices


@post("/api/tournaments", status_code=201)
async def create_tournament(
    request: AnyRequest, data: JSONBody[msg.NewTournament], services: TheServices
) -> msg.TournamentPage:
    """Create a tournament."""
    _, member = await member_of(request, services)
    services.check_limit(services.new_tables, request)
    await services.engine.ready()
    made = await services.tournaments.create(member, data, await services.owner_of(request))
    return await _page(services, made, member)


@get("/api/tournaments")
async def list_tournaments(request: AnyRequest, services: TheServices) -> msg.Tournaments:
    """List the tournaments that I host or have entered."""
    _, member = await member_of(request, services)
    return msg.Tournaments(tuple(_card(row) for row in await services.tournaments.of(member)))


@get("/api/tournaments/{tournament:str}")
async def show_tournament(
    request: AnyRequest, tournament: FromPath[str], services: TheServices
) -> msg.TournamentPage:
    """Show a tournament to anyone who has the link."""
    return await _page(services, tournament, (await requester_of(request, services)).identity.member)


@post("/api/tournaments/{tournament:str}/enter", status_code=200)
async def enter_tournament(
    request: AnyRequest, tournament: FromPath[str], services: TheServices
) -> msg.TournamentPage:
    """Enter a tournament."""
    _, member = await member_of(request, services)
    await services.tournaments.enter(tournament, member)
    return await _page(services, tournament, member)


@post("/api/tournaments/{tournament:str}/leave", status_code=200)
async def leave_tournament(
    request: AnyRequest, tournament: FromPath[str], services: TheServices
) -> msg.TournamentPage:
    """Leave a tournament before its start."""
    _, member = await member_of(request, services)
    await services.tournaments.leave(tournament, member)
    return await _page(services, tournament, member)


@post("/api/tournaments/{tournament:str}/begin", status_code=200)
async def begin_tournament(
    request: AnyRequest, tournament: FromPath[str], services: TheServices
) -> msg.TournamentPage:
    """Start the first round."""
    _, member = await member_of(request, services)
    await services.engine.ready()
    await services.tournaments.begin(tournament, member)
    return await _page(services, tournament, member)


@post("/api/tournaments/{tournament:str}/withdraw", status_code=200)
async def withdraw_entrant(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[msg.Withdraw], services: TheServices
) -> msg.TournamentPage:
    """Withdraw an entrant from the coming rounds."""
    _, member = await member_of(request, services)
    await services.tournaments.withdraw(tournament, member, data.entrant)
    return await _page(services, tournament, member)


@post("/api/tournaments/{tournament:str}/bots", status_code=200)
async def change_bots(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[msg.ChangeBots], services: TheServices
) -> msg.TournamentPage:
    """Replace the bots that take part, from the next round on."""
    _, member = await member_of(request, services)
    await services.tournaments.change_bots(tournament, member, data.bots)
    return await _page(services, tournament, member)


async def _page(services: Services, tournament: str, member: str | None) -> msg.TournamentPage:
    found = await services.tournaments.find(tournament)
    mine = [one.number for one in found.entrants if member is not None and one.member == member]
    return msg.TournamentPage(
        tournament=_card(found.row),
        setup=found.setup,
        last_round=found.last_round,
        host=member is not None and found.row.host == member,
        me=mine[0] if mine else None,
        entrants=tuple(msg.Entrant(one.number, one.name, one.level, one.withdrawn) for one in found.entrants),
        standings=tuple(
            msg.StandingLine(line.entrant, line.points, line.met, line.total, line.played)
            for line in found.standings
        ),
        rounds=tuple(_round(found, tables) for tables in found.rounds),
    )


def _card(row: Row[Any]) -> msg.TournamentCard:
    return msg.TournamentCard(row.id, row.name, row.status, row.round, row.created)


def _round(found: LoadedTournament, tables: tuple[Any, ...]) -> msg.TournamentRound:
    return msg.TournamentRound(tuple(_table(found, one) for one in tables))


def _table(found: LoadedTournament, pairing: Row[Any]) -> msg.TournamentTable:
    ended = found.seated.get(pairing.table_id, {})
    seats = tuple(
        msg.TournamentSeat(
            number, ended[n].rank if n in ended else None, ended[n].total if n in ended else None
        )
        for n, number in enumerate(seats_of(pairing))
    )
    return msg.TournamentTable(pairing.table_id, pairing.table_id in found.made, bool(ended), seats)
