"""The rules of the game, sentence by sentence, and many random games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest
from random_play import steps

from bwtools.errors import IllegalError
from bwtools.game.position import format_position, parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Player, Roll, Sell, State, winners
from bwtools.tiles.hand import Hand, Play, parse_play
from bwtools.tiles.tile_set import load_tiles

TILES = load_tiles()
RULES = Rules(TILES)


def at(position: str) -> State:
    return parse_position(position, TILES)


def after(position: str, *events: Event) -> str:
    """Return the position that events lead to."""
    state = at(position)
    for event in events:
        state = RULES.step(state, event)
    return format_position(state)


def sell(*plays: str, more: bool = False) -> Sell:
    return Sell(tuple(map(parse_play, plays)), more)


# Tiles.


def test_there_are_108_letter_tiles_with_1_to_4_pips_and_9_wilds_with_1() -> None:
    assert sum(TILES.counts.values()) == 108
    assert set(TILES.pips.values()) == {1, 2, 3, 4}
    assert (TILES.wild_count, TILES.wild_pips) == (9, 1)


def test_pips_are_as_transcribed() -> None:
    pips = {1: "AEINORSTU", 2: "CDGHKLP", 3: "BFMVWY", 4: "JQXZ"}
    assert {n: "".join(k for k, v in TILES.pips.items() if v == n) for n in pips} == pips


def test_counts_are_as_transcribed_and_the_108th_tile_is_an_e() -> None:
    bag = "A8B2C4D4E11F3G4H4I7J2K2L4M3N6O8P4QR6S5T6U4V3W2XY2Z2"
    assert format_position(RULES.start(1)) == f"bw1 choose 1 1 1 {bag} 200,-,8,-"


# Set-up.


@pytest.mark.parametrize(("players", "wilds"), [(1, 8), (2, 4), (3, 3), (4, 2)])
def test_1_to_4_players_have_200_dollars_and_their_wilds(players: int, wilds: int) -> None:
    assert RULES.start(players).players == (Player(200, Hand("", wilds)),) * players


@pytest.mark.parametrize("players", [0, 5])
def test_other_numbers_of_players_are_rejected(players: int) -> None:
    with pytest.raises(IllegalError, match="for 1 to 4 players"):
        RULES.start(players)


def test_all_letter_tiles_go_into_the_bag() -> None:
    assert Counter(RULES.start(3).bag) == TILES.counts


def test_any_player_can_lead_the_first_round() -> None:
    assert RULES.start(3, leader=2)[2:4] == (2, 2)
    with pytest.raises(IllegalError, match="player 4 cannot lead: the game has 3"):
        RULES.start(3, leader=3)


# A round.


def test_the_die_has_faces_2_to_5_and_choice_twice() -> None:
    assert TILES.die == (2, 3, 4, 5, None, None)
    start = RULES.start(1)
    assert [RULES.step(start, Roll(n)).number for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    with pytest.raises(IllegalError, match="cannot show 6: its faces are 2, 3, 4, 5, choice"):
        RULES.step(start, Roll(6))


def test_on_choice_the_leader_names_any_number_from_2_to_5() -> None:
    start = RULES.start(1)
    assert [RULES.step(start, Choose(n)).number for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    for number in (1, 6):
        with pytest.raises(IllegalError, match=r"names a number from 2 to 5"):
            RULES.step(start, Choose(number))


def test_the_die_is_rolled_once_a_round() -> None:
    rolled = RULES.step(RULES.start(1), Roll(4))
    for event in (Roll(3), Choose(2)):
        with pytest.raises(IllegalError, match="has been rolled this round"):
            RULES.step(rolled, event)


def test_in_turn_order_from_the_leader_each_player_draws_that_many_tiles() -> None:
    start = "bw1 choose 4 2 2 A3BCD 200,-,3,-/200,-,3,-/200,-,3,-"
    first = after(start, Roll(2), Draw("BA"))
    assert first == "bw1 choose 4 2 3 A2CD 200,-,3,-/200,-,3,AB/200,-,3,-"
    drawn = after(start, Roll(2), Draw("BA"), Draw("AA"), Draw("CD"))
    assert drawn == "bw1 buy 4 2 2 - 200,-,3,CD/200,-,3,AB/200,-,3,AA"


@pytest.mark.parametrize(
    ("letters", "reason"),
    [
        ("AB", "each player draws 3 tiles this round, not 2"),
        ("ABCD", "each player draws 3 tiles this round, not 4"),
        ("", "no tile cannot be drawn"),
        ("BBC", "BBC cannot be drawn: the bag holds only 1 B tile"),
        ("AB?", "the bag holds no ? tile"),
    ],
)
def test_an_impossible_draw_is_rejected(letters: str, reason: str) -> None:
    state = RULES.step(at("bw1 choose 4 1 1 A3BCD 200,-,3,-"), Roll(3))
    with pytest.raises(IllegalError) as error:
        RULES.step(state, Draw(letters))
    assert reason in str(error.value)


def test_drawing_before_the_roll_is_rejected() -> None:
    with pytest.raises(IllegalError, match="before the die is rolled"):
        RULES.step(RULES.start(1), Draw("AB"))


def test_a_bag_with_just_enough_tiles_is_drawn() -> None:
    start = "bw1 choose 9 1 1 A4 200,-,3,-/200,-,3,-"
    assert after(start, Roll(2), Draw("AA"), Draw("AA")).startswith("bw1 buy 9 1 1 - ")


def test_the_tiles_of_a_short_bag_leave_the_game_and_buying_is_skipped() -> None:
    start = "bw1 choose 9 2 2 A5 200,AB,3,-/200,CD,3,-"
    assert after(start, Roll(3)) == "bw1 sell 9 2 2 - 200,AB,3,-/200,CD,3,-"
    with pytest.raises(IllegalError, match="cannot buy now"):
        after(start, Roll(3), Buy(False))


def test_the_game_ends_after_selling_and_discarding_in_the_round_of_a_short_bag() -> None:
    start = "bw1 choose 9 2 2 A5 200,AB,3,-/200,CDEFG,3,-"
    sold: list[Event] = [Choose(5), sell("DEF"), sell("AB"), Discard(), Discard("B")]
    end = "bw1 over 9 2 2 - 216,-,3,-/236,CG,3,-"
    with pytest.raises(IllegalError, match="you hold no B tile"):
        after(start, *sold)
    assert after(start, *sold[:4], Discard()) == end
    for event in (Roll(2), Choose(2), Draw("AB"), Buy(False), Sell(), Discard()):
        with pytest.raises(IllegalError, match="the game is over"):
            after(start, *sold[:4], Discard(), event)


def test_after_the_last_tile_is_drawn_a_round_without_draws_ends_the_game() -> None:
    state = at("bw1 choose 9 1 1 A2 200,-,3,-")
    for event in (Roll(2), Draw("AA"), Buy(False), Sell(), Discard()):
        state = RULES.step(state, event)
    assert format_position(state) == "bw1 choose 10 1 1 - 200,-,3,-"
    for event in (Roll(2), Sell(), Discard()):
        state = RULES.step(state, event)
    assert (state.phase, state.round) == ("over", 10)


# All buy, then all sell, then all discard, each in turn order from the leader.


def test_all_buy_then_all_sell_then_all_discard_in_turn_order_from_the_leader() -> None:
    state = at("bw1 choose 4 2 2 A8B 200,-,3,-/200,-,3,-/200,-,3,-")
    events: list[Event] = [Roll(2), *[Draw("AA")] * 3, *[Buy(False)] * 3, *[Sell()] * 3]
    events += [Discard()] * 3
    seen = []
    for event in events:
        seen.append((state.phase, state.turn + 1))
        state = RULES.step(state, event)
    order = [(phase, seat) for phase in ("buy", "sell", "discard") for seat in (2, 3, 1)]
    assert seen == [("choose", 2), ("choose", 2), ("choose", 3), ("choose", 1), *order]


@pytest.mark.parametrize(
    ("position", "event", "reason"),
    [
        ("bw1 buy 2 1 1 A 200,-,3,BC", Sell(), "cannot sell now: player 1 has to buy"),
        ("bw1 sell 2 1 2 A 200,-,3,-/200,-,3,-", Discard(), "player 2 has to sell"),
        ("bw1 sell 2 1 1 A 200,-,3,-", Buy(True), "cannot buy now"),
        ("bw1 discard 2 1 1 A 200,-,3,-", Sell(), "cannot sell now"),
        ("bw1 discard 2 1 1 A 200,-,3,-", Roll(2), "cannot roll now"),
        ("bw1 choose 2 1 1 A 200,-,3,-", Buy(False), "cannot buy now"),
    ],
)
def test_an_event_of_another_phase_is_rejected(position: str, event: Event, reason: str) -> None:
    with pytest.raises(IllegalError) as error:
        after(position, event)
    assert reason in str(error.value)


def test_events_of_different_kinds_differ() -> None:
    assert len({Roll(2), Choose(2), Draw("AB"), Discard("AB"), Buy(True), Sell()}) == 6
    assert Roll(2) == Roll(2)


# Buying.


def test_a_set_costs_its_pips_squared() -> None:
    assert (RULES.cost("AB"), RULES.cost("QZ"), RULES.cost("GIN")) == (16, 64, 16)
    bought = after("bw1 buy 2 1 1 - 200,AZ,3,GIN", Buy(True))
    assert bought == "bw1 sell 2 1 1 - 184,AGINZ,3,-"


def test_a_set_is_bought_whole_and_only_with_enough_money() -> None:
    assert after("bw1 buy 2 1 1 - 64,-,3,QZ", Buy(True)) == "bw1 sell 2 1 1 - 0,QZ,3,-"
    with pytest.raises(IllegalError) as error:
        after("bw1 buy 2 1 1 - 63,-,3,QZ", Buy(True))
    assert str(error.value) == ("not enough money: QZ costs $64, but you have $63")


def test_sets_that_are_not_bought_leave_the_game() -> None:
    passed = after("bw1 buy 2 1 1 AB 200,-,3,GIN/200,E,3,GLU", Buy(False), Buy(True))
    assert passed == "bw1 sell 2 1 1 AB 200,-,3,-/175,EGLU,3,-"


# Selling.


@pytest.mark.parametrize("words", [[], ["AT"], ["AT", "RED", "ON"]])
def test_any_number_of_words_can_be_sold(words: list[str]) -> None:
    sold = at(after("bw1 sell 2 1 1 B 200,ADENORT,3,-", sell(*words)))
    assert sold.phase == "discard"
    assert sum(map(len, words)) == 7 - len(sold.players[0].hand.letters)


def test_a_word_has_at_least_two_letters() -> None:
    with pytest.raises(IllegalError, match="a word has at least two letters"):
        after("bw1 sell 2 1 1 B 200,ADENORT,3,-", Sell((Play("A"),)))


def test_a_word_uses_tiles_from_the_hand() -> None:
    with pytest.raises(IllegalError) as error:
        after("bw1 sell 2 1 1 B 200,ADENORT,3,-", sell("TOTTER"))
    assert str(error.value) == "TOTTER cannot be sold: you hold only 1 T tile"


def test_a_tile_is_used_for_one_word_only() -> None:
    with pytest.raises(IllegalError, match="TO cannot be sold: you hold no T tile"):
        after("bw1 sell 2 1 1 B 200,ADENOORT,3,-", sell("RAT", "TO"))


def test_a_wild_stands_for_any_letter_and_counts_1_pip() -> None:
    start = "bw1 sell 2 1 1 B 200,ADENORT,3,-"
    assert after(start, sell("RATED", "qN")) == "bw1 discard 2 1 1 B 240,O,2,-"


def test_a_word_has_at_most_one_wild() -> None:
    two = sell("reTAIN")  # two lower-case letters do not mark wilds, and a play has at most one
    with pytest.raises(IllegalError, match="RETAIN cannot be sold: you hold no E or R tile"):
        after("bw1 sell 2 1 1 B 200,AINT,3,-", two)


def test_a_word_with_a_wild_needs_one() -> None:
    with pytest.raises(IllegalError, match="qAT cannot be sold: you hold no wild"):
        after("bw1 sell 2 1 1 B 200,AEINT,1,-", sell("EiN", "qAT"))


@pytest.mark.parametrize(
    "play", [Play._make(("AT", 2)), Play._make(("AT", -1)), Play._make(("AÉ", 1))]
)
def test_a_wild_stands_for_a_letter_of_its_word(play: Play) -> None:
    with pytest.raises(IllegalError, match="does not stand for a letter"):
        after("bw1 sell 2 1 1 B 200,AET,3,-", Sell((play,)))


def test_the_price_is_the_sum_of_the_pips_squared() -> None:
    start = "bw1 sell 2 1 1 B 0,AEINQSTUZ,3,-"
    assert at(after(start, sell("QUIZ"))).players[0].money == 100
    assert at(after(start, sell("QUIz"))).players[0].money == 49


def test_sold_tiles_leave_the_game_and_wilds_too() -> None:
    assert after("bw1 sell 2 1 1 B 0,AINT,3,-", sell("rAIN")) == "bw1 discard 2 1 1 B 16,T,2,-"


def test_a_wild_may_stand_for_a_letter_in_the_hand() -> None:
    sold = after("bw1 sell 2 1 1 B 0,AETX,3,-", sell("TAx", "EX"))
    assert sold == "bw1 discard 2 1 1 B 34,-,2,-"


def test_the_same_word_may_be_sold_twice() -> None:
    assert after("bw1 sell 2 1 1 B 0,AATT,3,-", sell("AT", "AT")) == "bw1 discard 2 1 1 B 8,-,3,-"


def test_a_player_may_sell_in_steps() -> None:
    start = "bw1 sell 2 1 1 B 0,AANOT,3,-/0,-,3,-"
    part = after(start, sell("AT", more=True))
    assert part == "bw1 sell 2 1 1 B 4,ANO,3,-/0,-,3,-"
    assert after(part, sell("ON")) == after(start, sell("AT", "ON"))
    assert after(part, Sell()) == "bw1 sell 2 1 2 B 4,ANO,3,-/0,-,3,-"


def test_a_rejected_sale_sells_none_of_its_words() -> None:
    state = at("bw1 sell 2 1 1 B 0,AANOT,3,-")
    with pytest.raises(IllegalError, match="AT cannot be sold: you hold no T tile"):
        RULES.step(state, sell("AT", "AT"))
    assert state == at("bw1 sell 2 1 1 B 0,AANOT,3,-")


# Discarding.


def test_the_limit_is_8_letters() -> None:
    start = "bw1 discard 2 1 1 B 0,AADEINORST,3,-/0,-,3,-"
    assert after(start, Discard("TA")) == "bw1 discard 2 1 2 B 0,ADEINORS,3,-/0,-,3,-"
    with pytest.raises(IllegalError) as error:
        after(start, Discard("T"))
    assert str(error.value) == (
        "discard at least 2 of 10 letters: the limit is 8, not counting wilds"
    )


def test_wilds_do_not_count_towards_the_limit() -> None:
    assert after("bw1 discard 2 1 1 B 0,AADEINOR,8,-", Discard()).startswith("bw1 choose 3")


def test_a_player_may_discard_more_than_necessary() -> None:
    kept = after("bw1 discard 2 1 1 B 0,AADEIN,3,-", Discard("DEINAA"))
    assert kept == "bw1 choose 3 1 1 B 0,-,3,-"


def test_only_tiles_held_are_discarded() -> None:
    with pytest.raises(IllegalError) as error:
        after("bw1 discard 2 1 1 B 0,AADEINORST,3,-", Discard("AX"))
    assert str(error.value) == "AX cannot be discarded: you hold no X tile"


def test_after_discarding_the_lead_passes_to_the_left() -> None:
    leaders = []
    state = at("bw1 discard 2 2 2 AB 0,-,3,-/0,-,3,-/0,-,3,-")
    for _ in range(3):
        while state.phase != "choose":
            state = RULES.step(state, Discard())
        leaders.append((state.round, state.leader + 1, state.turn + 1))
        state = state._replace(phase="discard")
    assert leaders == [(3, 3, 3), (4, 1, 1), (5, 2, 2)]


# End.


def test_the_most_money_wins() -> None:
    assert winners(at("bw1 over 9 1 1 - 200,-,3,-/300,-,0,-/299,-,3,-")) == (1,)


def test_equal_money_shares_the_win() -> None:
    assert winners(at("bw1 over 9 1 1 - 300,-,3,-/299,-,0,-/300,A,2,-")) == (0, 2)


def test_alone_800_is_fair_900_good_1000_outstanding() -> None:
    assert TILES.results == {"fair": 800, "good": 900, "outstanding": 1000}


def test_the_rules_do_not_check_words() -> None:
    assert after("bw1 sell 2 1 1 B 0,TX,3,-", sell("XT")) == "bw1 discard 2 1 1 B 25,-,3,-"


# Legal events can be listed.


def test_before_the_roll_every_face_and_every_choice_is_listed() -> None:
    listed = list(RULES.legal(RULES.start(1)))
    assert listed == [*map(Roll, (2, 3, 4, 5)), *map(Choose, (2, 3, 4, 5))]


def test_every_different_draw_is_listed_once() -> None:
    state = RULES.step(at("bw1 choose 2 1 1 A2BC 200,-,3,-"), Roll(3))
    assert list(RULES.legal(state)) == [Draw("AAB"), Draw("AAC"), Draw("ABC")]


def test_buying_is_listed_if_there_is_enough_money() -> None:
    assert list(RULES.legal(at("bw1 buy 2 1 1 A 64,-,3,QZ"))) == [Buy(False), Buy(True)]
    assert list(RULES.legal(at("bw1 buy 2 1 1 A 63,-,3,QZ"))) == [Buy(False)]


def test_every_sale_of_the_plays_given_is_listed_once() -> None:
    plays = [Play("AT"), Play("TA", 1), Play("ON"), Play("A"), Play("QI")]
    state = at("bw1 sell 2 1 1 B 0,AANOTT,1,-")
    events = [event for event in RULES.legal(state, plays) if isinstance(event, Sell)]
    listed = [" ".join(map(str, event.plays)) for event in events]
    assert listed == [
        "",
        "AT",
        "AT AT",
        "AT AT ON",
        "AT Ta",
        "AT Ta ON",
        "AT ON",
        "Ta",
        "Ta ON",
        "ON",
    ]


def test_every_discard_is_listed_once_with_the_smallest_first() -> None:
    state = at("bw1 discard 2 1 1 B 0,AADEINORS,3,-")
    listed = list(RULES.legal(state))
    assert listed[:9] == [*map(Discard, "ADEINORS"), Discard("AA")]
    assert len(listed) == len(set(listed)) == 3 * 2**7 - 1


def test_nothing_is_legal_when_the_game_is_over() -> None:
    assert not list(RULES.legal(at("bw1 over 9 1 1 - 200,-,3,-")))


def test_listed_events_are_accepted_and_others_are_not() -> None:
    for state, _, _ in steps(RULES, 2, 11):
        letters = state.player.hand.letters
        plays = sorted({Play("".join(pair)) for pair in combinations(letters, 2)})[:3]
        listed = list(islice(RULES.legal(state, plays), 600))
        for event in listed[:50]:
            RULES.step(state, event)
        others: list[Event] = [Roll(2), Choose(2), Roll(9), Choose(9), Buy(False), Buy(True)]
        for event in [*others, Sell(), Discard()]:
            if event not in listed:
                with pytest.raises(IllegalError):
                    RULES.step(state, event)


# Many random games.


def _check(before: State, event: Event, state: State) -> None:
    """Check the invariants of a step."""
    tiles = RULES.tiles
    was, now = before.player, state.players[before.turn]
    gained = now.money - was.money
    if isinstance(event, Buy) and event.yes:
        assert gained == -(sum(TILES.pips[letter] for letter in was.drawn) ** 2)
        assert Counter(now.hand.letters) == Counter(was.hand.letters + was.drawn)
    elif isinstance(event, Sell):
        pips = [sum(TILES.pips[c] if c.isupper() else 1 for c in str(play)) for play in event.plays]
        assert gained == sum(n * n for n in pips)
        spent = "".join(c for play in event.plays for c in str(play) if c.isupper())
        assert Counter(was.hand.letters) - Counter(spent) == Counter(now.hand.letters)
        assert all(sum(c.islower() for c in str(play)) <= 1 for play in event.plays)
    else:
        assert gained == 0
    seats = [seat for seat in range(len(state.players)) if seat != before.turn]
    assert all(state.players[seat] == before.players[seat] for seat in seats)
    held = "".join(player.hand.letters + player.drawn for player in state.players)
    tiles.bag_without(state.bag, held)
    assert all(player.money >= 0 <= player.hand.wilds for player in state.players)
    if state.phase in ("choose", "over"):
        assert all(len(player.hand.letters) <= 8 for player in state.players)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_follow_the_rules(players: int) -> None:
    for seed in range(40):
        gone: Counter[str] = Counter()
        rounds = []
        for before, event, state in steps(RULES, players, seed, leader=seed % players):
            _check(before, event, state)
            seen = Counter(before.bag + "".join(p.hand.letters + p.drawn for p in before.players))
            seen -= Counter(state.bag + "".join(p.hand.letters + p.drawn for p in state.players))
            gone += seen
            rounds.append(state.round)
        left = Counter("".join(p.hand.letters for p in state.players))
        assert gone + left == TILES.counts  # tiles that left the game, and the others
        assert state.phase == "over"
        assert rounds == sorted(rounds)


def test_a_custom_tile_set_of_200_tiles_is_played_with_its_numbers() -> None:
    counts = {letter: count * 2 for letter, count in TILES.counts.items()}
    counts["E"] -= 16
    tiles = TILES._replace(
        name="house", counts=counts, money=50, die=(1, 7), choice=range(1, 2), hand_limit=3
    )
    rules = Rules(tiles)
    assert len(rules.start(2).bag) == 200
    assert not any(isinstance(event, Choose) for event in rules.legal(rules.start(2)))
    for before, event, state in steps(rules, 2, 1):
        if isinstance(event, Discard):
            assert len(state.players[before.turn].hand.letters) <= 3
        assert len(state.player.drawn) in (0, 1, 7)
    assert state.phase == "over"
