"""The game: the printed rules of BuyWord as pure steps from state to state.

A state holds what the table sees: of the bag its composition, never its order. Everything that
happens is an event. Some events are chance (`Roll`, `Draw`): they come from a `Deal`, made of a
seed, or from a real table. The others are decisions of the player at turn (`Choose`, `Buy`, `Sell`,
`Discard`). Events are tuples, so tell their kinds apart by class: `Roll(2) == Choose(2)`.

Whether a word is valid is for the caller to check: the rules here look at tiles, money and order
of play. Seats count from 0, and the seat to the left of a seat is the next one.

A round is a sequence of phases, and a phase says which events belong to it and what each does. The
variants (bwtools.variants) are made by putting other phases into the sequence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import IllegalError, shortened
from ..tiles.hand import Hand, Play
from ..tiles.tile_set import ALPHABET, TileSet, price
from .state import Buy, Choose, Discard, Draw, Event, Player, Roll, Sell, State, with_player

_LETTERS = frozenset(ALPHABET)


def no_choice(rules: Rules, state: State) -> None:
    """That the player at turn always has a choice, as the `forced` of a phase."""


def no_words(state: State, event: Any) -> tuple[str, ...]:  # noqa: ARG001
    """That an event makes no words, as the `words` of a phase."""
    return ()


class Phase(NamedTuple):
    """A part of a round, in which one player after the other is at turn.

    `legal` lists the events that may come next, given the plays that a sale may be made of.
    `forced` is what the player at turn does who has no choice; None if there is one. `words` are
    those of an event that must be in the dictionary.
    """

    name: str
    steps: Mapping[type[Any], Callable[[Rules, State, Any], State]]  # by the class of the event
    legal: Callable[[Rules, State, Sequence[Play]], Iterator[Event]]
    forced: Callable[[Rules, State], Event | None] = no_choice
    words: Callable[[State, Any], Iterable[str]] = no_words
    buying: bool = False  # left out in the last round, when nothing was drawn


class Rules:
    """The rules with the numbers of a tile set: the printed ones, or those with other phases."""

    def __init__(self, tiles: TileSet, phases: Sequence[Phase] = ()) -> None:
        phases = phases or PRINTED
        self.tiles = tiles
        self.order = tuple(phase.name for phase in phases)
        self.phases = {phase.name: phase for phase in phases}
        self.following = dict(zip(self.order, (*self.order[1:], None), strict=True))

    def start(self, players: int, leader: int = 0) -> State:
        """The state before the first roll. Raises IllegalError: too many players, or too few."""
        tiles = self.tiles
        if not 1 <= players <= len(tiles.wilds_dealt):
            raise IllegalError(
                f"{players} cannot play: the game is for 1 to {len(tiles.wilds_dealt)} players"
            )
        if not 0 <= leader < players:
            seat = shortened(str(leader + 1))
            raise IllegalError(f"player {seat} cannot lead: there are {players} players")
        player = Player(tiles.money, Hand("", tiles.wilds_dealt[players - 1]))
        bag = "".join(letter * tiles.counts[letter] for letter in ALPHABET)
        return State("choose", 1, leader, leader, bag, (player,) * players)

    def step(self, state: State, event: Event) -> State:
        """The state after an event. Raises IllegalError, which says what rule is against it."""
        phase = self.phases.get(state.phase)
        step = phase and phase.steps.get(type(event))
        if step is None:
            raise _untimely(self, state, event)
        return step(self, state, event)

    def legal(self, state: State, plays: Iterable[Play] = ()) -> Iterator[Event]:
        """Every event that may come next, once; of sales, those made of the plays given.

        A sale is listed whole, not in steps. There can be very many events: the listing is lazy.
        """
        if phase := self.phases.get(state.phase):
            yield from phase.legal(self, state, [play for play in plays if len(play.word) > 1])

    def forced(self, state: State) -> Event | None:
        """What the player at turn does who has no choice; None if there is one."""
        phase = self.phases.get(state.phase)
        return phase and phase.forced(self, state)

    def cost(self, letters: str) -> int:
        """The dollars that a drawn set costs."""
        return price(self.tiles.set_pips(letters))

    def _set_number(self, state: State, event: Roll | Choose) -> State:
        number, tiles = event.number, self.tiles
        if state.number:
            raise IllegalError(
                f"the die is rolled once a round, and in this one each player draws {state.number}"
            )
        if isinstance(event, Roll) and number not in tiles.die:
            raise IllegalError(f"the die cannot show {number}: its faces are {_faces(tiles)}")
        if isinstance(event, Choose) and (None not in tiles.die or number not in tiles.choice):
            raise IllegalError(
                f"{number} cannot be chosen: the faces of the die are {_faces(tiles)}, and on "
                f"choice the leader names a number from {tiles.choice[0]} to {tiles.choice[-1]}"
            )
        if len(state.bag) < len(state.players) * number:
            left = (name for name in self.order[1:] if not self.phases[name].buying)
            return state._replace(phase=next(left), bag="", last=True)
        return state._replace(number=number)

    def _draw(self, state: State, event: Draw) -> State:
        bag, drawn = self.drawn(state, event)
        money, hand, _ = state.player
        return self.turn_over(state._replace(bag=bag), Player(money, hand, drawn))

    def drawn(self, state: State, event: Draw) -> tuple[str, str]:
        """What a draw leaves in the bag, and what is drawn. Raises IllegalError."""
        drawn = "".join(sorted(event.letters))
        if not state.number:
            raise IllegalError("nobody can draw yet: first the die says how many tiles")
        if len(drawn) != state.number:
            raise IllegalError(
                f"{shortened(drawn) or 'no tile'} cannot be drawn: each player draws "
                f"{state.number} tiles this round, not {len(drawn)}"
            )
        complaint = f"{shortened(drawn)} cannot be drawn: the bag does not hold"
        return take_letters(state.bag, drawn, complaint), drawn

    def _buy(self, state: State, event: Buy) -> State:
        money, hand, drawn = state.player
        if event.yes:
            cost = self.cost(drawn)
            if cost > money:
                raise IllegalError(
                    f"not enough money: {drawn} costs ${cost}, with ${money} in hand, "
                    "and a set is bought whole"
                )
            money -= cost
            hand = hand.plus(drawn)
        return self.turn_over(state, Player(money, hand))

    def _sell(self, state: State, event: Sell) -> State:
        money, (letters, wilds), drawn = state.player
        for play in event.plays:
            if len(play.word) < 2:
                raise IllegalError(f"{play} cannot be sold: a word has two letters or more")
            if play.wild is not None:
                if play.wild < 0 or play.word[play.wild : play.wild + 1] not in _LETTERS:
                    raise IllegalError(
                        f"the wild in {shortened(play.word)} stands for no letter A to Z"
                    )
                if not wilds:
                    raise IllegalError(f"for {shortened(str(play))} you do not hold a wild")
                wilds -= 1
            spent = play.letters
            complaint = f"for {shortened(str(play))} you do not hold"
            letters = take_letters(letters, spent, complaint)
            money += price(self.tiles.set_pips(spent, play.wild is not None))
        player = Player(money, Hand._make((letters, wilds)), drawn)
        if event.more:
            return state._replace(players=with_player(state, player))
        return self.turn_over(state, player)

    def _discard(self, state: State, event: Discard) -> State:
        (money, (letters, wilds), drawn), limit = state.player, self.tiles.hand_limit
        complaint = f"{shortened(event.letters)} cannot be discarded: you do not hold"
        kept = take_letters(letters, event.letters, complaint)
        if len(kept) > limit:
            raise IllegalError(
                f"{len(kept)} letters would be kept: at most {limit} are, wilds not counted, so "
                f"discard {len(letters) - limit} or more"
            )
        return self.turn_over(state, Player(money, Hand._make((kept, wilds)), drawn))

    def turn_over(self, state: State, player: Player) -> State:
        """The state when the player at turn is done with the phase and is left as given."""
        players = with_player(state, player)
        turn = (state.turn + 1) % len(players)
        if turn == state.leader:
            return self.phase_over(state, players)
        return state._replace(turn=turn, players=players)

    def phase_over(self, state: State, players: tuple[Player, ...]) -> State:
        """The state when all players are done with the phase and are left as given."""
        phase, leader, round_ = self.following[state.phase], state.leader, state.round
        if not phase and state.last:
            phase = "over"
        elif not phase:
            phase, round_, leader = self.order[0], round_ + 1, (leader + 1) % len(players)
        bag, last, board = state.bag, state.last, state.board
        return State(phase, round_, leader, leader, bag, players, last=last, board=board)


def _legal_numbers(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    tiles = rules.tiles
    if state.number:
        yield from map(Draw, _subsets(state.bag, state.number))
    else:
        yield from map(Roll, sorted({face for face in tiles.die if face is not None}))
        if None in tiles.die:
            yield from map(Choose, tiles.choice)


def _only_number(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    numbers = rules.tiles.choice
    return Choose(numbers[0]) if len(numbers) == 1 else None


def _legal_purchases(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    yield Buy(False)
    if rules.cost(state.player.drawn) <= state.player.money:
        yield Buy(True)


def _no_purchase(rules: Rules, state: State) -> Event | None:
    return Buy(False) if rules.cost(state.player.drawn) > state.player.money else None


def _legal_sales(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    yield from map(Sell, _sales(state.player.hand, list(plays)))


def _no_sale(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    hand = state.player.hand
    return Sell() if not hand.letters or len(str(hand)) < 2 else None


def _words_sold(state: State, event: Sell) -> list[str]:  # noqa: ARG001
    return [play.word for play in event.plays]


def _legal_discards(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    held = state.player.hand.letters
    for size in range(max(0, len(held) - rules.tiles.hand_limit), len(held) + 1):
        yield from map(Discard, _subsets(held, size))


def _no_discard(rules: Rules, state: State) -> Event | None:
    few = len(state.player.hand.letters) <= rules.tiles.hand_limit
    return Discard() if few else None


CHOOSE = Phase(
    "choose",
    {Roll: Rules._set_number, Choose: Rules._set_number, Draw: Rules._draw},
    _legal_numbers,
    _only_number,
)

BUY = Phase("buy", {Buy: Rules._buy}, _legal_purchases, _no_purchase, buying=True)

SELL = Phase("sell", {Sell: Rules._sell}, _legal_sales, _no_sale, words=_words_sold)

DISCARD = Phase("discard", {Discard: Rules._discard}, _legal_discards, _no_discard)

PRINTED = (CHOOSE, BUY, SELL, DISCARD)


def _untimely(rules: Rules, state: State, event: Event) -> IllegalError:
    name = type(event).__name__.lower()
    if state.phase == "over":
        return IllegalError(f"nobody can {name} any more: the game is over")
    order = ", then ".join(f"all {phase}" for phase in rules.order[1:])
    return IllegalError(
        f"nobody can {name} now: player {state.turn + 1} is to {state.phase} ({order})"
    )


def _faces(tiles: TileSet) -> str:
    return shortened(", ".join("choice" if face is None else str(face) for face in tiles.die))


def take_letters(held: str, letters: str, complaint: str) -> str:
    """What is left of the tiles held. Raises IllegalError: the complaint, and what is missing."""
    left = held
    for letter in letters:
        if letter not in left:
            missing = ", ".join(sorted((Counter(letters) - Counter(held)).elements()))
            raise IllegalError(f"{complaint} {shortened(missing)}")
        left = left.replace(letter, "", 1)
    return left


def _subsets(letters: str, size: int) -> Iterator[str]:
    """Every different choice of so many of the letters, A to Z."""
    if size == 0:
        yield ""
        return
    for at in range(len(letters) - size + 1):
        if at == 0 or letters[at] != letters[at - 1]:
            for rest in _subsets(letters[at + 1 :], size - 1):
                yield letters[at] + rest


def _sales(hand: Hand, plays: list[Play]) -> Iterator[tuple[Play, ...]]:
    """Every combination of the plays that the hand can lay, in the order of the plays."""
    yield ()
    for at, play in enumerate(plays):
        if Counter(play.letters) <= Counter(hand.letters) and hand.wilds >= (play.wild is not None):
            letters = take_letters(hand.letters, play.letters, f"for {play} you do not hold")
            left = Hand(letters, hand.wilds - (play.wild is not None))
            for more in _sales(left, plays[at:]):
                yield (play, *more)
