"""Computer players: the protocol, plug-ins, and how the built-in players play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from bwtools.errors import IllegalError, InvalidError
from bwtools.game.deal import Deal
from bwtools.game.position import parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Discard, Event, Sell, State
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
from bwtools.players.game_loop import decide, play_game
from bwtools.players.registry import BUILT_IN, open_player, player_names
from bwtools.players.strategy import Computer
from bwtools.tiles.hand import Play
from bwtools.tiles.tile_set import TileSet, build_tiles, load_tiles

TILES = load_tiles()
RULES = Rules(TILES)
WORDS = lexicon_from_words(["CAT", "CATS", "TEA"], TILES, "pets")
THUMB = ("novice", "casual", "club")
AT_TABLE = (*THUMB, "master")
CHOOSE = "bw1 choose 1 1 1 A8 200,-,8,-"
BUY = "bw1 buy 5 1 1 A6 20,-,8,QZ"
SELL = "bw1 sell 5 1 1 A6 20,ACSTT,1,-"
DISCARD = "bw1 discard 5 1 1 A6 20,EEEEEEEEE,1,-"


@pytest.fixture(scope="module", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BW_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="module")
def enable(_home: None) -> Lexicon:
    return open_lexicon("enable", TILES)


@pytest.fixture(scope="module")
def seats(enable: Lexicon) -> dict[str, Computer]:
    return {name: Computer(name, open_player(name, enable)) for name in AT_TABLE}


def play(lexicon: Lexicon, seats: list[Computer], seed: int) -> list[tuple[Event, State]]:
    return list(play_game(Rules(lexicon.tiles), lexicon, Deal(lexicon.tiles, seed), seats))


def money(lexicon: Lexicon, seats: list[Computer], seed: int) -> list[int]:
    _, state = play(lexicon, seats, seed)[-1]
    return [player.money for player in state.players]


class Stub:
    """A player that gives the same answer to every question."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, _: State) -> Any:
        return self.answer

    buy = sell = discard = choose


def answer(position: str, given: Any) -> Event:
    state = parse_position(position, TILES)
    return decide(RULES, WORDS, state, Computer("stub", Stub(given)))


@pytest.mark.parametrize(
    ("position", "given", "message"),
    [
        (CHOOSE, 6, "the player stub broke a rule: 6 cannot be chosen"),
        (BUY, True, "the player stub broke a rule: not enough money: QZ costs $64"),
        (SELL, [Play("CATTS")], "broke a rule: 'CATTS' is not in the dictionary pets"),
        (
            SELL,
            [Play("TEA")],
            "the player stub broke a rule: TEA cannot be sold: you hold no E tile",
        ),
        (SELL, [Play._make(("CAT", 5))], "the wild in CAT does not stand for a letter"),
        (SELL, [Play("CAT", 0), Play("CAT", 0)], "cAT cannot be sold: you hold no wild"),
        (DISCARD, "", "the player stub broke a rule: discard at least "),
        (DISCARD, "X\nY", "the player stub broke a rule: XY cannot be discarded"),
    ],
)
def test_an_illegal_answer_names_the_player_and_the_rule(
    position: str, given: Any, message: str
) -> None:
    with pytest.raises(IllegalError) as caught:
        answer(position, given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("position", "given", "message"),
    [
        (CHOOSE, "3", "the method choose of the player stub returned '3': it must return a number"),
        (BUY, None, "it must return True or False"),
        (SELL, "CAT", "it must return a list of bwtools.Play"),
        (SELL, ["CAT"], "it must return a list of bwtools.Play"),
        (SELL, [Play._make((3, None))], "it must return a list of bwtools.Play"),
        (SELL, None, "the player stub failed to sell in round 5: TypeError"),
        (DISCARD, ["E"], "it must return a string of letters"),
    ],
)
def test_an_answer_of_the_wrong_type_is_rejected_with_the_right_one(
    position: str, given: Any, message: str
) -> None:
    with pytest.raises(InvalidError) as caught:
        answer(position, given)
    assert message in str(caught.value)


