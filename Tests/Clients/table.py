def table(*titles, rows):
    """Columns side by side; what is a number stands at the right."""
    lines = [titles, *([f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
    texts = []
    for line in lines:
        first, *others = zip(line, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        texts.append("  ".join(cells).rstrip())
    return "\n" + "\n".join(texts) + "\n"
