"""An issuer of the app's own, with Debian's PyJWT: issuer.py COUNT KEYS TOKENS writes the keys that it publishes, and a
token signed by RS256 for each of so many players, `player-0` and on, a line each."""
import json
import sys
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

ISSUER = "https://securetoken.google.com/bench"
AUDIENCE = "bench"

count, keys, tokens = sys.argv[1:]
key = rsa.generate_private_key(65537, 2048)
public = RSAAlgorithm.to_jwk(key.public_key())
with open(keys, "w") as file:
    json.dump({"keys": [{**json.loads(public), "kid": "1", "alg": "RS256", "use": "sig"}]}, file)
now = int(time.time())
with open(tokens, "w") as file:
    for number in range(int(count)):
        # What Firebase's have, and as long.
        claims = {"iss": ISSUER, "aud": AUDIENCE, "auth_time": now, "user_id": f"player-{number}", "sub": f"player-{number}",
                  "iat": now, "exp": now + 24 * 3600, "email": f"player-{number}@example.com", "email_verified": False,
                  "firebase": {"identities": {"email": [f"player-{number}@example.com"]}, "sign_in_provider": "password"}}
        file.write(jwt.encode(claims, key, "RS256", headers={"kid": "1"}) + "\n")
