"""Board and table in Python: messages as a browser would send them, and what comes back."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import ipywidgets as w
import pytest
import sending
from faces import moves_on
from fishlab_widgets import Board, Table
from fishlab_widgets.controls import cell_cache, placeholder
from fishlab_widgets.live.board_model import KnownPieces, pieces_of
from fishlab_widgets.live.new_game import fields_for
from fishlab_widgets.live.sandbox import Sandbox
from laws import COURSE
from sending import ask
from twins import STARTS, moments, name_of

from fishlab import CHANCE, GAMES, OVER, BadCode, Fishery, IllegalMove, Match
from fishlab.bots import bots_for

SMALL = {"columns": 3, "rows": 3, "ships": 1}


def send(board: Board, move: str, rev: int | None = None) -> None:
    sending.send(board, type="move", move=move, rev=board.rev if rev is None else rev)


def told(table: Table) -> str:
    """Return the lines of the list of moves."""
    return "\n".join(words for _, words, _ in table.board.log)


def test_a_click_plays_its_move_and_says_so():
    match = Match(Fishery, **SMALL)
    board = Board(match)
    send(board, "ship a1")
    assert match.moves == [("ship", "a1")]
    assert board.status == "Black puts a ship on a1. White to place ship 1 of 1."
    assert board.error == ""


def test_a_table_tells_what_all_bots_did_since_a_person_moved_and_of_much_only_the_end():
    table = Table("boom", 3, seats=["person", "greedy", "greedy"])
    while table.state.phase != "box":
        table.play(table.state.moves()[0])
    pairs = zip(table.match.states, table.match.moves, strict=False)
    said = [f"{state.say(move).rstrip('.')}." for state, move in pairs if state.turn() > 0]
    news, prompt = table.board.status.removeprefix("… "), "Year 1: Seat A marks a box."
    assert " ".join([*said, prompt]).endswith(news)
    assert "Seat B" in news
    assert "Seat C" in news
    table.play(table.state.moves()[0])
    assert table.board.status.startswith("… "), "more than two lines hold"
    assert len(table.board.status) < 260


def test_an_illegal_click_shows_the_reason_on_the_board_and_plays_nothing():
    match = Match(Fishery, **SMALL)
    board = Board(match)
    send(board, "ship a1")
    send(board, "ship a1")
    assert len(match.moves) == 1
    assert "already holds a black ship" in board.error
    assert "already holds" in board.svg
    send(board, "ship b1")
    assert board.error == ""
    assert "already holds" not in board.svg


def test_a_burst_of_ten_clicks_plays_one_move():
    match = Match(Fishery, **SMALL)
    board = Board(match)
    rev = board.rev
    for _ in range(10):
        send(board, "ship a1", rev)
    assert match.moves == [("ship", "a1")]
    assert board.error == ""


def test_a_late_click_elsewhere_is_not_played_and_says_why():
    match = Match(Fishery, **SMALL)
    board = Board(match)
    rev = board.rev
    send(board, "ship a1", rev)
    send(board, "ship c3", rev)
    assert match.moves == [("ship", "a1")]
    assert "already changed" in board.status


@pytest.mark.parametrize("content", [None, 3, [], {}, {"type": "move"}, {"type": "move", "move": 7}, {"type": "x"}])
def test_nonsense_messages_change_nothing(content):
    match = Match(Fishery, **SMALL)
    board = Board(match)
    sending.send(board, content)
    assert match.moves == []


def test_a_fault_in_a_callback_is_said_on_the_board():
    board = Board(Match(Fishery, **SMALL))
    board.on_move = lambda move: 1 / 0
    send(board, "ship a1")
    assert "Something went wrong" in board.error
    assert "division" in board.error


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "net", "d99", "🐟", "x" * 5000, ""])
def test_typed_nonsense_is_refused_in_words(text):
    match = Match(Fishery, **SMALL)
    board = Board(match)
    send(board, text)
    assert match.moves == []
    assert board.error
    assert "<img" not in board.svg


@pytest.mark.parametrize("make", [lambda: Board(Match(Fishery, **SMALL)), lambda: table()], ids=["board", "table"])
def test_displaying_leaves_a_still_picture_and_run_all_cells_beside_the_live_view(make, monkeypatch):
    shown = []
    monkeypatch.setattr(placeholder, "display", lambda what, raw=False: shown.append(what))
    made = make()
    monkeypatch.setattr(w.DOMWidget, "add_class", None)  # a frame is born with its name: a busy page draws it at once
    made._ipython_display_()
    still, live = shown
    assert "Choose Run → Run All Cells" in still.data
    late = f"p:first-child{{animation:fishlab-late 0s {placeholder.LATE}s backwards}}"
    assert late in still.data and placeholder.LATE > 2, "said only if the live view does not come"
    assert "<svg" in still.data
    assert 'data-move="' not in still.data
    assert live.children[-1].has_trait("children") or live.children[-1].has_trait("svg")
    assert "fishlab-frame" in live.get_state()["_dom_classes"], "the frame that keeps its keys"
    name = re.search(r'class="fishlab-asleep" id="([\w-]+)"', still.data)[1]
    assert name in live.get_state()["_dom_classes"]


WIDE = re.compile(
    r"(?<![-.\w])(?:body|html|:root|\.jp-Notebook)[^\s{},>+~]*:has\(|:has\([^()]*(?:\*(?!=)|:nth-|:not\()"
)
"""What hangs on the whole page or notebook, or on whatever stands inside."""


def test_no_style_of_ours_makes_every_change_a_matter_of_the_whole_page():
    """`body:has(.x) #x` asks for all of the page whenever something in it changes; `:has(*)` at every new element."""
    folder = Path(placeholder.__file__).parents[1]
    styles = {
        path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*.css") if "publish" not in path.parts
    }
    styles["asleep.py"] = placeholder._ASLEEP.replace("{{", "{").replace("}}", "}")
    for name, text in styles.items():
        assert WIDE.search(text) is None, name
    for bad in (
        "body:has(.x) #x{",
        ":is(.a, .jp-Notebook:has(.x) .b) i{",
        ".a:not(:has(*)){",
        ".b:has(> :nth-child(4)) i{",
        ".c:has(> .d:not([hidden]))::before{",
    ):
        assert WIDE.search(bad), bad


# The table.


def table(**more) -> Table:
    return Table("fishery", seats=["person", "person"], plot=False, **SMALL, **more)


def test_the_table_plays_moves_and_shows_them_in_board_log_and_seats():
    one = table()
    send(one.board, "ship a1")
    assert one.board.log == [[1, "Black puts a ship on a1", "now"]]
    assert one.board.prompt["text"] == "White to place ship 1 of 1"
    assert one.board.turn == 1
    assert one.board.count == one.board.at == 1


def test_a_click_is_shown_once_with_all_that_bots_did_after_it(monkeypatch):
    one = Table("fishery", seats=["person", "random"], **SMALL)
    shown = []
    monkeypatch.setattr(one.board, "show", lambda state, **_: shown.append(state))
    send(one.board, "ship a1")
    assert shown == [one.match.state]


def test_a_move_that_was_told_is_told_anew_after_another_one_took_its_place():
    one = table()
    for move in ("ship a1", "ship b1"):
        one.play(move)
        assert told(one).endswith(move.removeprefix("ship "))
        one.undo()
    one.session.names = ["Ada", ""]
    one.play("ship b1")
    assert told(one) == "Ada puts a ship on b1"


def test_board_log_and_plot_agree_at_every_position_of_the_scrubber():
    one = Table("fishery", seats=["person", "person"], columns=3, rows=3, ships=2)
    for move in ("ship a1", "ship c3", "ship a3", "ship c1", "net a3 b3", "net a2 b2", "net a1 b1", "pass"):
        one.play(move)
    ask(one, "tab", tab="plots")
    for place in range(9):
        ask(one, "at", at=place)
        state = one.match.states[place]
        black, white = state.scores()
        assert one.at == place
        assert f"Black holds {black} squares, White {white}" in one.board.svg
        assert [number for number, _, where in one.board.log if where == "now"] == ([place] if place else [])
        if state.phase != "ships":
            assert f"At move {place}: Black {black}, White {white}" in one.board.plots[0]
        assert [row["score"] for row in one.board.standings] == [str(black), str(white)]


def test_what_was_done_last_is_not_said_any_more_once_it_is_undone_or_looked_away_from():
    one = Table("fishery", seats=["person", "person"], plot=False, **SMALL)
    one.play("ship a1")
    one.play("ship c3")
    one.undo()
    assert one.board.status == "Took back 1 move."
    one.redo()
    assert one.board.status == "Played 1 move again."
    one.undo()
    one.go(0)
    assert one.board.status == ""


def test_undo_and_redo_go_back_to_a_persons_decision_over_the_bots_replies():
    one = Table("fishery", seats=["person", "random"], plot=False, **SMALL)
    send(one.board, "ship a1")
    assert len(one.match.moves) == 2, "the bot has answered"
    one.undo()
    assert len(one.match.moves) == 0
    one.redo()
    assert len(one.match.moves) == 2


def test_playing_from_an_earlier_moment_starts_a_new_line_and_keeps_the_old_one():
    one = table()
    for move in ("ship a1", "ship c3", "pass"):
        one.play(move)
    old = one.match.code()
    one.go(1)
    one.play("ship b2")
    assert one.match.moves == [("ship", "a1"), ("ship", "b2")]
    assert one.board.can["other"]
    ask(one, "other")
    assert one.match.code() == old


def test_with_another_game_the_other_line_of_the_old_one_goes():
    one = table()
    one.play("ship a1")
    one.play("ship c3")
    one.go(1)
    one.play("ship b2")
    assert one.board.can["other"]
    ask(one, "load", code=Match(Fishery, **SMALL).code())
    assert not one.board.can["other"]


def test_of_a_typed_line_no_more_than_200_letters_are_read():
    board, heard = Board(Match(Fishery, **SMALL)), []
    board.on_move = heard.append
    send(board, "ship " * 10_000)
    assert heard == [("ship " * 40)]


def test_the_same_seed_gives_the_same_game_of_bots():
    codes = [Table("fishery", seats=["random", "random"], seed=s, plot=False, **SMALL).match.code() for s in (1, 1, 2)]
    assert codes[0] == codes[1] != codes[2]


def test_a_save_code_is_taken_and_a_broken_one_is_refused_and_nothing_is_lost():
    one, other = table(), table()
    for move in ("ship a1", "ship c3"):
        one.play(move)
    ask(one, "tab", tab="save")
    code = one.board.save["code"]
    other.play("ship b2")
    ask(other, "load", code=code[:-1])
    assert "checksum" in other.board.save["answer"]
    assert other.match.moves == [("ship", "b2")]
    ask(other, "load", code=f"  {code}\n")
    assert other.board.save["answer"] == "Loaded."
    assert other.match.moves == one.match.moves
    with pytest.raises(BadCode, match="is not a game here"):
        other.load("XX1-AAAAAAAAAAAA")


def test_seats_can_change_hands_during_the_game():
    one = table()
    one.play("ship a1")
    ask(one, "seat", seat=1, who="random")
    assert len(one.match.moves) == 2
    assert one.state.turn() == 0


def test_a_click_on_a_bots_turn_is_refused_in_words():
    one = Table("fishery", seats=["person", "random"], plot=False, **SMALL)
    one.session.seats = ["random", "person"]
    one.refresh()
    send(one.board, "ship a1")
    assert "a bot" in one.board.error


def test_a_new_game_takes_options_and_refuses_impossible_ones():
    one = table()
    ask(one, "form")
    assert {field["label"] for field in one.board.form["fields"]} >= {"Ships for each player"}
    ask(one, "begin", values={"ships": 200})
    assert one.board.form["wrong"].startswith("Ships for each player: 200 is not possible on 9 squares")
    assert {field["name"]: field["value"] for field in one.board.form["fields"]}["ships"] == 200, "it can be corrected"
    ask(one, "begin", values={"ships": 2})
    assert one.board.form == {}
    assert one.match.options == {"columns": 3, "rows": 3, "ships": 2}
    assert one.match.moves == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "chess"}, "is not a game here"),
        ({"game": "fishery", "seats": ["person"]}, "names 1 seats"),
        ({"game": "fishery", "seats": ["person", "shark"]}, "seat 'shark' is not possible"),
        ({"game": "fishery", "dice": "loaded"}, "dice='loaded' is not possible"),
        ({"game": "fishery", "columns": 0}, "columns=0 is not possible"),
    ],
)
def test_nonsense_tables_are_refused_in_words(wrong, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Table(**wrong)


@pytest.mark.parametrize("game", GAMES)
def test_bots_finish_a_whole_game_at_the_table(game):
    one = Table(game, seats=["random"] * GAMES[game].seats[0], plot=False, seed=1)  # of which none ends in a tie
    assert one.state.turn() == OVER
    assert "win" in one.board.prompt["text"].lower()
    assert one.board.ending["places"]


@pytest.mark.few(1)
@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_games_with_secrets_are_covered_between_people(start):
    match, _ = moments(start, CHANCE)[0]
    one = Table(match, seats=["person"] * match.seats, plot=False, seed=3)
    assert one.board.cover.startswith("Hand the screen to ")
    assert one.board.choices == []
    ask(one, "uncover")
    assert one.board.cover == ""
    assert one.board.choices or moves_on(one.board.svg)
    ask(one, "tab", tab="save")
    assert "whole game" in one.board.save["note"]


def test_a_new_game_can_be_had_at_a_table_with_whatever_it_was_given():
    given = {
        "boom": {"countries": ["Ann", "Bo"]},
        "pisces": {"boards": ["tuna", "crab"], "values": "even"},
        "fishery": {"placed": [[0], [4]], "columns": 3, "rows": 3, "ships": 1},
        "fleet": {"first": 1},
        "freshfish": {"supplies": ["g7", "a1", "g1"]},
    }
    assert set(given) == set(COURSE)
    for game, options in given.items():
        one = Table(game, seats=["person"] * GAMES[game].seats[0], plot=False, **options)
        ask(one, "form")
        ask(one, "begin", values={field["name"]: field["value"] for field in one.board.form["fields"]})
        assert one.match.options == one.match.game.canonical(options), f"{game}: the same again"
        defaults = {option.name: option.default for option in one.match.game.options}
        fields = [field for field in fields_for(one.match) if field.words]
        ask(one, "form")
        ask(one, "begin", values={field.name: field.values.index(defaults[field.name]) for field in fields})
        assert one.board.form == {}, game
        assert not set(one.match.options) & {"countries", "boards", "placed", "first", "supplies"}


def test_dice_from_the_table_are_entered_by_hand():
    games = [game for game in GAMES.values() if game.start(game.seats[0]).turn() == -1]
    for game in games:
        one = Table(game.name, seats=["person"] * game.seats[0], plot=False, dice="table")
        offered = moves_on(one.board.svg) | {choice["move"] for choice in one.board.choices}
        assert offered == {game.notation(move) for move in one.state.moves()}
        ask(one, "move", move=min(offered))
        assert len(one.match.moves) == 1


def test_a_move_refused_at_an_earlier_moment_leaves_the_line_alone():
    one = table()
    for move in ("ship a1", "ship c3", "pass"):
        one.play(move)
    one.go(1)
    with pytest.raises(IllegalMove):
        one.play("ship a1")
    assert len(one.match.moves) == 3


def test_the_sandbox_sets_a_table_for_any_game_and_refuses_a_broken_code_in_words():
    sand = Sandbox("fishery")
    codes = []
    for place, game in enumerate(GAMES.values()):
        ask(sand, "begin", values={"game": place, "players": game.seats[-1]})
        assert (sand.match.game, sand.match.seats) == (game, game.seats[-1])
        assert set(sand.board.sitters) == {"person", *bots_for(game)}
        assert sand.seats[1] in bots_for(game), "a bot of the game before is none of this one"
        codes.append(sand.match.code())
    now = sand.match.code()
    ask(sand, "load", code=codes[0][:-3])
    assert sand.match.code() == now and "code" in sand.board.save["answer"]
    ask(sand, "load", code=codes[0])
    assert sand.match.code() == codes[0] and set(sand.seats) == {"person"}
    with pytest.raises(ValueError, match="'chess' is not a game here"):
        Sandbox("chess")


@pytest.mark.parametrize(
    "content",
    [
        {"type": "at", "at": "x"}, {"type": "seat", "seat": 9, "who": "random"}, {"type": "walk", "by": 5},
        {"type": "seat", "seat": 0, "who": "<b>"}, {"type": "tab", "tab": 3}, {"type": "begin", "values": 1},
        {"type": "seat"}, {"type": "dance"},
    ],
)  # fmt: skip
def test_what_no_page_of_ours_sends_changes_nothing_at_the_table(content):
    one = table()
    one.play("ship a1")
    before = (one.match.code(), one.at, list(one.seats))
    sending.send(one.board, content)
    assert (one.match.code(), one.at, list(one.seats)) == before
    assert one.board.error == ""


def test_what_changes_beside_the_board_makes_no_click_late():
    one = table()
    rev = one.board.rev
    for kind, more in (("tab", {"tab": "moves"}), ("coach", {}), ("coach", {})):
        ask(one, kind, **more)
    assert one.board.rev > rev
    send(one.board, "ship a1", rev)
    assert one.match.moves == [("ship", "a1")]
    send(one.board, "ship b1", one.board.rev + 1)
    assert len(one.match.moves) == 1, "nobody has seen what is yet to come"


def test_a_page_that_is_open_gets_only_new_pieces_and_makes_the_same_picture_of_them():
    one = Table("boom", 4, seats=["person"] * 4, dice="table", plot=False)
    assert one.board._should_send_property("svg", one.board.svg), "a page that opens later needs the whole picture"
    ask(one, "open")
    page, pieces, elements = one.board.svg, pieces_of(one.board.svg), []
    last = list(pieces)
    for _ in range(12):
        before = one.board.svg_rev
        one.play(one.state.moves()[0])
        if one.board.svg_rev == before:
            assert page == one.board.svg
            continue
        patch = one.board.patch
        assert (patch["base"], patch["to"]) == (one.board.svg_rev - 1, one.board.svg_rev)
        shown = []
        for piece in patch["pieces"]:
            if isinstance(piece, list):
                shown += last[piece[0] : sum(piece)]
            elif isinstance(piece, int):
                shown.append(pieces[piece])
            else:
                elements += [part for part in piece["of"] if isinstance(part, str)]
                pieces.append("".join(part if isinstance(part, str) else elements[part] for part in piece["of"]))
                shown.append(pieces[-1])
        last, page = shown, "".join(shown)
        assert page == one.board.svg
    assert not one.board._should_send_property("svg", page), "the whole picture is for pages that open"


def test_a_piece_is_told_by_its_place_in_the_last_picture_and_an_older_one_by_its_number():
    known = KnownPieces(4, ["a", "b", "c"])
    assert known.changes(["a", "b", "<x/><y/>", "c"]) == [[0, 2], {"of": ["<x/>", "<y/>"]}, [2, 1]]
    assert known.changes(["<x/><y/>", "c", "<y/><z/>"]) == [[2, 2], {"of": [1, "<z/>"]}]
    assert known.changes(["a", "<x/><y/>", "c"]) == [0, [0, 2]]


def test_a_page_that_opens_later_begins_its_lists_with_the_picture_that_it_has():
    one = Table("fishery", seats=["person", "person"], plot=False, **SMALL)
    ask(one, "open")
    one.play("ship a1")
    assert one.board.patch["start"] == one.board.svg_rev - 1
    ask(one, "open")  # another page: it knows nothing of the pieces before
    one.play("ship b1")
    assert one.board.patch["start"] == one.board.patch["base"] == one.board.svg_rev - 1


def test_plots_are_drawn_and_plotting_is_loaded_only_once_they_are_looked_at(monkeypatch):
    one = Table("fishery", seats=["person", "person"], **SMALL)
    one.play("ship a1")
    assert one.board.plots == []
    ask(one, "tab", tab="plots")
    assert "<svg" in one.board.plots[0]
    ask(one, "tab", tab="moves")
    monkeypatch.setattr(one, "_draw_plots", lambda: pytest.fail("nobody looks"))
    one.play("ship b1")


def test_the_end_is_shown_with_places_facts_and_a_way_on():
    one = table()
    for move in ("ship a1", "ship c3", "net a2 b2", "pass", "pass"):
        if one.state.turn() != OVER:
            one.play(move)
    end = one.board.ending
    assert one.board.prompt["text"] == one.state.prompt()
    scores, winners = one.state.scores(), one.state.winners()
    assert [row["place"] for row in end["places"] if row["won"]] == [1] * len(winners)
    assert {row["name"]: row["score"] for row in end["places"]} == {
        one.state.seat_name(seat): f"{scores[seat]}" for seat in (0, 1)
    }
    ask(one, "back")
    assert one.board.ending == {}
    assert one.board.ended, "the result can be shown again"
    ask(one, "back")
    assert one.board.ending == end
    ask(one, "again")
    assert one.match.moves == []
    assert one.match.options == SMALL
    assert one.board.ending == {}


@pytest.mark.parametrize(("winners", "said"), [((0,), "You win"), ((1,), "You lose"), ((0, 1), "You share the win")])
def test_where_one_person_plays_the_end_is_told_as_theirs(monkeypatch, winners, said):
    monkeypatch.setattr(Fishery, "winners", lambda self: winners)
    monkeypatch.setattr(Fishery, "prompt", lambda self: "Over")
    one = table()
    for move in ("ship a1", "ship c3", "pass", "pass"):
        one.play(move)
    assert one.board.prompt["verdict"] == "", "two people are told who wins"
    one.session.seats = ["person", "random"]
    one.refresh()
    assert one.board.prompt["verdict"] == said
    ask(one, "at", at=3)
    assert one.board.prompt["verdict"] == "", "not while an earlier moment is looked at"


def test_the_coach_speaks_to_the_person_to_act_and_can_be_sent_away(monkeypatch):
    monkeypatch.setattr(Fishery, "coach", lambda self: "Think.")
    one = Table("fishery", seats=["person", "random"], plot=False, **SMALL)
    try:
        assert one.board.prompt["coach"] == "Think."
        assert one.board.prompt["yours"]
        ask(one, "coach")
        assert one.board.prompt["coach"] == ""
        other = table()
        assert other.board.prompt["coach"] == "", "at no other table either"
        assert not other.board.prompt["yours"], "of two people nobody is you"
    finally:
        ask(one, "coach")
    assert one.board.prompt["coach"] == "Think."


# A cell that is run again.


@pytest.fixture
def run_cell(monkeypatch):
    """Makes what follows look like a run of a cell of a notebook."""
    monkeypatch.setattr(cell_cache, "_KEPT", {})
    runs = []

    def run(cell: str) -> None:
        runs.append(cell)
        monkeypatch.setattr(cell_cache, "running_cell", lambda: (cell, len(runs)))

    return run


def test_a_cell_that_is_run_again_goes_on_with_its_game_and_can_start_anew(run_cell):
    run_cell("c1")
    first = table()
    assert not first.board.can["anew"]
    first.play("ship a1")
    run_cell("c1")
    again = table()
    assert again.match.moves == [("ship", "a1")]
    assert again.board.can["anew"]
    assert "puts a ship on a1" in told(again)
    ask(again, "anew")
    assert again.match.moves == []
    assert not again.board.can["anew"]
    assert first.match.moves == [("ship", "a1")], "the old game is another match"


def test_a_game_nobody_has_touched_another_cell_and_another_table_begin_anew(run_cell):
    run_cell("c1")
    one = Table("fishery", seats=["random", "person"], plot=False, **SMALL)
    run_cell("c1")
    two = Table("fishery", seats=["random", "person"], plot=False, **SMALL)
    assert two.match is not one.match, "only the bot had moved"
    two.play(two.state.moves()[0])
    run_cell("c2")
    assert not Table("fishery", seats=["random", "person"], plot=False, **SMALL).board.can["anew"]
    run_cell("c1")
    other = Table("fishery", seats=["person", "person"], plot=False, **SMALL)
    assert other.match.moves == [], "it was asked for with other seats"


def test_two_tables_of_one_cell_each_find_their_own_game(run_cell):
    run_cell("c1")
    for move in ("ship a1", "ship b2"):
        table().play(move)
    run_cell("c1")
    assert [table().match.moves for _ in range(2)] == [[("ship", "a1")], [("ship", "b2")]]


def test_the_board_of_an_earlier_run_says_where_the_game_goes_on_and_takes_no_moves(run_cell):
    """It may still be open in another window."""
    for make in (table, lambda: Sandbox("fishery")):
        run_cell(make.__name__)
        old = make()
        run_cell(make.__name__)
        new = make()
        assert old.board.gone == (
            "This game goes on where its cell was run again, perhaps in another window. Click this board to play here."
        )
        send(old.board, "ship a1")
        ask(old, "undo")
        assert old.match.moves == []
        assert not new.board.gone
        send(new.board, "ship a1")
        assert len(new.match.moves) >= 1


def test_a_page_that_opens_the_board_of_an_earlier_run_goes_on_with_the_game_there(run_cell):
    """One that is loaded anew before the notebook was saved knows no other; so does who clicks it in another window."""
    for make in (table, lambda: Sandbox("fishery")):
        run_cell(make.__name__)
        old = make()
        run_cell(make.__name__)
        new = make()
        send(new.board, "ship a1")
        ask(old, "open")
        assert not old.board.gone
        assert new.board.gone
        assert old.match is new.match
        assert "puts a ship on a1" in told(old)
        send(old.board, old.state.notation(old.state.moves()[0]))
        assert len(new.match.moves) >= 2
        run_cell(make.__name__)
        again = make()
        assert again.match is old.match
        assert old.board.gone
        assert not again.board.gone


def test_the_table_of_a_cell_that_asked_for_another_game_goes_on_with_its_own(run_cell):
    run_cell("c1")
    old = table()
    old.play("ship b2")
    run_cell("c1")
    new = Table("fishery", seats=["person", "person"], plot=False, columns=4, rows=4, ships=2)
    ask(old, "open")
    assert old.match.moves == [("ship", "b2")]
    assert not old.board.gone
    assert new.board.gone


def test_the_table_of_an_earlier_run_that_is_asked_for_another_game_takes_no_place(run_cell):
    """A council amends its rule at every table that it has."""
    run_cell("c1")
    old = table()
    run_cell("c1")
    new = table()
    other = Match(Fishery, columns=4, rows=4, ships=2)
    for one in (old, new):
        one.ask_for(other)
    assert not new.board.gone
    ask(old, "open")
    assert old.match.options == other.options


def test_a_python_in_the_browser_whose_kernel_alone_knows_the_cell_keeps_games_too(monkeypatch):
    asked = {"header": {"msg_type": "execute_request"}, "metadata": {"cellId": "one"}}
    kernel = SimpleNamespace(get_parent=lambda: asked)
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=kernel, execution_count=3))
    assert cell_cache.running_cell() == ("one", 3)
    asked["header"]["msg_type"] = "comm_msg"
    assert cell_cache.running_cell() is None, "a board that is clicked is no cell that is run"


def test_outside_a_notebook_nothing_is_kept():
    one = table()
    one.play("ship a1")
    assert cell_cache.running_cell() is None
    assert table().match.moves == []


def begin(sandbox: Sandbox, game: str) -> None:
    """Let a page ask for another game."""
    ask(sandbox, "begin", values={"game": list(GAMES).index(game)})


def test_the_sandbox_finds_its_game_again_whichever_it_was(run_cell):
    run_cell("c1")
    first = Sandbox()
    begin(first, "fleet")
    first.play(first.state.moves()[0])
    run_cell("c1")
    again = Sandbox()
    assert again.match is first.match
    assert again.board.can["anew"] and not again.board.form, "it goes on; “Start over” begins the first game"
    run_cell("c2")
    assert Sandbox().match is not first.match
