"""Check that reviews add up: how far start + dice + draws - lost is from the results of games.

    python scripts/check_review.py [--players A,B,...] [--games N] [--seed S] [--samples N]

Each computer player plays alone. The residual of a game must be within two standard errors in about
95 of 100 games, and its mean must be near 0: otherwise the mean says by how much V underestimates
or overestimates the result at the start.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import mean, stdev

from bwtools.analysis.review import SAMPLES, ResultBreakdown, review
from bwtools.game.deal import Deal
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.game_record import Game, Header, Seat


def reviewed(lexicon: Lexicon, player: str, seed: int, samples: int) -> ResultBreakdown:
    """Return the breakdown of the result of a solo game."""
    header = Header(lexicon.tiles, (Seat(player, player),), "enable", lexicon.sha256(), seed)
    game = Game.start(header)
    seats = [Computer(player, open_player(player, lexicon))]
    for event, _ in play_game(game.rules, lexicon, Deal(lexicon.tiles, seed), seats, game.state):
        game = game.after(event)
    return review(game, lexicon, samples).breakdowns[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", default="master,club,novice")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    args = parser.parse_args()
    lexicon = open_lexicon()
    print("player      result     lost     rest   stderr   spread   told   within 2")
    for player in args.players.split(","):
        seeds = range(args.seed, args.seed + args.games)
        splits = [reviewed(lexicon, player, seed, args.samples) for seed in seeds]
        rests = [split.residual for split in splits]
        print(
            f"{player:10}{mean(split.result for split in splits):8.1f} "
            f"{mean(split.lost for split in splits):8.1f} {mean(rests):8.1f} "
            f"{stdev(rests) / sqrt(len(rests)):8.1f} {stdev(rests):8.1f} "
            f"{mean(split.stderr for split in splits):6.1f} "
            f"{mean(abs(split.residual) < 2 * split.stderr for split in splits):9.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
