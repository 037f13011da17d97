"""Who may come in: students by the class's word, devices by a signed mark, the teacher by a secret of her own.

Wrong words are slowed, for each address and in all; pages are counted, for each device, for each address and in all.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Self

from fishlab.messages import tr

ROOM: Final = "class.room"
"""What a room's file is called in the folder of a class."""
PAGES_A_DEVICE: Final = 4
PAGES_AN_ADDRESS: Final = 120
"""As many as a school could have behind one address."""
PAGES: Final = 600
HERE: Final = ("127.0.0.1", "::1")
"""Addresses of this machine itself: of the teacher, or of a proxy that stands before everybody."""
SEA: Final = (
    "anchor anemone barnacle beacon bream buoy calm capelin clam coast cod coral crab current dab dolphin dory "
    "drift eel estuary ferry fjord float flounder foam gannet grouper gull gurnard haddock hake halibut harbour "
    "heron herring hull island jetty kelp keel krill lagoon lantern limpet ling lobster lugger mackerel mast "
    "mullet mussel narwhal net oar otter oyster paddle pearl pelican perch pier pilchard plaice plankton "
    "pollack porpoise puffin quay ray reef rudder sail salmon sardine schooner seal shad shore shrimp skate "
    "sloop sole sprat squid starfish surf tench tern tide trout tuna turbot urchin wave whelk whiting wrasse"
)


def new_word() -> str:
    """Return two words of the sea and a number, easily said aloud and typed; there are 847,000 of them."""
    words = SEA.split()
    return f"{secrets.choice(words)}-{secrets.choice(words)}-{secrets.randbelow(90) + 10}"


def plain_word(text: str) -> str:
    """Return a word as it is compared, however it was typed."""
    return "-".join(text.strip().casefold().replace("-", " ").split())


def folder_for(now: datetime, home: Path) -> Path:
    """Make a folder for a class, readable by its owner only."""
    place = home / "fishlab-classes" / now.strftime("%Y-%m-%d-%H%M%S")
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o700)
    return place


@dataclass
class Bucket:
    """Lets some through at once, and then one every few seconds."""

    size: int
    seconds: float
    left: float = field(init=False)
    at: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.left = self.size

    def wait(self, now: float) -> float:
        """Return for how many seconds nobody is let through."""
        self.left = min(self.size, self.left + max(0.0, now - self.at) / self.seconds)
        self.at = now
        return 0.0 if self.left >= 1 else (1 - self.left) * self.seconds

    def take(self, now: float) -> bool:
        """Let one through, if it may."""
        if self.wait(now):
            return False
        self.left -= 1
        return True


@dataclass(frozen=True)
class Keys:
    """What is secret about a class, kept beside its room so that a server that starts again knows its people."""

    word: str
    secret: str
    desk: str

    @classmethod
    def of(cls, room: Path, word: str | None = None) -> Self:
        """Return the keys of a room, made if there are none; a word that is given replaces the old one."""
        place = room.with_name(f"{room.name}.keys")
        try:
            kept = cls(**json.loads(place.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            kept = cls(new_word(), secrets.token_hex(16), secrets.token_urlsafe(24))
        keys = kept if word is None else cls(plain_word(word), kept.secret, kept.desk)
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(keys), file)
        return keys


class Access:
    """Decides who may come in, and how many pages they may open.

    Args:
        keys: the class's secrets; without a word everybody may come in.
        clock: tells seconds.
    """

    def __init__(self, keys: Keys, clock: Callable[[], float] = time.monotonic) -> None:
        self.keys, self._clock = keys, clock
        self._all_wrong = Bucket(60, 3.0)
        self._wrong: dict[str, Bucket] = {}
        self._devices: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    # ---- the word --------------------------------------------------------------------------------------------

    def wait(self, address: str) -> float:
        """Return for how many seconds no word of an address is looked at: too many were wrong."""
        now = self._clock()
        own = self._wrong.get(address)
        return max(self._all_wrong.wait(now), own.wait(now) if own and address not in HERE else 0.0)

    def is_word(self, text: str, address: str) -> bool:
        """Tell whether a word is the class's; a wrong one is counted."""
        if hmac.compare_digest(plain_word(text).encode(), self.keys.word.encode()):
            return True
        now = self._clock()
        self._all_wrong.take(now)
        if address not in self._wrong and len(self._wrong) > 10_000:
            self._wrong.clear()
        self._wrong.setdefault(address, Bucket(8, 15.0)).take(now)
        return False

    # ---- devices ---------------------------------------------------------------------------------------------

    def new_device(self) -> str:
        """Return a mark for a device that came in by the word."""
        name = secrets.token_hex(8)
        return f"{name}.{self._sign(name)}"

    def device_of(self, mark: str) -> str:
        """Return the device that a mark stands for, "" if it is not a mark of ours, or of another word."""
        name, _, sign = mark.partition(".")
        return name if hmac.compare_digest(sign.encode(), self._sign(name).encode()) else ""

    def _sign(self, name: str) -> str:
        text = f"{name}/{self.keys.word}".encode()
        return hmac.new(self.keys.secret.encode(), text, hashlib.sha256).hexdigest()[:32]

    def is_teacher(self, secret: str) -> bool:
        """Tell whether somebody has the desk's secret."""
        return hmac.compare_digest(secret.encode(), self.keys.desk.encode())

    # ---- pages -----------------------------------------------------------------------------------------------

    def open_page(self, device: str, address: str) -> str:
        """Count a page and return "", or say why there is no room for it."""
        if self._devices.total() >= PAGES:
            return tr("The class is full. This page waits, and comes in as soon as there is room.")
        crowded = address not in HERE and self._addresses[address] >= PAGES_AN_ADDRESS
        if self._devices[device] >= PAGES_A_DEVICE or crowded:
            return tr("This device has too many pages of the class open. Close some: this page comes in then.")
        self._devices[device] += 1
        self._addresses[address] += 1
        return ""

    def close_page(self, device: str, address: str) -> None:
        """Count a page no more."""
        for counter, name in ((self._devices, device), (self._addresses, address)):
            counter[name] -= 1
            if counter[name] <= 0:
                del counter[name]
