"""What a person in an experiment goes through at a seat: each stage by messages, through reloads and restarts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import unmarked
from classroom.lesson import Lesson
from classroom.school import WITHOUT
from fishlab_widgets.classroom.briefing import house_rule, quiz, screens
from fishlab_widgets.classroom.desk.desk import Desk
from fishlab_widgets.classroom.lobby import Lobby

from fishlab import messages
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, TERMS
from fishlab.core import OVER
from fishlab.room import Room


class Experiment:
    """A planned class on a clock that stands still, with pages that are not there."""

    def __init__(self, folder: Path, **plan: Any) -> None:
        self.now = 1000.0
        self.path = folder / "class.room"
        self.open()
        self.ask("make", **{"treatments": ["yearly-agreement"], "people": 2, "players": 2, "form": "short", **plan})

    def open(self) -> None:
        """Open the room, as a server does that is started."""
        self.room = Room(self.path, clock=lambda: self.now)
        self.lesson = Lesson(self.room, clock=lambda: self.now)
        self.desk = Desk(self.room, clock=lambda: self.now, stopwatch=self.lesson.stopwatch)

    def restart(self, *pages: Lobby) -> list[Lobby]:
        """Restart the server, and let pages come back with their keys."""
        keys = [page.seat.session.key for page in pages]
        self.room.leave()
        self.open()
        return [self.come_back(key) for key in keys]

    def come_back(self, key: str) -> Lobby:
        page = self.lesson.lobby()
        page.notices.receive({"type": "hello", "key": key})
        return page

    def ask(self, kind: str, **more: Any) -> str:
        self.desk.model.act(kind, more)
        return self.desk.model.view["head"]["trouble"]

    def come(self, count: int) -> list[Lobby]:
        """Let people come in and sit down."""
        pages = [self.lesson.lobby() for _ in range(count)]
        for page in pages:
            page.notices.receive({"type": "draw"})
        return sorted(pages, key=lambda page: page.place)

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and do what is due by then."""
        self.now += seconds
        self.lesson.stopwatch.keep_time(self.now)
        self.look()

    def look(self) -> None:
        """Let chance and bots move, and pages look."""
        self.lesson.settle()
        self.lesson.look(every=True)

    @property
    def seats(self) -> str:
        self.desk.look()
        return self.desk.model.view["head"]["seats"]


@pytest.fixture
def experiment(tmp_path) -> Iterator[Experiment]:
    found = Experiment(tmp_path)
    yield found
    found.room.leave()


def test_nonsense_about_the_card_that_is_shown_and_the_way_back_make_nobody_else_look(experiment, monkeypatch):
    page, _ = experiment.come(2)
    submit(page)
    told: list[str] = []
    monkeypatch.setattr(experiment.lesson, "tell", told.append)
    for kind in ("zzz", "", "skip", "back"):
        page.steps.receive({"type": kind, "card": page.steps.card["name"]})
    assert told == [] and page.steps.card["step"] == 1, "it went back"
    submit(page)
    assert told


@pytest.mark.parametrize("name", [name for name, terms in TERMS.items() if terms.for_people])
def test_every_seat_reads_in_a_plain_line_who_speaks_when_and_no_treatments_name(tmp_path, name):
    experiment = Experiment(tmp_path, treatments=[name])
    for page in experiment.come(2):
        assert page.notices.bar["rule"].startswith(TERMS[name].text)
        assert ("Nobody speaks" in page.notices.bar["rule"]) != ("agreement" in name)
        assert TERMS[name].title not in str(page.notices.bar)
    experiment.room.leave()


def test_a_page_takes_the_new_time_when_a_talks_clock_is_extended_or_the_servers_time_is_set_back(experiment):
    page, _ = experiment.come(2)
    experiment.ask("start")
    experiment.pass_time(0)
    marks = [page.notices.news["mark"]]
    experiment.ask("extend", seconds=60)
    experiment.look()
    assert page.notices.news["left"] > 60
    marks.append(page.notices.news["mark"])
    experiment.pass_time(5)
    experiment.now -= 3600  # the room's own time stands still meanwhile
    experiment.room.clock.start(30, "Time to talk", page.table)
    experiment.look()
    assert page.notices.news["left"] == 30
    marks.append(page.notices.news["mark"])
    assert len({*marks}) == 3, "a page counts anew when the mark is another one"


def submit(page: Lobby, **answers: Any) -> dict[str, Any]:
    page.steps.receive({"type": "submit", "card": page.steps.card["name"], "answers": answers})
    return page.steps.card


def read_on(page: Lobby) -> None:
    """Read all instructions."""
    while page.steps.card.get("name", "").startswith("instructions"):
        submit(page)


def practise(page: Lobby) -> None:
    """Play the practice year."""
    while not page.stages.practice.session.played():
        state = page.stages.practice.match.state
        board = page.stages.practice.board
        board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": board.rev})
    submit(page)


def answer_all(page: Lobby) -> None:
    """Answer every question rightly."""
    for one in quiz(page.stages.first):
        submit(page, **{one.name: one.right})
        submit(page)


def get_ready(page: Lobby) -> None:
    read_on(page)
    practise(page)
    answer_all(page)
    submit(page, catch=20, lasts="no")


