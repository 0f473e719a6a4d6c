"""What a request costs PostgreSQL, by PostgreSQL's own counts; the median of many requests."""
import statistics
import subprocess

from suite.report import progress

# Past the five executions after which PostgreSQL decides about a statement's plan.
WARM_UP = 12
REQUESTS = 30

TOTALS = """
SELECT pg_current_wal_insert_lsn() - '0/0', sum(calls), sum(shared_blks_hit + shared_blks_read)
FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid WHERE rolname = 'shipmate_service'
"""
# What is written to the log by and by is no request's: full-page images, and what vacuums in passing.
RECORDS = """
SELECT start_lsn - '0/0', record_length - fpi_length, record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE)' AND resource_manager = 'Heap'
FROM pg_get_wal_records_info_till_end_of_wal('{start}') WHERE record_type !~ '^(FPI|PRUNE|VACUUM|RUNNING_XACTS)' ORDER BY start_lsn
"""


def measure(server, crowd):
    server.start()
    psql = Psql(server.cluster)
    try:
        return {kind: count(send, server, psql, kind) for kind, send in crowd.meet(server).items()}
    finally:
        psql.close()
        server.stop()


def count(send, server, psql, kind):
    progress(f"{kind}: PostgreSQL")
    for _ in range(WARM_UP):
        send()
    start = psql.run("SELECT pg_current_wal_insert_lsn()")[0][0]
    marks = [mark(server, psql)]
    for _ in range(REQUESTS):
        send()
        marks.append(mark(server, psql))
    # A record to end with: where a kind of request writes none, the log has nothing to read.
    psql.run("SELECT pg_logical_emit_message(true, 'costs', '')")
    records = [(int(at), int(size), is_row == "t") for at, size, is_row in psql.run(RECORDS.format(start=start))]
    spans = [[record for record in records if before[0] <= record[0] < after[0]] for before, after in zip(marks, marks[1:])]
    steps = [[after - before for before, after in zip(*pair)] for pair in zip(marks, marks[1:])]
    _, statements, buffers, round_trips = zip(*steps)
    return {name: statistics.median_low(values) for name, values in {
        "statements": statements,
        "round_trips": round_trips,
        "rows_written": [sum(is_row for _, _, is_row in span) for span in spans],
        "wal_bytes": [sum(size for _, size, _ in span) for span in spans],
        "buffers": buffers,
    }.items()}


def mark(server, psql):
    """(position in the log, statements, buffers, round trips) so far."""
    return (*(int(value or 0) for value in psql.run(TOTALS)[0]), server.proxy.round_trips)


class Psql:
    """A session that lasts: a process for each question would take longer than what it asks about."""

    END = "end of the rows"

    def __init__(self, cluster):
        self.process = subprocess.Popen(
            [cluster.bin / "psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-h", cluster.directory,
             "-U", "postgres", "-d", "shipmate"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, sql):
        """Rows, each a list of texts."""
        self.process.stdin.write(f"{sql};\n\\echo {self.END}\n")
        self.process.stdin.flush()
        rows = []
        while (line := self.process.stdout.readline()).strip() != self.END:
            if not line:
                raise RuntimeError(f"psql ended: {sql}")
            rows.append(line.rstrip("\n").split("\t"))
        return rows

    def close(self):
        self.process.stdin.close()
        self.process.wait()
