"""The library: one import, lazy names, text accepted for hands and positions, documented."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import bwtools
from bwtools import Advice, Hand, Lexicon, Play, advise
from bwtools.advice.advise import Option
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Sell
from bwtools.lexicon.lexicon import lexicon_from_words
from bwtools.players.game_loop import play_game
from bwtools.records.game_record import Header, Seat
from bwtools.records.record_file import game_record

BUY = "bw1 buy 25 1 1 AEI 150,AERST,1,GIN"
WANTED = (
    *("open_lexicon", "parse_hand", "best_sales", "plays", "price", "advise", "parse_position"),
    *("format_position", "Rules", "Deal", "State", "open_player", "play_game", "read_game"),
    *("review", "Hand", "Play", "TileSet", "Lexicon", "Outcome", "Sale", "BwError", "InvalidError"),
    *("IllegalError", "words", "load_tiles", "lexicon_from_words", "parse_play", "lay_best"),
)


@pytest.fixture
def recorded(enable: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the record of a game in the current folder, as the examples use it."""
    monkeypatch.chdir(tmp_path)
    header = Header(enable.tiles, (Seat("novice", "novice"),), "enable", enable.sha256(), seed=3)
    game = play_game(Rules(enable.tiles), enable, Deal(enable.tiles, 3), ["novice"])
    path = tmp_path / "game.jsonl"
    path.write_bytes(game_record(header, [event for event, _ in game]))
    return path


# The names


def test_one_import_gives_the_everyday_names() -> None:
    assert set(WANTED) <= set(bwtools.__all__)
    assert list(bwtools.__all__) == sorted(
        bwtools.__all__, key=lambda name: (name.lower() == name, name)
    )
    for name in bwtools.__all__:
        assert inspect.isfunction(getattr(bwtools, name)) or inspect.isclass(getattr(bwtools, name))


def test_no_name_is_also_a_module_of_the_package() -> None:
    folder = Path(bwtools.__file__).parent
    modules = {path.stem for path in folder.iterdir()}
    assert not modules & set(bwtools.__all__)


def loaded(code: str) -> set[str]:
    """Return the modules of bwtools that are loaded in a new process after some code."""
    code += "\nimport sys; print(*(name for name in sys.modules if name.startswith('bwtools.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_library_loads_no_module_of_it() -> None:
    assert loaded("import bwtools") == set()
    assert loaded("import bwtools; bwtools.__version__") == {"bwtools._version"}


def test_using_a_name_loads_only_what_it_needs() -> None:
    modules = loaded("import bwtools; bwtools.parse_hand")
    assert "bwtools.tiles.hand" in modules
    assert not any(name.startswith(("bwtools.lexicon", "bwtools.sales")) for name in modules)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'bwtools' has no attribute 'bingo'"):
        bwtools.bingo  # noqa: B018


# Documentation


@pytest.mark.parametrize("name", bwtools.__all__)
def test_every_name_has_a_docstring_with_an_example_that_runs(name: str, recorded: Path) -> None:
    assert recorded.exists()
    found = getattr(bwtools, name)
    assert found.__doc__
    (test,) = doctest.DocTestFinder(recurse=False).find(found, name, globs={})
    assert test.examples or issubclass(found, Exception)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(bwtools).failed == 0


# Text for hands and positions


def test_a_hand_may_be_text(enable: Lexicon) -> None:
    hand = bwtools.parse_hand("aeinrst.")
    assert bwtools.best_sales(enable, "aeinrst.") == bwtools.best_sales(enable, hand)
    assert list(bwtools.plays(enable, "aeinrst.")) == list(bwtools.plays(enable, hand))
    assert bwtools.words(enable, "aeinrst.") == bwtools.words(enable, hand)
    bag = enable.tiles.bag_without(hand.letters)
    assert bwtools.outs(enable, "aeinrst.", bag) == bwtools.outs(enable, hand, bag)


def test_text_that_is_not_a_hand_is_an_error(enable: Lexicon) -> None:
    with pytest.raises(bwtools.InvalidError, match=r"'1' \(character 2 of 'a1'\)"):
        bwtools.best_sales(enable, "a1")


