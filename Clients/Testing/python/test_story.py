"""A stranger's test: it knows the API and the plugin, and nothing of the server."""

import time
import uuid

import pytest

from shipmate_testing import Refusal

pytest_plugins = ["shipmate_testing"]

RULE = {
    "name": "tutorial", "description": "Finished the tutorial", "state": "active",
    "when": [{"milestone": "tutorial_completed"}, {"referred": True}],
    "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 100}],
    "hold": {"hours": 48}, "limits": {"budget": 1_000_000},
}


class Phone:
    """An app that keeps its tokens, and asks again when a reply is lost."""

    def __init__(self, app, reply):
        self.app, self.user, self.session = app, reply["user"], reply["session"]

    def refresh(self):
        body = {"refresh_token": self.session["refresh_token"]}
        try:
            reply = self.app.call("POST", "/v1/sessions/refresh", body)
        except OSError:
            reply = self.app.call("POST", "/v1/sessions/refresh", body)
        self.session = reply["session"]

    def get(self, path):
        return self.app.call("GET", path, token=self.session["access_token"])

    def balance(self):
        return self.get("/v1/users/me/balances")["balances"].get("pieces_of_eight", 0)


def sign_up(app, **body):
    return Phone(app, app.call("POST", "/v1/users", body))


def test_referral_over_a_hold_and_a_lost_reply(shipmate):
    began = time.monotonic()
    shipmate.call("POST", "/v1/admin/rules", RULE, shipmate.admin_key)
    anne = sign_up(shipmate)
    ben = sign_up(shipmate, referred_by=anne.user["referral_code"])
    event = {"id": str(uuid.uuid4()), "type": "milestone_reached", "milestone": "tutorial_completed"}
    shipmate.call("POST", "/v1/events", event, ben.session["access_token"])
    assert anne.balance() == 0
    assert shipmate.advance("49h")["released"] == 1
    anne.refresh()
    assert anne.balance() == 100
    shipmate.fault("POST /v1/sessions/refresh", do="lose_reply")
    anne.refresh()
    assert anne.get("/v1/users/me")["user"]["uid"] == anne.user["uid"]
    assert [call["status"] for call in shipmate.calls()][-3:] == [None, 200, 200]
    print(f"{time.monotonic() - began:.3f} s")


def test_each_test_has_a_new_app(shipmate):
    players = shipmate.seed([{"name": "anne", "email": "anne@example.com"}])
    assert shipmate.call("GET", "/v1/users/me", token=players["anne"]["access_token"])["user"]["email"]
    assert [call["path"] for call in shipmate.calls()] == ["/v1/users/me"]
    shipmate.call("POST", "/v1/password-resets", {"email": "anne@example.com"})
    assert shipmate.mails(to="anne@example.com", wait="5s")[0]["link"].startswith(shipmate.url)


def test_the_clock_moves_forward_only(shipmate):
    shipmate.freeze()
    with pytest.raises(Refusal) as refusal:
        shipmate.set_clock("2020-01-01T00:00:00Z")
    assert refusal.value.status == 422
