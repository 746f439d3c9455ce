"""V, the leave value: expected future income from the tiles kept at the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from math import inf
from operator import gt, mul
from threading import get_ident
from typing import NamedTuple

from .._engine import constants
from .._engine.net import Net
from .._engine.policy import Policy
from ..errors import InvalidError, counted
from ..lexicon.lexicon import Lexicon
from ..sales.engine import COMPILED, build_solver
from ..tiles.hand import Hand, Play, lay_best, revenue_of
from ..tiles.tile_set import ALPHABET, price
from .weights import Weights, shipped_weights

MOST_VALUED = constants.MOST_TILES  # letters in a hand
MOST_KEPT = constants.MOST_KEPT  # letters in a leave
_NUMBERS = bytes((byte - 65) % 256 for byte in range(256))  # of capitals, A being 0


class UnvaluedError(InvalidError):
    """V does not support the rules of a game, or the size of a hand."""


def is_compiled() -> bool:
    """Return whether the engine runs compiled, not interpreted."""
    return bool(COMPILED)


class PlayerView(NamedTuple):
    """What a decision of one player depends on."""

    hand: Hand
    bag: str  # the letters in it
    money: int  # dollars
    leads: bool = True  # whether the player leads the next round; always if alone


class TurnEnd(NamedTuple):
    """One way to end a turn."""

    total: float  # dollars: the revenue plus the leave value
    revenue: int  # dollars
    plays: tuple[Play, ...]  # the words sold
    left: Hand  # after selling and discarding


class Evaluator:
    """Values hands in games of `players` players with the dictionary of a lexicon.

    Values are in dollars. A hand has at most 13 letters, a leave at most 8. Threads cannot share an
    evaluator; with one each they run in parallel, because the engine releases the interpreter lock.

    Methods raise UnvaluedError if the hand is too large, and InvalidError if the hand, bag or money
    are impossible. The constructor raises UnvaluedError if V does not support the rules or the
    number of players, and InvalidError if the weights cannot be read.
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
        self.counts = [tiles.counts[letter] for letter in ALPHABET]
        self.solver = build_solver(lexicon)
        self.net = Net(
            {**self.weights.arrays, "players": players},
            self.counts,
            [tiles.die.count(number) for number in range(2, 6)],
            tiles.die.count(None),
        )
        self.policy = Policy(self.solver, self.net, tiles.hand_limit)
        self.unit = 256 * len(tiles.die)  # the engine's totals are in dollars times this

    def with_limits(self, words: int, outcomes: int) -> Evaluator:
        """Return an evaluator that considers other numbers of words and of outcomes.

        Lower limits are faster and less accurate. The net values at most 64 outcomes. The two
        evaluators share working space: use them in the same thread.
        """
        other = copy(self)
        other.policy = Policy(self.solver, self.net, self.tiles.hand_limit, words, outcomes)
        return other

    @property
    def mix(self) -> Sequence[int]:
        """How often strong leaders name 2, 3, 4 and 5 on *choice*, in proportion."""
        return self.weights.arrays["mix"]

    @property
    def trained_elsewhere(self) -> str | None:
        """The tile set or dictionary that V was trained on; None if this game has the same."""
        known = self.weights.provenance
        if known["layout"] != self.tiles.layout():
            return f"the tile set {known['tiles']}"
        if known["sha256"] != self.lexicon.sha256():
            changed = " as it ships" if self.lexicon.name == known["dictionary"] else ""
            return f"the dictionary {known['dictionary']}{changed}"
        return None

    def leave_value(self, view: PlayerView) -> float:
        """Return V of a hand kept at the end of a turn."""
        return float(self._policy(view, MOST_KEPT).leave_value(view.leads)) / self.unit

    def values_by_draw(self, view: PlayerView) -> tuple[float, float, float, float]:
        """Return the leave values if the next draw is known to be of 2, 3, 4 or 5 tiles."""
        two, three, four, five = self._policy(view, MOST_KEPT).heads()
        return two / 256, three / 256, four / 256, five / 256

    def sell(self, view: PlayerView) -> TurnEnd:
        """Return the best way to sell and discard, choosing one word at a time."""
        return self._turn_end(view.hand, view.money, *self._policy(view).sell(view.leads))

    def best_number(self, view: PlayerView) -> int:
        """Return the number that a leader should name on *choice*, before the draw."""
        number: int = self._policy(view, MOST_KEPT).number()
        return number

    def best_turn(self, view: PlayerView, drawn: str) -> tuple[bool, TurnEnd]:
        """Return whether to buy the drawn letters, and how to end the turn then.

        `view` is from before buying; its bag no longer contains the drawn letters. The total is net
        of the price paid for the set, the revenue is not.
        """
        both = view.hand.plus(drawn)
        self._check(view._replace(hand=both), MOST_VALUED)
        buys, ended = self._policy(view, MOST_KEPT).take_turn(letter_counts(drawn), view.leads)
        if not buys:
            return False, self._turn_end(view.hand, view.money, *ended)
        cost = price(self.tiles.set_pips(drawn))
        return True, self._turn_end(both, view.money - cost, *ended)

    def discard(self, view: PlayerView) -> str:
        """Return the letters to discard to reach the hand limit."""
        kept = self._policy(view).discard(view.leads)
        counts = zip(ALPHABET, letter_counts(view.hand.letters), kept, strict=True)
        return "".join(letter * (held - left) for letter, held, left in counts)

    def outcomes(self, view: PlayerView, within: float = inf) -> list[TurnEnd]:
        """Return the most promising ways to sell one word or none, best first.

        Outcomes more than `within` dollars below the best are left out.
        """
        listed = self._policy(view).outcomes(view.leads)
        least = max(total for total, *_ in listed) - within * self.unit
        found = []
        for total, word, wild, kept in listed:
            if total < least:
                continue
            plays = (lay_best(self.solver.spell(word), view.hand),) if word >= 0 else ()
            letters = "".join(c for i, c in enumerate(view.hand.letters) if kept >> i & 1)
            left = Hand._make((letters, view.hand.wilds - wild))
            found.append(TurnEnd(total / self.unit, revenue_of(plays, self.tiles), plays, left))
        return sorted(found, key=lambda end: (-end.total, list(map(str, end.plays)), end.left))

    def after_draws(self, view: PlayerView, draws: Sequence[str]) -> list[float]:
        """Return the expected future income after each draw; draws as in `totals_after_draws`."""
        return [total / self.unit for total in self.totals_after_draws([view], draws)[0]]

    def totals_after_draws(
        self, views: Sequence[PlayerView], draws: Sequence[str]
    ) -> list[Sequence[int]]:
        """Return for each view the expected future income after each draw and the best turn then.

        Totals are integers, `unit` to the dollar, so that sums are exact. The views are from before
        the draw, and differ only in hand and money. A draw lists the letters of all players, those
        of the player who is valued first: 1 to 5 each, and the same number in every draw.
        """
        if not draws or not views:
            return [[] for _ in views]
        number = len(draws[0]) // self.players
        if not 1 <= number <= 5 or {number * self.players} != set(map(len, draws)):
            raise InvalidError("every draw has the same number of letters, 1 to 5 for each player")
        for view in views:
            self._check(view, MOST_KEPT)
        players = [(letter_counts(hand.letters), hand.wilds, cash) for hand, _, cash, _ in views]
        self.policy.set_players(players, letter_counts(views[0].bag))
        try:
            totals: Sequence[int] = self.policy.after_draws(
                encode("".join(draws)), number, views[0].leads
            )
        except ValueError:  # or UnicodeEncodeError
            raise InvalidError("the bag must hold the letters of every draw") from None
        return [totals[at : at + len(draws)] for at in range(0, len(totals), len(draws))]

    def best_revenue(self, hand: Hand) -> int:
        """Return the revenue of the best sale in dollars, exact."""
        self._check(PlayerView(hand, "", 0), MOST_VALUED)
        revenue: int = self.policy.last_revenue(letter_counts(hand.letters), hand.wilds)
        return revenue

    def play_out(
        self,
        hands: Sequence[Hand],
        money: Sequence[int],
        order: str,
        die: Sequence[int | None],
        leader: int = 0,
    ) -> list[int]:
        """Play from the start of a round to the end, V deciding for every seat.

        `order` is the bag in the order in which it will be drawn; `die` holds the faces of the
        coming rounds (None is *choice*), as many as there can be. Returns the final money of the
        seats.
        """
        self._deal(hands, money, order, die, leader)
        ended: list[int] = self.policy.play_out(leader)
        return ended

    def play_rounds(
        self,
        hands: Sequence[Hand],
        money: Sequence[int],
        order: str,
        die: Sequence[int | None],
        leader: int = 0,
    ) -> list[tuple[list[tuple[Hand, int]], str]]:
        """Do as `play_out`, but return the table before each round and at the end.

        That is the hand and dollars of every seat, and the letters that are then drawn: none in the
        last round, and none at the end.
        """
        self._deal(hands, money, order, die, leader)
        gone = 0
        tables = []
        for turn, face in enumerate(die):
            seats, before = self._seats(), gone
            gone = self.policy.play_next_round(before, (leader + turn) % self.players, face or 0)
            tables.append((seats, order[before : max(before, gone)]))
            if gone < 0:
                break
        return [*tables, (self._seats(), "")]

    def _seats(self) -> list[tuple[Hand, int]]:
        """Return the hand and dollars of every seat of the engine's table."""
        return [
            (Hand._make(("".join(map(mul, ALPHABET, counts)), wilds)), dollars)
            for counts, wilds, dollars in self.policy.seats()
        ]

    def _deal(
        self,
        hands: Sequence[Hand],
        money: Sequence[int],
        order: str,
        die: Sequence[int | None],
        leader: int,
    ) -> None:
        """Check what a game starts with, and set the engine's table."""
        if not len(hands) == len(money) == self.players > leader >= 0:
            raise InvalidError(
                f"a game of {self.players} needs {self.players} hands and amounts of money, and "
                "one of the players as leader"
            )
        if not set(ALPHABET).issuperset(order):
            raise InvalidError("the order of the bag is of letters A to Z")
        if not {None, 2, 3, 4, 5}.issuperset(die):
            raise InvalidError("the faces of the die are 2 to 5, and None for choice")
        least = min((face or 2 for face in die), default=2)
        if len(die) <= len(order) // (least * self.players):
            raise InvalidError(f"{len(die)} rolls of the die may not be enough for the bag")
        for hand, dollars in zip(hands, money, strict=True):
            self._check(PlayerView(hand, order, dollars), MOST_KEPT)
        faces = bytes(face or 0 for face in die)
        wilds = [hand.wilds for hand in hands]
        held = [letter_counts(hand.letters) for hand in hands]
        self.policy.deal(held, wilds, money, letter_counts(order), encode(order), faces)

    def _policy(self, view: PlayerView, most: int = MOST_VALUED) -> Policy:
        """Check a view and return the engine, set to answer for its player."""
        self._check(view, most)
        (letters, wilds), bag, money, _ = view
        self.policy.set_player(letter_counts(letters), wilds, money, letter_counts(bag))
        return self.policy

    def _check(self, view: PlayerView, most: int) -> None:
        """Raise an error if the hand has more than `most` letters, or anything is impossible."""
        hand, bag, money, _ = view
        if len(hand.letters) > most:
            raise UnvaluedError(
                f"a hand of {len(hand.letters)} letters cannot be valued: the most is {most}"
            )
        if money < 0:
            raise InvalidError(f"money cannot be negative: ${money}")
        if any(map(gt, letter_counts(bag), self.counts)):  # faster than the loop
            for letter, number, total in zip(
                ALPHABET, letter_counts(bag), self.counts, strict=True
            ):
                if number > total:
                    raise InvalidError(
                        f"the bag cannot hold {counted(number, f'{letter} tile')}: "
                        f"the most is {total}"
                    )

    def _turn_end(
        self, hand: Hand, money: int, total: int, words: list[int], end: list[int], *rest: int
    ) -> TurnEnd:
        """Return the engine's answer as a TurnEnd."""
        wilds, after = rest
        left, plays = hand, []
        for word in words:
            plays.append(lay_best(self.solver.spell(word), left))
            left = left.after(plays[-1])
        letters = "".join(map(mul, ALPHABET, end))
        return TurnEnd(total / self.unit, after - money, tuple(plays), Hand._make((letters, wilds)))


