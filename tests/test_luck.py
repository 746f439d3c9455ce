"""The luck of die and draws, compared with the mean of the alternatives."""

from __future__ import annotations

from itertools import islice
from statistics import mean

import pytest

from bwtools.analysis.luck import SAMPLES, luck_of, rough
from bwtools.evaluation.evaluator import PlayerView, open_evaluator
from bwtools.evaluation.one_ply import sample_draws
from bwtools.game.position import parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Choose, Draw, Event, Roll, State
from bwtools.lexicon.lexicon import Lexicon
from bwtools.sales.best_sales import best_revenue
from bwtools.tiles.tile_set import load_tiles

TILES = load_tiles()
RULES = Rules(TILES)


def luck(lexicon: Lexicon, text: str, *events: Event) -> list[int]:
    """Return the luck of the seats in the events after a position."""
    states: list[State] = [parse_position(text, TILES)]
    for event in events:
        states.append(RULES.step(states[-1], event))
    return luck_of(open_evaluator(lexicon, len(states[0].players)), states, events, 1)


ALONE = "bw1 choose 12 1 1 {} 400,AEINRST,2,-"


def test_luck_of_the_die_sums_to_zero_over_its_faces(enable: Lexicon) -> None:
    text = ALONE.format("A3CD2E4GI2LN2O3PRST2U")
    lucks = [luck(enable, text, Roll(number))[0] for number in (2, 3, 4, 5)]
    chosen = luck(enable, text, Choose(2))[0]
    assert len({*lucks, chosen}) > 2
    assert abs(sum(lucks) + 2 * chosen) <= 3  # of 1/256 dollar: each is rounded


def test_number_named_by_the_leader_is_not_luck(enable: Lexicon) -> None:
    text = ALONE.format("A3CD2E4GI2LN2O3PRST2U")
    assert luck(enable, text, Choose(2)) == luck(enable, text, Choose(5))


def test_forced_draw_is_not_luck(enable: Lexicon) -> None:
    text = ALONE.format("E5")
    assert luck(enable, text, Roll(3), Draw("EEE")) == luck(enable, text, Roll(3))


@pytest.mark.parametrize("ended", [4, 5])
def test_roll_that_ends_the_game_is_luck(enable: Lexicon, ended: int) -> None:
    goes_on, ends = (luck(enable, ALONE.format("E2S"), Roll(face)) for face in (2, ended))
    assert goes_on != ends


PLAYERS = ["400,AEINRST,2,-", "150,DGIOP,0,-", "90,EUV,1,-"]
LARGE, SMALL = "A3CD2E4GI2LN2O3PRST2U", "E4IN2RST"  # too small for 4 tiles each of three players


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("bag", [LARGE, SMALL])
@pytest.mark.parametrize("face", [2, 3, 4, 5, None])
def test_luck_of_the_die_is_value_of_the_face_less_the_mean(
    enable: Lexicon, players: int, bag: str, face: int | None
) -> None:
    text = f"bw1 choose 12 {players} {players} {bag} {'/'.join(PLAYERS[:players])}"
    state, value = parse_position(text, TILES), open_evaluator(enable, players)
    lucks = luck(enable, text, Choose(3) if face is None else Roll(face))
    for seat, (money, hand, _) in enumerate(state.players):
        by_draw = value.values_by_draw(PlayerView(hand, state.bag, money))
        heads = dict(enumerate(by_draw, 2))
        for number in heads:
            if number * players > len(state.bag):
                heads[number] = best_revenue(enable, hand)  # the best sale in the last round
        choice = max(heads.values())
        if seat != state.leader:  # another leader names the number
            choice = sum(heads[number] * value.mix[number - 2] for number in heads) / sum(value.mix)
        worth = {each: choice if each is None else heads[each] for each in TILES.die}
        expected = worth[face] - mean(worth[each] for each in TILES.die)
        assert lucks[seat] / 256 == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_luck_of_a_draw_is_its_value_less_the_mean_of_alternatives(
    enable: Lexicon, players: int
) -> None:
    text = f"bw1 choose 12 {players} {players} {LARGE} {'/'.join(PLAYERS[:players])}"
    state, value = parse_position(text, TILES), rough(open_evaluator(enable, players))
    drawn = ["AE", "LT", "OO"][:players]  # starting with the leader, in the last seat
    events: list[Event] = [Roll(2), *map(Draw, drawn)]
    die, both = luck(enable, text, *events[:1]), luck(enable, text, *events)
    others = [*islice(sample_draws(state.bag, 2 * players, "luck", 1, state.round), SAMPLES)]
    for seat, (money, hand, _) in enumerate(state.players):
        at = 2 * ((seat - state.leader) % players)
        draws = [draw[at:] + draw[:at] for draw in ("".join(drawn), *others)]
        view = PlayerView(hand, state.bag, money, seat == (state.leader + 1) % players)
        came, *could = value.after_draws(view, draws)
        assert (both[seat] - die[seat]) / 256 == pytest.approx(came - mean(could), abs=0.02)
