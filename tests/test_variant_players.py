"""Computer players in the variants."""

from __future__ import annotations

from typing import Any

import pytest
from marks import slow
from variant_games import (
    ANIMALS,
    TILES,
    TOGETHER,
    dealt,
    goods,
    rules,
    trading,
)

from bwtools.errors import InvalidError
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Event, Sell, State
from bwtools.game.variants.auction import Bid
from bwtools.game.variants.draft import Pick
from bwtools.game.variants.trade import Answer, Done, Offer
from bwtools.lexicon.lexicon import Lexicon
from bwtools.lexicon.theme import themed
from bwtools.players.game_loop import decide, play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.players.variants.theme_player import adapted
from bwtools.tiles.hand import Hand


def seats(lexicon: Lexicon, names: tuple[str, ...], *players: str) -> list[Computer]:
    return [
        Computer(f"{name}-{at}", open_player(name, lexicon, at, names))
        for at, name in enumerate(players)
    ]


def play_out(
    lexicon: Lexicon, names: tuple[str, ...], seed: int, *players: str
) -> tuple[list[Event], State]:
    game = rules(*names, players=len(players))
    table = seats(lexicon, names, *players)
    played = list(play_game(game, lexicon, Deal(TILES, seed), table, game.start(len(players))))
    return [event for event, _ in played], played[-1][1]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("names", TOGETHER)
@pytest.mark.parametrize(
    "players", [("club", "novice"), *slow(("casual", "master", "club"), ("club",) * 4)]
)
def test_computer_players_play_whole_games(
    names: tuple[str, ...], players: tuple[str, ...], enable: Lexicon
) -> None:
    events, end = play_out(enable, names, 1, *players)
    assert end.phase == "over"
    kinds = {type(event) for event in events}
    assert kinds >= {{"auction": Bid, "draft": Pick, "trade": Done}[name] for name in names}
    # With sensible play, at least one player gains money.
    assert max(player.money for player in end.players) > TILES.money


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("names", [("auction", "trade", "theme"), ("draft", "trade", "theme")])
def test_computer_players_play_combined_variants(names: tuple[str, ...], enable: Lexicon) -> None:
    events, end = play_out(themed(enable, ANIMALS), names, 2, "club", "master")
    assert end.phase == "over"
    sold = {play.word for event in events if isinstance(event, Sell) for play in event.plays}
    assert sold <= set(ANIMALS.words)


@pytest.mark.usefixtures("compiled")
def test_computer_players_trade_only_if_both_gain(enable: Lexicon) -> None:
    events, _ = play_out(enable, ("trade",), 3, "master", "master")
    assert Answer(True) in events


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["club", "master"])
def test_no_computer_player_trades_with_a_hand_too_large_to_value(
    name: str, enable: Lexicon
) -> None:
    state = trading(first="AE", second="QJ")
    large = state.players[1]._replace(hand=Hand("ABCDEEFGIJNOQSTU", 2))
    (seat,) = seats(enable, (), name)
    for players in ((state.players[0], large), (large, state.players[0])):
        own = state._replace(players=players)
        assert decide(rules("trade"), enable, own, seat) == Done()


@pytest.mark.usefixtures("compiled")
def test_no_computer_player_bids_for_a_hand_too_large_to_value(enable: Lexicon) -> None:
    state = dealt(rules("auction"), "AE", "ST")
    full = state.players[0]._replace(hand=Hand("EEIIOORRSTUV"))
    state = state._replace(players=(full, state.players[1]))
    for seat in seats(enable, (), "club", "master"):
        assert decide(rules("auction"), enable, state, seat) == Bid(0)


@pytest.mark.usefixtures("compiled")
def test_no_bid_is_higher_than_the_others_can_top(enable: Lexicon) -> None:
    game = rules("auction")
    state = dealt(game, "AE", "ST")
    poor = state._replace(players=(state.players[0], state.players[1]._replace(money=3)))
    bid = decide(game, enable, poor, seats(enable, (), "club", "club")[0])
    assert bid == Bid(4)


@pytest.mark.usefixtures("compiled")
def test_players_who_have_bid_are_ignored(enable: Lexicon) -> None:
    game = rules("auction", players=3)
    state = game.step(dealt(game, "AE", "ST", "IN"), Bid(0))
    poor = holding(state, 200, 200, 3)
    assert decide(game, enable, poor, seats(enable, (), "club", "club")[1]) == Bid(4)