def test_a_person_reads_practises_answers_predicts_and_is_ready_and_the_desk_counts(experiment):
    first, second = experiment.come(2)
    assert "board" not in first.frame and first.steps.card["name"] == "instructions/0"
    assert experiment.seats.endswith("2 reading")
    read_on(first)
    assert experiment.seats.endswith("1 reading · 1 practising")
    assert first.frame["board"] is first.stages.practice.board
    assert first.steps.card["title"] == "Practice: it does not count"
    practise(first)
    assert "board" not in first.frame
    assert first.steps.card["name"] == "questions/points"
    answer_all(first)
    assert first.steps.card["name"] == "prediction"
    submit(first, catch=31, lasts="yes")
    assert first.steps.card["name"] == "ready" and first.frame["board"] is first.seat.board
    assert experiment.seats.endswith("1 reading · 1 ready")
    given = {(one["stage"], one["question"]): one["answer"] for one in experiment.room.answers()}
    assert (given["prediction", "catch"], given["prediction", "lasts"]) == (31, "yes")
    assert given["practice", "done"] == "played"
    assert len(experiment.room.match("Herring")) == 0, "nothing of it counts"
    experiment.ask("start")
    experiment.look()
    assert second.frame["board"] is second.seat.board, "the desk starts without waiting"
    assert "read" not in experiment.seats


def test_a_wrong_answer_is_explained_and_tried_again_and_the_tries_are_kept(experiment):
    page, _ = experiment.come(2)
    read_on(page)
    page.steps.receive({"type": "skip", "card": "practice"})
    one = quiz(page.stages.first)[0]
    wrong = next(value for value, _ in one.choices if value != one.right)
    card = submit(page, **{one.name: wrong})
    assert (card["name"], card["good"]) == ("questions/points", False)
    assert card["feedback"] == f"Not yet. {one.hint}"
    (page,) = experiment.restart(page)
    assert page.steps.card["name"] == "questions/points", "a reload stays at the question"
    card = submit(page, **{one.name: one.right})
    assert card["good"] and card["feedback"] == f"Right. {one.why}"
    (answer,) = [found for found in experiment.room.answers() if found["question"] == one.name]
    assert (answer["tries"], answer["answer"]) == (2, one.right)
    assert submit(page)["name"] == "questions/demand"


@pytest.mark.parametrize("form", FORMS)
def test_every_question_has_one_right_choice_and_fits_the_form(tmp_path, form):
    room = Room(tmp_path / "a.room")
    state = room.open("Cod", "boom", 4, **FORMS[form].options()).states[0]
    for one in quiz(state):
        values = [value for value, _ in one.choices]
        assert one.right in values and len({*values}) == len(values) >= 3
    plates = 2 + (2 in state.sheet.plus_one)
    assert next(one.right for one in quiz(state) if one.name == "demand") == str(plates)
    assert 4 <= len(screens(state)) <= 6
    words = sum(len(line.split()) for one in screens(state) for line in (one.title, *one.text))
    assert words <= 280, "read in two minutes"


def test_reading_goes_back_and_on_and_a_restart_keeps_the_place(experiment):
    page, _ = experiment.come(2)
    submit(page)
    submit(page)
    page.steps.receive({"type": "back", "card": "instructions/2"})
    assert page.steps.card["name"] == "instructions/1"
    (page,) = experiment.restart(page)
    assert page.steps.card["name"] == "instructions/2"


def test_a_practice_year_goes_on_after_a_restart_and_everybody_has_other_dice(experiment):
    page, other = experiment.come(2)
    for one in (page, other):
        read_on(one)
    board = page.stages.practice.board
    board.receive({"type": "move", "move": "gear default", "rev": board.rev})
    before = page.stages.practice.match.to_json()
    assert len(page.stages.practice.match) >= 2
    seeds = {one.stages.practice.match.seed for one in (page, other)}
    assert len(seeds) == 2
    (page,) = experiment.restart(page)
    assert page.stages.practice.match.to_json() == before
    practise(page)
    assert page.steps.card["name"] == "questions/points"


FORGED = [
    {"type": "submit", "card": "prediction", "answers": {"catch": 3, "lasts": "yes"}},
    {"type": "submit", "card": "instructions/0", "answers": 7},
    {"type": "submit", "answers": {}},
    {"type": "skip", "card": "instructions/0"},
    {"type": "back", "card": "instructions/0"},
    {"type": "nonsense", "card": "instructions/0"},
    {"type": 3},
    "submit",
]


@pytest.mark.few(1)
@pytest.mark.parametrize("message", FORGED, ids=range(len(FORGED)))
def test_a_forged_message_leads_no_further_than_its_card(experiment, message):
    page, _ = experiment.come(2)
    page.steps.receive(message)
    stages = {one["stage"] for one in experiment.room.answers()}
    assert stages <= {"instructions"} and page.steps.card["name"] in ("instructions/0", "instructions/1")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "answers",
    [{}, {"catch": -1, "lasts": "no"}, {"catch": 10**6, "lasts": "no"}, {"catch": True, "lasts": "no"},
     {"catch": "many", "lasts": "no"}, {"catch": 4, "lasts": "perhaps"}, {"catch": 4.5, "lasts": "no"}],
)  # fmt: skip
def test_a_forged_prediction_is_refused_with_a_sentence(experiment, answers):
    page, _ = experiment.come(2)
    read_on(page)
    page.steps.receive({"type": "skip", "card": "practice"})
    answer_all(page)
    submit(page, **answers)
    assert page.steps.card["name"] == "prediction" and page.steps.trouble
    assert "prediction" not in {one["stage"] for one in experiment.room.answers()}


