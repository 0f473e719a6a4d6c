"""The service as it may be one day: in replies every object has a field, and a role a value, unknown to clients."""

import http.client
import http.server
import json
import threading
import urllib.parse

# Their members' names are currencies: an object of these has no fields to add to.
MAPS = {"balances"}


class GrowingService:
    def __init__(self, url):
        self.origin = urllib.parse.urlsplit(url).netloc
        self.grown = 0

    def __enter__(self):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def forward(self):
                service.forward(self)

            do_GET = do_POST = do_PUT = do_DELETE = forward

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def forward(self, request):
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        connection = http.client.HTTPConnection(self.origin, timeout=30)
        connection.request(request.command, request.path, body, dict(request.headers))
        reply = connection.getresponse()
        content = reply.read()
        if "json" in reply.headers.get("Content-Type", ""):
            content = json.dumps(self.grow(json.loads(content))).encode()
        request.send_response(reply.status)
        for name, value in reply.headers.items():
            if name.lower() not in ("content-length", "connection", "date", "server"):
                request.send_header(name, value)
        if reply.status != 204:
            request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)
        connection.close()

    def grow(self, value, name=None):
        if isinstance(value, list):
            return [self.grow(element) for element in value]
        if isinstance(value, dict) and name not in MAPS:
            self.grown += 1
            members = {key: self.grow(member, key) for key, member in value.items()}
            return {"grown": {"since": "a later day"}, **members}
        return "stowaway" if name == "role" else value
