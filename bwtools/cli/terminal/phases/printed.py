"""The phases of the printed rules at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....advice.rules_of_thumb import discard_by_rule
from ....errors import counted
from ....game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell, State
from ....lexicon.lexicon import Lexicon
from ....lexicon.search import plays
from ....records.game_record import Game
from ....sales.best_sales import best_sale_or_greedy
from ....tiles.hand import Hand, Play, parse_letters
from ....tiles.tile_set import price
from ..entry_parser import parse_yes_no, read_sale
from .phase_prompt import Choice, PhasePrompt, parse_number


class ChoosePrompt(PhasePrompt):
    """The leader's number on choice, and the draws."""

    help = (("3", "on choice: the tiles for each player"),)

    def prompt(self, game: Game) -> str:
        numbers = game.rules.tiles.choice
        return f"How many tiles each, {numbers[0]} to {numbers[-1]}? "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        return Choose(parse_number(line))

    def choices(self, game: Game) -> list[Choice]:
        numbers = map(str, game.rules.tiles.choice)
        return [Choice("tiles", number, key=number) for number in numbers]

    def recommend(self, event: Choose, game: Game) -> str:
        return f"name {event.number}"

    def describe(self, event: Roll | Choose | Draw, before: State, game: Game) -> str:
        if isinstance(event, Draw):
            pips = game.header.tiles.set_pips(event.letters)
            return f"drew {event.letters}: {counted(pips, 'pip')}, ${price(pips)}."
        roll = "rolled choice and named" if isinstance(event, Choose) else "rolled"
        if not game.state.last:
            return f"{roll} {event.number}: each player draws {counted(event.number, 'tile')}."
        bag = f"has only {counted(len(before.bag), 'tile')}" if before.bag else "is empty"
        return f"{roll} {event.number}, but the bag {bag}. The game ends after this round's sales."

    def detail(self, event: Roll | Choose | Draw, before: State, names: Sequence[str]) -> str:
        if isinstance(event, Draw):
            return "".join(sorted(event.letters))
        return str(event.number)


class BuyPrompt(PhasePrompt):
    """Buying the drawn set."""

    help = (("y or n", "whether to buy the drawn set"),)

    def prompt(self, game: Game) -> str:
        drawn = game.state.player.drawn
        return f"Buy {drawn} for ${game.rules.cost(drawn)}? [y/n] "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        return Buy(parse_yes_no(line))

    def choices(self, game: Game) -> list[Choice]:
        cost = game.rules.cost(game.state.player.drawn)
        return [Choice(f"Buy for ${cost}", "y"), Choice("Pass", "n")]

    def recommend(self, event: Buy, game: Game) -> str:
        return f"{'buy' if event.yes else 'pass on'} {game.state.player.drawn}"

    def describe(self, event: Buy, before: State, game: Game) -> str:
        drawn = before.player.drawn
        if not event.yes:
            return f"passed on {drawn}."
        money = game.state.players[before.turn].money
        return f"bought {drawn} for ${game.rules.cost(drawn)}: ${money} left."

    def detail(self, event: Buy, before: State, names: Sequence[str]) -> str:
        return before.player.drawn


class SellPrompt(PhasePrompt):
    """Selling words."""

    takes_tiles = True
    help = (
        ("retinas qi", "words to sell, laid for the highest price"),
        ("RETiNAS", "a single lower-case letter is the wild"),
    )

    def prompt(self, game: Game) -> str:
        return "Words to sell (Enter: no more): "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        if not line:
            return Sell()
        return Sell(read_sale(line, game.state.player.hand, lexicon), more=True)

    def choices(self, game: Game) -> list[Choice]:
        return [Choice("Done", "")]

    def recommend(self, event: Sell, game: Game) -> str:
        return f"sell {', '.join(map(str, event.plays)) or 'nothing'}"

    def describe(self, event: Sell, before: State, game: Game) -> str:
        tiles, money = game.header.tiles, game.state.players[before.turn].money
        sold = ", ".join(f"{play} for ${price(play.pips(tiles))}" for play in event.plays)
        return f"sold {sold}: ${money} now." if sold else "sold nothing."

    def detail(self, event: Sell, before: State, names: Sequence[str]) -> str:
        return " ".join(map(str, event.plays))

    def unsold(self, event: Sell, state: State, lexicon: Lexicon) -> str:
        if event.more:
            return ""
        best = best_sale_or_greedy(lexicon, state.player.hand.after(*event.plays))
        words = ", ".join(str(sale.play) for sale in best.sales)
        return words and f"{words} for ${best.revenue}"

    def best_words(self, lexicon: Lexicon, state: State, hand: Hand) -> Iterator[tuple[Play, int]]:
        return plays(lexicon, hand)


class DiscardPrompt(PhasePrompt):
    """Discarding down to the limit of the hand."""

    takes_tiles = True
    help = (("ei", "letters to discard"),)

    def prompt(self, game: Game) -> str:
        letters = _suggestion(game)
        return f"Discard {counted(len(letters), 'letter')} (Enter: {letters}): "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        return Discard(parse_letters(line) if line else _suggestion(game))

    def choices(self, game: Game) -> list[Choice]:
        letters = _suggestion(game)
        return [Choice(f"Discard {letters}", letters)]

    def recommend(self, event: Discard, game: Game) -> str:
        return f"discard {event.letters or 'nothing'}"

    def describe(self, event: Discard, before: State, game: Game) -> str:
        return f"discarded {event.letters or 'nothing'}."

    def detail(self, event: Discard, before: State, names: Sequence[str]) -> str:
        return "".join(sorted(event.letters))


def _suggestion(game: Game) -> str:
    return discard_by_rule(game.state.player.hand.letters, game.rules.tiles)


PROMPTS = {
    "choose": ChoosePrompt(),
    "buy": BuyPrompt(),
    "sell": SellPrompt(),
    "discard": DiscardPrompt(),
}
