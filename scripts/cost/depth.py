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


MARKERS = "os^vD<>PXd*p1+x"
GAP = 0.05  # between names, of the height of the axes


def spread(places):
    """Places moved apart, up and down alike, to be at least GAP from each other, in their order and within 0 to 1."""
    order = sorted(range(len(places)), key=places.__getitem__)
    groups = []  # of neighbours that touch: sum of what their first place would be for each, number
    for at in (places[i] for i in order):
        groups.append((at, 1))
        while len(groups) > 1 and start(groups[-1]) < start(groups[-2]) + groups[-2][1] * GAP:
            (above, more), (below, some) = groups.pop(), groups.pop()
            groups.append((below + above - more * some * GAP, some + more))
    moved = (start(one) + GAP * i for one in groups for i in range(one[1]))
    return [at for _, at in sorted(zip(order, moved))]


def start(group):
    total, number = group
    return min(max(total / number, 0.0), 1.0 - (number - 1) * GAP)


def name_ends(axes, last, drawn):
    """Each line's name at its end: beside the axes, or at its last point where that is not in the last configuration."""
    ends = []
    for line, name in drawn:
        x, y = line.get_xdata()[-1], line.get_ydata()[-1]
        if x == last:
            ends.append((line, name, y))
        else:
            axes.annotate(name, (x, y), xytext=(0, 6), textcoords="offset points", fontsize=7, color=line.get_color(),
                          ha="right" if x else "left")
    to_axes = axes.transData + axes.transAxes.inverted()
    places = spread([to_axes.transform((last, y))[1] for _, _, y in ends])
    for (line, name, y), place in zip(ends, places):
        arrow = {"arrowstyle": "-", "color": line.get_color(), "linewidth": 0.6, "shrinkA": 0, "shrinkB": 3, "relpos": (0, 0.5)}
        axes.annotate(name, (last, y), xytext=(1.06, place), textcoords="axes fraction", fontsize=7, va="center",
                      color=line.get_color(), arrowprops=arrow)


def plot(document):
    """Depth and cells against the configurations."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    found = records.by_case(document)
    for entry in configurations.table()["depth"]:
        shown = [(name, variant) for name, variant, _ in rows_of(entry, found)]
        for figure, title in (("depth", "gates in a row"), ("cells", "gates")):
            _, axes = pyplot.subplots(figsize=(7, 5))
            names = list(dict.fromkeys(name for name, _ in shown if name != entry["yardstick"]))
            variants = list(dict.fromkeys(variant for _, variant in shown))
            drawn = []
            for name, variant in shown:
                points = [(place, found[name, configuration + variant][figure])
                          for place, configuration in enumerate(entry["configurations"])
                          if figure in found.get((name, configuration + variant), {})]
                bold = name in (entry["unit"], entry["yardstick"])
                if not points:
                    continue
                # Colour and marker are a unit's, the line a variant's.
                number = names.index(name) if name in names else -1
                [line] = axes.plot(*zip(*points), marker="o" if number < 0 else MARKERS[number % len(MARKERS)],
                                   markersize=5, linewidth=2.2 if bold else 1,
                                   linestyle="--" if number < 0 else ("-", ":", "-.")[variants.index(variant) % 3],
                                   color="black" if number < 0 else pyplot.cm.tab20((2 * number + number // 10) % 20))
                drawn.append((line, name + variant))
            last = len(entry["configurations"]) - 1
            axes.set_xticks(range(last + 1), entry["configurations"])
            axes.set_ylabel(title)
            if figure == "cells":
                axes.set_yscale("log")
            else:
                axes.set_ylim(bottom=0)
            axes.grid(alpha=0.3)
            name_ends(axes, last, drawn)
            for ending in ("svg", "png"):
                pyplot.savefig(IMAGES / f"cost_{figure}.{ending}", bbox_inches="tight", dpi=110,
                               metadata={"Date": None} if ending == "svg" else None)
            pyplot.close()
