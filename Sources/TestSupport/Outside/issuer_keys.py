"""The private keys of issuers: RSA, ECDSA or Ed25519, by a name's first letter. A process reads each once, since that checks
an RSA key's primes and takes 40 ms. The nursery reads those that an issuer publishes, so that its copies have them."""
import functools, os, time
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

MAKERS = {"r": lambda: rsa.generate_private_key(65537, 2048), "e": lambda: ec.generate_private_key(ec.SECP256R1()),
          "o": ed25519.Ed25519PrivateKey.generate}


@functools.cache
def key(folder, kid):
    """The key of a name, made by the first that needs it."""
    file = f"{folder}/{kid}.pem"
    if not os.path.exists(file):
        pem = MAKERS[kid[0]]().private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        path = f"{file}.{os.getpid()}.{time.monotonic_ns()}"
        with open(path, "wb") as new:
            new.write(pem)
        try:
            os.link(path, file)
        except FileExistsError:
            pass
    with open(file, "rb") as made:
        return serialization.load_pem_private_key(made.read(), None)


def read(server):
    """Reads the keys that a server's folder names, if it is an issuer's."""
    try:
        with open(f"{server}/keys") as keys, open(f"{server}/published") as published:
            folder = keys.read()
            for kid in published.read().split():
                key(folder, kid)
    except FileNotFoundError:
        pass
