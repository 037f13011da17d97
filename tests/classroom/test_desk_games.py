"""A class that simply plays: any game but Fishery Boom, planned, played, ended and exported at the desk."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median
from typing import Any

import nbclient
import nbformat
import pytest
from classroom.lesson import Lesson
from classroom.school import WITHOUT, Class
from fishlab_widgets.classroom.desk.plan import DECISIONS, Plan, forecast
from fishlab_widgets.classroom.outcome.cells import CELLS
from fishlab_widgets.classroom.outcome.class_zip import class_zip
from fishlab_widgets.classroom.outcome.codebook import FILES

from fishlab import GAMES, Match
from fishlab.bots import REGISTERED, bots_for
from fishlab.core import CHANCE, OVER, called
from fishlab.firstpond.rules import FirstPond
from fishlab.lab import pool
from fishlab.lab.class_experiment.rows import RowsError
from fishlab.lab.class_experiment.zips import ClassFile
from fishlab.room import OUTSIDE, PERSON, Procedure
from fishlab.room.store.sitters import is_decision

OTHERS = [name for name in GAMES if name != "boom"]
OF_EXPERIMENTS = {
    "which", "full", "form", "steps", "predict", "predict_which", "predict_by", "swap", "sea", "models", "protocol",
    "debrief", "more", "questions", "show_found", "more_found", "people_found", "hide_found", "pool", "report",
}  # fmt: skip
"""Sentences of the desk that its script shows of an experiment only."""


@pytest.fixture
def school(tmp_path) -> Iterator[Class]:
    """A class that has not come in yet."""
    found = Class(tmp_path)
    yield found
    found.room.leave()


def come_in(school: Class, count: int, first: int = 0) -> list[tuple[str, int] | None]:
    return [school.room.seating.deal(f"person-{number:03}") for number in range(first, first + count)]


def go_on(school: Class, name: str, moves: int) -> None:
    """Let whoever is to act at a table make so many moves, or as many as there are."""
    room = school.room
    for _ in range(moves):
        status = room.status(name)
        if status.waits or (room.step(name) or room.mover(name)):
            continue
        text = status.match.game.notation(status.match.state.view(status.turn).sample(school.rng))
        assert room.append(name, len(status.match), text, status.turn, desk=True)


def told(view: Any) -> Iterator[str]:
    """Yield every text of a view."""
    if isinstance(view, dict | list):
        for one in view.values() if isinstance(view, dict) else view:
            yield from told(one)
    elif isinstance(view, str):
        yield view


def look(school: Class) -> None:
    """Look at all that desk and projector show: nothing of it is about an experiment."""
    school.look()
    view = school.desk.model.view
    shown = {**view, "text": {name: words for name, words in view["text"].items() if name not in OF_EXPERIMENTS}}
    if view["setup"]:
        shown["setup"] = {**view["setup"], "choices": {**view["setup"]["choices"], "game": []}}
    words = [one for one in told(shown) if re.search("(?i)compar|treatment|debrief|predict|experiment|years?\\b", one)]
    assert words == []


def unpacked(school: Class) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(class_zip(school.room))) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.few(2)
@pytest.mark.parametrize(("game", "players"), [(name, seats) for name in OTHERS for seats in GAMES[name].seats])
def test_a_class_plays_a_game_from_the_plan_to_the_zip(school, game, players):
    room, people = school.room, 2 * players + 1
    assert school.ask("make", game=game, people=people, players=players) == ""
    sizes = [room.match(name).seats for name in room.tables()]
    assert len(sizes) == 3 and max(sizes) - min(sizes) < 2 and people <= sum(sizes) <= max(people, 6)
    assert {room.match(name).game for name in room.tables()} == {GAMES[game]}
    look(school)

    assert None not in come_in(school, people)
    school.ask("start")
    bots = [who for one in room.statuses()[0] for who in one.seats if who != PERSON]
    usual = Plan.usual(game).bot
    assert usual == ("easy" if "easy" in bots_for(GAMES[game]) else usual)
    assert bots == [usual] * (sum(sizes) - people)
    assert school.head["stage"] == "playing" and school.card("Cod")["title"] == GAMES[game].title
    late = come_in(school, 2 * players, people)
    assert [one for one in late if one] == [], "all seats are taken"
    school.ask("deal")
    assert None not in come_in(school, 2 * players, people)
    assert room.status(room.tables()[-1]).block == OUTSIDE
    tables = [*room.tables(), Plan.of(room).add_table(room)]
    for name in tables[:-1]:
        go_on(school, name, 12)
    look(school)

    school.ask("bot", table="Cod", seat=0)
    assert room.status("Cod").seats[0] == usual
    school.ask("person", table="Cod", seat=0)
    assert room.status("Cod").seats[0] == PERSON
    moves = len(room.match("Cod"))
    assert school.ask("back", table="Cod") == "" and len(room.match("Cod")) < moves
    school.ask("clock", seconds=60)
    assert school.wall["clock"]["left"] == 60
    school.ask("close", table=tables[-1])
    look(school)
    school.ask("end")
    look(school)
    wall = {one["name"]: one for one in school.wall["tables"]}
    scores = room.match("Cod").state.scores()
    assert re.findall("[−0-9]+", wall["Cod"]["total"]) == [str(one).replace("-", "−") for one in scores]
    assert ("(the lowest wins)" in wall["Cod"]["total"]) == GAMES[game].low_wins
    stood = room.status("Cod").period
    assert wall["Cod"]["note"] == (f"ended in {school.card('Cod')['when']}" if stood else "ended"), "how far it came"
    assert school.head["stage"] == "ended"

    assert school.ask("again", swap=False) == ""
    assert room.game == 2 and [room.match(name).game for name in room.tables()] == [GAMES[game]] * len(tables)
    assert room.find("person-000") is not None, "the same people sit there"
    look(school)
    school.ask("start")
    go_on(school, room.tables()[0], 6)
    running = rows(unpacked(school)["scores.csv"])
    assert {(row["score"], row["won"]) for row in running if row["table"] == room.tables()[0]} == {("", "")}
    school.ask("end")

    files = unpacked(school)
    assert files.keys() == {"codebook.md", "session.json", "scores.csv", "decisions.csv", "events.csv"}
    assert "There is no analysis here" in files["codebook.md"]
    for name in ("scores.csv", "decisions.csv", "events.csv"):
        assert files[name].splitlines()[0].split(",") == list(FILES[name][1])
        assert all(f"| `{column}` |" in files["codebook.md"].split(f"## {name}")[1] for column in FILES[name][1])
        for row in rows(files[name]):
            cells = [(value, CELLS[name][column]) for column, value in row.items()]
            assert all(re.fullmatch(cell.kind.pattern, value) if value else cell.empty for value, cell in cells), row
    session = json.loads(files["session.json"])
    assert [one["form"] for one in session["games"]] == [game, game] and session["games"][0]["plan"]["people"] == people
    assert all(f"| `{key}` |" in files["codebook.md"] for key in session)
    seats = [row for row in rows(files["scores.csv"]) if row["table"] == "Cod"]
    assert [int(row["score"]) for row in seats] == list(scores)
    made = [row for row in rows(files["decisions.csv"]) if row["table"] == "Cod"]
    match = Match(GAMES[game], len(seats))
    for row in made:
        match.play(row["move"])
    assert match.state == room.match("Cod").state, "the moves make the game again"
    assert {row["kind"] for row in rows(files["events.csv"])} >= {"lot", "taken", "bot", "returned", "back", "game"}


def test_a_game_that_is_over_is_told_with_its_winner_and_its_code(school):
    school.ask("make", game="fishery", people=2)
    come_in(school, 1)
    school.look()
    assert "<td>1 of 2 seats taken</td>" in school.desk.model.view["side"]["html"], "nobody plays yet"
    come_in(school, 1, 1)
    school.ask("start")
    assert "<td>playing</td>" in school.desk.model.view["side"]["html"]
    school.ask("close", table="Herring")
    assert "<td>closed</td>" in school.desk.model.view["side"]["html"]
    school.ask("go", table="Herring")
    while school.room.status("Herring").turn != OVER:
        go_on(school, "Herring", 20)
    look(school)
    state = school.room.match("Herring").state
    (table,) = school.wall["tables"]
    assert table["note"] == state.prompt() and school.card("Herring")["note"] == "finished"
    assert state.prompt().startswith("The game is over: ")
    assert state.prompt() in school.desk.model.view["side"]["html"]
    seats = rows(unpacked(school)["scores.csv"])
    assert Match.from_code(seats[0]["code"]).state == state
    assert [place for place, row in enumerate(seats) if row["won"] == "1"] == list(state.winners())
    assert {row["won"] for row in seats} <= {"0", "1"}


def test_tables_that_are_cut_off_are_told_as_ended_and_a_seat_waits_under_the_name_on_its_page(school):
    school.ask("make", game="fishery", people=2)
    come_in(school, 2)
    school.ask("start")
    go_on(school, "Herring", 1)
    assert school.card("Herring")["note"] in ("waiting for Black, seat A", "waiting for White, seat B")
    school.ask("end")
    html = school.desk.model.view["side"]["html"]
    assert "<td>ended</td>" in html and "playing" not in html
    look(school)


def test_the_same_luck_of_a_game_with_hidden_cards_says_that_these_are_the_same_too():
    lucks = {game: Plan(game=game, treatments=(), procedure=None).lucks.get("tape", "") for game in ("fleet", "pisces")}
    assert "hidden cards too" in lucks["fleet"] and "hidden" not in lucks["pisces"]


def decisions(game: str, players: int, seed: int) -> int:
    """Return how often somebody has a choice in a game of the plan's usual bots."""
    match, rng, bot = Match(GAMES[game], players), Random(seed), bots_for(GAMES[game])[Plan.usual(game).bot]
    found = 0
    while not match.over:
        state = match.state
        found += is_decision(state)
        match.play(state.sample(rng) if state.turn() == CHANCE else bot(state.view(state.turn()), rng))
    return found


