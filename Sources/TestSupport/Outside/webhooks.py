"""Checks a webhook as its receiver does: webhooks.py KEY ID TIMESTAMP SIGNATURES BODY, the body in base64. `whsec_` keys go to
PyPI's standardwebhooks; `whpk_` keys to cryptography, as no package of PyPI's checks `v1a`."""
import base64, sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from standardwebhooks import Webhook, WebhookVerificationError

key, message, timestamp, signatures, body = sys.argv[1:]
body = base64.b64decode(body)


def is_signed(signature):
    version, _, value = signature.partition(",")
    if version != "v1a":
        return False
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key.removeprefix("whpk_"), validate=True))
    try:
        public.verify(base64.b64decode(value, validate=True), f"{message}.{timestamp}.".encode() + body)
        return True
    except InvalidSignature:
        return False


if key.startswith("whpk_"):
    print("valid" if any(map(is_signed, signatures.split(" "))) else "No matching signature found")
else:
    headers = {"webhook-id": message, "webhook-timestamp": timestamp, "webhook-signature": signatures}
    try:
        Webhook(key).verify(body, headers, json_parse=False)
        print("valid")
    except WebhookVerificationError as error:
        print(error)