@pytest.mark.long
def test_a_prediction_is_sealed_once(experiment):
    page, _ = experiment.come(2)
    get_ready(page)
    page.steps.receive({"type": "submit", "card": "prediction", "answers": {"catch": 99, "lasts": "yes"}})
    assert experiment.room.questions.given(*page.place, "prediction")["catch"] == 20


def test_all_parts_can_be_switched_off(tmp_path):
    experiment = Experiment(tmp_path, procedure=WITHOUT)
    page, _ = experiment.come(2)
    assert page.steps.card["name"] == "ready" and page.frame["board"] is page.seat.board
    assert experiment.seats == "1 table · 2 of 2 seats taken · 2 here"


def be_ready(page: Lobby) -> None:
    """Do all that is asked before the start."""
    read_on(page)
    practise(page)
    answer_all(page)
    submit(page, catch=9, lasts="no")
    assert page.steps.card["name"] == "ready"


def told(experiment: Experiment) -> set[tuple[str, str, object]]:
    return {(one["table"], one["question"], one["answer"]) for one in experiment.room.answers()}


@pytest.mark.long
def test_back_at_the_plan_everybody_keeps_what_was_done_and_waits_for_the_new_seat(tmp_path):
    experiment = Experiment(tmp_path, people=3, players=3)
    ready, reads = experiment.come(2)
    be_ready(ready)
    submit(reads)
    submit(reads)
    key = ready.seat.session.key
    reads.close()  # a closed lid
    experiment.ask("plan")
    experiment.look()
    words = "The teacher is drawing the seats again: wait a moment. This page will take you to yours."
    assert ready.notices.door["waits"] == words
    assert experiment.desk.model.view["setup"]["people"] == 2, "as many as are here"
    assert not ready.notices.door["answer"] and ready.notices.bar["key"] == key
    experiment.room.leave()
    experiment.open()
    ready = experiment.come_back(key)
    other = experiment.come_back(reads.seat.session.key)
    for page in (ready, other):
        assert page.seat is None and page.notices.door["waits"] == words, "after a restart too"
    newcomer = experiment.lesson.lobby()
    experiment.ask("make", treatments=["yearly-agreement"], people=3, players=3, form="short")
    newcomer.notices.receive({"type": "draw"})
    for page in (ready, other):
        page.deal()
    assert ready.steps.card["name"] == "ready" and other.steps.card["name"] == "instructions/2"
    assert newcomer.steps.card["name"] == "instructions/0", "who is new begins at the beginning"
    assert experiment.seats.endswith("2 reading · 1 ready")
    assert {("Herring", "catch", 9), ("Herring", "done", "sealed")} <= told(experiment), "where the person sits now"
    assert {table for table, *_ in told(experiment)} == {"Herring"}, "once"
    assert experiment.come_back(key).steps.card["name"] == "ready"
    assert experiment.room.seating.left(key) is None, "nobody takes it up twice"
    experiment.room.leave()


def test_every_table_reads_whether_it_may_talk_also_under_a_rule():
    told = {name: house_rule(Boom.start(4, **terms.options(4))) for name, terms in TERMS.items() if terms.for_people}
    talking = {name for name, words in told.items() if "talk" in words}
    assert talking == {"one-agreement", "yearly-agreement"}
    assert all("Nobody speaks" in words for name, words in told.items() if name not in talking), told


def test_who_is_dealt_to_another_treatment_reads_its_rule_and_predicts_anew(tmp_path):
    experiment = Experiment(tmp_path)
    ready, reads = experiment.come(2)
    be_ready(ready)
    submit(reads)
    submit(reads)
    experiment.ask("plan")
    experiment.look()
    experiment.ask("make", treatments=["silence"], people=2, players=2, form="short")
    for page in (ready, reads):
        page.deal()
    assert (ready.steps.card["name"], reads.steps.card["name"]) == ("prediction", "instructions/2"), "where one was"
    assert TERMS["silence"].text in ready.steps.card["text"]
    assert ("Herring (put away 1)", "catch", 9) in told(experiment), "about the table that it was about"
    assert "earlier" not in {answer for *_, answer in told(experiment)}, "no answer that somebody gave"
    experiment.ask("plan")
    experiment.look()
    experiment.ask("make", treatments=["silence"], people=2, players=2, form="lesson")
    for page in (ready, reads):
        page.deal()
    assert ready.steps.card["name"] == reads.steps.card["name"] == "instructions/0", "another form has other rules"
    experiment.room.leave()


# While it counts.


def talking(tmp_path: Path, **plan: Any) -> tuple[Experiment, list[Lobby]]:
    """Return a class that talks before its first year."""
    experiment = Experiment(tmp_path, **plan)
    pages = experiment.come(2)
    experiment.ask("start")
    experiment.pass_time(1)
    return experiment, pages


