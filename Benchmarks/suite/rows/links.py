"""Links: opening one that is popular, as a redirect and as a page, opening any of a million, and making them."""
import json

from suite import population
from suite.comparison import Comparison, Result
from suite.nginx import Nginx
from suite.report import progress

LINKS = 1_000_000
CLIENTS = 64
CODE_LENGTH = 8
PROFILE = {
    "name": "Bench", "domain_uri_prefixes": ["https://go.example.com"],
    "android": [{"package_name": "com.example.game", "sha256_fingerprints": [":".join(["AB"] * 32)]}],
    "ios": [{"bundle_id": "com.example.game", "app_id_prefix": "ABCDE12345", "app_store_id": "1234567890"}],
    "invite_link": "https://example.com/join", "allowed_patterns": ["^https://example\\.com/.*$"],
}
IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/17.4.1 Mobile/15E148 Safari/604.1")
LONG_LINK_START = "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fplay%2F"

LOAD = f"""
INSERT INTO links (code, long_link, directives, tags, one_time, created_at)
SELECT to_char(n, 'FM{'0' * CODE_LENGTH}'), '{LONG_LINK_START}' || n || '&apn=com.example.game', '{{}}', '{{}}', false, now()
FROM generate_series(0, {LINKS - 1}) AS n;
INSERT INTO links (code, long_link, directives, tags, one_time, created_at)
VALUES (to_char({LINKS}, 'FM{'0' * CODE_LENGTH}'),
    'https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D7ZKQ4M9XTB&ibi=com.example.game',
    '{{}}', '{{}}', false, now());
"""


def links(bench):
    profile = bench.directory / "profile.json"
    profile.write_text(json.dumps(PROFILE))
    bench.server.settings["SHIPMATE_APP_PROFILE"] = str(profile)
    # Each click has its row, as it has where fewer people come.
    bench.server.settings["SHIPMATE_CLICK_BYTES_PER_SECOND"] = str(1 << 30)
    bench.server.settings["SHIPMATE_CLICKS_MAX_MB"] = str(1 << 20)
    progress(f"  loading {LINKS:,} links")
    bench.cluster.sql(LOAD)
    bench.cluster.sql("VACUUM ANALYZE links", role="postgres")
    bench.restart_server()
    return [*popular(bench), *any_of_many(bench), making(bench), memory(bench)]


def popular(bench):
    nginx = Nginx(bench, "return 302 https://play.google.com/store/apps/details?id=com.example.game")
    theirs = nginx.contestant(CLIENTS, "open", {"links": 1, "length": CODE_LENGTH})
    ours = opening(bench, "redirect of one link", 1)
    page = opening(bench, "page of one invite", 1, first=LINKS, agent=IPHONE)
    comparison = Comparison([theirs, counted(bench, ours), counted(bench, page)], bench.runs)
    nginx.stop()
    return [comparison.result(f"`GET /{{code}}`, one link, {CLIENTS} clients", ours.name, theirs.name, "0.5"),
            comparison.microseconds("CPU time an opening of one link", ours.name),
            comparison.cost("CPU time an invite's page", page.name, ours.name, ["server", "postgres"], "≤ 1.3")]


def any_of_many(bench):
    """Against as many connections as we have clients, and against as many as pgbench does best with."""
    variables = {"links": LINKS}
    numbers = CLIENTS, bench.pgbench.best("link", variables)
    theirs = [bench.pgbench.contestant("link", number, variables) for number in numbers]
    ours = opening(bench, f"redirect of any of {LINKS:,} links", LINKS)
    comparison = Comparison([*theirs, counted(bench, ours)], bench.runs)
    what = f"`GET /{{code}}`, any of {LINKS:,} links, {CLIENTS} clients"
    return [*(comparison.result(what, ours.name, other.name, "0.6") for other in theirs),
            comparison.microseconds("CPU time an opening of any link", ours.name)]


def opening(bench, name, number, **variables):
    variables |= {"links": number, "length": CODE_LENGTH}
    contestant = bench.wrk.contestant("/", CLIENTS, "open", None, variables=variables)
    contestant.name = name
    return contestant


def counted(bench, contestant):
    """Raises unless every click was recorded, or is owned up to as dropped."""
    run = contestant.run

    def checked():
        before = clicks(bench)
        sample = run()
        bench.server.settle("clicks")
        recorded, dropped = (now - then for now, then in zip(clicks(bench), before))
        progress(f"    {recorded:,} clicks recorded, {dropped:,.0f} dropped")
        if not sample.requests <= recorded + dropped <= sample.requests + CLIENTS:
            raise RuntimeError(f"{sample.requests} openings, {recorded} clicks recorded, {dropped} dropped")
        return sample
    contestant.run = checked
    return contestant


def clicks(bench):
    recorded = int(bench.cluster.sql("SELECT coalesce(sum(click), 0) FROM link_stats"))
    return recorded, bench.server.metric("shipmate_clicks_dropped_total")


def making(bench):
    key = bench.server.command("keys", "create", "--scope", "server", "--name", "links")
    samples = [bench.wrk.run("/v1/links", CLIENTS, "make_link", "links", variables={"key": key}) for _ in range(bench.runs)]
    rates = sorted(sample.rate for sample in samples)
    progress(f"  making: {', '.join(map(str, samples))}")
    return Result(f"`POST /v1/links`, {CLIENTS} clients", f"{rates[0]:,.0f} / **{rates[len(rates) // 2]:,.0f}** / {rates[-1]:,.0f}/s",
                  target="5,000/s", is_failed=any(sample.failed for sample in samples), samples={"rates": rates})


def memory(bench):
    resident, peak = bench.server.memory_kib
    return Result("resident memory after all openings", f"{resident / 1024:.1f} MiB, peak {peak / 1024:.1f} MiB", target="96 MB")
