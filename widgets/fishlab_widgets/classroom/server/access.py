"""Who may come in: students by the class's word, devices by a signed mark, the teacher by a secret of her own.

Wrong words are slowed: for each browser, so that nobody's typing keeps a class out that shares its address, for each
address and in all. A QR code holds a ticket that is too long to be guessed, and is never slowed. Pages are counted, for
each device, for each address and in all.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
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
TRIES_A_BROWSER: Final = (8, 15.0)
"""Wrong words at once, and the seconds after which there is one more."""
TRIES_AN_ADDRESS: Final = (90, 4.0)
"""Three for everybody in a class behind one address."""
TRIES: Final = (240, 4.0)
"""In all: 1,600 of 847,000 words in a lesson of 90 minutes."""
MOST_COUNTED: Final = 10_000
"""Of how many browsers and addresses wrong words are counted."""
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


def is_local(host: str) -> bool:
    """Tell whether an address leads back to the machine on which it is opened."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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

    @property
    def ticket(self) -> str:
        """What a QR code has in the word's place: it brings in whoever has it, and nobody guesses it."""
        return self.sign("ticket", "") if self.word else ""

    def sign(self, kind: str, name: str) -> str:
        """Return what only this class can write below a name; it holds as long as the word does."""
        text = f"{kind}/{name}/{self.word}".encode()
        return hmac.new(self.secret.encode(), text, hashlib.sha256).hexdigest()[:32]

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
        self._wrong_in_all = Bucket(*TRIES)
        self._wrong: dict[tuple[str, str], Bucket] = {}
        self._devices: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    # ---- the word --------------------------------------------------------------------------------------------

    def wait(self, address: str, browser: str = "") -> float:
        """Return for how many seconds no word is looked at: too many were wrong.

        Args:
            address: where it was typed.
            browser: in which browser, by its mark; those without one count as one browser at each address.
        """
        now = self._clock()
        return max(bucket.wait(now) for bucket in self._counted(address, browser))

    def is_word(self, text: str, address: str, browser: str = "") -> bool:
        """Tell whether a word is the class's; a wrong one is counted."""
        if _same(plain_word(text), self.keys.word):
            return True
        now = self._clock()
        for bucket in self._counted(address, browser):
            bucket.take(now)
        return False

    def is_ticket(self, text: str) -> bool:
        """Tell whether somebody has the ticket of a QR code."""
        return bool(self.keys.ticket) and _same(text, self.keys.ticket)

    def _counted(self, address: str, browser: str) -> list[Bucket]:
        """Return where wrong words are counted; this machine's own address stands for everybody behind a proxy."""
        own = ("browser", browser) if browser else ("no browser", address)
        found = [self._wrong_in_all, self._bucket(*own, TRIES_A_BROWSER)]
        return found if address in HERE else [*found, self._bucket("address", address, TRIES_AN_ADDRESS)]

    def _bucket(self, kind: str, name: str, size: tuple[int, float]) -> Bucket:
        if (kind, name) not in self._wrong and len(self._wrong) >= MOST_COUNTED:
            self._wrong.clear()
        return self._wrong.setdefault((kind, name), Bucket(*size))

    # ---- browsers and devices --------------------------------------------------------------------------------

    def new_browser(self) -> str:
        """Return a mark for a browser that is asked for the word."""
        return self._mark("browser")

    def browser_of(self, mark: str) -> str:
        """Return the browser that a mark stands for, "" if it is not a mark of ours."""
        return self._name_in("browser", mark)

    def new_device(self) -> str:
        """Return a mark for a device that came in by the word."""
        return self._mark("device")

    def device_of(self, mark: str) -> str:
        """Return the device that a mark stands for, "" if it is not a mark of ours, or of another word."""
        return self._name_in("device", mark)

    def _mark(self, kind: str) -> str:
        name = secrets.token_hex(8)
        return f"{name}.{self.keys.sign(kind, name)}"

    def _name_in(self, kind: str, mark: str) -> str:
        name, _, sign = mark.partition(".")
        return name if _same(sign, self.keys.sign(kind, name)) else ""

    def is_teacher(self, secret: str) -> bool:
        """Tell whether somebody has the desk's secret."""
        return _same(secret, self.keys.desk)

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


def _same(one: str, other: str) -> bool:
    """Compare in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())
