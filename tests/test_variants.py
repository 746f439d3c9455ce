"""The variants: their rules, records, computer players, and games of them at the terminal."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import script
from random_play import decide as random_decision
from shell import Done as Shell
from shell import bw

from bwtools.errors import IllegalError, InvalidError
from bwtools.game import (
    Buy,
    Choose,
    Deal,
    Discard,
    Draw,
    Event,
    Player,
    Roll,
    Rules,
    Sell,
    State,
)
from bwtools.jsonlines import parse_line
from bwtools.lexicon import Lexicon
from bwtools.players import Computer, decide, open_player, play_game
from bwtools.record import Game, Header, Seat, create_game, game_record, read_game
from bwtools.tiles import Hand, load_tiles, parse_hand
from bwtools.variants import NAMES, adapted, combined, make_rules
from bwtools.variants.auction import Bid, best_bid
from bwtools.variants.draft import Pick
from bwtools.variants.theme import Theme, read_theme, themed
from bwtools.variants.trade import Answer, Done, Goods, Offer

TILES = load_tiles()
ANIMALS = Theme("animals", ("ANT", "BEAR", "CAT", "EEL", "HEN", "LION", "RAT", "TOAD"))
NOTHING: dict[str, Any] = {"tiles": "", "money": 0}  # what changes hands, as a record has it
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
    """The state when each has drawn its set in round 1, led by the first."""
    return after(game, game.start(len(sets)), Choose(len(sets[0])), *map(Draw, sets))


def refused(game: Rules, state: State, event: Event) -> str:
    with pytest.raises(IllegalError) as error:
        game.step(state, event)
    return str(error.value)


# What goes together


def test_a_variant_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidError, match="no variant 'chess': it has draft, auction"):
        combined(["chess"], 2)


def test_the_order_and_repetition_of_variants_does_not_matter() -> None:
    assert combined(["theme", "trade", "auction", "trade"], 2) == ("auction", "trade", "theme")


@pytest.mark.parametrize("names", [("auction", "draft"), ("draft", "auction")])
def test_auction_and_draft_are_refused_together_with_the_reason(names: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="do not go together: each is another way to share out"):
        combined(names, 2)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("auction", "nobody to bid"), ("draft", "nobody who could"), ("trade", "nobody to trade")],
)
def test_what_takes_others_is_refused_alone_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(IllegalError, match=f"two players or more: there is {reason}"):
        make_rules(TILES, [name], 1)


def test_without_variants_the_rules_are_the_printed_ones() -> None:
    assert rules().order == Rules(TILES).order == ("choose", "buy", "sell", "discard")


def test_variants_change_the_phases_of_a_round() -> None:
    assert rules("auction", "trade").order == ("choose", "bid", "trade", "sell", "discard")
    assert rules("draft").order == ("choose", "pick", "buy", "sell", "discard")
    assert rules("theme").order == Rules(TILES).order


def test_an_event_of_another_phase_is_refused_with_the_order_of_this_game() -> None:
    game = rules("auction", "trade")
    state = dealt(game, "AB", "CD")
    assert refused(game, state, Sell()) == (
        "nobody can sell now: player 1 is to bid "
        "(all bid, then all trade, then all sell, then all discard)"
    )
    assert refused(rules(), rules().start(2), Bid(1)).startswith("nobody can bid now")


# Auction


def test_the_highest_bidder_pays_the_bid_and_takes_the_set() -> None:
    game = rules("auction", players=3)
    state = after(game, dealt(game, "AB", "CD", "QZ"), Bid(5), Bid(30), Bid(0))
    assert state.players[1] == Player(170, Hand("QZ", 3), "CD")
    assert state.players[2] == Player(200, Hand("", 3))


def test_who_drew_a_set_bids_last_and_the_leader_bids_first_of_all() -> None:
    game = rules("auction", players=3)
    state = dealt(game, "AB", "CD", "QZ")
    turns = []
    while state.phase == "bid":
        turns.append(state.turn)
        state = game.step(state, Bid(0))
    assert turns == [0, 1, 2, 1, 2, 0, 2, 0, 1]
    assert (state.phase, state.turn, state.table) == ("sell", 0, None)


def test_a_set_that_nobody_bids_for_leaves_the_game() -> None:
    game = rules("auction")
    state = after(game, dealt(game, "AB", "QZ"), Bid(0), Bid(0))
    assert state.players == (Player(200, Hand("", 4), "AB"), Player(200, Hand("", 4)))


def test_one_may_win_several_sets_and_what_is_paid_is_gone() -> None:
    game = rules("auction")
    state = after(game, dealt(game, "AB", "QZ"), Bid(150), Bid(0), Bid(0), Bid(50))
    assert state.players[0] == Player(0, Hand("ABQZ", 4))


@pytest.mark.parametrize(
    ("bid", "reason"),
    [
        (30, "$30 is no higher bid: $30 is bid already"),
        (29, "$29 is no higher bid: $30 is bid already"),
        (201, "not enough money: the bid is $201, with $200 in hand"),
        (-1, "-1 is no bid: bid dollars, or 0 to pass"),
    ],
)
def test_a_bid_that_is_not_higher_or_not_in_hand_is_refused(bid: int, reason: str) -> None:
    game = rules("auction")
    assert refused(game, after(game, dealt(game, "AB", "QZ"), Bid(30)), Bid(bid)) == reason


def test_who_cannot_bid_more_has_no_choice() -> None:
    game = rules("auction")
    state = after(game, dealt(game, "AB", "QZ"), Bid(200))
    assert game.forced(state) == Bid(0)
    assert game.forced(dealt(game, "AB", "QZ")) is None
    assert list(game.legal(state)) == [Bid(0)]


# Draft


def test_the_tiles_drawn_are_picked_one_at_a_time_in_turn_order() -> None:
    game = rules("draft")
    state = dealt(game, "AQ", "BE")
    assert (state.phase, state.turn, state.table) == ("pick", 0, "ABEQ")
    assert list(game.legal(state)) == [Pick("A"), Pick("B"), Pick("E"), Pick("Q")]
    state = after(game, state, Pick("Q"), Pick("A"), Pick("B"))
    assert (state.turn, state.table, game.forced(state)) == (1, "E", Pick("E"))
    state = game.step(state, Pick("E"))
    assert (state.phase, state.turn, state.table) == ("buy", 0, None)
    assert [player.drawn for player in state.players] == ["BQ", "AE"]


def test_what_was_picked_is_bought_or_passed_on_as_a_set() -> None:
    game = rules("draft")
    picks = map(Pick, "QABE")
    state = after(game, dealt(game, "AQ", "BE"), *picks, Buy(True), Buy(False))
    assert state.players == (Player(200 - 49, Hand("BQ", 4)), Player(200, Hand("", 4)))


def test_a_tile_that_does_not_lie_open_is_refused() -> None:
    game = rules("draft")
    state = after(game, dealt(game, "AQ", "BE"), Pick("Q"))
    assert refused(game, state, Pick("Q")) == "this tile does not lie open: Q"
    for letters in ("", "AE"):
        assert refused(game, state, Pick(letters)) == "tiles are picked one at a time"


# Trade


def trading(*names: str, first: str = "QZ", second: str = "ER", players: int = 2) -> State:
    game = rules("trade", *names, players=players)
    more = ["AI", "OU"][: players - 2]
    sets = [first, second, *more]
    state = after(game, game.start(players), Choose(2), *map(Draw, sets))
    state = state._replace(players=tuple(p._replace(money=500) for p in state.players))
    return after(game, state, *[Buy(True)] * players)


def test_an_offer_that_is_taken_moves_tiles_wilds_and_cash() -> None:
    game, state = rules("trade"), trading()
    assert (state.phase, state.turn) == ("trade", 0)
    money = [player.money for player in state.players]
    state = game.step(state, Offer(1, goods("Q.", 10), goods("E", 3)))
    assert state.turn == 1
    state = game.step(state, Answer(True))
    assert state.turn == 0
    assert [player.hand for player in state.players] == [Hand("EZ", 3), Hand("QR", 5)]
    assert [player.money for player in state.players] == [money[0] - 7, money[1] + 7]


def test_an_offer_that_is_refused_changes_nothing() -> None:
    game, state = rules("trade"), trading()
    refusal = after(game, state, Offer(1, goods("Q"), goods()), Answer(False))
    assert (refusal.players, refusal.turn) == (state.players, 0)


def test_each_trades_in_turn_and_then_all_sell() -> None:
    game, state = rules("trade"), trading()
    state = after(game, state, Done(), Offer(0, goods("E"), goods("Q")), Answer(True), Done())
    assert (state.phase, state.turn, state.table) == ("sell", 0, None)
    assert [player.hand.letters for player in state.players] == ["EZ", "QR"]


def test_after_three_offers_there_is_none_left() -> None:
    game, state = rules("trade"), trading()
    offer = Offer(1, goods("Q"), goods(money=5))
    for _ in range(3):
        state = after(game, state, offer, Answer(False))
    assert game.forced(state) == Done()
    assert list(game.legal(state)) == [Done()]
    assert "3 offers are made" in refused(game, state, offer)


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (Offer(1, goods("A"), goods()), "A cannot be given: you do not hold A"),
        (Offer(1, goods(), goods("A")), "A cannot be given: player 2 does not hold A"),
        (Offer(1, goods("....."), goods()), "you do not hold so many wilds: 4, not 5"),
        (Offer(1, goods(money=999), goods("E")), "not enough money: you have"),
        (Offer(1, goods(money=-1), goods()), "nobody can give less than nothing"),
        (Offer(1, goods(), Goods(Hand("", -1))), "nobody can give less than nothing"),
        (Offer(0, goods("Q"), goods()), "to one of the other players"),
        (Offer(2, goods("Q"), goods()), "to one of the other players"),
        (Offer(1, goods(), goods()), "nothing changes hands"),
    ],
)
def test_an_offer_that_cannot_be_is_refused(offer: Offer, reason: str) -> None:
    assert reason in refused(rules("trade"), trading(), offer)


def test_an_offer_is_answered_before_anything_else() -> None:
    game = rules("trade")
    assert refused(game, trading(), Answer(True)) == "there is no offer to be answered"
    state = game.step(trading(), Offer(1, goods("Q"), goods()))
    for event in (Done(), Offer(0, goods("E"), goods())):
        assert "has to be answered first" in refused(game, state, event)
    assert list(game.legal(state)) == [Answer(False), Answer(True)]


def test_the_offers_listed_are_all_of_one_thing_or_none_for_another() -> None:
    mine, theirs = (
        [goods(), goods(money=1), *map(goods, held)] for held in (("Q", "Z", "."), ("E", "R", "."))
    )
    done, *offers = rules("trade").legal(trading())
    assert done == Done()
    expected = [Offer(1, give, want) for give in mine for want in theirs if give != want]
    assert len(offers) == len(expected)
    assert set(offers) == set(expected)


def test_there_is_trade_but_no_auction_in_the_last_round() -> None:
    game = rules("auction", "trade")
    state = game.start(2)._replace(bag="ABC")
    state = game.step(state, Roll(2))
    assert (state.phase, state.last, state.bag) == ("trade", True, "")
    assert game.step(rules("auction").start(2)._replace(bag="A"), Roll(2)).last


# Theme


def test_the_words_of_a_theme_are_those_in_the_dictionary_too(enable: Lexicon) -> None:
    words = themed(enable, Theme("odd", ("CAT", "XQZZK")))
    assert list(words) == ["CAT"]
    assert words.name == "enable (theme odd)"


def test_a_theme_without_a_word_in_the_dictionary_is_refused(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="no word of the theme odd is in the dictionary enable"):
        themed(enable, Theme("odd", ("XQZZK",)))


def test_without_a_theme_the_dictionary_is_as_it_was(enable: Lexicon) -> None:
    assert themed(enable, None) is enable


def test_a_theme_is_read_from_a_word_list(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text("dog\nCat a definition\n# a comment\ndog\n")
    assert read_theme(str(tmp_path / "pets.txt")) == Theme("pets", ("CAT", "DOG"))


# Whole games


def gone(before: State, event: Event, state: State) -> Counter[str]:
    """The letter tiles that leave the game with an event."""
    match event:
        case Sell(plays):
            return Counter("".join(play.letters for play in plays))
        case Discard(letters):
            return Counter(letters)
        case Buy(False):
            return Counter(before.player.drawn)
        case Roll() | Choose() if state.last:
            return Counter(before.bag)
        case Bid(dollars) if state.table is None:  # the last on the set of the player at turn
            sold = dollars or best_bid(before).dollars
            return Counter() if sold else Counter(before.player.drawn)
    return Counter()


def there(state: State) -> Counter[str]:
    """The letter tiles in the bag, before the players and open on the table."""
    held = (player.hand.letters + player.drawn for player in state.players)
    pool = state.table if isinstance(state.table, str) else ""
    return Counter(state.bag + "".join(held) + pool)


def random_event(game: Rules, state: State, random: Random) -> Event:
    if state.phase in ("bid", "pick", "trade"):
        return random.choice(list(game.legal(state)))
    return random_decision(game, state, random)


@pytest.mark.parametrize("names", TOGETHER)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_tile_or_dollar_is_lost_or_made_in_games_at_random(
    names: tuple[str, ...], players: int
) -> None:
    game, random = rules(*names, players=players), Random(players)
    for seed in range(4):
        deal, state = Deal(TILES, seed), game.start(players, seed % players)
        while state.phase != "over":
            event = deal.event(state) or random_event(game, state, random)
            before, state = state, game.step(state, event)
            assert there(before) == there(state) + gone(before, event, state)
            assert min(player.money for player in state.players) >= 0
            if isinstance(event, Offer | Answer | Done | Pick | Draw):
                assert sum(p.money for p in state.players) == sum(p.money for p in before.players)
                assert sum(p.hand.wilds for p in state.players) == sum(
                    p.hand.wilds for p in before.players
                )


def seats(lexicon: Lexicon, names: tuple[str, ...], *players: str) -> list[Computer]:
    return [
        Computer(f"{name}-{at}", adapted(open_player(name, lexicon, at), names, lexicon))
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
    "players", [("club", "novice"), ("casual", "master", "club"), ("club",) * 4]
)
def test_computer_players_play_whole_games(
    names: tuple[str, ...], players: tuple[str, ...], enable: Lexicon
) -> None:
    events, end = play_out(enable, names, 1, *players)
    assert end.phase == "over"
    kinds = {type(event) for event in events}
    assert kinds >= {{"auction": Bid, "draft": Pick, "trade": Done}[name] for name in names}
    # Where all play sensibly somebody ends with more than at the start.
    assert max(player.money for player in end.players) > TILES.money


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("names", [("auction", "trade", "theme"), ("draft", "trade", "theme")])
def test_computer_players_play_several_variants_together_on_a_theme(
    names: tuple[str, ...], enable: Lexicon
) -> None:
    events, end = play_out(themed(enable, ANIMALS), names, 2, "club", "master")
    assert end.phase == "over"
    sold = {play.word for event in events if isinstance(event, Sell) for play in event.plays}
    assert sold <= set(ANIMALS.words)


@pytest.mark.usefixtures("compiled")
def test_computer_players_trade_only_what_makes_both_better_off(enable: Lexicon) -> None:
    events, _ = play_out(enable, ("trade",), 3, "master", "master")
    assert Answer(True) in events


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["club", "master"])
def test_no_computer_player_trades_with_a_hand_too_large_to_be_judged(
    name: str, enable: Lexicon
) -> None:
    state = trading(first="AE", second="QJ")
    large = state.players[1]._replace(hand=Hand("ABCDEEFGIJNOQSTU", 2))
    (seat,) = seats(enable, (), name)
    for players in ((state.players[0], large), (large, state.players[0])):
        own = state._replace(players=players)
        assert decide(rules("trade"), enable, own, seat) == Done()


@pytest.mark.usefixtures("compiled")
def test_no_computer_player_bids_for_more_letters_than_it_can_judge(enable: Lexicon) -> None:
    state = dealt(rules("auction"), "AE", "ST")
    full = state.players[0]._replace(hand=Hand("EEIIOORRSTUV"))
    state = state._replace(players=(full, state.players[1]))
    for seat in seats(enable, (), "club", "master"):
        assert decide(rules("auction"), enable, state, seat) == Bid(0)


@pytest.mark.usefixtures("compiled")
def test_no_computer_player_bids_more_than_another_could_top(enable: Lexicon) -> None:
    game = rules("auction")
    state = dealt(game, "AE", "ST")
    poor = state._replace(players=(state.players[0], state.players[1]._replace(money=3)))
    bid = decide(game, enable, poor, seats(enable, (), "club", "club")[0])
    assert bid == Bid(4)


@pytest.mark.usefixtures("compiled")
def test_who_has_bid_already_tops_nobody(enable: Lexicon) -> None:
    game = rules("auction", players=3)
    state = game.step(dealt(game, "AE", "ST", "IN"), Bid(0))
    poor = holding(state, 200, 200, 3)
    assert decide(game, enable, poor, seats(enable, (), "club", "club")[1]) == Bid(4)


class Four:
    """A player with the four methods and nothing else."""

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
    """One that judges hands: 20 dollars a letter, but it wants to keep 50 dollars to play on."""

    def worth(self, state: State) -> float:
        return 20 * len(state.player.hand.letters) - (200 if state.player.money < 50 else 0)


def holding(state: State, *money: int) -> State:
    """The state with so much money."""
    players = zip(state.players, money, strict=True)
    return state._replace(players=tuple(player._replace(money=m) for player, m in players))


def careful(game: Rules, state: State, lexicon: Lexicon) -> Event:
    return decide(game, lexicon, state, Computer("mine", Careful(lexicon)))


@pytest.mark.parametrize(("money", "bid"), [(200, 30), (78, 1), (40, 30)])
def test_a_bid_leaves_the_money_that_the_bidder_wants_to_keep(
    money: int, bid: int, enable: Lexicon
) -> None:
    game = rules("auction")
    state = holding(dealt(game, "AE", "ST"), money, 300)
    assert careful(game, state, enable) == Bid(bid)


def test_who_has_less_than_the_share_to_bid_bids_it_all(enable: Lexicon) -> None:
    game = rules("auction")
    state = holding(dealt(game, "AE", "ST"), 25, 300)
    assert careful(game, state, enable) == Bid(25)


@pytest.mark.parametrize(("money", "takes"), [(200, True), (60, False)])
def test_an_offer_is_judged_by_the_money_that_it_leaves(
    money: int, takes: bool, enable: Lexicon
) -> None:
    game = rules("trade")
    state = game.step(holding(trading(), 500, money), Offer(1, goods("Q"), goods(money=15)))
    assert careful(game, state, enable) == Answer(takes)


@pytest.mark.parametrize(("money", "offers"), [(200, True), (60, False)])
def test_no_offer_asks_for_money_that_the_other_wants_to_keep(
    money: int, offers: bool, enable: Lexicon
) -> None:
    class Other(Careful):
        def worth(self, state: State) -> float:
            return super().worth(state) + 40 * state.turn * len(state.player.hand.letters)

    game, seat = rules("trade"), Computer("mine", Other(enable))
    event = decide(game, enable, holding(trading(), 500, money), seat)
    assert event == (Offer(1, goods("Q"), goods(money=40)) if offers else Done())


def test_no_tile_is_picked_with_which_the_set_cannot_be_paid(enable: Lexicon) -> None:
    class Keen(Four):
        def worth(self, state: State) -> float:
            return 100 * TILES.set_pips(state.player.hand.letters)

    game = rules("draft")
    state = dealt(game, "AJ", "QZ")
    picks = [
        decide(game, enable, holding(state, money, 200), Computer("mine", Keen(enable)))
        for money in (200, 30)
    ]
    assert picks == [Pick("J"), Pick("A")]


class Bidder(Four):
    """One that has a method of its own for the auction."""

    def bid(self, state: State) -> Event:  # noqa: ARG002
        return Bid(0)


@pytest.mark.parametrize("names", TOGETHER)
def test_a_player_with_only_the_four_methods_plays_variants(
    names: tuple[str, ...], enable: Lexicon
) -> None:
    game = rules(*names)
    table = [Computer("one", Four(enable)), Computer("two", Four(enable))]
    *_, (_, end) = play_game(game, enable, Deal(TILES, 5), table, game.start(2))
    assert end.phase == "over"


def test_a_player_may_decide_by_a_method_of_the_name_of_the_phase(enable: Lexicon) -> None:
    game = rules("auction")
    state = dealt(game, "AE", "ST")
    assert decide(game, enable, state, Computer("mine", Bidder(enable))) == Bid(0)


def test_an_answer_of_the_wrong_kind_is_refused_by_name(enable: Lexicon) -> None:
    player = Bidder(enable)
    player.bid = lambda state: Pick("A")  # type: ignore[method-assign]  # noqa: ARG005
    game = rules("auction")
    with pytest.raises(InvalidError, match=r"the player mine answers .* it must give Bid"):
        decide(game, enable, dealt(game, "AE", "ST"), Computer("mine", player))


def test_with_a_theme_as_large_as_a_dictionary_players_play_as_with_one(enable: Lexicon) -> None:
    player = Four(enable)
    assert adapted(player, ("theme",), enable) is player
    assert adapted(player, ("theme",), themed(enable, ANIMALS)) is not player


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["novice", "club", "master"])
def test_on_a_theme_computer_players_sell_its_words_and_do_not_go_broke(
    name: str, enable: Lexicon
) -> None:
    words = themed(enable, ANIMALS)
    events, end = play_out(words, ("theme",), 4, name)
    sold = {play.word for event in events if isinstance(event, Sell) for play in event.plays}
    assert sold
    assert sold <= set(ANIMALS.words)
    assert end.player.money > 100


# Records


def header(*names: str, players: int = 2, seed: int | None = 7) -> Header:
    table = tuple(Seat(name, "person") for name in ("Anna", "Ben", "Cleo")[:players])
    theme = ANIMALS if "theme" in names else None
    return Header(TILES, table, "enable", "", seed, variants=names, theme=theme)


@pytest.mark.parametrize("names", [*TOGETHER, ("auction", "trade", "theme")])
def test_a_record_replays_to_the_same_state_at_every_event(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    head, random = header(*names, players=3), Random(1)
    game = Game.start(head)
    assert game.deal is not None
    with create_game(tmp_path / "game.jsonl", head) as writer:
        for _ in range(150):
            event = game.deal.event(game.state) or random_event(game.rules, game.state, random)
            game = game.after(event)
            writer.add(event)
            assert writer.game.state == game.state
    read = read_game(tmp_path / "game.jsonl")
    assert (read.states, read.events, read.header) == (game.states, game.events, head)


def test_a_record_without_variants_has_no_trace_of_them() -> None:
    line = json.loads(game_record(header(), []))
    assert line["variants"] == []
    assert "theme" not in line


def test_the_words_of_a_theme_stand_in_the_record() -> None:
    line = json.loads(game_record(header("theme"), []))
    assert line["theme"] == {"name": "animals", "words": list(ANIMALS.words)}


@pytest.mark.parametrize("head", [header()._replace(variants=("theme",)), header()])
def test_a_theme_and_its_words_go_together(head: Header) -> None:
    theme = None if head.variants else ANIMALS
    with pytest.raises(InvalidError, match="the variant theme and a list of words go together"):
        Game.start(head._replace(theme=theme))


def test_events_of_variants_are_written_as_the_module_says(tmp_path: Path) -> None:
    events: list[Event] = [
        *(Bid(5), Bid(0), Bid(0), Bid(0)),
        *(Offer(1, goods(".", 1), goods()), Answer(False), Done()),
    ]
    with create_game(tmp_path / "a.jsonl", header("auction", "trade")) as writer:
        game = writer.game
        assert game.deal is not None
        while (state := writer.game.state).phase == "choose":
            writer.add(game.deal.event(state) or Choose(2))
        for event in events:
            writer.add(event)
    lines = [parse_line(line) for line in (tmp_path / "a.jsonl").read_bytes().splitlines()]
    offer = {"to": 2, "give": {"tiles": "?", "money": 1}, "want": NOTHING}
    assert lines[-7:] == [
        {"player": 1, "bid": 5},
        {"player": 2, "bid": 0},
        {"player": 2, "bid": 0},
        {"player": 1, "bid": 0},
        {"player": 1, "offer": offer},
        {"player": 2, "answer": False},
        {"player": 1, "done": True},
    ]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"bid": -1}, "a bid cannot be '-1'"),
        ({"bid": True}, "a bid cannot be 'True'"),
        ({"bid": "5"}, "a bid cannot be"),
        ({"pick": "A"}, "is no event of a game"),
        ({"offer": 3}, "an offer cannot be '3'"),
        ({"offer": {"to": 2}}, "an offer cannot be"),
        ({"offer": {"to": "2", "give": NOTHING, "want": NOTHING}}, "an offer cannot be"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "tiles": 1}}}, "an offer cannot"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "money": 1.5}}}, "an offer cann"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "money": -1}}}, "an offer canno"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "tiles": "q"}}}, "at this place"),
        ({"answer": 1}, "an answer cannot be '1'"),
        ({"done": False}, "done cannot be 'False'"),
    ],
)
def test_a_damaged_event_of_a_variant_is_reported_with_its_line(
    bad: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    create_game(path, header("auction", "trade")).close()
    with path.open("a") as file:
        file.write(json.dumps({"player": 1, **bad}) + "\n")
    with pytest.raises(InvalidError, match=f"line 2: .*{reason}"):
        read_game(path)


@pytest.mark.parametrize("pick", ["", "AB", "a", "?", 1])
def test_a_damaged_pick_is_reported_with_its_line(pick: str | int, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    create_game(path, header("draft")).close()
    with path.open("a") as file:
        file.write(json.dumps({"player": 1, "pick": pick}) + "\n")
    with pytest.raises(InvalidError, match=r"line 2: .*a tile picked cannot be"):
        read_game(path)


# At the terminal


@pytest.fixture
def theme(tmp_path: Path) -> str:
    path = tmp_path / "animals.txt"
    path.write_text("\n".join(ANIMALS.words).lower() + "\n")
    return str(path)


def play(*lines: str, variants: tuple[str, ...], players: str = "you,club", seed: int = 5) -> Shell:
    flags = [part for name in variants for part in ("--variant", name)]
    done = bw("play", "--seed", str(seed), "--players", players, *flags, stdin=script(*lines))
    assert (done.status, done.err) == (0, "")
    return done


def kept(home: Path) -> Path:
    (path,) = (home / "games").glob("*.jsonl")
    return path


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_of_a_variant_are_printed_and_say_that_they_are_our_reading(name: str) -> None:
    done = bw("play", "--variant", name, "--rules")
    assert done.status == 0
    text = " ".join(done.out.split())
    assert f"{name.capitalize()}: " in text
    assert "Their wording is not public: this is how bwtools reads them." in text
    assert all(len(line) <= 80 for line in done.lines)


def test_the_rules_of_a_theme_are_those_of_the_variant(theme: str) -> None:
    assert (
        bw("play", "--theme", theme, "--rules").out
        == bw("play", "--variant", "theme", "--rules").out
    )


def test_variants_may_stand_in_a_list() -> None:
    both = bw("play", "--variant", "trade", "--variant", "auction", "--rules")
    assert both.status == 0
    assert bw("play", "--variant", "auction, trade", "--rules").out == both.out


def test_the_printed_rules_can_be_printed_too() -> None:
    done = bw("play", "--rules")
    assert done.out.startswith("Each starts with $200")
    assert "variants" not in done.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--variant", "chess"], "has no variant 'chess'"),
        (["--variant", "draft"], "two players or more"),
        (["--variant", "draft", "--variant", "auction", "--players", "you,club"], "go together"),
        (["--variant", "theme"], "name one with --theme FILE"),
        (["--daily", "--variant", "trade"], "leave --variant out"),
        (["--theme", "no-such-file"], "cannot read the word list no-such-file"),
    ],
)
@pytest.mark.usefixtures("own_games")
def test_what_cannot_be_played_is_refused(arguments: list[str], reason: str) -> None:
    assert reason in bw("play", *arguments).error


def test_an_auction_at_the_terminal(own_games: Path) -> None:
    done = play("help", "hint", "x", "9999", "30", "", variants=("auction",))
    assert "to bid $20 for the set in the auction" in done.out
    assert "\nmaster would " in done.out
    assert "No: name a number" in done.out
    assert "No: not enough money: the bid is $9999, with $200 in hand." in done.out
    assert "\nYou bid $30 for " in done.out
    assert read_game(kept(own_games)).header.variants == ("auction",)


def test_a_set_that_nobody_bids_for_is_told(own_games: Path) -> None:
    done = play("", "", variants=("auction",), players="Anna,Ben")
    assert ": nobody has bid for " in done.out
    assert " and it leaves the game." in done.out
    assert kept(own_games).exists()


def test_a_draft_at_the_terminal(own_games: Path) -> None:
    done = play("hint", "", "ab", "3", variants=("draft",))
    assert "\nNo: one has to be picked: name one letter of " in done.out
    assert "\nNo: 'ab' is no pick: name one letter of " in done.out
    assert "\nNo: '3' is no pick: name one letter of " in done.out
    assert "\nOpen: " in done.out
    assert "master would pick " in done.out
    letters = read_game(kept(own_games)).state.table
    done = bw("resume", stdin=script(letters[0].lower()))
    assert f"You picked {letters[0]}." in done.out


def test_a_trade_at_the_terminal(own_games: Path) -> None:
    done = play("y", "hint", "q", ". for nothing", ". for 1", "", variants=("trade",))
    assert "is no offer: write what you give, for, and what you want" in done.out
    assert "\nYou offered club a wild for nothing.\n" in done.out
    assert "\nclub took it and gave nothing for a wild.\n" in done.out
    players = read_game(kept(own_games)).states[-1].players
    assert sum(player.hand.wilds for player in players) == 8


def test_an_offer_is_read_in_any_case(own_games: Path) -> None:
    done = play("n", "Club . FOR $20", variants=("trade",))
    assert "\nYou offered club a wild for $20.\n" in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (". for", "is no offer: write what you give, for, and what you want"),
        ("for 20", "is no offer: write what you give, for, and what you want"),
        ("club for 20", "is no offer: write what you give, for, and what you want"),
        (". for $1,000", "'$1,000' is no amount: write whole dollars"),
        (". for 10000000000", "'10000000000' is no amount: write whole dollars"),
        (". for zz", "ZZ cannot be given: club does not hold Z, Z"),
        ("999 for nothing", "not enough money: you have $200, not $999"),
    ],
)
def test_an_offer_that_says_too_little_or_asks_too_much_is_refused(
    offer: str, reason: str, own_games: Path
) -> None:
    done = play("n", offer, variants=("trade",))
    assert f"No: {reason}" in done.out or f"No: {offer!r} {reason}" in " ".join(done.out.split())
    assert kept(own_games).exists()


@pytest.mark.parametrize("offered", ["a wild", "2 wilds", "2 wilds and $5", "$5"])
def test_an_offer_can_be_typed_as_it_is_told(offered: str, own_games: Path) -> None:
    done = play("n", "n", f"{offered} for nothing", variants=("trade",), players="Anna,Ben")
    assert f"Ben: Take {offered} from Anna for nothing? (y/n) " in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize("typed", ["Voß", "VOSS", "İda", "DD", "dd"])
def test_an_offer_goes_to_whom_it_names_in_any_case(typed: str, own_games: Path) -> None:
    table = "Anna,Voß,İda,DD"
    done = play(*"nnnn", f"{typed} . for $2", variants=("trade",), players=table)
    assert re.search("\\b(Voß|İda|DD): Take a wild from Anna for \\$2\\?", done.out)
    assert kept(own_games).exists()


def test_a_hint_may_be_an_offer(own_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer(1, goods(".", 5), goods(money=1))
    monkeypatch.setattr("bwtools.players.decide", lambda *_: offer)
    done = play("n", "n", "hint", variants=("trade",), players="Anna,Ben")
    assert "\nmaster would offer Ben a wild and $5 for $1.\n" in done.out
    assert kept(own_games).exists()


def test_with_more_letters_than_master_values_a_hint_is_what_club_would_do(own_games: Path) -> None:
    bids = ["1", *[""] * 6, "1", "", "", "1", "", "", "1", "", ""]  # all four sets are Anna's
    done = play(*bids, "hint", variants=("auction",), players="Anna,Ben,Cleo,Dora")
    assert re.search("\nclub would sell [A-Za-z]+", done.out)
    assert len(read_game(kept(own_games)).state.player.hand.letters) == 16


def test_who_may_trade_sees_what_the_others_hold(own_games: Path) -> None:
    done = play("y", "n", "", variants=("trade",), players="you,Ben")
    anna, ben = done.out.split("Trade, as in")[:2]
    assert anna.splitlines()[-3] == "Ben: no letters, 4 wilds (1 pip each); money: $200"
    assert re.search("\nYou: D2 G2 N1 S1, 4 wilds .*: \\$164\nBen's hand: no letters", ben)
    assert kept(own_games).exists()


def test_who_has_made_all_offers_is_not_asked_again(own_games: Path) -> None:
    done = play("n", *["nothing for 1"] * 3, "", variants=("trade",))
    assert done.out.count("Trade, as in") == 3
    assert "\nYou offered nothing more.\n" in done.out
    assert kept(own_games).exists()


def test_people_trade_with_each_other_by_name(own_games: Path) -> None:
    answers = ["n", "n", "n", "Ben . and $5 for 7", "hint", "y", "7 for .", "cleo 5 for .", "n"]
    done = play(*answers, variants=("trade",), players="Anna,Ben,Cleo", seed=11)
    assert "Ben: Take a wild and $5 from Anna for $7? (y/n) y" in done.out
    assert "\nmaster would take the offer." in done.out
    assert "No: begin an offer with the name of a player: Ben or Cleo." in done.out
    assert "Cleo: Take $5 from Anna for a wild? (y/n) n" in done.out
    assert "Cleo refused Anna's offer." in done.out
    players = read_game(kept(own_games)).state.players
    assert [player.hand.wilds for player in players] == [2, 4, 3]
    assert [player.money for player in players] == [202, 198, 200]


def test_a_replay_names_who_is_made_an_offer(own_games: Path) -> None:
    play("n", ". for 1", variants=("trade",))
    done = bw("replay", str(kept(own_games)), "-f", "plain")
    assert "you offer club: a wild for $1" in done.lines


@pytest.mark.parametrize("names", TOGETHER)
def test_in_a_replay_the_money_of_each_adds_up(names: tuple[str, ...], tmp_path: Path) -> None:
    path, random, head = tmp_path / "game.jsonl", Random(4), header(*names, players=3)
    game = Game.start(head)
    assert game.deal is not None
    while game.state.phase != "over":
        event = game.deal.event(game.state) or random_event(game.rules, game.state, random)
        game = game.after(event)
    path.write_bytes(game_record(head, game.events))
    rows = bw("replay", str(path), "-f", "jsonl").rows
    for seat, player in zip(head.seats, game.state.players, strict=True):
        own = [row for row in rows if row["player"] == seat.name]
        assert 200 + sum(row["amount"] for row in own) == player.money == own[-1]["money"]


def test_words_off_the_theme_are_refused_and_can_be_accepted(theme: str, own_games: Path) -> None:
    done = bw(
        *("play", "--seed", "7", "--theme", theme),
        stdin=script("y", "in", "accept in", "in", "words", "quit"),
    )
    assert "IN is not in the dictionary enable (theme animals): if the table agrees" in " ".join(
        done.out.split()
    )
    assert "\nYou sold IN $4: " in done.out
    assert read_game(kept(own_games)).header.theme == ANIMALS


def test_a_word_of_a_theme_is_defined_as_the_dictionary_has_it(theme: str, own_games: Path) -> None:
    words = Path(theme).with_name("defined.txt")
    words.write_text("ant a small insect\ncat a pet\n")
    done = bw("play", "--theme", theme, "-d", str(words), stdin=script("define cat"))
    assert "\nCAT: a pet\n" in done.out
    assert own_games.exists()


def test_a_theme_goes_on_from_its_record_without_the_list(theme: str, own_games: Path) -> None:
    bw("play", "--seed", "7", "--theme", theme, stdin=script("y"))
    Path(theme).unlink()
    done = bw("resume", stdin=script("faint", "quit"))
    assert done.err == ""
    assert "No: FAINT is not in the dictionary enable (theme animals)" in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize("names", [("auction", "trade"), ("draft", "trade")])
def test_a_game_goes_on_in_the_middle_of_a_phase_as_if_it_had_never_stopped(
    names: tuple[str, ...], own_games: Path
) -> None:
    answers = [*"sdlyb", "", "n", "", "", ""]  # those that do not fit are refused
    play(*answers, variants=names, players="club,you,casual")
    first = read_game(kept(own_games)).events
    kept(own_games).unlink()
    play(variants=names, players="club,you,casual")
    for answer in answers:
        bw("resume", stdin=script(answer))
    assert len(first) > 10
    assert read_game(kept(own_games)).events == first


def test_undo_takes_back_an_answer_of_a_variant(own_games: Path) -> None:
    play("0", "5", "undo", "7", variants=("auction",), players="Anna,Ben")
    bids = [event for event in read_game(kept(own_games)).events if isinstance(event, Bid)]
    assert bids[:2] == [Bid(0), Bid(7)]


def test_undo_does_not_reach_the_answer_of_another_past_what_needs_no_answer(
    own_games: Path,
) -> None:
    done = play("200", "undo", variants=("auction",), players="Anna,Ben")
    assert "No: there is nothing to take back" in done.out
    bids = [event for event in read_game(kept(own_games)).events if isinstance(event, Bid)]
    assert bids == [Bid(200), Bid(0)]  # Ben cannot bid more for this set, and is asked for the next


@pytest.mark.parametrize(
    ("names", "absent"),
    [
        (("auction",), "to buy the drawn set"),
        (("crossword",), "words to sell"),
        (("trade",), "to bid"),
        ((), "to pick an open tile"),
    ],
)
def test_help_tells_the_answers_of_the_phases_that_are_played(
    names: tuple[str, ...], absent: str, own_games: Path
) -> None:
    done = play("help", variants=names)
    assert all(len(line) <= 80 for line in done.lines if str(own_games) not in line)
    assert "the number of tiles that each player draws, on choice" in done.out
    assert absent not in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize(
    ("name", "shown"), [("draft", "\nOpen: "), ("auction", "\nIn the auction: ")]
)
def test_the_table_shows_what_is_to_be_had(name: str, shown: str, own_games: Path) -> None:
    assert play("table", variants=(name,)).out.count(shown) == 2
    assert kept(own_games).exists()


def test_the_games_kept_are_listed_with_their_variants(own_games: Path) -> None:
    play(variants=("auction", "trade"))
    assert bw("games").lines[1].endswith("auction trade")
    assert kept(own_games).exists()


@pytest.mark.parametrize("names", TOGETHER)
def test_a_game_of_computer_players_is_played_kept_and_replayed(
    names: tuple[str, ...], own_games: Path
) -> None:
    done = play(variants=names, players="casual,novice")
    assert " won with $" in done.out
    assert all(len(line) <= 80 for line in done.lines if str(own_games) not in line)
    file = str(kept(own_games))
    rows = bw("replay", file, "-f", "jsonl").rows
    assert {row["phase"] for row in rows} == set(rules(*names).order)
    (listed,) = bw("games", "-f", "jsonl").rows
    assert (listed["over"], listed["variants"]) == (True, list(names))
    (state,) = bw("replay", file, "--state", "-f", "jsonl").rows
    assert (state["over"], state["position"]) == (True, None)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("accept", "No: name a word too, as in accept quiz."),
        ("DEFINE", "No: name a word too, as in define quiz."),
        ("Accept Zzq", "ZZQ is valid in this game from now on."),
        ("HELP", "20                    to bid $20"),
    ],
)
def test_a_command_is_read_in_any_case_and_asks_for_its_word(
    line: str, answer: str, own_games: Path
) -> None:
    assert f"\n{answer}" in play(line, variants=("auction",)).out
    assert kept(own_games).exists()


def test_the_heading_of_a_game_that_goes_on_fits_the_screen(own_games: Path) -> None:
    players = "Maximilian A,Maximilian B,Maximilian C,Maximilian D"
    play(variants=("auction",), players=players)
    done = bw("resume")
    assert "Maximilian D $200." in " ".join(done.out.split())
    assert all(len(line) <= 80 for line in done.lines if str(own_games) not in line)


def test_a_quiz_from_all_games_leaves_those_with_variants_out(own_games: Path) -> None:
    play(variants=("auction",), players="casual,novice")
    done = bw("quiz", "--from", "all")
    assert (done.status, done.err) == (0, "")
    assert "Reviewing" not in done.out
    assert kept(own_games).exists()


def test_bw_hint_says_that_it_knows_the_printed_rules_only(own_games: Path) -> None:
    play(variants=("auction",))
    assert "not auction: in the game itself" in bw("hint", str(kept(own_games))).error


def test_a_real_table_is_followed_by_the_printed_rules_only(
    tmp_path: Path, enable: Lexicon
) -> None:
    path = tmp_path / "game.jsonl"
    head = header("auction", seed=None)._replace(sha256=enable.sha256())
    create_game(path, head).close()
    assert "printed rules only" in bw("resume", str(path)).error


def test_alone_on_a_theme_there_are_no_goals_but_a_rival(theme: str, own_games: Path) -> None:
    letters = "".join(f"{c} = [1, 1]\n" for c in "CAT")
    tiles = Path(theme).with_name("few.toml")
    tiles.write_text(
        f'name = "few"\n[letters]\n{letters}[wild]\ncount = 1\npips = 1\ndealt = [1]\n'
        "[rules]\nmoney = 20\ndie = [3]\nchoice = [2, 5]\nhand_limit = 8\n[solo]\nfair = 1\n"
    )
    done = bw("play", "--seed", "1", "--theme", theme, "-t", str(tiles), stdin=script("y", "cat"))
    assert "\nYou ended with $20.\nOn the very same deal master made $20.\n" in done.out
    assert own_games.exists()


def test_with_a_variant_a_hint_at_a_printed_phase_is_what_master_would_do(
    theme: str, own_games: Path
) -> None:
    lines = ["hint", "y", "hint", ""] * 6
    out = bw("play", "--seed", "7", "--theme", theme, stdin=script(*lines)).out
    for would in ("(buy|pass on) [A-Z]+", "sell ", "discard [A-Z]"):
        assert re.search(rf"\nmaster would {would}", out), would
    assert own_games.exists()
