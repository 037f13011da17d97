"""A session: who sits where, who may look, whose move it is, what may be done now."""

from __future__ import annotations

from random import Random

import pytest

from fishlab import CHANCE, GAMES, OVER, Boom, Fishery, Fleet, Match
from fishlab.core import BadCode, IllegalMove
from fishlab.session import ELSEWHERE, PERSON, Mover, Session, SessionError, mover_of, seated

SMALL = {"columns": 4, "rows": 4, "ships": 2}


def session(match: Match, *seats: str, **more: str) -> Session:
    one = Session(match, seats or seated(match), **more)
    one.name_dice(3)
    return one


def test_without_a_wish_one_person_plays_against_the_games_usual_bots():
    assert seated(Match(Fishery)) == [PERSON, "medium"]


@pytest.mark.parametrize(
    ("wanted", "why"),
    [(["person"], "names 1 seats, but 2 play"), (["person", "nobody"], "seat 'nobody' is not possible")],
)
def test_seats_that_do_not_add_up_are_refused_in_words(wanted, why):
    with pytest.raises(ValueError, match=why):
        seated(Match(Fishery), wanted)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_bots_and_dice_play_a_whole_game_and_the_same_seed_the_same(game):
    games = []
    for _ in range(2):
        one = session(Match(game), *["random"] * game.seats[0])
        one.play_out()
        assert one.match.over
        assert one.mover() is None
        assert one.live
        games.append(one.match.moves)
    assert games[0] == games[1]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_moves_by_itself_where_a_person_has_a_choice(game):
    one, rng, asked = session(Match(game)), Random(2), 0
    while not one.match.over:
        turn = one.match.state.turn()
        if (found := one.mover()) is not None:
            assert found.seat == turn
            assert turn == CHANCE or one.seats[turn] != PERSON or len(one.match.state.choices()) == 1
            one.apply(found.think())
        else:
            asked += 1
            assert one.asked() == turn == 0
            assert one.why_not_now() == ""
            one.play(one.match.state.sample(rng))
    assert asked
    assert one.asked() is None


def test_dice_that_are_rolled_at_the_table_wait_for_a_person():
    one = session(Match(Boom), PERSON, PERSON, dice="table")
    one.play(one.state.moves()[0])
    assert one.state.turn() == CHANCE
    assert one.mover() is None
    assert one.asked() == CHANCE
    one.play(("roll", 6))
    assert one.match.moves[-1] == ("roll", 6)


def test_a_seat_at_another_screen_is_nobodys_here():
    match = Match(Fishery, **SMALL)
    assert mover_of(match, [ELSEWHERE, PERSON], {}, None, Random) is None
    assert mover_of(match, [PERSON, ELSEWHERE], {}, None, Random) is None


def test_a_bot_sees_only_its_own_view():
    seen = []
    match = Match(Fleet, first=0)
    while match.state.turn() == CHANCE:
        match.play(match.state.moves()[0])

    def bot(view, rng):
        seen.append(view)
        return view.moves()[0]

    found = mover_of(match, ["bot", "bot"], {"bot": bot}, None, lambda: Random(1))
    assert isinstance(found, Mover)
    found.think()
    turn = match.state.turn()
    assert seen == [match.state.view(turn)]
    assert seen[0] != match.state


def test_a_move_at_an_earlier_position_keeps_the_other_line_aside_and_it_comes_back():
    one = session(Match(Fishery, **SMALL), PERSON, PERSON)
    for move in ("ship a1", "ship d4", "ship a4"):
        one.play(one.state.read(move))
    line = list(one.match.moves)
    one.go(1)
    one.play("ship c3")
    assert one.match.moves == [*line[:1], ("ship", "c3")]
    one.match.seed = "seven"  # a word, which no code holds
    one.other_line()
    assert (one.match.moves, one.at, one.match.seed) == (line, 3, "seven")
    assert one.aside


def test_a_session_that_is_handed_on_goes_on_with_the_game_and_leaves_the_old_screen_as_it_was():
    old = session(Match(Fishery, **SMALL), PERSON, PERSON)
    old.play("ship a1")
    new = old.handed_on()
    assert (new.match, new.at, new.touched) == (old.match, 1, True)
    new.reseat(0, "random")
    new.names[0] = "Ada"
    new.again()
    assert (old.seats, old.names, old.match.moves) == ([PERSON, PERSON], ["", ""], [("ship", "a1")])


