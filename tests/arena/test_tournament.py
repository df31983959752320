from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from semafor import Game
from semafor.arena.bot_game import Watch
from semafor.arena.game_workers import WorkerLost, play_on_ray, play_on_workers
from semafor.arena.games_file import CannotContinue, FailedGame, Journal, PlayedGame
from semafor.arena.records_file import open_records, read_records
from semafor.arena.schedule import BotFailed, Tournament, missing, play_tournament
from semafor.arena.sequential_test import Duel, Hypotheses
from semafor.arena.standings import standings
from semafor.boards import board_names, load_board
from semafor.errors import BadSetup

FIRST = "tests.arena.arena_bots:First"


def tournament(*bots: str, board: str = "berlin", players: int = 2, seed: str = "1") -> Tournament:
    return Tournament(load_board(board), players, bots, seed)


def played_here(found: Tournament, games: int) -> list[PlayedGame]:
    """Games in this process, one after another."""
    outcomes = [found.play(number) for number in range(games)]
    return [game for game in outcomes if isinstance(game, PlayedGame)]


def timeless(found: Tournament, games: list[PlayedGame]) -> Any:
    """Return the results of a tournament without its times."""
    table = msgspec.to_builtins(standings(found, games))
    for bot in table["bots"]:
        del bot["mean_ms"], bot["p99_ms"]
    return table


# ---- the games -------------------------------------------------------------------------------


@pytest.mark.parametrize("board", board_names())
def test_a_deal_is_the_same_in_every_line_up(board: str) -> None:
    players = max(load_board(board).options.players)
    found = tournament("random", FIRST, board=board, players=players)
    for number in range(2):
        game = found.play(number)
        assert isinstance(game, PlayedGame)
        dealt = Game.new(board, players=players, seed="1/0")
        assert (game.deal, game.order, game.first) == (0, number, dealt.view().turn)
        assert len(game.sides) == players // found.team_size
        assert sorted(side.rank for side in game.sides)[0] == 1


def test_partners_are_the_same_bot() -> None:
    found = tournament("random", "greedy", board="asia", players=6)
    assert found.team_size == 2
    assert {len(line_up) for line_up in found.line_ups} == {3}


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert tournament("a", "b", "c").deals_for(7) == 2
    assert tournament("a", "b", players=4, board="usa").deals_for(8) == 1


def test_other_seeds_are_other_deals() -> None:
    one, other = (timeless(t, played_here(t, 4)) for t in (tournament("random", FIRST, seed=s) for s in "12"))
    assert one["turns"] != other["turns"]


