"""What is typed in games at the terminal."""

from __future__ import annotations

from bwtools.cli.terminal.new_game import computer_players
from bwtools.game.state import Buy, Choose, Discard, Event, Sell, State
from bwtools.game.variants.auction import Bid
from bwtools.game.variants.crossword import Lay
from bwtools.game.variants.draft import Pick
from bwtools.game.variants.trade import Answer, Done, Offer
from bwtools.lexicon.lexicon import Lexicon
from bwtools.players.game_loop import decide
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.game_record import Game, Header
from bwtools.tiles.tile_set import load_tiles

CLASSIC = load_tiles()
HALF, FIFTH = (  # for short games
    CLASSIC._replace(
        name=name,
        counts={letter: -(-count // part) for letter, count in CLASSIC.counts.items()},
    )
    for name, part in (("half", 2), ("fifth", 5))
)


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def answers(header: Header, lexicon: Lexicon) -> list[str]:
    """Return the lines of a whole game in which every person plays as club does."""
    seats = computer_players(header.seats, header.seed, lexicon, header.variants)
    club = Computer("club", open_player("club", lexicon, variants=header.variants))
    game = Game.start(header)
    lines = []
    while game.state.phase != "over":
        state = game.state
        assert game.deal is not None
        event: Event | None = game.deal.event(state)
        if event is None and state.turn not in seats:
            event = game.rules.forced(state)
        if event is None:
            event = decide(game.rules, lexicon, state, seats.get(state.turn, club))
            if state.turn not in seats:
                lines += _typed(event, state, [seat.name for seat in header.seats])
        game = game.after(event)
    return lines


def _typed(event: Event, state: State, names: list[str]) -> list[str]:
    match event:
        case Bid(dollars):
            return [str(dollars or "")]
        case Pick(letter):
            return [letter]
        case Offer(to, give, want):
            return [f"{names[to]} {give} for {want}"]
        case Lay(placement):
            return [str(placement or "")]
        case Answer(yes):
            return ["y" if yes else "n"]
        case Done():
            return [""]
        case Sell(plays):
            # A player who cannot sell another word is not asked again.
            left = state.player.hand.after(*plays)
            done = not left.letters or len(str(left)) < 2
            return [" ".join(map(str, plays)), *([] if done else [""])] if plays else [""]
        case Buy(yes):
            return ["y" if yes else "n"]
        case Choose(number):
            return [str(number)]
        case Discard(letters):
            return [letters]
    raise AssertionError(f"nobody types {event}")