@pytest.mark.few(1)
@pytest.mark.parametrize("game", DECISIONS)
def test_the_plan_of_a_game_says_how_long_it_takes_by_decisions_that_are_counted(school, game):
    counted = {n: round(median(decisions(game, n, seed) for seed in range(8))) for n in GAMES[game].seats}
    assert counted == DECISIONS[game]
    school.ask("try", game=game, people=9, language="")
    told = [f"{round(count / 5)} for {players} players" for players, count in counted.items()]
    assert ", ".join(told) in school.desk.model.view["setup"]["length"]


def test_the_form_asks_only_what_counts_in_the_game_that_was_chosen(school):
    model = school.desk.model
    setup = model.view["setup"]
    games = dict(setup["choices"]["game"])
    assert list(games) == list(GAMES) and setup["chosen"]["game"] == "boom"
    assert games["boom"] == "Fishery Boom, as an experiment" and games["fleet"] == "Fleet, just to play"
    assert setup["treatments"] and setup["protocol"]
    for game in OTHERS:
        school.ask("try", game=game, people=9, language="")
        setup = model.view["setup"]
        assert setup.keys() == {"experiment", "people", "players", "seats", "choices", "chosen", "length"}
        assert setup["people"] == 9 and setup["seats"] == [GAMES[game].seats[0], GAMES[game].seats[-1]]
        usual = Plan.usual(game).bot
        assert setup["chosen"] == {"game": game, "bot": usual, "luck": "own", "language": ""}
        assert [name for name, _ in setup["choices"]["luck"]] == ["own", "tape"][: 2 if GAMES[game].counts else 1]
        assert (
            model.view["power"]["lots"].startswith("9 people, seated at random: ") and not model.view["power"]["lines"]
        )
        look(school)
    school.ask("try", game="boom", people=9, language="")
    assert model.view["setup"]["treatments"] and Plan.of(school.room) == Plan(people=9)


