"""A deal: a shuffled bag and the rolls of the die, both from a seed."""

from __future__ import annotations

from collections import Counter

import pytest
from random_play import steps

from bwtools.errors import InvalidError
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell
from bwtools.tiles.tile_set import load_tiles

TILES = load_tiles()
RULES = Rules(TILES)


# A deal.


@pytest.mark.parametrize("players", [1, 4])
def test_a_deal_is_a_shuffled_bag_drawn_from_the_front(players: int) -> None:
    order = Deal(TILES, 1).order
    assert Counter(order) == TILES.counts
    at_ = 0
    for _, event, _ in steps(RULES, players, 1):
        if isinstance(event, Draw):
            end = at_ + len(event.letters)
            assert event.letters == "".join(sorted(order[at_:end]))
            at_ = end
    assert at_ > 100 - 4 * 5


def test_a_deal_is_the_same_on_every_machine() -> None:
    deal = Deal(TILES, 1)
    assert deal.order.startswith("CAVTOZAIAHICMYFLUWCP")
    assert deal.faces[:10] == (4, 5, 5, 5, 4, 2, 3, 3, 5, None)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("choice", [2, 5])
def test_the_rolls_do_not_depend_on_the_players_decisions(players: int, choice: int) -> None:
    deal, state, faces = Deal(TILES, 5), RULES.start(players), []
    passes: dict[str, Event] = {
        "choose": Choose(choice),
        "buy": Buy(False),
        "sell": Sell(),
        "discard": Discard(),
    }
    while state.phase != "over":
        event = deal.event(state) or passes[state.phase]
        if isinstance(event, Roll | Choose):
            faces.append(event.number if isinstance(event, Roll) else None)
        state = RULES.step(state, event)
    assert tuple(faces) == deal.faces[: state.round]


def test_seeds_give_different_deals() -> None:
    deals = [Deal(TILES, seed) for seed in range(20)]
    assert len({deal.order for deal in deals}) == len({deal.faces for deal in deals}) == 20


def test_faces_and_tiles_are_distributed_uniformly() -> None:
    deals = [Deal(TILES, seed) for seed in range(600)]
    faces = Counter(deal.faces[0] for deal in deals)
    assert all(70 <= faces[face] <= 130 for face in (2, 3, 4, 5))
    assert 160 <= faces[None] <= 240
    assert 35 <= sum(deal.order[0] == "E" for deal in deals) <= 90  # 61 expected
    assert 35 <= sum(deal.order[-1] == "E" for deal in deals) <= 90


def test_a_negative_seed_is_rejected() -> None:
    with pytest.raises(InvalidError, match="must be 0 or more, not -1"):
        Deal(TILES, -1)


def test_a_state_does_not_show_the_order_of_the_bag() -> None:
    for state, _, _ in steps(RULES, 2, 3):
        assert state.bag == "".join(sorted(state.bag))
        assert all(player.drawn == "".join(sorted(player.drawn)) for player in state.players)
