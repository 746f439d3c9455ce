"""Exact values near the end of the game, compared with a full search of tiny games."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb, prod
from random import Random

import pytest
from marks import slow
from shell import bw

from bwtools.advice.decisions import choices, evaluate_hands
from bwtools.advice.situation import Method, Situation
from bwtools.errors import InvalidError
from bwtools.evaluation.endgame import Endgame, TooManyError
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Player, Roll, Sell, State
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.tiles.hand import Hand, Play
from bwtools.tiles.tile_set import load_tiles, price

TILES = load_tiles()._replace(
    counts={letter: 4 if letter in "ABC" else 0 for letter in load_tiles().counts},
    pips=dict(load_tiles().pips) | {"A": 1, "B": 2, "C": 3},
    die=(2, 2, None),  # 1 comes on choice alone
    choice=range(1, 3),
    hand_limit=3,
)
WORDS = ["AB", "BAC", "CAB", "ACBA", "CC"]
TINY = lexicon_from_words(WORDS, TILES)
RULES = Rules(TILES)


def plays() -> list[Play]:
    """Return every word in every placement."""
    return [Play(word, at) for word in WORDS for at in (None, *range(len(word)))]


@cache
def value(state: State, me: int) -> float:
    """Return the expected final money with optimal play, by a full search.

    Other players buy and sell nothing, which makes no difference to this one.
    """
    if state.phase == "over":
        return state.players[me].money
    if state.phase == "choose":
        return value_of_chance(state, me)
    if state.turn != me:
        over = state.player.hand.letters[TILES.hand_limit :]
        idle: dict[str, Event] = {"buy": Buy(False), "sell": Sell(), "discard": Discard(over)}
        return value(RULES.step(state, idle[state.phase]), me)
    return max(value(RULES.step(state, event), me) for event in RULES.legal(state, plays()))


def value_of_chance(state: State, me: int) -> float:
    if state.number:
        bag = Counter(state.bag)
        return sum(
            prod(comb(bag[letter], number) for letter, number in Counter(event.letters).items())
            / comb(len(state.bag), state.number)
            * value(RULES.step(state, event), me)
            for event in RULES.legal(state)
            if isinstance(event, Draw)
        )
    named = [value(RULES.step(state, Choose(number)), me) for number in TILES.choice]
    assert state.leader == me or min(named) == max(named)
    faces = {None: max(named)}
    return sum(
        faces[None] if face is None else value(RULES.step(state, Roll(face)), me)
        for face in TILES.die
    ) / len(TILES.die)


def tables(number: int, seed: int, players: int = 1) -> list[State]:
    """Return random states near the end in which the first player is to buy."""
    random = Random(seed)
    found = []
    for _ in range(number):
        box = random.sample("AAAABBBBCCCC", 12)
        drawn = random.randint(1, 2)
        size = random.randint(0, 3 if players == 1 else 4)
        money = random.choice([0, 4, 9, 15, 30, 100])
        hand = Hand("".join(sorted(box[: random.randint(0, 3)])), random.randint(0, 1))
        mine = Player(money, hand, "".join(sorted(box[3 : 3 + drawn])))
        others = (Player(50, Hand(""), "".join(sorted(box[5 : 5 + drawn]))),) * (players - 1)
        bag = "".join(sorted(box[7 : 7 + size]))
        # Player 1 leads the next round.
        leader = (1 - players) % players
        found.append(State("buy", 3, leader, 0, bag, (mine, *others)))
    return found


def alone() -> Endgame:
    return Endgame(TINY, players=1, leads=True, last=False)


def options(state: State) -> list[tuple[Hand, int]]:
    """Return the players after passing and after buying."""
    money, hand, drawn = state.player
    cost = price(TILES.set_pips(drawn))
    both = Hand("".join(sorted(hand.letters + drawn)), hand.wilds)
    return [(hand, money), *([(both, money - cost)] if cost <= money else [])]


# After selling CC the player can afford every set.
POOR = State("buy", 3, 0, 0, "ABC", (Player(9, Hand("BCC"), "A"),))


@pytest.mark.parametrize("state", [POOR, *tables(6, 1), *slow(*tables(24, 1)[6:])])
def test_hand_values_equal_those_of_a_full_search(state: State) -> None:
    game = alone()
    for event, (hand, money) in zip((Buy(False), Buy(True)), options(state), strict=False):
        found = game.before_sale(hand, money, state.bag, len(state.bag))
        assert found == pytest.approx(value(RULES.step(state, event), 0))


@pytest.mark.parametrize("state", [*tables(4, 2), *slow(*tables(12, 2)[4:])])
def test_values_of_numbers_equal_those_of_a_full_search(state: State) -> None:
    money, hand, _ = state.player
    game = alone()
    before = State("choose", 4, 0, 0, state.bag, (Player(money, hand),))
    for number in TILES.choice:
        found = game.after_number(number, hand, money, state.bag, len(state.bag))
        assert found == pytest.approx(value(RULES.step(before, Choose(number)), 0))


@pytest.mark.parametrize("letters", ["AABC", "AAABCC", *slow("ABBCC", "ABC")])
@pytest.mark.parametrize("bag", ["", "BC", *slow("A", "ABC")])
def test_best_hand_is_kept(letters: str, bag: str) -> None:
    game = alone()
    kept, found = game.best_kept(Hand(letters, 1), 20, bag, len(bag))
    state = State("discard", 4, 0, 0, bag, (Player(20, Hand(letters, 1)),))
    assert found == pytest.approx(value(state, 0))
    assert kept.letters == "".join(sorted(kept.letters))
    after = RULES.step(
        state, Discard("".join((Counter(letters) - Counter(kept.letters)).elements()))
    )
    assert value(after, 0) == pytest.approx(found)


def test_two_players_are_exact_if_the_next_round_is_the_last() -> None:
    exact = 0
    for state in tables(24, 3, players=2):
        game = Endgame(TINY, players=2, leads=True, last=False)
        for event, (hand, money) in zip((Buy(False), Buy(True)), options(state), strict=False):
            try:
                found = game.before_sale(hand, money, state.bag, len(state.bag))
            except TooManyError:
                continue
            exact += 1
            assert found == pytest.approx(value(RULES.step(state, event), 0))
    assert exact > 12


def test_choice_of_another_leader_is_too_much_to_enumerate() -> None:
    game = Endgame(TINY, players=2, leads=False, last=False)
    with pytest.raises(TooManyError):
        game.after_turn(Hand("B"), 50, "AA", 2)


def test_random_subset_has_the_mean_value_of_all_such_bags() -> None:
    pool, size, hand = "AABCC", 2, Hand("AB", 1)
    game = alone()
    bags = list(choices(pool, size))
    mean = sum(ways * game.before_sale(hand, 60, bag, size) for bag, ways in bags) / comb(5, size)
    assert game.before_sale(hand, 60, pool, size) == pytest.approx(mean)


def test_choices_are_listed_once_with_their_multiplicity() -> None:
    assert list(choices("AAB", 2)) == [("AA", 1), ("AB", 2)]
    assert sum(ways for _, ways in choices("AABCCCD", 4)) == comb(7, 4)


def test_limit_is_for_each_answer() -> None:
    hand, bag = Hand("AABC", 1), "BC"
    least = next(steps for steps in range(20, 10_000, 20) if steps_suffice(steps, hand, bag))
    assert least > 20
    game = Endgame(TINY, 1, leads=True, last=False, steps=least)
    assert game.before_sale(hand, 60, bag, 2) == alone().before_sale(hand, 60, bag, 2)
    assert game.before_sale(hand, 61, bag, 2) == alone().before_sale(hand, 61, bag, 2)


def steps_suffice(steps: int, hand: Hand, bag: str) -> bool:
    try:
        Endgame(TINY, 1, leads=True, last=False, steps=steps).before_sale(hand, 60, bag, 2)
    except TooManyError:
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_changes_no_answer(seed: int, enable: Lexicon) -> None:
    random = Random(seed)
    box = "".join(random.sample("AABDEEEGIILNNORSTTU", 12))
    hand, bag = Hand("".join(sorted(box[:7])), 1), "".join(sorted(box[7:]))
    used = Endgame(enable, players=1, leads=True, last=False)
    for money in (0, 9, 40, 200):
        for part in (hand, hand.minus(hand.letters[:3]), hand._replace(wilds=0)):
            for left in (bag, bag[1:], bag[2:]):
                new = Endgame(enable, players=1, leads=True, last=False)
                asked = part, money, left, len(left)
                assert used.before_sale(*asked) == new.before_sale(*asked)
                assert used.after_turn(*asked) == new.after_turn(*asked)


def test_too_much_to_enumerate_is_sampled(enable: Lexicon) -> None:
    situation = Situation("AEINST", 6, 500)
    with pytest.raises(InvalidError, match="use another basis"):
        evaluate_hands(enable, [Player(500, Hand("AEGINRSTU", 3))], situation, Method("exact"))
    judged = evaluate_hands(
        enable, [Player(500, Hand("AEGINRSTU", 3))], situation, Method(samples=6)
    )
    assert judged is not None
    assert judged.basis == "lookahead"


@pytest.mark.parametrize("bag", ["-", "a"])
def test_only_best_sales_count_without_another_round(bag: str) -> None:
    stated = ("--bag", "" if bag == "-" else bag)
    (row,) = bw("buy", "ing", "--hand", "retas", *stated, "-f", "jsonl").rows
    assert (row["basis"], row["stderr"]) == ("exact", 0)
    assert row["value_pass"] == 200 + row["sell_without"]
    assert row["value_buy"] == 200 - row["cost"] + row["sell_with"]
    assert row["gain"] == row["profit_now"]


def test_set_without_gain_is_passed_on() -> None:
    row = bw("buy", "a", "--hand", "v", "--bag", "", "-f", "jsonl").rows[0]
    assert (row["gain"], row["verdict"]) == (row["profit_now"], "pass")


def test_exact_equity_of_selling_nothing_is_the_later_sale() -> None:
    found = bw("sell", "retains", "--by", "equity", "--bag", "v", "-f", "jsonl").rows
    nothing = next(row for row in found if not row["words"])
    assert nothing["equity"] == found[0]["equity"] == found[0]["revenue"] == 49


def test_exact_choice_shows_when_to_end_the_game() -> None:
    found = bw("choose", "--hand", "retains", "--bag", "jj", "-f", "jsonl").rows
    assert {row["basis"] for row in found} == {"exact"}
    assert {row["value"] for row in found} == {249}


@pytest.mark.parametrize("players", ["1", "3"])
def test_bag_too_small_for_a_draw_is_exact_with_any_content(players: str) -> None:
    command = ("sell", "aeinrstqu..", "--by", "equity", "--bag-size", "1", "--players", players)
    assert {row["basis"] for row in bw(*command, "-f", "jsonl").rows} == {"exact"}
