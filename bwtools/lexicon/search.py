"""Searching a lexicon: words from a hand, anagrams, patterns, hooks, words hidden in a text.

Words from a hand and anagrams use the letter-count index, patterns and hooks the trie, and scanning
a text an Aho-Corasick automaton.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from ..errors import InvalidError, quote
from ..tiles.hand import Hand, Play, as_hand, parse_word, upper
from ..tiles.tile_set import ALPHABET
from .letter_index import LetterIndex
from .lexicon import Lexicon


def by_price(lexicon: Lexicon, hand: Hand) -> Iterator[tuple[int, bool, list[str]]]:
    """Yield the sellable words, highest price first, as (pips, uses a wild, words).

    A word appears once, at its best price. Among equal pips, words without a wild come first, then
    fewer letters, then A to Z. The search is lazy: it does not look beyond the words consumed.
    """
    tiles = lexicon.tiles
    layers = []  # of each index: the pips lost by using a wild (None: no wild), and the words
    for index in lexicon.indexes:
        found: dict[int | None, int] = {None: index.held(hand.letters)}
        if hand.wilds:
            short = index.one_short(hand.letters, tiles.pips)
            found |= {pips - tiles.wild_pips: bits for pips, bits in short.items()}
        for lost, bits in found.items():
            layers.append((lost, index, bits.to_bytes(index.size, "little")))
    removed = lexicon.house.removed
    for pips in range(_most_pips(layers), -1, -1):
        for wild in (False, True):
            lists: dict[int, list[str]] = {}
            sources = 0
            for lost, index, packed in layers:
                span = index.spans.get(pips + (lost or 0))
                if span and (lost is not None) is wild:
                    index.collect(packed, lists, span)
                    sources += 1
            if not lists:
                continue
            if sources > 1:
                for words in lists.values():
                    words.sort()
            words = list(chain.from_iterable(lists[length] for length in sorted(lists)))
            if removed:
                words = [word for word in words if word not in removed]
            yield pips, wild, words


def _most_pips(layers: list[tuple[int | None, LetterIndex, bytes]]) -> int:
    """Return the pips of the highest-priced word in layers; -1 if there are no words."""
    found = [
        index.pips_at(len(packed) - len(filled)) - (lost or 0)
        for lost, index, packed in layers
        if (filled := packed.lstrip(b"\0"))
    ]
    return max(found, default=-1)


def words(lexicon: Lexicon, hand: Hand | str) -> list[str]:
    """Return the sellable words of a hand (a `Hand` or text), in the order of `plays`.

    Raise InvalidError if the text is not a hand.

    >>> import bwtools
    >>> bwtools.words(bwtools.open_lexicon(), "etx.")[:2]
    ['EXIT', 'NEXT']
    """
    return list(chain.from_iterable(found for _, _, found in by_price(lexicon, as_hand(hand))))


def plays(lexicon: Lexicon, hand: Hand | str) -> Iterator[tuple[Play, int]]:
    """Yield the sellable words of a hand, each once, as its best play with its pips.

    The highest price comes first; then plays without a wild, fewer letters, and A to Z. `hand` is
    a `Hand` or text, such as `aeinrst.`. Raise InvalidError if the text is not a hand.

    >>> import bwtools
    >>> play, pips = next(bwtools.plays(bwtools.open_lexicon(), "aeinrstqu.."))
    >>> str(play), pips, bwtools.price(pips)
    ('EQUeSTRIAN', 13, 169)
    """
    hand = as_hand(hand)
    have = {letter: hand.letters.count(letter) for letter in ALPHABET}
    for pips, wild, found in by_price(lexicon, hand):
        for word in found:
            if not wild:
                yield Play._make((word, None)), pips
                continue
            for letter in word:
                if word.count(letter) > have[letter]:
                    yield Play._make((word, word.rindex(letter))), pips
                    break


def by_length(lexicon: Lexicon, hand: Hand) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the words that a hand makes without a wild, and those that need one, by length."""
    held: dict[int, list[str]] = {}
    short: dict[int, list[str]] = {}
    for index in lexicon.indexes:
        index.collect(index.held(hand.letters).to_bytes(index.size, "little"), held)
        if hand.wilds:
            for bits in index.one_short(hand.letters, lexicon.tiles.pips).values():
                index.collect(bits.to_bytes(index.size, "little"), short)
    removed = lexicon.house.removed
    if removed:
        for found in (held, short):
            for length, listed in found.items():
                found[length] = [word for word in listed if word not in removed]
    return held, short


