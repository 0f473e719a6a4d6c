"""Texts that would be formulas, in the product's CSVs, opened by spreadsheets with each separator, quote and encoding."""
import csv
import json
import urllib.request
import uuid

from faults.kit.sheets import ENCODINGS, QUOTES, SEPARATORS, Gnumeric, LibreOffice
from faults.kit.wire import Wire, request
from faults.report import Row
from suite.admin import Admin
from suite.report import progress

TEXTS = 1_000
SIGNS = "=+-@＝＋－＠"
FORMULAS = ("1+1", "A1&B1", "SUM(1,2)", 'HYPERLINK("http://a.example")', "cmd|' /C calc'!A0")
STRIPPED = (" ", "\u00a0", "\u3000", "'", '"', "\ufeff", "\t", "\u200b", "")
ENDS = ("\r\n", "\n", "\r")


def spreadsheets(rig):
    server = rig.server(rig.cluster(), SHIPMATE_RATE_LIMITS="off")
    server.start()
    sheets = rig.folder("sheets")
    files, controls = {}, {}
    for separator, name in SEPARATORS.items():
        texts = [drawn(rig.random, separator) for _ in range(TEXTS)]
        files[separator] = sheets / f"ledger-{name}.csv"
        files[separator].write_bytes(exported(server, texts))
        controls[separator] = sheets / f"unprotected-{name}.csv"
        with open(controls[separator], "w", newline="") as file:
            csv.writer(file).writerows(["x", text] for text in texts)
    office, gnumeric = LibreOffice(sheets), Gnumeric(sheets)
    rows = [of_office(office, files, controls), of_gnumeric(gnumeric, files, controls)]
    return rows


def of_office(office, files, controls):
    run, unprotected = {}, {}
    for separator, name in SEPARATORS.items():
        unprotected[name] = office.formulas(controls[separator], separator, '"', 76)
        for quote in QUOTES:
            for encoding, encoding_name in ENCODINGS.items():
                count = office.formulas(files[separator], separator, quote, encoding)
                run[f"{name}, {quote}, {encoding_name}"] = count
                progress(f"  LibreOffice, {name}, {quote}, {encoding_name}: {count}")
    return row("LibreOffice", f"{len(ENCODINGS)} encodings, both quotes", run, unprotected)


def of_gnumeric(gnumeric, files, controls):
    run = {name: gnumeric.formulas(files[separator], separator) for separator, name in SEPARATORS.items()}
    unprotected = {name: gnumeric.formulas(controls[separator], separator) for separator, name in SEPARATORS.items()}
    return row("Gnumeric", "one encoding, one quote", run, unprotected)


def row(program, how, run, unprotected):
    """It holds only where the same texts without protection do run."""
    ran = {name: count for name, count in run.items() if count}
    told = ", ".join(f"{name}: {count}" for name, count in ran.items())
    return Row(f"{TEXTS:,} drawn texts by each separator ({', '.join(SEPARATORS.values())}) in {program}, {how}",
               "0 formulas; some in the same texts unprotected",
               f"{sum(run.values())}{f' ({told})' if told else ''}; unprotected {sum(unprotected.values()):,}",
               not ran and all(unprotected[name] for name in SEPARATORS.values()))


def drawn(random, separator):
    """A text that begins a cell with a sign at its start, behind separators, or behind line ends."""
    def cell():
        stripped = "".join(random.choice(STRIPPED) for _ in range(random.randrange(3)))
        formula = random.choice(SIGNS) + random.choice(FORMULAS)
        return stripped + formula + random.choice(("", "", "'", '"', " "))
    joints = (separator, separator, separator, *SEPARATORS, *ENDS)
    text = random.choice((cell(), random.choice(("x", "", "a b", "'", '"')) + random.choice(joints) + cell()))
    for _ in range(random.randrange(3)):
        text += random.choice(joints) + random.choice((cell(), "y"))
    return text.strip() or "="


def exported(server, texts):
    """The ledger as CSV, with a text as the reason of each entry."""
    admin, wire = Admin(server), Wire(server.port)
    status, _, body = wire.ask(request("POST", "/v1/users", None, {}))
    if status != 201:
        raise RuntimeError(f"{status} {body}")
    uid = json.loads(body)["user"]["uid"]
    for text in texts:
        admin.ask("POST", f"/v1/admin/users/{uid}/adjustments",
                  {"id": str(uuid.uuid4()), "currency": "pieces_of_eight", "amount": 1, "reason": text})
    asked = urllib.request.Request(server.url("/v1/admin/export?what=ledger&format=csv"), headers={"Authorization": f"Bearer {admin.key}"})
    with urllib.request.urlopen(asked, timeout=60) as reply:
        lines = reply.read()
    # The rows of this player alone.
    head, *rest = csv_rows(lines)
    return b"".join([head, *(line for line in rest if line.startswith(uid.encode()))])


def csv_rows(bytes):
    """A file's rows as they are, each with its line end; a quoted field may have line ends."""
    rows, start, is_quoted = [], 0, False
    for index, byte in enumerate(bytes):
        if byte == 0x22:
            is_quoted = not is_quoted
        elif byte == 0x0A and not is_quoted:
            rows.append(bytes[start:index + 1])
            start = index + 1
    return rows
