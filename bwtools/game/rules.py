"""The rules of BuyWord: pure functions from a state and an event to the next state.

A state holds what all players see: the composition of the bag, never its order. Some events are
chance (`Roll`, `Draw`): they come from a `Deal` or from a real table. All others are decisions of
the player whose turn it is. Seats count from 0, and play passes to the next seat.

A round is a sequence of phases. Each phase defines its events and what they do; variants replace
phases (see the package `variants`). The rules check tiles, money and the order of play. Whether a
word is in the dictionary is for the caller to check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from ..errors import IllegalError, counted, shortened
from ..tiles.hand import Hand, Play, shortage
from ..tiles.tile_set import ALPHABET, TileSet, price
from .state import Buy, Choose, Discard, Draw, Event, Player, Roll, Sell, State

_E = TypeVar("_E")


class Phase(Generic[_E]):
    """A part of a round in which the players take turns, starting with the leader.

    Each phase is a subclass with a name and the classes of its events; `Rules` makes an instance.
    """

    name: ClassVar[str]
    events: ClassVar[tuple[type[Any], ...]]
    buying: ClassVar[bool] = False  # whether it is skipped in a last round without draws

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def step(self, state: State, event: _E) -> State:
        """Return the state after an event. Raise IllegalError if it breaks a rule."""
        raise NotImplementedError

    def legal(self, state: State, plays: Sequence[Play]) -> Iterator[Event]:
        """Yield the events that can come next, with sales made of the given plays."""
        raise NotImplementedError

    def forced(self, state: State) -> Event | None:
        """Return the only possible decision of the player to move, or None if there is a choice."""
        raise NotImplementedError

    def words(self, _state: State, _event: _E) -> Iterable[str]:
        """Return the words that an event makes, which must be in the dictionary."""
        return ()


class Rules:
    """The rules with the numbers of a tile set: the printed rules, or those with other phases.

    >>> import bwtools
    >>> from bwtools.game.state import Draw, Roll
    >>> rules = bwtools.Rules(bwtools.load_tiles())
    >>> state = rules.start(players=2)
    >>> state = rules.step(rules.step(state, Roll(3)), Draw("GIN"))
    >>> state.turn, state.players[0].drawn
    (1, 'GIN')
    """

    def __init__(self, tiles: TileSet, phases: Sequence[type[Phase[Any]]] = ()) -> None:
        self.tiles = tiles
        self.phases = {phase.name: phase(self) for phase in phases or PRINTED}
        self.order = tuple(self.phases)

    def start(self, players: int, leader: int = 0) -> State:
        """Return the state before the first roll. Raise IllegalError for too many or few players.

        `leader` is the seat that leads the first round.
        """
        tiles = self.tiles
        if not 1 <= players <= len(tiles.wilds_dealt):
            raise IllegalError(
                f"the game is for 1 to {len(tiles.wilds_dealt)} players, not {players}"
            )
        if not 0 <= leader < players:
            seat = shortened(str(leader + 1))
            raise IllegalError(
                f"player {seat} cannot lead: the game has {counted(players, 'player')}"
            )
        player = Player(tiles.money, Hand("", tiles.wilds_dealt[players - 1]))
        bag = "".join(letter * tiles.counts[letter] for letter in ALPHABET)
        return State("choose", 1, leader, leader, bag, (player,) * players)

    def step(self, state: State, event: Event) -> State:
        """Return the state after an event. Raise IllegalError if it breaks a rule."""
        phase = self.phases.get(state.phase)
        if phase is None or type(event) not in phase.events:
            raise self._untimely(state, event)
        return phase.step(state, event)

    def legal(self, state: State, plays: Iterable[Play] = ()) -> Iterator[Event]:
        """Yield every event that can come next, with sales made of the given plays.

        A sale is yielded as a whole, never in parts. There can be very many events.
        """
        if phase := self.phases.get(state.phase):
            yield from phase.legal(state, [play for play in plays if len(play.word) > 1])

    def forced(self, state: State) -> Event | None:
        """Return the only possible decision of the player to move, or None if there is a choice."""
        phase = self.phases.get(state.phase)
        return phase.forced(state) if phase else None

    def cost(self, letters: str) -> int:
        """Return the price in dollars of a drawn set."""
        return price(self.tiles.set_pips(letters))

    def end_turn(self, state: State, player: Player) -> State:
        """Return the state after the player to move, now as given, has finished the phase."""
        players = state.players_with(player)
        turn = (state.turn + 1) % len(players)
        if turn == state.leader:
            return self.end_phase(state, players)
        return state._replace(turn=turn, players=players)

    def end_phase(self, state: State, players: tuple[Player, ...]) -> State:
        """Return the state after all players, now as given, have finished the phase."""
        following = self.order.index(state.phase) + 1
        leader, round_ = state.leader, state.round
        if following < len(self.order):
            phase = self.order[following]
        elif state.last:
            phase = "over"
        else:
            phase, round_, leader = self.order[0], round_ + 1, (leader + 1) % len(players)
        bag, last, board = state.bag, state.last, state.board
        return State(phase, round_, leader, leader, bag, players, last=last, board=board)

    def _untimely(self, state: State, event: Event) -> IllegalError:
        name = type(event).__name__.lower()
        if state.phase == "over":
            return IllegalError(f"cannot {name}: the game is over")
        order = ", then ".join(f"all {phase}" for phase in self.order[1:])
        return IllegalError(
            f"cannot {name} now: player {state.turn + 1} has to {state.phase} ({order})"
        )


class ChoosePhase(Phase[Roll | Choose | Draw]):
    """The die is rolled, on *choice* the leader names a number, and each player draws."""

    name = "choose"
    events = (Roll, Choose, Draw)

    def step(self, state: State, event: Roll | Choose | Draw) -> State:
        if isinstance(event, Draw):
            return self.draw(state, *self._drawn(state, event))
        self._check_number(state, event)
        number, phases = event.number, self.rules.phases.values()
        if len(state.bag) < len(state.players) * number:
            after = next(phase.name for phase in phases if phase is not self and not phase.buying)
            return state._replace(phase=after, bag="", last=True)
        return state._replace(number=number)

    def draw(self, state: State, bag: str, drawn: str) -> State:
        """Return the state after the player to move has drawn letters, which leaves this bag."""
        player = Player(state.player.money, state.player.hand, drawn)
        return self.rules.end_turn(state._replace(bag=bag), player)

    def legal(self, state: State, _plays: Sequence[Play]) -> Iterator[Event]:
        tiles = self.rules.tiles
        if state.number:
            yield from map(Draw, _subsets(state.bag, state.number))
        else:
            yield from map(Roll, sorted({face for face in tiles.die if face is not None}))
            if None in tiles.die:
                yield from map(Choose, tiles.choice)

    def forced(self, _state: State) -> Event | None:
        numbers = self.rules.tiles.choice
        return Choose(numbers[0]) if len(numbers) == 1 else None

    def _check_number(self, state: State, event: Roll | Choose) -> None:
        number, tiles = event.number, self.rules.tiles
        if state.number:
            raise IllegalError(
                f"the die has been rolled this round: each player draws {state.number}"
            )
        if isinstance(event, Roll) and number not in tiles.die:
            raise IllegalError(f"the die cannot show {number}: its faces are {_faces(tiles)}")
        if isinstance(event, Choose) and (None not in tiles.die or number not in tiles.choice):
            raise IllegalError(
                f"{number} cannot be chosen: the faces of the die are {_faces(tiles)}, and on "
                f"choice the leader names a number from {tiles.choice[0]} to {tiles.choice[-1]}"
            )

    def _drawn(self, state: State, event: Draw) -> tuple[str, str]:
        """Return the bag after a draw, and the letters drawn. Raise IllegalError."""
        drawn = "".join(sorted(event.letters))
        if not state.number:
            raise IllegalError("tiles cannot be drawn before the die is rolled")
        if len(drawn) != state.number:
            raise IllegalError(
                f"{shortened(drawn) or 'no tile'} cannot be drawn: each player draws "
                f"{counted(state.number, 'tile')} this round, not {len(drawn)}"
            )
        complaint = f"{shortened(drawn)} cannot be drawn: the bag holds"
        return take_letters(state.bag, drawn, complaint), drawn


class BuyPhase(Phase[Buy]):
    """Each player buys the drawn set or passes."""

    name = "buy"
    events = (Buy,)
    buying = True

    def step(self, state: State, event: Buy) -> State:
        player = state.player
        money, hand = player.money, player.hand
        if event.yes:
            cost = self.rules.cost(player.drawn)
            if cost > money:
                raise IllegalError(
                    f"not enough money: {player.drawn} costs ${cost}, but you have ${money}"
                )
            money -= cost
            hand = hand.plus(player.drawn)
        return self.rules.end_turn(state, Player(money, hand))

    def legal(self, state: State, _plays: Sequence[Play]) -> Iterator[Event]:
        yield Buy(False)
        if self.forced(state) is None:
            yield Buy(True)

    def forced(self, state: State) -> Event | None:
        player = state.player
        return Buy(False) if self.rules.cost(player.drawn) > player.money else None


class SellPhase(Phase[Sell]):
    """Each player sells words."""

    name = "sell"
    events = (Sell,)

    def step(self, state: State, event: Sell) -> State:
        player = state.player
        money, (letters, wilds) = player.money, player.hand
        for play in event.plays:
            word, wild = play
            if wild is not None and (wild < 0 or word[wild : wild + 1] not in _LETTERS):
                raise IllegalError(f"the wild in {shortened(word)} does not stand for a letter A-Z")
            complaint = f"{shortened(str(play))} cannot be sold:"
            if len(word) < 2:
                raise IllegalError(f"{complaint} a word has at least two letters")
            if wild is not None:
                if not wilds:
                    raise IllegalError(f"{complaint} you hold no wild")
                wilds -= 1
            spent = play.letters
            letters = take_letters(letters, spent, f"{complaint} you hold")
            money += price(self.rules.tiles.set_pips(spent, wild is not None))
        player = Player(money, Hand._make((letters, wilds)), player.drawn)
        return state.with_player(player) if event.more else self.rules.end_turn(state, player)

    def legal(self, state: State, plays: Sequence[Play]) -> Iterator[Event]:
        yield from map(Sell, _sales(state.player.hand, plays))

    def forced(self, state: State) -> Event | None:
        hand = state.player.hand
        return Sell() if not hand.letters or len(str(hand)) < 2 else None

    def words(self, _state: State, event: Sell) -> list[str]:
        return [play.word for play in event.plays]


class DiscardPhase(Phase[Discard]):
    """Each player discards letters down to the limit."""

    name = "discard"
    events = (Discard,)

    def step(self, state: State, event: Discard) -> State:
        player, limit = state.player, self.rules.tiles.hand_limit
        letters, wilds = player.hand
        complaint = f"{shortened(event.letters)} cannot be discarded: you hold"
        left = take_letters(letters, event.letters, complaint)
        if len(left) > limit:
            raise IllegalError(
                f"discard at least {len(letters) - limit} of {counted(len(letters), 'letter')}: "
                f"the limit is {limit}, not counting wilds"
            )
        hand = Hand._make((left, wilds))
        return self.rules.end_turn(state, Player(player.money, hand, player.drawn))

    def legal(self, state: State, _plays: Sequence[Play]) -> Iterator[Event]:
        held = state.player.hand.letters
        for size in range(max(0, len(held) - self.rules.tiles.hand_limit), len(held) + 1):
            yield from map(Discard, _subsets(held, size))

    def forced(self, state: State) -> Event | None:
        few = len(state.player.hand.letters) <= self.rules.tiles.hand_limit
        return Discard() if few else None


PRINTED: tuple[type[Phase[Any]], ...] = (ChoosePhase, BuyPhase, SellPhase, DiscardPhase)
_LETTERS = frozenset(ALPHABET)


def _faces(tiles: TileSet) -> str:
    return shortened(", ".join("choice" if face is None else str(face) for face in tiles.die))


def take_letters(held: str, letters: str, complaint: str) -> str:
    """Return the letters held without those taken.

    Raise IllegalError if some are missing: the complaint followed by what is held of them.
    """
    left = held
    for letter in letters:
        if letter not in left:
            raise IllegalError(f"{complaint} {shortage(held, letters)}")
        left = left.replace(letter, "", 1)
    return left


def _subsets(letters: str, size: int) -> Iterator[str]:
    """Yield every different choice of `size` of the letters, A to Z."""
    if size == 0:
        yield ""
        return
    for at in range(len(letters) - size + 1):
        if at == 0 or letters[at] != letters[at - 1]:
            for rest in _subsets(letters[at + 1 :], size - 1):
                yield letters[at] + rest


def _sales(hand: Hand, plays: Sequence[Play]) -> Iterator[tuple[Play, ...]]:
    """Yield every combination of the plays that the hand can lay, in the order of the plays."""
    yield ()
    for at, play in enumerate(plays):
        if Counter(play.letters) <= Counter(hand.letters) and hand.wilds >= (play.wild is not None):
            for more in _sales(hand.after(play), plays[at:]):
                yield (play, *more)