@pytest.mark.parametrize(
    ("game", "people", "players", "sizes"),
    [("pisces", 13, 6, (5, 4, 4)), ("fleet", 5, 4, (3, 2)), ("fishery", 5, 2, (2, 2, 2)), ("freshfish", 1, 5, (2,)),
     ("pisces", 12, 4, (4, 4, 4))],
)  # fmt: skip
def test_tables_are_as_even_as_they_can_be(game, people, players, sizes):
    plan = Plan.read({"game": game, "people": people, "players": players})
    assert (plan.sizes, plan.tables, plan.spare) == (sizes, len(sizes), sum(sizes) - people)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"game": "chess"}, "There is no game 'chess': choose boom, pisces, fishery"),
        ({"game": ["fleet"]}, "There is no game"),
        ({"game": "fishery", "players": 4}, "4 seats at a table are not possible"),
        ({"game": "fleet", "bot": "careful"}, "There is no bot 'careful': choose easy, medium, hard"),
        ({"game": "fleet", "luck": "real"}, "Dice 'real' are not possible: choose own, tape"),
        ({"game": "fishery", "luck": "tape"}, "Dice 'tape' are not possible: choose own."),
        ({"game": "fleet", "luck": []}, "are not possible"),
        ({"game": "fishery", "people": 60}, "30 tables; 20 fit on a desk. It would fit with 40 people."),
        (
            {"game": "pisces", "people": 75, "players": 3},
            "25 tables; 20 fit on a desk. It would fit with 4 seats at a table, or 60 people.",
        ),
        (
            {"people": 80, "players": 3, "treatments": ["silence", "to-win"]},
            "28 tables; 20 fit on a desk. It would fit with 4 seats at a table, or 60 people.",
        ),
        (
            {"people": 80, "players": 4, "treatments": ["silence", "to-win", "competitive"]},
            "22 tables; 20 fit on a desk. It would fit with 2 treatments, or 72 people.",
        ),
    ],
)
def test_a_plan_to_play_that_is_not_possible_is_refused_with_a_sentence(school, answers, why):
    assert why in school.ask("make", **answers)
    assert school.room.tables() == []