def test_a_position_may_be_text(enable: Lexicon) -> None:
    state = bwtools.parse_position(BUY)
    assert bwtools.format_position(state) == BUY
    assert advise(enable, BUY) == advise(enable, state)


def test_a_file_may_be_text(recorded: Path) -> None:
    assert bwtools.read_game(str(recorded)).states == bwtools.read_game(recorded).states


def test_review_opens_the_dictionary_of_the_game(recorded: Path, enable: Lexicon) -> None:
    game = bwtools.read_game(recorded)
    assert bwtools.review(game, samples=12) == bwtools.review(game, enable, samples=12)


# Advice


def test_advice_has_the_options_best_first_and_the_verdict(enable: Lexicon) -> None:
    advice = advise(enable, BUY)
    assert [option.event for option in advice.options] == [Buy(True), Buy(False)]
    assert advice.verdict is advice.options[0]
    buying, passing = advice.options
    assert buying.value is not None
    assert passing.value is not None
    assert advice.gain == pytest.approx(buying.value - passing.value)
    assert (advice.decision, advice.basis, advice.trained_on) == ("buy", "exact", None)
    assert advice.purchase is not None
    assert advice.purchase.cost == 16


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        ("bw1 choose 12 1 1 AEIST 150,AERST,2,-", Choose),
        ("bw1 sell 12 1 1 AEIST 150,AERST,2,-", Sell),
        ("bw1 discard 12 1 1 AEIST 150,AEGINRSTU,2,-", Discard),
    ],
)
def test_every_option_is_an_event_that_the_rules_allow(
    position: str, kind: type, enable: Lexicon
) -> None:
    advice = advise(enable, position)
    for option in advice.options:
        assert isinstance(option.event, kind)
        if not isinstance(option.event, Choose):  # a seed or a table rolls the die
            Rules(enable.tiles).step(bwtools.parse_position(position), option.event)


def test_a_set_that_is_not_affordable_has_one_option(enable: Lexicon) -> None:
    advice = advise(enable, "bw1 buy 25 1 1 AEI 15,AERST,1,GIN")
    assert [option.event for option in advice.options] == [Buy(False)]
    assert advice.gain is None


def test_a_rule_of_thumb_has_no_values(enable: Lexicon) -> None:
    advice = advise(enable, BUY, bwtools.Method("rule"))
    assert advice == Advice(
        "buy", (Option(Buy(True)), Option(Buy(False))), "rule", purchase=advice.purchase
    )
    assert advice.gain is None


def test_with_nothing_to_sell_the_rule_is_to_sell_nothing() -> None:
    lexicon = lexicon_from_words(["GIN"])
    advice = advise(lexicon, "bw1 sell 12 1 1 AEIST 150,Q,0,-", bwtools.Method("rule"))
    assert [option.event for option in advice.options] == [Sell()]


# What a person sees


def test_a_lexicon_shows_its_name_and_the_number_of_words(enable: Lexicon) -> None:
    assert repr(enable) == "<Lexicon enable: 172,823 words>"


def test_an_outcome_shows_revenue_and_plays_and_counts_alternatives(enable: Lexicon) -> None:
    outcome = bwtools.best_sales(enable, "etx.", top=1)[0]
    assert str(outcome) == "$49: EXiT"
    assert repr(outcome) == "<Outcome $49: EXiT (and 4 alternatives)>"
    assert repr(outcome.sales[0]) == "<Sale EXiT $49 (and 4 alternatives)>"


def test_advice_shows_the_verdict_and_its_options_on_a_few_lines(enable: Lexicon) -> None:
    advice = advise(enable, BUY)
    assert str(advice) == "buy (exact)\n  buy: $259.83\n  pass: $208.00"
    assert repr(advice) == f"<Advice {advice}>"
    sale = advise(enable, "bw1 sell 25 1 1 AEI 150,AEGINRST,1,-")
    assert str(sale).endswith(" more")
    assert len(str(sale).splitlines()) == 7


def test_hands_and_plays_are_written_as_people_write_them() -> None:
    assert str(Hand("TEA", 2)) == "AET??"
    assert str(Play("RETINAS", 3)) == "RETiNAS"
