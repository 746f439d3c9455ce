"""Words offered for sale on one line: whether they may be sold, and how they are laid best."""

from __future__ import annotations

from collections import Counter

from .errors import IllegalError
from .lexicon import Lexicon
from .tiles import Hand, Play, parse_play, price, quote


def read_offer(text: str, hand: Hand, lexicon: Lexicon) -> tuple[Play, ...]:
    """The plays of words, with spaces or commas between, that bring the most from a hand.

    A wild that is written, as in `RETiNAS`, is laid as written; where others are needed, they go
    where they cost least over all the words. Raises InvalidError: a word cannot be read;
    IllegalError: one is not in the dictionary, or the tiles are not held, saying which.
    """
    plays = [parse_play(word) for word in text.replace(",", " ").split()]
    for play in plays:
        if len(play.word) < 2:
            raise IllegalError(f"{play} is too short: a word has two letters or more")
        if play.word not in lexicon:
            raise IllegalError(
                f"{quote(str(play))[1:-1]} is not in the dictionary {quote(lexicon.name)[1:-1]}"
            )
        _check_held(play, hand)
    needed = Counter("".join(play.letters for play in plays))
    short = "".join(sorted((needed - Counter(hand.letters)).elements()))
    wilds = hand.wilds - sum(play.wild is not None for play in plays)
    best = _lay(plays, short, lexicon) if len(short) <= wilds else None
    if best is None:
        missing = quote(", ".join(short) or "a wild")[1:-1]
        raise IllegalError(
            f"for all of these together you do not hold the tiles: {missing} "
            f"(wilds that you hold: {hand.wilds})"
        )
    return tuple(best)


def _check_held(play: Play, hand: Hand) -> None:
    """Raises IllegalError: the hand cannot lay the word, even if it lays no other."""
    missing = sorted((Counter(play.letters) - Counter(hand.letters)).elements())
    wilds = len(missing) + (play.wild is not None)
    if play.wild is not None and not hand.wilds:
        raise IllegalError(f"for {play} you do not hold the tiles: a wild")
    if wilds == 2 and missing and hand.wilds:
        raise IllegalError(
            f"for {play} two wilds needed, one allowed: you do not hold {', '.join(missing)}"
        )
    if missing and (wilds > 1 or not hand.wilds):
        raise IllegalError(f"for {play} you do not hold the tiles: {', '.join(missing)}")


def _lay(plays: list[Play], short: str, lexicon: Lexicon) -> list[Play] | None:
    """The plays with a wild for each letter that is short, in words of their own; None: none do."""
    if not short:
        return plays
    letter, rest = short[0], short[1:]
    best: list[Play] | None = None
    for at, play in enumerate(plays):
        if play.wild is None and letter in play.word and play not in plays[:at]:
            wild = Play(play.word, play.word.rindex(letter))
            way = _lay([*plays[:at], wild, *plays[at + 1 :]], rest, lexicon)
            if way and (best is None or _revenue(way, lexicon) > _revenue(best, lexicon)):
                best = way
    return best


def _revenue(plays: list[Play], lexicon: Lexicon) -> int:
    return sum(price(play.pips(lexicon.tiles)) for play in plays)
