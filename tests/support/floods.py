"""Clients that send as much as they can, over SSH and from browsers, until they are cancelled.

python -m tests.support.floods NUMBER SSH_PORT PAGE

runs NUMBER clients, half over each protocol, until it is killed; then they vanish without closing their connections. 0
or "" leaves a protocol out.
"""

import asyncio
import contextlib
import itertools
import sys
from typing import Any

import aiohttp
import asyncssh
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String

ARROWS = b"\x1b[B\x1b[A\x1b[C\x1b[D" * 3333
TYPED = {
    "arrows": ARROWS,
    "text": b"x" * 40_000,
    "mouse": b"".join(b"\x1b[<35;%d;%dM" % (10 + place % 60, 3 + place % 20) for place in range(4000)),
    "focus": b"\x1b[O\x1b[I" * 5000,
    "paste": b"\x1b[200~" + b"5" * 40_000,
    "digits": b"\t5" * 20_000,
}
"""The input of floods, by name."""
SSH_KINDS = (*TYPED, "resizes", "packets")
WEB_KINDS = (*TYPED, "resizes", "pings", "small")
MESSAGE = 15_000
"""Bytes that a browser sends at a time: 40 kB of JSON, because each escape has six characters there."""
GATHERING, LOGIN = 2.0, 0.15
"""Seconds until the first byte, and additional seconds per flood, in which all log in."""
MAX_WAITING = 1 << 20
"""Maximum number of bytes that wait in a client."""


async def flood_ssh(port: int, number: int, begin: float) -> None:
    """Log in as a guest, and send forever from a time of the event loop on; the number selects the input."""
    kind = SSH_KINDS[number % len(SSH_KINDS)]
    async with asyncssh.connect(
        "127.0.0.1", port, username=f"flood{number}", password="guest", client_keys=None, known_hosts=None, config=None
    ) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        reading = asyncio.create_task(_ignore(process.stdout))
        await asyncio.sleep(max(0.0, begin - asyncio.get_running_loop().time()))
        transport: Any = connection._transport
        for count in itertools.count():
            if kind in TYPED:
                process.stdin.write(TYPED[kind])
                await process.stdin.drain()
            for width in range(80, 180):
                if kind == "resizes":
                    process.change_terminal_size(width, 24 + count % 2)
                elif kind == "packets":
                    connection.send_packet(MSG_IGNORE, String(b""))
            await asyncio.sleep(0)
            while transport.get_write_buffer_size() > MAX_WAITING:
                await asyncio.sleep(0.01)
        reading.cancel()


async def _ignore(stream: Any) -> None:
    while await stream.read(65536):
        pass


async def flood_web(page: str, number: int, begin: float) -> None:
    """Open the page, and send forever from a time of the event loop on; the number selects the input."""
    kind = WEB_KINDS[number % len(WEB_KINDS)]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        async with client.get(page):
            pass
        async with client.ws_connect(f"{page}/ws?width=80&height=24", headers={"Origin": page}) as socket:
            reading = asyncio.create_task(_ignore_messages(socket))
            await asyncio.sleep(max(0.0, begin - asyncio.get_running_loop().time()))
            for count in itertools.count():
                if kind in TYPED:
                    await socket.send_json(["stdin", TYPED[kind][:MESSAGE].decode()])
                elif kind == "small":
                    await socket.send_json(["stdin", "x"])
                elif kind == "pings":
                    await socket.ping(b"x")
                else:
                    await socket.send_json(["resize", {"width": 80 + count % 100, "height": 24}])
                await asyncio.sleep(0)
            reading.cancel()


async def _ignore_messages(socket: Any) -> None:
    async for _ in socket:
        pass


async def flood(number: int, port: int, page: str) -> None:
    """Run floods concurrently, over the protocols in turn, until the server has ended all of them."""
    begin = asyncio.get_running_loop().time() + GATHERING + LOGIN * number
    ssh = (flood_ssh(port, place, begin) for place in itertools.count())
    web = (flood_web(page, place, begin) for place in itertools.count())
    doors = itertools.cycle([door for door, is_there in ((ssh, port), (web, page)) if is_there])
    await asyncio.gather(*(next(next(doors)) for _ in range(number)), return_exceptions=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(flood(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
