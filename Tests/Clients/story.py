"""Plays the story of `shipmate demo` with the generated Python client, and what else an app and its back end do."""

import datetime
import sys
import time
import uuid

from shipmate_client import AuthenticatedClient, Client
from shipmate_client.api.events import post_event, post_events
from shipmate_client.api.links import claim_link, make_invite, post_link_event, show_link_statistics
from shipmate_client.api.money import list_ledger, list_rewards, show_balances
from shipmate_client.api.sessions import refresh_session, sign_in, sign_out
from shipmate_client.api.users import link_credential, list_referrals, show_user, sign_up_anonymously
from shipmate_client.models import (
    ClaimDevice,
    CredentialRequest,
    DevicePlatform,
    EventBatchRequest,
    LevelReached,
    LevelReachedType,
    LinkEventName,
    LinkEventRequest,
    MatchConfidence,
    MilestoneReached,
    MilestoneReachedType,
    NewClaim,
    NewInvite,
    Problem,
    RefreshRequest,
    SignInRequest,
    SignUpRequest,
)

URL = sys.argv[1]
HEARD_SECONDS_MAX = 5
PASSWORD = "correct horse battery staple"
anyone = Client(base_url=URL, raise_on_unexpected_status=True)


def main():
    anne = sign_up("Anne", SignUpRequest())
    ben, match = come_by_invite(anne)
    ben = link(ben)
    for level, remark in [(3, "not yet"), (6, "a jump over 5 counts"), (6, "repeating the event pays nothing")]:
        reach(ben, level, remark)
    send_batch(ben)
    # An unsure match would have been held for an administrator.
    expect("unique", match)
    expect({"pieces_of_eight": 50}, balances(anne))
    expect({"pieces_of_eight": 50}, balances(ben))
    look_back(anne, ben)
    leave(ben)


class Player:
    def __init__(self, name, reply):
        self.name, self.user = name, reply.user
        self.use(reply.session)

    def use(self, session):
        self.session = session
        self.client = AuthenticatedClient(
            base_url=URL, token=session.access_token, raise_on_unexpected_status=True
        )


def sign_up(name, body):
    player = Player(name, good(sign_up_anonymously.sync(client=anyone, body=body, idempotency_key=uuid.uuid4().hex)))
    say(f"{name} installs the app: {player.user.uid}")
    return player


def come_by_invite(anne):
    """Ben opens Anne's link, and his app asks which link that was."""
    invite = good(make_invite.sync(client=anne.client, body=NewInvite(channel="email")))
    say(f"Anne shares {invite.link.short_link}: {invite.message.subject}")
    device = ClaimDevice(platform=DevicePlatform.ANDROID, model="Pixel 8")
    claim = good(claim_link.sync(client=anyone, body=NewClaim(link=invite.link.short_link, device=device)))
    expect(anne.user.referral_code, claim.invitation.referral_code)
    say(f"Ben's app finds the link: {claim.match}")
    body = SignUpRequest(referred_by=claim.invitation.referral_code, match_confidence=MatchConfidence(claim.match))
    ben = sign_up("Ben", body)
    expect(anne.user.uid, ben.user.referred_by)
    event = LinkEventRequest(link_click_id=claim.link_click_id or uuid.uuid4(), event=LinkEventName.FIRST_OPEN)
    post_link_event.sync_detailed(client=anyone, body=event)
    code = invite.link.code
    expect(code, good(show_link_statistics.sync(code, client=anne.client, days=7)).code)
    return ben, claim.match


def link(ben):
    email = f"ben+{ben.user.referral_code.lower()}@example.com"
    reply = good(link_credential.sync(client=ben.client, body=CredentialRequest(email=email, password=PASSWORD)))
    expect(ben.user.uid, reply.user.uid)
    expect([50], [reward.amount for reward in reply.rewards])
    say(f"Ben links {email}, keeps the uid, gets 50 for signing up")
    back = good(sign_in.sync(client=anyone, body=SignInRequest(email=email, password=PASSWORD)))
    ben.use(good(refresh_session.sync(client=anyone, body=RefreshRequest(back.session.refresh_token))).session)
    say("Ben signs in on another device, whose session goes on")
    return ben


def reach(ben, level, remark):
    body = LevelReached(id=uuid.uuid4(), type_=LevelReachedType.LEVEL_REACHED, level=level)
    reply = good(post_event.sync(client=ben.client, body=body))
    expect((level, False), (reply.user.level, reply.event.replayed))
    say(f"Ben reaches level {level} ({remark})")


def send_batch(ben):
    now = datetime.datetime.now(datetime.UTC)
    milestone = MilestoneReached(
        id=uuid.uuid4(), type_=MilestoneReachedType.MILESTONE_REACHED, milestone="tutorial", occurred_at=now
    )
    strangers = LevelReached(id=uuid.uuid4(), type_=LevelReachedType.LEVEL_REACHED, level=7, uid=uuid.uuid4())
    reply = good(post_events.sync(client=ben.client, body=EventBatchRequest(events=[milestone, strangers])))
    expect([200, 422], [result.status for result in reply.results])
    expect("tutorial", reply.results[0].event.milestone)
    expect("/problems/validation", reply.results[1].problem.type_)
    say("Ben finishes the tutorial; an event of somebody else's is refused beside it")


def look_back(anne, ben):
    expect(1, good(list_referrals.sync(client=anne.client)).counts.rewarded)
    expect(["level-5"], [reward.rule for reward in good(list_rewards.sync(client=anne.client)).rewards])
    entry = good(list_ledger.sync(client=ben.client, limit=1)).entries[0]
    expect(("grant", 50), (entry.kind, entry.balance_after))
    say("Both were paid, once, and the ledger says why")


def leave(ben):
    sign_out.sync_detailed(client=ben.client)
    # The other loops of the service hear of it a moment later.
    end = time.monotonic() + HEARD_SECONDS_MAX
    while not isinstance(problem := show_user.sync(client=ben.client), Problem) and time.monotonic() < end:
        time.sleep(0.05)
    expect((Problem, "/problems/unauthenticated"), (type(problem), problem.type_))
    say("Ben signs out; the token is good for nothing any more")


def balances(player):
    return good(show_balances.sync(client=player.client)).balances.additional_properties


def good(reply):
    if reply is None or isinstance(reply, Problem):
        sys.exit(f"refused: {reply}")
    return reply


def expect(wanted, found):
    if wanted != found:
        sys.exit(f"{wanted} was expected, the service says {found}")


def say(text):
    print(text)


main()