def test_everybody_has_a_ready_button_and_then_seals_what_was_agreed(tmp_path):
    experiment, (first, second) = talking(tmp_path)
    assert [page.steps.card["submit"] for page in (first, second)] == ["Ready", "Ready"]
    assert first.notices.news["words"] == "Time to talk" and first.notices.news["left"] == 60
    submit(second)
    assert (second.steps.card["name"], first.steps.card["name"]) == ("talk/1/ready", "talk/1")
    submit(first)
    assert [page.steps.card["name"] for page in (first, second)] == ["promise/1", "promise/1"]
    choices = [value for value, _ in first.steps.card["fields"][0]["choices"]]
    assert choices == [*"123456789", "nothing"], "who must fish promises no zero"
    submit(first, promise="2")
    assert first.steps.card["name"] == "promise/1/sealed" and second.steps.card["name"] == "promise/1"
    assert "at most" not in json.dumps(second.steps.card)
    (first, second) = experiment.restart(first, second)
    submit(second, promise="nothing")
    experiment.desk.look()
    (card,) = experiment.desk.model.view["cards"]
    assert (card["note"], card["left"]) == ("all have sealed what was agreed", None), "nobody's time runs"
    experiment.look()
    assert experiment.room.match("Herring").state.phase == "take"
    assert first.steps.card == second.steps.card == {}, "what was sealed stays so"


def test_a_talk_goes_on_where_it_was_when_the_server_was_away(tmp_path):
    experiment, pages = talking(tmp_path)
    experiment.ask("extend", seconds=60)
    experiment.pass_time(20)
    for page in pages:
        page.stay()
    experiment.now += 300
    keys = [page.seat.session.key for page in pages]
    experiment.room.leave()
    experiment.open()
    experiment.lesson.wake()
    page = experiment.come_back(keys[0])
    experiment.pass_time(1)
    experiment.desk.look()
    (card,) = experiment.desk.model.view["cards"]
    assert card["left"] == page.notices.news["left"] == 99, "on the desk as at the seat"


def test_a_pause_in_the_first_talk_leads_nobody_back_before_the_start(tmp_path):
    experiment, pages = talking(tmp_path)
    for page in pages:
        submit(page)
    experiment.ask("pause")
    experiment.look()
    assert [page.steps.card for page in pages] == [{}, {}], "a prediction that is sealed after the talk would be none"
    assert pages[0].frame["board"].prompt["text"] == "The game is paused: your teacher will go on with it."
    (card,) = experiment.desk.model.view["cards"]
    assert (card["note"], experiment.desk.model.view["head"]["stage"]) == ("paused", "paused")
    experiment.ask("start")
    experiment.look()
    assert [page.steps.card["name"] for page in pages] == ["promise/1", "promise/1"]
    experiment.ask("pause")
    experiment.room.seating.free("Herring", 1)
    experiment.ask("start")
    assert experiment.room.status("Herring").free == (1,), "bots take empty seats at the start, and not again"


@pytest.mark.long
def test_the_clock_of_a_talk_is_the_teachers_and_who_does_not_answer_holds_nobody_up(tmp_path):
    experiment, (first, _) = talking(tmp_path, procedure={"talk": 30})
    experiment.ask("extend", seconds=20)
    experiment.pass_time(35)
    assert first.steps.card["name"] == "talk/1"
    experiment.pass_time(20)
    assert first.steps.card["name"] == "promise/1"
    submit(first, promise="1")
    experiment.pass_time(44)
    assert experiment.room.match("Herring").state.phase == "talk"
    experiment.pass_time(10)
    assert experiment.room.match("Herring").state.phase == "take"
    assert [(one["promise"], one["ready_after"]) for one in experiment.room.talks()] == [(1, None), (None, None)]


@pytest.mark.long
def test_a_sleep_of_the_machine_costs_nobody_the_time_to_seal(tmp_path):
    experiment, (first, _) = talking(tmp_path, procedure={"talk": 30})
    beat = experiment.room.file.awake.beat
    beat(experiment.now)
    for _ in range(8):
        experiment.pass_time(5)
        beat(experiment.now)
    assert first.steps.card["name"] == "promise/1"
    experiment.pass_time(60)
    assert experiment.room.match("Herring").state.phase == "talk", "it slept, and nobody could answer"
    for _ in range(8):
        beat(experiment.now)
        experiment.pass_time(5)
    assert experiment.room.match("Herring").state.phase == "take"


@pytest.mark.few(1)
@pytest.mark.parametrize("promise", ["10", "-1", "²", "1.5", 3.5, None, ["1"], "all"])
def test_a_forged_promise_is_refused(tmp_path, promise):
    experiment, (first, second) = talking(tmp_path)
    submit(first)
    submit(second)
    submit(first, promise=promise)
    assert first.steps.card["name"] == "promise/1" and first.steps.trouble
    assert experiment.room.promises.sealed(*first.place) is None


def test_the_board_ends_no_talk_by_itself(tmp_path):
    experiment, (first, second) = talking(tmp_path)
    for page in (first, second):
        page.seat.board.receive({"type": "move", "move": "ready", "rev": page.seat.board.rev})
    assert len(experiment.room.match("Herring")) == 0


