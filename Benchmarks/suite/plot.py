"""Line charts as SVG, by matplotlib where it is installed: `pip install matplotlib`."""
from suite.report import progress


def lines(path, title, x_label, y_label, series):
    """`series`: by name, (x, y) pairs; x is drawn to a logarithmic scale, y from zero."""
    try:
        import matplotlib
    except ImportError:
        return progress(f"  {path.name} is not drawn: matplotlib is not installed")
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = path.name  # the same data, the same file
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name, points in series.items():
        axes.plot(*zip(*points), marker="o", markersize=4, label=name)
    axes.set(title=title, xlabel=x_label, ylabel=y_label, xscale="log")
    ticks = sorted({x for points in series.values() for x, _ in points})
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(0, 1.05 * max(y for points in series.values() for _, y in points))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(axis="y", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    if len(series) > 1:
        axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
