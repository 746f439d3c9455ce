"""Helpers of the tests of variants: games, states, records and sessions."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import script
from random_play import decide as random_decision
from shell import Done as Shell
from shell import bw

from bwtools.errors import IllegalError
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Draw, Event, State
from bwtools.game.variants import make_rules
from bwtools.game.variants.trade import Goods
from bwtools.lexicon.theme import Theme
from bwtools.records.game_record import Header, Seat
from bwtools.tiles.hand import parse_hand
from bwtools.tiles.tile_set import load_tiles

TILES = load_tiles()
ANIMALS = Theme("animals", ("ANT", "BEAR", "CAT", "EEL", "HEN", "LION", "RAT", "TOAD"))
NOTHING: dict[str, Any] = {"tiles": "", "money": 0}  # goods as in a record
TOGETHER = [("auction",), ("draft",), ("trade",), ("auction", "trade"), ("draft", "trade")]


def goods(text: str = "", money: int = 0) -> Goods:
    return Goods(parse_hand(text), money)


def rules(*names: str, players: int = 2) -> Rules:
    return make_rules(TILES, names, players)


def after(game: Rules, state: State, *events: Event) -> State:
    for event in events:
        state = game.step(state, event)
    return state


def dealt(game: Rules, *sets: str) -> State:
    """Return the state in round 1, led by the first player, after each has drawn its set."""
    return after(game, game.start(len(sets)), Choose(len(sets[0])), *map(Draw, sets))


def refused(game: Rules, state: State, event: Event) -> str:
    with pytest.raises(IllegalError) as error:
        game.step(state, event)
    return str(error.value)


# Combinations


def trading(*names: str, first: str = "QZ", second: str = "ER", players: int = 2) -> State:
    game = rules("trade", *names, players=players)
    more = ["AI", "OU"][: players - 2]
    sets = [first, second, *more]
    state = after(game, game.start(players), Choose(2), *map(Draw, sets))
    state = state._replace(players=tuple(p._replace(money=500) for p in state.players))
    return after(game, state, *[Buy(True)] * players)


def random_event(game: Rules, state: State, random: Random) -> Event:
    if state.phase in ("bid", "pick", "trade"):
        return random.choice(list(game.legal(state)))
    return random_decision(game, state, random)


def header(*names: str, players: int = 2, seed: int | None = 7) -> Header:
    table = tuple(Seat(name, "person") for name in ("Anna", "Ben", "Cleo")[:players])
    theme = ANIMALS if "theme" in names else None
    return Header(TILES, table, "enable", "", seed, variants=names, theme=theme)


def play(*lines: str, variants: tuple[str, ...], players: str = "you,club", seed: int = 5) -> Shell:
    flags = [part for name in variants for part in ("--variant", name)]
    done = bw("play", "--seed", str(seed), "--players", players, *flags, stdin=script(*lines))
    assert (done.status, done.err) == (0, "")
    return done


def kept(home: Path) -> Path:
    (path,) = (home / "games").glob("*.jsonl")
    return path
