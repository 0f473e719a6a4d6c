"""Whether the time that a refusal takes says what its words don't: pairs of calls, one after the other in drawn order."""
import base64
import concurrent.futures
import random
import statistics
import uuid

from faults.kit.calls import App
from faults.kit.mails import MailSink
from faults.report import Row

PAIRS = 2_000
MILLISECONDS_MAX = 1
PASSWORD, WRONG = "correct horse battery staple", "not the password"


def timing(rig):
    sink = MailSink()
    rig.callback(sink.close)
    server = rig.server(rig.cluster(), **sink.settings)
    server.start()
    kinds = ((sign_ins, "sign-in, e-mail known / unknown"), (links, "link, e-mail taken / free"),
             (changes, "change of e-mail, taken / free"), (resets, "reset, e-mail known / unknown"),
             (deletions, "/delete-account, e-mail known / unknown"),
             (verifications, "verification, token of an account / of nobody"),
             (refreshes, "refresh, token of an ended session / never given"))
    # The first two wait for hashing threads, of which there are several; pairs meet the same noise.
    with concurrent.futures.ThreadPoolExecutor() as threads:
        draws = [random.Random(rig.random.random()) for _ in kinds]
        pairs = [threads.submit(kind, server, draw) for (kind, _), draw in zip(kinds[:2], draws)]
        for pair in pairs:
            pair.result()
    times = [pair.result() for pair in pairs] + [kind(server, draw) for (kind, _), draw in list(zip(kinds, draws))[2:]]
    return [row(what, *both) for (_, what), both in zip(kinds, times)]


def row(what, one, other):
    medians = [statistics.median(times) * 1000 for times in (one, other)]
    apart = abs(medians[0] - medians[1])
    return Row(f"{what}: {len(one):,} interleaved pairs", f"medians < {MILLISECONDS_MAX} ms apart",
               f"{apart:.2f} ms ({medians[0]:.2f} / {medians[1]:.2f})", apart < MILLISECONDS_MAX)


def interleaved(draw, one, other):
    """The seconds of each, for numbers from 0."""
    times = ([], [])
    for number in range(PAIRS):
        calls = [(times[0], one), (times[1], other)]
        draw.shuffle(calls)
        for seconds, call in calls:
            seconds.append(call(number))
    return times


def sign_ins(server, draw):
    app = App(server)
    owner, _ = app.sign_up()
    expect_linked(app, owner, "known@example.com")

    def attempt(email):
        return app.expect(401, "POST", "/v1/sessions", {"email": email, "password": WRONG})[1]
    return interleaved(draw, lambda _: attempt("known@example.com"), lambda n: attempt(f"unknown-{n}@example.com"))


def links(server, draw):
    app = App(server)
    owner, _ = app.sign_up()
    expect_linked(app, owner, "taken@example.com")
    users = [app.sign_up()[0] for _ in range(PAIRS)]
    guesser, _ = app.sign_up()

    def attempt(expected, token, email):
        return app.expect(expected, "PUT", "/v1/users/me/credential", {"email": email, "password": PASSWORD}, token)[1]
    return interleaved(draw, lambda _: attempt(409, guesser, "taken@example.com"),
                       lambda n: attempt(200, users[n], f"free-{n}@example.com"))


def changes(server, draw):
    app = App(server)
    owner, other = app.sign_up()[0], app.sign_up()[0]
    expect_linked(app, other, "others@example.com")
    owner = expect_linked(app, owner, "changing@example.com")

    def attempt(email):
        return app.expect(202, "PUT", "/v1/users/me/email", {"email": email, "current_password": PASSWORD}, owner)[1]
    return interleaved(draw, lambda _: attempt("others@example.com"), lambda n: attempt(f"nobodys-{n}@example.com"))


def resets(server, draw):
    app = App(server)
    expect_linked(app, app.sign_up()[0], "forgetful@example.com")

    def attempt(email):
        return app.expect(202, "POST", "/v1/password-resets", {"email": email})[1]
    return interleaved(draw, lambda _: attempt("forgetful@example.com"), lambda n: attempt(f"nobody-{n}@example.com"))


def deletions(server, draw):
    app = App(server)
    expect_linked(app, app.sign_up()[0], "leaving@example.com")

    def attempt(email):
        status, seconds = app.submit("/delete-account", {"email": email})
        if status != 200:
            raise RuntimeError(f"/delete-account: {status}")
        return seconds
    return interleaved(draw, lambda _: attempt("leaving@example.com"), lambda n: attempt(f"nobody-{n}@example.com"))


def verifications(server, draw):
    """Tokens are a uid and 32 bytes: invented ones, of somebody who is there and of nobody."""
    app = App(server)
    reply = app.expect(201, "POST", "/v1/users", {})[0]
    uid = uuid.UUID(reply["user"]["uid"]).bytes

    def attempt(uid):
        token = base64.urlsafe_b64encode(uid + draw.randbytes(32)).decode()
        return app.expect(410, "POST", "/v1/email-verifications", {"token": token})[1]
    return interleaved(draw, lambda _: attempt(uid), lambda _: attempt(draw.randbytes(16)))


def refreshes(server, draw):
    app = App(server)
    ended = []
    for _ in range(PAIRS):
        access, refresh = app.sign_up()
        app.expect(204, "DELETE", "/v1/sessions/current", None, access)
        ended.append(refresh)
    prefix, length = ended[0][:3], len(base64.urlsafe_b64decode(ended[0][3:] + "=="))

    def attempt(token):
        return app.expect(401, "POST", "/v1/sessions/refresh", {"refresh_token": token})[1]

    def never(_):
        return prefix + base64.urlsafe_b64encode(draw.randbytes(length)).rstrip(b"=").decode()
    return interleaved(draw, lambda n: attempt(ended[n]), lambda n: attempt(never(n)))


def expect_linked(app, token, email):
    """The access token that there is then."""
    status, reply, _ = app.link(token, email, PASSWORD)
    if status != 200:
        raise RuntimeError(f"link: {status} {reply}")
    return reply["session"]["access_token"]