def test_what_was_answered_of_a_game_is_there_again_when_the_form_comes_back_to_it(school):
    boom = {"game": "boom", "people": 9, "players": 3, "treatments": ["silence", "to-win"], "form": "full", "bot": "",
            "luck": "own", "full": True, "language": "", "procedure": WITHOUT | {"talk": 45}}  # fmt: skip
    fleet = {"game": "fleet", "people": 12, "players": 3, "bot": "hard", "luck": "tape", "language": ""}
    setup = dict[str, dict[str, Any]]()
    for answers in (boom, fleet):
        school.ask("try", **{name: answers[name] for name in ("game", "people", "language")})  # another game is chosen
        school.ask("try", **answers)
        setup[answers["game"]] = {"plan": Plan.read(answers), "power": school.desk.model.view["power"]}
    for game in ("boom", "fleet", "boom"):
        school.ask("try", game=game, people=10, language="")
        plan = replace(setup[game]["plan"], people=10)
        assert Plan.of(school.room) == plan
        chosen = school.desk.model.view["setup"]
        assert (chosen["people"], chosen["players"]) == (10, 3)
        assert [chosen["chosen"][name] for name in ("bot", "luck")] == [plan.bot, plan.luck]
        assert school.desk.model.view["power"] == forecast(plan, draw=True)
    assert [one["name"] for one in chosen["treatments"] if one["on"]] == ["to-win", "silence"]
    assert school.ask("make", **boom) == "" and Plan.of(school.room) == setup["boom"]["plan"]


@pytest.mark.parametrize("game", ["boom", "fleet"])
def test_where_nobody_gets_empty_seats_the_question_before_the_start_says_that_tables_wait(school, game):
    school.ask("make", game=game, people=6, players=3, bot="", treatments=["silence"])
    come_in(school, 4)
    school.look()
    assert school.head["start_sure"].startswith("Start with 2 empty seats? Their tables wait until somebody sits there")
    come_in(school, 1, 4)
    school.look()
    assert school.head["start_sure"].startswith("Start with 1 empty seat? Its table waits until somebody sits there")
    come_in(school, 1, 5)
    school.look()
    assert school.head["start_sure"] == ""


def test_no_line_on_the_wall_ends_within_a_name(school):
    school.ask("make", game="pisces", people=4)
    come_in(school, 4)
    school.ask("start")
    while school.room.status("Herring").turn != OVER:
        go_on(school, "Herring", 200)
    with called(["Mahi-mahi", "Crab", "Shark", "Sardine"]):
        school.look()
        (table,) = school.wall["tables"]
    assert len(table["total"].split(" ")) == 4, "each seat with its points and the sign after it"
    assert table["total"].startswith("Mahi\u2011mahi\xa0") and "-" not in table["total"] + table["note"]


