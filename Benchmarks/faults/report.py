"""What a figure says, and the table of all."""
import dataclasses
import pathlib

BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"


@dataclasses.dataclass
class Row:
    """One line of the table: what was looked at, what was asked, what was measured, and whether that holds."""
    what: str
    asked: str
    measured: str
    passed: bool


def table(machine, options, outcomes):
    lines = [
        f"{machine}. Seed {options.seed}{', long form' if options.long else ''}; "
        f"{sum(seconds for _, _, seconds in outcomes) / 60:.0f} minutes in all.", "",
        "| # | figure | what | asked | measured | | seconds |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for figure, rows, seconds in outcomes:
        for row in rows:
            cells = (str(figure.number), f"`{figure.name}`", row.what, row.asked, row.measured,
                     "holds" if row.passed else "**missed**", f"{seconds:.0f}" if row is rows[0] else "")
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def write(directory, machine, options, outcomes):
    """After each figure, so that an interrupted run leaves what it had."""
    (directory / "results.faults.md").write_text(table(machine, options, outcomes) + "\n")


def publish(path: pathlib.Path, machine, options, outcomes):
    text = path.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n{table(machine, options, outcomes)}\n{END}{after}")