class Four:
    """A player with only the four required methods."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def choose(self, state: State) -> int:  # noqa: ARG002
        return 2

    def buy(self, state: State) -> bool:
        return TILES.set_pips(state.player.drawn) ** 2 <= state.player.money

    def sell(self, state: State) -> list[Any]:  # noqa: ARG002
        return []

    def discard(self, state: State) -> str:
        return state.player.hand.letters[8:]


class Careful(Four):
    """A player that values letters at 20 dollars, and its last 50 dollars very highly."""

    def hand_value(self, state: State) -> float:
        return 20 * len(state.player.hand.letters) - (200 if state.player.money < 50 else 0)


def holding(state: State, *money: int) -> State:
    """Return the state with these amounts of money."""
    players = zip(state.players, money, strict=True)
    return state._replace(players=tuple(player._replace(money=m) for player, m in players))


def careful(game: Rules, state: State, lexicon: Lexicon) -> Event:
    return decide(game, lexicon, state, Computer("mine", Careful(lexicon)))


@pytest.mark.parametrize(("money", "bid"), [(200, 30), (78, 1), (40, 30)])
def test_a_bid_leaves_the_money_that_the_bidder_reserves(
    money: int, bid: int, enable: Lexicon
) -> None:
    game = rules("auction")
    state = holding(dealt(game, "AE", "ST"), money, 300)
    assert careful(game, state, enable) == Bid(bid)


def test_a_bidder_with_less_than_the_share_bids_all(enable: Lexicon) -> None:
    game = rules("auction")
    state = holding(dealt(game, "AE", "ST"), 25, 300)
    assert careful(game, state, enable) == Bid(25)


@pytest.mark.parametrize(("money", "takes"), [(200, True), (60, False)])
def test_an_offer_is_valued_by_the_money_that_it_leaves(
    money: int, takes: bool, enable: Lexicon
) -> None:
    game = rules("trade")
    state = game.step(holding(trading(), 500, money), Offer(1, goods("Q"), goods(money=15)))
    assert careful(game, state, enable) == Answer(takes)


@pytest.mark.parametrize(("money", "offers"), [(200, True), (60, False)])
def test_no_offer_asks_for_money_that_the_other_player_reserves(
    money: int, offers: bool, enable: Lexicon
) -> None:
    class Other(Careful):
        def hand_value(self, state: State) -> float:
            return super().hand_value(state) + 40 * state.turn * len(state.player.hand.letters)

    game, seat = rules("trade"), Computer("mine", Other(enable))
    event = decide(game, enable, holding(trading(), 500, money), seat)
    assert event == (Offer(1, goods("Q"), goods(money=40)) if offers else Done())


def test_no_tile_is_picked_that_makes_the_set_too_expensive(enable: Lexicon) -> None:
    class Keen(Four):
        def hand_value(self, state: State) -> float:
            return 100 * TILES.set_pips(state.player.hand.letters)

    game = rules("draft")
    state = dealt(game, "AJ", "QZ")
    picks = [
        decide(game, enable, holding(state, money, 200), Computer("mine", Keen(enable)))
        for money in (200, 30)
    ]
    assert picks == [Pick("J"), Pick("A")]


class Bidder(Four):
    """A player with a method for the auction."""

    def bid(self, state: State) -> Event:  # noqa: ARG002
        return Bid(0)


@pytest.mark.parametrize("names", TOGETHER)
def test_a_player_with_only_the_required_methods_plays_variants(
    names: tuple[str, ...], enable: Lexicon
) -> None:
    game = rules(*names)
    table = [Computer("one", Four(enable)), Computer("two", Four(enable))]
    *_, (_, end) = play_game(game, enable, Deal(TILES, 5), table, game.start(2))
    assert end.phase == "over"


def test_a_method_named_like_a_phase_decides_it(enable: Lexicon) -> None:
    game = rules("auction")
    state = dealt(game, "AE", "ST")
    assert decide(game, enable, state, Computer("mine", Bidder(enable))) == Bid(0)


def test_an_event_of_the_wrong_type_is_rejected(enable: Lexicon) -> None:
    player = Bidder(enable)
    player.bid = lambda state: Pick("A")  # type: ignore[method-assign]  # noqa: ARG005
    game = rules("auction")
    with pytest.raises(InvalidError, match=r"player mine returned .* it must return Bid"):
        decide(game, enable, dealt(game, "AE", "ST"), Computer("mine", player))


def test_players_are_not_adapted_to_a_large_theme(enable: Lexicon) -> None:
    player = Four(enable)
    assert adapted(player, enable) is player
    assert adapted(player, themed(enable, ANIMALS)) is not player


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["novice", "club", "master"])
def test_computer_players_sell_words_of_a_theme(name: str, enable: Lexicon) -> None:
    words = themed(enable, ANIMALS)
    events, end = play_out(words, ("theme",), 4, name)
    sold = {play.word for event in events if isinstance(event, Sell) for play in event.plays}
    assert sold
    assert sold <= set(ANIMALS.words)
    assert end.player.money > 100
