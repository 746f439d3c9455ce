"""What is typed in games at the terminal."""

from __future__ import annotations

from bwtools.cli.terminal.new_game import computer_players
from bwtools.game.state import Buy, Choose, Discard, Event, Sell
from bwtools.lexicon.lexicon import Lexicon
from bwtools.players.game_loop import decide
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.game_record import Game, Header
from bwtools.tiles.tile_set import load_tiles

CLASSIC = load_tiles()
HALF = CLASSIC._replace(  # for short games
    name="half", counts={letter: (count + 1) // 2 for letter, count in CLASSIC.counts.items()}
)


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def answers(header: Header, lexicon: Lexicon) -> list[str]:
    """Return the lines of a whole game in which every person plays as club does."""
    seats = computer_players(header.seats, header.seed, lexicon)
    club = Computer("club", open_player("club", lexicon))
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
                lines += _typed(event, len(state.player.hand.letters))
        game = game.after(event)
    return lines


def _typed(event: Event, held: int) -> list[str]:
    match event:
        case Sell(plays):
            # A player without letters is not asked again.
            done = held == sum(len(play.letters) for play in plays)
            return [" ".join(map(str, plays)), *([] if done else [""])] if plays else [""]
        case Buy(yes):
            return ["y" if yes else "n"]
        case Choose(number):
            return [str(number)]
        case Discard(letters):
            return [letters]
    raise AssertionError(f"nobody types {event}")
