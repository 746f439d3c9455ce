"""Positions: exact round trips, and rejected texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import steps

from bwtools.errors import BwError, IllegalError, InvalidError
from bwtools.game.position import format_position, parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Roll, Sell, State
from bwtools.tiles.tile_set import load_tiles

TILES = load_tiles()
RULES = Rules(TILES)
EXAMPLES = [
    "bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN",
    "bw1 choose 1 2 2 A8B2C4D4E11F3G4H4I7J2K2L4M3N6O8P4QR6S5T6U4V3W2XY2Z2 200,-,4,-/200,-,4,-",
]


def said(text: str) -> State:
    return parse_position(text, TILES)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_round_trip(text: str) -> None:
    assert format_position(said(text)) == text


def test_a_position_is_read_as_its_state() -> None:
    state = said(EXAMPLES[0])
    assert (state.phase, state.round, state.leader, state.turn) == ("buy", 12, 0, 0)
    assert state.bag == "AAACDDEEEEGIILNNOOOPRSTTU"
    assert state.player == (150, ("AERST", 2), "GIN")
    assert said(EXAMPLES[1]) == RULES.start(2, leader=1)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_state_of_a_game_round_trips(players: int) -> None:
    for seed in range(10):
        for _, _, state in steps(RULES, players, seed, leader=seed % players):
            text = format_position(state)
            read = said(text)
            assert format_position(read) == text
            unsaid = state.phase == "choose" and state.turn == state.leader
            ends = not state.bag and state.phase in ("sell", "discard", "over")
            number = 0 if unsaid else state.number
            assert read == state._replace(number=number, last=ends)


@given(st.data())
def test_a_text_that_is_accepted_is_the_text_of_its_state(data: st.DataObject) -> None:
    """Change valid texts: each is rejected, or is exactly the text of its state."""
    text = data.draw(st.sampled_from([*EXAMPLES, "bw1 sell 3 1 2 - 5,AB,0,-/0,-,2,-"]))
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 3)))
    text = text[:at] + data.draw(st.text("AZ129,-/ é\n", max_size=2)) + text[end:]
    try:
        state = parse_position(text, TILES)
    except BwError:
        return
    assert format_position(state) == text.strip()


def test_space_around_a_position_is_ignored() -> None:
    assert said(f"  {EXAMPLES[0]}\n") == said(EXAMPLES[0])


ONE = "bw1 buy 2 1 1 A 200,AB,3,GIN"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a position: write bw1"),
        ("rnbqkbnr/8 w - - 0 1", "write bw1"),
        ("bw2 buy 2 1 1 A 200,AB,3,GIN", "write bw1"),
        ("bw1", "7 fields separated by spaces, not 1"),
        (f"{ONE} x", "7 fields separated by spaces, not 8"),
        (ONE.replace("buy", "bid"), "PHASE is 'bid': write choose, buy, sell, discard, over"),
        (ONE.replace("buy", "BUY"), "PHASE is 'BUY'"),
        (ONE.replace("buy 2", "buy two"), "ROUND is 'two': write a whole number"),
        (ONE.replace("buy 2", "buy 02"), "ROUND is '02'"),
        (ONE.replace("buy 2", "buy ٢"), "ROUND is"),
        (ONE.replace("buy 2", "buy 1234567890"), "at most nine digits"),
        (ONE.replace("2 1 1", "2 x 1"), "LEADER is 'x'"),
        (ONE.replace("2 1 1", "2 1 -1"), "TURN is '-1'"),
        (ONE.replace(" A ", " a "), "BAG is 'a', which cannot be read from character 1 on"),
        (ONE.replace(" A ", " A1 "), "BAG is 'A1', which cannot be read from character 2 on"),
        (ONE.replace(" A ", " A0 "), "cannot be read from character 2 on"),
        (ONE.replace(" A ", " A02 "), "cannot be read from character 2 on"),
        (ONE.replace(" A ", " AB-C "), "cannot be read from character 3 on"),
        (ONE.replace(" A ", " BA "), "BAG has A at character 2: write each letter once"),
        (ONE.replace(" A ", " AA "), "BAG has A at character 2"),
        (ONE.replace("200,AB,3,GIN", "200,AB,3"), "player 1 is '200,AB,3': write MONEY,HAND"),
        (ONE.replace("200,AB,3,GIN", "200,AB,3,GIN,4"), "write MONEY,HAND,WILDS,SET"),
        (f"{ONE}/", "player 2 is '': write MONEY,HAND,WILDS,SET"),
        (ONE.replace("200", "-200"), "the MONEY of player 1 is '-200'"),
        (ONE.replace("200", "$200"), "the MONEY of player 1 is '$200'"),
        (ONE.replace(",3,", ",x,"), "the WILDS of player 1 is 'x'"),
        (ONE.replace("AB", "A?"), "the HAND of player 1 is 'A?', and '?' (character 2)"),
        (ONE.replace("AB", "ab"), "'a' (character 1) is not a letter tile"),
        (ONE.replace("AB", "BA"), "the HAND of player 1 is 'BA': write it from A to Z, 'AB'"),
        (ONE.replace("AB", ""), "the HAND of player 1 is missing: write letters, or - for none"),
        (ONE.replace("GIN", "gin"), "the SET of player 1 is 'gin'"),
        (ONE.replace("GIN", "GNI"), "the SET of player 1 is 'GNI': write it from A to Z"),
    ],
)
def test_a_malformed_text_is_rejected_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(InvalidError) as error:
        parse_position(text, TILES)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (ONE.replace(" 2 1", " 0 1"), "ROUND is 0: rounds count from 1"),
        (ONE.replace("2 1 1", "2 2 1"), "LEADER is 2, but the players are 1 to 1"),
        (ONE.replace("2 1 1", "2 1 2"), "TURN is 2, but the players are 1 to 1"),
        (ONE.replace("2 1 1", "2 0 1"), "LEADER is 0"),
        ("bw1 sell 2 1 1 A " + "/".join(["0,-,1,-"] * 5), "the game is for 1 to 4 players, not 5"),
        (ONE.replace("GIN", "QQ"), "2 Q tiles are named, but the tile set classic has only 1"),
        (ONE.replace(" A ", " QX ").replace("GIN", "GQ"), "2 Q tiles"),
        (ONE.replace(" A ", " A9 "), "BAG has A9, but the tile set classic has only 8"),
        (ONE.replace(" A ", " Z999999 "), "BAG has Z999999"),
        (ONE.replace(",3,", ",9,"), "player 1 has 9 wilds, but with 1 player each is dealt 8"),
        (ONE.replace("GIN", "-"), "player 1 has no SET, and in the phase buy with TURN 1 there"),
        (ONE.replace("buy", "sell"), "player 1 has a SET, and in the phase sell"),
        (ONE.replace("buy", "choose"), "player 1 has a SET, and in the phase choose"),
        (ONE.replace("GIN", "G"), "a SET has 1 tile, which the die does not allow"),
        (ONE.replace("GIN", "DEGINO"), "a SET has 6 tiles"),
        ("bw1 buy 2 1 1 A 5,-,1,AB/5,-,1,ABC", "the SETs are of different sizes"),
        ("bw1 buy 2 1 2 A 5,-,1,AB/5,-,1,AB", "player 1 has a SET"),
        ("bw1 choose 2 1 2 AB2 5,-,1,-/5,-,1,-", "player 1 has no SET"),
        ("bw1 choose 2 1 2 A 5,-,1,AB/5,-,1,-", "2 more tiles must be drawn, but the BAG"),
        (
            ONE.replace("AB", "ABCDEFGHI"),
            "9 letters, but in the phase buy the most is 8",
        ),
        ("bw1 choose 2 1 1 A 5,ABCDEFGHI,1,-", "holds 9 letters"),
        (
            "bw1 sell 2 1 1 A 5,ABCDEFGHIJKLMN,1,-",
            "but in the phase sell the most is 13",
        ),
        ("bw1 discard 2 1 2 A 5,ABCDEFGHI,1,-/5,-,1,-", "player 1 holds 9 letters"),
        ("bw1 over 2 1 1 - 5,ABCDEFGHI,1,-", "holds 9 letters"),
        ("bw1 over 2 1 1 A 5,AB,1,-", "the game is over, but the BAG is not empty"),
    ],
)
def test_an_impossible_position_is_rejected_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalError) as error:
        parse_position(text, TILES)
    assert reason in str(error.value)


def test_a_hand_may_exceed_the_limit_by_the_set_bought() -> None:
    bought = "bw1 buy 2 1 2 A 5,ABCDEFGHIJ,1,-/5,-,1,AB"
    assert format_position(said(bought)) == bought
    kept = "bw1 discard 2 1 2 A 5,-,1,-/5,ABCDEFGHIJKLM,1,-"
    assert format_position(said(kept)) == kept


def test_before_the_first_draw_the_die_is_not_rolled() -> None:
    state = said("bw1 choose 2 1 1 ABC 5,-,1,-")
    assert RULES.step(state, Choose(3)) == RULES.step(state, Roll(3))


def test_after_the_first_draw_the_number_is_its_size() -> None:
    state = said("bw1 choose 2 2 1 ABC3 5,-,1,-/5,-,1,ABC")
    assert RULES.step(state, Draw("ABC")).phase == "buy"
    with pytest.raises(IllegalError, match="3 tiles this round, not 2"):
        RULES.step(state, Draw("AB"))


def test_with_an_empty_bag_sell_and_discard_are_in_the_last_round() -> None:
    state = said("bw1 sell 2 1 1 - 5,AB,1,-")
    for event in (Sell(), Discard()):
        state = RULES.step(state, event)
    assert state.phase == "over"


def test_with_an_empty_bag_buy_is_not_in_the_last_round() -> None:
    state = said("bw1 buy 2 1 1 - 5,-,1,AB")
    for event in (Buy(False), Sell(), Discard()):
        state = RULES.step(state, event)
    assert format_position(state) == "bw1 choose 3 1 1 - 5,-,1,-"


def test_a_custom_tile_set_sets_the_limits() -> None:
    tiles = TILES._replace(counts={**TILES.counts, "Q": 12}, die=(7,), hand_limit=2)
    text = "bw1 buy 2 1 1 Q3 200,QQ,3,QQQQQQQ"
    assert format_position(parse_position(text, tiles)) == text
