"""Who may come in: students by the class's word, devices by a signed mark, the teacher by a secret of her own.

Wrong words are slowed, for each address and in all. A word that was drawn here is so long that many may be looked at,
so that nobody's typing keeps the others out. A QR code holds a ticket that is too long to be guessed, and is never
slowed. A mark costs nothing, so everybody gets one: what is counted are pages, and the work that they make.
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
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self

from fishlab.messages import mark, tr
from fishlab.room import ENDED, Room, RoomError
from fishlab_widgets.classroom.server.running import ADDRESS, served_at

CLASSES: Final = "fishlab-classes"
"""What the folder with all classes is called in the home directory."""
_WHEN: Final = "%Y-%m-%d-%H%M%S"
ROOM: Final = "class.room"
"""What a room's file is called in the folder of a class."""
LATELY: Final = 3600.0
"""Seconds; a class that is over may still be talked about for so long."""
JUST: Final = 600.0
"""Seconds; for so long who opens a class most likely wants the one that has just ended."""
PAGES_A_DEVICE: Final = 4
PAGES_AN_ADDRESS: Final = 120
"""Of devices without a seat: as many as a school could have behind one address."""
PAGES: Final = 600
PAGES_WITHOUT_SEAT: Final = 450
"""Of all: the others are kept for devices that hold a seat."""
PAGES_AT_EASE: Final = 150
"""Of devices without a seat; beyond that each of them has one page."""
STAY: Final = 20.0
"""Seconds after which a page without a seat gives way where there is no room for another one: time to sit down."""
TRIES: Final = ((300, 1 / 30), (100, 1 / 5))
"""Wrong words at once, and the seconds after which there is one more, in all and for an address: in a lesson of 90
minutes at most 162,300 of the 84.7 million words that can be drawn."""
TRIES_AT_OWN_WORD: Final = ((240, 4.0), (90, 4.0))
"""The same where the teacher made up the word, which may be short."""
BURST: Final = 100
"""Messages that a device may send at once; then `RATE` a second."""
RATE: Final = 30
REQUESTS: Final = (800, 0.04)
"""Requests of an address at once, and the seconds after which there is one more: who comes in makes about six."""
WORK: Final = 0.01
"""Seconds of this server's work that are counted as one."""
WORK_OF_DEVICE: Final = (100, 0.1)
"""Work at once, and the seconds after which there is one more: a tenth of a core, for a device and for a seat."""
WORK_OF_ADDRESS: Final = (100, 0.05)
"""The same for all devices of an address that have no seat."""
WORK_WITHOUT_SEAT: Final = (150, 0.02)
"""The same in all: half a core is left to those who have one."""
FULL: Final = mark("The class is full. This page will wait, and come in as soon as there is room.")
MOST_COUNTED: Final = 10_000
"""Of how many devices and addresses something is counted."""
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
    """Return two words of the sea and a number, easily said aloud and typed; there are 84.7 million of them."""
    words = SEA.split()
    return f"{secrets.choice(words)}-{secrets.choice(words)}-{secrets.randbelow(9000) + 1000}"


def _is_drawn(word: str) -> bool:
    """Tell whether a word is one that `new_word` could have made."""
    *names, number = word.split("-")
    return len(names) == 2 and set(names) <= set(SEA.split()) and len(number) == 4 and number.isdecimal()


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
    """Make a folder for a class, readable by its owner only; of two that begin in one second one has the next."""
    while ((place := home / CLASSES / now.strftime(_WHEN)) / ROOM).exists():
        now += timedelta(seconds=1)
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o700)
    return place


class LastClass(NamedTuple):
    """A class to go on with.

    Attributes:
        began: when it began.
        folder: where its room is.
        port: where it was served, if on a port of its own.
        over: whether all was played, so that only its desk and results are wanted.
        just: whether somebody was there `JUST` before.
        address: where it is being served now, "" if it is not.
    """

    began: datetime
    folder: Path
    port: int | None
    over: bool
    just: bool
    address: str

    @property
    def desk(self) -> str:
        """The address of its desk, with the secret that opens it."""
        return Keys.of(self.folder / ROOM).desk_at(self.address)


