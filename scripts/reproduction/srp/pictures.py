# SPDX-License-Identifier: Apache-2.0
"""The SRP paper's figures, drawn from what measured.json keeps, in the paper's axes. Black stars and lines: what its text says.

No mark: Fig 11's 1.5 % is a share of all channels, not of a node's; Fig 14's "several microseconds" is no number."""

from report import legend_below, line, star

OFFERED, ACCEPTED = "offered load, flits/cycle/node", "accepted load, flits/cycle/node"
BY_FIGURE = {f"Fig {n}": f"srp_f{n}" for n in range(4, 15)}
# Fig 6: curves that lie on one another differ in marker, size and line.
F6_STYLES = {"SRP, uniform only": ("C0", "o", 15, "-"), "ECN, uniform only": ("C2", "s", 11, "--"), "baseline, uniform only": ("C3", "^", 7, "-."),
             "SRP, hotspot and uniform": ("C0", "+", 22, ":"), "ECN, hotspot and uniform": ("C2", "x", 14, ":"), "baseline, hotspot and uniform": ("C3", "v", 6, ":")}


def bars(axes, groups, label_of=str):
    """groups: series -> place -> height or [height, half width]."""
    width = 0.8 / len(groups)
    for number, (series, values) in enumerate(groups.items()):
        pairs = [v if isinstance(v, (list, tuple)) else (v, 0) for v in values.values()]
        axes.bar([i + (number - (len(groups) - 1) / 2) * width for i in range(len(pairs))],
                 [p[0] for p in pairs], width, yerr=[p[1] for p in pairs], capsize=2, label=series)
    places = list(next(iter(groups.values())))
    axes.set_xticks(range(len(places)), [label_of(p) for p in places])
    axes.grid(axis="y", alpha=0.3)


def at(rows, load):
    return next(row[1] for row in rows if row[0] == load)


# Which senders' data each link of Fig 1(a) carries.
LINKS = {"L0": ("S0", "S1", "S2"), "L1": ("S0",), "L2": ("S1", "S2", "S3", "S4", "S5")}


def fig4(data, plots):
    """Figs 1(b) and 4: what the links carry, by sender; without management, with SRP, and with ECN beside them."""
    figure, axes = plots.axes((6.5, 4.6))
    named, width = set(), 0.26
    for number, (mechanism, rates) in enumerate(data.items()):
        for link, senders in enumerate(LINKS.values()):
            place, height = link + (number - 1) * width, 0.0
            for sender in senders:
                axes.bar(place, rates[sender], 0.9 * width, bottom=height, color=f"C{list(rates).index(sender)}",
                         label=None if sender in named else sender)
                named.add(sender)
                height += rates[sender]
            axes.annotate(mechanism, (place, height), ha="center", va="bottom", fontsize=7)
    star(axes, 1, 1.47 * data["baseline"]["S0"], "S0 47 % above the baseline")
    star(axes, 2, 0.95 * sum(data["baseline"][sender] for sender in LINKS["L2"]), "L2 5 % below the baseline", "P")
    axes.set_xticks(range(len(LINKS)), list(LINKS))
    axes.set(ylabel="throughput of a link, flits/cycle", ylim=(0, 1.15), title="Figs 1(b), 4: what the links carry, by sender")
    legend_below(axes, 4, 0.1)
    plots.save(figure, "srp_f4")


def fig5(data, plots):
    figure, (left, right) = plots.axes((7, 3.6), columns=2)
    names = list(data)
    left.bar(names, [data[n][0] for n in names], yerr=[data[n][1] for n in names], capsize=4)
    star(left, names.index("SRP"), 0.95 * data["baseline"][0], "SRP 5 % below the baseline")
    left.set(ylabel="throughput of a sender, flits/cycle", title="Fig 5 (bars: deviation of senders)")
    legend_below(left, 1, 0.1)
    right.bar(names, [data[n][2] for n in names], color="C1")
    right.set(ylabel="mean in-flight latency, cycles", yscale="log")
    plots.save(figure, "srp_f5")


def fig6(data, plots):
    figure, axes = plots.axes((5.5, 4.7))
    for label in [*F6_STYLES, *(label for label in data if label not in F6_STYLES)]:
        if label in data:
            colour, marker, size, style = F6_STYLES.get(label, ("C4", "D", 4, "-"))
            axes.plot([row[0] for row in data[label]], [row[1] for row in data[label]], color=colour, marker=marker, markersize=size, alpha=0.75,
                      linestyle=style, linewidth=1.2, markerfacecolor="none", markeredgewidth=1.2, label=label)
    line(axes, 0.1, "baseline saturates below 0.1")
    axes.set(xlabel=OFFERED, ylabel=ACCEPTED, title="Fig 6: uniform traffic beside a 40:1 hotspot")
    axes.grid(alpha=0.3)
    legend_below(axes, 2)
    for handle in axes.get_legend().get_lines():
        handle.set_markersize(min(handle.get_markersize(), 8))
    plots.save(figure, "srp_f6")


