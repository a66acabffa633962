# SPDX-License-Identifier: Apache-2.0
"""The SRP paper's page and plots."""

import keys
import people
import report
from srp import hotspot, uniform

PAGE = "reproduction_srp.md"
BEFORE_DIGESTS = "Those without digests drew random routes in another order."
OFFERED, ACCEPTED = "offered load, flits/cycle/node", "accepted load, flits/cycle/node"
LOAD_PLOTS = {  # figure: title, axis, more; those of a value over the offered load
    "srp_f6": ("Fig 6: uniform traffic beside a 40:1 hotspot", ACCEPTED, {}),
    "srp_f8": ("Fig 8: uniform traffic, 4-packet messages", "latency, cycles", {"ylim": (0, 3000)}),
    "srp_f10": ("Fig 10: use of all channels", "share of the bandwidth", {}),
    "srp_f11": ("Fig 11: speculative packets", "flits/cycle/node", {}),
    "srp_f12": ("Fig 12: drops by TTW", "dropped, flits/cycle/node", {}),
    "srp_f13": ("Fig 13: drops by n_max, 256-packet messages", "dropped, flits/cycle/node", {}),
}
MARKS = "Each leads to its claim. Black stars and lines: what the paper's text says; where it gives a ratio, of ours."
BY_FIGURE = {f"Fig {n}": f"srp_f{n}" for n in range(4, 15)}


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


def paper_star(axes, x, y, text):
    """What the paper's text says of this place."""
    axes.plot([x], [y], marker="*", color="black", markersize=9, linestyle="none", label=f"paper: {text}")


def plot_fig5(data, plots):
    figure, (left, right) = plots.axes((7, 3.2), columns=2)
    names = list(data)
    left.bar(names, [data[n][0] for n in names], yerr=[data[n][1] for n in names], capsize=4)
    left.set(ylabel="throughput of a sender, flits/cycle", title="Fig 5 (bars: deviation of senders)")
    right.bar(names, [data[n][2] for n in names], color="C1")
    right.set(ylabel="mean in-flight latency, cycles", yscale="log")
    plots.save(figure, "srp_f5")


def plot_fig7(data, plots):
    figure, axes = plots.axes((8, 3.4), columns=2)
    for column, what in ((1, "mean latency, cycles"), (2, ACCEPTED)):
        plots.lines(axes[column - 1], {label: [[row[0], row[column]] for row in rows]
                                       for label, rows in data.items()}, marker=None)
        axes[column - 1].set(xlabel="time since the hotspot's start, ms", ylabel=what)
        axes[column - 1].set_ylim(bottom=0)
    axes[0].set_title("Fig 7: uniform traffic as a hotspot starts")
    axes[0].legend()
    plots.save(figure, "srp_f7")


def plots(data, _measures, folder):
    plots = report.Plots(folder)
    if "srp_f4" in data:
        figure, axes = plots.axes()
        bars(axes, data["srp_f4"])
        paper_star(axes, 0, 1.47 * data["srp_f4"]["baseline"]["S0"], "S0 47 % above the baseline")
        axes.set(ylabel=ACCEPTED, title="Fig 4: throughput by sender")
        axes.legend()
        plots.save(figure, "srp_f4")
    if "srp_f5" in data:
        plot_fig5(data["srp_f5"], plots)
    if "srp_f7" in data:
        plot_fig7({**data["srp_f7"], **data.get("srp_f7_long", {})}, plots)  # the longer runs
    if "srp_f9" in data:
        figure, axes = plots.axes((7, 3.4))
        bars(axes, data["srp_f9"], lambda size: size.replace(" ", "\n"))
        at = list(data["srp_f9"]["baseline"]).index("4")
        paper_star(axes, at, 1.06 * data["srp_f9"]["baseline"]["4"][0], "SRP 6 % above the baseline")
        axes.set(xlabel="packets of a message", ylabel=ACCEPTED, ylim=(0.4, 1),
                 title="Fig 9: accepted load of uniform traffic at full offered load")
        axes.legend(ncols=3)
        plots.save(figure, "srp_f9")
    if "srp_f14" in data:
        plots.curves("srp_f14", data["srp_f14"], "Fig 14: every node sends 8 packets to one",
                     "time since the impulse, us", ACCEPTED, ylim=(0, 0.5))
    for name, (title, axis, more) in LOAD_PLOTS.items():
        if name in data:
            figure, axes = plots.axes()
            plots.lines(axes, data[name])
            if name == "srp_f8":
                under = next(row[1] for row in data[name]["baseline"] if row[0] == 0.85)
                paper_star(axes, 0.85, 1.25 * under, "SRP 25 % above the baseline")
            axes.set(xlabel=OFFERED, ylabel=axis, title=title, **more)
            axes.legend(fontsize=8)
            plots.save(figure, name)


