"""The sentences of the desk's and the projector's own scripts; they come to the page with the rest of what it shows."""

from __future__ import annotations

from typing import Final

from fishlab.messages import mark, tr

NAMES: Final = (
    mark("Herring"), mark("Cod"), mark("Squid"), mark("Tuna"), mark("Whale"),
    mark("Shrimp"), mark("Pollock"), mark("Anchovy"), mark("Mackerel"), mark("Shark"),
    mark("Salmon"), mark("Sole"), mark("Perch"), mark("Ling"), mark("Hake"),
    mark("Sprat"), mark("Turbot"), mark("Plaice"), mark("Bream"), mark("Bass"),
)  # fmt: skip
"""What tables are called, in the language of their class; people's names are not asked for."""
DESK: Final = {
    "title": mark("The desk"),
    "lost": mark("The desk has lost its connection. The room is safe: open the desk again."),
    "word": mark("word"),
    "new_word": mark("New word"),
    "new_word_sure": mark("Really? Everybody types the new word. Before a game’s start all seats become free."),
    "new_word_hint": mark("If somebody has taken seats that are not theirs: all pages go back to the first one."),
    "code": mark("QR code"),
    "more": mark("The other comparisons"),
    "plan_title": mark("Plan a class"),
    "plan_hint": mark("These settings suit most classes; nothing is fixed yet."),
    "game": mark("What does the class play?"),
    "which": mark("Which treatments? Two can be compared"),
    "who": mark("Who plays, and for how long?"),
    "people": mark("People"),
    "players": mark("Seats at a table"),
    "full": mark("compare full tables only; anyone left over is not compared"),
    "form": mark("Game"),
    "empty": mark("Empty seats go to"),
    "dice": mark("Dice"),
    "language": mark("Language of all pages"),
    "steps": mark("What does everybody do at the seat?"),
    "predict": mark("What does the class predict? It is locked at the start"),
    "predict_which": mark("Choose two treatments to predict a difference"),
    "predict_by": mark("Points a table by which “{first}” will be ahead of “{second}” (minus: behind)"),
    "by_lot": mark("At random"),
    "open": mark("Open the doors"),
    "open_hint": mark("Seats are drawn at random as students come in. Nothing begins until you start."),
    "start": mark("Start"),
    "go_on": mark("Go on"),
    "pause": mark("Pause all"),
    "year": mark("Next year for all"),
    "year_some": mark("Tables that are ready go on; slower ones could learn their dice from them."),
    "year_none": mark("No table waits for the next year."),
    "end": mark("End and debrief"),
    "press_again": mark("Press the button again to do it."),
    "end_sure": mark("Really end? Nobody can move any more."),
    "ended": mark("The game has ended: nobody can move. Students see that too."),
    "again": mark("Another game, same rules"),
    "swap": mark("Another game, treatments swapped"),
    "plan": mark("Back to the plan"),
    "plan_sure": mark(
        "Really go back? These tables end here, and seats are drawn again. Nobody has to read the rules twice; a "
        "sealed prediction is kept at a table of the same kind."
    ),
    "projector": mark("Projector"),
    "add": mark("Add a table"),
    "deal": mark("Deal them in"),
    "say": mark("Tell everybody"),
    "say_table": mark("Tell {table}"),
    "say_hint": mark("A line on their pages"),
    "said": mark("On every page: “{words}”"),
    "unsay": mark("Remove it"),
    "clock": mark("Clock"),
    "minutes": mark("{n} min"),
    "no_clock": mark("No clock"),
    "extend": mark("+1 min"),
    "left": mark("{words} · {time} left"),
    "waited": mark("{words} · {time}"),
    "sofar": mark("So far"),
    "sea": mark("Sea"),
    "models": mark("Models"),
    "protocol": mark("Protocol"),
    "export": mark("Export"),
    "zip": mark("All data, with codebook and analysis (zip)"),
    "pool": mark("Put classes together: choose their zip files"),
    "room": mark("The whole room"),
    "report": mark("Report, to print"),
    "free": mark("Free it"),
    "free_sure": mark("Really? Whoever is waiting gets this seat. For a lost device: New key."),
    "free_hint": mark(
        "For a person who has left for good: whoever is waiting for a seat, or comes in next, gets this one."
    ),
    "key": mark("New key"),
    "key_hint": mark("For a person whose device is lost: the seat stays theirs. They type this key on another device."),
    "key_is": mark("Key: {key}"),
    "bot": mark("To a bot"),
    "bot_hint": mark(
        "For a person who has left: a bot plays on. The table still counts while people hold half of its seats; this "
        "seat’s years are then filled in with the others’ mean."
    ),
    "bot_sure": mark("Really? This person is here: a bot would play on instead."),
    "person": mark("To people"),
    "look": mark("Look at its game"),
    "back": mark("Take back"),
    "back_hint": mark(
        "Undoes a person’s last decision and the dice after it. Where all tables roll the same dice, they fall the "
        "same way again."
    ),
    "screen": mark("Play it on one screen"),
    "screen_hint": mark("Opens its board in a window, for all seats that nobody has taken. Pass the device round."),
    "share": mark("Several seats per device"),
    "share_hint": mark("For pupils who share a device: each seat has a tab of its own."),
    "reopen": mark("Open it again"),
    "hold": mark("Pause"),
    "close": mark("End this table"),
    "close_sure": mark("Really end it? Nobody can play there any more, and it is not compared."),
    "shut": mark("Leave this table’s panel (Esc)"),
    "stuck": mark("Waiting for a person"),
    "stuck_row": mark("{table}, seat {letter}"),
    "stuck_more": mark("Also: {tables}"),
    "together": mark("Seats taken from one address"),
    "together_hint": mark(
        "They may be several people with one device or one router, or one person in several seats: ask. The data "
        "marks such seats too."
    ),
    "debrief": mark("Debrief"),
    "questions": mark("For the debrief"),
    "show_found": mark("Show what the class found on the projector"),
    "more_found": mark("Show there how sure that is"),
    "people_found": mark("Show there what people agreed and expected"),
    "hide_found": mark("Hide it on the projector"),
}
TO_PLAY: Final = {
    "who": mark("Who plays?"),
    "year": mark("Next round for all"),
    "year_none": mark("No table waits for the next round."),
    "end": mark("End the game"),
    "plan_sure": mark("Really go back? These tables end here, and seats are drawn again."),
    "zip": mark("All moves and scores (zip)"),
    "bot_hint": mark("For a person who has left: a bot plays on."),
    "close_sure": mark("Really end it? Nobody can play there any more."),
}
"""What the desk says otherwise where a game is simply played, and nothing is compared."""
PROJECTOR: Final = {
    "come": mark("Open in a browser"),
    "late": mark("Arrived late? Open"),
    "type": mark("and type the word"),
    "left": mark("{words} · {time} left"),
    "more": mark("There is more below: scroll."),
}


def spoken(sentences: dict[str, str]) -> dict[str, str]:
    """Return a page's sentences in the language in use; their slots are filled there."""
    return {name: tr(words) for name, words in sentences.items()}