def fig7(data, plots):
    figure, both = plots.axes((8, 3.9), columns=2)
    for axes, column, what in zip(both, (1, 2), ("mean latency, cycles", ACCEPTED)):
        plots.lines(axes, {label: [[row[0], row[column]] for row in rows] for label, rows in data.items()}, marker=None)
        line(axes, 1, "ECN as before after about 1 ms")
        axes.set(xlabel="time since the hotspot's start, ms", ylabel=what)
        axes.set_ylim(bottom=0)
        legend_below(axes, 2, 0.2)
    both[0].set_title("Fig 7: uniform traffic as a hotspot starts")
    plots.save(figure, "srp_f7")


def fig9(data, plots):
    figure, axes = plots.axes((7, 4))
    bars(axes, data, lambda size: size.replace(" ", "\n"))
    place = list(data["baseline"]).index("4")
    star(axes, place, 1.06 * data["baseline"]["4"][0], "SRP 6 % above the baseline")
    star(axes, place, 1.03 * data["ECN"]["4"][0], "SRP 3 % above ECN", "_")
    axes.set(xlabel="packets of a message", ylabel=ACCEPTED, ylim=(0.4, 1),
             title="Fig 9: accepted load of uniform traffic at full offered load")
    legend_below(axes, 3, 0.2)
    plots.save(figure, "srp_f9")


def halving_stars(curves):
    """Each curve's peak at half of that before, from the first one's on: places of the stars."""
    peaks = [max(rows, key=lambda row: row[1]) for rows in curves.values()]
    return [(peak[0], peaks[0][1] / 2 ** place) for place, peak in enumerate(peaks)][1:]


def marks(name, data, measures):
    """Of the pictures that are curves over the offered load: (x, y, text), y None for a line."""
    if name == "srp_f8":
        return [(0.85, 1.25 * at(data["baseline"], 0.85), "SRP 25 % above the baseline")]
    if name == "srp_f10":  # the text: past 70 % of load, and at most
        four, one = (measures[f"f10.{extra}_load_of_peak"].mean for extra in ("extra", "extra_one_packet"))
        return [(four, at(data["baseline"], four) + 0.025, "SRP uses less than 2.5 % more"),
                (one, at(data["baseline, 1 packet"], one) + 0.20, "1 packet: at most 20 % more", "P")]
    if name == "srp_f11":
        return [(0.5, None, "most are injected near a load of 0.5")]
    if name in ("srp_f12", "srp_f13"):
        return [(x, y, "half per doubling" if place == 0 else None) for place, (x, y) in enumerate(halving_stars(data))]
    return []


LOAD_PLOTS = {  # figure: title, axis, more; those of a value over the offered load
    "srp_f8": ("Fig 8: uniform traffic, 4-packet messages", "latency, cycles", {"ylim": (0, 3000)}),
    "srp_f10": ("Fig 10: use of all channels", "share of the bandwidth", {}),
    "srp_f11": ("Fig 11: speculative packets", "flits/cycle/node", {}),
    "srp_f12": ("Fig 12: drops by TTW", "dropped, flits/cycle/node", {}),
    "srp_f13": ("Fig 13: drops by n_max, 256-packet messages", "dropped, flits/cycle/node", {}),
}


def over_load(name, data, measures, plots):
    title, axis, more = LOAD_PLOTS[name]
    figure, axes = plots.axes((5.5, 4.3))
    plots.lines(axes, data)
    for x, y, *said in marks(name, data, measures):
        line(axes, x, *said) if y is None else star(axes, x, y, *said)
    axes.set(xlabel=OFFERED, ylabel=axis, title=title, **more)
    legend_below(axes, 2)
    plots.save(figure, name)


def draw(data, measures, plots):
    for name, one in (("srp_f4", fig4), ("srp_f5", fig5), ("srp_f6", fig6), ("srp_f9", fig9)):
        if name in data:
            one(data[name], plots)
    if "srp_f7" in data:
        fig7({**data["srp_f7"], **data.get("srp_f7_long", {})}, plots)  # the longer runs
    if "srp_f14" in data:
        plots.curves("srp_f14", data["srp_f14"], "Fig 14: every node sends 8 packets to one",
                     "time since the impulse, us", ACCEPTED, ylim=(0, 0.5))
    for name in LOAD_PLOTS:
        if name in data:
            over_load(name, data[name], measures, plots)