def test_a_bot_decides_once_for_who_is_late_and_the_page_counts_down(tmp_path):
    experiment, pages, page = deciding(tmp_path)
    _, seat = page.place
    experiment.look()
    made = len(experiment.room.match("Herring"))
    assert (page.notices.news["words"], page.notices.news["left"]) == ("Your decision", 60)
    again = experiment.come_back(page.seat.session.key)
    assert (again.notices.news["words"], again.notices.news["left"]) == ("Your decision", 60), "a page that comes back"
    for _ in range(6):
        experiment.pass_time(9)
        for one in pages:
            one.stay()
    assert len(experiment.room.match("Herring")) == made
    experiment.pass_time(7)
    assert len(experiment.room.match("Herring")) > made
    events = [one for one in experiment.room.events.all("Herring") if one.kind == "stood in"]
    assert [(one.seat, one.number, one.words) for one in events] == [(seat, made, "careful")]
    assert experiment.room.status("Herring").seats == ("person", "person")
    state, move = experiment.room.match("Herring").states[made], experiment.room.match("Herring").moves[made]
    said = f"Your time was up, and a bot decided for you: {state.say(move, seat)}"
    assert again.notices.news["trouble"] == said and "Seat" in said
    assert [one.notices.news["trouble"] for one in pages if one is not page] == [""]
    while (turn := experiment.room.run("Herring").turn()) != seat:
        experiment.look()
        press_first(next(one for one in pages if one.place == ("Herring", turn)))
    experiment.look()
    assert experiment.room.seating.by_itself("Herring") & set(range(made + 1, len(experiment.room.match("Herring"))))
    assert again.notices.news["trouble"], "what played itself is no decision of one's own"
    press_first(again)
    assert again.notices.news["trouble"] == "", "until the next decision of one's own"


def press_first(page: Any) -> None:
    page.look()
    state = page.seat.session.match.state
    page.seat.board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": page.seat.board.rev})
    page.look()


def deciding(tmp_path: Path) -> tuple[Experiment, list[Lobby], Lobby]:
    """Return a silent class, its pages, and the one whose person decides, for which there are 60 seconds."""
    experiment, pages = talking(tmp_path, treatments=["silence"], procedure={"decision": 60})
    turn = experiment.room.status("Herring").turn
    for one in pages:
        one.stay()
    return experiment, pages, next(one for one in pages if one.place == ("Herring", turn))


def test_of_several_clocks_the_page_shows_the_one_that_is_up_first_and_a_pause_stops_it(tmp_path):
    experiment, _, page = deciding(tmp_path)
    for seconds, words in ((300, "Your decision"), (20, "Time")):
        experiment.ask("clock", seconds=seconds)
        experiment.look()
        page.look()
        assert page.notices.news["words"] == words
    experiment.now += 21
    page.look()
    assert page.notices.news["words"] == "Your decision", "a clock that is up gives way to one that runs"
    experiment.ask("clock", seconds=0)
    page.look()
    before = page.notices.news["mark"]
    experiment.now += 20
    page.stay()
    page.look()
    left = page.notices.news["left"]
    experiment.ask("pause")
    page.look()
    assert "left" not in page.notices.news
    experiment.now += 500
    experiment.ask("start")
    page.stay()
    page.look()
    assert page.notices.news["left"] == left and page.notices.news["mark"] != before, "so that the page counts anew"


def test_the_seat_shows_the_time_to_seal_until_it_is_sealed(tmp_path):
    experiment, (first, second) = talking(tmp_path)
    submit(first)
    submit(second)
    experiment.now += 15
    for page in (first, second):
        page.look()
        assert (page.notices.news["words"], page.notices.news["left"]) == ("Time to seal", 30)
    before = first.notices.news["mark"]
    experiment.ask("extend", seconds=60)
    first.look()
    assert first.notices.news["left"] == 90 and first.notices.news["mark"] != before
    submit(first, promise="2")
    first.look()
    assert "left" not in first.notices.news


@pytest.mark.long
def test_who_has_not_sealed_in_time_is_told_until_the_next_decision(tmp_path):
    experiment, (first, second) = talking(tmp_path, procedure={"decision": 0})
    submit(first)
    submit(second)
    submit(first, promise="2")
    for _ in range(4):
        experiment.pass_time(15)
    assert not experiment.room.promises.talks("Herring"), "the year has begun"
    told = "Your time to seal is over: you have no promise that counts this year."
    assert [page.notices.news["trouble"] for page in (first, second)] == ["", told]
    while (turn := experiment.room.run("Herring").turn()) != second.place[1]:
        experiment.look()
        press_first(next(one for one in (first, second) if one.place == ("Herring", turn)))
    experiment.look()
    assert second.notices.news["trouble"] == told
    press_first(second)
    assert second.notices.news["trouble"] == ""


def test_who_is_dealt_in_at_a_new_table_reads_the_rules_and_has_time_for_them(tmp_path):
    experiment, _ = talking(tmp_path, treatments=["silence"], procedure={"decision": 40})
    (late,) = experiment.come(1)
    experiment.ask("deal")
    experiment.look()
    late.deal()
    late.look()
    name, seat = late.place
    assert (name != "Herring", late.steps.card["name"]) == (True, "instructions/0")
    while (turn := experiment.room.status(name).turn) != seat or experiment.room.mover(name):
        assert experiment.room.step(name), turn
    made = len(experiment.room.match(name))
    late.look()
    assert "left" not in late.notices.news, "nobody's time runs who reads the rules"
    for _ in range(10):
        experiment.pass_time(15)
        late.stay()
    assert len(experiment.room.match(name)) == made, "40 seconds, and 120 to read"
    for _ in range(2):
        experiment.pass_time(15)
        late.stay()
    assert len(experiment.room.match(name)) > made, "but the others do not wait for ever"


