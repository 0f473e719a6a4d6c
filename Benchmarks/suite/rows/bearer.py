"""Calls with a token of the app's own issuer against the same calls with one of ours, both known to the server."""
import json
import subprocess

from suite import population
from suite.comparison import Comparison, Contestant

EXTERNAL_IDS = """
UPDATE users SET external_id = 'player-' || n.number
FROM (SELECT ('{prefix}' || {first} + n * {step})::uuid AS uid, n AS number FROM generate_series(0, {active} - 1) AS n) AS n
WHERE users.uid = n.uid;
INSERT INTO external_ids (external_id, uid) SELECT external_id, uid FROM users WHERE external_id IS NOT NULL
ON CONFLICT DO NOTHING;
"""
# Of a loop, and of each one: 30 µs of signature a token, and two look-ups.
WARMING_SECONDS = 15


def bearer(bench):
    own = bench.token_file(population.active_uids(bench))
    bench.cluster.sql(EXTERNAL_IDS.format(prefix=population.UID_PREFIX, **population.active_variables(bench)))
    theirs = issue(bench)
    bench.restart_server()
    pairs = [pair(bench, *call, own, theirs) for call in (
        ("`GET /v1/users/me/balances`, 64 clients", "/v1/users/me/balances", 64, "get", "balances"),
        ("`POST /v1/events`, 256 clients", "/v1/events", 256, "event", "events"))]
    # Both sides are remembered when the first run begins.
    for tokens in (own, theirs):
        bench.wrk.run("/v1/users/me/balances", 64, "get", "balances", variables={"tokens": tokens}, seconds=WARMING_SECONDS)
    comparison = Comparison([one for _, ours, issuers in pairs for one in (ours, issuers)], bench.runs)
    bench.server.settings.pop("SHIPMATE_IDENTITY_PROVIDERS")
    bench.restart_server()
    return [comparison.result(f"{what}, an issuer's tokens", issuers.name, ours.name, "0.9")
            for what, ours, issuers in pairs]


def issue(bench):
    """Has the server take an issuer's tokens, and returns a file with one for each active user."""
    keys, tokens, providers = (bench.directory / name for name in ("issuer.jwks", "issuer.tokens", "providers.json"))
    # Debian's, which has PyJWT.
    script = bench.root / "Benchmarks/suite/issuer.py"
    subprocess.run(["/usr/bin/python3", script, str(population.ACTIVE_USERS), keys, tokens], check=True)
    providers.write_text(json.dumps({"ours": {
        "issuer": "https://securetoken.google.com/bench", "audiences": ["bench"], "jwks": str(keys), "bearer": True}}))
    bench.server.settings["SHIPMATE_IDENTITY_PROVIDERS"] = str(providers)
    return tokens


def pair(bench, what, path, clients, script, kind, own, theirs):
    ours, issuers = (bench.wrk.contestant(path, clients, script, kind, variables={"tokens": tokens})
                     for tokens in (own, theirs))
    return (what, Contestant(f"{ours.name}, our tokens", ours.run), Contestant(f"{issuers.name}, an issuer's", issuers.run))
