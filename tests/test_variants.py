"""The variants: combinations, rules, and random games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from variant_games import (
    TILES,
    TOGETHER,
    after,
    dealt,
    goods,
    random_event,
    refused,
    rules,
    trading,
)

from bwtools.errors import IllegalError, InvalidError
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Player, Roll, Sell, State
from bwtools.game.variants import combined, make_rules
from bwtools.game.variants.auction import Bid, best_bid
from bwtools.game.variants.draft import Pick
from bwtools.game.variants.trade import Answer, Done, Goods, Offer
from bwtools.lexicon.lexicon import Lexicon
from bwtools.lexicon.theme import Theme, read_theme, themed
from bwtools.tiles.hand import Hand


def test_an_unknown_variant_is_rejected_with_the_known_ones() -> None:
    with pytest.raises(InvalidError, match="variant 'chess': choose from draft, auction"):
        combined(["chess"], 2)


def test_the_order_and_repetition_of_variants_does_not_matter() -> None:
    assert combined(["theme", "trade", "auction", "trade"], 2) == ("auction", "trade", "theme")


@pytest.mark.parametrize("names", [("auction", "draft"), ("draft", "auction")])
def test_auction_and_draft_together_are_rejected_with_the_reason(names: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="cannot be combined: each is another way to share out"):
        combined(names, 2)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("auction", "nobody to bid"), ("draft", "nobody who could"), ("trade", "nobody to trade")],
)
def test_a_variant_for_several_players_is_rejected_alone(name: str, reason: str) -> None:
    with pytest.raises(IllegalError, match=f"two players or more: there is {reason}"):
        make_rules(TILES, [name], 1)


def test_without_variants_the_rules_are_the_printed_ones() -> None:
    assert rules().order == Rules(TILES).order == ("choose", "buy", "sell", "discard")


def test_variants_replace_phases_of_a_round() -> None:
    assert rules("auction", "trade").order == ("choose", "bid", "trade", "sell", "discard")
    assert rules("draft").order == ("choose", "pick", "buy", "sell", "discard")
    assert rules("theme").order == Rules(TILES).order


def test_an_event_of_another_phase_is_rejected_with_the_order_of_phases() -> None:
    game = rules("auction", "trade")
    state = dealt(game, "AB", "CD")
    assert refused(game, state, Sell()) == (
        "cannot sell now: player 1 has to bid "
        "(all bid, then all trade, then all sell, then all discard)"
    )
    assert refused(rules(), rules().start(2), Bid(1)).startswith("cannot bid now")


# Auction


def test_the_highest_bidder_pays_the_bid_and_takes_the_set() -> None:
    game = rules("auction", players=3)
    state = after(game, dealt(game, "AB", "CD", "QZ"), Bid(5), Bid(30), Bid(0))
    assert state.players[1] == Player(170, Hand("QZ", 3), "CD")
    assert state.players[2] == Player(200, Hand("", 3))


def test_the_owner_of_a_set_bids_last_and_the_leader_bids_first() -> None:
    game = rules("auction", players=3)
    state = dealt(game, "AB", "CD", "QZ")
    turns = []
    while state.phase == "bid":
        turns.append(state.turn)
        state = game.step(state, Bid(0))
    assert turns == [0, 1, 2, 1, 2, 0, 2, 0, 1]
    assert (state.phase, state.turn, state.table) == ("sell", 0, None)


def test_a_set_without_bids_leaves_the_game() -> None:
    game = rules("auction")
    state = after(game, dealt(game, "AB", "QZ"), Bid(0), Bid(0))
    assert state.players == (Player(200, Hand("", 4), "AB"), Player(200, Hand("", 4)))


def test_a_player_may_win_several_sets_and_pays_each() -> None:
    game = rules("auction")
    state = after(game, dealt(game, "AB", "QZ"), Bid(150), Bid(0), Bid(0), Bid(50))
    assert state.players[0] == Player(0, Hand("ABQZ", 4))


@pytest.mark.parametrize(
    ("bid", "reason"),
    [
        (30, "bid more than $30, or 0 to pass"),
        (29, "bid more than $30, or 0 to pass"),
        (201, "not enough money: the bid is $201, but you have $200"),
        (-1, "-1 is not a bid: bid dollars, or 0 to pass"),
    ],
)
def test_a_bid_that_is_too_low_or_too_high_is_rejected(bid: int, reason: str) -> None:
    game = rules("auction")
    assert refused(game, after(game, dealt(game, "AB", "QZ"), Bid(30)), Bid(bid)) == reason


def test_a_player_who_cannot_bid_more_has_to_pass() -> None:
    game = rules("auction")
    state = after(game, dealt(game, "AB", "QZ"), Bid(200))
    assert game.forced(state) == Bid(0)
    assert game.forced(dealt(game, "AB", "QZ")) is None
    assert list(game.legal(state)) == [Bid(0)]


# Draft


def test_drawn_tiles_are_picked_one_at_a_time_in_turn_order() -> None:
    game = rules("draft")
    state = dealt(game, "AQ", "BE")
    assert (state.phase, state.turn, state.table) == ("pick", 0, "ABEQ")
    assert list(game.legal(state)) == [Pick("A"), Pick("B"), Pick("E"), Pick("Q")]
    state = after(game, state, Pick("Q"), Pick("A"), Pick("B"))
    assert (state.turn, state.table, game.forced(state)) == (1, "E", Pick("E"))
    state = game.step(state, Pick("E"))
    assert (state.phase, state.turn, state.table) == ("buy", 0, None)
    assert [player.drawn for player in state.players] == ["BQ", "AE"]


def test_the_picked_tiles_are_bought_or_passed_on_as_a_set() -> None:
    game = rules("draft")
    picks = map(Pick, "QABE")
    state = after(game, dealt(game, "AQ", "BE"), *picks, Buy(True), Buy(False))
    assert state.players == (Player(200 - 49, Hand("BQ", 4)), Player(200, Hand("", 4)))


def test_a_tile_that_is_not_open_is_rejected() -> None:
    game = rules("draft")
    state = after(game, dealt(game, "AQ", "BE"), Pick("Q"))
    assert refused(game, state, Pick("Q")) == "the open tiles include no Q tile"
    for letters in ("", "AE"):
        assert refused(game, state, Pick(letters)) == "tiles are picked one at a time"


# Trade


def test_an_accepted_offer_moves_tiles_wilds_and_cash() -> None:
    game, state = rules("trade"), trading()
    assert (state.phase, state.turn) == ("trade", 0)
    money = [player.money for player in state.players]
    state = game.step(state, Offer(1, goods("Q.", 10), goods("E", 3)))
    assert state.turn == 1
    state = game.step(state, Answer(True))
    assert state.turn == 0
    assert [player.hand for player in state.players] == [Hand("EZ", 3), Hand("QR", 5)]
    assert [player.money for player in state.players] == [money[0] - 7, money[1] + 7]


def test_a_refused_offer_changes_nothing() -> None:
    game, state = rules("trade"), trading()
    refusal = after(game, state, Offer(1, goods("Q"), goods()), Answer(False))
    assert (refusal.players, refusal.turn) == (state.players, 0)


def test_all_trade_in_turn_and_then_all_sell() -> None:
    game, state = rules("trade"), trading()
    state = after(game, state, Done(), Offer(0, goods("E"), goods("Q")), Answer(True), Done())
    assert (state.phase, state.turn, state.table) == ("sell", 0, None)
    assert [player.hand.letters for player in state.players] == ["EZ", "QR"]


def test_a_player_can_make_three_offers() -> None:
    game, state = rules("trade"), trading()
    offer = Offer(1, goods("Q"), goods(money=5))
    for _ in range(3):
        state = after(game, state, offer, Answer(False))
    assert game.forced(state) == Done()
    assert list(game.legal(state)) == [Done()]
    assert "at most 3 offers in a round" in refused(game, state, offer)


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (Offer(1, goods("A"), goods()), "A cannot be given: you hold no A tile"),
        (Offer(1, goods(), goods("A")), "A cannot be given: player 2 holds no A tile"),
        (Offer(1, goods("....."), goods()), "not enough wilds: you have 4, not 5"),
        (Offer(1, goods(money=999), goods("E")), "not enough money: you have"),
        (Offer(1, goods(money=-1), goods()), "nobody can give less than nothing"),
        (Offer(1, goods(), Goods(Hand._make(("", -1)))), "nobody can give less than nothing"),
        (Offer(0, goods("Q"), goods()), "to one of the other players"),
        (Offer(2, goods("Q"), goods()), "to one of the other players"),
        (Offer(1, goods(), goods()), "nothing changes hands"),
    ],
)
def test_an_impossible_offer_is_rejected(offer: Offer, reason: str) -> None:
    assert reason in refused(rules("trade"), trading(), offer)


def test_an_offer_must_be_answered_first() -> None:
    game = rules("trade")
    assert refused(game, trading(), Answer(True)) == "there is no offer to answer"
    state = game.step(trading(), Offer(1, goods("Q"), goods()))
    for event in (Done(), Offer(0, goods("E"), goods())):
        assert "must be answered first" in refused(game, state, event)
    assert list(game.legal(state)) == [Answer(False), Answer(True)]


def test_the_listed_offers_exchange_at_most_one_tile_each() -> None:
    mine, theirs = (
        [goods(), goods(money=1), *map(goods, held)] for held in (("Q", "Z", "."), ("E", "R", "."))
    )
    done, *offers = rules("trade").legal(trading())
    assert done == Done()
    expected = [Offer(1, give, want) for give in mine for want in theirs if give != want]
    assert len(offers) == len(expected)
    assert set(offers) == set(expected)


def test_the_last_round_has_trade_but_no_auction() -> None:
    game = rules("auction", "trade")
    state = game.start(2)._replace(bag="ABC")
    state = game.step(state, Roll(2))
    assert (state.phase, state.last, state.bag) == ("trade", True, "")
    assert game.step(rules("auction").start(2)._replace(bag="A"), Roll(2)).last


# Theme


def test_only_words_of_a_theme_in_the_dictionary_are_valid(enable: Lexicon) -> None:
    words = themed(enable, Theme("odd", ("CAT", "XQZZK")))
    assert list(words) == ["CAT"]
    assert words.name == "enable (theme odd)"


def test_a_theme_without_a_word_in_the_dictionary_is_rejected(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="no word of the theme odd is in the dictionary enable"):
        themed(enable, Theme("odd", ("XQZZK",)))


def test_without_a_theme_the_dictionary_is_unchanged(enable: Lexicon) -> None:
    assert themed(enable, None) is enable


def test_a_theme_is_read_from_a_word_list(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text("dog\nCat a definition\n# a comment\ndog\n")
    assert read_theme(str(tmp_path / "pets.txt")) == Theme("pets", ("CAT", "DOG"))


# Whole games


def gone(before: State, event: Event, state: State) -> Counter[str]:
    """Return the letter tiles that leave the game with an event."""
    match event:
        case Sell(plays):
            return Counter("".join(play.letters for play in plays))
        case Discard(letters):
            return Counter(letters)
        case Buy(False):
            return Counter(before.player.drawn)
        case Roll() | Choose() if state.last:
            return Counter(before.bag)
        case Bid(dollars) if state.table is None:  # the last one, on the set of the player to move
            sold = dollars or best_bid(before).dollars
            return Counter() if sold else Counter(before.player.drawn)
    return Counter()


def there(state: State) -> Counter[str]:
    """Return the letter tiles in the bag, with the players and open on the table."""
    held = (player.hand.letters + player.drawn for player in state.players)
    pool = state.table if isinstance(state.table, str) else ""
    return Counter(state.bag + "".join(held) + pool)


@pytest.mark.parametrize("names", TOGETHER)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_conserve_tiles_and_money(names: tuple[str, ...], players: int) -> None:
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
