"""Every page of the console: where it is, and how an operator gets there."""

import dataclasses
import json

PASSWORD = "correct horse battery staple 7"
EMAIL = "mary@example.com"


@dataclasses.dataclass
class Scene:
    name: str
    path: str
    # Expressions, each of which leads to another page.
    steps: tuple = ()
    # Shown on a sheet at each width by day and by night; others once at each width.
    is_main: bool = False


def press(selector):
    return f"document.querySelector({json.dumps(selector)}).click()"


def send(selector, **fields):
    """Fills in the form, as its button's press would send it."""
    texts = "".join(
        f"form.querySelector('[name={name}]').value = {json.dumps(text)};" for name, text in fields.items())
    return f"(() => {{ const form = document.querySelector({json.dumps(selector)}); {texts} form.requestSubmit() }})()"


def path_of(browser, path, *steps):
    """The page where the steps end."""
    browser.open(browser.home + path)
    for step in steps:
        browser.follow(step)
    return browser.evaluate("location.pathname + location.search")


FIRST = press("main tbody a")
TRY = send("form.rule", pay_amount="60")
IMPORT = send(
    "form.rule",
    csv="Short link,Link\nhttps://a.page.link/x,https://example.com/x\nhttps://a.page.link/y,https://evil.example/")
WRONG = (
    "(() => { const form = document.querySelector('form.rule');"
    "form.querySelector('[name=pay_amount]').value = 'fifty';"
    "form.querySelector('[name=when_number]').value = '-5';"
    "form.querySelector('[name=budget]').value = '0'; form.noValidate = true; form.requestSubmit() })()"
)


def before_signing_in(invitation):
    return [Scene("sign-in", "/admin/sign-in"), Scene("invitation", invitation)]


def all_of(browser):
    """Pages of the programme that `shipmate demo --fill` made."""
    anne = path_of(browser, "/admin/search?q=anne@example.com")
    review = path_of(browser, anne, press("main td a[href*='/reviews/']"))
    trial = path_of(browser, "/admin/rules/level-5/edit", TRY)
    first_player = "main a[href^='/admin/players/']"
    browser.wait_for(f'Boolean(document.querySelector("{first_player}"))')
    busy = path_of(browser, trial, press(first_player))
    note = send("form[action$='/notes/write']", note="Called on Monday.\nThe two phones are hers and her sister's.")
    path_of(browser, f"{anne}/notes", note, press("form.confirm .primary"))
    return [
        Scene("overview", "/admin", is_main=True),
        Scene("search", "/admin/search?q=nobody@example.com"),
        Scene("players", "/admin/players", is_main=True),
        Scene("player", anne, is_main=True),
        Scene("player-ledger", f"{busy}/ledger"),
        Scene("player-rewards", f"{busy}/rewards"),
        Scene("player-events", f"{busy}/events"),
        Scene("player-friends", f"{busy}/friends"),
        Scene("player-tree", f"{busy}/tree"),
        Scene("player-statement", f"{busy}/statement"),
        Scene("player-account", f"{anne}/account"),
        Scene("player-notes", f"{anne}/notes"),
        Scene("player-seen", f"{anne}/seen"),
        Scene("player-audit", f"{anne}/audit"),
        Scene("confirm", anne, (
            send("form[action$='/adjust']", currency="gems", amount="25", reason="Lost at sea"),)),
        Scene("reviews", "/admin/reviews", is_main=True),
        Scene("review", review, is_main=True),
        Scene("rewards", "/admin/rewards"),
        Scene("rules", "/admin/rules", is_main=True),
        Scene("rule", "/admin/rules/level-5"),
        Scene("rule-editor", "/admin/rules/level-5/edit", is_main=True),
        Scene("rule-mistakes", "/admin/rules/level-5/edit", (WRONG,)),
        Scene("trial", trial, is_main=True),
        Scene("trust", "/admin/trust"),
        Scene("links", "/admin/links"),
        Scene("link", "/admin/links", (FIRST,)),
        Scene("new-link", "/admin/new-link"),
        Scene("import-links", "/admin/import-links"),
        Scene("import-refused", "/admin/import-links", (IMPORT,)),
        Scene("webhooks", "/admin/webhooks"),
        Scene("webhook", "/admin/webhooks", (FIRST,)),
        Scene("webhook-editor", "/admin/new-webhook"),
        Scene("audit", "/admin/audit"),
        Scene("keys", "/admin/keys"),
        Scene("exports", "/admin/exports"),
        Scene("health", "/admin/health"),
        Scene("account", "/admin/account"),
        Scene("not-found", "/admin/players/01a213e4-0000-7000-8000-000000000000"),
    ]


def with_four_eyes():
    """Pages that are there only with SHIPMATE_FOUR_EYES."""
    return [Scene("changes", "/admin/changes"), Scene("change", "/admin/changes", (FIRST,))]