def test_the_number_of_processes_changes_nothing() -> None:
    found = tournament("random", "greedy", FIRST)
    here = played_here(found, 12)
    there = [game for game in play_on_workers(found, range(12), processes=2) if isinstance(game, PlayedGame)]
    assert sorted((game.deal, game.order) for game in there) == [(n // 6, n % 6) for n in range(12)]
    assert timeless(found, there) == timeless(found, here)


def test_a_cluster_plays_the_same_games() -> None:
    found = tournament("random", FIRST)
    there = [game for game in play_on_ray(found, range(4), cores=1) if isinstance(game, PlayedGame)]
    assert timeless(found, there) == timeless(found, played_here(found, 4))


def test_ratings_and_rates_agree_with_the_games() -> None:
    found = tournament("greedy", "random")
    games = played_here(found, 12)
    table = standings(found, [*games, games[0]])
    greedy = next(bot for bot in table.bots if bot.bot == "greedy")
    seats = [(game.sides[found.line_ups[game.order].index(0)], game) for game in games]
    assert greedy.score.mean == pytest.approx(sum(side.score for side, _ in seats) / 12)
    assert greedy.played == greedy.wins.games == 12
    assert greedy.wins.rate == pytest.approx(sum(side.rank == 1 for side, _ in seats) / 12, abs=0.1)
    assert table.bots[0] == greedy
    pair = next(pair for pair in table.pairs if pair.bot == "greedy")
    assert pair.rate.rate == greedy.wins.rate
    assert greedy.decisions > 0
    assert min(greedy.mean_ms, greedy.p99_ms) > 0  # one long delay may raise the mean above the other values


def test_deals_that_are_not_finished_are_not_counted() -> None:
    found = tournament("greedy", "random")
    games = played_here(found, 5)
    assert standings(found, games).unfinished == 1
    assert timeless(found, games)["bots"] == timeless(found, games[:4])["bots"]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (tournament("random"), "at least two"),
        (tournament("random", "random"), "only once"),
        (tournament("random", "greedy", players=9), "not 9"),
        (msgspec.structs.replace(tournament("random", "greedy"), challenger="x"), "'x' is not among"),
    ],
)
def test_tournaments_that_cannot_be(found: Tournament, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        found.check()


# ---- bots that fail --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("Raises", "raised LookupError: I have lost my timetable"),
        ("Cheats", "returned 'claim Nowhere-Elsewhere 1 red', which is not one of its "),
        ("Mumbles", "returned '17', which is not one of its "),
        ("NeverMade", "raised ValueError: no paper left"),
    ],
)
def test_a_bots_mistake_is_told_with_its_game(bot: str, problem: str) -> None:
    name = f"tests.arena.arena_bots:{bot}"
    failed = tournament(FIRST, name).play(3)
    assert isinstance(failed, FailedGame)
    assert (failed.bot, failed.seat, failed.deal, failed.order) == (name, 0, 1, 1)
    assert str(failed.problem).startswith(problem)
    assert ("Traceback" in failed.trace) == problem.startswith("raised")
    replayed = Game.replay(failed.record)
    assert not replayed.over
    assert replayed.record().seed == "1/1"


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("Raises", "zgłosił LookupError: I have lost my timetable"),
        ("Mumbles", "zwrócił „17”, a to żaden z dozwolonych"),
    ],
)
def test_a_mistake_can_be_told_in_another_language(bot: str, problem: str) -> None:
    failed = tournament(FIRST, f"tests.arena.arena_bots:{bot}").play(3)
    assert isinstance(failed, FailedGame)
    assert failed.problem.say("pl").startswith(problem)


def test_a_mistake_ends_the_tournament_and_keeps_what_was_played(tmp_path: Path) -> None:
    found = tournament(FIRST, "random", "tests.arena.arena_bots:Raises")
    with Journal(tmp_path / "games.jsonl", found) as journal:
        play = partial(play_on_workers, processes=1)
        with pytest.raises(
            BotFailed, match=r"tests.arena.arena_bots:Raises \(seat 1, deal 0, line-up 1\) raised LookupError"
        ):
            list(play_tournament(found, 2, journal, play))
        assert [game.order for game in journal.games] == [0]


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("Dies", "ended its process"),
        ("Leaves", "raised SystemExit: 2"),
        ("Hangs", "took longer than 1 s"),
        ("Raises", "raised LookupError: I have lost my timetable"),
        ("NeverMade", "raised ValueError: no paper left"),
    ],
)
def test_a_failure_costs_the_bots_own_games(bot: str, problem: str, tmp_path: Path) -> None:
    name = f"tests.arena.arena_bots:{bot}"
    found = tournament(FIRST, name)
    with Journal(tmp_path / "games.jsonl", found) as journal:
        play = partial(play_on_workers, processes=1, move_time=1.0)
        list(play_tournament(found, 1, journal, play, forfeit=True))
    assert [(game.forfeit and game.forfeit.bot) for game in journal.games] == [name, name]
    assert all(game.forfeit and str(game.forfeit.problem) == problem for game in journal.games)
    table = {row.bot: row for row in standings(found, journal.games).bots}
    assert (table[FIRST].wins.rate, table[FIRST].faults) == (1.0, 0)
    assert (table[name].wins.rate, table[name].faults) == (0.0, 2)


