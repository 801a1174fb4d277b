"""The product on an empty data folder, and a real page of it in Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import installed, started

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


@pytest.fixture
def data(tmp_path) -> Path:
    """A data folder whose database is migrated, as the next start finds it."""
    return installed(tmp_path / "data")


@pytest.fixture
def site(data) -> Iterator[Site]:
    process, url = started(data)
    yield Site(url, data)
    process.terminate()
    output, _ = process.communicate(timeout=180)
    assert "Traceback" not in output, output
    assert output.rstrip().endswith("Stopped."), output


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
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
    page.set_default_timeout(60_000)
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
