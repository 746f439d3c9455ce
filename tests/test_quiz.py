"""Quizzes: questions from real games, fair marks, saved scores."""

from __future__ import annotations

import io
import itertools
import json
import re
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import script
from shell import Done, bw

from bwtools.advice.situation import Method
from bwtools.analysis import quiz
from bwtools.analysis.quiz_scores import Score, read_scores, save_score, tallies
from bwtools.analysis.review import Decision
from bwtools.cli.terminal import prompt, quizzing
from bwtools.errors import InvalidError
from bwtools.game.position import format_position, parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Discard, Event, Sell
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
from bwtools.lexicon.search import plays
from bwtools.records.game_record import PERSON, YOU, Game, Header, Seat
from bwtools.records.record_file import game_record, read_game
from bwtools.sales.best_sales import best_revenue
from bwtools.storage import jsonlines
from bwtools.storage.locks import locked
from bwtools.tiles.hand import parse_hand
from bwtools.tiles.tile_set import load_tiles

DECISIONS: tuple[Decision, ...] = ("sell", "buy", "choose", "discard")
FEW = Method(samples=12)
SCORE = Score("2026-01-02T03:04:05Z", "sell", "revenue", "", "CAT", "ACT", 4, 0.5, 7.5, False)


@pytest.fixture(scope="module")
def record(enable: Lexicon) -> bytes:
    """Return the record of two rounds: Ann buys every set that she can pay, and sells one word."""
    header = Header(enable.tiles, (Seat("Ann", PERSON),), "enable", enable.sha256(), seed=3)
    return game_record(header, _greedy(header, enable, 2))


def _greedy(header: Header, lexicon: Lexicon, rounds: int) -> Iterator[Event]:
    game = Game.start(header)
    while game.state.round <= rounds:
        state = game.state
        event: Event
        assert game.deal is not None
        match state.phase:
            case "choose":
                event = game.deal.event(state) or quiz.no_answer(lexicon, state)
            case "buy":
                event = Buy(game.rules.cost(state.player.drawn) <= state.player.money)
            case "sell":
                event = Sell(
                    tuple(play for play, _ in islice(plays(lexicon, state.player.hand), 1))
                )
            case _:
                event = Discard()
        yield event
        game = game.after(event)


def asked(done: Done) -> list[str]:
    """Return the lines that show the questions."""
    return [line for line in done.lines if line[:1].isdigit() and ". Round " in line]


@pytest.mark.parametrize("decision", DECISIONS)
def test_random_questions_follow_from_the_seed_and_leave_a_choice(
    enable: Lexicon, decision: Decision
) -> None:
    first = list(islice(quiz.random_questions(enable, decision, 5), 4))
    assert first == list(islice(quiz.random_questions(enable, decision, 5), 4))
    assert first != list(islice(quiz.random_questions(enable, decision, 6), 4))
    assert len(set(first)) == 4
    for state in first:
        assert state.phase == decision
        assert quiz.is_open(enable, state)
        assert parse_position(format_position(state), enable.tiles) == state


def test_questions_come_from_early_and_late_rounds(enable: Lexicon) -> None:
    rounds = [state.round for state in islice(quiz.random_questions(enable, "buy", 1), 30)]
    assert min(rounds) < 6
    assert max(rounds) > 12


def test_a_dictionary_without_questions_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiz, "TRIES", 2)
    lexicon = lexicon_from_words(["zzzzzzzzzz"], load_tiles())
    with pytest.raises(InvalidError, match="there was nothing to sell in 2 deals"):
        next(quiz.random_questions(lexicon, "sell", 1))


