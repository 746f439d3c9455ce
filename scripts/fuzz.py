"""Give bwtools many hostile inputs, and check properties that hold for all inputs.

    python scripts/fuzz.py [--inputs N] [--seed S] [--target NAME] [--keep] [--kinds]

The inputs are distributed over the kinds in `tests/hostile.py`, which states the properties: no
traceback, no answer after more than 5 s, only documented exit statuses, and round trips. Each input
is made by random changes of inputs in `tests/corpus/`, and depends only on the seed, its kind and
its number. Failures are saved in fuzz-failures.jsonl, and the exit status is 1. With --keep, an
input for each new kind of answer is added to the corpus; with --kinds the answers are listed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from hostile import CHECKS, CORPUS, Input, check, clean_up, corpus, watched

# Inputs per 1000 of the most expensive kinds; the other kinds share the rest.
SHARES = {"commands": 40, "sessions": 5, "quizzes": 5, "reviews": 3}
MOST_LENGTH = 200_000  # characters of an input
HOSTILE = (
    *("\0", "\x1b[2J", "\r", "\n", "\r\n", "\t", "\x85", "\u2028", "\ufeff", "\xad", "\x7f"),
    *("\ud800", "\udcff", "\U0001f600", "\xdf", "\u0131", "\u0130", "\xe9", "e\u0301", "\uff21"),
    *("\u0661", "\xb2", "\u202e", "", " ", "-", "--", "+", "?", ".", "*", "[", "]", "[^", "{", "}"),
    *("'", '"', "\\", "\\u001b[2J", "\\u0000", "%s", "{0}", "../../x", "/", "~", "$HOME", "~root"),
    *("0", "1", "-1", "9", "999999999", "2147483648", "18446744073709551616", "1e999", "NaN"),
    *("0x10", "1_000", "00", "0.5", "null", "true", "false", "9" * 4300, "9" * 5000),
    *("0x" + "F" * 5000, "a" * 64, "?" * 30, "*a" * 30),
)
VALUES: tuple[object, ...] = (0, -1, 1, 2, 10**9, 10**400, 1.5, None, True, "", [], {})  # of JSON


class Failure(NamedTuple):
    """An input that violated a property, and how."""

    name: str
    given: Input
    what: str


class Tally(NamedTuple):
    """The results of the inputs of one kind."""

    answers: Counter[str]
    examples: dict[str, Input]  # for each kind of answer the shortest input
    seconds: float
    slowest: float
    failures: list[Failure]


def changed(text: str, others: list[str], random: Random) -> str:
    """Return a text with a piece repeated, removed, nested, from another text, or hostile."""
    if text.startswith("{") and random.random() < 0.5:
        return changed_json(text, random)
    cut = random.choice((list, re.compile(r"(\W)").split, re.compile(r"(?<=\n)").split))
    pieces = cut(text)
    at, end = sorted((random.randrange(len(pieces) + 1), random.randrange(len(pieces) + 1)))
    match random.randrange(8):
        case 0:
            end = min(end, at + random.choice((1, 1, 1, 2, 4)))
            pieces[at:end] = []
        case 1:
            pieces.insert(at, random.choice(HOSTILE))
        case 2:
            pieces[at : at + 1] = [random.choice(HOSTILE)]
        case 3:
            times = random.choice((2, 2, 2, 3, 10)) if random.random() < 0.98 else 1000
            pieces[at:end] = pieces[at:end] * times
        case 4:
            other = random.choice(others)
            start = random.randrange(len(other) + 1)
            pieces[at : at + 1] = [other[start : start + random.choice((1, 2, 5, 20, 1000))]]
        case 5:
            pieces[at : at + 1] = [random.choice(re.split(r"(\W)", random.choice(others)))]
        case 6:
            pieces[at : at + 1] = [piece.swapcase() for piece in pieces[at : at + 1]]
        case 7:
            left, right = random.choice(("[]", '""', "''", ('{"a":', "}")))
            depth = random.choice((1, 1, 1, 2, random.randrange(1000)))
            pieces[at:end] = [left * depth, *pieces[at:end], right * depth]
    return "".join(pieces)[:MOST_LENGTH]


def changed_json(text: str, random: Random) -> str:
    """Return JSON Lines with one value replaced by another of its line or a hostile one."""
    lines = text.split("\n")
    at = random.randrange(len(lines)) if random.random() < 0.7 else 0
    try:
        data = json.loads(lines[at])
        inside = [data]  # the objects and lists
        for part in inside:
            values = part.values() if isinstance(part, dict) else part
            inside += [value for value in values if isinstance(value, dict | list)]
        part = random.choice([part for part in inside if part])
        key = random.choice(list(part) if isinstance(part, dict) else range(len(part)))
        part[key] = random.choice(
            [*VALUES, random.choice(HOSTILE), random.choice(inside), [part[key]] * 3]
        )
        lines[at] = json.dumps(data, separators=(",", ":"))
    except (ValueError, TypeError, IndexError, RecursionError):
        pass  # no longer JSON, or a value that contains itself
    return "\n".join(lines)


def make(kept: list[Input], fine: list[Input], random: Random) -> Input:
    """Return an input made by one to four changes of one in the corpus, usually a valid one."""
    texts = list(random.choice(fine if random.random() < 0.7 else kept))
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        at = random.randrange(len(texts))
        if at == 2 and random.random() < 0.9:
            continue  # the name of a command
        if len(texts) > 2 and random.random() < 0.3:
            other = random.choice(kept)
            at = random.randrange(3, max(4, len(texts) + 1))
            texts[at : at + random.randrange(2)] = [random.choice(other[3:] or other)]
        else:
            others = [text for given in random.sample(kept, min(3, len(kept))) for text in given]
            texts[at] = changed(texts[at], others, random)
    return tuple(texts)


def run(name: str, inputs: int, seed: int) -> Tally:
    """Check inputs of a kind, until the tenth failure."""
    kept = corpus(name)
    fine = [given for given in kept if check(name, given) == "fine"]
    tally = Tally(Counter(), {}, 0, 0, [])
    begun, slowest = time.perf_counter(), 0.0
    for number in range(inputs):
        given = make(kept, fine, Random(f"{seed} {name} {number}"))
        start = time.process_time()
        try:
            answer = check(name, given)
        except (Exception, SystemExit):
            answer = "FAILED"
            tally.failures.append(Failure(name, given, traceback.format_exc(limit=-6)))
            if len(tally.failures) == 10:
                break
        slowest = max(slowest, time.process_time() - start)
        tally.answers[answer] += 1
        shortest = tally.examples.get(answer)
        if shortest is None or size(given) < size(shortest):
            tally.examples[answer] = given
    return tally._replace(seconds=time.perf_counter() - begun, slowest=slowest)


def size(given: Input) -> int:
    """Return the number of characters in an input."""
    return sum(map(len, given))


def keep(name: str, examples: dict[str, Input]) -> None:
    """Add inputs with new kinds of answers to the corpus."""
    known = {check(name, given) for given in corpus(name)}
    new = [given for answer, given in sorted(examples.items()) if answer not in known]
    with (CORPUS / f"{name}.jsonl").open("a") as file:
        file.writelines(json.dumps(given) + "\n" for given in new if size(given) < 2500)


def numbers(inputs: int, names: list[str]) -> dict[str, int]:
    """Return the number of inputs of each kind."""
    if len(names) == 1:
        return {names[0]: inputs}
    fixed = {name: inputs * share // 1000 for name, share in SHARES.items()}
    others = [name for name in names if name not in SHARES]
    rest, over = divmod(inputs - sum(fixed.values()), len(others))
    return fixed | {name: rest + (at < over) for at, name in enumerate(others)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=CHECKS, help="one kind of input only")
    parser.add_argument("--keep", action="store_true", help="add to the corpus")
    parser.add_argument("--kinds", action="store_true", help="list the answers by kind")
    args = parser.parse_args()
    saved = Path("fuzz-failures.jsonl").absolute()  # checks of commands change the folder
    names = [args.target] if args.target else list(CHECKS)
    print("inputs of    number     fine   errors  kinds    slowest   a second")
    failures: list[Failure] = []
    for name, inputs in numbers(args.inputs, names).items():
        with watched():
            tally = run(name, inputs, args.seed)
        done, fine = tally.answers.total(), tally.answers["fine"]
        print(
            f"{name:10}{done:9,}{fine:9,}{done - fine:9,}{len(tally.answers):7}"
            f"{tally.slowest * 1000:7.0f} ms{done / tally.seconds:11,.0f}",
            flush=True,
        )
        if args.kinds:
            for answer, count in tally.answers.most_common():
                print(f"    {count:9,}  {answer}")
        if args.keep and not tally.failures:
            keep(name, tally.examples)
        failures += tally.failures
    for name, given, what in failures:
        print(f"\nFAILED: {name}: {json.dumps(given)[:2000]}\n{what}")
    if failures:
        saved.write_text("".join(json.dumps([f.name, *f.given]) + "\n" for f in failures))
        print(f"{len(failures)} failures: {saved} holds the inputs, with their kinds in front")
    clean_up()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
