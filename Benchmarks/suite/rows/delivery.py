"""The figures of delivery, in one run; each part is a row of its own, too."""
from suite.rows.delays import delays
from suite.rows.feed import feed
from suite.rows.outbox import outbox
from suite.rows.streams import streams
from suite.rows.webhooks import webhooks


def delivery(bench):
    return [result for part in (webhooks, feed, streams, delays, outbox) for result in part(bench)]