@given(
    st.text("AEINRSTQUZCD", min_size=2, max_size=7),
    st.integers(0, 2),
    st.integers(0, 50),
)
def test_a_sale_is_marked_by_its_share_of_the_best_revenue(
    enable: Lexicon, letters: str, wilds: int, which: int
) -> None:
    hand = parse_hand(letters, wilds)
    state = Rules(enable.tiles).start(1)
    state = state._replace(phase="sell", players=(state.player._replace(hand=hand),))
    sale = list(islice(plays(enable, hand), which, which + 1))
    if not best_revenue(enable, hand):
        return
    event = Sell(tuple(play for play, _ in sale))
    mark, best = quiz.mark_revenue(enable, state, event)
    revenue = sum(pips**2 for _, pips in sale)
    assert best.revenue == best_revenue(enable, hand)
    assert mark.lost == best.revenue - revenue >= 0
    assert mark.share == revenue / best.revenue
    assert (mark.best == mark.actual) == (mark.lost == 0)
    perfect = Sell(tuple(sold.play for sold in best.sales))
    assert quiz.mark_revenue(enable, state, perfect)[0].lost == 0


def test_either_buying_or_passing_is_right(enable: Lexicon) -> None:
    states = list(islice(quiz.random_questions(enable, "buy", 2), 6))
    marks = [[quiz.mark(enable, state, Buy(yes), FEW) for yes in (True, False)] for state in states]
    for pair in marks:
        assert min(mark.lost for mark in pair) == 0
        assert all(mark.actual == mark.best or mark.lost > 0 for mark in pair)
    assert any(mark.lost > 1 for pair in marks for mark in pair)


def test_a_decision_without_options_loses_nothing(enable: Lexicon) -> None:
    state = parse_position("bw1 sell 12 1 1 A3CD2E4 10,QVZ,0,-", enable.tiles)
    assert quiz.mark(enable, state, Sell(), FEW) == ("-", "-", 0, 0, None, None)


@pytest.mark.parametrize("decision", DECISIONS)
def test_no_answer_is_legal_and_can_be_marked(enable: Lexicon, decision: Decision) -> None:
    state = next(quiz.random_questions(enable, decision, 7))
    event = quiz.no_answer(enable, state)
    Rules(enable.tiles).step(state, event)
    assert quiz.mark(enable, state, event, FEW).lost >= 0


def test_mistakes_are_those_of_people_costliest_first(
    enable: Lexicon, tmp_path: Path, record: bytes
) -> None:
    game = _game(record, tmp_path)
    found = quiz.mistakes(game, enable, None, 12)
    assert found
    assert all(each.state in game.states for each in found)
    assert [each.lost for each in found] == sorted((each.lost for each in found), reverse=True)
    sales = quiz.mistakes(game, enable, "sell", 12)
    assert sales == [each for each in found if each.decision == "sell"]
    tracked = game.header._replace(seats=(Seat("Ann", PERSON), Seat("you", YOU)))
    assert quiz.mistakes(Game.start(tracked), enable, None, 12) == []
    computer = game._replace(header=game.header._replace(seats=(Seat("club", "club"),)))
    with pytest.raises(InvalidError, match="only computer players"):
        quiz.mistakes(computer, enable, None, 12)


def _game(record: bytes, folder: Path) -> Game:
    path = folder / "game.jsonl"
    path.write_bytes(record)
    return read_game(path)


@pytest.mark.usefixtures("own_games")
def test_the_best_sale_is_shown_with_its_leave() -> None:
    out = bw("quiz", "--seed", "1", "--questions", "1", stdin=script("")).out
    (position,) = [score.position for score in read_scores()]
    state = parse_position(position, load_tiles())
    best = bw("sell", str(state.player.hand), "--top", "1", "-f", "jsonl").rows[0]
    words = ", ".join(f"{word['play']} for ${word['price']}" for word in best["words"])
    assert f"{words}: ${best['revenue']} in all." in " ".join(out.split())
    assert f"and {best['wilds_left']} wild" in out
    assert f"${best['revenue']} lost, 0% of the best." in out


@pytest.mark.usefixtures("own_games")
def test_what_an_answer_loses_is_the_same_in_the_verdict_and_the_reasons() -> None:
    args = ("--decision", "choose", "--questions", "1", "--seed", "2")  # not a whole cent
    out = bw("quiz", *args, stdin=script("3")).out
    (lost,) = re.findall(r"^(\$\S+ ± \S+) lost", out, re.MULTILINE)
    assert f"3: -{lost};" in " ".join(out.split())


