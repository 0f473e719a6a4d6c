"""Somebody's HTTP proxy: proxy.py FOLDER. It connects to 127.0.0.1 for each name, writes what it was asked for to
FOLDER/asked, and makes no connection to `forbidden.invalid`; its port is in FOLDER/port."""
import http.server, os, select, socket, sys, urllib.request
from urllib.parse import urlsplit

folder = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def note(self):
        with open(folder + "/asked", "a") as file:
            file.write(f"{self.command} {self.path}\n")

    def do_CONNECT(self):
        self.note()
        host, port = self.path.rsplit(":", 1)
        self.close_connection = True
        if host == "forbidden.invalid":
            self.send_response(403)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        with socket.create_connection(("127.0.0.1", int(port))) as there:
            self.send_response(200)
            self.end_headers()
            ends = {self.connection: there, there: self.connection}
            while True:
                for end in select.select(list(ends), [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    ends[end].sendall(data)

    def do_GET(self):
        self.note()
        url = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        there = f"http://127.0.0.1:{url.port}{url.path}"
        request = urllib.request.Request(there, data=body, method=self.command)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request) as reply:
            answer = reply.read()
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(folder + "/port.new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(folder + "/port.new", folder + "/port")
server.serve_forever()
