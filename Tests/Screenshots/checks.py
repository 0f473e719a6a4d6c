"""What must hold of every page: how it loads, and how it stands there."""

import importlib.util
import pathlib

import pictures

AXE = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).with_name("axe.min.js").read_text()

SHIFT = """new Promise(kept => {
    let sum = 0
    new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value })
        .observe({type: "layout-shift", buffered: true})
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => kept(sum), 20)))
})"""

FAULTS = """axe.run(document, {resultTypes: ["violations", "incomplete"]}).then(found =>
    found.violations.map(fault => fault.id + ": " + fault.nodes.map(node => node.html.slice(0, 120)).join(" | ")))"""

# Words of which one part is on one line and one on the next.
BROKEN = """(() => {
    const words = new Intl.Segmenter("ja", {granularity: "word"}), broken = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const node = texts.currentNode
        if (!node.parentElement.checkVisibility() || node.parentElement.closest(".url,code,[lang=en]")) continue
        for (const {segment, index, isWordLike} of words.segment(node.data)) {
            if (!isWordLike) continue
            const range = document.createRange()
            range.setStart(node, index), range.setEnd(node, index + segment.length)
            if (new Set([...range.getClientRects()].map(place => Math.round(place.top))).size > 1) broken.push(segment)
        }
    }
    return broken
})()"""


def loading(browser, is_page):
    """Nothing from elsewhere but the pictures that app, link and inviter name; no shift; no complaint."""
    for event in browser.events:
        if event["method"] == "Network.requestWillBeSent":
            url = event["params"]["request"]["url"]
            if not url.startswith((browser.home + "/", "about:", "data:")) and url not in pictures.BY_URL:
                yield f"fetches {url}"
        if event["method"] == "Log.entryAdded" and event["params"]["entry"]["source"] != "network":
            yield event["params"]["entry"]["text"]
        if event["method"] == "Audits.issueAdded":
            issue = event["params"]["issue"]
            yield f"{issue['code']}: {issue['details']}"
        if event["method"] in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
            yield "a script spoke"
    if is_page and (shift := browser.evaluate(SHIFT)):
        yield f"shifts by {shift:.3f}"


def standing(browser, width, language, is_page):
    if not is_page:
        return
    if (found := browser.evaluate("document.documentElement.scrollWidth")) != width:
        yield f"is {found} pixels wide"
    if browser.evaluate("document.documentElement.lang") != language:
        yield "says another language"
    browser.evaluate(AXE + ";0")
    yield from browser.evaluate(FAULTS)
    if language == "ja":
        for word in browser.evaluate(BROKEN):
            yield f"breaks {word}"
