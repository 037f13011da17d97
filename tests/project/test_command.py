"""The command `fishlab`: the course in a folder, games in the terminal, clear words for whatever goes wrong."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import browser
import nbformat
import pytest
from fishlab_widgets import course
from fishlab_widgets.command import COMMANDS, main, make_handout, open_lab, parser, play, serving
from nbformat import sign
from sitting import session

import fishlab
from fishlab import GAMES, Match
from fishlab.bots import bots_for
from fishlab.core import CHANCE
from fishlab.players.progress import Bar

OPEN_LAB = "fishlab_widgets.command.open_lab"
LESSON = "07-fishery-who-owns-the-sea.ipynb"


def said(capsys) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


# Help.


def test_the_version_is_the_packages(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert said(capsys) == f"fishlab {fishlab.__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_that_can_be_typed(name, capsys):
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    example = re.search(r"^example: (fishlab .*)$", said(capsys), re.MULTILINE)[1]
    words = example.split(" && ")[0].split()
    assert parser().parse_args(words[1:]).command == name


def test_without_a_command_the_list_of_commands_is_told_and_where_to_begin(capsys):
    assert main([]) == 2
    told = said(capsys)
    assert all(f"    {name}" in told for name in COMMANDS)
    assert "To begin: fishlab lab" in told


def test_python_m_fishlab_is_the_same_command():
    done = subprocess.run(
        [sys.executable, "-m", "fishlab_widgets.command", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"fishlab {fishlab.__version__}\n"


# The course in a folder.


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A course of two lessons and a picture, that a test may change."""
    folder = tmp_path / "source"
    (folder / "pictures").mkdir(parents=True)
    for name in ("00-a.ipynb", "01-b.ipynb", "pictures/c.svg"):
        (folder / name).write_text(f"first {name}", encoding="utf-8")
    monkeypatch.setattr(course, "course_folder", lambda: folder)
    return folder


