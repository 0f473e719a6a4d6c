"""The rows of the table, a file each. A row is a function of `Bench` that returns `Result`s."""
from suite.rows.balances import balances
from suite.rows.batch import batch
from suite.rows.bearer import bearer
from suite.rows.before import before
from suite.rows.bulk import bulk
from suite.rows.citus import citus
from suite.rows.clients import clients
from suite.rows.cores import cores
from suite.rows.delays import delays
from suite.rows.delivery import delivery
from suite.rows.events import events
from suite.rows.feed import feed
from suite.rows.goals import goals
from suite.rows.growth import growth
from suite.rows.hot import hot
from suite.rows.links import links
from suite.rows.live import live
from suite.rows.memory import memory
from suite.rows.notify import notify
from suite.rows.outbox import outbox
from suite.rows.paying import paying
from suite.rows.peers import peers
from suite.rows.play import play
from suite.rows.profile import profile
from suite.rows.ready import ready
from suite.rows.refusals import refusals
from suite.rows.reports import reports
from suite.rows.reviews import reviews
from suite.rows.rules import rules
from suite.rows.signup import signup
from suite.rows.streams import streams
from suite.rows.tail import tail
from suite.rows.testkit import testkit
from suite.rows.trials import trials
from suite.rows.webhooks import webhooks

# Those that grow the tables come last: they would make the others' cluster another one.
ROWS = {row.__name__: row for row in (
    ready, events, batch, balances, bearer, live, memory, tail, peers, clients, links, signup, paying, rules, hot, growth, trials,
    reports, profile, citus, notify, webhooks, feed, streams, delays, outbox, testkit, delivery, bulk, before, cores, refusals,
    reviews, play, goals)}
# `growth`, `reports` and `reviews` load ten million users, `play` a year of events, `trials` ten million events, `outbox` ten
# million changes. `profile` slows down the server and needs `perf`, `citus` needs Citus, `refusals` are figures of `make faults`,
# and `testkit` is about the test server. `delivery` and `goals` consist of rows.
ROWS_CHOSEN = (
    "growth", "trials", "reports", "profile", "citus", "notify", "webhooks", "feed", "streams", "delays", "outbox", "testkit",
    "delivery", "bulk", "before", "cores", "refusals", "reviews",
    "play", "goals")
ROWS_DEFAULT = tuple(name for name in ROWS if name not in ROWS_CHOSEN)