def test_a_process_that_ends_while_nobody_thinks_is_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "seat", None)
    with pytest.raises(WorkerLost, match="game 0"):
        list(play_on_workers(tournament(FIRST, "tests.arena.arena_bots:Dies"), range(2), processes=1))


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_records_hold_every_decision(tmp_path: Path, form: str) -> None:
    found = msgspec.structs.replace(tournament(FIRST, "random", board="usa"), keep_records=True)
    file = tmp_path / f"records.{form}"
    with Journal(tmp_path / "games.jsonl", found) as journal, open_records(file) as records:
        for game in play_tournament(found, 1, journal, partial(play_on_workers, processes=1)):
            if game is not None:
                records.add(found.seats(game.order), game)
    kept = list(read_records(file))
    assert {game.bots for game in kept} == {(FIRST, "random"), ("random", FIRST)}
    for one in kept:
        result = Game.replay(one.record).result()
        assert tuple(side.total for side in result.sides) == one.scores
        assert tuple(side.rank for side in result.sides) == one.ranks
    assert all(game.record is None for game in journal.games)


# ---- the file --------------------------------------------------------------------------------


def write(file: Path, found: Tournament, games: list[PlayedGame]) -> bytes:
    with Journal(file, found) as journal:
        for game in games:
            journal.add(game)
    return file.read_bytes()


def test_a_file_is_continued_from_wherever_it_was_cut_off(tmp_path: Path) -> None:
    found, file = tournament("random", FIRST), tmp_path / "games.jsonl"
    games = played_here(found, 4)
    data = write(file, found, games)
    for length in {0, 1, 8, 9, 40, *range(200, len(data), 97), len(data) - 1, len(data)}:
        file.write_bytes(data[:length])
        with Journal(file, found) as journal:
            kept = list(journal.games)
            assert kept == games[: len(kept)]
            assert len(kept) == max(0, data[:length].count(b"\n") - 1)
            assert missing(found, 2, kept) == list(range(len(kept), 4))
            for game in games[len(kept) :]:
                journal.add(game)
        assert file.read_bytes() == data


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (tournament("random", FIRST, seed="2"), "seed is 1, not 2"),
        (tournament("random", "greedy"), "bots is random tests.arena.arena_bots:First, not random greedy"),
        (tournament("random", FIRST, players=3), "players is 2, not 3"),
        (tournament("random", FIRST, board="usa"), "board is berlin, not usa"),
        (msgspec.structs.replace(tournament("random", FIRST), challenger=FIRST), "challenger is None"),
    ],
)
def test_another_tournament_is_refused_and_left_alone(tmp_path: Path, other: Tournament, words: str) -> None:
    found, file = tournament("random", FIRST), tmp_path / "games.jsonl"
    data = write(file, found, [])
    with pytest.raises(CannotContinue, match=words):
        Journal(file, other)
    assert file.read_bytes() == data


@pytest.mark.parametrize("content", [b"hello", b"hello\n", b"\n", b"[1]\n", b"\xff\xfe\n", b"{}\n"])
def test_any_other_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(content)
    with pytest.raises(CannotContinue, match="is not a tournament file"):
        Journal(file, tournament("random", FIRST))
    assert file.read_bytes() == content


def test_a_damaged_line_in_the_middle_is_refused(tmp_path: Path) -> None:
    found, file = tournament("random", FIRST), tmp_path / "games.jsonl"
    data = write(file, found, played_here(found, 1))
    file.write_bytes(data.replace(b'"turns":', b'"tunrs":'))
    with pytest.raises(CannotContinue, match="damaged"):
        Journal(file, found)


# ---- the sequential test ---------------------------------------------------------------------


def test_the_test_waits_for_the_deals_in_their_order() -> None:
    found = tournament("greedy", "random")
    games = played_here(found, 40)
    verdicts = []
    for order in (games, games[::-1]):
        duel = Duel(found, "greedy", "random", Hypotheses(0.5, 0.8))
        for game in order:
            duel.add(game)
        assert duel.decided
        verdicts.append(duel.comparison())
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].verdict.answer == "H1"
    table = standings(found, games, verdicts[0])
    assert table.deals == verdicts[0].verdict.deals < 20
    assert table.unfinished == 0