def test_the_whole_course_is_copied_and_its_first_lesson_is_opened(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(f"{OPEN_LAB}.serve", lambda *given, **more: opened.append((given, more)) or 0)
    monkeypatch.setattr(serving, "port_problem", lambda _: "")
    assert main(["lab", str(tmp_path / "my course"), "--port", "8123", "--no-browser"]) == 0
    names = {path.name for path in (tmp_path / "my course").rglob("*.ipynb")}
    assert names == {path.name for path in course.course_files() if path.suffix == ".ipynb"}
    assert opened == [((tmp_path / "my course", min(names), 8123), {"browser": False})]


def test_the_students_own_first_lesson_is_opened_where_others_stand_before_it_in_the_folder(
    source, tmp_path, monkeypatch, capsys
):
    opened, out = [], tmp_path / "out"
    monkeypatch.setattr(f"{OPEN_LAB}.serve", lambda _, first, *__, **___: opened.append(first) or 0)
    monkeypatch.setattr(serving, "port_problem", lambda _: "")
    course.copy_course(out)
    (out / "00-a.ipynb").write_text("my work", encoding="utf-8")
    (out / "00 notes.ipynb").write_text("mine too", encoding="utf-8")
    (source / "00-a.ipynb").write_text("second", encoding="utf-8")
    assert main(["lab", str(out)]) == 0
    assert f"00-a-{fishlab.__version__}.ipynb" in said(capsys)
    assert opened == ["00-a.ipynb"]


def test_a_second_copy_changes_nothing(source, tmp_path):
    course.copy_course(tmp_path / "out")
    done = course.copy_course(tmp_path / "out")
    assert (done.new, done.renewed, done.beside) == ([], [], {})


def test_an_edited_lesson_stays_and_a_newer_one_is_put_beside_it(source, tmp_path):
    out = tmp_path / "out"
    course.copy_course(out)
    (out / "00-a.ipynb").write_text("my work", encoding="utf-8")
    (source / "00-a.ipynb").write_text("second", encoding="utf-8")
    (source / "01-b.ipynb").write_text("second", encoding="utf-8")
    done = course.copy_course(out)
    beside = f"00-a-{fishlab.__version__}.ipynb"
    assert (done.renewed, done.beside) == (["01-b.ipynb"], {"00-a.ipynb": beside})
    texts = [(out / name).read_text(encoding="utf-8") for name in ("00-a.ipynb", beside, "01-b.ipynb")]
    assert texts == ["my work", "second", "second"]
    again = course.copy_course(out)
    assert (again.renewed, again.beside) == ([], {}), "what was told once is not told again"
    (out / beside).write_text("my work there too", encoding="utf-8")
    (source / "00-a.ipynb").write_text("third", encoding="utf-8")
    third = course.copy_course(out).beside["00-a.ipynb"]
    assert third not in (beside, "00-a.ipynb")
    assert (out / beside).read_text(encoding="utf-8") == "my work there too"


def test_a_folder_with_an_older_course_without_a_list_loses_nothing(source, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "00-a.ipynb").write_text("from last year", encoding="utf-8")
    (out / course.LIST).write_text('["not a list of ours"]', encoding="utf-8")
    done = course.copy_course(out)
    assert (out / "00-a.ipynb").read_text(encoding="utf-8") == "from last year"
    assert list(done.beside) == ["00-a.ipynb"]


def test_an_edited_lesson_is_left_alone_while_the_course_is_the_same(source, tmp_path):
    out = tmp_path / "out"
    course.copy_course(out)
    (out / "00-a.ipynb").write_text("my work", encoding="utf-8")
    assert course.copy_course(out).beside == {}
    assert sorted(path.name for path in out.glob("*.ipynb")) == ["00-a.ipynb", "01-b.ipynb"]


def test_a_course_of_a_newer_fishlab_is_left_alone_and_one_is_told_how_to_go_on(source, tmp_path, monkeypatch, capsys):
    out = tmp_path / "out"
    monkeypatch.setattr(fishlab, "__version__", "9.10.0")
    course.copy_course(out)
    monkeypatch.setattr(fishlab, "__version__", "9.9.1")
    (source / "00-a.ipynb").write_text("older", encoding="utf-8")
    assert main(["lab", str(out), "--copy-only"]) == 2
    assert said(capsys) == (
        f"fishlab lab: the course in {out} is of fishlab 9.10.0, and this is fishlab 9.9.1: "
        "install the newer one, or name another folder\n"
    )
    assert (out / "00-a.ipynb").read_text(encoding="utf-8") == "first 00-a.ipynb"
    monkeypatch.setattr(fishlab, "__version__", "9.10.0")
    assert course.copy_course(out).renewed == ["00-a.ipynb"]


def test_a_release_goes_on_with_a_course_of_what_came_before_it(source, tmp_path, monkeypatch):
    for version in ("9.9.1", "9.10.0rc2", "9.10.0"):
        monkeypatch.setattr(fishlab, "__version__", version)
        (source / "00-a.ipynb").write_text(version, encoding="utf-8")
        course.copy_course(tmp_path / "out")
    assert (tmp_path / "out" / "00-a.ipynb").read_text(encoding="utf-8") == "9.10.0"


def test_a_folder_without_a_name_or_a_file_in_its_place_is_explained_in_one_line(source, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["lab", " ", "--copy-only"]) == 2
    assert said(capsys) == "fishlab lab: the folder has no name: fishlab lab my-course\n"
    (tmp_path / "file").touch()
    assert main(["lab", "file", "--copy-only"]) == 2
    assert said(capsys) == f"fishlab lab: {tmp_path / 'file'} is a file: name another folder\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "source"]


def test_what_a_machine_refuses_is_told_with_its_place_and_no_number(monkeypatch, capsys):
    def refuse(_):
        raise OSError(30, "Read-only file system", "/home/ann/.local")

    monkeypatch.setattr("fishlab_widgets.command.open_lab.run", refuse)
    assert main(["lab"]) == 2
    assert said(capsys) == "fishlab lab: /home/ann/.local: read-only file system. May you write there?\n"


def test_a_folder_that_cannot_be_written_is_explained_in_one_line(source, tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["lab", str(tmp_path / "file" / "course"), "--copy-only"]) == 2
    assert re.fullmatch(r"fishlab lab: the course cannot be copied to .*: name another folder\n", said(capsys))


def test_a_read_only_folder_is_explained_in_one_line(source, tmp_path, monkeypatch, capsys):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(course, "_write", refuse)
    assert main(["lab", str(tmp_path / "closed"), "--copy-only"]) == 2
    assert "(Permission denied): name another folder" in said(capsys)


def test_a_port_that_is_none_is_explained_before_anything_is_copied(tmp_path, capsys):
    assert main(["lab", str(tmp_path / "course"), "--port", "lab"]) == 2
    assert said(capsys) == "fishlab lab: --port lab is not a port: choose a whole number from 1024 to 65535.\n"
    assert not (tmp_path / "course").exists()


# Games in the terminal.


def table(lines: list[str], game: str = "fishery", **more: object) -> tuple[Match, list[str]]:
    """Return the match and all that was said when a person typed these lines against a bot."""
    match, told, waiting = Match(GAMES[game]), [], iter(lines)
    bot = bots_for(match.game)["random"]
    terminal = play.Terminal(session(match, [None, bot], 3), say=told.append, ask=lambda _: next(waiting), **more)
    terminal.play()
    return match, told


def test_a_move_can_be_typed_or_chosen_by_its_number():
    first, _ = table(["ship a9", "quit"])
    second, _ = table(["1", "quit"])
    assert first.moves[0] == second.moves[0] == ("ship", "a9")
    assert len(first.moves) == 2, "the bot has answered"


def test_what_is_no_move_is_explained_and_nothing_is_lost():
    match, told = table(["ship a9", "ship a9", "999", "fish", "", "quit"])
    assert len(match.moves) == 2
    words = "\n".join(told)
    assert "a9 already holds a black ship" in words
    assert "There is no move 999: type a number from 1 to 61." in words


def test_undo_takes_back_the_persons_move_and_the_bots_answer():
    match, told = table(["undo", "ship a9", "undo", "quit"])
    assert match.moves == []
    assert "You have no move to take back." in told
    assert "2 moves are taken back: the last of Black, and all after it." in told


def test_undo_says_that_sealed_choices_of_others_are_taken_back_too():
    match, told = Match(GAMES["boom"], 2, vote="yearly", years=1), []
    for fish in (3, 4):
        match.play(("vote", fish))
    while match.state.turn() == CHANCE:
        match.play(match.state.moves()[0])
    count, lines = len(match), iter(["", "undo", ""])
    shown = {"say": told.append, "ask": lambda _: next(lines, "quit"), "clear": told.clear}
    play.Terminal(session(match, [None, None], 3), **shown).play()
    assert match.moves == []
    said = next(line for line in told if "taken back" in line)
    assert said.startswith(f"{count} moves are taken back: the last of Seat A, and all after it. ")
    assert said.endswith("This includes sealed choices, those of others too: they are made again.")


def test_rules_lists_and_save_codes_can_be_asked_for():
    match, told = table(["ship a9", "save", "rules", "?", "quit"])
    assert match.code() in told
    words = "\n".join(told)
    assert "The goal: Two players divide the sea" in words
    assert "61  ship" in words


def test_the_board_is_drawn_into_a_file_before_the_first_move_and_after_each(tmp_path):
    place, seen = tmp_path / "sea.svg", []
    lines = iter(["ship a9", "quit"])
    match = Match(GAMES["fishery"])

    def ask(_):
        seen.append(place.read_text(encoding="utf-8"))
        return next(lines)

    play.Terminal(session(match, [None, None], 3), say=lambda _: None, ask=ask, picture=str(place)).play()
    assert [one[:4] for one in seen] == ["<svg", "<svg"]
    assert seen[0] != seen[1]


def test_a_picture_that_cannot_be_drawn_is_told_before_anything_is_played(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("a move was asked for"))
    place = tmp_path / "nowhere" / "sea.svg"
    assert main(["play", "fishery", "--picture", str(place)]) == 2
    assert said(capsys).splitlines()[-1] == f"fishlab play: {place}: no such file or directory"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_to_its_end_in_the_terminal(game, capsys):
    match, told = Match(GAMES[game]), []
    bot = bots_for(match.game)["random"]
    terminal = play.Terminal(session(match, [None, bot], 5), say=told.append, ask=lambda _: "1")
    terminal.play()
    assert match.over
    assert match.state.prompt() in told[-1]


def test_a_secret_of_the_bot_is_not_told():
    """Two seats of Fresh Fish bid in secret: the person hears that there was a bid, not how much."""
    match, told = Match(GAMES["freshfish"]), []
    bot = bots_for(match.game)["random"]
    terminal = play.Terminal(session(match, [None, bot], 5), say=told.append, ask=lambda _: "1")
    terminal.play()
    secret = [(state, move) for state, move in zip(match.states, match.moves, strict=False) if state.turn() == 1]
    hidden = [state.say(move) for state, move in secret if state.say(move) != state.say(move, 0)]
    assert hidden
    assert not {f"  {words}" for words in hidden} & set(told)


def test_the_bots_of_a_game_can_be_listed_with_what_each_does(capsys):
    assert main(["play", "fishery", "--bots", "help"]) == 0
    lines = said(capsys).splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "easy",
        "medium",
        "hard",
        "fencer",
        "greedy",
        "careful",
        "random",
    ]
    assert "fencer: closes off waters of its own as soon as it can, the largest first" in lines
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "--bots help" in " ".join(said(capsys).split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there is no game 'chess': choose boom, pisces, fishery, fleet, freshfish"),
        (["fishery", "--bots", "shark"], "fishery has no bot 'shark': choose easy, medium, hard, "),
        (["fishery", "--people", "3"], "3 players cannot play"),
        (["fishery", "--people", "-1"], "--people -1 is not possible"),
        (["fishery", "--code", "BM1-AgAA-8ysZV0"], "this code is of Fishery Boom: fishlab play boom --code …"),
        (["fishery", "--code", "nonsense"], "code"),
    ],
)
def test_what_cannot_be_played_is_explained_in_one_line(arguments, words, capsys):
    assert main(["play", *arguments]) == 2
    told = said(capsys)
    assert words in told
    assert told.count("\n") == 1


