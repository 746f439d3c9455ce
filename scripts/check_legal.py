"""Play many whole games of computer players, and check after every event that nothing is wrong.

    python scripts/check_legal.py [--games 10000] [--players master,club]

Every decision is checked by the rules and the dictionary as it is made. On top of that, after every
event: no tile comes from nowhere, nobody owes money or keeps more than the limit, and the money
that changed is the price of what was bought or sold. Tables of 1 to 4 players take turns.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import cycle, islice

from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Discard, Event, Sell, State
from bwtools.lexicon.lexicon import open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer


def check(rules: Rules, before: State, event: Event, after: State) -> None:
    """Raise AssertionError if an event changed what it may not."""
    was, now = before.players[before.turn], after.players[before.turn]
    gained = 0
    if isinstance(event, Sell):
        gained = sum(play.pips(rules.tiles) ** 2 for play in event.plays)
    elif isinstance(event, Buy) and event.yes:
        gained = -rules.cost(was.drawn)
    assert now.money - was.money == gained, (before, event)
    assert now.money >= 0, (before, event)
    assert now.hand.wilds <= was.hand.wilds, (before, event)
    if isinstance(event, Discard):
        assert len(now.hand.letters) <= rules.tiles.hand_limit, (before, event)
    assert not tiles(after) - tiles(before), (before, event)


def tiles(state: State) -> Counter[str]:
    """The letter tiles in the game."""
    held = "".join(player.hand.letters + player.drawn for player in state.players)
    return Counter(state.bag + held)


def main() -> None:
    """Play the games, and say how many were played."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", default="master,club,casual,novice")
    options = parser.parse_args()
    lexicon = open_lexicon()
    rules = Rules(lexicon.tiles)
    names = options.players.split(",")
    seats = [Computer(name, open_player(name, lexicon, at)) for at, name in enumerate(names)]
    events = 0
    for seed in range(options.games):
        table = list(islice(cycle(seats), seed, seed + 1 + seed % 4))
        state = rules.start(len(table))
        assert not tiles(state) - Counter(lexicon.tiles.counts)
        for event, after in play_game(rules, lexicon, Deal(lexicon.tiles, seed), table, state):
            check(rules, state, event, after)
            state = after
            events += 1
    print(f"{options.games:,} games and {events:,} events, all legal")


if __name__ == "__main__":
    main()
