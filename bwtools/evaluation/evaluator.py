"""V: the further money that what a player keeps is worth, with the weights that ship.

The weights are one file for each number of players in the folder of data, made by
scripts/train_value.py: a line of magic, version, checksum and a JSON header that tells what they
were trained on, then arrays of whole numbers. A damaged file is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from .._engine import constants
from .._engine.net import Net
from .._engine.policy import Policy
from ..errors import InvalidError
from ..lexicon.lexicon import Lexicon
from ..sales.engine import COMPILED, build_solver
from ..tiles.hand import Hand, Play, lay_best, revenue_of
from ..tiles.tile_set import ALPHABET, price
from .weights import Weights, shipped_weights


class UnvaluedError(InvalidError):
    """V does not know a game with such numbers, or has no room for such a hand."""


def is_compiled() -> bool:
    """Whether the engine runs compiled, not interpreted."""
    return bool(COMPILED)


MOST_VALUED = constants.MOST_TILES  # letters in a hand

MOST_KEPT = constants.KEPT


class TurnEnd(NamedTuple):
    """A way to end a turn: what is sold, for how many dollars, and what is kept."""

    total: float  # dollars: the revenue, and the further money expected
    revenue: int
    plays: tuple[Play, ...]
    left: Hand  # after selling and throwing away


class Evaluator:
    """Values what players hold in games of some number of players with a dictionary.

    Money is in dollars. `bag` is how many of each letter are in it, or the letters. `leads` says
    whether the player leads the next round (alone: always). A hand has at most 13 letters, one
    that is kept at most 8. Not for two threads at once: each takes a Valuer of its own, and then
    they run side by side, since the engine lets go of the interpreter. Raises
    UnvaluedError: V does not know a game with such numbers, or with so many players;
    InvalidError: its weights cannot be read.
    """

    def __init__(self, lexicon: Lexicon, players: int = 1, weights: Weights | None = None) -> None:
        tiles = lexicon.tiles
        if any(face not in (None, 2, 3, 4, 5) for face in tiles.die) or (
            None in tiles.die and tiles.choice != range(2, 6)
        ):
            raise UnvaluedError("hands can be valued only where players draw 2 to 5 tiles")
        if tiles.hand_limit > MOST_KEPT:
            raise UnvaluedError(
                f"hands can be valued only where at most {MOST_KEPT} letters are kept, "
                f"not {tiles.hand_limit}"
            )
        if not 1 <= players <= min(4, len(tiles.wilds_dealt)):
            raise UnvaluedError(f"hands cannot be valued with {players} players")
        self.weights = weights or shipped_weights(players)
        self.lexicon, self.tiles, self.players = lexicon, tiles, players
        self.counts = count(tiles.counts)
        self.finder = build_solver(lexicon)
        self.net = Net(
            {**self.weights.arrays, "players": players},
            self.counts,
            [tiles.die.count(number) for number in range(2, 6)],
            tiles.die.count(None),
        )
        self.engine = self._master()
        self.unit = 256 * len(tiles.die)  # of a dollar in the totals of the engine

    def tuned(self, limit: int, width: int) -> Evaluator:
        """The same with so many words looked at and so many outcomes valued by the net.

        Fewer are quicker, and say less. At most 64 outcomes are. Not for another thread.
        """
        other = copy(self)
        other.engine = self._master(limit, width)
        return other

    def _master(self, *width: int) -> Any:
        return Policy(self.finder, self.net, self.tiles.hand_limit, *width)

    @property
    def mix(self) -> Sequence[int]:
        """How often strong leaders name 2, 3, 4 and 5 on *choice*, in proportion."""
        return self.weights.arrays["mix"]

    @property
    def trained_elsewhere(self) -> str | None:
        """What V was trained on, if that is not the tile set and the dictionary of this game."""
        known = self.weights.provenance
        if known["layout"] != self.tiles.layout():
            return f"the tile set {known['tiles']}"
        if known["sha256"] != self.lexicon.sha256():
            changed = " as it ships" if self.lexicon.name == known["dictionary"] else ""
            return f"the dictionary {known['dictionary']}{changed}"
        return None

    def worth(
        self, hand: Hand, bag: Mapping[str, int] | str, money: int, leads: bool = True
    ) -> float:
        """V: the further money expected by who ends a turn with at most 8 letters and this bag."""
        self._check(hand, money, bag, MOST_KEPT)
        total = self.engine.worth(*self._table(hand, money, bag), leads)
        return float(total) / self.unit

    def heads(
        self, hand: Hand, bag: Mapping[str, int] | str, money: int
    ) -> tuple[float, float, float, float]:
        """The further money expected when 2, 3, 4 or 5 tiles are drawn next."""
        self._check(hand, money, bag, MOST_KEPT)
        two, three, four, five = self.engine.heads(*self._table(hand, money, bag))
        return two / 256, three / 256, four / 256, five / 256

    def sell(
        self, hand: Hand, bag: Mapping[str, int] | str, money: int, leads: bool = True
    ) -> TurnEnd:
        """The best way to sell and throw away, chosen word by word."""
        self._check(hand, money, bag)
        ended = self.engine.sell(*self._table(hand, money, bag), leads)
        return self._kept(hand, money, *ended)

    def _kept(
        self, hand: Hand, money: int, total: int, words: list[int], end: list[int], *rest: int
    ) -> TurnEnd:
        wilds, after = rest
        left, plays = hand, []
        for word in words:
            plays.append(lay_best(self.finder.spell(word), left))
            left = left.after(plays[-1])
        return TurnEnd(total / self.unit, after - money, tuple(plays), _hand(end, wilds))

    def number(self, hand: Hand, bag: Mapping[str, int] | str, money: int) -> int:
        """The number to name as leader on *choice*, before the draw."""
        self._check(hand, money, bag, MOST_KEPT)
        number: int = self.engine.number(*self._table(hand, money, bag))
        return number

    def turn(
        self,
        hand: Hand,
        bag: Mapping[str, int] | str,
        money: int,
        drawn: str,
        leads: bool = True,
    ) -> tuple[bool, TurnEnd]:
        """Whether to buy the letters drawn, which are not in the bag any more, and what to do then.

        The total is what the whole turn brings, with what is paid for the set.
        """
        both = hand.plus(drawn)
        self._check(both, money, bag)
        self._check(hand, money, bag, MOST_KEPT)
        table = self._table(hand, money, bag)
        buys, ended = self.engine.take_turn(*table, count(drawn), leads)
        if not buys:
            return False, self._kept(hand, money, *ended)
        return True, self._kept(both, money - price(self.tiles.set_pips(drawn)), *ended)

    def discard(
        self, hand: Hand, bag: Mapping[str, int] | str, money: int, leads: bool = True
    ) -> str:
        """The letters to throw away to get down to the limit."""
        self._check(hand, money, bag)
        kept = self.engine.discard(*self._table(hand, money, bag), leads)
        pairs = zip(ALPHABET, count(hand.letters), kept, strict=True)
        return "".join(letter * (held - left) for letter, held, left in pairs)

    def outcomes(
        self,
        hand: Hand,
        bag: Mapping[str, int] | str,
        money: int,
        leads: bool = True,
        within: float = inf,
    ) -> list[TurnEnd]:
        """The most promising ways to sell one word or none, the best first.

        Of those whose totals are less by more than `within` dollars there are none.
        """
        self._check(hand, money, bag)
        listed = self.engine.outcomes(*self._table(hand, money, bag), leads)
        least = max(total for total, *_ in listed) - within * self.unit
        found = []
        for total, word, _, wild, kept in listed:
            if total < least:
                continue
            plays = (lay_best(self.finder.spell(word), hand),) if word >= 0 else ()
            letters = "".join(c for i, c in enumerate(hand.letters) if kept >> i & 1)
            revenue = revenue_of(plays, self.tiles)
            left = Hand(letters, hand.wilds - wild)
            found.append(TurnEnd(total / self.unit, revenue, plays, left))
        return sorted(found, key=lambda kept: (-kept.total, list(map(str, kept.plays)), kept.left))

    def after_draws(
        self,
        hand: Hand,
        bag: Mapping[str, int] | str,
        money: int,
        draws: Iterable[str],
        leads: bool = True,
    ) -> list[float]:
        """The further money expected after each draw, with the best turn that follows.

        Draws are as in `totals_after`.
        """
        return [total / self.unit for total in self.totals_after(hand, bag, money, draws, leads)]

    def totals_after(
        self,
        hand: Hand,
        bag: Mapping[str, int] | str,
        money: int,
        draws: Iterable[str],
        leads: bool = True,
    ) -> list[int]:
        """The same in whole numbers, `unit` to the dollar, of which sums are exact.

        The hand, of at most 8 letters, and the bag are those before the draw. A draw is the letters
        of all players, this one's first: of equal number, at most 5 each.
        """
        self._check(hand, money, bag, MOST_KEPT)
        listed = list(draws)
        if not listed:
            return []
        number = len(listed[0]) // self.players
        if not 1 <= number <= 5 or {number * self.players} != set(map(len, listed)):
            raise InvalidError("every draw has the same number of letters, 1 to 5 for each player")
        letters = encode("".join(listed))
        table = self._table(hand, money, bag)
        totals: list[int] = self.engine.after_draws(*table, letters, number, leads)
        return totals

    def best_revenue(self, hand: Hand) -> int:
        """The dollars of the best sale, exact."""
        self._check(hand, 0, "")
        revenue: int = self.engine.last_revenue(count(hand.letters), hand.wilds)
        return revenue

    def play_out(
        self,
        hands: Sequence[Hand],
        money: Sequence[int],
        order: str,
        die: Sequence[int | None],
        leader: int = 0,
    ) -> list[int]:
        """Play from the start of a round to the end, every seat by V. Returns their money.

        `order` is the bag in the order in which it will be drawn, `die` the faces of the rounds to
        come (None is *choice*), as many as there can be. Raises InvalidError: there are fewer, or
        other faces, or so many do not play.
        """
        if not len(hands) == len(money) == self.players > leader >= 0:
            raise InvalidError(f"{self.players} play: so many hold a hand and money, and one leads")
        if not {None, 2, 3, 4, 5}.issuperset(die):
            raise InvalidError("the faces of the die are 2 to 5, and None for choice")
        least = min((face or 2 for face in die), default=2)
        if len(die) <= len(order) // (least * self.players):
            raise InvalidError(f"{len(die)} rolls of the die may not be enough for the bag")
        for hand, dollars in zip(hands, money, strict=True):
            self._check(hand, dollars, order, MOST_KEPT)
        faces = bytes(face or 0 for face in die)
        wilds = [hand.wilds for hand in hands]
        held = [count(hand.letters) for hand in hands]
        self.engine.deal(held, wilds, money, count(order), encode(order), faces)
        ended: list[int] = self.engine.play_out(leader)
        return ended

    def _table(
        self, hand: Hand, money: int, bag: Mapping[str, int] | str
    ) -> tuple[tuple[int, ...], int, int, tuple[int, ...]]:
        return count(hand.letters), hand.wilds, money, count(bag)

    def _check(
        self, hand: Hand, money: int, bag: Mapping[str, int] | str, most: int = MOST_VALUED
    ) -> None:
        """Raises UnvaluedError: too large a hand; InvalidError: nobody, or no bag, holds that."""
        if len(hand.letters) > most:
            raise UnvaluedError(
                f"a hand of {len(hand.letters)} letters cannot be valued: the most is {most}"
            )
        if money < 0 or hand.wilds < 0:
            raise InvalidError(f"nobody holds ${money} and {hand.wilds} wilds")
        for letter, number, held in zip(ALPHABET, count(bag), self.counts, strict=True):
            if number > held:
                raise InvalidError(f"the bag cannot hold {number} of {letter}")


@lru_cache(maxsize=8)
def open_evaluator(lexicon: Lexicon, players: int = 1) -> Evaluator:
    """The Valuer of the main thread for a dictionary and so many players. Raises InvalidError."""
    return Evaluator(lexicon, players)


def count(letters: Mapping[str, int] | str) -> tuple[int, ...]:
    """How many there are of A to Z."""
    if isinstance(letters, str):
        return _counted(letters)
    return tuple(letters.get(letter, 0) for letter in ALPHABET)


@lru_cache(maxsize=64)  # a bag is counted for every decision of a round
def _counted(letters: str) -> tuple[int, ...]:
    return tuple(map(letters.count, ALPHABET))


def encode(letters: str) -> bytearray:
    """Letters as the engine has them: numbers from 0."""
    return bytearray(ord(letter) - 65 for letter in letters)


def _hand(counts: Sequence[int], wilds: int) -> Hand:
    letters = (letter * number for letter, number in zip(ALPHABET, counts, strict=True))
    return Hand("".join(letters), wilds)