def test_a_game_that_is_left_can_be_gone_on_with(monkeypatch, capsys):
    lines = iter(["ship a9", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    assert main(["play", "fishery", "--seed", "1", "--bots", "random"]) == 0
    code = re.search(r"--code (\S+)", said(capsys))[1]
    assert Match.from_code(code).moves[0] == ("ship", "a9")


@pytest.mark.parametrize("trouble", [EOFError, KeyboardInterrupt, OSError(28, "No space left on device", "sea.svg")])
def test_a_game_that_breaks_off_can_be_gone_on_with(trouble, monkeypatch, capsys):
    lines = iter(["ship a9"])

    def ask(_):
        for line in lines:
            return line
        raise trouble

    monkeypatch.setattr("builtins.input", ask)
    assert main(["play", "fishery", "--bots", "random"]) == (2 if isinstance(trouble, OSError) else 0)
    code = re.search(r"--code (\S+)", said(capsys))[1]
    assert Match.from_code(code).moves[0] == ("ship", "a9")


# Experiments, sites, progress.


def test_an_experiment_is_the_laboratorys_own_command(capsys):
    assert main(["experiment", "list"]) == 0
    assert len(said(capsys).splitlines()) > 3


def test_an_experiment_speaks_of_itself_by_the_name_that_was_typed(capsys):
    with pytest.raises(SystemExit):
        main(["experiment", "fish"])
    told = said(capsys)
    assert told.startswith("usage: fishlab experiment")
    assert main(["experiment", "run", "--games", "0"]) == 2
    assert said(capsys).startswith("fishlab experiment run: games=0 is not possible")
    assert main(["experiment", "run", "--games", "2", "--out", "no/where.csv"]) == 2
    assert said(capsys) == "fishlab experiment run: no/where.csv: no such file or directory\n"


def test_a_file_where_hand_outs_shall_be_is_explained(tmp_path, capsys):
    (tmp_path / "file").touch()
    for more in ([], ["--slides"]):
        assert main(["handout", *more, str(tmp_path / "file"), "07"]) == 2
        assert said(capsys) == f"fishlab handout: {tmp_path / 'file'} is a file: name a folder\n"


def test_a_browser_is_found_where_windows_and_macos_put_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert make_handout.find_browser(tmp_path) is None
    edge = tmp_path / "Program Files" / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    chrome = tmp_path / "Google Chrome.app" / "Contents" / "MacOS" / "Google Chrome"
    for path in (edge, chrome):
        path.parent.mkdir(parents=True)
        path.touch()
    assert make_handout.find_browser(tmp_path) == str(chrome)
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path / "Program Files"))
    assert make_handout.find_browser(tmp_path / "nowhere") == str(edge)


