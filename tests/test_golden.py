"""Golden games replay word for word, and none is missing."""

import golden
import pytest

from fishlab import GAMES, Match

NEEDED = [golden.folder(game) / name for game in GAMES.values() for name, _, _ in golden.cases(game)]


def test_no_golden_game_is_missing_and_none_is_left_over():
    assert sorted(golden.HERE.glob("*/golden/*.txt")) == sorted(NEEDED)


@pytest.mark.parametrize("path", NEEDED, ids=lambda path: path.name)
def test_golden_game_replays_word_for_word(path):
    match = golden.replay(path)
    assert golden.text(match) == path.read_text(encoding="utf-8")
    assert Match.from_code(match.code()).states == match.states
