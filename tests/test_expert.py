"""Expert: its samples, reproducible decisions, and strength."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from random import Random
from statistics import mean

import pytest
from marks import slow

from bwtools.evaluation import endgame
from bwtools.evaluation.endgame import Endgame
from bwtools.evaluation.evaluator import PlayerView, fast, open_evaluator, thorough
from bwtools.evaluation.one_ply import OnePly, sample_draws
from bwtools.game.deal import Deal
from bwtools.game.position import parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Discard, Event, Player, Sell, State
from bwtools.lexicon.lexicon import Lexicon
from bwtools.players.expert import Expert, Stage, exchanged
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET, load_tiles, price

TILES = load_tiles()
RULES = Rules(TILES)
BAG = "".join(letter * TILES.counts[letter] for letter in ALPHABET)


class Hasty(Expert):
    """Expert with fewer samples, for fast tests."""

    stages = (Stage(3, 6, 6, 0.5), Stage(2, 6, 12, 0.8))


def play(
    lexicon: Lexicon, seats: list[Computer], seed: int, state: State | None = None
) -> list[tuple[Event, State]]:
    start = state or RULES.start(len(seats))
    return list(play_game(RULES, lexicon, Deal(TILES, seed), seats, start))


def money(lexicon: Lexicon, seats: list[Computer], seed: int) -> list[int]:
    return [player.money for player in play(lexicon, seats, seed)[-1][1].players]


def draws(bag: str, size: int, number: int, *moment: object) -> list[str]:
    return list(islice(sample_draws(bag, size, *moment), number))


def test_draws_are_disjoint_blocks_of_the_bag() -> None:
    blocks = draws(BAG, 5, 21, 1)
    assert [len(block) for block in blocks] == [5] * 21
    assert Counter("".join(blocks)) <= Counter(BAG)


def test_when_the_bag_is_drawn_it_is_shuffled_again() -> None:
    assert {"".join(sorted(block)) for block in draws("ABC", 2, 50, 1)} == {"AB", "AC", "BC"}


def test_draws_depend_on_seed_and_round() -> None:
    assert draws(BAG, 3, 9, 1, 2) == draws(BAG, 3, 9, 1, 2)
    assert draws(BAG, 3, 9, 1, 2) != draws(BAG, 3, 9, 12)


def test_the_value_of_a_hand_is_the_mean_over_draws(enable: Lexicon) -> None:
    evaluator, hand = open_evaluator(enable), Hand("AEINRST", 1)
    ahead = OnePly(evaluator, BAG[:60], (3,))
    ahead.values_with_draw([(hand, 500)], 4, 4)
    [found] = ahead.values_with_draw([(hand, 500)], 4, 10)
    sampled = draws(BAG[:60], 4, 10, 3, BAG[:60], 4)
    view = PlayerView(hand, BAG[:60], 500)
    assert found == pytest.approx(mean(fast(evaluator).after_draws(view, sampled)))


def test_few_draws_are_enumerated(enable: Lexicon) -> None:
    evaluator, hand, bag = open_evaluator(enable), Hand("AEINRST", 1), "DGIPTY"
    every = ["".join(draw) for draw in combinations(bag, 2)]
    [found] = OnePly(evaluator, bag, (3,)).values_with_draw([(hand, 500)], 2, 4)
    after = fast(evaluator).after_draws(PlayerView(hand, bag, 500), every)
    assert found == pytest.approx(mean(after))


def test_a_number_above_the_bag_leads_to_the_last_sale(enable: Lexicon) -> None:
    evaluator, hand = open_evaluator(enable), Hand("AEINRST", 1)
    ahead = OnePly(evaluator, "ABC", (3,))
    assert [ahead.ends(number) for number in ahead.numbers] == [False, False, True, True]
    assert ahead.values_with_draw([(hand, 500)], 4, 9) == [evaluator.best_revenue(hand)]


def test_numbers_are_weighted_as_on_the_die(enable: Lexicon) -> None:
    hand = Hand("AEINR", 4)
    number = open_evaluator(enable).best_number(PlayerView(hand, BAG, 500))
    shares = OnePly(open_evaluator(enable), BAG, (3,)).shares((hand, 500))
    assert shares == [1 / 2 if each == number else 1 / 6 for each in (2, 3, 4, 5)]


def test_exchanging_does_not_change_the_size() -> None:
    hands = exchanged(Hand("ABB", 2), "CC")
    assert hands == [Hand("ABB", 2), Hand("ABC", 2), Hand("BBC", 2)]


def test_a_game_resumed_at_any_state_ends_the_same(enable: Lexicon) -> None:
    whole = play(enable, [Computer("expert", Hasty(enable, 7))], 4)
    for at in (len(whole) // 3, len(whole) // 3 + 1, len(whole) - 9):
        endgame._endgame_of.cache_clear()  # as in a new process
        rest = play(enable, [Computer("expert", Hasty(enable, 7))], 4, whole[at][1])
        assert rest == whole[at + 1 :]


def test_samples_depend_on_the_seed(enable: Lexicon) -> None:
    one, two = (play(enable, [Computer("expert", Hasty(enable, seed))], 4) for seed in (1, 2))
    assert one != two


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_legal_games_with_others(enable: Lexicon, players: int) -> None:
    names = ["master", "club", "casual"][: players - 1]
    seats = [Computer("expert", Hasty(enable))]
    seats += [Computer(name, open_player(name, enable)) for name in names]
    assert play(enable, seats, 5)[-1][1].phase == "over"


def test_it_is_a_player_by_name(enable: Lexicon) -> None:
    assert isinstance(open_player("expert", enable), Expert)


def test_a_set_it_cannot_pay_is_not_bought(enable: Lexicon) -> None:
    state = parse_position("bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 24,AERST,2,GIN", TILES)
    assert not Expert(enable).buy(state._replace(players=(state.player._replace(money=15),)))
    assert Expert(enable).buy(state)
    assert RULES.step(state, Buy(True)).player.money == 8


def ending(seed: int) -> State:
    """Return a state near the end of a game alone in which a set may be bought."""
    chance = Random(seed)
    tiles = chance.sample(BAG, 14)
    hand = Hand("".join(sorted(tiles[: chance.randint(3, 8)])), chance.randint(0, 1))
    bag = "".join(sorted(tiles[11 : 11 + chance.randint(2, 3)]))
    player = Player(chance.choice([5, 40, 200]), hand, "".join(sorted(tiles[8:11])))
    return State("buy", 30, 0, 0, bag, (player,))


@pytest.mark.parametrize("seed", [*range(6), *slow(*range(6, 60))])
def test_endings_are_played_exactly(enable: Lexicon, seed: int) -> None:
    state, expert = ending(seed), open_player("expert", enable)
    game, bag = Endgame(enable, 1, leads=True, last=False), state.bag

    def value(state: State) -> float:
        money, hand, _ = state.player
        return game.before_sale(hand, money, bag, len(bag))

    affordable = state.player.money >= price(TILES.set_pips(state.player.drawn))
    best = max(value(RULES.step(state, Buy(yes))) for yes in {False, affordable})
    state = RULES.step(state, Buy(expert.buy(state)))
    assert value(state) == best
    state = RULES.step(state, Sell(tuple(expert.sell(state))))
    if state.phase == "discard":
        state = RULES.step(state, Discard(expert.discard(state)))
    money, hand, _ = state.players[0]
    assert game.after_turn(hand, money, bag, len(bag)) == pytest.approx(best)


def test_before_the_last_round_values_are_exact(enable: Lexicon) -> None:
    # One tile is left, so nothing can be drawn: the total is the same whenever words are sold.
    text = "bw1 {} 33 1 1 A 900,AAEINRSTTU,1,{}"
    state = parse_position(text.format("sell", "-"), TILES)
    seat = Computer("expert", Expert(enable))
    best = open_evaluator(enable).best_revenue(Hand("AAEINRSTTU", 1))
    assert play(enable, [seat], 1, state)[-1][1].player.money == 900 + best


@pytest.mark.parametrize("games", [8, *slow(24)])
def test_strength_is_kept(enable: Lexicon, games: int) -> None:
    expert = Computer("expert", Hasty(enable))
    assert mean(money(enable, [expert], at)[0] for at in range(games)) > 1500


def test_outcomes_within_a_margin_are_the_best(enable: Lexicon) -> None:
    evaluator = thorough(open_evaluator(enable))
    view = PlayerView(Hand("AAEEINRSTTU", 1), BAG[20:90], 90)
    every, near = evaluator.outcomes(view), evaluator.outcomes(view, within=12)
    assert 16 < len(every) <= 64
    assert near == [kept for kept in every if kept.total >= every[0].total - 12]


def test_options_of_a_table_of_another_size_are_not_reused(enable: Lexicon) -> None:
    bag = "".join(f"{c}{TILES.counts[c] // 2}" for c in ALPHABET if TILES.counts[c] > 3)
    for letters in ("AEEINRST", "ADEGILNOT", "BEORTUYZ", "CEHIKLRS"):
        alone = parse_position(f"bw1 sell 5 1 1 {bag} 300,{letters},2,-", TILES)
        both = parse_position(f"bw1 sell 5 2 1 {bag} 300,{letters},2,-/200,-,2,-", TILES)
        expert = Hasty(enable)
        expert.sell(alone)
        assert expert._options(both, both.player.hand, 300) == Hasty(enable)._options(
            both, both.player.hand, 300
        )