@pytest.mark.usefixtures("own_games")
def test_the_best_answer_is_right() -> None:
    bw("quiz", "--seed", "1", "--questions", "1", stdin=script(""))
    (score,) = read_scores()
    out = bw("quiz", "--seed", "1", "--questions", "1", stdin=script(score.best)).out
    assert "\nRight.\n" in out
    assert "1 of 1 right; $0.00 lost in all, 100% of the best on average." in out
    assert [score.right for score in read_scores()] == [False, True]


@pytest.mark.usefixtures("own_games")
def test_a_rejected_answer_is_asked_for_again_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, enable: Lexicon
) -> None:
    state = Rules(enable.tiles).start(1)
    hand = parse_hand("catq", 1)
    state = state._replace(phase="sell", players=(state.player._replace(hand=hand),))
    monkeypatch.setattr(quiz, "random_questions", lambda *_: iter([state]))
    answers = ["zzz", "cats dog", "dogs", "c4t", "quiz", "x", "help", "bag", "cats"]
    out = " ".join(bw("quiz", "--questions", "1", stdin=script(*answers)).out.split())
    assert "No: ZZZ is not in enable (it is in wordnik)." in out
    assert "for DOG you hold no D or G or O tile" in out
    assert "for DOGS 4 wilds needed (for D, G, O, S), one allowed" in out
    assert "is not a letter" in out
    assert "for QUIZ 3 wilds needed" in out
    assert "in the bag: A" in out
    assert "accept" not in out
    assert "1 of 1 right" not in out
    assert [score.done for score in read_scores()] == ["CATs"]


@pytest.mark.parametrize(
    ("decision", "answer"), [("buy", "y"), ("choose", "3"), ("sell", ""), ("buy", "pass")]
)
@pytest.mark.usefixtures("own_games")
def test_decisions_are_marked_by_expected_money(decision: str, answer: str) -> None:
    by = ["--by", "equity"] if decision == "sell" else []
    args = ["--decision", decision, *by, "--seed", "2", "--questions", "1", "--samples", "12"]
    done = bw("quiz", *args, stdin=script(answer))
    out = " ".join(done.out.split())
    (score,) = read_scores()
    assert (score.decision, score.by, score.share) == (decision, "equity", None)
    assert ("Right." in out) == (score.lost == 0) == score.right
    if decision == "buy":
        assert "It costs $" in out
        assert "if you buy and with $" in out
    if decision == "sell":
        assert "The dollars include the leave value." in out
        assert "The best option keeps " in out


@pytest.mark.usefixtures("own_games")
def test_a_command_in_capitals_is_a_word_only_where_tiles_are_answered() -> None:
    args = ["quiz", "--seed", "2", "--questions", "1", "--samples", "12"]
    assert "No: for BAG" in bw(*args, stdin=script("BAG")).out
    assert " in the bag: A" in bw(*args, "--decision", "buy", stdin=script("BAG")).out


@pytest.mark.usefixtures("own_games")
def test_discards_can_be_asked_for() -> None:
    args = ["--decision", "discard", "--seed", "2", "--questions", "1", "--samples", "12"]
    assert read_scores() == []
    assert "Discard " in bw("quiz", *args).out
    state = next(quiz.random_questions(open_lexicon("enable"), "discard", 2))
    over = len(state.player.hand.letters) - 8
    bw("quiz", *args, stdin=script(state.player.hand.letters[:over]))
    (score,) = read_scores()
    assert score.done == state.player.hand.letters[:over]


@pytest.mark.usefixtures("own_games")
def test_the_end_of_the_answers_ends_with_a_summary_and_status_0() -> None:
    done = bw("quiz", "--seed", "1", stdin=script("", ""))
    assert (done.status, done.err) == (0, "")
    assert len(asked(done)) == 3
    assert "0 of 2 right" in done.out
    assert bw("quiz", "--seed", "1", stdin=script("quit")).status == 0
    assert len(read_scores()) == 2


