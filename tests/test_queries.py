"""Queries from stdin: one result a line, in order, by any number of processes."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from itertools import combinations
from math import isclose
from multiprocessing import get_start_method
from pathlib import Path

import pytest
from shell import Done, bw

from bwtools.lexicon.lexicon import Lexicon
from bwtools.sales.best_sales import best_revenue
from bwtools.sales.outs import chance_of_letter, chance_to_improve
from bwtools.tiles.hand import parse_hand

BUY = "bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN"
SELL = "bw1 sell 25 1 1 - 150,AEGINRST,1,-"
DISCARD = "bw1 discard 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AAAAEGRSTV,2,-"
CHOOSE = "bw1 choose 25 1 1 AEINRST 200,-,1,-"
POSITIONS = [BUY, SELL, DISCARD, CHOOSE]

# The arguments of a command, the field of the query, and queries: two good ones around a bad one,
# and one without a result where there can be such.
COMMANDS = [
    ("words --top 1", "hand", ["quiz", "q1", "vvv"]),
    ("sell --top 1", "hand", ["quiz", "q1", "vvv"]),
    ("sell --top 1 --by equity --basis value", "hand", ["quiz", "q1", "vvv"]),
    ("anagram", "letters", ["zax", "q1", "vvv"]),
    ("match", "pattern", ["q.iz", "[", "zzzzq"]),
    ("hooks", "base", ["uiz", "q1", "zzz"]),
    ("buy --basis value", "set", ["ing", "i1", "vvv"]),
    ("discard", "hand", ["aei", "q1", "vvv"]),
    ("price", "tiles", ["ing", "q1", "vvv"]),
    ("hint --top 1", "position", [SELL, "bw1 nothing", CHOOSE]),
]
FORMATS = ("plain", "json", "jsonl", "csv", "tsv")
EXPENSIVE = ["sell --by equity", "buy --hand retas..", "discard --top 2", "hint"]


def queries(done: Done, form: str, field: str) -> list[str]:
    """Return the queries of the results, in order; of a plain result ""."""
    if form == "plain":
        return [""] * len(done.lines)
    if form in ("json", "jsonl"):
        rows = json.loads(done.out) if form == "json" else done.rows
    else:
        rows = list(csv.DictReader(io.StringIO(done.out), dialect=EXCEL[form]))
    assert all(next(iter(row)) == field for row in rows)
    return [row[field] for row in rows]


EXCEL = {"csv": "excel", "tsv": "excel-tab"}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("command", "field", "lines"), COMMANDS, ids=lambda value: str(value))
def test_every_line_has_one_result(command: str, field: str, lines: list[str], form: str) -> None:
    name, *options = command.split()
    text = "\n".join([lines[0], "", *lines[1:]])
    done = bw(name, "-", *options, "-f", form, stdin=text)
    assert done.error.startswith("line 3: ")
    good = [lines[0], lines[2]]
    assert queries(done, form, field) == (["", ""] if form == "plain" else good)


@pytest.mark.parametrize("command", EXPENSIVE)
def test_processes_give_the_same_answers_in_the_same_order(command: str) -> None:
    name, *options = command.split()
    lines = {
        "buy": ["ing", "qqqqqqq", "ast", "z", "eat", "vvw", "o", "rs", "tin", "a1", "i"],
        "hint": [*POSITIONS, "bw1", *POSITIONS],
    }.get(name, ["aeinrst.", "qu?!", "retas", "quiz", "aeinrstqzu", "toll", "x.", "y", "z"])
    command_line = [name, "-", *options, "--basis", "value", "-f", "jsonl"]
    if name == "hint":
        command_line = [name, "-", "-f", "jsonl"]
    text = "\n".join(lines)
    one, two = (bw(*command_line, "--jobs", jobs, stdin=text) for jobs in "12")
    assert one.rows
    assert one == two
    assert one.status == 2


def test_processes_that_are_not_forked_give_answers(environment: dict[str, str]) -> None:
    code = (
        "import multiprocessing; from bwtools.cli import run; "
        "multiprocessing.set_start_method('spawn'); "
        "run(['buy', '-', '--basis', 'value', '--jobs', '2', '-f', 'plain'])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=b"ing\nast\n", capture_output=True, env=environment)
    assert (done.stdout, done.stderr) == (b"buy\nbuy\n", b"")


def test_hint_from_stdin_has_the_rows_of_each_decision() -> None:
    done = bw("hint", "-", "-f", "jsonl", stdin="\n".join(POSITIONS))
    assert done.status == 0
    for position in POSITIONS:
        rows = [row for row in done.rows if row["position"] == position]
        alone = bw("hint", position, "-f", "jsonl").rows
        assert len({row.pop("decision") for row in rows}) == 1
        plain = [row.pop("option") for row in rows]
        assert bw("hint", position, "-f", "plain").lines == plain
        assert [{**row, "position": position} for row in alone] == rows


def test_hint_shows_the_best_options_only() -> None:
    assert len(bw("hint", SELL, "--top", "2", "-f", "jsonl").rows) == 2
    table = bw("hint", "-", "--top", "1", stdin=SELL).lines
    assert table[0].split() == ["position", "decision", "option", "equity", "basis"]


@pytest.mark.skipif(get_start_method() != "fork", reason="other processes are not patched")
def test_dead_process_is_an_error_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bwtools.cli.commands.advice._purchase", die)
    done = bw("buy", "-", "--jobs", "2", stdin="ing\nast\n")
    assert done.error == "cannot continue: a process that answered queries died: use --jobs 1"


def die(*_: object, **__: object) -> None:
    import os

    os._exit(9)


def naive_chance(lexicon: Lexicon, text: str, letters: str, size: int) -> float:
    hand = parse_hand(text)
    today = best_revenue(lexicon, hand)
    draws = list(combinations(letters, size))
    better = [best_revenue(lexicon, hand.plus("".join(draw))) > today for draw in draws]
    return sum(better) / len(draws)


@pytest.mark.parametrize("text", ["qz", "aeinrst", "zz.", "bcdf", "uuii"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_chance_to_improve_equals_that_of_all_draws(enable: Lexicon, text: str, size: int) -> None:
    letters = "aabeiiquuvvxzz".upper()
    bag = {letter: letters.count(letter) for letter in sorted(set(letters))}
    expected = naive_chance(enable, text, letters, size)
    assert isclose(chance_to_improve(enable, text, bag, size), expected)
    draws = list(combinations(letters, size))
    share = sum("I" in draw for draw in draws) / len(draws)
    assert isclose(chance_of_letter("I", bag, size), share)


def test_outs_show_the_chances_of_a_draw() -> None:
    rows = bw("outs", "qz", "--draw", "2", "-f", "jsonl").rows
    assert {row["letter"]: round(row["chance"], 4) for row in rows}["A"] == 0.1459
    assert len({row["improves"] for row in rows}) == 1
    lines = bw("outs", "qz", "--draw", "2").lines
    assert lines[0].split() == ["letter", "count", "plays", "revenue", "gain", "chance"]
    assert lines[-1] == "A draw improves the best sale with a chance of 45.2%."
    assert "chance" not in bw("outs", "qz").lines[0]


def test_outs_reject_a_draw_that_the_bag_does_not_have(enable: Lexicon) -> None:
    counts = enable.tiles.counts
    seen = "".join(letter * (number - (letter in "QZE")) for letter, number in counts.items())
    done = bw("outs", "qz", "--seen", seen, "--draw", "2")
    assert done.error == "the bag has only 1 tile, not 2: draw fewer"


@pytest.mark.slow
def test_review_of_a_folder_has_the_rows_of_its_games(tmp_path: Path, own_games: Path) -> None:
    del own_games
    for seed in (1, 2):
        record = str(tmp_path / f"{seed}.jsonl")
        bw("play", "--players", "novice", "--seed", str(seed), "--record", record)
    for option in ([], ["--summary"]):
        command = ["review", *option, "--samples", "2", "-f", "jsonl"]
        alone = [
            {"file": f"{seed}.jsonl", **row}
            for seed in (1, 2)
            for row in bw(*command, str(tmp_path / f"{seed}.jsonl")).rows
        ]
        assert bw(*command, str(tmp_path)).rows == alone
    (tmp_path / "1.5.jsonl").write_text("damaged\n")
    done = bw("review", "--summary", "--samples", "2", "-f", "csv", str(tmp_path))
    assert "1.5.jsonl" in done.error
    assert [line.split(",")[0] for line in done.lines] == ["file", "1.jsonl", "2.jsonl"]


def test_review_of_a_folder_without_games_is_an_error(tmp_path: Path) -> None:
    assert bw("review", str(tmp_path)).error.startswith("there is no game in ")
    page = str(tmp_path / "page.html")
    assert "--html" in bw("review", str(tmp_path), "--html", page).error
