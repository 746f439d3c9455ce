"""Printing rows as a table, plain text, JSON, CSV or TSV."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

import click

from ..errors import InvalidError, printable

Row = dict[str, Any]
FORMATS = ("table", "plain", "json", "jsonl", "csv", "tsv")
_MAX_WIDTH, _MIN_WIDTH = 80, 20  # columns of text
_SAMPLE = 1000  # rows that determine the widths of the columns if rows are streamed
# Keys of click's context: the column of a query from stdin, and the exit status after an error.
COLUMN = "bwtools.column"
STATUS = "bwtools.status"


class Layout(NamedTuple):
    """How the rows of a command are printed."""

    fields: tuple[str, ...]  # of CSV, in order
    plain: str | Callable[[Row], str]  # the field or text that the plain format prints
    money: tuple[str, ...] = ()  # fields in dollars
    shares: tuple[str, ...] = ()  # fields from 0 to 1, percentages in the table
    table: tuple[str, ...] | None = None  # fields of the table, if not all
    hide_if_empty: tuple[str, ...] = ()  # fields of the table, if they are empty in every row
    streamed: bool = False  # rows may be endless
    default_format: str = "table"
    footer: Callable[[Row], str | None] = lambda _: None  # lines under a table, each once


def format_option(default: str = "table") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command -f, and the format as `form`."""
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default=default,
        help=f"How rows are printed (default: {default}).",
    )


def output(
    layout: Layout | Callable[[dict[str, Any]], Layout],
) -> Callable[[Callable[..., Iterable[Row]]], Callable[..., None]]:
    """Make a command of a function that returns rows: give it -f and print the rows.

    `layout` may be a function of the options.
    """

    def decorate(function: Callable[..., Iterable[Row]]) -> Callable[..., None]:
        @format_option("table" if callable(layout) else layout.default_format)
        @functools.wraps(function)
        def command(*args: Any, form: str, **options: Any) -> None:
            rows = function(*args, **options)
            write(rows, layout(options) if callable(layout) else layout, form)
            context = click.get_current_context()
            context.exit(context.meta.get(STATUS, 0))

        return command

    return decorate


def write(rows: Iterable[Row], layout: Layout, form: str) -> None:
    """Print rows in a format, with an extra column if they answer queries from stdin."""
    stream = iter(rows)
    first = list(islice(stream, 1))
    column = click.get_current_context().meta.get(COLUMN, layout.fields[0])
    extra = () if column in layout.fields else (column,)
    layout = layout._replace(fields=extra + layout.fields)
    if layout.table is not None:
        layout = layout._replace(table=extra + layout.table)
    print_lines(_WRITERS[form](chain(first, stream), layout))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines and flush stdout. Raise InvalidError if it is closed.

    On a terminal, control characters from lists, records and file names are made visible.
    """
    if sys.stdout is None:
        raise InvalidError("standard output is closed: open it to see results")
    if sys.stdout.isatty():
        for line in map(_visible, lines):
            click.echo(line)  # which shows styles in any console of Windows, too
    else:
        for line in lines:
            sys.stdout.write(line + "\n")
    sys.stdout.flush()


class _Styled(str):
    """A line that is safe to print, with escape sequences for its style."""

    __slots__ = ()


def _visible(line: str) -> str:
    """Return the line with unprintable characters escaped, except tabs and its own style."""
    if isinstance(line, _Styled) or line.isprintable():
        return line
    return "\t".join(map(printable, line.split("\t")))


def cell_text(value: Any) -> str:
    """Return a value as text: a list joined by spaces, a sale as its play.

    Any other object is its values joined by commas, as players are in a position.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return " ".join(map(cell_text, value))
    if isinstance(value, dict):
        return str(value["play"]) if "play" in value else ",".join(map(cell_text, value.values()))
    return str(value)


def _plain(rows: Iterable[Row], layout: Layout) -> Iterator[str]:
    plain = layout.plain
    return (cell_text(row[plain]) for row in rows) if isinstance(plain, str) else map(plain, rows)


def _jsonl(rows: Iterable[Row], _: Layout) -> Iterator[str]:
    from json import dumps

    return map(dumps, rows)


def _json(rows: Iterable[Row], _: Layout) -> Iterator[str]:
    from json import dumps

    before = "["
    for row in rows:
        yield before + dumps(row)
        before = ","
    yield "]" if before == "," else "[]"


class _Echo:
    """A file for csv.writer, whose `writerow` returns what `write` returns: the line."""

    @staticmethod
    def write(line: str) -> str:
        return line


def _separated(delimiter: str) -> Callable[[Iterable[Row], Layout], Iterator[str]]:
    def lines(rows: Iterable[Row], layout: Layout) -> Iterator[str]:
        import csv

        line: Callable[[Iterable[str]], Any] = csv.writer(
            _Echo(), delimiter=delimiter, lineterminator=""
        ).writerow
        yield line(layout.fields)
        for row in rows:
            yield line([cell_text(row[field]) for field in layout.fields])

    return lines


