"""Who may come in: students by the class's word, devices by a signed mark, the teacher by a secret of her own.

Wrong words are slowed: for each browser, so that nobody's typing keeps a class out that shares its address, for each
address and in all. A QR code holds a ticket that is too long to be guessed, and is never slowed. Pages are counted, for
each device, for each address and in all.
"""

from __future__ import annotations

import contextlib
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
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple, Self

from fishlab.messages import mark, tr
from fishlab.room import ENDED, Room, RoomError

CLASSES: Final = "fishlab-classes"
"""What the folder with all classes is called in the home directory."""
_WHEN: Final = "%Y-%m-%d-%H%M%S"
ROOM: Final = "class.room"
"""What a room's file is called in the folder of a class."""
ADDRESS: Final = "address"
"""Under which name a room keeps its port; no copy for others has it."""
PAGES_A_DEVICE: Final = 4
PAGES_AN_ADDRESS: Final = 120
"""As many as a school could have behind one address."""
PAGES: Final = 600
PAGES_WITHOUT_SEAT: Final = 450
"""Of all: the others are kept for devices that hold a seat."""
PAGES_AT_EASE: Final = 150
"""Of devices without a seat; beyond that each of them has one page."""
NEW_DEVICES: Final = (450, 1.0)
"""Devices that come in at once, and the seconds after which there is one more: a school of 400 seats."""
NEW_DEVICES_AN_ADDRESS: Final = (150, 2.0)
NEW_BROWSERS: Final = (120, 2.0)
"""Browsers that are asked for the word and counted by themselves; further ones count as one at their address."""
YOUNG: Final = 120.0
"""Seconds in which a browser is new."""
TRIES_A_BROWSER: Final = (8, 15.0)
"""Wrong words at once, and the seconds after which there is one more."""
TRIES_AN_ADDRESS: Final = (90, 4.0)
"""Three for everybody in a class behind one address."""
TRIES: Final = (240, 4.0)
"""In all: 1,600 of 847,000 words in a lesson of 90 minutes."""
BURST: Final = 100
"""Messages that a device may send at once; then `RATE` a second."""
RATE: Final = 30
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
    place = home / CLASSES / now.strftime(_WHEN)
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o700)
    return place


class Unfinished(NamedTuple):
    """A class that was not finished: when it began, its folder, and its port if it was served on one of its own."""

    began: datetime
    folder: Path
    port: int | None


def is_unfinished(room: Room) -> bool:
    """Tell whether there is something to go on with in a room."""
    return room.stage() != ENDED and not all(one.ended for one in room.statuses()[0])


