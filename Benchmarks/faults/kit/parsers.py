"""How h11, httptools and our server understand the same bytes: how many whole requests, and how it ended.

The end is `clean` where nothing was left over, `incomplete` where more was expected, and `refused`.
"""
import dataclasses

import h11
import httptools

from faults.kit.replies import exchange, problems

# What the server calls a request that its parser refuses; every other reply is one to a request that it understood.
REFUSED = {"bad-request", "bad-framing", "uri-too-long", "headers-too-large", "content-too-large",
           "expectation-failed", "http-version-not-supported", "request-timeout"}


@dataclasses.dataclass(frozen=True)
class Understanding:
    requests: int
    end: str


def by_h11(data):
    connection, count, began = h11.Connection(h11.SERVER), 0, False
    connection.receive_data(data)
    connection.receive_data(b"")
    try:
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA or isinstance(event, h11.ConnectionClosed):
                return Understanding(count, "clean")
            if isinstance(event, h11.Request):
                began = True
            if isinstance(event, h11.EndOfMessage):
                count, began = count + 1, False
                connection.send(h11.Response(status_code=204, headers=[]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE:
                    return Understanding(count, "clean")
                connection.start_next_cycle()
    except h11.RemoteProtocolError as error:
        is_cut = "closed" in str(error) or "incomplete" in str(error)
        return Understanding(count, "incomplete" if is_cut else "refused")


class Counter:
    def __init__(self):
        self.count, self.is_within = 0, False

    def on_message_begin(self):
        self.is_within = True

    def on_message_complete(self):
        self.count, self.is_within = self.count + 1, False


def by_httptools(data):
    counter = Counter()
    parser = httptools.HttpRequestParser(counter)
    try:
        parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        return Understanding(counter.count, "clean")
    except httptools.HttpParserError:
        return Understanding(counter.count, "refused")
    return Understanding(counter.count, "incomplete" if counter.is_within else "clean")


def by_server(port, data, source):
    told = problems(exchange(port, data, source=source))
    refused = [slug in REFUSED for slug in told]
    understood = refused.index(True) if True in refused else len(refused)
    return Understanding(understood, "refused" if True in refused else "clean")


OTHERS = {"h11": by_h11, "httptools": by_httptools}
