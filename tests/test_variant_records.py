"""Records of games with variants."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from shell import bw
from variant_games import (
    ANIMALS,
    NOTHING,
    TOGETHER,
    goods,
    header,
    random_event,
)

from bwtools.errors import InvalidError
from bwtools.game.state import Choose, Event
from bwtools.game.variants.auction import Bid
from bwtools.game.variants.trade import Answer, Done, Offer
from bwtools.records.game_record import Game, Header
from bwtools.records.record_file import create_game, game_record, read_game
from bwtools.storage.jsonlines import parse_line


@pytest.mark.parametrize("names", [*TOGETHER, ("auction", "trade", "theme")])
def test_a_record_replays_to_the_same_state_at_every_event(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    head, random = header(*names, players=3), Random(1)
    game = Game.start(head)
    assert game.deal is not None
    with create_game(tmp_path / "game.jsonl", head) as writer:
        for _ in range(150):
            event = game.deal.event(game.state) or random_event(game.rules, game.state, random)
            game = game.after(event)
            writer.add(event)
            assert writer.game.state == game.state
    read = read_game(tmp_path / "game.jsonl")
    assert (read.states, read.events, read.header) == (game.states, game.events, head)


def test_a_record_without_variants_does_not_mention_them() -> None:
    line = json.loads(game_record(header(), []))
    assert line["variants"] == []
    assert "theme" not in line


def test_the_words_of_a_theme_are_in_the_record() -> None:
    line = json.loads(game_record(header("theme"), []))
    assert line["theme"] == {"name": "animals", "words": list(ANIMALS.words)}


@pytest.mark.parametrize("head", [header()._replace(variants=("theme",)), header()])
def test_a_theme_needs_words_and_words_need_a_theme(head: Header) -> None:
    theme = None if head.variants else ANIMALS
    with pytest.raises(InvalidError, match="the variant theme needs a list of words"):
        Game.start(head._replace(theme=theme))


def test_events_of_variants_are_written_as_documented(tmp_path: Path) -> None:
    events: list[Event] = [
        *(Bid(5), Bid(0), Bid(0), Bid(0)),
        *(Offer(1, goods(".", 1), goods()), Answer(False), Done()),
    ]
    with create_game(tmp_path / "a.jsonl", header("auction", "trade")) as writer:
        game = writer.game
        assert game.deal is not None
        while (state := writer.game.state).phase == "choose":
            writer.add(game.deal.event(state) or Choose(2))
        for event in events:
            writer.add(event)
    lines = [parse_line(line) for line in (tmp_path / "a.jsonl").read_bytes().splitlines()]
    offer = {"to": 2, "give": {"tiles": "?", "money": 1}, "want": NOTHING}
    assert lines[-7:] == [
        {"player": 1, "bid": 5},
        {"player": 2, "bid": 0},
        {"player": 2, "bid": 0},
        {"player": 1, "bid": 0},
        {"player": 1, "offer": offer},
        {"player": 2, "answer": False},
        {"player": 1, "done": True},
    ]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"bid": -1}, "a bid cannot be '-1'"),
        ({"bid": True}, "a bid cannot be 'True'"),
        ({"bid": "5"}, "a bid cannot be"),
        ({"pick": "A"}, "is not an event of this game"),
        ({"offer": 3}, "an offer cannot be '3'"),
        ({"offer": {"to": 2}}, "an offer cannot be"),
        ({"offer": {"to": "2", "give": NOTHING, "want": NOTHING}}, "an offer cannot be"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "tiles": 1}}}, "an offer cannot"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "money": 1.5}}}, "an offer cann"),
        ({"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "money": -1}}}, "an offer canno"),
        (
            {"offer": {"to": 2, "give": NOTHING, "want": {**NOTHING, "tiles": "q"}}},
            "cannot come at",
        ),
        ({"answer": 1}, "an answer cannot be '1'"),
        ({"done": False}, "done cannot be 'False'"),
    ],
)
def test_a_damaged_event_of_a_variant_is_reported_with_its_line(
    bad: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    create_game(path, header("auction", "trade")).close()
    with path.open("a") as file:
        file.write(json.dumps({"player": 1, **bad}) + "\n")
    with pytest.raises(InvalidError, match=f"line 2: .*{reason}"):
        read_game(path)


@pytest.mark.parametrize("pick", ["", "AB", "a", "?", 1])
def test_a_damaged_pick_is_reported_with_its_line(pick: str | int, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    create_game(path, header("draft")).close()
    with path.open("a") as file:
        file.write(json.dumps({"player": 1, "pick": pick}) + "\n")
    with pytest.raises(InvalidError, match=r"line 2: .*a picked tile cannot be"):
        read_game(path)


@pytest.mark.parametrize("names", TOGETHER)
def test_in_a_replay_the_money_adds_up(names: tuple[str, ...], tmp_path: Path) -> None:
    path, random, head = tmp_path / "game.jsonl", Random(4), header(*names, players=3)
    game = Game.start(head)
    assert game.deal is not None
    while game.state.phase != "over":
        event = game.deal.event(game.state) or random_event(game.rules, game.state, random)
        game = game.after(event)
    path.write_bytes(game_record(head, game.events))
    rows = bw("replay", str(path), "-f", "jsonl").rows
    for seat, player in zip(head.seats, game.state.players, strict=True):
        own = [row for row in rows if row["player"] == seat.name]
        assert 200 + sum(row["amount"] for row in own) == player.money == own[-1]["money"]
