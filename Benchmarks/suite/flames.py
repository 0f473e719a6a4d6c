"""Flame graphs of what `perf` sampled: stacks as boxes upon their callers, as wide as their share of the samples."""
import html

from suite.report import progress
from suite.stacks import stacks

WIDTH, ROW, FONT, HEAD = 1200, 16, 11, 24
LETTER = 6.2
# Of all samples: narrower boxes are left out.
SHARE_MIN = 0.003
COLOURS = {"k": "#e8a66b", "r": "#b9d77e", "l": "#f2d36b", "s": "#8fb8de", "t": "#ddd"}
KINDS = {"k": "kernel", "r": "Swift's runtime", "l": "C libraries", "s": "Shipmate", "t": "threads"}


def draw(data, path, title):
    """Writes the graph of a `perf.data` with callers as SVG."""
    found = stacks(data)
    path.parent.mkdir(exist_ok=True)
    path.write_text(svg(found, title))
    progress(f"  {path.name}: {sum(found.values()):,} samples, {path.stat().st_size / 1_000:.0f} KB")


def svg(found, title):
    total = sum(found.values())
    boxes = list(below(sorted(found.items()), 0, 0, total))
    depth = 1 + max(level for level, *_ in boxes)
    height = HEAD + depth * ROW + 4
    style = "".join(f".{kind}{{fill:{colour}}}" for kind, colour in COLOURS.items())
    key = " ".join(f'<tspan class="{kind}">■</tspan> {name}' for kind, name in KINDS.items())
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="{FONT}">',
             f"<style>rect{{stroke:#fff;stroke-width:.5}}{style}</style>",
             f'<text x="4" y="15" font-size="13">{html.escape(title)}, {total:,} samples</text>',
             f'<text x="{WIDTH - 4}" y="15" text-anchor="end">{key}</text>']
    for level, start, count, (name, kind) in boxes:
        lines.append(box(start / total * WIDTH, HEAD + (depth - 1 - level) * ROW, count / total, name, kind))
    return "\n".join([*lines, "</svg>", ""])


def below(items, level, start, total):
    """(level, first sample, samples, frame) of each box that is wide enough, callers first."""
    while items:
        frame = items[0][0][level]
        inner = [item for item in items if item[0][level] == frame]
        items = items[len(inner):]
        count = sum(number for _, number in inner)
        if count >= SHARE_MIN * total:
            yield level, start, count, frame
            yield from below([item for item in inner if len(item[0]) > level + 1], level + 1, start, total)
        start += count


def box(x, y, share, name, kind):
    width = share * WIDTH
    letters = int((width - 4) / LETTER)
    label = name if len(name) <= letters else name[:letters - 1] + "…"
    text = f'<text x="{x + 2:.1f}" y="{y + 12}">{html.escape(label)}</text>' if letters > 3 else ""
    return (f'<g><title>{html.escape(name)}, {share:.1%}</title>'
            f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW}"/>{text}</g>')
