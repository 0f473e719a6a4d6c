"""A mail server: smtp.py FOLDER none|starttls|tls [CERTIFICATE KEY]. Mails are FOLDER/1.eml and on, its port is in
FOLDER/port, and what it does to who comes is in FOLDER/behaviour: accept, refuse, slow, cut, once (refuse, then accept).
Where FOLDER/login is, its line is the user and the password that are wanted."""
import asyncio, itertools, os, ssl, sys
from aiosmtpd.smtp import AuthResult, SMTP

folder, security, tls = sys.argv[1], sys.argv[2], sys.argv[3:]
numbers = itertools.count(1)


def behaviour():
    try:
        with open(folder + "/behaviour") as file:
            return file.read().strip()
    except FileNotFoundError:
        return "accept"


def write(name, content):
    with open(f"{folder}/{name}.new", "wb") as file:
        file.write(content)
    os.rename(f"{folder}/{name}.new", f"{folder}/{name}")


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        wanted = behaviour()
        if wanted == "once":
            write("behaviour", b"accept")
        if wanted in ("refuse", "once"):
            write("refused", address.encode())
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if behaviour() == "slow":
            write("slow", b"")
            await asyncio.sleep(3600)
        content = envelope.original_content
        head = f"X-From: {envelope.mail_from}\r\nX-To: {','.join(envelope.rcpt_tos)}\r\n"
        head += f"X-TLS: {session.ssl is not None or security == 'tls'}\r\nX-Login: {session.authenticated}\r\n"
        write(f"{next(numbers)}.eml", head.encode() + content)
        return "250 taken"


class Server(SMTP):
    async def smtp_DATA(self, argument):
        if behaviour() != "cut":
            return await super().smtp_DATA(argument)
        # In the middle of what comes.
        await self.push("354 go ahead")
        await self._reader.readline()
        write("cut", b"")
        self.transport.abort()


def authenticate(server, session, envelope, mechanism, data):
    wanted = open(folder + "/login").read().split()
    right = [data.login.decode(), data.password.decode()] == wanted
    return AuthResult(success=right, handled=False, auth_data=data.login)


async def serve():
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*tls)
    options = {"hostname": "mail.test", "data_size_limit": 10_000_000}
    if os.path.exists(folder + "/login"):
        options |= {"authenticator": authenticate, "auth_required": True, "auth_require_tls": security == "starttls"}
    if security == "starttls":
        options |= {"tls_context": context, "require_starttls": True}
    server = await asyncio.get_running_loop().create_server(
        lambda: Server(Handler(), **options), "127.0.0.1", 0, ssl=context if security == "tls" else None)
    write("port", str(server.sockets[0].getsockname()[1]).encode())
    await server.serve_forever()


asyncio.run(serve())
