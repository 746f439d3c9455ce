"""Play many games between computer players, and check the state after every event.

    python scripts/check_legal.py [--games 10000] [--players master,club]

The rules and the dictionary check each decision as it is made. In addition this script checks after
every event that no tile is duplicated, that no money is negative and no hand over the limit, and
that money changes by the price of what was bought or sold. Games have 1 to 4 players in turn.
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
    """Raise AssertionError if an event changed something it must not."""
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
    """Return the letter tiles in the game."""
    held = "".join(player.hand.letters + player.drawn for player in state.players)
    return Counter(state.bag + held)


def main() -> None:
    """Play the games and print their number."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", default="master,club,casual,novice")
    options = parser.parse_args()
    lexicon = open_lexicon()
    rules = Rules(lexicon.tiles)
    names = options.players.split(",")
    computers = [Computer(name, open_player(name, lexicon, at)) for at, name in enumerate(names)]
    events = 0
    for seed in range(options.games):
        players = list(islice(cycle(computers), seed, seed + 1 + seed % 4))
        state = rules.start(len(players))
        assert not tiles(state) - Counter(lexicon.tiles.counts)
        for event, after in play_game(rules, lexicon, Deal(lexicon.tiles, seed), players):
            check(rules, state, event, after)
            state = after
            events += 1
    print(f"{options.games:,} games and {events:,} events, all legal")


if __name__ == "__main__":
    main()
