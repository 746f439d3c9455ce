"""Saved games: listed, and resumed after a quit, a kill or anything else."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playing import answers, script
from shell import bw

from bwtools.cli.terminal.new_game import read_seats
from bwtools.lexicon.lexicon import Lexicon, change_house_words, open_lexicon
from bwtools.records.game_record import Header
from bwtools.records.record_file import read_game, resume_game
from bwtools.tiles.tile_set import load_tiles

pytestmark = pytest.mark.usefixtures("own_games")
ROOT = Path(__file__).parent.parent
CLASSIC = load_tiles()
MIXED = "you,novice,Anna"


@pytest.fixture(scope="module")
def alone(enable: Lexicon) -> list[str]:
    """Return the answers of a whole game alone."""
    return answers(Header(CLASSIC, read_seats("you"), "enable", "", 42), enable)


@pytest.fixture(scope="module")
def mixed(enable: Lexicon) -> list[str]:
    """Return the answers of a whole game of two people and novice."""
    return answers(Header(CLASSIC, read_seats(MIXED), "enable", "", 42), enable)


def begin(name: str, *lines: str, players: str = "you") -> Path:
    """Return the record of a game in the games folder, played with these lines."""
    path = Path(os.environ["BW_HOME"], "games", f"{name}.jsonl")
    done = bw(
        *("play", "--seed", "42", "--players", players, "--record", str(path)),
        stdin=script(*lines),
    )
    assert (done.status, done.err) == (0, "")
    return path


def _saved(name: str) -> str:
    return str(Path(os.environ["BW_HOME"], "games", f"{name}.jsonl"))


def events(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()[1:]


def test_a_game_resumed_at_every_answer_equals_an_uninterrupted_game(mixed: list[str]) -> None:
    uninterrupted = begin("uninterrupted", *mixed, players=MIXED)
    path = begin("broken", players=MIXED)
    for line in mixed:
        assert bw("resume", str(path), stdin=f"{line}\n").status == 0
    assert events(path) == events(uninterrupted)
    assert read_game(path).state.phase == "over"


def test_a_resumed_game_shows_the_table() -> None:
    begin("game", "n", players=MIXED)
    done = bw("resume")
    assert " seed 42: you $200, novice $" in done.lines[0]
    assert done.lines[2].startswith("Round 1, led by you; die: ")
    assert "Anna: Buy " in done.out


@pytest.mark.parametrize("lines", [["quit"], ["y", "quit"], []])
def test_a_stopped_game_names_the_command_that_continues_it(lines: list[str]) -> None:
    path = Path(os.environ["BW_HOME"], "games", "game.jsonl")
    done = bw("play", "--record", str(path), stdin=script(*lines))
    assert (done.status, done.err) == (0, "")
    assert done.lines[-1] == f"Saved: bw resume {path.stem} continues it."


def test_resume_takes_the_game_played_last_that_is_not_over(alone: list[str]) -> None:
    older, newer = begin("older"), begin("newer")
    over = begin("over", *alone)
    for moment, path in enumerate([newer, older, over]):
        os.utime(path, (moment, moment))
    bw("resume", stdin="n\n")
    assert (len(events(older)) > 2, len(events(newer))) == (True, 2)


def test_a_game_is_found_by_the_name_that_games_shows() -> None:
    path = begin("mine")
    bw("resume", "mine", stdin="n\n")
    assert len(events(path)) > 2


def test_without_an_unfinished_game_there_is_nothing_to_resume(own_games: Path) -> None:
    del own_games
    assert bw("resume").error == "there is no unfinished game: start one with bw play"


def test_a_missing_game_is_an_error() -> None:
    assert bw("resume", "nowhere.jsonl").error.startswith("there is no game ")


def test_a_game_that_is_over_shows_its_end_again(alone: list[str]) -> None:
    path = begin("game", *alone)
    before = path.read_bytes()
    assert "\nYou ended with $" in bw("resume", "game").out
    assert path.read_bytes() == before


def test_a_game_being_played_elsewhere_is_not_resumed() -> None:
    path = begin("game")
    with resume_game(path):
        assert "another process is playing the game" in bw("resume", "game").error


def test_a_changed_dictionary_is_used_with_a_warning() -> None:
    begin("game", "y")
    change_house_words("enable", add=["dios"])
    done = bw("resume", stdin="dios\n")
    assert done.status == 0
    assert done.err.startswith("Warning: the dictionary enable has changed since the game began")
    assert "You sold DIOS for $25" in done.out


@pytest.mark.parametrize(
    "command",
    [
        ["resume", "game"],
        ["hint", "game"],
        ["review", "game", "--samples", "12"],
        ["quiz", "--from", "game", "--samples", "12"],
        ["quiz", "--from", "all", "--samples", "12"],
    ],
)
def test_every_command_warns_of_a_changed_dictionary(command: list[str], tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("dios\n")
    bw("play", "--seed", "42", "-d", str(words), "--record", _saved("game"), stdin="y\n")
    named, others = ["-d", str(words)], ["-d", "everyday"]
    assert [bw(*command, *more).err for more in ([], named)] == ["", ""]
    warning = "Warning: the dictionary has changed from {} to everyday since the game began: "
    assert bw(*command, *others).err.startswith(warning.format(words))
    words.write_text("disco\n")
    for more in ([], named):
        (line,) = bw(*command, *more).err.splitlines()
        assert line == (
            "Warning: the dictionary words.txt has changed since the game began: today's words "
            "are used"
        )


def test_a_word_list_that_moved_can_be_named_again(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("dios\n")
    bw("play", "--seed", "42", "-d", str(words), stdin="y\n")
    words.rename(tmp_path / "moved.txt")
    assert "there is no dictionary" in bw("resume").error
    done = bw("resume", "-d", str(tmp_path / "moved.txt"), stdin="dios\n")
    assert "You sold DIOS for $25" in done.out


def test_a_tracked_game_is_resumed_as_one() -> None:
    path = Path(os.environ["BW_HOME"], "games", "table.jsonl")
    bw("track", "--players", "you,Ben", "--record", str(path), stdin="4\n")
    assert bw("resume", stdin="diso\n").status == 0
    assert b'"draw":"DIOS"' in path.read_bytes()


def test_games_lists_the_saved_games(alone: list[str]) -> None:
    begin("a", *alone)
    path = begin("b", players="you,club")
    rows = bw("games", "-f", "jsonl").rows
    assert [row["over"] for row in rows] == [True, False]
    assert rows[1]["file"] == str(path)
    assert rows[1]["players"] == ["you", "club"]
    assert rows[1]["money"] == [200, 200]
    table = bw("games").lines
    assert table[0].split() == ["name", "result", "over", "rounds", "seed"]
    assert table[2].split() == ["b", "you", "$200,", "club", "$200", "no", "1", "42"]
    assert (rows[1]["rounds"], rows[1]["daily"]) == (1, False)
    assert bw("games", "-f", "plain").lines[1] == str(path)


def test_without_games_the_list_is_empty(own_games: Path) -> None:
    del own_games
    assert bw("games", "-f", "json").out == "[]\n"


def test_the_best_games_come_first(alone: list[str]) -> None:
    begin("unfinished")
    begin("poor", *["n" if line == "y" else line for line in alone], *(["n", "", "2"] * 99))
    begin("rich", *alone)
    assert [row["name"] for row in bw("games", "--best", "-f", "jsonl").rows] == ["rich", "poor"]


def test_best_games_are_ranked_among_those_of_their_kind(alone: list[str]) -> None:
    poor = [*["n" if line == "y" else line for line in alone], *(["n", "", "2"] * 99)]
    begin("alone", *alone)
    begin("poor", *poor)
    begin("anew", *alone)
    begin("table", *(["n", "", "2", "", ""] * 200), players="you,novice")
    assert all(row["rank"] is None for row in bw("games", "-f", "jsonl").rows)
    ranked = [(row["name"], row["rank"]) for row in bw("games", "--best", "-f", "jsonl").rows]
    assert ranked == [("alone", 1), ("anew", 1), ("poor", 3), ("table", 1)]
    heading = bw("games", "--best").lines[0]
    assert heading.split() == ["rank", "name", "result", "over", "rounds", "seed"]


def test_a_damaged_game_is_named_and_the_others_are_listed() -> None:
    damaged, good = begin("a"), begin("b")
    header, roll, *more = damaged.read_bytes().splitlines(keepends=True)
    assert b'"roll":4,' in roll
    data = b"".join([header, b'{"player":1,"roll":9}\n', *more])
    damaged.write_bytes(data)
    done = bw("games", "-f", "plain")
    assert (done.status, done.lines) == (0, [str(good)])
    (line,) = done.err.splitlines()
    assert str(damaged) in line
    assert "line 2: the die cannot show 9" in line
    assert damaged.read_bytes() == data


def test_a_killed_game_continues_where_it_was(alone: list[str]) -> None:
    uninterrupted, path = begin("uninterrupted", *alone), begin("killed")
    command = [sys.executable, "-m", "bwtools", "resume", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(script(*alone[:9], "help"))
        process.stdin.flush()
        while not process.stdout.readline().startswith("quit "):
            assert process.poll() is None
        process.kill()
    assert bw("resume", str(path), stdin=script(*alone[9:])).status == 0
    assert events(path) == events(uninterrupted)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills processes differently")
def test_nothing_is_lost_or_doubled_by_kills(own_games: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts/check_kill.py"), "--kills", "9"]
    done = subprocess.run(
        [*command, "--home", str(own_games)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "nothing lost, nothing doubled" in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("command", ["replay", "hint", "resume"])
def test_a_pipe_instead_of_a_game_is_rejected_at_once(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    error = bw(command, str(tmp_path / "pipe")).error
    assert error == f"cannot read the game {tmp_path / 'pipe'}: it is not a regular file"


def test_a_broken_link_does_not_hide_other_games() -> None:
    begin("good")
    link = Path(os.environ["BW_HOME"], "games", "link.jsonl")
    link.symlink_to(link)
    done = bw("resume")
    assert done.status == 0
    assert "seed 42" in done.out
    assert done.err.startswith("Warning: cannot read the game ")


class TestPrintedCommand:
    """The command that continues or reviews a game, typed as printed in another folder."""

    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Return the working folder, which has a word list."""
        folder = tmp_path / 'Zoë\'s "games" $HOME'
        (folder / "my lists").mkdir(parents=True)
        (folder / "my lists" / "it's.txt").write_text("dios\nagin\n")
        monkeypatch.chdir(folder)
        return folder

    def printed(self, out: str) -> list[str]:
        """Return the arguments of the command in the last line that has one."""
        (*_, found) = re.finditer(r"bw ((?:resume|review) .*) (?:continues|grades) ", out)
        return shlex.split(found[1])

    @pytest.mark.parametrize(
        "start", [["play", "--seed", "42"], ["track"], ["play", "--variant", "theme"]], ids=" ".join
    )
    @pytest.mark.parametrize("by", ["option", "variable"])
    @pytest.mark.parametrize("file", [["--record", "my records/one.jsonl"], []], ids=" ".join)
    def test_names_the_list_where_the_record_does_not_suffice(
        self,
        start: list[str],
        by: str,
        file: list[str],
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        words = os.path.join("my lists", "it's.txt")
        if by == "variable":
            monkeypatch.setenv("BW_DICTIONARY", words)
        named = ["-d", words] if by == "option" else []
        theme = ["--theme", words] if "theme" in start else []
        args = [*start, "--players", "you", *named, *theme, *file]
        args = self.printed(bw(*args, stdin="quit\n").out)
        (folder / "elsewhere").mkdir()
        monkeypatch.chdir(folder / "elsewhere")
        monkeypatch.delenv("BW_DICTIONARY", raising=False)
        done = bw(*args, stdin="quit\n")
        assert (done.status, done.err) == (0, "")
        assert self.printed(done.out) == args
        assert ("-d" in args) is bool(file)
        for command in ("hint", "review", "quiz"):
            more = {"hint": [], "review": ["--samples", "12"], "quiz": ["--samples", "12"]}[command]
            where = ["--from", *args[1:]] if command == "quiz" else args[1:]
            done = bw(command, *where, *more)
            assert "which is not in its folder" not in done.err

    @pytest.mark.slow
    def test_of_a_game_that_is_over_names_the_list(
        self, folder: Path, alone: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "enable").write_text("\n".join(open_lexicon("enable")))
        stdin = script(*alone)
        args = ["--seed", "42", "-d", "enable.txt", "--record", "records/one.jsonl"]
        (folder / "enable").rename("enable.txt")
        args = self.printed(bw("play", *args, stdin=stdin).out)
        monkeypatch.chdir("/")
        assert args[0] == "review"
        done = bw(*args, "--samples", "12", "--summary")
        assert (done.status, done.err) == (0, "")

    def test_names_a_list_that_moved(self, folder: Path) -> None:
        bw("play", "--seed", "42", "-d", "my lists/it's.txt", "--record", "my lists/one.jsonl")
        (folder / "my lists" / "it's.txt").rename("moved.txt")
        args = self.printed(bw("resume", "my lists/one.jsonl", "-d", "moved.txt").out)
        assert args == [
            "resume",
            str(folder / "my lists" / "one.jsonl"),
            "-d",
            str(folder / "moved.txt"),
        ]
        assert bw(*args).status == 0

    def test_of_a_variant_is_in_the_error_of_hint(self, folder: Path) -> None:
        del folder
        bw("play", "--variant", "draft", "--players", "you,club", "--record", "one.jsonl")
        error = bw("hint", "one.jsonl").error
        found = re.search(r"continue the game with bw (.*), where", error)
        assert found
        assert bw(*shlex.split(found[1])).status == 0

    @pytest.mark.parametrize("name", ["-x", "one", "a.jsonl", "it's"])
    def test_finds_a_saved_game_of_any_name(self, name: str, folder: Path) -> None:
        """Try records in the folder of the saved games; `one` is in this folder, too."""
        (folder / "one").mkdir()
        out = bw("play", "--seed", "42", "--record", _saved(name)).out
        assert bw(*self.printed(out)).out.startswith("The game of ")

    def test_finds_a_saved_game_without_the_usual_ending(self) -> None:
        out = bw("play", "--seed", "42", "--record", _saved("one").removesuffix(".jsonl")).out
        assert bw(*self.printed(out)).out.startswith("The game of ")

    def test_has_no_control_characters(self, folder: Path) -> None:
        name = "a\x1b[2J\nb\N{ZERO WIDTH SPACE}'c"
        done = bw("play", "--record", f"{name}.jsonl")
        line = done.lines[-1]
        assert line.isprintable()
        command = line.removeprefix("Saved: bw resume ").removesuffix(" continues it.")
        shown = subprocess.run(["bash", "-c", f"printf %s {command}"], capture_output=True)
        assert shown.stdout.decode() == str(folder / f"{name}.jsonl")


@pytest.mark.parametrize("command", ["replay", "hint", "resume"])
def test_an_empty_name_is_rejected(command: str) -> None:
    assert bw(command, "").error.startswith("the name of the game is empty: give its file")


def test_without_a_name_replay_and_review_take_the_last_game(alone: list[str]) -> None:
    begin("older")
    os.utime(begin("last", *alone[:9]), (2**31, 2**31))
    assert bw("replay", "--state") == bw("replay", "last", "--state")
    assert bw("review", "--samples", "12") == bw("review", "last", "--samples", "12")


def test_without_a_name_hint_takes_the_last_unfinished_game(alone: list[str]) -> None:
    begin("mine")
    os.utime(begin("over", *alone), (2**31, 2**31))
    assert bw("hint") == bw("hint", "mine")


@pytest.mark.parametrize("command", ["replay", "review", "hint"])
def test_without_saved_games_there_is_an_error(command: str) -> None:
    assert bw(command).error.endswith("start one with bw play")
