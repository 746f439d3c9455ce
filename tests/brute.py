"""Words and sales by brute force, to check the solvers against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET, TileSet, load_tiles

CLASSIC = load_tiles()
Alphagram = tuple[str, bool]  # the letter tiles that a word uses, A to Z, and whether it has a wild


@st.composite
def tile_sets(draw: st.DrawFn, least: int = 0) -> TileSet:
    """Generate tile sets with pips from `least`; a wild never has more than any letter."""
    pips = draw(st.lists(st.integers(least, 6), min_size=26, max_size=26))
    wild_pips = draw(st.integers(0, min(pips)))
    return CLASSIC._replace(pips=dict(zip(ALPHABET, pips, strict=True)), wild_pips=wild_pips)


def dictionaries(letters: str = "ABCD", most: int = 30) -> st.SearchStrategy[list[str]]:
    """Generate small dictionaries of short words."""
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


def lay(word: str, hand: Hand) -> str | None:
    """Return a word as a play from a hand, with a wild if necessary; None if it cannot be laid."""
    left = list(hand.letters)
    missing = []
    for at, letter in enumerate(word):
        if letter in left:
            left.remove(letter)
        else:
            missing.append(at)  # of equal letters the last are missing
    if not missing:
        return word
    if len(missing) > 1 or not hand.wilds:
        return None
    (at,) = missing
    return word[:at] + word[at].lower() + word[at + 1 :]


def words_from(words: Iterable[str], hand: Hand, tiles: TileSet) -> list[tuple[str, int]]:
    """Return every sellable word as a play with its pips, in the order of the contract."""
    plays = [play for play in (lay(word, hand) for word in words) if play]
    rows = [(play, pips_of(play, tiles)) for play in plays]
    return sorted(
        rows, key=lambda row: (-row[1], not row[0].isupper(), len(row[0]), row[0].upper())
    )


def alphagrams_of(words: Iterable[str], hand: Hand) -> dict[Alphagram, list[str]]:
    """Return the alphagrams of a hand, a wild standing for any letter, and their plays."""
    found: dict[Alphagram, list[str]] = {}
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
    return {used: sorted(plays, key=str.upper) for used, plays in found.items()}


def combinations(alphagrams: list[Alphagram], hand: Hand, most: int) -> Iterator[list[Alphagram]]:
    """Yield every combination of at most `most` alphagrams that a hand has the tiles for."""
    if not most:
        return
    for at, used in enumerate(alphagrams):
        letters, wild = used
        left = Counter(hand.letters)
        left.subtract(letters)
        if min(left.values(), default=0) < 0 or wild > hand.wilds:
            continue
        yield [used]
        rest = Hand("".join(sorted(left.elements())), hand.wilds - wild)
        for more in combinations(alphagrams[at:], rest, most - 1):
            yield [used, *more]


Sold = tuple[int, str, tuple[str, ...]]  # pips, the play, the alternatives


def outcomes(
    words: Iterable[str], hand: Hand, tiles: TileSet, max_words: int | None = None
) -> list[tuple[int, list[Sold], Hand]]:
    """Return every outcome: revenue, what is sold, and the leave, best first."""
    plays = alphagrams_of(words, hand)
    rows = []
    for chosen in combinations(sorted(plays), hand, max_words or 99):
        sold = []
        left = Counter(hand.letters)
        for used in chosen:
            first, *others = plays[used]
            sold.append((pips_of(first, tiles), first, tuple(others)))
            left.subtract(used[0])
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
