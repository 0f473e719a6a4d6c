"""An identity provider: issuer.py FOLDER CERTIFICATE KEY serves its keys by HTTPS, those that FOLDER/published names, in
the way that FOLDER/behaviour says, and answers a POST of requests for tokens with these, a line each, by PyJWT. The keys
are files in the folder that FOLDER/keys names."""
import base64, hashlib, hmac, http.server, json, os, ssl, sys, time
import issuer_keys
from cryptography.hazmat.primitives import serialization
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm
from jwt.api_jws import PyJWS

folder, *certificate = sys.argv[1:]
# By its first letter: rsa-1, ec-1, ok-1.
ALGORITHMS = {"r": ("RS256", RSAAlgorithm), "e": ("ES256", ECAlgorithm), "o": ("EdDSA", OKPAlgorithm)}


def text(name, otherwise=""):
    try:
        with open(f"{folder}/{name}") as file:
            return file.read()
    except FileNotFoundError:
        return otherwise


def key(kid):
    return issuer_keys.key(text("keys"), kid)


def published(kid):
    public = ALGORITHMS[kid[0]][1].to_jwk(key(kid).public_key())
    written = json.loads(public) if isinstance(public, str) else public
    if kid[0] == "e":
        # Debian's PyJWT leaves out leading zeros, one key in 128; RFC 7518, section 6.2.1.2, wants them.
        numbers = key(kid).public_key().public_numbers()
        written |= {name: encoded(getattr(numbers, name).to_bytes(32, "big")).decode() for name in "xy"}
    return {**written, "kid": kid, "alg": ALGORITHMS[kid[0]][0], "use": "sig"}


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def signed(request):
    """Claims are bytes that stay as they are; headers may say whatever they like."""
    kid, claims = request["key"], request["claims"].encode()
    headers = {"kid": kid, **json.loads(request["headers"])}
    how = request["how"] or ALGORITHMS[kid[0]][0]
    if how != "HS256":
        return PyJWS().encode(claims, None if how == "none" else key(kid), how, headers=headers)
    # What everybody can make of a public key, taken for a secret. PyJWT won't.
    secret = key(kid).public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    message = encoded(json.dumps({**headers, "alg": "HS256", "typ": "JWT"}).encode()) + b"." + encoded(claims)
    return (message + b"." + encoded(hmac.new(secret, message, hashlib.sha256).digest())).decode()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(f"{folder}/asked", "a") as file:
            file.write("x")
        behaviour = text("behaviour")
        time.sleep({"slow": 3600, "late": 2}.get(behaviour, 0))
        body = json.dumps({"keys": [published(kid) for kid in text("published").split()]}).encode()
        body = {"wrong": b"<html>", "endless": b" " * 2_000_000 + body}.get(behaviour, body)
        # To where the keys are, by another name.
        moved = behaviour == "moved" and self.path != "/moved"
        self.send_response(302 if moved else 500 if behaviour == "away" else 200)
        if moved:
            self.send_header("Location", "/moved")
        self.send_header("Cache-Control", "public, max-age=1")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        requests = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write("".join(signed(request) + "\n" for request in requests).encode())

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass


for kid in text("published").split():
    key(kid)
server = Server(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(*certificate)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
with open(folder + "/port.new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(folder + "/port.new", folder + "/port")
server.serve_forever()
