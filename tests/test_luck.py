"""The luck of die and draws: what came against what could have come."""

from __future__ import annotations

import pytest

from bwtools.game import Choose, Draw, Event, Roll, Rules, State
from bwtools.lexicon import Lexicon
from bwtools.luck import luck_of
from bwtools.position import parse_position
from bwtools.tiles import load_tiles
from bwtools.value import valuer

TILES = load_tiles()
RULES = Rules(TILES)


def luck(lexicon: Lexicon, text: str, *events: Event) -> list[int]:
    """The luck of the seats in what happens after a position."""
    states: list[State] = [parse_position(text, TILES)]
    for event in events:
        states.append(RULES.step(states[-1], event))
    return luck_of(valuer(lexicon), states, events, 1)


ALONE = "bw1 choose 12 1 1 {} 400,AEINRST,2,-"


def test_the_luck_of_the_die_comes_to_nothing_over_its_faces(enable: Lexicon) -> None:
    text = ALONE.format("A3CD2E4GI2LN2O3PRST2U")
    lucks = [luck(enable, text, Roll(number))[0] for number in (2, 3, 4, 5)]
    chosen = luck(enable, text, Choose(2))[0]
    assert len({*lucks, chosen}) > 2
    assert abs(sum(lucks) + 2 * chosen) <= 3  # of 1/256 dollar: each is rounded


def test_what_a_leader_chooses_is_no_luck(enable: Lexicon) -> None:
    text = ALONE.format("A3CD2E4GI2LN2O3PRST2U")
    assert luck(enable, text, Choose(2)) == luck(enable, text, Choose(5))


def test_a_draw_that_can_only_be_one_is_no_luck(enable: Lexicon) -> None:
    text = ALONE.format("E5")
    assert luck(enable, text, Roll(3), Draw("EEE")) == luck(enable, text, Roll(3))


@pytest.mark.parametrize("ended", [4, 5])
def test_the_die_that_ends_the_game_is_luck_too(enable: Lexicon, ended: int) -> None:
    goes_on, ends = (luck(enable, ALONE.format("E2S"), Roll(face)) for face in (2, ended))
    assert goes_on != ends
