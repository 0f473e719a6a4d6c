"""Every page that a visitor may see: who opens what."""

import base64
import dataclasses
import datetime
import json
import time
import urllib.request

import pictures
from words import WORDS

HOST = "go.example.com"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) "
    "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1"
)
IPAD = (
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) "
    "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1"
)
SAFARI = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) "
    "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) "
    "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36"
)
DESK = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) "
    "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36"
)
FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"

NAMES = [
    "invite-iphone", "invite-android", "invite-ipad", "landing", "ipad-or-mac", "preview", "card", "applink",
    "debug", "debug-warnings", "debug-applink", "not-found", "expired", "used", "switched-off", "refused", "qr-not-found",
    "invite-nobody", "mail",
]


@dataclasses.dataclass
class Scene:
    name: str
    url: str
    agent: str
    runs_scripts: bool = True
    # Neither a picture that stands alone nor a mail.
    is_page: bool = True
    # Where it is the same at any size.
    at_desks_only: bool = False


def profile(language, folder):
    """The app's profile, as a file."""
    words = WORDS[language]
    path = folder / f"profile-{language}.json"
    path.write_text(json.dumps({
        "name": "Pieces & Eight",
        "domain_uri_prefixes": [f"https://{HOST}"],
        "android": [{
            "package_name": "com.example.game", "sha256_fingerprints": [":".join(["AB"] * 32)],
            "custom_scheme": "examplegame",
        }],
        "ios": [{
            "bundle_id": "com.example.game", "app_id_prefix": "ABCDE12345", "app_store_id": "1234567890",
            "custom_scheme": "examplegame",
        }],
        "invite_link": "https://example.com/join",
        "invite_offer": words["offer"],
        "brand": {
            "icon": f"{pictures.HOST}/icon.svg", "color": "#8a1538", "dark_color": "#ff9db2",
            "tagline": words["tagline"],
        },
        "desktop_page": True,
        "social": {
            "title": "Pieces & Eight", "description": words["tagline"], "image_link": f"{pictures.HOST}/card.svg",
        },
        "allowed_patterns": [r"^https://example\.com(/.*)?$"],
    }))
    return path


def all_of(service, language):
    """Makes what the pages are of, through the API."""
    words = WORDS[language]
    anne = call(service, "POST", "/v1/users", {})["session"]["access_token"]
    shown = {
        "full_name": words["inviter"], "short_name": words["inviter"], "image_url": f"{pictures.HOST}/face.svg",
    }
    call(service, "PUT", "/v1/users/me/profile", shown, anne)
    server = service.key("server")
    social = {"title": words["title"], "description": words["description"], "image_link": f"{pictures.HOST}/card.svg"}

    def link(path="/v1/links", token=server, **members):
        return call(service, "POST", path, members, token)["link"]["short_link"].replace("https", "http")

    play = "https://example.com/play"
    invite = link("/v1/invites", anne, social=social)
    preview = link(link=play, social=social)
    odd = link(link=play + "#cabin", android={"min_version_code": 7}, ios={"custom_scheme": "examplegame"})
    used = link(link=play, one_time=True)
    call(service, "POST", "/v1/links/claim", {"link": used.replace("http", "https"), "device": {"platform": "ios"}})
    off = link(link=play, alias="off")
    call(service, "PATCH", "/v1/links/off", {"state": "off", "reason": "Reported"}, service.key("admin"))
    nobody = call(service, "POST", "/v1/users", {})["session"]["access_token"]
    end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
    expired = link(link=play, expires_at=end.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    time.sleep(2.1)
    home = f"http://{HOST}"
    return [
        Scene("invite-iphone", invite, IPHONE),
        Scene("invite-android", link("/v1/invites", anne, social=social, data={"$always_deeplink": True}), ANDROID),
        Scene("invite-ipad", invite, IPAD),
        Scene("landing", invite, DESK),
        Scene("ipad-or-mac", invite, SAFARI, runs_scripts=False),
        Scene("preview", preview, IPHONE),
        Scene("card", preview, FACEBOOK),
        Scene("applink", f"{home}/applink?referral=7ZKQ4M9XTB", IPHONE),
        Scene("debug", invite + "?d=1", DESK),
        Scene("debug-warnings", odd + "?d=1", DESK),
        Scene("debug-applink", f"{home}/applink?referral=7ZKQ4M9XTB&d=1", DESK),
        Scene("not-found", f"{home}/nobody", IPHONE),
        Scene("expired", expired, IPHONE),
        Scene("used", used, IPHONE),
        Scene("switched-off", off, IPHONE),
        Scene("refused", f"{home}/?link=https://elsewhere.example/", IPHONE),
        Scene("qr-not-found", f"{home}/nobody/qr?format=png", DESK, is_page=False, at_desks_only=True),
        Scene("invite-nobody", link("/v1/invites", nobody), IPHONE),
        Scene("mail", mail(service, anne, social, language), DESK, is_page=False),
    ]


def mail(service, token, social, language):
    """An invite's HTML, as a page that needs no server."""
    reply = call(service, "POST", "/v1/invites", {"channel": "email", "social": social}, token, language)
    return "data:text/html;base64," + base64.b64encode(reply["message"]["html"].encode()).decode()


def call(service, method, path, body, token=None, language="en"):
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(service.url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.loads(reply.read() or b"{}")
