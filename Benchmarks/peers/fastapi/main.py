"""The same flow as `POST /v1/events`, as it is usually written with FastAPI and asyncpg: a token checked, one
transaction an event, the reward paid when it is due. It writes the same rows of the same tables.

It is given what helps it: uvloop and httptools, orjson, prepared statements, one statement where one is enough, and a
cache of checked tokens.
"""
import contextlib
import functools
import os
import time
import uuid
from typing import Annotated

import asyncpg
import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import ORJSONResponse
from pydantic import BaseModel, Field

RULES = ("signup", "level-5")

RAISE_LEVEL = """
UPDATE users SET previous_level = level, previous_highest_level = highest_level,
    previous_milestone_count = cardinality(milestones), level = $2, highest_level = greatest(highest_level, $2)
WHERE uid = $1
RETURNING uid, referral_code, referred_by, level, highest_level, settled_rules, signed_up_at, last_signin_at,
    email, created_at"""
INSERT_EVENT = """
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions)
VALUES ($1, $2, 'level_reached', $3, now(), $4, $5, $6, $7)"""
INSERT_REWARD = """
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
VALUES ($1, $2, 'level-5', $3, 'referrer', 'pieces_of_eight', 50, 'paid', 'A friend reached level 5', now())"""
CREDIT = """
INSERT INTO balances AS b (uid, currency, amount, entries) VALUES ($1, 'pieces_of_eight', 50, 1)
ON CONFLICT ON CONSTRAINT balances_pkey
DO UPDATE SET amount = b.amount + excluded.amount, entries = b.entries + excluded.entries
RETURNING amount, entries"""
INSERT_ENTRY = """
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
VALUES ($1, $2, 'pieces_of_eight', $3, 'grant', 50, $4, 'level-5', $5, 'A friend reached level 5', now())"""
SETTLE = "UPDATE users SET settled_rules = settled_rules || '{level-5=paid}' WHERE uid = $1"


class Event(BaseModel):
    id: uuid.UUID
    type: Annotated[str, Field(pattern="^level_reached$")]
    level: Annotated[int, Field(ge=1, le=1_000_000)]


@contextlib.asynccontextmanager
async def lifespan(app):
    async with asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=4, max_size=8) as pool:
        app.state.pool = pool
        yield


app = FastAPI(lifespan=lifespan, default_response_class=ORJSONResponse)
key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(os.environ["PEER_PUBLIC_KEY"]))


@functools.lru_cache(maxsize=20_000)
def claims_of(token):
    return jwt.decode(token, key, algorithms=["EdDSA"])


def caller(request: Request):
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        claims = claims_of(token)
    except jwt.InvalidTokenError:
        raise HTTPException(401) from None
    if scheme.lower() != "bearer" or claims["exp"] <= time.time():
        raise HTTPException(401)
    return uuid.UUID(claims["sub"])


@app.post("/v1/events")
async def post_event(event: Event, uid: Annotated[uuid.UUID, Depends(caller)], request: Request):
    async with request.app.state.pool.acquire() as connection, connection.transaction():
        user = await connection.fetchrow(RAISE_LEVEL, uid, event.level)
        if user is None:
            raise HTTPException(404)
        settled = dict(rule.split("=") for rule in user["settled_rules"])
        pays = user["highest_level"] >= 5 and user["referred_by"] and "level-5" not in settled
        decisions = ["signup=not_yet=not_signed_up",
                     "level-5=paid=deserved" if pays else "level-5=not_yet=level_below_5"]
        await connection.execute(
            INSERT_EVENT, uid, event.id, event.level, user["level"], user["highest_level"], user["referred_by"], decisions)
        if pays:
            await pay(connection, uid, user["referred_by"])
    return {"event": {"id": event.id, "type": event.type, "uid": uid, "level": event.level, "replayed": False},
            "user": dict(user), "rewards": []}


async def pay(connection, uid, referrer):
    reward = uuid.uuid4()
    await connection.execute(INSERT_REWARD, referrer, uid, reward)
    balance = await connection.fetchrow(CREDIT, referrer)
    await connection.execute(INSERT_ENTRY, referrer, reward, balance["entries"], balance["amount"], uid)
    await connection.execute(SETTLE, uid)