def open_evaluator(lexicon: Lexicon, players: int = 1) -> Evaluator:
    """Return the evaluator of this thread. Raise InvalidError as Evaluator does."""
    return evaluator_of(get_ident(), lexicon, players)


@lru_cache(maxsize=16)
def evaluator_of(_thread: int, lexicon: Lexicon, players: int) -> Evaluator:
    """Return the evaluator of a thread, given by its number."""
    return Evaluator(lexicon, players)


@lru_cache(maxsize=16)
def fast(evaluator: Evaluator) -> Evaluator:
    """Return a faster evaluator that considers fewer words.

    It takes a quarter of the time; the means of 48 draws differ between hands by another $0.54.
    """
    return evaluator.with_limits(words=20, outcomes=4)


@lru_cache(maxsize=16)
def brisk(evaluator: Evaluator) -> Evaluator:
    """Return an evaluator that takes two fifths of the time for the turn after a draw.

    The means of 48 draws then differ between hands by another $0.30, which is as much as `thorough`
    would change, and far less than their standard error.
    """
    return evaluator.with_limits(words=60, outcomes=12)


@lru_cache(maxsize=16)
def thorough(evaluator: Evaluator) -> Evaluator:
    """Return a slower evaluator that also considers small words of tiles to be discarded."""
    return evaluator.with_limits(words=1000, outcomes=64)


@lru_cache(maxsize=64)  # the same bag is counted for every decision of a round
def letter_counts(letters: str) -> tuple[int, ...]:
    """Return how many there are of each letter, A to Z."""
    return tuple(map(letters.count, ALPHABET))


def encode(letters: str) -> bytearray:
    """Return letters as the engine's numbers, A being 0."""
    return bytearray(letters.encode("ascii").translate(_NUMBERS))
