"""What lesson 00 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab.messages import tr
from fishlab_widgets.chapters import pond as ponds
from fishlab_widgets.lesson_cards import Program, check, predict, question

sustainable = question(
    "The pond is full. How many fish may the three boats take together, at most, so that it is full again?",
    unit="fish",
    answer=ponds.GIVES,
    mistakes={
        9: "9 leave 7, and 7 become 14: not full any more",
        7: "with 7 the pond is full again, but could they take one more?",
        2: "2 is a good catch for one boat here: count all three",
    },
    hints=["How many fish must stay, so that they double to 16?", "8 must stay. How many of the 16 may go?"],
    right="8 stay, and 8 become 16. So 8 can be taken every round, for ever: the most that this pond can give.",
)

empty = predict(
    "In which round do eleven hungry boats take the last fish of the lake?",
    low=1,
    high=12,
    unit=("round", "rounds"),
    words=("early", "late"),
    about="33 fish a round from a lake of 64, and what is left doubles. Say 12 if you think that the lake lasts.",
    result=lambda: ponds.last_round(ponds.FLEET, ponds.LAKE),
    show=lambda: ponds.pond_plot(ponds.FLEET, room=ponds.LAKE),
)

careful = predict(
    "How many fish does the careful boat catch in 12 rounds?",
    low=0,
    high=36,
    unit="fish",
    close=2,
    about="Three fish in each of 12 rounds are 36.",
    result=lambda: ponds.last_boat(12, careful=True)[-1],
    show=lambda: ponds.last_boat_plot(12),
)

more = predict(
    "Three boats take as many as the pond can give for ever, and only in the first of 12 rounds one fish more. "
    "How many do they catch, all together?",
    low=0,
    high=120,
    unit="fish",
    close=3,
    about="Three hungry boats, 3 fish each, catch 29 fish in 12 rounds.",
    result=lambda: ponds.caught(ponds.GIVES, 12, first=ponds.GIVES + 1),
    show=lambda: ponds.catch_plot(12),
)

another_pond = question(
    "Another pond has room for 30 fish, and what is left triples. How many can be taken every round, for ever?",
    unit="fish",
    answer=20,
    mistakes={
        15: "that is for a pond that doubles",
        10: "10 must stay. How many may go?",
        30: "then none are left",
    },
    hints=["How many fish must stay, so that they triple to 30?", "10 must stay. How many of the 30 may go?"],
    right="10 stay, and 10 become 30. What grows back is what you may take: the faster a stock grows, the more.",
)

save_code = question(
    "Paste the save code of your pond.",
    about="It begins with FP1-.",
    test=lambda code: state if isinstance(state := ponds.pond_of(code), str) else True,
    hints=["*Save* is the last of the tabs of the pond.", "Press *Copy* there, click here, and paste."],
    right=ponds.said_of,
)


def change(catch: Any) -> Program:
    return check(
        catch,
        name="catch",
        title="A catch that the pond can stand",
        about="It is checked whenever you run the cell above with another number.",
        test=ponds.lasting,
        hints=["Try a smaller number.", "What grows back in a full pond may be taken: half of 16."],
        right=lambda catch: tr(
            "With {catch} a round the pond is full again each time. You have changed a program, and run it.",
            catch=catch,
        ),
    )
