# SPDX-License-Identifier: Apache-2.0
"""Depth of a unit and its parts beside that of a yardstick: table, verdict and plots."""

from . import configurations, gates, records, rtl, tools

IMAGES = tools.ROOT / "docs/images"


def verdict(ours, yardstick):
    """In words, from two depths."""
    if ours is None or yardstick is None:
        return "not measured"
    return "no longer" if ours <= yardstick else f"longer by {ours - yardstick}"


def rows_of(entry, found, figure="depth"):
    """Rows (name, depths by configuration) of the unit, its parts and last the yardstick; a unit
    has one for every variant in which it is measured."""
    rows = []
    for name in [*rtl.parts_of(entry["unit"]), entry["yardstick"]]:
        for variant in entry["variants"]:
            depths = [found.get((name, configuration + variant), {}).get(figure)
                      for configuration in entry["configurations"]]
            if any(value is not None for value in depths):
                rows.append((name, variant, depths))
    return rows


def table_of(entry, rows):
    """Lines of the table of depths, with a verdict for every variant of the unit."""
    none = [None] * len(entry["configurations"])
    theirs = next((values for name, _, values in rows if name == entry["yardstick"]), none)
    lines = ["| unit | " + " | ".join(entry["configurations"]) + " |",
             "|---|" + "---:|" * len(none)]
    for name, variant, values in rows:
        cells = " | ".join("-" if value is None else str(value) for value in values)
        lines.append(f"| {name}{variant} | {cells} |")
    for name, variant, values in rows:
        if name == entry["unit"]:
            verdicts = " | ".join(verdict(*pair) for pair in zip(values, theirs))
            lines.append(f"| **{name}{variant} is** | {verdicts} |")
    return lines


def section(document):
    found, lines = records.by_case(document), ["## Depth beside an allocator", ""]
    for entry in configurations.table()["depth"]:
        unit, yardstick = entry["unit"], entry["yardstick"]
        lines += [entry["claim"],
                  "Its depth and that of its parts, over all paths between registers and ports,",
                  f"beside that of {yardstick}, by the script above:", "",
                  *table_of(entry, rows_of(entry, found)), "",
                  f"By a script that restructures for delay (`{gates.FAST}`), at the price of more",
                  "gates, which no other table shows:", "",
                  *table_of(entry, rows_of(entry, found, "depth_fast")), "",
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
        shown = [(name, variant) for name, variant, _ in rows_of(entry, found)]
        for figure, title in (("depth", "gates in a row"), ("cells", "gates")):
            _, axes = pyplot.subplots(figsize=(7, 4.2))
            names = list(dict.fromkeys(name for name, _ in shown if name != entry["yardstick"]))
            variants = list(dict.fromkeys(variant for _, variant in shown))
            for name, variant in shown:
                points = [(place, found[name, configuration + variant][figure])
                          for place, configuration in enumerate(entry["configurations"])
                          if figure in found.get((name, configuration + variant), {})]
                bold = name in (entry["unit"], entry["yardstick"])
                if not points:
                    continue
                # A colour is a unit's alone, also with more units than ten; its variants differ in line and marker.
                place = variants.index(variant)
                axes.plot(*zip(*points), marker="osD^v"[place % 5], markersize=4, label=name + variant,
                          linewidth=2.2 if bold else 1,
                          linestyle="--" if name == entry["yardstick"] else ("-", ":", "-.")[place % 3],
                          color="black" if name == entry["yardstick"]
                          else pyplot.cm.turbo(0.05 + 0.9 * names.index(name) / max(1, len(names) - 1)))
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
