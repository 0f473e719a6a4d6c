"""A first start, an event and the balances with the generated client: `story.py HOST-URL`."""

import sys
import uuid

from shipmate_client import AuthenticatedClient, Client
from shipmate_client.api.events import post_event
from shipmate_client.api.money import show_balances
from shipmate_client.api.users import sign_up_anonymously
from shipmate_client.models import LevelReached, LevelReachedType, SignUpRequest

url = sys.argv[1]
made = sign_up_anonymously.sync(client=Client(base_url=url), body=SignUpRequest(), idempotency_key=uuid.uuid4().hex)
me = AuthenticatedClient(base_url=url, token=made.session.access_token)
event = LevelReached(id=uuid.uuid4(), type_=LevelReachedType.LEVEL_REACHED, level=6)
level = post_event.sync(client=me, body=event).user.level
print(f"Python: level {level}, {len(show_balances.sync(client=me).balances.to_dict())} balances")
assert level == 6