def _table(rows: Iterable[Row], layout: Layout) -> Iterator[str]:
    stream = iter(rows)
    first = list(islice(stream, _SAMPLE if layout.streamed else None))
    if not first:
        yield "(none)"
        return
    fields = _shown_fields(first, layout)
    footers: dict[str | None, None] = {}

    def cells_of(row: Row) -> list[str]:
        footers[layout.footer(row)] = None
        return _cells(row, fields, layout)

    cells = list(map(cells_of, first))
    head = _head(fields)
    heads, widths = [head], _widths([head, *cells])
    size = _terminal_size()
    if size and _total(widths) > size[0]:
        heads = _stacked(head)
        widths = _widths([*heads, *cells])
    if size and _total(widths) > size[0] and len(cells) * (len(head) + 1) <= size[1]:
        yield from _vertical(head, cells)
    else:
        right = _number_columns(cells)
        for line in heads:
            yield bold(_line(line, widths, right))
        for row in chain(cells, map(cells_of, stream)):
            yield _line(row, widths, right)
    yield from filter(None, footers)


def table_lines(rows: list[Row], layout: Layout, width: int) -> tuple[list[str], list[str]]:
    """Return the headings of a table and its rows, as lines.

    Without a heading, each row takes a line for each field, since the table is wider than `width`.
    """
    fields = _shown_fields(rows, layout)
    head, cells = _head(fields), [_cells(row, fields, layout) for row in rows]
    widths, right = _widths([head, *cells]), _number_columns(cells)
    if _total(widths) <= width:
        return [_line(head, widths, right)], [_line(row, widths, right) for row in cells]
    names = max(map(len, head))
    return [], [
        line
        for number, row in enumerate(cells)
        for line in (
            *([""] if number else []),
            *(f"{name:<{names}}  {cell}" for name, cell in zip(head, row, strict=True)),
        )
    ]


def _shown_fields(rows: list[Row], layout: Layout) -> list[str]:
    """Return the fields that a table has columns for."""
    return [
        field
        for field in layout.table or layout.fields
        if field not in layout.hide_if_empty or any(row[field] for row in rows)
    ]


def _head(fields: list[str]) -> list[str]:
    return [field.replace("_", " ") for field in fields]


def _cells(row: Row, fields: list[str], layout: Layout) -> list[str]:
    return [
        percent(row[field]) if field in layout.shares else _cell(row[field], field in layout.money)
        for field in fields
    ]


def _number_columns(cells: list[list[str]]) -> list[bool]:
    """Return which columns have only numbers."""
    return [all(map(_is_number, column)) for column in zip(*cells, strict=True)]


def _terminal_size() -> tuple[int, int] | None:
    """Return the columns and lines of the terminal; None if stdout is not a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size

    return get_terminal_size()


def text_width() -> int:
    """Return the columns that text must fit in: 80, or a narrower terminal's, but at least 20."""
    width, _ = _terminal_size() or (_MAX_WIDTH, 0)
    return min(max(width, _MIN_WIDTH), _MAX_WIDTH)


def display_width(text: str) -> int:
    """Return the columns of the terminal that printable text takes.

    East Asian characters and emoji take two columns, combining marks none.
    """
    if is_narrow(text):
        return len(text)
    from wcwidth import wcswidth

    return wcswidth(text)


def is_narrow(text: str) -> bool:
    """Return whether text is Latin, in which each character takes one column."""
    return text.isascii() or max(text) < "\N{COMBINING GRAVE ACCENT}"


def _widths(lines: list[list[str]]) -> list[int]:
    return [max(map(display_width, column)) for column in zip(*lines, strict=True)]


def _total(widths: list[int]) -> int:
    return sum(widths) + 2 * len(widths) - 2


def _stacked(head: list[str]) -> list[list[str]]:
    """Return the heading with one word a line, for a table that is too wide."""
    words = [name.split() for name in head]
    high = max(map(len, words))
    return [list(line) for line in zip(*[[""] * (high - len(w)) + w for w in words], strict=True)]


def _vertical(head: list[str], cells: list[list[str]]) -> Iterator[str]:
    """Yield a table with one line a field, for rows that are too wide."""
    width = max(map(len, head))
    for number, row in enumerate(cells):
        if number:
            yield ""
        for name, cell in zip(head, row, strict=True):
            yield bold(name.ljust(width), f"  {cell}".rstrip())


def _cell(value: Any, money: bool) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if money:
        amount = f"{abs(value):.2f}" if isinstance(value, float) else abs(value)
        return f"{'-' if value < 0 else ''}${amount}"
    return printable(cell_text(value))


def percent(share: float | None) -> str:
    """Return a share from 0 to 1 as a percentage with at most one decimal; None as a dash."""
    return "-" if share is None else f"{round(100 * share, 1):g}%"


def _is_number(cell: str) -> bool:
    return cell.lstrip("-$").rstrip("%").replace(".", "", 1).isdigit() or cell == "-"


def columns(rows: list[list[str]], right: list[bool]) -> list[str]:
    """Return rows of cells as lines of aligned columns; `right` marks the right-aligned ones."""
    widths = _widths(rows)
    return [_line(row, widths, right) for row in rows]


def _line(cells: list[str], widths: list[int], right: list[bool]) -> str:
    padded = []
    for cell, width, to_right in zip(cells, widths, right, strict=True):
        space = " " * (width - display_width(cell))
        padded.append(space + cell if to_right else cell + space)
    return "  ".join(padded).rstrip()


def bold(text: str, rest: str = "") -> str:
    """Return a line with text in bold type if stdout is a terminal and colour is not disabled."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if not (wanted and _terminal_size()):
        return text + rest
    return _Styled(click.style(printable(text), bold=True) + printable(rest))


_WRITERS: dict[str, Callable[[Iterable[Row], Layout], Iterator[str]]] = {
    "table": _table,
    "plain": _plain,
    "json": _json,
    "jsonl": _jsonl,
    "csv": _separated(","),
    "tsv": _separated("\t"),
}