def test_without_another_line_a_session_says_so_and_stays_as_it_is():
    one = session(Match(Fishery, **SMALL), PERSON, PERSON)
    one.play("ship a1")
    with pytest.raises(SessionError, match="There is no other line"):
        one.other_line()
    assert one.aside == "" and len(one.match.moves) == 1


def test_a_move_that_is_played_again_at_an_earlier_position_leaves_the_line_as_it_is():
    one = session(Match(Fishery, **SMALL), PERSON, PERSON)
    one.play("ship a1")
    one.play("ship d4")
    one.go(0)
    one.play("ship a1")
    assert (len(one.match), one.at, one.aside) == (2, 1, "")
    with pytest.raises(IllegalMove):
        one.play("ship a1")


def test_undo_goes_back_to_the_last_choice_of_a_person_and_redo_to_the_next():
    one = session(Match(Fishery, **SMALL), PERSON, "random")
    one.play("ship a1")
    one.play_out()
    assert len(one.match) == 2
    assert one.undo() == ("Took back 2 moves.", False)
    assert (len(one.match), one.at) == (0, 0)
    assert one.redo() == "Played 2 moves again."
    assert one.redo() == ""


@pytest.mark.parametrize("name", GAMES)
def test_undo_leads_to_a_choice_and_never_to_a_moment_at_which_nobody_acts(name):
    match = Match(GAMES[name])
    match.seed = 1
    one = session(match, PERSON, *["random"] * (match.seats - 1))
    one.play_out()
    first = len(one.match)
    assert one.decides(one.match.state) and one.last_choice() is None
    assert one.undo() == ("", False) and len(one.match) == first, "nothing was chosen yet"
    for _ in range(2):
        one.play(next(iter(one.match.state.moves())))
        one.play_out()
    while one.last_choice() is not None:
        one.undo()
        one.play_out()
        assert one.decides(one.match.state)
    assert len(one.match) == first


def test_who_looks_back_goes_one_move_at_a_time():
    one = session(Match(Fishery, **SMALL), PERSON, PERSON)
    one.play("ship a1")
    one.play("ship d4")
    one.go(1)
    assert one.undo() == ("", False)
    assert (one.at, len(one.match)) == (0, 2)
    assert one.redo() == ""
    assert one.at == 1


def test_a_code_of_another_game_is_refused_and_the_game_stays():
    one = session(Match(Fishery, **SMALL), PERSON, PERSON)
    one.play("ship a1")
    with pytest.raises(BadCode, match="This code is of Fishery Boom for 2 players; this table plays Fishery for 2"):
        one.load(Match(Boom).code())
    assert one.match.moves == [("ship", "a1")]
    assert one.match.state.turn() != OVER


def test_another_game_has_other_dice_unless_the_same_are_asked_for():
    one = session(Match(Boom))
    one.again(same_dice=True)
    assert one.match.seed == 3
    one.again()
    assert one.match.seed != 3


def test_more_seats_get_the_last_ones_player_and_fewer_lose_theirs():
    one = session(Match(Boom, 2), PERSON, "greedy")
    one.begin(Match(Boom, 4))
    assert one.seats == [PERSON, "greedy", "greedy", "greedy"]
    assert one.names == ["", "", "", ""]
    one.begin(Match(Boom, 2))
    assert one.seats == [PERSON, "greedy"]


def test_what_a_session_may_not_do_it_refuses_in_one_place():
    class Looking(Session):
        def may(self, act: str) -> bool:
            return False

    one = Looking(Match(Fishery, **SMALL), [PERSON, PERSON])
    for act in (one.undo, one.redo, one.again, one.other_line, lambda: one.load(""), lambda: one.reseat(0, "random")):
        with pytest.raises(SessionError, match="only the teacher"):
            act()


def test_nobody_moves_by_itself_while_an_earlier_position_is_looked_at():
    one = session(Match(Fishery, **SMALL), PERSON, "random")
    one.play("ship a1")
    assert one.mover() is not None
    one.go(0)
    assert one.mover() is None
    one.go(1)
    assert one.mover() is not None
