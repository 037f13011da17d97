"""The command that prints the benchmark's table."""

from __future__ import annotations

from fishlab_widgets.command import main

from fishlab.benchmark.scoring import baselines
from fishlab.fishery.rules import Fishery

PLAYER = "def first(view, rng):\n    return view.moves()[0]\n\ndef wrong(view, rng):\n    return ('fly',)\n"


def test_a_player_of_ones_own_is_measured_beside_the_bots(tmp_path, capsys):
    (tmp_path / "first_player.py").write_text(PLAYER)
    command = ["benchmark", "fishery", "--games", "4", "--player", f"{tmp_path / 'first_player.py'}:first"]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said.startswith("Fishery, 2 players, 4 games of each table, seed 2026; 95 % intervals")
    rows = [line.split(" | ")[0].strip("| ") for line in said.splitlines()[4:]]
    assert rows == [*baselines(Fishery), "first"] and "hard" not in rows
    assert main([*command, "--only"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == said.splitlines()[-1], "the same seeds, the same scores"


def test_what_is_no_player_is_told_in_one_line(tmp_path, capsys):
    file = tmp_path / "other_player.py"
    file.write_text(PLAYER)
    for words, message in (
        (["--only"], "--only needs a player of your own"),
        (["--player", "nowhere.py:play"], "name a Python file and a function, FILE:NAME"),
        (["--player", f"{file}:third"], "has no function third"),
        (["--only", "--player", f"{file}:wrong"], "wrong"),
        (["--games", "2", "--only", "--player", f"{file}:first"], "choose a whole number from 4"),
    ):
        assert main(["benchmark", "fishery", *words]) == 2
        assert message in capsys.readouterr().err
