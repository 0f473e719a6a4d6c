"""Whether the time that a refusal takes says what its words don't: pairs of calls, one after the other in drawn order."""
import base64
import concurrent.futures
import random
import statistics

from faults.kit.calls import App
from faults.report import Row

PAIRS = 2_000
MILLISECONDS_MAX = 1
PASSWORD, WRONG = "correct horse battery staple", "not the password"


def timing(rig):
    server = rig.server(rig.cluster())
    server.start()
    kinds = ((sign_ins, "sign-in, e-mail known / unknown"), (links, "link, e-mail taken / free"),
             (refreshes, "refresh, token of an ended session / never given"))
    # The first two wait for hashing threads, of which there are several; pairs meet the same noise.
    with concurrent.futures.ThreadPoolExecutor() as threads:
        draws = [random.Random(rig.random.random()) for _ in kinds]
        pairs = [threads.submit(kind, server, draw) for (kind, _), draw in zip(kinds[:2], draws)]
        for pair in pairs:
            pair.result()
    times = [pair.result() for pair in pairs] + [refreshes(server, draws[2])]
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
    status, reply, _ = app.link(token, email, PASSWORD)
    if status != 200:
        raise RuntimeError(f"link: {status} {reply}")
