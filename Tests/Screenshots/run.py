"""Makes screenshots of every page that visitors and operators see, asks axe-core, and draws contact sheets."""

import argparse
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Clients"))

import checks
import console
import scenes
import sheets
import words
from browser import Browser
from failure import Failure
from service import Service
from table import table

# Width and height; the last is a desk's.
SIZES = [(390, 844), (360, 640), (1280, 800)]


def main():
    options = parsed_options()
    shutil.rmtree(options.all, ignore_errors=True)
    options.all.mkdir(parents=True)
    rows, findings = [], []
    for draw in [visitors] * ("visitors" in options.of) + [console.shoot_all] * ("console" in options.of):
        drawn, found = draw(options)
        rows, findings = rows + drawn, findings + found
    print(table("SHEET", "BYTES", rows=rows), flush=True)
    if findings:
        raise Failure(f"{len(findings)} faults\n" + "\n".join(findings))


def visitors(options):
    shots, findings = {}, []
    for language in options.languages:
        with Service(options.binary, scenes.profile(language, options.all)) as service:
            with Browser(scenes.HOST, service.port) as browser:
                for scene in scenes.all_of(service, language):
                    if scene.name in options.pages:
                        findings += shoot(browser, scene, language, options.all, shots)
        print(f"{language}: {len(shots)} screenshots", flush=True)
    return sheets.draw(shots, SIZES, options.out), findings


def shoot(browser, scene, language, folder, shots):
    """The scene at each size by day and by night; yields what is wrong with it."""
    findings = []
    for width, height in SIZES[-1:] if scene.at_desks_only else SIZES:
        browser.become(scene.agent, width, height, language)
        browser.use_colours("light")
        browser.open(scene.url, scripts=scene.runs_scripts)
        findings += [f"{scene.name} {language} {width}: {fault}" for fault in checks.loading(browser, scene.is_page)]
        for scheme in ["light", "dark"]:
            browser.use_colours(scheme)
            where = f"{scene.name} {language} {width} {scheme}"
            findings += [f"{where}: {fault}" for fault in checks.standing(browser, width, language, scene.is_page)]
            path = folder / f"{scene.name}-{language}-{width}x{height}-{scheme}.png"
            path.write_bytes(browser.screenshot(width, height))
            shots[scene.name, language, width, scheme] = path
    return findings


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/shipmate")
    parser.add_argument("--all", type=pathlib.Path, default=ROOT / ".build/pages/all", help="each screenshot, as PNG")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "Documentation/pages", help="the visitors' sheets")
    parser.add_argument(
        "--console", type=pathlib.Path, default=ROOT / "Documentation/console", help="the console's sheets")
    parser.add_argument("--of", nargs="+", choices=["visitors", "console"], default=["visitors", "console"])
    parser.add_argument("--scenes", nargs="+", default=[], help="pages of the console; all by default")
    parser.add_argument("--players", type=int, default=5_000, help="of the console's programme")
    parser.add_argument("--languages", nargs="+", choices=list(words.WORDS), default=list(words.WORDS))
    parser.add_argument("--pages", nargs="+", choices=scenes.NAMES, default=scenes.NAMES)
    options = parser.parse_args()
    options.binary, options.all = options.binary.resolve(), options.all.resolve()
    return options


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"make screenshots: {failure}")
