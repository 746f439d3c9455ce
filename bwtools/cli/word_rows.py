"""Rows and layouts about words, and the option -D, which adds their definitions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click

from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Play, parse_word
from ..tiles.tile_set import price
from .options import lexicon_options
from .output import Layout, Row, output

definitions_option = click.option(
    "-D",
    "--definitions",
    "defined",
    is_flag=True,
    help="Show the definitions of the dictionary, or else of WordNet (not in plain).",
)


def word_output(layout: Layout) -> Callable[[Callable[..., Iterable[Row]]], Callable[..., None]]:
    """Give a command whose rows have a `word` the options -d, -t, -f and -D, and print the rows."""

    def decorate(function: Callable[..., Iterable[Row]]) -> Callable[..., None]:
        @lexicon_options
        @definitions_option
        @output(lambda options: with_definition(layout) if options["defined"] else layout)
        @functools.wraps(function)
        def command(*args: Any, defined: bool, lexicon: Lexicon, **options: Any) -> Iterable[Row]:
            rows = function(*args, lexicon=lexicon, **options)
            return define(rows, lexicon) if defined else rows

        return command

    return decorate


def with_definition(layout: Layout) -> Layout:
    """Return the layout with a column for definitions."""
    table = layout.table and (*layout.table, "definition")
    return layout._replace(fields=(*layout.fields, "definition"), table=table)


def define(rows: Iterable[Row], lexicon: Lexicon) -> Iterator[Row]:
    """Yield the rows, each with the definition of its word, or None.

    Raise errors as `Lexicon.definitions` does.
    """
    for row in rows:
        yield {**row, "definition": row["word"] and lexicon.definitions.get(row["word"])}


def defined_word(lexicon: Lexicon, text: str) -> str:
    """Return a sentence with the definition of a word. Raise InvalidError if it is not one."""
    word = parse_word(text)
    definition = lexicon.definitions.get(word)
    if definition is not None:
        return f"{word}: {definition}"
    if word not in lexicon:
        from ..lexicon.shipped_lists import describe_without

        return f"{word} is not in {describe_without(lexicon, [word])}."
    return f"The dictionary {lexicon.name} has {word}, but no definition of it."


def play_row(play: Play, pips: int) -> Row:
    """Return the row of one play."""
    return {
        "word": play.word,
        "play": str(play),
        "wild": play.wild_letter,
        "length": len(play.word),
        "pips": pips,
        "price": price(pips),
    }


PLAYS = Layout(
    fields=("word", "play", "wild", "length", "pips", "price"),
    plain="play",
    money=("price",),
    table=("play", "length", "pips", "price"),
)
