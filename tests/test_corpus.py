"""Inputs that nobody meant: what holds of any of them holds of those that the fuzz run found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hostile import CHECKS, Input, check, clean_up, corpus, watched


@pytest.fixture(scope="module", autouse=True)
def limits(home: object) -> Iterator[None]:
    """Lets a check end after its time, and deletes what the checks leave."""
    del home
    with watched(), pytest.MonkeyPatch.context() as patch:
        for variable in ("BW_HOME", "BW_DICTIONARY"):
            patch.setenv(variable, "")  # so that they are put back
        patch.chdir(".")  # likewise
        yield
    clean_up()


@pytest.mark.parametrize(
    ("name", "given"), [(name, given) for name in CHECKS for given in corpus(name)]
)
def test_an_input_of_the_corpus_breaks_no_promise(name: str, given: Input) -> None:
    assert check(name, given)
