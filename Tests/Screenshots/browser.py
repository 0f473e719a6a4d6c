"""One tab of a headless Chromium, told what to do by the DevTools protocol through a pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

import pictures
from failure import Failure

SECONDS_MAX = 60
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--remote-debugging-pipe", "--disable-component-update", "--disable-background-networking", "--hide-scrollbars",
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
]


class Browser:
    """Pictures come after the first paint, so that whatever they shift is seen to be shifted."""

    def __init__(self, host, port):
        self.home = f"http://{host}"
        self.rules = f"MAP {host}:80 127.0.0.1:{port}, MAP * ~NOTFOUND"
        self.received, self.last, self.events, self.paused = b"", 0, [], []
        self.session = None

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="shipmate-browser-")
        (theirs_in, self.writer), (self.reader, theirs_out) = os.pipe(), os.pipe()
        arguments = [
            *FLAGS, f"--user-data-dir={self.folder}", f"--host-resolver-rules={self.rules}",
            f"--unsafely-treat-insecure-origin-as-secure={self.home}",
        ]
        # The protocol is spoken on descriptors 3 and 4.
        script = f'exec chromium "$@" 3<&{theirs_in} 4>&{theirs_out}'
        self.process = subprocess.Popen(
            ["bash", "-c", script, "chromium", *arguments], pass_fds=[theirs_in, theirs_out],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Audits", "Network"]:
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.call("Fetch.enable", patterns=[{"urlPattern": "https://*"}])
        return self

    def __exit__(self, *_):
        os.close(self.writer)
        os.close(self.reader)
        self.process.terminate()
        self.process.wait(timeout=SECONDS_MAX)
        shutil.rmtree(self.folder, ignore_errors=True)

    def become(self, agent, width, height, language):
        self.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=f"{language},en;q=0.5")
        is_mobile = width < 600
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_mobile, maxTouchPoints=5 if is_mobile else 1)

    def use_colours(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, url, scripts=True):
        self.events, self.paused = [], []
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url=url)
        self.event("Page.loadEventFired")
        self.call("Emulation.setScriptExecutionDisabled", value=False)

    def follow(self, expression):
        """Does what leads to another page."""
        self.events, self.paused = [], []
        self.evaluate(expression)
        self.event("Page.loadEventFired")

    def wait_for(self, expression):
        end = time.monotonic() + SECONDS_MAX
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise Failure(f"{expression} did not become true in {SECONDS_MAX} s")
            time.sleep(0.2)

    def evaluate(self, expression):
        """As on a person's click: Chromium warns of a page that goes on to another without one."""
        reply = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in reply:
            raise Failure(f"{expression[:80]}: {reply['exceptionDetails']}")
        return reply["result"].get("value")

    def screenshot(self, width, height):
        """As much of the page as the screen shows, and what is below it."""
        whole = self.evaluate("document.documentElement.scrollHeight") or height
        clip = {"x": 0, "y": 0, "width": width, "height": max(height, whole), "scale": 1}
        # Where nothing is beyond, a page from the right would be shifted.
        reply = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=whole > height)
        return base64.b64decode(reply["data"])

    def call(self, method, **parameters):
        self.last += 1
        self.send(self.last, method, parameters)
        number = self.last
        while True:
            message = self.next(method)
            if message.get("id") == number:
                if "error" in message:
                    raise Failure(f"{method}: {message['error']}")
                return message["result"]
            self.take(message)

    def event(self, name):
        while True:
            for event in self.events:
                if event["method"] == name:
                    return event["params"]
            self.take(self.next(name))

    def send(self, number, method, parameters):
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")

    def next(self, awaited):
        while b"\0" not in self.received:
            if not select.select([self.reader], [], [], SECONDS_MAX)[0]:
                raise Failure(f"the browser sent no {awaited} in {SECONDS_MAX} s")
            chunk = os.read(self.reader, 1 << 20)
            if not chunk:
                raise Failure(f"the browser is gone, before {awaited}")
            self.received += chunk
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def take(self, message):
        if "method" not in message:
            return
        self.events.append(message)
        if message["method"] == "Fetch.requestPaused":
            self.paused.append(message["params"])
        is_painted = any(event["params"].get("name") == "firstContentfulPaint" for event in self.events)
        # A picture that stands alone, and an icon of the window, wait for no paint.
        if is_painted or message["method"] == "Page.loadEventFired":
            for request in self.paused:
                self.answer(request)
            self.paused = []

    def answer(self, request):
        """Nothing here leaves the machine."""
        self.last += 1
        picture = pictures.BY_URL.get(request["request"]["url"])
        if picture is None:
            return self.send(
                self.last, "Fetch.failRequest", {"requestId": request["requestId"], "errorReason": "Aborted"})
        self.send(self.last, "Fetch.fulfillRequest", {
            "requestId": request["requestId"], "responseCode": 200,
            "responseHeaders": [{"name": "Content-Type", "value": "image/svg+xml"}],
            "body": base64.b64encode(picture.encode()).decode(),
        })