def anagrams(lexicon: Lexicon, hand: Hand | str) -> list[tuple[str, str]]:
    """Return the words that use all letters and all wilds, A to Z, as (play, letters of wilds).

    There may be any number of wilds; each is a lower-case letter in the play.
    """
    hand = as_hand(hand)
    length = len(hand.letters) + hand.wilds
    found: dict[int, list[str]] = {}
    for index in lexicon.indexes:
        bits = index.holding(hand.letters).to_bytes(index.size, "little")
        for cell in index.cells:
            if cell.length == length:
                index.collect(bits, found, (cell.first, cell.end))
    words = sorted(word for listed in found.values() for word in listed)
    return [_lay(word, hand) for word in words if word not in lexicon.house.removed]


def _lay(word: str, hand: Hand) -> tuple[str, str]:
    """Return a play with its wilds, the last of equal letters, in lower case; and their letters."""
    left = list(hand.letters)
    play = ""
    for letter in word:
        if letter in left:
            left.remove(letter)
            play += letter
        else:
            play += letter.lower()
    return play, "".join(sorted(letter.upper() for letter in play if letter.islower()))


def pattern_regex(pattern: str) -> re.Pattern[str]:
    """Return a pattern as a regular expression over capitals.

    `?` or `.` is one letter, `*` any run of letters, `[AEIOU]` one of these, `[^S]` none of these.
    Raise InvalidError.
    """
    segments = [""]  # between the stars
    for part in re.findall(r"\[[^\[\]]*\]|.", upper(pattern.strip()), re.DOTALL):
        if part == "*":
            segments.append("")
        elif part in "?.":
            segments[-1] += "[A-Z]"
        elif part in ALPHABET or re.fullmatch(r"\[\^?[A-Z]+\]", part):
            segments[-1] += part
        else:
            raise InvalidError(
                f"{quote(part)} in the pattern {quote(pattern)}: use letters, ? or . for one "
                "letter, * for any run, [AEIOU] for one of these, [^S] for none of these"
            )
    first, *rest = segments
    if not first and not rest:
        raise InvalidError("the pattern is empty: give one such as q?iz*")
    if rest:
        # All but the last segment can match at their first position: atomic groups rule out
        # backtracking, so that no pattern takes exponential time.
        first += "".join(f"(?>[A-Z]*?{segment})" for segment in rest[:-1] if segment)
        first += "[A-Z]*" + rest[-1]
    return re.compile(first)


def match(lexicon: Lexicon, pattern: str) -> list[str]:
    """Return the words that match a pattern, A to Z. Raise InvalidError."""
    regex = pattern_regex(pattern)
    begun = re.match("[A-Z]*", upper(pattern.strip()))
    prefix = begun[0] if begun else ""
    return [word for word in lexicon.with_prefix(prefix) if regex.fullmatch(word)]


def hooks(lexicon: Lexicon, text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the hooks of a word as (letter, `front` or `back`, longer word).

    Raise InvalidError if the text is not a word.
    """
    word = parse_word(text)
    for letter in ALPHABET:
        if letter + word in lexicon:
            yield letter, "front", letter + word
    for letter in ALPHABET:
        if word + letter in lexicon:
            yield letter, "back", word + letter


class Found(NamedTuple):
    """A word hidden in a text, from code point `start` to before `end`."""

    word: str
    start: int
    end: int


def scan(lexicon: Lexicon, text: str, min_length: int = 5) -> Iterator[Found]:
    """Yield the words hidden in runs of letters, overlapping ones too, by start, then end."""
    import ahocorasick

    automaton = ahocorasick.Automaton(ahocorasick.STORE_LENGTH)
    for word in lexicon:
        if len(word) >= min_length:
            automaton.add_word(word)
    if not len(automaton):
        return
    automaton.make_automaton()
    # Not str.upper: it would move the offsets, since some letters have longer capitals.
    for run in re.finditer(r"[A-Z]+", upper(text)):
        letters, at = run[0], run.start()
        # One run at a time, since the automaton copies the text that it searches.
        found = [
            Found(letters[last + 1 - length : last + 1], at + last + 1 - length, at + last + 1)
            for last, length in automaton.iter(letters)
        ]
        yield from sorted(found, key=lambda hit: hit[1:])
