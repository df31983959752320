"""The results of a tournament: ratings, pairwise results, scores, thinking times, turn order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.arena.comparisons import Deals, Histogram, Rate, Spread, rate_of
from semafor.arena.games_file import Thinking
from semafor.arena.sequential_test import Comparison
from semafor.arena.series import rows_of
from semafor.arena.statistics import Length, PlaceSummary, Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from semafor.arena.comparisons import Matchup
    from semafor.arena.games_file import PlayedGame, PlayedSide
    from semafor.arena.schedule import Tournament

    Floats = NDArray[np.float64]

ELO = 400 / np.log(10)
"""Rating points per unit of the logit."""
DRAWS_ADDED = 1.0
RESAMPLES = 1000
LOW, HIGH = 2.5, 97.5
"""The percentiles of a 95 % interval."""
STEPS = 10_000
CLOSE_ENOUGH = 1e-8


def fit_ratings(wins: Floats, draws: Floats | float = DRAWS_ADDED) -> Floats:
    """Return […, bot]: ratings from […, i, j], how often i won against j; draws count half for both."""
    games = wins + wins.swapaxes(-1, -2)
    met = games.sum(axis=tuple(range(games.ndim - 2))) > 0
    added = np.asarray(draws)[..., None, None] * met
    games, won = games + added, (wins + added / 2).sum(axis=-1)
    strength = np.ones_like(won)
    for _ in range(STEPS):
        pairs = games / (strength[..., :, None] + strength[..., None, :])
        better = won / pairs.sum(axis=-1)
        better /= np.exp(np.log(better).mean(axis=-1, keepdims=True))
        moved = np.abs(np.log(better / strength)).max()
        strength = better
        if moved < CLOSE_ENOUGH:
            break
    ratings: Floats = ELO * np.log(strength)
    return ratings


def rate(wins: Floats, times: int = RESAMPLES, seed: int = 0) -> tuple[Floats, Floats, Floats]:
    """Return ratings and the bounds of their intervals, from [deal, i, j]: how often i won against j."""
    dice = np.random.default_rng(seed)
    deals, bots, _ = wins.shape
    drawn = dice.multinomial(deals, np.full(deals, 1 / deals), size=times).astype(float)
    again = (drawn @ wins.reshape(deals, -1)).reshape(-1, bots, bots)
    low, high = np.percentile(fit_ratings(again, dice.exponential(DRAWS_ADDED, times)), (LOW, HIGH), axis=0)
    return fit_ratings(wins.sum(axis=0)), low, high


P99 = 0.99


class BotStanding(msgspec.Struct, frozen=True):
    """A bot in the standings."""

    bot: str
    rating: float
    low: float
    high: float
    """The bounds of the 95 % interval of the rating."""
    played: int
    """The number of sides it played; several in a game of one against many."""
    wins: Rate
    score: Spread
    decisions: int
    """Decisions with a choice."""
    mean_ms: float
    p99_ms: float
    faults: int = 0
    """Games that it lost by a mistake."""


class Pair(msgspec.Struct, frozen=True):
    """How often one bot ended above another; equal ranks count half."""

    bot: str
    against: str
    rate: Rate


class TableWins(msgspec.Struct, frozen=True):
    """The wins of a bot that sat alone among others."""

    bot: str
    against: tuple[str, ...]
    wins: Rate


class Standings(msgspec.Struct, frozen=True):
    """The results of a tournament."""

    board: str
    players: int
    seed: str
    challenger: str | None
    deals: int
    games: int
    """Games of complete deals; only these are counted."""
    unfinished: int
    """Games of deals that were not played in every line-up."""
    bots: list[BotStanding]
    """Best first."""
    pairs: list[Pair]
    tables: list[TableWins]
    turn_order: list[PlaceSummary]
    turns: Length
    stuck: int
    tied: int
    sprt: Comparison | None
    """The sequential test, if there was one; the standings then end with the deal that decided it."""


def standings(
    tournament: Tournament, games: Sequence[PlayedGame], sprt: Comparison | None = None
) -> Standings:
    """Return the standings after some games, or up to the decision of a test; one deal must be complete."""
    found = Deals(tournament, games)
    decided = sprt is not None and sprt.verdict.answer != "open"
    whole = found.whole()[: sprt.verdict.deals if sprt and decided else None]
    counted = found.games(whole)
    tally = Tally(tournament.players, tournament.team_size)
    tally.add(rows_of(finished(counted)))
    summary = tally.summary()
    return Standings(
        board=tournament.board.board,
        players=tournament.players,
        seed=tournament.seed,
        challenger=tournament.challenger,
        deals=len(whole),
        games=len(counted),
        unfinished=0 if decided else len(games) - len(counted),
        bots=_bots(found, whole, counted),
        pairs=_pairs(found, whole),
        tables=[_table(found, found.won(whole), matchup) for matchup in found.matchups()],
        turn_order=summary.turn_order,
        turns=summary.turns,
        stuck=summary.stuck,
        tied=summary.tied,
        sprt=sprt,
    )


def _bots(found: Deals, whole: list[int], counted: list[PlayedGame]) -> list[BotStanding]:
    ratings = np.stack(rate(found.compared(whole)))
    won = found.won(whole)
    standing = [_bot(found, bot, won, counted, ratings[:, bot]) for bot in range(len(found.tournament.bots))]
    return sorted(standing, key=lambda bot: -bot.rating)


def _bot(found: Deals, bot: int, won: Floats, counted: list[PlayedGame], ratings: Floats) -> BotStanding:
    name, thinking = found.tournament.bots[bot], Thinking()
    sides = sides_of(found.tournament, bot, finished(counted))
    scores = Histogram()
    scores.add(np.array([side.score for side in sides]))
    for side in sides:
        thinking.merge(side.thinking)
    seats = np.array([[sitting == bot for sitting in line_up] for line_up in found.line_ups])
    return BotStanding(
        bot=name,
        rating=float(ratings[0]),
        low=float(ratings[1]),
        high=float(ratings[2]),
        played=len(sides_of(found.tournament, bot, counted)),
        wins=rate_of(won[:, seats]),
        score=scores.spread(),
        decisions=thinking.decisions,
        mean_ms=thinking.mean_ms(),
        p99_ms=thinking.quantile_ms(P99),
        faults=sum(game.forfeit is not None and game.forfeit.bot == name for game in counted),
    )


def finished(games: list[PlayedGame]) -> list[PlayedGame]:
    """Return the games that were played to the end; all of them if none was."""
    return [game for game in games if game.forfeit is None] or games


def sides_of(tournament: Tournament, bot: int, games: Sequence[PlayedGame]) -> list[PlayedSide]:
    """Return all sides that a bot played."""
    line_ups = tournament.line_ups
    return [
        side
        for game in games
        for sitting, side in zip(line_ups[game.order], game.sides, strict=True)
        if sitting == bot
    ]


def _pairs(found: Deals, whole: list[int]) -> list[Pair]:
    names, wins = found.tournament.bots, found.compared(whole)
    met = (wins + wins.swapaxes(1, 2)).sum(axis=0)
    return [
        Pair(names[i], names[j], rate_of(wins[:, i, j, None], met[i, j] / len(whole)))
        for i, j in np.argwhere(met > 0).tolist()
    ]


def _table(found: Deals, won: Floats, matchup: Matchup) -> TableWins:
    bot, others = matchup
    orders, sides = zip(*found.matchups()[matchup], strict=True)
    names = found.tournament.bots
    wins = rate_of(won[:, list(orders), list(sides)])
    return TableWins(names[bot], tuple(names[other] for other in others), wins)