def text(paper, measures, _data, seeds, hardware, images):
    return f"""# What the SRP paper claims, and what this network shows

{people.totals(paper, measures)}

## Every claim
{people.claims_table(paper, measures)}

What was found on the way, in one screen: [what we found](reproduction.md#what-we-found).

## All figures
{MARKS}

{people.small_multiple(paper, BY_FIGURE, images)}

## How to read this
Generated by `scripts/reproduce.py --paper srp`; do not edit. {seeds} seeds each (Figs 6, 9, 13, 1-packet runs of Fig 10: {hotspot.F6_SEEDS},
because one run takes long; Fig 7: {hotspot.F7_SEEDS}); every comparison is made seed by seed and given with its
95 % confidence interval (Student's t). A claim is in range when the whole interval is. `search`: half of the last bracket of a bisection; `± 0`: the same with every seed. Bounds:
`scripts/reproduction/srp/claims.toml`; scenarios: `sim/scenarios/srp_f*.toml`; mechanisms: the
[SRP](srp/srp.md) and [ECN](ecn/ecn.md). The CBCM paper's figures: [reproduction.md](reproduction.md).

How far these verdicts carry: `arbitration = "packet"` became the default after Figs 8, 10 and 11 had been seen under `"flit"`, so for those `in range`
says that the model can show it. The second definitions of Figs 4 and 7 were added when the first ones' results were known. What follows from each
`arbitration` is said where a claim differs; under keys fixed beforehand: [fidelity.md](fidelity.md).

Which simulator made what: {people.made_by(paper)}

{people.fixed_made_by(paper)}

## Claim by claim
{people.sections(paper, measures, BY_FIGURE, images)}

## Every row under every value
{keys.section(paper, measures)}

## How it was measured
- One cycle is one flit, 6.4 ns. Table 1 in cycles: TTW 203, `n_max` 16, `n_min` 4, epsilon 0.05; ECN: delay +125, -8
  every 313, at most 4,095, threshold 0.9 of a VC's input buffer. The paper's queue pairs have any number of reservations
  at a time; here 64, the largest that the hardware is built with (`reservation_entries`, likewise `delay_entries`).
- Run lengths are in `scripts/reproduction/srp/`. Uniform traffic: {uniform.F8_LENGTH['run__warmup']:,} cycles, then {uniform.F8_LENGTH['run__measure']:,} measured (at
  {uniform.F8_PEAK} {uniform.F8_PEAK_LENGTH['run__warmup']:,} and {uniform.F8_PEAK_LENGTH['run__measure']:,}); at full load (Fig 9) {uniform.F9_LENGTH['run__warmup']:,} and {uniform.F9_LENGTH['run__measure']:,}. A hotspot that starts
  with empty delays holds ECN's network up for 200,000 cycles: Fig 5 is measured after 400,000; in Fig 6 the hotspot of
  the baseline and ECN starts alone, uniform traffic follows at 220,000 and is measured from 240,000 on.
- Fig 5: `send_queue_flits` is 1,024, so that the senders always have something to send and the in-flight latency (the
  last injection to ejection) has a mean; it does not depend on the time in the send queue.
- Figs 7 and 14: the uniform traffic is steady after 2,000 cycles, so hotspot and impulse start at cycles 20,000 and 6,240
  instead of 156,250. Fig 7: bins of 10 us, the peak of one run over its mean before the start; settled: below 1.5
  times that mean from then on. Fig 14: each of the {seeds} values is taken from the average of {hotspot.F14_RUNS} runs with seeds of
  their own, smoothed over 3 us; recovered: at 95 % of the load before from then on.
- Fig 6 shows the uniform traffic only. The hotspot itself accepts, beside a uniform load of 0.9,
  {measures['f6.hotspot_at_0.9.SRP'].text()} flits a cycle under SRP and {measures['f6.hotspot_at_0.9.ECN'].text()} under ECN, soon after the uniform traffic's start.
- Fig 9: what is accepted at full offered load. `Bi`: 4- and 64-packet messages with equal shares of the data (the paper:
  "equal fractions"); `Mix`: 4 to 64. The order is judged from 4 packets on, both included.
- Longer runs: at 0.85 Fig 8's peak was 0.381 ± 0.027 over 25,000 cycles and is as above over 60,000; in Fig 13 doubling warm-up
  and measurement at 0.9 changes the ratio of n_max 16 to 8 from 0.50 to 0.49 (one seed). Fig 9 is not stationary: with unbounded
  send queues all networks accept more the longer they are overloaded, because packets for ever more destinations
  wait and mix. At 64 packets after 80,000 cycles instead of 30,000 (one seed): baseline 0.73, ECN 0.87, SRP 0.90,
  so the order stays and the distances shrink. 4096 nodes are measured for 10,000 cycles. Over 30,000 SRP's accepted loads beside
  the hotspot and without it differ by at most 0.4 % from those over 10,000, and from each other by less than 0.0002 either way;
  at 0.4 SRP is steady after 10,000 cycles, at 0.8 after 35,000, and the baseline beside the hotspot after 17,000. At full
  load the baseline falls and SRP rises for as long as was looked at: 0.891 and 0.923 from 30,000 to 40,000, 0.885 and
  0.934 from 50,000 to 60,000 (one seed).
- Figs 10 and 11: shares of the bandwidth of all channels, those of the nodes included; `relative` compares with what the
  baseline uses. Drop rates are flits of dropped packets per cycle and node.

## Hardware
{hardware}

## All measures
{report.all_measures(measures, paper)}
"""