@pytest.mark.long
def test_the_clock_of_who_came_late_begins_when_the_rules_are_read(tmp_path):
    experiment, _ = talking(tmp_path, treatments=["silence"], procedure={"decision": 40})
    (late,) = experiment.come(1)
    experiment.ask("deal")
    experiment.look()
    late.deal()
    name, seat = late.place
    while experiment.room.status(name).turn != seat or experiment.room.mover(name):
        assert experiment.room.step(name)
    late.look()
    for _ in range(5):
        experiment.pass_time(15)
        late.stay()
    late.steps.receive({"type": "skip", "card": late.steps.card["name"]})
    late.look()
    assert late.notices.news["left"] == 40, "75 seconds with the rules do not count"
    made = len(experiment.room.match(name))
    for _ in range(2):
        experiment.pass_time(15)
        late.stay()
    late.look()
    assert (late.notices.news["left"], len(experiment.room.match(name))) == (10, made)
    experiment.pass_time(11)
    assert len(experiment.room.match(name)) > made


def test_who_takes_a_seat_in_a_running_game_reads_the_rules_first_and_only_once(tmp_path):
    experiment, pages = talking(tmp_path, treatments=["silence"])
    turn = experiment.room.status("Herring").turn
    page = next(one for one in pages if one.place == ("Herring", turn))
    state = page.seat.session.match.state
    page.seat.board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": page.seat.board.rev})
    experiment.look()
    assert all(one.steps.card == {} for one in pages), "who was there from the beginning plays on"
    assert experiment.room.seating.free(*page.place)
    experiment.look()
    (late,) = experiment.come(1)
    card = late.steps.card
    assert (card["name"], card["skip"]) == ("instructions/0", "Go on without the rules")
    submit(late)
    again = experiment.come_back(late.seat.session.key)
    assert again.steps.card["name"] == "instructions/1"
    read_on(again)
    assert again.steps.card == {} and again.stages.stage() == ""
    assert experiment.come_back(late.seat.session.key).steps.card == {}


def test_a_talk_goes_on_while_somebody_who_came_late_reads_who_can_go_straight_to_it(tmp_path):
    experiment, (_, other) = talking(tmp_path)
    assert experiment.room.seating.free(*other.place)
    (late,) = experiment.come(1)
    assert late.steps.card["name"] == "instructions/0"
    experiment.pass_time(10)
    late.look()
    experiment.desk.look()
    (card,) = experiment.desk.model.view["cards"]
    assert card["note"] == "talk · 1 still reads" and card["left"] == late.notices.news["left"] == 50
    assert late.notices.news["words"] == "Time to talk"
    assert late.steps.card["text"][0].startswith("Your table talks now, and its clock goes on.")
    assert late.steps.card["skip"] == "Go to the talk"
    late.steps.receive({"type": "skip", "card": late.steps.card["name"]})
    assert (late.steps.card["name"], late.steps.card["submit"]) == ("talk/1", "Ready")
    experiment.desk.look()
    (card,) = experiment.desk.model.view["cards"]
    assert card["note"] == "talk"


def test_an_old_device_does_not_pass_for_the_person_who_got_a_new_key(tmp_path):
    experiment, pages = talking(tmp_path)
    name, seat = pages[0].place
    experiment.now += 60
    experiment.ask("key", table=name, seat=seat)
    pages[0].stay()
    experiment.desk.look()
    (key,) = [one["key"] for one in experiment.desk.model.view["cards"][0]["seats"] if one["key"]]
    again = experiment.come_back(key)
    assert again.place == (name, seat)
    experiment.now += 60
    again.stay()
    experiment.desk.look()
    assert [one["key"] for one in experiment.desk.model.view["cards"][0]["seats"]] == ["", ""]


def test_who_comes_with_a_new_key_has_the_whole_time_for_the_decision(tmp_path):
    experiment, _, page = deciding(tmp_path)
    experiment.now += 40
    page.stay()
    experiment.ask("key", table=page.place[0], seat=page.place[1])
    (key,) = [one["key"] for one in experiment.desk.model.view["cards"][0]["seats"] if one["key"]]
    experiment.now += 5
    assert experiment.come_back(key).notices.news["left"] == 55


def test_who_gets_a_freed_seat_back_need_not_read_the_rules_again(tmp_path):
    experiment = Experiment(tmp_path, treatments=["silence"])
    page, other = experiment.come(2)
    read_on(page)
    waiting = experiment.lesson.lobby()
    waiting.notices.receive({"type": "draw"})
    experiment.ask("start")
    experiment.look()
    while not experiment.room.match("Herring").moves:
        experiment.pass_time(100)
    name, seat = page.place
    experiment.ask("free", table=name, seat=seat)
    experiment.look()
    assert "freed" in page.notices.door["answer"]
    waiting.deal()
    assert waiting.place == (name, seat) and waiting.steps.card["name"] == "instructions/0"
    experiment.ask("key", table=name, seat=seat)
    (key,) = [one["key"] for one in experiment.desk.model.view["cards"][0]["seats"] if one["key"]]
    page.notices.receive({"type": "key", "key": key})
    assert page.place == (name, seat) and page.steps.card == {}
    assert other.steps.card == {}
    experiment.room.leave()


