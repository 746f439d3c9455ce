"""Queries: an argument, or lines of stdin, which several processes can answer."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import click

from ..errors import BwError, InvalidError
from .messages import report
from .options import stdin_lines, within
from .output import COLUMN, STATUS, Row

Answer = Callable[[str], Iterable[Row]]
_Result = tuple[int, str, Callable[[], Iterable[Row]]]  # number and text of a line, its rows
_AHEAD = 4  # lines of stdin in flight for each process

jobs_option = click.option(
    "--jobs",
    type=within(1, 1000),
    default=1,
    metavar="J",
    help="Processes that answer the lines of stdin (default: 1).",
)


def each_query(
    text: str, field: str, answer: Answer, fields: Sequence[str] = (), jobs: int = 1
) -> Iterator[Row]:
    """Yield the rows for an argument, or if it is -, for each line of stdin in order.

    text: the argument.
    field: the first field of the rows for a line, which holds the line.
    answer: the function that answers a query. For several processes it must support pickling.
    fields: those of a row, which are null for a line without rows: every line has a result.
    jobs: the number of processes. With one, each answer is printed before the next line is read.

    A wrong line is reported with its number, the others are answered, and the exit status is 2.
    """
    if text != "-":
        yield from answer(text)
        return
    context = click.get_current_context()
    context.meta[COLUMN] = field
    lines = stdin_lines()
    results = _in_parallel(lines, answer, jobs) if jobs > 1 else _in_turn(lines, answer)
    for number, line, result in results:
        row: Row | None = None
        try:
            for row in result():
                row.pop(field, None)
                yield {field: line, **row}
            if row is None and fields:
                yield {field: line, **dict.fromkeys(each for each in fields if each != field)}
        except BwError as error:
            context.meta[STATUS] = report(f"line {number}: {error}")
        except RuntimeError as error:
            from concurrent.futures import BrokenExecutor

            if not isinstance(error, BrokenExecutor):
                raise
            raise InvalidError(
                "cannot continue: a process that answered queries died: use --jobs 1"
            ) from None
        if sys.stdout is not None:
            sys.stdout.flush()  # for a program that waits for each answer


def _in_turn(lines: Iterable[tuple[int, str]], answer: Answer) -> Iterator[_Result]:
    return ((number, line, partial(answer, line)) for number, line in lines)


def _in_parallel(lines: Iterable[tuple[int, str]], answer: Answer, jobs: int) -> Iterator[_Result]:
    from ..analysis.executors import processes

    with processes(jobs, partial(_set_answer, answer)) as executor:
        ahead = deque[_Result]()
        for number, line in lines:
            ahead.append((number, line, executor.submit(_answer_line, line).result))
            if len(ahead) == _AHEAD * jobs:
                yield ahead.popleft()
        yield from ahead


_answer: Answer  # of a process of `_in_parallel`


def _set_answer(answer: Answer) -> None:
    global _answer
    _answer = answer


def _answer_line(line: str) -> list[Row]:
    return list(_answer(line))