@pytest.mark.usefixtures("own_games")
def test_an_interrupt_keeps_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([""])

    def interrupted(_: str, _seconds: float | None) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr(prompt, "ask", interrupted)
    done = bw("quiz", "--seed", "1")
    assert done.status == 130
    assert "0 of 1 right" in done.out
    assert len(read_scores()) == 1


@pytest.mark.parametrize(("seconds", "late"), [(9.0, False), (11.0, True)])
@pytest.mark.usefixtures("own_games")
def test_a_late_answer_counts_as_no_answer(
    monkeypatch: pytest.MonkeyPatch, seconds: float, late: bool
) -> None:
    bw("quiz", "--seed", "1", "--questions", "1", stdin=script(""))
    best = read_scores()[0].best
    clock = itertools.chain([0.0] * 3, itertools.repeat(seconds))  # asked, prompt, time left
    monkeypatch.setattr(quizzing, "monotonic", clock.__next__)
    done = bw("quiz", "--seed", "1", "--questions", "1", "--time", "10", stdin=script(best))
    score = read_scores()[-1]
    assert ("Too late: your answer took 11.0 seconds." in done.out) is late
    assert (score.done == "-", score.right, score.seconds) == (late, not late, seconds)
    assert re.search(r"The best sale, until \d\d:\d\d:\d\d \(Enter: nothing\): ", done.out)


@pytest.mark.usefixtures("own_games")
def test_a_prompt_after_the_deadline_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.chain([0.0] * 3, itertools.repeat(11.0))
    monkeypatch.setattr(quizzing, "monotonic", clock.__next__)
    done = bw("quiz", "--seed", "1", "--questions", "1", "--time", "10", stdin=script("qqq", ""))
    assert "The best sale, time is up (Enter: nothing): " in done.out


def test_a_line_is_printed_at_the_deadline_with_what_is_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    class PassingTimer(threading.Timer):
        def start(self) -> None:
            assert self.interval == 9.5
            self.function()

    monkeypatch.setattr(prompt, "Timer", PassingTimer)
    monkeypatch.setattr(prompt, "_read_line", lambda _: "cat")
    monkeypatch.setattr(sys, "stdin", Terminal())
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    assert prompt.ask("Sale? ", 9.5) == "cat"
    assert out.getvalue() == "\nTime is up.\nSale? "
    assert prompt.ask("Sale? ", -1.0) == "cat"
    assert out.getvalue() == "\nTime is up.\nSale? "


@pytest.mark.usefixtures("own_games")
def test_mistakes_of_a_game_are_asked_again(tmp_path: Path, record: bytes) -> None:
    game = _game(record, tmp_path)
    args = ["quiz", "--from", str(tmp_path / "game.jsonl"), "--samples", "12", "--questions", "1"]
    shown = bw(*args)
    assert len(asked(shown)) == 1
    answer = {"sell": "", "buy": "n"}
    decision = "buy" if "[y/n]" in shown.out else "sell"
    out = bw(*args, stdin=script(answer[decision])).out
    assert "In the game: " in out
    (score,) = read_scores()
    assert parse_position(score.position, game.header.tiles) in game.states


@pytest.mark.usefixtures("own_games")
def test_the_quiz_ends_after_all_mistakes_of_a_game(
    tmp_path: Path, record: bytes, enable: Lexicon
) -> None:
    found = quiz.mistakes(_game(record, tmp_path), enable, "sell", 12)
    args = ["--from", str(tmp_path / "game.jsonl"), "--decision", "sell", "--samples", "12"]
    done = bw("quiz", *args, stdin=script(*[""] * len(found), "not asked for"))
    assert len(asked(done)) == len(found) > 0
    assert "nothing to ask" not in done.out


