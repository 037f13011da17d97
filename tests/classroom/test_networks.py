"""A class in other networks than a classroom's: with encrypted traffic, and two servers behind one address."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import browser
import pytest
from classroom.divided import Proxy
from classroom.opened import WORD, Opened
from classroom.site import Client
from fishlab_widgets.classroom.server.access import Keys
from fishlab_widgets.classroom.server.app import MODULE
from tornado.httpclient import HTTPClientError

from fishlab.room import Room

SMALL = {"columns": 4, "rows": 4, "ships": 2, "nets": 6}


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here that could make a certificate")
    made, key = tmp_path / "class.pem", tmp_path / "class.key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=class",
               "-addext", "subjectAltName=IP:127.0.0.1", "-out", str(made), "-keyout", str(key)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return made, key


@pytest.mark.long
def test_with_a_certificate_pages_sockets_and_the_desk_are_encrypted(certificate, tmp_path):
    made, key = certificate
    opened = Opened(tmp_path, f"--certificate={made}", f"--key={key}")
    client = Client(opened.address.removeprefix("https://").rstrip("/"), ca_certs=str(made))

    async def act() -> None:
        word = await client.ask("/")
        assert word.code == 200 and b"not encrypted" not in word.body
        answer = await client.ask("/", body=f"word={WORD}")
        assert "Secure" in answer.headers["Set-Cookie"]
        page = await client.page(answer.headers["Set-Cookie"].partition(";")[0])
        await page.settle()
        assert page.models["notices"]["door"]
        desk = await client.ask(opened.desk.removeprefix(opened.address.rstrip("/")))
        assert desk.code == 302 and "Secure" in desk.headers["Set-Cookie"]
        with pytest.raises((OSError, HTTPClientError)):
            (await Client(client.host).ask("/")).rethrow()  # nothing is said in plain text

    try:
        assert opened.address.startswith("https:")
        asyncio.run(act())
    finally:
        opened.stop()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[tuple[Path, int, subprocess.Popen[bytes]]]]:
    """Two servers, each with tables of its own, and one word for both."""
    found = []
    for name in ("north", "south"):
        path, port = tmp_path / f"{name}.room", browser.free_port()
        Keys.of(path, WORD)
        with Room(path) as room:
            room.open(f"{name} 1", "fishery", 2, **SMALL)
        command = [sys.executable, "-m", MODULE, str(path), f"--port={port}"]
        found.append((path, port, subprocess.Popen(command)))
    for _, port, _ in found:
        browser.wait_for_port(port)
    yield found
    for _, _, server in found:
        server.terminate()
        server.wait()


def test_two_servers_behind_one_address_divide_the_tables(servers):
    paths, ports, processes = zip(*servers, strict=True)

    async def act() -> None:
        proxy = Proxy([f"127.0.0.1:{port}" for port in ports])
        client = Client(proxy.host)
        cookies, pages = [], []
        for _ in range(4):
            asked = await client.ask("/")
            cookie = kept(asked.headers.get_list("Set-Cookie"))
            answer = await client.ask("/", body=f"word={WORD}", Cookie=cookie)
            assert answer.code == 302, "the word is the same everywhere"
            cookies.append(f"{cookie}; {kept(answer.headers.get_list('Set-Cookie'))}")
            page = await client.page(cookies[-1], Origin=f"http://{proxy.host}")
            await page.settle()
            pages.append(page)
        tables = [page.models["notices"]["door"]["tables"][0]["name"] for page in pages]
        assert tables == ["north 1", "south 1"] * 2
        for number, page in enumerate(pages):
            await page.take(tables[number], number // 2)
        await pages[0].play("ship a1")
        await pages[1].play("ship b2")
        await pages[2].settle()
        assert pages[2].models["board"]["count"] == 1
        key = pages[0].models["notices"]["bar"]["key"]
        pages[0].socket.close()
        again = await client.page(cookies[0])
        again.send("notices", type="hello", key=key)
        await again.settle()
        assert (again.models["notices"]["bar"]["table"], again.models["board"]["count"]) == ("north 1", 1)
        processes[0].kill()
        await pages[3].settle()
        await pages[3].play("ship a1")
        assert pages[3].models["board"]["count"] == 2, "the other server's tables play on"
        for path in ("/desk", "/desk-socket", "/projector"):
            assert (await client.ask(path)).code == 404, "desks are not reached from outside"
        await proxy.close()

    asyncio.run(act())
    for path, moves in zip(paths, (1, 2), strict=True):
        with Room(path) as room:
            assert [len(room.match(name)) for name in room.tables()] == [moves]


def kept(cookies: list[str]) -> str:
    """Return what a browser sends back."""
    return "; ".join(one.partition(";")[0] for one in cookies)