def test_who_comes_late_may_go_on_without_the_rules(tmp_path):
    experiment, pages = talking(tmp_path, treatments=["silence"])
    experiment.pass_time(500)
    assert experiment.room.seating.free(*pages[0].place)
    experiment.look()
    (late,) = experiment.come(1)
    late.steps.receive({"type": "skip", "card": "instructions/0"})
    assert late.steps.card == {} and late.stages.stage() == ""


@pytest.mark.long
def test_half_of_a_class_that_leaves_stops_nobody(tmp_path):
    plan = {"treatments": ["silence"], "people": 4, "players": 4}
    experiment, pages = talking(tmp_path, **plan)
    gone, here = pages[:2], pages[2:]
    for page in gone:
        page.close()
    for _ in range(600):
        status = experiment.room.status("Herring")
        if status.turn == OVER:
            break
        page = next((one for one in here if one.place == ("Herring", status.turn)), None)
        if page is not None:
            board, state = page.seat.board, status.match.state
            board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": board.rev})
        for one in here:
            one.stay()
        experiment.pass_time(10)
    assert experiment.room.match("Herring").over
    by_bots = {one.seat for one in experiment.room.events.all("Herring") if one.kind == "stood in"}
    assert by_bots == {page.place[1] for page in gone}


def test_nothing_steers_and_no_treatment_is_named_on_a_students_page(tmp_path):
    titles = {terms.title for terms in TERMS.values()}
    for treatment in ("silence", "yearly-agreement", "voted-rule", "enforced-rule"):
        (tmp_path / treatment).mkdir()
        experiment, (first, second) = talking(tmp_path / treatment, treatments=[treatment], procedure={"decision": 0})
        seen = ""
        for _ in range(120):
            for page in (first, second):
                if page.steps.card.get("submit"):
                    submit(page, promise="9")
            status = experiment.room.status("Herring")
            page = next(one for one in (first, second) if one.place[1] == max(0, status.turn))
            state, board = status.match.state, page.seat.board
            seen += json.dumps([board.prompt, board.head, board.choices, board.questions, page.steps.card])
            assert board.prompt["coach"] == "" and board.questions == []
            if status.turn == OVER or status.period > 2:
                break
            if state.phase in ("take", "kill"):
                told = {one["line"] for one in board.choices if one["open"] and one["move"] != "release"}
                assert told <= {""}, "no card says what a fish costs"
            board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": board.rev})
            experiment.look()
        assert not [title for title in titles if f"{title}" in seen and title != "Quota"], treatment
        assert "lost" not in seen and "What if" not in seen


# After it.


def finish(experiment: Experiment) -> None:
    """Play the game to its end, promising 9 each time."""
    (table,) = experiment.room.tables()
    for _ in range(2000):
        status = experiment.room.status(table)
        if status.turn == OVER:
            break
        for page in experiment.lesson.pages:
            if page.steps.card.get("submit"):
                submit(page, promise="9")
        page = next((one for one in experiment.lesson.pages if one.place == (table, status.turn)), None)
        if page is not None:
            board, state = page.seat.board, status.match.state
            board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": board.rev})
        experiment.look()
    experiment.look()


OPINION = {"trust": "4", "fair": "2", "power": "1", "less": "5", "why": "  We all took too much. "}


@pytest.mark.long
def test_after_the_game_a_person_reads_the_results_and_says_what_they_think(tmp_path):
    experiment, (first, second) = talking(tmp_path, procedure={"decision": 0})
    finish(experiment)
    card = first.steps.card
    rows = dict(card["rows"])
    state = experiment.room.match("Herring").state
    assert rows["Your points"].replace("−", "-") == str(state.own_scores()[0])
    kept = [one["kept"] for one in experiment.room.talks() if one["seat"] == 0]
    assert not any(kept) and "Agreements that you kept" not in " ".join(rows), "nobody can take more than 9"
    submit(first, **{**OPINION, "fair": "6"})
    assert first.steps.trouble and first.steps.card["name"] == "questionnaire"
    submit(first, **OPINION)
    assert first.steps.card["text"] == ["Thank you. Your answers are kept."]
    (first, second) = experiment.restart(first, second)
    assert first.steps.card["name"] == "questionnaire/over" and second.steps.card["name"] == "questionnaire"
    found = {one["question"]: one["answer"] for one in experiment.room.answers() if one["stage"] == "questionnaire"}
    assert found == {"trust": 4, "fair": 2, "power": 1, "less": 5, "why": "We all took too much.", "done": "sent"}


def play_at_the_desk(room: Room, table: str) -> None:
    """Play a table to its end, while nobody looks."""
    while (status := room.status(table)).turn != OVER:
        match = status.match
        room.append(table, len(match), match.game.notation(match.state.moves()[0]), status.turn, desk=True)