def test_all_saved_games_are_asked_about(own_games: Path, record: bytes) -> None:
    (own_games / "games").mkdir()
    (own_games / "games" / "1.jsonl").write_bytes(record)
    (own_games / "games" / "2.jsonl").write_bytes(b"damaged\n")
    done = bw("quiz", "--from", "all", "--samples", "12", "--questions", "1")
    assert done.status == 0
    assert "2.jsonl" in done.err
    assert len(asked(done)) == 1


def test_a_game_whose_dictionary_is_missing_is_skipped_with_a_warning(
    own_games: Path, tmp_path: Path, record: bytes
) -> None:
    game = _game(record, tmp_path)
    (own_games / "games").mkdir()
    (own_games / "games" / "1.jsonl").write_bytes(record)
    gone = game_record(game.header._replace(dictionary="gone"), game.events)
    (own_games / "games" / "2.jsonl").write_bytes(gone)
    done = bw("quiz", "--from", "all", "--samples", "12", "--questions", "1")
    assert done.status == 0
    assert "2.jsonl: there is no dictionary 'gone'" in done.err
    assert len(asked(done)) == 1


def test_the_verdict_is_shown_even_if_its_score_cannot_be_saved(own_home: Path) -> None:
    (own_home / "scores.jsonl").mkdir(parents=True)
    done = bw("quiz", "--seed", "1", "--questions", "1", stdin="\n")
    assert "Best: " in done.out
    assert "cannot write the scores" in done.err


@pytest.mark.usefixtures("own_games")
def test_without_games_there_is_nothing_to_ask() -> None:
    done = bw("quiz", "--from", "all")
    assert (done.status, done.err) == (0, "")
    assert "nothing to ask" in done.out


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--decision", "buy", "--by", "revenue"], "--by is for sales"),
        (["--from", "all", "--seed", "1"], "--seed is for random deals"),
        (["--from", "nosuch.jsonl"], "there is no game nosuch.jsonl"),
        (["--time", "0"], "must be a number from 1 to 86400"),
    ],
)
@pytest.mark.usefixtures("own_games")
def test_options_that_contradict_each_other_are_an_error(args: list[str], error: str) -> None:
    assert error in bw("quiz", *args).error


def test_scores_are_summed_by_day_and_decision() -> None:
    """Sum the lost dollars, as the summary of a quiz does; share and seconds are means."""
    scores = [
        SCORE,
        SCORE._replace(lost=0, share=1.0, seconds=2.5, right=True),
        SCORE._replace(decision="buy", by="equity", share=None),
        SCORE._replace(date="2026-01-03T00:00:00Z"),
    ]
    assert list(tallies(scores)) == [
        ("2026-01-02", "buy", "equity", 1, 0, 4, None, 7.5),
        ("2026-01-02", "sell", "revenue", 2, 1, 4, 0.75, 5),
        ("2026-01-03", "sell", "revenue", 1, 0, 4, 0.5, 7.5),
    ]


def test_scores_are_shown_in_every_format(own_home: Path) -> None:
    del own_home
    assert bw("quiz", "--scores").out == "(none)\n"
    save_score(SCORE)
    line = " ".join(bw("quiz", "--scores").lines[1].split())
    assert line == "2026-01-02 sell revenue 1 0 $4.00 50% 7.5"
    assert bw("quiz", "--scores", "-f", "plain").out == "2026-01-02 sell 0/1\n"
    (row,) = json.loads(bw("quiz", "--scores", "-f", "json").out)
    assert (row["questions"], row["share"]) == (1, 0.5)


@pytest.mark.usefixtures("own_games")
def test_scores_show_the_lost_dollars_of_the_summary() -> None:
    done = bw("quiz", "--seed", "1", "--questions", "3", stdin="\n\n\n")
    (lost,) = re.findall(r"\$([\d.]+) lost in all", done.out)
    assert [row["lost"] for row in bw("quiz", "--scores", "-f", "jsonl").rows] == [float(lost)]