def test_a_player_that_fails_is_named_with_phase_and_round() -> None:
    class Broken(Stub):
        def choose(self, _: State) -> int:
            raise KeyError("die\ncast")

    state = parse_position(CHOOSE, TILES)
    with pytest.raises(InvalidError, match=r"the player broken failed to choose in round 1: KeyE"):
        decide(RULES, WORDS, state, Computer("broken", Broken(0)))


def test_a_player_without_a_method_is_named() -> None:
    state = parse_position(CHOOSE, TILES)
    with pytest.raises(InvalidError, match="the player lame has no method choose"):
        decide(RULES, WORDS, state, Computer("lame", object()))  # type: ignore[arg-type]


def test_legal_answers_become_events() -> None:
    sale = [Play("CATS"), Play("CAT", 0)]
    assert answer(BUY.replace("20,", "64,"), given=True) == Buy(yes=True)
    assert answer(SELL.replace("ACSTT", "AACSTT"), sale) == Sell(tuple(sale))
    assert answer(DISCARD, "E") == Discard("E")


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder on the path that has a package with plug-in players."""
    info = tmp_path / "own_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-players\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[bwtools.players]\ngambler = gambler:Gambler\nabsent = absent:Absent\nclub = absent:Club\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_player_of_the_documentation_plugs_in_by_name_and_plays(plugged: Path) -> None:
    page = Path(__file__).parent.parent / "docs" / "writing-a-player.md"
    text = page.read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(# gambler.py\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (plugged / "gambler.py").write_text(code)
    lexicon = lexicon_from_words(["CAT", "CATS", "TEA", "NOTE", "RAIN", "RETAINS", "GOLD"], TILES)
    seat = Computer("gambler", open_player("gambler", lexicon, seed=1))
    events = play(lexicon, [seat, seat], 3)
    assert events[-1][1].phase == "over"
    assert any(event.plays for event, _ in events if isinstance(event, Sell))


@pytest.mark.usefixtures("plugged")
def test_names_are_those_of_built_in_players_then_of_plug_ins() -> None:
    assert player_names() == [*BUILT_IN, "absent", "gambler"]


@pytest.mark.usefixtures("plugged")
def test_a_built_in_player_cannot_be_replaced(enable: Lexicon) -> None:
    assert type(open_player("club", enable)) is BUILT_IN["club"]


@pytest.mark.usefixtures("plugged")
def test_a_plug_in_that_cannot_be_loaded_is_reported() -> None:
    with pytest.raises(
        InvalidError, match="player absent cannot be loaded from absent:Absent: Mod"
    ):
        open_player("absent", WORDS)


@pytest.mark.parametrize(("name", "near"), [("Clubs", "club"), ("novize", "novice")])
def test_an_unknown_name_suggests_similar_ones(name: str, near: str) -> None:
    with pytest.raises(InvalidError, match=f"no player '{name}': do you mean {near}?"):
        open_player(name, WORDS)


def test_a_name_similar_to_none_lists_them_all() -> None:
    with pytest.raises(InvalidError, match="do you mean novice or casual or club"):
        open_player("xyz", WORDS)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_built_in_players_play_legal_games(
    enable: Lexicon, seats: dict[str, Computer], count: int
) -> None:
    around = list(seats.values()) * 2
    for seed in range(6):
        at_table = (around[seed % 3 :] + around)[:count]
        assert play(enable, at_table, seed)[-1][1].phase == "over"


def test_built_in_players_sell_only_words_of_the_dictionary() -> None:
    lexicon = lexicon_from_words(
        [word for word in open_lexicon("common", TILES) if "S" not in word], TILES
    )
    at_table = [Computer(name, open_player(name, lexicon)) for name in AT_TABLE]
    sold = {
        play.word
        for event, _ in play(lexicon, at_table, 1)
        if isinstance(event, Sell)
        for play in event.plays
    }
    assert sold
    assert all(word in lexicon for word in sold)


def edition(counts: int, pips: int) -> TileSet:
    """Return the classic tiles with multiplied counts, pips and money."""
    layout = TILES.layout()
    layout["letters"] = {
        letter: [counts * count, pips * worth]
        for letter, (count, worth) in layout["letters"].items()
    }
    layout["wild"]["pips"] *= pips
    layout["rules"]["money"] *= pips * pips
    return build_tiles(layout, "edition")


@pytest.fixture(scope="module")
def editions() -> list[Lexicon]:
    """Return a small dictionary with the classic tiles, and with twice their pips."""
    words = list(open_lexicon("everyday"))
    return [lexicon_from_words(words, edition(1, pips)) for pips in (1, 2)]


@pytest.mark.parametrize("name", THUMB)
def test_rule_players_play_the_same_with_twice_the_pips(name: str, editions: list[Lexicon]) -> None:
    games = [play(own, [Computer(name, open_player(name, own))], 5) for own in editions]
    assert [event for event, _ in games[0]] == [event for event, _ in games[1]]


def test_built_in_players_play_with_216_tiles() -> None:
    lexicon = open_lexicon("everyday", edition(2, 1))
    at_table = [Computer(name, open_player(name, lexicon)) for name in AT_TABLE]
    state = play(lexicon, at_table, 5)[-1][1]
    assert state.round > 15
    assert min(player.money for player in state.players) > 200


# Alone, with ENABLE: the money at the end of the deals 1, 2 and 3.
@pytest.mark.parametrize(
    ("name", "results"),
    [("novice", [553, 522, 519]), ("casual", [627, 892, 749]), ("club", [1299, 1136, 1163])],
)
def test_results_of_deals_do_not_change(
    enable: Lexicon, seats: dict[str, Computer], name: str, results: list[int]
) -> None:
    assert [money(enable, [seats[name]], deal)[0] for deal in (1, 2, 3)] == results


def test_players_are_names_strategies_or_computers(enable: Lexicon) -> None:
    strategy = open_player("novice", enable, seed=0)
    games = [
        list(play_game(RULES, enable, Deal(TILES, 5), [player]))
        for player in ("novice", strategy, Computer("any", strategy))
    ]
    assert games[0] == games[1] == games[2]


def test_a_strategy_without_a_name_is_named_by_its_class() -> None:
    with pytest.raises(InvalidError, match="player Stub returned 'None'"):
        list(play_game(RULES, WORDS, Deal(TILES, 5), [Stub(None)]))


def test_a_seed_decides_what_a_novice_overlooks(enable: Lexicon) -> None:
    one, same, other = (
        Computer("novice", open_player("novice", enable, seed)) for seed in (1, 1, 2)
    )
    assert play(enable, [one], 8) == play(enable, [same], 8)
    assert play(enable, [one], 8) != play(enable, [other], 8)


def test_a_game_resumed_at_any_state_ends_the_same(
    enable: Lexicon, seats: dict[str, Computer]
) -> None:
    at_table = list(seats.values())
    whole = play(enable, at_table, 4)
    _, middle = whole[len(whole) // 2]
    rest = play_game(RULES, enable, Deal(TILES, 4), at_table, middle)
    assert list(rest) == whole[len(whole) // 2 + 1 :]


def test_stronger_players_earn_more_alone(enable: Lexicon, seats: dict[str, Computer]) -> None:
    novice, casual, club, master = (
        mean(money(enable, [seat], deal)[0] for deal in range(12 if name in THUMB else 5))
        for name, seat in seats.items()
    )
    assert 400 < novice < 700
    assert 700 < casual < 900
    assert 1000 < club < 1300
    assert 1450 < master < 1750


def test_stronger_players_win_against_others(enable: Lexicon, seats: dict[str, Computer]) -> None:
    novice, casual, club, master = seats.values()
    for weak, strong in ((novice, casual), (casual, club), (club, master)):
        won = 0
        for deal in range(12):
            turned = deal % 2
            at_table = [weak, strong] if turned else [strong, weak]
            dollars = money(enable, at_table, deal)
            won += dollars[turned] > dollars[1 - turned]
        assert won >= 9