def test_no_page_of_an_experiment_names_a_winner_at_the_end_whoever_looks_and_whatever_is_clicked(tmp_path):
    experiment, pages = talking(tmp_path, procedure={"decision": 0})
    play_at_the_desk(experiment.room, "Herring")
    experiment.look()
    for page in pages:
        board = page.seat.board
        assert board.ended and "after year" in board.status and "points" in board.status
        for kind in ("move", "tab", "mark"):
            asked = {"type": kind, "move": "keep", "tab": "rules", "mark": "cod"}
            board.receive({"rev": board.rev, **asked})
            told = str([getattr(board, name) for name in board.traits(sync=True) if name[0] != "_" and name != "text"])
            assert "wins" not in told, told[told.index("wins") - 300 :][:600]
            assert "share the win" not in told and "You lose" not in told, kind
        assert "wins" not in repr(page.seat) and "share the win" not in repr(page.seat)


def test_a_second_game_asks_for_a_new_prediction_and_not_for_the_rules_again(tmp_path):
    experiment, (first, second) = talking(tmp_path, procedure={"decision": 0})
    experiment.ask("end")
    experiment.look()
    experiment.ask("again", swap=False)
    experiment.look()
    assert first.place[0] == "Herring 2" and first.steps.card["name"] == "prediction"
    assert TERMS["yearly-agreement"].text in first.steps.card["text"], "what holds now is told before it is predicted"
    assert experiment.seats.endswith("2 predicting")
    assert experiment.room.seating.free(*first.place)
    (new,) = experiment.come(1)
    assert new.steps.card["name"] == "instructions/0", "who is new learns the rules"
    experiment.look()
    first.notices.receive({"type": "draw"})
    place = second.place
    experiment.room.seating.free(*place)
    first.deal()
    assert first.place == place and first.steps.card["name"] == "prediction", "and who is not does not"


@pytest.mark.long
def test_a_game_that_is_ended_early_counts_at_the_seat_what_it_counts_at_the_desk(tmp_path):
    experiment, pages = talking(tmp_path, treatments=["silence"], procedure={"decision": 0})
    for _ in range(200):
        match = experiment.room.match("Herring")
        turn = experiment.room.status("Herring").turn
        if match.state.year > 1 and turn >= 0:
            break
        page = next(one for one in pages if one.place == ("Herring", turn))
        state = match.state
        page.seat.board.receive({"type": "move", "move": state.notation(state.moves()[0]), "rev": page.seat.board.rev})
        experiment.look()
    experiment.ask("end")
    experiment.look()
    (table,) = experiment.desk.model.view["cards"]
    rows = dict(pages[0].steps.card["rows"])
    assert rows["Points of your table"].replace("−", "-") == str(table["total"])
    assert (
        sum(map(int, (dict(one.steps.card["rows"])["Your points"].replace("−", "-") for one in pages)))
        == table["total"]
    )
    assert pages[0].steps.card["text"][0].startswith("Points count up to the end of year 1,")


def test_a_game_that_is_ended_before_a_move_asks_nothing(tmp_path):
    experiment, (first, _) = talking(tmp_path, treatments=["silence"])
    experiment.ask("end")
    experiment.look()
    assert first.steps.card == {}


@pytest.mark.few(1)
@pytest.mark.parametrize("people", [5, 31])
def test_any_number_of_people_gets_a_seat_and_the_instructions(tmp_path, people):
    plan = {"treatments": ["silence", "yearly-agreement"], "people": people, "players": 4}
    experiment = Experiment(tmp_path, **plan)
    pages = experiment.come(people)
    assert all(page.steps.card["name"] == "instructions/0" for page in pages)
    assert experiment.seats.endswith(f"{people} reading")
    experiment.ask("start")
    experiment.look()
    seats = [who for one in experiment.room.statuses()[0] for who in one.seats]
    assert seats.count("person") == people


@pytest.mark.long
def test_every_sentence_of_every_card_is_marked(tmp_path):
    messages.use(unmarked.BRACKETS)
    found: set[str] = set()

    def read(told: Any) -> None:
        if isinstance(told, dict):
            for name, value in told.items():
                if name not in ("name", "kind", "value", "picture"):
                    read([words for _, words in value] if name == "choices" else value)
        elif isinstance(told, list):
            for one in told:
                read(one)
        elif isinstance(told, str):
            found.add(unmarked.outside(told))

    try:
        experiment = Experiment(tmp_path, procedure={"decision": 0})
        first, second = experiment.come(2)
        told: list[Any] = []
        for page in (first, second):
            page.steps.observe(lambda change: told.append(change["new"]), names=["card", "trouble"])
        submit(first, catch=3)
        get_ready(first)
        told.append(experiment.seats)
        experiment.ask("start")
        experiment.pass_time(1)
        finish(experiment)
        submit(first, **OPINION)
        pictures = [one.picture for one in screens(first.stages.first) if one.picture]
        told += [first.notices.bar["aim"], *(one.split('aria-label="')[1].split('"')[0] for one in pictures)]
        read(told)
    finally:
        messages.use(messages.ENGLISH)
    assert found - {"Seat"} <= {""}, found


def test_who_may_not_move_is_not_told_what_to_do(tmp_path):
    experiment, (first, _) = talking(tmp_path)
    experiment.ask("close", table="Herring")
    experiment.look()
    assert first.seat.board.prompt["text"] == "The teacher has closed this table."
    assert first.seat.board.prompt["rule"] == ""
