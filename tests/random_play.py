"""Random games: every move is legal, and any combination of tiles counts as a word."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Event, Sell, State
from bwtools.tiles.hand import Play
from bwtools.tiles.tile_set import ALPHABET


def random_sale(state: State, random: Random) -> tuple[Play, ...]:
    letters, wilds = list(state.player.hand.letters), state.player.hand.wilds
    random.shuffle(letters)
    plays = []
    while len(letters) > 2 and random.random() < 0.6:
        word = [letters.pop() for _ in range(random.randint(2, min(9, len(letters))))]
        if wilds and random.random() < 0.3:
            wilds -= 1
            at = random.randrange(len(word) + 1)
            plays.append(Play("".join([*word[:at], random.choice(ALPHABET), *word[at:]]), at))
        else:
            plays.append(Play("".join(word)))
    return tuple(plays)


def decide(rules: Rules, state: State, random: Random) -> Event:
    """Return a random decision of the player to move."""
    player = state.player
    match state.phase:
        case "choose":
            return Choose(random.choice(rules.tiles.choice))
        case "buy":
            return Buy(rules.cost(player.drawn) <= player.money and random.random() < 0.8)
        case "sell":
            return Sell(random_sale(state, random), more=random.random() < 0.2)
        case _:
            letters = list(player.hand.letters)
            random.shuffle(letters)
            over = max(0, len(letters) - rules.tiles.hand_limit)
            return Discard("".join(letters[: random.choice((over, over, len(letters)))]))


def steps(
    rules: Rules, players: int, seed: int, leader: int = 0
) -> Iterator[tuple[State, Event, State]]:
    """Yield each event of a whole game, between the states before and after it."""
    random = Random(seed)
    deal = Deal(rules.tiles, seed)
    state = rules.start(players, leader)
    while state.phase != "over":
        event = deal.event(state) or decide(rules, state, random)
        after = rules.step(state, event)
        yield state, event, after
        state = after