@pytest.mark.parametrize("game", [name for name in OTHERS if GAMES[name].counts])
def test_on_one_tape_rounds_open_for_all_tables_together(school, game):
    room = school.room
    school.ask("make", game=game, people=4, players=2, luck="tape")
    come_in(school, 4)
    school.ask("start")
    assert school.head["years"] and {room.status(name).block for name in room.tables()} == {0}
    begins = room.status("Cod").period
    while not room.status("Herring").waits:
        go_on(school, "Herring", 1)
    assert school.card("Herring")["note"] == f"waiting for round {room.status('Herring').period} to open"
    assert school.wall["tables"][1]["note"] == (f"round {begins}" if begins else "playing")
    look(school)
    school.ask("year")
    assert room.status("Herring").waits == ""


def test_nothing_is_asked_at_the_seats_also_after_an_experiment(school):
    lesson = Lesson(school.room)
    school.ask("make", people=4, players=2, procedure={})
    assert Procedure.of(school.room.file) == Procedure()
    school.ask("plan")
    school.ask("make", game="fleet", people=4, players=2, bot="")
    assert Procedure.of(school.room.file) is None
    door = lesson.lobby()
    door.notices.receive({"type": "draw"})
    assert door.place is not None and door.steps.card == {}
    school.ask("start")
    door.look()
    assert door.steps.card == {} and "board" in door.frame


def test_a_registered_game_is_there_too(school, monkeypatch):
    class Weir(FirstPond):
        name, title, tag, seats = "weir", "Weir", "WR", range(3, 5)
        year = "spring"  # a word of its own, which counts nothing
        day = property(lambda self: 1 + self.turns // self.players)

    monkeypatch.setitem(GAMES, "weir", Weir)
    monkeypatch.setitem(REGISTERED, "weir", {})
    school.desk.look()
    assert ["weir", "Weir, just to play"] in school.desk.model.view["setup"]["choices"]["game"]
    assert school.ask("make", game="weir", people=4, players=3) == ""
    assert [one.match.seats for one in school.room.statuses()[0]] == [3, 3]
    come_in(school, 4)
    school.ask("start")
    assert sorted(who for one in school.room.statuses()[0] for who in one.seats) == [PERSON] * 4 + ["random"] * 2
    for name in school.room.tables():
        go_on(school, name, 9)
    look(school)
    school.ask("end")
    assert {row["plays"] for row in rows(unpacked(school)["scores.csv"])} == {"weir"}
    assert {row["year"] for row in rows(unpacked(school)["decisions.csv"])} == {"0"}
    school.ask("plan")
    monkeypatch.setattr(Weir, "counts", "day")
    assert school.ask("make", game="weir", people=4, players=3, luck="tape") == ""
    assert {one.period for one in school.room.statuses()[0]} == {1}, "it names what counts its rounds"


@pytest.mark.long
def test_a_class_that_played_before_an_experiment_has_both_in_its_zip_and_its_lots_are_honest(school, tmp_path):
    room = school.room
    school.ask("make", game="fishery", people=4, bot="")
    come_in(school, 4)
    school.now += 1
    school.ask("start")
    while room.status("Herring").turn != OVER:
        go_on(school, "Herring", 20)
    school.now += 1
    for name in ("Herring", "Cod"):
        school.ask("free", table=name, seat=0)
    assert come_in(school, 2, 4) == [("Cod", 0), None], "nobody is dealt a seat where the game is over"
    with pytest.raises(RowsError, match=r"no tables\.csv"):
        pool([ClassFile("played.zip", class_zip(room))])
    school.ask("plan")
    school.ask("make", people=4, players=2, years=1, bot="careful", luck="own", treatments=["silence", "to-win"])
    come_in(school, 4, 10)
    school.now += 1
    school.ask("start")
    for name in room.tables():
        while room.status(name).turn != OVER:
            go_on(school, name, 20)
    school.look()
    assert school.desk.model.view["side"]["say"], "the experiment is told as ever"
    school.ask("end")
    files = unpacked(school)
    assert files.keys() == {"codebook.md", "session.json", "analysis.ipynb", *FILES}
    assert "This class also played other games, just to play" in files["codebook.md"]
    assert {row["game"] for row in rows(files["tables.csv"])} == {"2"}
    assert {row["game"] for row in rows(files["scores.csv"])} == {"1"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    notebook = nbformat.reads(files["analysis.ipynb"], as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    said = "".join(out.get("text", "") for cell in notebook.cells for out in cell.get("outputs", ()))
    assert "Game 1: form 'fishery'" in said and "Game 2: form 'full'" in said
    assert "Seats: 9 of 9 are as the seed draws them, 0 are not" in said
