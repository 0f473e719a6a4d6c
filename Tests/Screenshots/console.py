"""Screenshots of the console, on three months of a programme that `shipmate demo --fill` makes."""

import base64
import hashlib
import hmac
import json
import struct
import subprocess
import time
import urllib.request

import checks
import console_scenes
import sheets
from browser import Browser
from failure import Failure
from service import Service

HOST = "localhost"
SIZES = [(1280, 800), (360, 640)]
AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36"
)


class ConsoleService(Service):
    """A service whose changes of rules need a second operator, once it has been started again with that."""

    four_eyes = ""

    @property
    def environment(self):
        return super().environment | {"SHIPMATE_FOUR_EYES": self.four_eyes}

    def run(self, *arguments):
        done = subprocess.run(
            [self.binary, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        if done.returncode:
            raise Failure(f"shipmate {' '.join(arguments)}: {done.stderr[-2000:]}")
        return done.stdout.strip()

    def restart(self, four_eyes):
        self.four_eyes = four_eyes
        self.stop()
        self.start()


def shoot_all(options):
    """All pages in English and German; the sheets show the English ones.

    - Returns: the sheets with their sizes, and what is wrong.
    """
    options.console.mkdir(parents=True, exist_ok=True)
    shots, findings = {}, []
    with ConsoleService(options.binary, "example") as service:
        service.run("demo", "--fill", "--players", str(options.players))
        invitation = service.run("operators", "add", console_scenes.EMAIL, "--role", "admin")
        with Browser(HOST, service.port) as browser:
            become(browser, *SIZES[0], "en")

            def shoot(scenes):
                for scene in scenes:
                    if not options.scenes or scene.name in options.scenes:
                        for language in [one for one in ["en", "de"] if one in options.languages]:
                            findings.extend(shoot_one(browser, scene, language, options.all, shots))

            shoot(console_scenes.before_signing_in("/admin/invitation" + invitation.partition("/admin/invitation")[2]))
            accept(browser, invitation)
            scenes = console_scenes.all_of(browser)
            shoot(scenes)
            service.restart(four_eyes="rules,adjustments")
            propose(service)
            shoot(console_scenes.with_four_eyes())
    mains = {scene.name for scene in scenes if scene.is_main}
    return sheets.draw_console(shots, mains, options.console), findings


def become(browser, width, height, language):
    browser.become(AGENT, width, height, language)


def shoot_one(browser, scene, language, folder, shots):
    """The scene at each width by day and by night; yields what is wrong with it."""
    become(browser, *SIZES[0], language)
    browser.use_colours("light")
    browser.open(browser.home + scene.path)
    for step in scene.steps:
        browser.follow(step)
    name = f"{scene.name} {language}"
    yield from (f"{name}: {fault}" for fault in checks.loading(browser, True))
    for width, height in SIZES:
        become(browser, width, height, language)
        # The themes differ in colours alone, in any language.
        for scheme in ["light", "dark"] if language == "en" else ["light"]:
            browser.use_colours(scheme)
            where = f"{name} {width} {scheme}"
            yield from (f"{where}: {fault}" for fault in checks.standing(browser, width, language, True))
            path = folder / f"console-{scene.name}-{language}-{width}-{scheme}.png"
            path.write_bytes(browser.screenshot(width, height))
            shots[scene.name, language, width, scheme] = path


def accept(browser, invitation):
    """Sets the operator's password and second factor, and is signed in by that."""
    browser.open(browser.home + "/admin/invitation" + invitation.partition("/admin/invitation")[2])
    secret = browser.evaluate("document.querySelector('main code').textContent")
    browser.follow(console_scenes.send("main form", password=console_scenes.PASSWORD, code=one_time_code(secret)))
    if browser.evaluate("!document.querySelector('.codes')"):
        raise Failure("the invitation was not accepted: " + browser.evaluate("document.body.textContent"))


def one_time_code(secret):
    """RFC 6238."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def propose(service):
    """Has a change of a rule wait for a second operator, as a program's key proposes it."""
    key = service.key("admin")
    request = urllib.request.Request(
        f"{service.url}/v1/admin/rules/level-5",
        json.dumps({
            "description": "A friend reached level 5", "when": [{"fact": "highest_level", "at_least": 5}],
            "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 60}],
        }).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {key}", "If-Match": '"1"'}, method="PUT")
    with urllib.request.urlopen(request, timeout=30) as reply:
        if reply.status != 202:
            raise Failure(f"a change was not proposed, but {reply.status}")