def is_unfinished(room: Room) -> bool:
    """Tell whether there is something to go on with in a room."""
    return room.stage() != ENDED and not all(one.ended for one in room.statuses()[0])


def began(room: Path) -> datetime:
    """Return when a class began, by the folder of its room; `ValueError` if it is no such folder."""
    return datetime.strptime(room.parent.name, _WHEN)


def rooms(now: datetime, home: Path) -> list[Path]:
    """Return the rooms of classes since yesterday, the last first."""
    since = (now - timedelta(days=1)).strftime(_WHEN)
    return [path for path in sorted((home / CLASSES).glob(f"*/{ROOM}"), reverse=True) if path.parent.name >= since]


def last_class(now: datetime, home: Path) -> LastClass | None:
    """Return the last class since yesterday that was not finished, or in which something happened `LATELY`."""
    for path in rooms(now, home):
        with contextlib.suppress(RoomError, ValueError), Room(path) as room:
            over, since = not is_unfinished(room), now.timestamp() - (room.events.last() or 0.0)
            if not over or (room.tables() and since < LATELY):
                served = room.note(ADDRESS, port="I")
                port = served and served.get("port")
                return LastClass(began(path), path.parent, port, over, since < JUST, served_at(room))
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

    def take(self, now: float, cost: float = 1) -> bool:
        """Let one through, if it may; one that costs more makes the next ones wait."""
        if self.wait(now):
            return False
        self.left -= cost
        return True

    def pay(self, now: float, cost: float) -> None:
        """Count what was done already: the next ones wait for it."""
        self.wait(now)
        self.left -= cost


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

    def desk_at(self, address: str) -> str:
        """Return the address of the desk of a class, with the secret that opens it."""
        return f"{address}desk?key={self.desk}"

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


class CountedPage(Protocol):
    """A page of a student."""

    def give_way(self) -> None:
        """Leave to another page the room that there is, and come back when there is some."""


class _Place(NamedTuple):
    device: str
    address: str
    since: float


