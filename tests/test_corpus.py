"""Tests of hostile inputs in the corpus, which the fuzzer found."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hostile import CHECKS, Input, check, clean_up, corpus, watched


@pytest.fixture(scope="module", autouse=True)
def limits(home: object) -> Iterator[None]:
    """Enforce the time limit of checks, and delete their files."""
    del home
    with watched(), pytest.MonkeyPatch.context() as patch:
        for variable in ("BW_HOME", "BW_DICTIONARY"):
            patch.setenv(variable, "")  # so that they are restored
        patch.chdir(".")  # to restore it too
        yield
    clean_up()


@pytest.mark.parametrize(
    ("name", "given"), [(name, given) for name in CHECKS for given in corpus(name)]
)
def test_inputs_of_the_corpus_violate_no_property(name: str, given: Input) -> None:
    assert check(name, given)


def test_long_text_of_short_words_is_searched_in_time() -> None:
    assert check("commands", ("ab " * 533_000, "", "scan")) == "fine"


def test_equities_of_many_sales_are_listed_in_time() -> None:
    command = "sell aeinrstqu.. --by equity --top 600 --samples 12 -d everyday"
    assert check("commands", ("", "", *command.split())) == "fine"


def test_record_of_many_events_is_replayed_in_time() -> None:
    begun = next(given for (given,) in corpus("reviews") if '"sell":[]' in given)
    header, *events = begun.splitlines(keepends=True)
    before = events[: next(at for at, event in enumerate(events) if '"sell":' in event)]
    many = ['{"player": 1, "sell": [], "more": true}\n'] * 20_000
    assert check("records", ("".join([header, *before, *many]),)) == "fine"


@pytest.mark.parametrize("letters", ["A" * 10_000, "QZ" * 5_000])
def test_error_in_a_record_is_short_for_any_length_of_its_text(letters: str) -> None:
    begun = next(given for (given,) in corpus("reviews") if '"sell":[]' in given)
    header, *events = begun.splitlines(keepends=True)
    for at, event in enumerate(events):
        for name, value in (("draw", letters), ("discard", letters), ("sell", [letters])):
            if f'"{name}":' in event:
                changed = {"player": json.loads(event)["player"], name: value}
                text = "".join([header, *events[:at], json.dumps(changed), "\n"])
                assert check("records", (text,)) != "fine"  # which checks its length
