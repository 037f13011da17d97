"""Open a class: make a room, serve its page to students, and open the teacher's desk in JupyterLab.

Nothing is asked. The room lies in a folder of its own in the home directory; nothing leaves this machine but the pages
that are served. `make class ROOM=path` goes on with a room that is there already.
"""

from __future__ import annotations

import argparse
import importlib.util
import ipaddress
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import class_pages
from open_course import announce, port_problem

from fishlab.room import Room, RoomError

SEA = (
    "anchor anemone barnacle beacon bream buoy calm capelin clam coast cod coral crab current dab dolphin dory "
    "drift eel estuary ferry fjord float flounder foam gannet grouper gull gurnard haddock hake halibut harbour "
    "heron herring hull island jetty kelp keel krill lagoon lantern limpet ling lobster lugger mackerel mast "
    "mullet mussel narwhal net oar otter oyster paddle pearl pelican perch pier pilchard plaice plankton "
    "pollack porpoise puffin quay ray reef rudder sail salmon sardine schooner seal shad shore shrimp skate "
    "sloop sole sprat squid starfish surf tench tern tide trout tuna turbot urchin wave whelk whiting wrasse"
)


def new_word() -> str:
    """Return two words of the sea, easily said aloud and typed."""
    words = SEA.split()
    return f"{secrets.choice(words)}-{secrets.choice(words)}"


def own_address() -> str:
    """Return this machine's address in its network, that of the machine itself if it is in none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("10.255.255.255", 9))
            return str(sock.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def folder_for(now: datetime, home: Path) -> Path:
    """Make a folder for a class, readable by its owner only."""
    place = home / "fishlab-classes" / now.strftime("%Y-%m-%d-%H%M%S")
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o700)
    return place


def desk_cells(room: Path) -> list[str]:
    """Return the cells of the teacher's notebook."""
    poster = f"from fishlab_widgets.live.shared.poster import Poster\n\nPoster({str(room)!r})"
    if importlib.util.find_spec("fishlab_widgets.live.desk"):
        return [poster, f"from fishlab_widgets.live.desk import Desk\n\nDesk({str(room)!r})"]
    look = (
        f"from fishlab.room import Room\n\nroom = Room({str(room)!r})\nfor name in room.tables():\n"
        "    table = room.status(name)\n    print(name, table.match, 'seats taken:', sum(table.taken))"
    )
    return [poster, look]


def write_desk(room: Path) -> Path:
    """Write the teacher's notebook beside the room, the address already shown in it, and return its place."""
    import nbformat
    from fishlab_widgets.live.shared.poster import Poster
    from nbformat.sign import NotebookNotary

    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [nbformat.v4.new_markdown_cell("# The desk\n\nRun all cells: *Run → Run All Cells*.")]
    notebook.cells += [nbformat.v4.new_code_cell(source) for source in desk_cells(room)]
    shown = nbformat.v4.new_output("display_data", {"text/html": Poster(room)._repr_html_()})
    notebook.cells[1].outputs = [shown]
    place = room.with_name("desk.ipynb")
    nbformat.write(notebook, place)
    NotebookNotary().sign(notebook)
    return place


def terminal_code(text: str) -> str:
    """Return a QR code for a terminal, two rows of modules to a line, black on white whatever its colours."""
    from fishlab_widgets.draw.qr import qr_code

    grid = qr_code(text)
    wide = len(grid) + 4
    rows = [[0] * wide] * 2 + [[0, 0, *row, 0, 0] for row in grid] + [[0] * wide] * 3
    signs = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
    lines = [zip(rows[place], rows[place + 1], strict=True) for place in range(0, len(rows) - 1, 2)]
    return "\n".join(f"\x1b[30;107m{''.join(signs[pair] for pair in line)}\x1b[0m" for line in lines)


def start_pages(room: Path, ip: str, port: int, word: str, log: Path, preheated: int) -> subprocess.Popen[Any]:
    """Start serving the students' page, and return when it answers."""
    command = [sys.executable, class_pages.__file__, str(room), f"--ip={ip}", f"--port={port}"]
    with log.open("w") as out:
        pages = subprocess.Popen(
            [*command, f"--preheated={preheated}"],
            env={**os.environ, class_pages.WORD: word},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    while pages.poll() is None:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1" if ip == "0.0.0.0" else ip, port)) == 0:
                return pages
        time.sleep(0.1)
    sys.exit(f"The students' page could not be served:\n{log.read_text()[-1500:]}")


def main() -> None:
    """Open a class until Ctrl+C."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--port", type=int, default=8866, help="where students' pages are served")
    asked.add_argument("--desk-port", type=int, default=8888, help="where the teacher's desk is served, to her only")
    asked.add_argument("--ip", default="0.0.0.0", help="127.0.0.1 for this machine only")
    asked.add_argument("--word", default="", help="what students type; drawn without it, “none” for none")
    asked.add_argument("--room", default="", help="a room to go on with")
    asked.add_argument("--browser", default="yes")
    asked.add_argument("--preheated", type=int, default=class_pages.PREHEATED)
    given = asked.parse_args()
    if importlib.util.find_spec("voila") is None:
        sys.exit("Students' pages need Voilà: pip install 'fishlab[class]'")
    word = "" if given.word == "none" else (given.word or new_word()).strip().casefold().replace(" ", "-")
    if problem := class_pages.check_open(given.ip, word):
        sys.exit(problem)
    for port in (given.port, given.desk_port):
        if problem := port_problem(port):
            sys.exit(f"Port {port} {problem}: choose another with --port or --desk-port.")
    path = Path(given.room).absolute() if given.room else folder_for(datetime.now(), Path.home()) / "class.room"
    if given.room and not path.is_file():
        sys.exit(f"There is no room {path}.")
    host = own_address() if given.ip == "0.0.0.0" else given.ip
    address = f"http://{host}:{given.port}/"
    try:
        with Room(path) as room:
            room.keep("address", {"address": address, "word": word})
    except RoomError as why:
        sys.exit(str(why))
    desk = write_desk(path)
    pages = start_pages(path, given.ip, given.port, word, path.with_name("pages.log"), given.preheated)
    link = f"{address}?token={word}" if word else address
    print(f"\n{terminal_code(link)}\n\nStudents open   {address}", flush=True)
    print(f"and type        {word}" if word else "on this machine; there is no word.", flush=True)
    if host == "127.0.0.1" and given.ip == "0.0.0.0":
        print("This machine is in no network: only pages on this machine itself can come in.", flush=True)
    elif ipaddress.ip_address(host).is_global:
        print("This address can be reached from the whole internet: only the word keeps others out.", flush=True)
    print(f"The room is in  {path.parent}\n", flush=True)
    try:
        open_desk(desk, given.desk_port, given.browser != "no")
    finally:
        pages.terminate()
        pages.wait()


def open_desk(desk: Path, port: int, browser: bool) -> None:
    """Serve the teacher's desk to this machine only, until Ctrl+C."""
    token = secrets.token_urlsafe(16)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    from jupyterlab.labapp import LabApp

    address = f"http://127.0.0.1:{port}/lab/tree/{desk.name}?token={token}"
    threading.Thread(target=announce, args=(port, address, browser), daemon=True).start()
    LabApp.launch_instance(
        [
            "--no-browser", "--allow-root", "-y", "--Application.log_level=WARN",
            f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.root_dir={desk.parent}", f"--IdentityProvider.token={token}",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main()
