"""Draw README-fishery.svg: a sea that is almost divided, and a net that the rules refuse."""

from __future__ import annotations

from pathlib import Path

from fishlab_widgets.live.face import draw

from fishlab import Fishery, Match

FILE = Path(__file__).resolve().parent.parent / "README-fishery.svg"
SHIPS = "b8 c9 f9 d7 e7 g8 d5 b6 g4 b2 a3 e2"
NETS = (
    "c9-d9 c8-d8 b8-b7 c8-c7 d8-d7 a7-b7 a7-a6 d7-e7 e7-e6 g7-g6 e6-f6 f6-g6 f6-f5 e5-f5 e4-f4 e3-f3 f3-f2 f2-g2 "
    "f1-g1 a6-a5 a5-a4 d5-d4 b4-c4 b3-c3 c3-c2 c2-d2 c1-d1 f8-g8"
)
REFUSED = "net f7 f6"


def picture() -> str:
    """Return the picture."""
    match = Match(Fishery)
    for ship in SHIPS.split():
        match.play(f"ship {ship}")
    for net in NETS.split():
        match.play(f"net {net.replace('-', ' ')}")
    refused = match.state.parse(REFUSED)
    reason = match.state.why_not(refused)
    return draw(match.state, last=match.moves[-1], refused=(refused, reason), theme="light", prefix="readme") + "\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
    print("wrote", FILE.name)
