"""Somebody's web server: web.py FOLDER [--tls1.1] [CERTIFICATE KEY]. What it does is in the path; its port is in
FOLDER/port."""
import http.server, os, socket, ssl, sys, threading, time, urllib.parse

folder, options = sys.argv[1], [option for option in sys.argv[2:] if option.startswith("--")]
tls = [file for file in sys.argv[2:] if not file.startswith("--")]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/":
            return self.do_GET()
        seen = "".join(f"{name.lower()}: {value}\n" for name, value in self.headers.items()).encode()
        self.answer(200, seen + b"\n" + body)

    def do_GET(self):
        _, what, *rest = self.path.split("/", 2)
        argument = rest[0] if rest else ""
        if what == "hello":
            self.answer(200, b"hello", [("Cache-Control", "max-age=3"), ("cache-control", "max-age=60")])
        elif what == "status":
            self.answer(int(argument), b"so be it")
        elif what == "bytes":
            self.answer(200, b"x" * int(argument))
        elif what == "endless":
            self.send_response(200)
            self.end_headers()
            self.close_connection = True
            while True:
                self.wfile.write(b"x" * 65536)
        elif what == "gigabyte":
            self.send_response(200)
            self.send_header("Content-Length", str(1 << 30))
            self.end_headers()
            for _ in range(1 << 14):
                self.wfile.write(b"x" * 65536)
        elif what == "slow":
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            while True:
                self.wfile.write(b"x")
                time.sleep(float(argument))
        elif what == "drip":
            # The head at once, and the body never ends.
            self.wfile.write(f"HTTP/1.1 {argument} Said\r\nContent-Length: 1000\r\n\r\n".encode())
            self.wfile.flush()
            time.sleep(3600)
        elif what == "noted":
            with open(folder + "/ports", "a") as file:
                file.write(f"{self.client_address[1]}\n")
            self.answer(200, b"so be it")
        elif what == "long-head":
            self.answer(200, b"", [("X-Long", "x" * int(argument))])
        elif what == "garbage":
            self.wfile.write(b"what?\r\n\r\n")
            self.close_connection = True
        elif what == "silent":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif what == "later":
            self.answer(429, b"", [("Retry-After", urllib.parse.unquote(argument))])
        elif what == "heads":
            self.answer(200, b"", [("X-Long", "x" * 1000)] * int(argument))
        elif what == "to":
            self.answer(302, b"", [("Location", argument)])
        elif what == "again":
            self.answer(302, b"", [("Location", f"/again/{int(argument) - 1}" if argument != "1" else "/hello")])
        elif what == "never":
            with open(folder + "/never", "a") as file:
                file.write("asked\n")
            time.sleep(3600)
        elif what == "cut":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif what == "connection":
            self.answer(200, str(self.client_address[1]).encode())

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if tls:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*tls)
    if "--tls1.1" in options:
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
with open(folder + "/port.new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(folder + "/port.new", folder + "/port")
server.serve_forever()
