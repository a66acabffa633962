# SPDX-License-Identifier: Apache-2.0
"""Depth of a unit and its parts beside that of a yardstick: table, verdict and plots."""

from . import configurations, records, rtl, tools

IMAGES = tools.ROOT / "docs/images"


def parts_of(unit):
    """What the unit is made of, itself first."""
    inside = [path.rsplit("/", 1)[1][:-3] for path in rtl.sources(unit)]
    return [unit, *[name for name in inside if name != unit and name in rtl.units()]]


def verdict(ours, yardstick):
    """In words, from two depths."""
    if ours is None or yardstick is None:
        return "not measured"
    return "no longer" if ours <= yardstick else f"longer by {ours - yardstick}"


def rows_of(entry, found):
    """Names and depths by configuration; the yardstick is the last."""
    names = [*parts_of(entry["unit"]), entry["yardstick"]]
    rows = [(name, [found.get((name, configuration), {}).get("depth")
                    for configuration in entry["configurations"]]) for name in names]
    return [row for row in rows if any(depth is not None for depth in row[1])]


def section(document):
    found, lines = records.by_case(document), ["## Depth beside an allocator", ""]
    for entry in configurations.table()["depth"]:
        rows, unit, yardstick = rows_of(entry, found), entry["unit"], entry["yardstick"]
        depths = dict(rows)
        none = [None] * len(entry["configurations"])
        lines += [f"{unit} must not be what limits the clock of a router. Its depth and that of its "
                  f"parts, over all",
                  f"paths between registers and ports, beside that of {yardstick}:", "",
                  "| unit | " + " | ".join(entry["configurations"]) + " |",
                  "|---|" + "---:|" * len(none)]
        for name, values in rows:
            cells = " | ".join("-" if value is None else str(value) for value in values)
            lines.append(f"| {name} | {cells} |")
        verdicts = [verdict(ours, theirs) for ours, theirs
                    in zip(depths.get(unit, none), depths.get(yardstick, none))]
        lines += [f"| **{unit} is** | " + " | ".join(verdicts) + " |", "",
                  f"![Depth of {unit} and its parts](../images/cost_depth.png)", "",
                  f"![Gates of {unit} and its parts](../images/cost_cells.png)", ""]
    return "\n".join(lines)


def plot(document):
    """Depth and cells against the configurations."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    found = records.by_case(document)
    for entry in configurations.table()["depth"]:
        shown = [name for name, _ in rows_of(entry, found)]
        for figure, title in (("depth", "gates in a row"), ("cells", "gates")):
            _, axes = pyplot.subplots(figsize=(7, 4.2))
            for name in shown:
                points = [(place, found[name, configuration][figure])
                          for place, configuration in enumerate(entry["configurations"])
                          if figure in found.get((name, configuration), {})]
                bold = name in (entry["unit"], entry["yardstick"])
                axes.plot(*zip(*points), marker="o", label=name, linewidth=2.2 if bold else 1,
                          linestyle="--" if name == entry["yardstick"] else "-",
                          color="black" if name == entry["yardstick"] else None)
            axes.set_xticks(range(len(entry["configurations"])), entry["configurations"])
            axes.set_ylabel(title)
            if figure == "cells":
                axes.set_yscale("log")
            else:
                axes.set_ylim(bottom=0)
            axes.grid(alpha=0.3)
            axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
            for ending in ("svg", "png"):
                pyplot.savefig(IMAGES / f"cost_{figure}.{ending}", bbox_inches="tight", dpi=110,
                               metadata={"Date": None} if ending == "svg" else None)
            pyplot.close()
