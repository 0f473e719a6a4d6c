"""Access tokens for loaded users, signed with the service's own key: Sources/Crypto/Tokens/AccessClaims.swift."""
import base64
import ctypes
import ctypes.util
import hashlib
import time
import uuid

LIFETIME_SECONDS = 24 * 3600


class TokenSigner:
    """Ed25519 by libsodium, which the product is built with anyway."""

    def __init__(self, cluster):
        seed = cluster.sql("SELECT encode(seed, 'hex') FROM signing_keys ORDER BY generation DESC LIMIT 1")
        self.sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
        public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        self.sodium.crypto_sign_seed_keypair(public, self.secret, bytes.fromhex(seed))
        self.public = public.raw
        members = f'{{"crv":"Ed25519","kty":"OKP","x":"{base64url(public.raw)}"}}'
        key_id = base64url(hashlib.sha256(members.encode()).digest())
        self.header = base64url(f'{{"alg":"EdDSA","typ":"JWT","kid":"{key_id}"}}'.encode())

    def tokens(self, uids):
        now = int(time.time())
        return [self.token(uid, now) for uid in uids]

    def token(self, uid, now):
        claims = f'{{"sub":"{uid}","sid":"{uuid.uuid4()}","iat":{now},"exp":{now + LIFETIME_SECONDS}}}'
        message = f"{self.header}.{base64url(claims.encode())}".encode()
        signature = ctypes.create_string_buffer(64)
        self.sodium.crypto_sign_detached(signature, None, message, ctypes.c_ulonglong(len(message)), self.secret)
        return f"{message.decode()}.{base64url(signature.raw)}"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
