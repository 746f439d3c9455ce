"""Words and sales found the naive way: the measure of the fast one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET, TileSet, load_tiles

CLASSIC = load_tiles()
Item = tuple[str, bool]  # the letter tiles that a word spends, A to Z, and whether it has a wild


@st.composite
def tile_sets(draw: st.DrawFn, least: int = 0) -> TileSet:
    """Tile sets with any pips from `least`; a wild is worth no more than the cheapest letter."""
    pips = draw(st.lists(st.integers(least, 6), min_size=26, max_size=26))
    wild_pips = draw(st.integers(0, min(pips)))
    return CLASSIC._replace(pips=dict(zip(ALPHABET, pips, strict=True)), wild_pips=wild_pips)


def dictionaries(letters: str = "ABCD", most: int = 30) -> st.SearchStrategy[list[str]]:
    """Small dictionaries of short words."""
    word = st.text(letters, min_size=2, max_size=6)
    return st.lists(word, max_size=most, unique=True)


def hands(letters: str = "ABCDE", most: int = 9, wilds: int = 3) -> st.SearchStrategy[Hand]:
    return st.builds(
        lambda text, wilds: Hand("".join(sorted(text)), wilds),
        st.text(letters, max_size=most),
        st.integers(0, wilds),
    )


def pips_of(play: str, tiles: TileSet) -> int:
    return sum(tiles.wild_pips if char.islower() else tiles.pips[char] for char in play)


def lay_out(word: str, hand: Hand) -> str | None:
    """The word as a play from a hand: without a wild if it can be, or with one; or not at all."""
    left = list(hand.letters)
    lacking = []
    for at, letter in enumerate(word):
        if letter in left:
            left.remove(letter)
        else:
            lacking.append(at)  # of equal letters the last are lacking
    if not lacking:
        return word
    if len(lacking) > 1 or not hand.wilds:
        return None
    (at,) = lacking
    return word[:at] + word[at].lower() + word[at + 1 :]


def words_from(words: Iterable[str], hand: Hand, tiles: TileSet) -> list[tuple[str, int]]:
    """Every sellable word as a play with its pips, in the order of the contract."""
    plays = [play for play in (lay_out(word, hand) for word in words) if play]
    rows = [(play, pips_of(play, tiles)) for play in plays]
    return sorted(
        rows, key=lambda row: (-row[1], not row[0].isupper(), len(row[0]), row[0].upper())
    )


def items_of(words: Iterable[str], hand: Hand) -> dict[Item, list[str]]:
    """What each word may spend of a hand, the wild in any place, and the plays that spend it."""
    found: dict[Item, list[str]] = {}
    for word in words:
        ways = {"".join(sorted(word)): word}
        if hand.wilds:
            for letter in set(word):
                at = word.rindex(letter)
                play = word[:at] + letter.lower() + word[at + 1 :]
                ways["".join(sorted(word[:at] + word[at + 1 :])) + "?"] = play
        for spent, play in ways.items():
            letters = spent.rstrip("?")
            if not Counter(letters) - Counter(hand.letters):
                found.setdefault((letters, spent != letters), []).append(play)
    return {item: sorted(plays, key=str.upper) for item, plays in found.items()}


def combinations(items: list[Item], hand: Hand, most: int) -> Iterator[list[Item]]:
    """Every combination of items, at most so many, that a hand has the tiles for."""
    if not most:
        return
    for at, item in enumerate(items):
        letters, wild = item
        left = Counter(hand.letters)
        left.subtract(letters)
        if min(left.values(), default=0) < 0 or wild > hand.wilds:
            continue
        yield [item]
        rest = Hand("".join(sorted(left.elements())), hand.wilds - wild)
        for more in combinations(items[at:], rest, most - 1):
            yield [item, *more]


Sold = tuple[int, str, tuple[str, ...]]  # pips, the play, the alternatives


def outcomes(
    words: Iterable[str], hand: Hand, tiles: TileSet, max_words: int | None = None
) -> list[tuple[int, list[Sold], Hand]]:
    """Every outcome of selling: dollars, what is sold, and the hand after it, best first."""
    plays = items_of(words, hand)
    rows = []
    for chosen in combinations(sorted(plays), hand, max_words or 99):
        sold = []
        left = Counter(hand.letters)
        for item in chosen:
            first, *others = plays[item]
            sold.append((pips_of(first, tiles), first, tuple(others)))
            left.subtract(item[0])
        sold.sort(key=lambda s: (-s[0], not s[1].isupper(), len(s[1]), s[1].upper(), s[1]))
        wilds = hand.wilds - sum(wild for _, wild in chosen)
        after = Hand("".join(sorted(left.elements())), wilds)
        rows.append((sum(pips * pips for pips, _, _ in sold), sold, after))
    return sorted(
        rows,
        key=lambda row: (
            -row[0],
            -row[2].wilds,
            -len(row[2].letters),
            [play.upper() for _, play, _ in row[1]],
            [play for _, play, _ in row[1]],
        ),
    )
