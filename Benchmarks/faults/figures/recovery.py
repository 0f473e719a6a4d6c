"""Whether anything that a thief starts beside a recovery outlives it. The thief knows the password and signs in, changes
it and asks for another e-mail, each at a random moment around the owner's reset or undo."""
import base64
import concurrent.futures
import re
import time

from faults.kit.calls import App
from faults.kit.mails import MailSink
from faults.report import Row
from suite.report import progress

REPETITIONS = 200
SIGN_INS, CHANGES, ASKS = 6, 2, 1
SPREAD_SECONDS = 0.12
PASSWORD, THIEFS, NEW = "correct horse battery staple", "the thief's own word", "a parrot named Sam"


def recovery(rig):
    mails = Mailbox()
    rig.callback(mails.close)
    cluster = rig.cluster()
    server = rig.server(cluster, **mails.settings, SHIPMATE_RATE_LIMITS="off")
    server.start()
    return [races(server, cluster, mails, rig.random, kind) for kind in ("reset", "undo")]


def races(server, cluster, mails, draw, kind):
    survived = refused = 0
    with concurrent.futures.ThreadPoolExecutor(SIGN_INS + CHANGES + ASKS + 1) as threads:
        for number in range(REPETITIONS):
            owner = Owner(server, cluster, mails, f"{kind}-{number}@example.com")
            link = owner.link(kind)
            attacks = [owner.sign_in] * SIGN_INS + [owner.change_password] * CHANGES + [owner.ask_email] * ASKS
            begun = [threads.submit(later, draw.random() * SPREAD_SECONDS, attack) for attack in attacks]
            time.sleep(draw.random() * SPREAD_SECONDS)
            owner.recover(kind, link)
            opened = [token for token in (future.result() for future in begun) if token]
            survived += sum(owner.is_good(token) for token in opened) + owner.has_other_password() + owner.has_pending_email()
            refused += len(attacks) - len(opened)
            if number % 20 == 19:
                progress(f"  {kind} {number + 1}/{REPETITIONS}: {survived} survived, {refused} refused")
    attempts = REPETITIONS * (SIGN_INS + CHANGES + ASKS)
    return Row(f"{attempts:,} sign-ins and changes beside {REPETITIONS} recoveries by {kind}", "none outlives it",
               f"{survived} did; {refused:,} were refused, the others ended", survived == 0)


def later(seconds, attack):
    time.sleep(seconds)
    return attack()


class Patient(App):
    """Comes again where it is told to: what is held by others, or a busy machine's, is a 503."""

    PAUSE_SECONDS = 0.05

    def send(self, *call):
        return self.insisting(super().send, call)

    def submit(self, *call):
        return self.insisting(super().submit, call)

    def insisting(self, send, call):
        self.refusals = 0
        while (reply := send(*call))[0] == 503:
            self.refusals += 1
            time.sleep(self.PAUSE_SECONDS)
        return reply


class Owner:
    """An account whose password a thief knows."""

    def __init__(self, server, cluster, mails, email):
        self.server, self.cluster, self.mails, self.email = server, cluster, mails, email
        app = Patient(server)
        reply = app.expect(201, "POST", "/v1/users", {})[0]
        self.uid = reply["user"]["uid"]
        status, linked, _ = app.link(reply["session"]["access_token"], email, PASSWORD)
        # A 503 may have been carried out: the anonymous user's token has ended then.
        if status == 401 and app.refusals:
            status, linked, _ = app.sign_in(email, PASSWORD)
        if status not in (200, 201):
            raise RuntimeError(f"no account: {status} {linked}")
        self.token = linked["session"]["access_token"]
        cluster.sql(f"UPDATE users SET email_verified_at = now() WHERE uid = '{self.uid}'")

    def link(self, kind):
        """The token of the mail that lets the owner recover the account."""
        app = Patient(self.server)
        if kind == "reset":
            app.expect(202, "POST", "/v1/password-resets", {"email": self.email})
        else:
            app.expect(202, "PUT", "/v1/users/me/email",
                       {"current_password": PASSWORD, "email": f"asked-{self.email}"}, self.token)
        return self.mails.token(self.email, kind)

    def recover(self, kind, link):
        app = Patient(self.server)
        if kind == "reset":
            status = app.send("POST", f"/v1/password-resets/{link}", {"password": NEW})[0]
        else:
            status = app.submit("/undo", {"token": link})[0]
        # A 503 may have been carried out: its link is used up then, and what is judged shows whether it was.
        if status != 200 and not (status == 410 and app.refusals):
            raise RuntimeError(f"{kind}: {status} after {app.refusals} refusals")

    def sign_in(self):
        status, reply, _ = App(self.server).sign_in(self.email, PASSWORD)
        return reply["session"]["refresh_token"] if status == 200 else None

    def change_password(self):
        status, reply, _ = App(self.server).send(
            "PUT", "/v1/users/me/password", {"current_password": PASSWORD, "password": THIEFS}, self.token)
        return reply["session"]["refresh_token"] if status == 200 else None

    def ask_email(self):
        App(self.server).send("PUT", "/v1/users/me/email",
                              {"current_password": PASSWORD, "email": f"thief-{self.email}"}, self.token)

    def is_good(self, refresh_token):
        return Patient(self.server).send("POST", "/v1/sessions/refresh", {"refresh_token": refresh_token})[0] == 200

    def has_other_password(self):
        return any(Patient(self.server).sign_in(self.email, word)[0] == 200 for word in (PASSWORD, THIEFS))

    def has_pending_email(self):
        return self.cluster.sql(
            f"SELECT count(*) FROM mail_tokens WHERE uid = '{self.uid}' AND purpose = 'change'").strip() != "0"


class Mailbox(MailSink):
    """Keeps the links of what is sent to each address."""

    WAIT_SECONDS = 20

    def __init__(self):
        self.links = {}
        super().__init__()

    def take(self, message):
        recipient = re.search(rb"^To: <(.+)>", message, re.MULTILINE).group(1).decode()
        part = message.split(b"text/plain", 1)[1].split(b"\r\n\r\n", 1)[1].split(b"--", 1)[0]
        text = base64.b64decode(part).decode()
        for page, token in re.findall(r"/([a-z-]+)\?token=(\S+)", text):
            self.links[recipient, page] = token

    def token(self, recipient, page):
        end = time.monotonic() + self.WAIT_SECONDS
        while (recipient, page) not in self.links:
            if time.monotonic() > end:
                raise RuntimeError(f"no mail to {recipient} leads to /{page}")
            time.sleep(0.01)
        return self.links[recipient, page]
