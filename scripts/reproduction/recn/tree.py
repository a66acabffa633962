# SPDX-License-Identifier: Apache-2.0
"""Congestion trees as they form, move, merge and are freed: which ports hold SAQs of which root, drawn on the network."""

from recn.mechanism import BASIC, ENHANCED, TREES, butterfly_channels, flow_rates, some
from stats import interval

ARITY, STAGES = 4, 3
WIDTH = ARITY ** (STAGES - 1)  # routers of a stage
# Three flows meet at a channel to the last stage; for a while three more come to the same node by others.
STORY = {"traffic.beside.sources": [1, 17, 33], "traffic.beside.mapping": [4, 8, 12],
         "traffic.beside.rate": 0.4, "traffic.hot.sources": [2, 18, 34], "traffic.hot.rate": 0.4,
         "traffic.hot.stop": 12000, "traffic.hot2.rate": 0.3, "traffic.hot2.start": 6000,
         "traffic.hot2.stop": 8000, "run.warmup": 0, "run.measure": 24000, "run.interval": 100}
SNAPSHOTS = (400, 5000, 7000, 8000, 16000)  # cycles
# From the leaves to the root: three outputs of the first stage are offered the most above their rate, the output of the second that
# their flows to node 0 share a little, that to node 0 the least, by a flow that comes another way. All begin at once.
MERGE = {"traffic.beside.sources": [1, 17, 33], "traffic.beside.mapping": [4, 8, 12], "traffic.beside.rate": 0.85,
         "traffic.beside.stop": 8000, "traffic.hot.sources": [2, 18, 34], "traffic.hot.rate": 0.36, "traffic.hot.stop": 12000,
         "traffic.hot2.sources": [5], "traffic.hot2.rate": 0.06, "traffic.hot2.stop": 12000,
         "run.warmup": 0, "run.measure": 20000, "run.interval": 100}
MERGE_SNAPSHOTS = (600, 1200, 1800, 5000, 11000)
MERGED = {"run.warmup": 2000, "run.measure": 6000, "run.interval": 2000}  # all flows run, the trees have formed
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


def looks(runner, seed, settings, snapshots, stage_of):
    """SAQs of each stage over time, how many roots there are, and at some cycles each SAQ's place with its root's. `stage_of`: label
    and stage that a SAQ at a router, with its root's, counts for."""
    channels = butterfly_channels(ARITY, STAGES)
    _, _, tables = flow_rates(runner, TREES, seed, settings)
    cycles = range(0, settings["run.measure"], settings["run.interval"])
    counts = {stage_of(router, router): {cycle: 0 for cycle in cycles} for router in range(0, STAGES * WIDTH, WIDTH)}
    shown = {cycle: [] for cycle in snapshots}
    roots = {cycle: set() for cycle in cycles}
    for row in tables["recn"]:
        cycle, router = int(row["cycle"]), int(row["router"])
        root = root_of(row, channels)
        if cycle in cycles:
            counts[stage_of(router, root[0])][cycle] += 1
            roots[cycle].add(root)
        if cycle in shown:
            shown[cycle].append([router, row["side"], int(row["port"]), *root])
    return {"counts": {stage: [[cycle, saqs] for cycle, saqs in row.items()] for stage, row in counts.items()},
            "roots": [[cycle, len(here)] for cycle, here in roots.items()],
            "snapshots": {str(cycle): rows for cycle, rows in shown.items()}}


def tree(runner, seeds, data):
    """By form: a tree that moves downstream as flows join it."""
    for name, form in FORMS.items():
        data[f"recn_tree_{name}"] = looks(runner, list(seeds)[0], {**form, **STORY}, SNAPSHOTS,
                                          lambda router, _: f"stage {router // WIDTH + 1}")


def merge(runner, seeds, measures, data):
    """By form: trees of the leaves, and the one that they merge into; how full the leaves' outputs are meanwhile, the least of them."""
    for name, form in FORMS.items():
        data[f"recn_merge_{name}"] = looks(runner, list(seeds)[0], {**form, **MERGE}, MERGE_SNAPSHOTS,
                                           lambda _, root: f"root in stage {root // WIDTH + 1}")
    leaves = list(zip(MERGE["traffic.beside.sources"], MERGE["traffic.hot.sources"]))
    for name, form in {**FORMS, "one_queue": {"mechanism.name": "none"}}.items():
        full = []
        for seed in some(seeds):
            _, rates, _ = flow_rates(runner, TREES, seed, {**form, **MERGE, **MERGED})
            full.append(min(rates["beside", one] + rates["hot", other] for one, other in leaves))
        measures[f"merge.leaf_output.{name}"] = interval(full)


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


def merge_words(data, measures):
    """When there were SAQs of roots in each stage, and what the leaves' outputs carry."""
    said, stays, late = [], {}, MERGE_SNAPSHOTS[-2]
    for form in FORMS:
        seen, then = [], []
        for rows in data[f"recn_merge_{form}"]["counts"].values():  # by the stage of the root
            seen.append([cycle for cycle, saqs in rows if saqs])
            then.append(dict(map(tuple, rows))[late])
        first = ", ".join(f"{min(cycles):,} in stage {stage}" if cycles else f"never in stage {stage}"
                          for stage, cycles in enumerate(seen, 1))
        stays[form] = then[1] > 0
        said.append(f"{form.capitalize()}: the first SAQs of a root are seen at cycle {first}. Of those at {late:,}, {then[0]} are of the "
                    f"leaves' own roots, {then[1]} of the root in stage 2 and {then[2]} of that in stage 3"
                    + (f"; the last SAQ of the root in stage 2 is seen at {max(seen[1]):,}." if seen[1] else "."))
    said.append("So it is as the text says: trees that form from the leaves merge under the enhanced form, and \"will not be correctly "
                "treated\" (4.2) by the basic one: what it keeps for the old root it does not set aside for the new one."
                if stays["basic"] and not stays["enhanced"] else
                "The text has it otherwise: trees that form from the leaves merge under the enhanced form, and not under the basic one (4.2).")
    full = {name: measures[f"merge.leaf_output.{name}"] for name in (*FORMS, "one_queue")}
    basic, enhanced, one_queue = (f"{value.mean:.2f} ± {value.half:.2f}" for value in full.values())
    costs = full["basic"].mean + full["basic"].half < full["enhanced"].mean - full["enhanced"].half
    said.append(f"While the trees stand, from {MERGED['run.warmup']:,} to {MERGE['traffic.beside.stop']:,}, the least of the leaves' outputs carries "
                f"{basic} flits a cycle (basic), {enhanced} (enhanced) and {one_queue} (one queue): what stays under the basic form "
                + ("costs flows here." if costs else "costs nothing here."))
    return " ".join(said)


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