def test_an_incomplete_last_score_is_skipped_and_overwritten(own_home: Path) -> None:
    save_score(SCORE)
    save_score(SCORE._replace(done="TAC"))
    path = own_home / "scores.jsonl"
    whole = path.read_bytes()
    for cut in range(whole.index(b"\n") + 1, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert read_scores() == [SCORE]
    save_score(SCORE._replace(done="CAST"))
    assert [score.done for score in read_scores()] == ["CAT", "CAST"]


_NUMBERS = {"lost": ["NaN", "Infinity", "-1", "1" + 400 * "0"], "seconds": ["1e999"]}
_IMPOSSIBLE = [
    (
        re.sub(f'"{field}": [^,]*', f'"{field}": {number}', json.dumps(SCORE._asdict())),
        f"{field} is out of range",
    )
    for field, numbers in _NUMBERS.items()
    for number in numbers
]


_LACKING = [
    (
        json.dumps({name: value for name, value in SCORE._asdict().items() if name != field}),
        f"{field} is missing or invalid",
    )
    for field in SCORE._fields
]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{}", "date is missing or invalid"),
        ("x", "'x' is not a JSON object"),
        ('{"date": 1}', "date is missing or invalid"),
        (json.dumps(SCORE._replace(done="\x1b[2J")._asdict()), "done is missing or invalid"),
        *_IMPOSSIBLE,
        *_LACKING,
    ],
)
def test_a_damaged_score_is_reported_and_kept(own_home: Path, line: str, reason: str) -> None:
    save_score(SCORE)
    path = own_home / "scores.jsonl"
    damaged = f"{line}\n".encode() + path.read_bytes()
    path.write_bytes(damaged)
    error = bw("quiz", "--scores").error
    assert error.startswith(f"line 1 of the scores {path} is damaged: {reason}: ")
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("blank", [b"\n", b"\r\n \t\r\n", b"  "])
def test_blank_lines_between_scores_are_not_damage(own_home: Path, blank: bytes) -> None:
    path = own_home / "scores.jsonl"
    for _ in range(3):
        save_score(SCORE)
        path.write_bytes(path.read_bytes() + blank)
        (row,) = bw("quiz", "--scores", "-f", "jsonl").rows
    assert row["questions"] == 3
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n\n".join(lines))
    assert bw("quiz", "--scores", "-f", "jsonl").rows == [row]


def test_scores_that_cannot_be_written_are_an_error(own_home: Path) -> None:
    (own_home / "scores.jsonl").mkdir(parents=True)
    with pytest.raises(InvalidError, match="cannot write the scores"):
        save_score(SCORE)


def test_waiting_for_locked_scores_has_a_limit(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_home.mkdir()
    monkeypatch.setattr(jsonlines, "LOCK_TIMEOUT", 0)
    path = own_home / "scores.jsonl"
    with locked(str(path), 0), pytest.raises(InvalidError, match=re.escape(f"{path}.lock")):
        save_score(SCORE)


def test_scores_that_are_not_a_file_are_an_error(own_home: Path) -> None:
    (own_home / "scores.jsonl").mkdir(parents=True)
    assert "cannot read the scores" in bw("quiz", "--scores").error


@pytest.mark.usefixtures("own_games")
def test_a_game_that_cannot_be_reviewed_is_an_error(tmp_path: Path, record: bytes) -> None:
    game = _game(record, tmp_path)
    path = tmp_path / "gone.jsonl"
    path.write_bytes(game_record(game.header._replace(dictionary="gone"), game.events))
    done = bw("quiz", "--from", str(path))
    assert done.status == 2
    assert "there is no dictionary 'gone'" in done.err


def test_in_games_without_a_mistake_there_is_nothing_to_ask(own_games: Path, record: bytes) -> None:
    (own_games / "games").mkdir()
    (own_games / "games" / "begun.jsonl").write_bytes(record[: record.index(b"\n") + 1])
    done = bw("quiz", "--from", "all", "-d", "enable")
    assert "nothing to ask" in done.out
    assert asked(done) == []


def test_a_finished_game_has_no_question(enable: Lexicon) -> None:
    assert not quiz.is_open(enable, parse_position("bw1 over 30 1 1 - 900,AE,0,-", enable.tiles))
