"""The product as a person starts it: `manage.py up` on an empty data folder, and a real page in Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SHOTS = os.environ.get("SCREENSHOTS", "")


@dataclass(frozen=True)
class Site:
    """A running product: its address and data folder."""

    url: str
    data: Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def started(data: Path, *options: str, **environment: str) -> tuple[subprocess.Popen, str]:
    """`manage.py up` in a process of its own, waited for until it answers."""
    port = free_port()
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("ASSISTANT_", "DATABASE", "REDIS"))}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--no-browser", "--port", str(port), *options],
        cwd=ROOT,
        env={**clean, "ASSISTANT_DATA_DIR": str(data), "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    url = f"http://127.0.0.1:{port}"
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{url}/api/v1/health", timeout=2).read()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"up ended: {process.stdout.read() if process.stdout else ''}") from None
            time.sleep(0.25)
        else:
            return process, url
    process.kill()
    raise RuntimeError("up did not answer within a minute")


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    process, url = started(tmp_path / "data")
    yield Site(url, tmp_path / "data")
    process.terminate()
    output, _ = process.communicate(timeout=30)
    assert "Traceback" not in output, output
    assert output.rstrip().endswith("Stopped."), output


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def problems() -> list[str]:
    """What the browser complains of."""
    return []


@pytest.fixture
def page(chromium, site, problems):
    """A wide page that fails the test when the browser reports an error or a broken policy."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1000}, base_url=site.url)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.on(
        "response", lambda answer: problems.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
    )
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    outside: list[str] = []
    page.on("request", lambda request: outside.append(request.url) if not request.url.startswith(site.url) else None)
    yield page
    assert problems == []
    assert [url for url in outside if not url.startswith(("data:", "blob:"))] == []
    context.close()


def shot(page, name: str) -> None:
    """Keep a picture when SCREENSHOTS names a folder."""
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        # caret="initial": hiding it would need an inline style, which the policy refuses
        page.screenshot(path=f"{SHOTS}/{name}.png", caret="initial", animations="allow")
