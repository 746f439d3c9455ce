"""Saved reviews: written beside a game, read again, and ignored when they are outdated."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playing import HALF

from bwtools.analysis import saved_reviews
from bwtools.analysis.review import Review, review
from bwtools.analysis.saved_reviews import (
    DECISIONS,
    delete_review,
    load_review,
    review_path,
    save_review,
    saved_losses,
)
from bwtools.game.deal import Deal
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.game_folder import games_dir
from bwtools.records.game_record import Accept, Game, Header, Seat
from bwtools.records.game_summary import game_digest

FEW = 12  # samples: two for each face of the die


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return open_lexicon("enable", HALF)


@pytest.fixture(scope="module")
def made(lexicon: Lexicon) -> Review:
    """Return the review of the first rounds of a game with two players."""
    seats = Seat("you", "person"), Seat("club", "club")
    game = Game.start(Header(HALF, seats, "enable", lexicon.sha256(), seed=5))
    players = [Computer(name, open_player(name, lexicon)) for name in ("casual", "club")]
    for event, _ in play_game(game.rules, lexicon, Deal(HALF, 5), players, game.state):
        if game.state.round > 4:
            break
        game = game.after(event)
    return review(game, lexicon, FEW)


@pytest.fixture
def path(own_home: Path) -> Path:
    del own_home
    return games_dir() / "one.jsonl"


def test_a_saved_review_is_read_again(path: Path, made: Review, lexicon: Lexicon) -> None:
    assert load_review(path, made.game, lexicon) is None
    save_review(path, made, lexicon)
    assert load_review(path, made.game, lexicon) == made
    assert review_path(path) == path.with_suffix(".review")


def test_the_losses_are_read_without_the_game(path: Path, made: Review, lexicon: Lexicon) -> None:
    save_review(path, made, lexicon)
    digest = game_digest(made.game)
    found = saved_losses(path, digest, 2)
    assert found
    for seat, losses in enumerate(found):
        own = [each for each in made.decisions if each.seat == seat]
        assert losses.total == pytest.approx(sum(each.lost for each in own))
        for decision in DECISIONS:
            same = [each for each in own if each.decision == decision]
            assert losses.lost[decision] == sum(each.lost for each in same)
            assert losses.graded[decision] == len(same)
            assert losses.best[decision] == sum(each.grade == "best" for each in same)
    assert saved_losses(path, digest, 1) is None
    assert saved_losses(path, "another", 2) is None


def test_a_review_of_something_else_is_ignored(
    path: Path, made: Review, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_review(path, made, lexicon)
    game = made.game
    assert load_review(path, game, lexicon, samples=100) is None
    assert load_review(path, game, lexicon, seed=1) is None
    assert load_review(path, game, lexicon.with_words(["ZORF"])) is None
    assert load_review(path, game.after(Accept("ZORF")), lexicon) is None
    shorter = game._replace(states=game.states[:-1], events=game.events[:-1])
    assert load_review(path, shorter, lexicon) is None
    for name, value in (("_VERSION", "0"), ("weights_checksum", lambda _: "0")):
        with monkeypatch.context() as patch:
            patch.setattr(saved_reviews, name, value)
            assert load_review(path, game, lexicon) is None
            assert saved_losses(path, game_digest(game), 2) is None
    assert load_review(path, game, lexicon) == made


def test_a_damaged_review_is_ignored(path: Path, made: Review, lexicon: Lexicon) -> None:
    save_review(path, made, lexicon)
    file = review_path(path)
    whole = file.read_bytes()
    head, decisions, breakdowns = whole.splitlines(keepends=True)
    empty, wrong = b"{}\n", decisions.replace(b'"sell"', b'"sold"', 1)
    damaged = [b"", b"\x00" * 99, whole[:-30], head + decisions, empty * 3, head + empty + empty]
    damaged += [head + wrong + breakdowns, head + b'{"decisions":[[1]]}\n' + breakdowns]
    for data in damaged:
        file.write_bytes(data)
        assert load_review(path, made.game, lexicon) is None
    for data in (b"", b"[]\n", empty, b'{"key":1}\n'):
        file.write_bytes(data)
        assert saved_losses(path, game_digest(made.game), 2) is None
    save_review(path, made, lexicon)
    assert load_review(path, made.game, lexicon) == made


def test_a_rough_review_is_not_saved(path: Path, made: Review, lexicon: Lexicon) -> None:
    save_review(path, made, lexicon, FEW)
    assert not review_path(path).exists()


def test_a_review_of_another_record_is_in_the_cache(
    own_home: Path, tmp_path: Path, made: Review, lexicon: Lexicon
) -> None:
    path = tmp_path / "game.jsonl"
    save_review(path, made, lexicon)
    assert review_path(path).parent == own_home / "cache" / "reviews"
    assert load_review(path, made.game, lexicon) == made
    assert load_review(tmp_path / "other.jsonl", made.game, lexicon) is None


def test_a_link_to_the_games_leads_to_the_same_review(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.touch()
    folder, file = tmp_path / "folder", tmp_path / "file.jsonl"
    folder.symlink_to(path.parent)
    file.symlink_to(path)
    assert {review_path(folder / path.name), review_path(file)} == {review_path(path)}


def test_without_a_folder_to_write_to_nothing_is_saved(
    path: Path, made: Review, lexicon: Lexicon
) -> None:
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    path.parent.write_bytes(b"")  # a file in place of the folder
    save_review(path, made, lexicon)
    assert load_review(path, made.game, lexicon) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_in_place_of_a_review_is_ignored(path: Path, made: Review, lexicon: Lexicon) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(review_path(path))
    assert load_review(path, made.game, lexicon) is None
    assert saved_losses(path, game_digest(made.game), 2) is None


def test_a_review_is_deleted(path: Path, made: Review, lexicon: Lexicon) -> None:
    save_review(path, made, lexicon)
    delete_review(path)
    delete_review(path)
    assert not review_path(path).exists()
