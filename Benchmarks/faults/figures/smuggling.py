"""Whether a request can be hidden in another: from the server alone, and from other people's clients behind a proxy."""
from faults.kit.framing import HIDDEN, cases
from faults.kit.proxies import Proxy
from faults.kit.replies import exchange, statuses
from faults.report import Row
from suite.report import progress

# Nobody is signed in: a reply of 200 would be the hidden request's.
VICTIM = b"GET /v1/users/me HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n"
# How long an attacker waits for more before the stranger asks.
PATIENCE_SECONDS = 0.03
EXECUTED = 'shipmate_http_requests_total{route="/health/live",method="GET",status="200"}'


def smuggling(rig):
    server = rig.server(rig.cluster())
    server.start()
    all_cases = list(cases())
    rows = [alone(server, all_cases)]
    for name in ("nginx", "haproxy"):
        rows.append(behind(Proxy(rig, name, server.port), server, all_cases))
    return rows


def alone(server, all_cases):
    wrong = []
    for case in all_cases:
        try:
            found = statuses(exchange(server.port, case.bytes))
        except ValueError as error:
            found = [str(error)]
        right = len(found) == case.replies and (not case.refused or found[0] >= 400)
        if not right:
            progress(f"  {case.name}: {found}")
            wrong.append(case.name)
    return Row(f"{len(all_cases)} requests whose end is in doubt, alone", "0 understood otherwise than RFC 9112 does",
               f"{len(wrong)}", not wrong)


def behind(proxy, server, all_cases):
    """After each a stranger asks: who gets the wrong reply was given another's. Then both sides' counts must agree."""
    executed_before = server.metric(EXECUTED)
    crossed = []
    for case in all_cases:
        exchange(proxy.port, case.bytes, half_close=False, patience=PATIENCE_SECONDS)
        reply = exchange(proxy.port, VICTIM, half_close=False)
        if statuses(reply) != [401]:
            progress(f"  {proxy.name}, after {case.name}: {reply[:60]!r}")
            crossed.append(case.name)
    executed = server.metric(EXECUTED) - executed_before
    known = sum(target == "/health/live" and status == "200" for target, status in proxy.requests())
    return Row(f"the same behind {proxy.name}, a stranger's request after each", "0 replies crossed; 0 requests unknown to it",
               f"{len(crossed)}; {executed - known:.0f} of {executed:.0f}", not crossed and executed == known)
