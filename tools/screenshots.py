"""Pictures of every page and state: phone and desktop, light and dark, both languages.

    python tools/screenshots.py FOLDER [SCENE …] [--sizes phone,desktop] …

They are for people to look at; the README shows the best ones.
"""

import tempfile
from itertools import product
from pathlib import Path
from typing import Annotated, Literal

import typer
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from rich.progress import track
from scenes import SCENES, Scene
from staging import write_tables
from still import PROGRAM

from browser.chromium import FLAGS, find_chromium
from browser.serving import Server
from rowlock.server.web.keys import COOKIE

SIZES = {
    "phone": (390, 844),
    "desktop": (1440, 900),
    "small": (360, 640),
    "landscape": (844, 390),
    "laptop": (1366, 650),
    "wide": (2560, 1300),
}
Theme = Literal["light", "dark"]
THEMES: dict[str, Theme] = {"light": "light", "dark": "dark"}
LANGUAGES = {"en": "en-GB", "cs": "cs-CZ"}
SETTLED = 1200
"""Milliseconds after which nothing moves any more."""


def main(
    folder: Path,
    scenes: Annotated[list[str] | None, typer.Argument()] = None,
    sizes: str = "phone,desktop",
    themes: str = "light,dark",
    languages: str = "en,cs",
) -> None:
    """Write the pictures to FOLDER, all scenes or those named."""
    chosen = [scene for scene in SCENES if not scenes or scene.name in scenes]
    looks = list(product(sizes.split(","), themes.split(","), languages.split(",")))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = _server(Path(data) / "data", chosen)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
                for scene, look in track(list(product(chosen, looks)), "Taking pictures"):
                    _take(browser, server.address, scene, look, folder)
                browser.close()
        finally:
            server.stop()


def _server(data: Path, scenes: list[Scene]) -> Server:
    data.mkdir()
    write_tables(data, [scene.staged for scene in scenes if scene.staged])
    server = Server(data)
    server.program = (PROGRAM,)
    server.start()
    return server


def _take(
    browser: Browser, home: str, scene: Scene, look: tuple[str, str, str], folder: Path
) -> None:
    size, theme, language = look
    width, height = SIZES[size]
    small = size in ("phone", "small", "landscape")
    context = browser.new_context(
        base_url=home,
        viewport={"width": width, "height": height},
        device_scale_factor=2 if small else 1,
        has_touch=small,
        is_mobile=small,
        locale=LANGUAGES[language],
        color_scheme=THEMES[theme],
    )
    with context:
        _enter(context, home, scene.key)
        page = context.new_page()
        page.goto(scene.path)
        page.wait_for_timeout(SETTLED)
        for step in scene.steps:
            step(page)
            page.wait_for_timeout(SETTLED // 3)
        file = folder / f"{scene.name}-{size}-{theme}-{language}.png"
        page.screenshot(path=file, full_page=scene.whole)


def _enter(context: BrowserContext, home: str, key: str) -> None:
    context.add_cookies([{"name": COOKIE, "value": key, "url": home, "httpOnly": True}])


if __name__ == "__main__":
    typer.run(main)
