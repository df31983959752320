"""Several servers behind one address: Debian's nginx, as docs/running-a-club.md has it."""

from __future__ import annotations

import asyncio
import getpass
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from semafor.server.client import Server

FINDER = Path(__file__).parents[2] / "tools" / "find_nginx.sh"
CONFIG = """
user {user};
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 8192; }}
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
        listen 127.0.0.1:{port};
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


def find_nginx() -> str:
    """The path of an nginx; an AssertionError that says what is missing where there is none."""
    found = subprocess.run([FINDER], capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip().splitlines()[-1]


@asynccontextmanager
async def nginx_before(ports: Sequence[int], port: int, folder: Path) -> AsyncIterator[str]:
    """The address of an nginx that spreads connections over the servers on these ports."""
    program = await asyncio.to_thread(find_nginx)
    servers = " ".join(f"server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;" for one in ports)
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(user=getpass.getuser(), folder=folder, servers=servers, port=port))
    process = await asyncio.create_subprocess_exec(program, "-p", str(folder), "-c", str(config))
    try:
        await _answers(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


async def _answers(address: str) -> None:
    async with asyncio.timeout(30):
        while True:
            with suppress(OSError):
                await Server(address, timeout=5).ask("/health", dict)
                return
            await asyncio.sleep(0.05)