class Access:
    """Decides who may come in, how many pages they may open, and how much work they may make.

    Args:
        keys: the class's secrets; without a word everybody may come in.
        clock: tells seconds.
    """

    def __init__(self, keys: Keys, clock: Callable[[], float] = time.monotonic) -> None:
        self.keys, self._clock = keys, clock
        self._counted: dict[tuple[str, str], Bucket] = {}
        self._pages: dict[CountedPage, _Place] = {}
        self._origins: dict[str, str] = {}

    def _bucket(self, kind: str, name: str, size: tuple[int, float]) -> Bucket:
        found = self._counted.pop((kind, name), None) or Bucket(*size)
        self._counted[kind, name] = found
        if len(self._counted) > MOST_COUNTED:  # the one is forgotten that was not asked for longest
            del self._counted[next(iter(self._counted))]
        return found

    # ---- the word --------------------------------------------------------------------------------------------

    def wait(self, address: str) -> float:
        """Return for how many seconds no word is looked at that is typed at an address: too many were wrong."""
        now = self._clock()
        return max(bucket.wait(now) for bucket in self._tries(address))

    def is_word(self, text: str, address: str) -> bool:
        """Tell whether a word is the class's; a wrong one is counted."""
        if _same(plain_word(text), self.keys.word):
            return True
        for bucket in self._tries(address):
            bucket.pay(self._clock(), 1)
        return False

    def is_ticket(self, text: str) -> bool:
        """Tell whether somebody has the ticket of a QR code."""
        return bool(self.keys.ticket) and _same(text, self.keys.ticket)

    def _tries(self, address: str) -> list[Bucket]:
        """Return where wrong words are counted; this machine's own address may be everybody's, behind a proxy."""
        in_all, of_address = TRIES if _is_drawn(self.keys.word) else TRIES_AT_OWN_WORD
        word = self.keys.word  # a new word has new tries
        found = [self._bucket("word", word, in_all)]
        return found if address in HERE else [*found, self._bucket(f"word {word}", address, of_address)]

    # ---- devices ---------------------------------------------------------------------------------------------

    def new_device(self) -> str:
        """Return a mark for a device that came in."""
        name = secrets.token_hex(8)
        return f"{name}.{self.keys.sign('device', name)}"

    def device_of(self, mark: str) -> str:
        """Return the device that a mark stands for, "" if it is not a mark of ours, or of another word."""
        name, _, sign = mark.partition(".")
        return name if _same(sign, self.keys.sign("device", name)) else ""

    def is_teacher(self, secret: str) -> bool:
        """Tell whether somebody has the desk's secret."""
        return _same(secret, self.keys.desk)

    def origin(self, address: str) -> str:
        """Return a mark that stands for an address while this server runs, "" for one that may be everybody's.

        It is drawn at random, so that whoever reads it learns nothing of the address.
        """
        if address in HERE or (address not in self._origins and len(self._origins) >= MOST_COUNTED):
            return ""
        return self._origins.setdefault(address, secrets.token_hex(4))

    # ---- requests, messages and work -------------------------------------------------------------------------

    def may_ask(self, address: str, cost: float = 1) -> bool:
        """Tell whether another request of an address is answered; this machine's own may be everybody's."""
        return address in HERE or self._bucket("requests", address, REQUESTS).take(self._clock(), cost)

    def rate(self, device: str) -> Bucket:
        """Return what says how many messages the pages of a device may send, however often they connect."""
        return self._bucket("rate", device, (BURST, 1 / RATE))

    def work_wait(self, device: str, address: str, *, seated: bool, seat: str = "") -> float:
        """Return for how many seconds nothing is done for a page: too much was done just now for those like it.

        Args:
            device: on which it is.
            address: where it is.
            seated: whether it shows a seat. All that show none have a share together, and leave the rest to the others.
            seat: which one it shows: opened on ever new devices, a seat still has one share.
        """
        return max(bucket.wait(self._clock()) for bucket in self._work(device, address, seated, seat))

    def charge(self, device: str, address: str, seconds: float, *, seated: bool, seat: str = "") -> None:
        """Count work that was done for a page, or because of it."""
        for bucket in self._work(device, address, seated, seat):
            bucket.pay(self._clock(), seconds / WORK)

    def _work(self, device: str, address: str, seated: bool, seat: str) -> list[Bucket]:
        found = [self._bucket("work", device, WORK_OF_DEVICE)]
        if seat:
            found.append(self._bucket("work of seat", seat, WORK_OF_DEVICE))
        if not seated:
            found.append(self._bucket("work without seat", "", WORK_WITHOUT_SEAT))
        if not seated and address not in HERE:
            found.append(self._bucket("work of address", address, WORK_OF_ADDRESS))
        return found

    # ---- pages -----------------------------------------------------------------------------------------------

    def open_page(self, page: CountedPage, device: str, address: str, seated: Collection[str] = ()) -> str:
        """Count a page and return "", or say why there is no room for it.

        Where there is none, a page without a seat that had time to sit down gives way: so nobody keeps newcomers out
        by many pages.

        Args:
            page: the page.
            device: on which it is.
            address: where it is.
            seated: the devices that hold a seat: for those some room is kept.
        """
        others = {one: place for one, place in self._pages.items() if place.device not in seated}
        near = {one: place for one, place in others.items() if place.address == address and address not in HERE}
        mine = sum(place.device == device for place in self._pages.values())
        if mine >= (PAGES_A_DEVICE if device in seated or len(others) < PAGES_AT_EASE else 1):
            return tr("This device has too many pages of the class open. Close some, and this page will come in.")
        crowd = None
        if len(self._pages) >= PAGES or (device not in seated and len(others) >= PAGES_WITHOUT_SEAT):
            crowd = others
        elif device not in seated and len(near) >= PAGES_AN_ADDRESS:
            crowd = near
        if crowd is not None:
            first = next(iter(crowd), None)
            if first is None or self._clock() - crowd[first].since < STAY:
                return tr(FULL)
            self.close_page(first)
            first.give_way()
        self._pages[page] = _Place(device, address, self._clock())
        return ""

    def close_page(self, page: CountedPage) -> None:
        """Count a page no more."""
        self._pages.pop(page, None)


def _same(one: str, other: str) -> bool:
    """Compare in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())
