# SPDX-License-Identifier: Apache-2.0
"""A congestion tree as it forms, moves and is freed: which ports hold SAQs of which root, drawn on the network."""

from recn.mechanism import BASIC, ENHANCED, TREES, butterfly_channels, flow_rates

ARITY, STAGES = 4, 3
WIDTH = ARITY ** (STAGES - 1)  # routers of a stage
# Three flows meet at a channel to the last stage; for a while three more come to the same node by others.
STORY = {"traffic.beside.sources": [1, 17, 33], "traffic.beside.mapping": [4, 8, 12],
         "traffic.beside.rate": 0.4, "traffic.hot.sources": [2, 18, 34], "traffic.hot.rate": 0.4,
         "traffic.hot.stop": 12000, "traffic.hot2.rate": 0.3, "traffic.hot2.start": 6000,
         "traffic.hot2.stop": 8000, "run.warmup": 0, "run.measure": 24000, "run.interval": 100}
SNAPSHOTS = (400, 5000, 7000, 8000, 16000)  # cycles
FORMS = {"basic": BASIC, "enhanced": ENHANCED}


def root_of(row, channels):
    """Router and output of the root of a SAQ's path, which has the turns from its port on."""
    router, turns = int(row["router"]), [int(turn) for turn in row["path"].split(".")]
    output = int(row["port"])
    if row["side"] == "ingress":
        output = turns.pop(0)
    for turn in turns:
        router, output = channels[router, output][0], turn
    return router, output


def tree(runner, seeds, data):
    """By form: SAQs of each stage over time, and at some cycles each SAQ's place with its root's."""
    channels = butterfly_channels(ARITY, STAGES)
    for name, form in FORMS.items():
        _, _, tables = flow_rates(runner, TREES, list(seeds)[0], {**form, **STORY})
        cycles = range(0, STORY["run.measure"], STORY["run.interval"])
        counts = {f"stage {stage + 1}": {cycle: 0 for cycle in cycles} for stage in range(STAGES)}
        shown = {cycle: [] for cycle in SNAPSHOTS}
        roots = {cycle: set() for cycle in cycles}
        for row in tables["recn"]:
            cycle, router = int(row["cycle"]), int(row["router"])
            if cycle in cycles:
                counts[f"stage {router // WIDTH + 1}"][cycle] += 1
                roots[cycle].add(root_of(row, channels))
            if cycle in shown:
                shown[cycle].append([router, row["side"], int(row["port"]), *root_of(row, channels)])
        data[f"recn_tree_{name}"] = {
            "counts": {stage: [[cycle, saqs] for cycle, saqs in row.items()]
                       for stage, row in counts.items()},
            "roots": [[cycle, len(here)] for cycle, here in roots.items()],
            "snapshots": {str(cycle): rows for cycle, rows in shown.items()}}


def place(router, side, port):
    """Of a router's port in the drawing: stages from left to right, ports from top to bottom."""
    stage, index = divmod(router, WIDTH)
    return stage + (0.12 if side == "egress" else -0.12), -(index * ARITY + port)


def draw_network(axes, rows, colours):
    """All channels in grey; in the colour of its root each channel at whose ends a SAQ is."""
    channels = butterfly_channels(ARITY, STAGES)
    into = {target: source for source, target in channels.items()}

    def line(router, port, **style):
        x, y = place(router, "egress", port)
        ends = place(channels[router, port][0], "ingress", channels[router, port][1]) \
            if (router, port) in channels else (STAGES - 1 + 0.6, y)
        axes.plot((x, ends[0]), (y, ends[1]), **style)

    for router in range(STAGES * WIDTH):
        (left, top), (right, bottom) = place(router, "ingress", 0), place(router, "egress", ARITY - 1)
        axes.fill((left, right, right, left), (top + 0.3, top + 0.3, bottom - 0.3, bottom - 0.3),
                  facecolor="#eeeeee", edgecolor="#bbbbbb", linewidth=0.5)
        for port in range(ARITY):
            line(router, port, color="#dddddd", linewidth=0.4, zorder=0)
    for router, side, port, *root in rows:
        colour = colours[tuple(root)]
        x, y = place(router, side, port)
        axes.plot(x, y, "s", color=colour, markersize=3)
        if side == "egress":
            line(router, port, color=colour, linewidth=1.2)
        elif (router, port) in into:
            line(*into[router, port], color=colour, linewidth=1.2)
        else:
            axes.plot((x - 0.3, x), (y, y), color=colour, linewidth=1.2)
    for root in {tuple(row[3:]) for row in rows}:
        line(*root, color=colours[root], linewidth=2.5)
        axes.plot(*place(root[0], "egress", root[1]), "*", color=colours[root], markersize=9)
    for stage in range(STAGES):
        axes.text(stage, -WIDTH * ARITY - 2, f"stage {stage + 1}", fontsize=7, ha="center")
    axes.set_axis_off()


def draw(plots, name, data, title):
    snapshots = data["snapshots"]
    figure, axes = plots.plt.subplots(2, len(snapshots), figsize=(11, 7.2),
                                      gridspec_kw={"height_ratios": [5, 1.3]})
    roots = sorted({tuple(row[3:]) for rows in snapshots.values() for row in rows})
    colours = {root: f"C{number}" for number, root in enumerate(reversed(roots))}
    for panel, (cycle, rows) in zip(axes[0], snapshots.items()):
        draw_network(panel, rows, colours)
        panel.set_title(f"cycle {int(cycle):,}: {len(rows)} SAQs", fontsize=9)
    grid = axes[1][0].get_gridspec()
    for below in axes[1]:
        below.remove()
    below = figure.add_subplot(grid[1, :])
    for stage, rows in data["counts"].items():
        below.plot([row[0] for row in rows], [row[1] for row in rows], label=stage, linewidth=1.2)
    for cycle in snapshots:
        below.axvline(int(cycle), color="#999999", linewidth=0.7, linestyle=":")
    below.set(xlabel="cycle", ylabel="SAQs in use")
    below.grid(alpha=0.3)
    below.legend(fontsize=8)
    figure.suptitle(title, fontsize=10)
    plots.save(figure, name)


def words(data):
    """How many SAQs and roots there are over time."""
    said = []
    for form in FORMS:
        story = data[f"recn_tree_{form}"]
        times = range(len(story["roots"]))
        most = max(sum(rows[at][1] for rows in story["counts"].values()) for at in times)
        several = [cycle for cycle, roots in story["roots"] if roots > 1]
        last = max(cycle for cycle, roots in story["roots"] if roots)
        said.append(f"{form.capitalize()}: at most {most} SAQs; SAQs of more than one root in {len(several)} of {len(times)} looks, "
                    f"between cycles {min(several):,} and {max(several):,}; the last SAQ is seen at {last:,}.")
    return " ".join(said) + (" Where a notification may be more specific (enhanced) the old tree's SAQs give way to those of the new root; "
                             "where not, the old root stays, a tree of its own, beside the new one.")
