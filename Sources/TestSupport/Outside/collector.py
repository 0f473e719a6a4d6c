"""A collector of traces: collector.py FOLDER PACKAGES. It reads each request strictly, by OpenTelemetry's own description of
the protocol and Google's protobuf in PACKAGES, and adds it to FOLDER/requests as a line. FOLDER/behaviour says what it
does: a status, `503 once` before 200, `slow`, or `partial`."""
import base64, http.server, json, os, re, sys, time

folder, packages = sys.argv[1], sys.argv[2]
sys.path.insert(0, packages)
from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

lengths = {"traceId": 32, "spanId": 16, "parentSpanId": 16}
numbers = {"startTimeUnixNano", "endTimeUnixNano", "intValue"}


def protobuf_json(value):
    """OTLP's JSON as that of protobuf: ids are hexadecimal there, and base64 here. Other rules of OTLP are checked."""
    if isinstance(value, list):
        return [protobuf_json(element) for element in value]
    if not isinstance(value, dict):
        return value
    for name, member in value.items():
        if name in lengths and not re.fullmatch(f"[0-9a-fA-F]{{{lengths[name]}}}", member):
            raise ValueError(f"{name} is {member}")
        if name in numbers and not isinstance(member, str):
            raise ValueError(f"{name} is no string")
        if name in ("kind", "code") and not isinstance(member, int):
            raise ValueError(f"{name} is no number")
    return {name: base64.b64encode(bytes.fromhex(member)).decode() if name in lengths else protobuf_json(member)
            for name, member in value.items()}


def read(body):
    request = trace_service_pb2.ExportTraceServiceRequest()
    json_format.Parse(json.dumps(protobuf_json(json.loads(body))), request, ignore_unknown_fields=False)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                if not (any(span.trace_id) and any(span.span_id) and span.name and span.kind):
                    raise ValueError("a span lacks what each must have")
                if not 1_500_000_000 * 10**9 < span.start_time_unix_nano <= span.end_time_unix_nano:
                    raise ValueError("a span has no time")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            with open(folder + "/behaviour") as file:
                behaviour = file.read()
        except FileNotFoundError:
            behaviour = "200"
        with open(folder + "/asked", "a") as file:
            file.write("x")
        if behaviour == "503 once":
            behaviour = "503"
            with open(folder + "/behaviour", "w") as file:
                file.write("200")
        if behaviour == "slow":
            time.sleep(3600)
        if behaviour not in ("200", "partial"):
            return self.answer(int(behaviour), {})
        try:
            if self.path != "/v1/traces" or self.headers["Content-Type"] != "application/json":
                raise ValueError(f"{self.path} {self.headers['Content-Type']}")
            read(body)
        except Exception as error:
            with open(folder + "/errors", "a") as file:
                file.write(f"{error}\n")
            return self.answer(400, {"message": str(error)})
        line = {"authorization": self.headers["Authorization"], **json.loads(body)}
        with open(folder + "/requests", "a") as file:
            file.write(json.dumps(line) + "\n")
        self.answer(200, {"partialSuccess": {"rejectedSpans": "1", "errorMessage": "one too many"}}
                    if behaviour == "partial" else {"partialSuccess": {}})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", 0), Handler)
with open(folder + "/port.new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(folder + "/port.new", folder + "/port")
server.serve_forever()
