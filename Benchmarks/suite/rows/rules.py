"""What rules cost: events under 50 active rules against the two of a new installation, and paying ones under limits."""
import json

from suite.comparison import Comparison, Contestant
from suite.rows.events import ours_by_clients
from suite.rows.paying import FreshUsers, checked, contestant

CLIENTS = 256
LIMITS = {"per_beneficiary": 1_000_000_000, "per_beneficiary_per_day": None, "budget": 1_000_000_000_000}
TWO = [
    {"name": "signup", "description": "Signed up after a referral",
     "when": [{"signed_up": True}, {"referred": True}],
     "pay": [{"to": "referee", "currency": "pieces_of_eight", "amount": 50}]},
    {"name": "level-5", "description": "A friend reached level 5",
     "when": [{"fact": "highest_level", "at_least": 5}],
     "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 50}]},
]
# Of every kind, and none that these events fulfil.
NEVER = [{"fact": "highest_level", "at_least": 900_000}, {"milestone": "never_reached"},
         {"counter": "races_won", "at_least": 10}, {"signed_up_within_days": 7}]


def fifty(limits=None):
    more = [{"name": f"rule-{n}", "when": [NEVER[n % 4]],
             "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 10}]} for n in range(48)]
    return [{**rule, "limits": limits} for rule in TWO + more]


def two_hundred():
    """As many as there may be, a quarter of them in force."""
    more = [{**rule, "name": f"draft-{n}-{rule['name']}", "state": "draft"} for n in range(3) for rule in fifty()]
    return fifty(LIMITS) + more


def rules(bench):
    bench.restart_server()
    plain = ours_by_clients(bench, (CLIENTS,))[CLIENTS]
    events = [under(bench, plain, "2 rules", TWO), under(bench, plain, "50 rules", fifty()),
              under(bench, plain, "50 rules with limits", fifty(LIMITS))]
    fresh = FreshUsers(bench)
    paying = [checked(bench, contestant(bench, fresh, name)) for name in ("paid without limits", "paid within limits")]
    limited = [TWO[0], {**TWO[1], "limits": LIMITS}]
    paying = [under(bench, paying[0], paying[0].name, TWO), under(bench, paying[1], paying[1].name, limited)]
    comparison = Comparison([*events, *paying], bench.runs)
    apply(bench, TWO)
    return [
        *(comparison.result(f"`POST /v1/events` under {one.name}, {CLIENTS} clients", one.name, "2 rules", "0.85")
          for one in events[1:]),
        comparison.result(f"`POST /v1/events`, each pays within limits, {CLIENTS} clients",
                          paying[1].name, paying[0].name, "0.5"),
    ]


def under(bench, contestant, name, programme):
    """The same, with these rules in force."""
    def run():
        apply(bench, programme)
        return contestant.run()
    return Contestant(name, run)


def apply(bench, programme):
    path = bench.directory / "rules.json"
    path.write_text(json.dumps({"rules": programme}))
    bench.server.command("rules", "apply", str(path))
