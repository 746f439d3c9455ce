"""Reject wording that a reader has to decode: archaic phrases and docstrings without a verb.

    python scripts/check_wording.py [PATH...]

Read the comments, docstrings, strings and test names of Python files, and the text of Markdown
and TOML files. Print `file:line: phrase -> what to write instead` for each finding; exit with 1 if
there are any.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path

SELF = Path(__file__).name
ROOT = Path(__file__).parent.parent
FOLDERS = ("bwtools", "scripts", "tests", "docs", "dictionaries")

# A pattern, in which a space is any white space, and the advice.
PHRASES = {
    r"(?<!there\s)(is|are|was|were|be) no (?!longer|more|less|better|worse|fewer|need)\w+": (
        "is not a ..."
    ),
    r"dearest( first)?": "highest price (first)",
    r"(throw|throws|threw|thrown|throwing)( \w+)? away|thrown": "discard, or roll a die",
    r"(so|as) many(?! (\w+ ){0,3}as\b)": "name the number: `count` words, `size` tiles",
    r"as many as there are": "all",
    r"(write|writes|written|wrote) (it )?aside": "write atomically",
    r"(go|goes|going|went|gone) on with": "resume, continue",
    r"can(not)? go on": "can(not) continue",
    r"(is|are|was|were|be|been|being) told": "report, name, print",
    r"what is left|what they are left with": "the rest, the leave, the bag",
    r"(be|get|gets|got) rid of": "delete, remove",
    r"the worth of|is worth more than": "the value of",
    r"at turn": "whose turn it is; it is NAME's turn; the player to move",
    r"whoever|whomever": "a player who ...; the caller",
    r"(for|of|by) who\b": "for a player who ...",
    r"those kept|(games|records) kept": "saved games",
    r"(stands|stand|stood) (in|at|behind|before|beside|here|there|first|last)": "is in, is at",
    r"(lies|lie) (in|at|behind|before|beside|between)": "is in, is at",
    r"(lacks|lack)": "is missing, has no ...",
    r"(serves|serve)(?! on\b)": "is used for",
    r"(tells|tell)(?! apart)": "report, name, show, print",
    r"(told|tells|tell) apart": "distinguish",
    r"behind": "after",
    r"with its sum|has a sum|its sum": "with a checksum",
    r"say help|say `help`": "type help",
    r"for ever": "forever, without end",
    r"put that right": "name the remedy",
    r"such a one|such an? one": "one",
    r"in the stead|in its stead": "instead",
    r"nobody else|none other": "only ...",
    r"what (it|they|he|she) (is|are) (worth|made of)": "its value",
}

# Not to be rejected: field terms, and words in another meaning.
ALLOWED = re.compile(
    r"(bw |textual-|\")serve\b|^serve$|serve_forever|front or behind the hook", re.IGNORECASE
)

# Docstrings of functions start with a verb in the imperative.
NOT_A_VERB = re.compile(
    r"(The|An?|What|Whether|How|Where|When|So|As|Which|Who|That|This|These|Those|All|Each|Every|"
    r"One|Two|Of|If|In|For|With|Without|From|By|To|On|At|No|Not|None|True|False|Is|Are|It|Its|"
    r"Any|Some|Only|Same|More|Most|Like|\w+(?<!s)s|\w+ing)\b(?<!Bring)(?<!String)"
)


def advice(phrases: dict[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """Return the compiled patterns, each with its advice."""
    return [
        (re.compile(rf"\b(?:{phrase})\b".replace(" ", r"\s+"), re.IGNORECASE), instead)
        for phrase, instead in phrases.items()
    ]


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments, strings and test names of a Python file, each with its line number."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")
    block: list[str] = []
    last = 0
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                if block and token.start[0] != last + 1:
                    yield last - len(block) + 1, "\n".join(block)
                    block = []
                block.append(token.string.lstrip("# "))
                last = token.start[0]
    if block:
        yield last - len(block) + 1, "\n".join(block)


def without_verb(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the first words of functions' docstrings that do not start with a verb."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        text = ast.get_docstring(node)
        is_property = any("property" in ast.unparse(each) for each in node.decorator_list)
        if text and not is_property and NOT_A_VERB.match(text):
            yield node.body[0].lineno, " ".join(text.split()[:4])


def findings(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line number, phrase and advice for each finding in a file."""
    if path.suffix == ".py":
        texts = list(python_texts(path))
        for line, start in without_verb(path):
            yield line, start, "start the docstring with a verb: Return, Yield, Read ..."
    else:
        texts = [(1, path.read_text(encoding="utf-8"))]
    for first, text in texts:
        text = ALLOWED.sub(lambda match: "-" * len(match[0]), text)
        for pattern, instead in RULES:
            for match in pattern.finditer(text):
                line = first + text.count("\n", 0, match.start())
                yield line, " ".join(match[0].split()), instead


def checked_files(names: list[str]) -> list[Path]:
    """Return the files under the paths named, or those of the whole repository; not this one."""
    paths = [Path(name) for name in names] or [ROOT / name for name in FOLDERS]
    files = {path for path in paths if path.is_file()}
    files.update(*(path.rglob("*") for path in paths), () if names else ROOT.glob("*.*"))
    kinds = (".py", ".md", ".toml")
    return sorted(path for path in files if path.suffix in kinds and path.name != SELF)


RULES = advice(PHRASES)


def main() -> int:
    """Check the files named, or all; return the exit status."""
    count = 0
    for path in checked_files(sys.argv[1:]):
        for line, phrase, instead in sorted(findings(path)):
            print(f"{relpath(path)}:{line}: {phrase} -> {instead}")
            count += 1
    print(f"{count} findings" if count else "wording: clean", file=sys.stderr)
    return count > 0


if __name__ == "__main__":
    sys.exit(main())