def test_a_port_that_is_in_use_is_asked_for_alone_on_windows(monkeypatch):
    """There SO_REUSEADDR would let a second program have it; another system has no such option."""
    asked = []

    class Socket(socket.socket):
        def setsockopt(self, level, option, value):
            asked.append(option)

    monkeypatch.setattr(serving.socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(serving.socket, "socket", Socket)
    assert serving.port_problem(0) == ""
    assert asked == [-5]


def test_a_progress_bar_is_drawn_on_a_terminal_only(capsys):
    for moving in (False, True):
        bar = Bar(2, moving)
        for words in ("one", "two", "three"):
            bar.step(words)
        bar.end()
        told = said(capsys)
        assert bool(told) is moving
    assert "[###############...............] one" in told
    assert "[##############################] three" in told


def test_the_panel_of_the_course_finds_the_lessons_below_what_a_server_shows(tmp_path):
    copied = tmp_path / "mine"
    course.copy_course(copied)
    (tmp_path / "empty").mkdir()
    project = course.course_folder().parent
    found = {root: course.course_panel(root)["folder"] for root in (project, copied, tmp_path, tmp_path / "empty")}
    assert found == {project: "notebooks", copied: "", tmp_path: "mine", tmp_path / "empty": None}
    assert course.course_panel(tmp_path)["languages"] == ["de"]
    lessons = course.course_panel(copied)["lessons"]
    assert lessons[0] == {"file": "00-cast-off.ipynb", "number": "00", "title": "Cast off", "time": "29 minutes"}
    assert "teacher.ipynb" not in [one["file"] for one in lessons]


def test_the_course_is_signed_as_it_was_installed_and_nothing_else(tmp_path):
    notary = sign.NotebookNotary(data_dir=str(tmp_path))
    course.sign_course(notary)
    notebook = nbformat.read(course.course_folder() / "00-cast-off.ipynb", 4)
    assert notary.check_signature(notebook)
    notebook.cells[2].source += "\nprint('mine')"
    assert not notary.check_signature(notebook)


def test_the_lessons_are_found_in_the_project_and_as_a_wheel_brings_them(tmp_path, monkeypatch):
    assert (course.course_folder() / LESSON).exists()
    monkeypatch.setattr(course.fishlab, "__file__", str(tmp_path / "fishlab" / "__init__.py"))
    with pytest.raises(ValueError, match="install fishlab anew"):
        course.course_folder()
    (tmp_path / "fishlab_notebooks").mkdir()
    (tmp_path / "fishlab_notebooks" / LESSON).touch()
    assert course.course_folder() == Path(tmp_path / "fishlab_notebooks")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_cannot_show_every_sign_stops_no_game(encoding):
    done = subprocess.run(
        [sys.executable, "-m", "fishlab_widgets.command", "play", "fishery"],
        input="1\nquit\n", capture_output=True, encoding=encoding, env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "To go on later: fishlab play fishery --code" in done.stdout


def test_without_jupyterlab_nothing_is_copied(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(open_lab, "find_spec", lambda _: None)
    assert main(["lab", str(tmp_path / "new"), "--port", str(browser.free_port())]) == 2
    assert "jupyterlab is not installed" in said(capsys)
    assert not (tmp_path / "new").exists()


def test_a_course_that_is_up_to_date_is_not_written_to(tmp_path):
    course.copy_course(tmp_path)
    for path in tmp_path.rglob("*"):
        os.utime(path, (0, 0))
    course.copy_course(tmp_path)
    assert {path.stat().st_mtime for path in tmp_path.rglob("*") if path.is_file()} == {0}


def test_who_reads_only_the_first_line_ends_a_game_without_an_error():
    game = [
        sys.executable,
        "-m",
        "fishlab_widgets.command",
        "play",
        "fishery",
        "--people",
        "0",
        "--bots",
        *["random"] * 2,
    ]
    with subprocess.Popen(game, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as playing:
        playing.stdout.close()
        assert playing.stderr.read() == b""
    assert playing.returncode == 0