def unfinished(now: datetime, home: Path) -> Unfinished | None:
    """Return the last class since yesterday that was not finished; None if there is none."""
    since = (now - timedelta(days=1)).strftime(_WHEN)
    for path in sorted((home / CLASSES).glob(f"*/{ROOM}"), reverse=True):
        if path.parent.name < since:
            break
        with contextlib.suppress(RoomError, ValueError), Room(path) as room:
            if is_unfinished(room):
                served = room.note(ADDRESS, port="i")
                began = datetime.strptime(path.parent.name, _WHEN)
                return Unfinished(began, path.parent, served and served["port"])
    return None


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

    def take(self, now: float, cost: int = 1) -> bool:
        """Let one through, if it may; one that costs more makes the next ones wait."""
        if self.wait(now):
            return False
        self.left -= cost
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
        kept = cls._read(place)
        keys = kept or cls(new_word(), secrets.token_hex(16), secrets.token_urlsafe(24))
        if word is not None:
            keys = cls(plain_word(word), keys.secret, keys.desk)
        if keys != kept:
            keys._write(place)
        return keys

    @classmethod
    def _read(cls, place: Path) -> Self | None:
        """Return the keys in a file, None if there is no file; one that cannot be read is told, and left alone."""
        try:
            found = json.loads(place.read_text(encoding="utf-8"))
            if not all(isinstance(one, str) for one in found.values()):
                raise TypeError
            keys = cls(**found)
            if min(len(keys.secret), len(keys.desk)) < 16:
                raise ValueError
            return keys
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, AttributeError):
            words = mark(
                "The keys of this class cannot be read: {file}. Bring the file back, or delete it: then the class has "
                "a new word, and everybody types it again. Seats are kept."
            )
            raise RoomError(tr(words, file=place)) from None

    def _write(self, place: Path) -> None:
        """Write the keys beside their place first, so that there is never half a file."""
        beside = place.with_name(f"{place.name}.new")
        beside.unlink(missing_ok=True)
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(asdict(self), file)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(place)
        except OSError as why:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            words = mark("The word of this class cannot be kept ({why}): make room on the disk, and try again.")
            raise RoomError(tr(words, why=why.strerror or why)) from None


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
        self._new_browsers, self._new_devices = Bucket(*NEW_BROWSERS), Bucket(*NEW_DEVICES)
        self._devices: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._rates: dict[str, Bucket] = {}

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
        """Return where wrong words are counted.

        This machine's own address stands for everybody behind a proxy: there new browsers are counted together, so
        that nobody who makes many of them uses up the tries of all.
        """
        own = ("browser", browser) if browser else ("no browser", address)
        found = [self._wrong_in_all, self._bucket(*own, TRIES_A_BROWSER)]
        if address in HERE and not self._is_new(browser):
            return found
        return [*found, self._bucket("address", address, TRIES_AN_ADDRESS)]

    def _is_new(self, browser: str) -> bool:
        """Tell whether a browser was asked for the word only just now; its mark says when that was."""
        since, dash, _ = browser.partition("-")
        return bool(dash) and 0 <= self._clock() - int(since, 16) < YOUNG

    def _bucket(self, kind: str, name: str, size: tuple[int, float]) -> Bucket:
        if (kind, name) not in self._wrong and len(self._wrong) >= MOST_COUNTED:
            self._wrong.clear()
        return self._wrong.setdefault((kind, name), Bucket(*size))

    # ---- browsers and devices --------------------------------------------------------------------------------

    def new_browser(self) -> str:
        """Return a mark for a browser that is asked for the word, "" if there were too many just now."""
        now = self._clock()
        return self._mark("browser", f"{int(now):x}-") if self._new_browsers.take(now) else ""

    def browser_of(self, mark: str) -> str:
        """Return the browser that a mark stands for, "" if it is not a mark of ours."""
        return self._name_in("browser", mark)

    def new_device(self, address: str = HERE[0]) -> str:
        """Return a mark for a device that came in by the word, "" if too many came in just now."""
        now, found = self._clock(), [self._new_devices]
        if address not in HERE:
            found.append(self._bucket("device", address, NEW_DEVICES_AN_ADDRESS))
        if any(bucket.wait(now) for bucket in found):
            return ""
        for bucket in found:
            bucket.take(now)
        return self._mark("device")

    def device_of(self, mark: str) -> str:
        """Return the device that a mark stands for, "" if it is not a mark of ours, or of another word."""
        return self._name_in("device", mark)

    def _mark(self, kind: str, before: str = "") -> str:
        name = before + secrets.token_hex(8)
        return f"{name}.{self.keys.sign(kind, name)}"

    def _name_in(self, kind: str, mark: str) -> str:
        name, _, sign = mark.partition(".")
        return name if _same(sign, self.keys.sign(kind, name)) else ""

    def is_teacher(self, secret: str) -> bool:
        """Tell whether somebody has the desk's secret."""
        return _same(secret, self.keys.desk)

    # ---- pages -----------------------------------------------------------------------------------------------

    def rate(self, device: str) -> Bucket:
        """Return what says how many messages the pages of a device may send, however often they connect."""
        if device not in self._rates and len(self._rates) >= MOST_COUNTED:
            self._rates.clear()
        return self._rates.setdefault(device, Bucket(BURST, 1 / RATE))

    def open_page(self, device: str, address: str, has_seat: Callable[[str], bool] = lambda device: False) -> str:
        """Count a page and return "", or say why there is no room for it.

        Args:
            device: on which it is.
            address: where it is.
            has_seat: tells of a device whether it holds a seat: for those some room is kept.
        """
        without = 0 if has_seat(device) else sum(n for one, n in self._devices.items() if not has_seat(one))
        if self._devices.total() >= PAGES or without >= PAGES_WITHOUT_SEAT:
            return tr("The class is full. This page waits, and comes in as soon as there is room.")
        crowded = address not in HERE and self._addresses[address] >= PAGES_AN_ADDRESS
        if self._devices[device] >= (PAGES_A_DEVICE if without < PAGES_AT_EASE else 1) or crowded:
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
