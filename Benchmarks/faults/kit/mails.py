"""A mail server that takes everything and keeps nothing."""
import asyncio
import threading


class MailSink:
    def __init__(self):
        self.taken = 0
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(started,), daemon=True)
        self.thread.start()
        started.wait()

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    @property
    def settings(self):
        """What a server is told so that its mails come here."""
        return {"SHIPMATE_SMTP_URL": f"smtp://127.0.0.1:{self.port}?tls=off", "SHIPMATE_MAIL_FROM": "ship@example.com",
                "SHIPMATE_PUBLIC_URL": "https://api.example.com"}

    def take(self, message):
        """A subclass can read the message here."""

    async def serve(self, reader, writer):
        writer.write(b"220 sink\r\n")
        try:
            while line := await reader.readline():
                word = line[:4].upper()
                if word == b"DATA":
                    writer.write(b"354 go on\r\n")
                    self.take(await reader.readuntil(b"\r\n.\r\n"))
                    self.taken += 1
                writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 sink\r\n")
                if word == b"QUIT":
                    break
        except (OSError, EOFError):
            pass
        finally:
            writer.close()
