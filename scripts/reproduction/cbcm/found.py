# SPDX-License-Identifier: Apache-2.0
"""One screen of what the papers leave open and turned out to decide the result; every number is read from where it was measured."""

import json
import re
from pathlib import Path

import fixed
import keys
import papers
import people
import second_reading_rows
from cbcm import second

HERE = Path(__file__).resolve().parent
DEFAULTS = HERE.parents[2] / "docs/reference/defaults.md"
COLUMNS = {"UR 0.8": 2, "UR 0.9": 3, "messages": 12, "Fig 12 1/N": 13}  # of its first table, places of cells


def cell(changed, column):
    for line in DEFAULTS.read_text().splitlines():
        cells = [one.strip() for one in line.strip("|").split("|")]
        if cells[0] == changed:
            return float(cells[COLUMNS[column]])
    raise ValueError(f"{DEFAULTS.name} has no row '{changed}'")


def marked(stream, scope):
    """Share of output cycles that the randomised degree calls congested."""
    found = re.search(rf"\| {re.escape(stream)} \| {scope} \| ([\d.]+) % ", DEFAULTS.read_text())
    return found[1]


def text(measures):
    probe = json.loads((HERE.parent / "probe.json").read_text())
    reading = json.loads((HERE.parent / "second_reading/measured.json").read_text())
    standing = reading["occupancy_master"]["full"]
    srp = papers.Paper("srp")
    alone = {name: keys.load(srp if name == "srp" else papers.Paper("cbcm")) for name in papers.names() if name in people.TOGETHER}
    flit = {name: keys.measures_of(kept, "network.arbitration=flit") for name, kept in alone.items()}
    credits = keys.measures_of(alone["cbcm"], "routing.ugal_metric=credits")
    packet = {"cbcm": measures, "srp": people.joined(srp)}
    under_fixed, _ = fixed.measures(srp)
    port = keys.measures_of(alone["srp"], "network.output_queues=port")
    spread = {scope: [one[scope] for one in probe["scopes"].values()] for scope in ("waiting", "held")}
    everywhere = " and ".join(f"{min(each):.0f} to {max(each):.0f} %" for each in spread.values())

    def halvings(found):
        return ", ".join(f"{found[f'f13.ratio_{n}'].mean:.2f}" for n in ("8_over_4", "16_over_8", "32_over_16", "64_over_32"))

    def ttw(found):
        return ", ".join(f"{found[f'f12.ratio_{n}'].mean:.2f}" for n in ("203_over_94", "406_over_203"))

    def reading_of_ttw():
        return ", ".join(branch for _, branch, _ in second_reading_rows.readings()["srp-f12"][1])

    def percent(found, name):
        return f"{100 * found[name].mean:.1f} %"

    def ratio(name):
        none, srp, dropped = probe[name]
        return f"{srp / none:.1f} times the latency, {dropped:.2f} % dropped"
    order = ", ".join(f"{measures[f'f8b.cbcm_over_ideal.{r}'].mean:.2f} ({r})" for r in ("MIN", "UGAL"))
    def settled(figure, order):
        """What the search in the other order found; None if it has not run."""
        both = {r: measures.get(f"{figure}_settled.cbcm_over_ideal.{r}") for r in ("MIN", "UGAL")}
        return f"{order} at " + ", ".join(f"{one.mean:.2f} ({r})" for r, one in both.items()) if all(both.values()) else None
    eight = settled("f8b", "with the background after the senders are throttled")
    if not eight:
        bounds = ", ".join(f"{second.F8B_SPOTS[r] / measures[f'f8b.saturation.ideal({r})'].mean:.2f} ({r})" for r in ("MIN", "UGAL"))
        latencies = " and ".join(f"{measures[f'f8b_spot.latency.cbcm({r})'].mean:,.0f}" for r in ("MIN", "UGAL"))
        eight = (f"with the background after the senders are throttled it is not saturated at {second.F8B_SPOTS['MIN']} in any seed ({latencies} cycles, limit "
                 f"{measures['f8b_spot.limit'].mean:,.0f}), so at {bounds} of Ideal's at least")
    nine = settled("f9b", "with the tornado later") or (
        f"with the tornado later it accepts {percent(measures, 'f9b_spot.accepted_share.cbcm(UGAL)')} of what is offered at 0.9 of Ideal's saturation")
    nine = f"CBCM(UGAL) saturates at {measures['f9b.cbcm_over_ideal.UGAL'].mean:.2f} of Ideal's from a common start, {nine}"
    both = ["nothing (the defaults)", "network.arbitration = flit", "sample_interval = 1", "network.arbitration = flit, sample_interval = 1"]
    falsely = [f"{cell(name, 'UR 0.9'):.1f}" for name in both]
    return f"""## What we found
Six things that the papers leave open, and that decided results here. Each number is read from where it was measured.

| left open | what it decides | number | measured in |
|---|---|---|---|
| **Packet or flit arbitration**: may a packet that has begun keep the switch? | how much a hotspot gives way to others in Fig 13; SRP's drops; false hotspots of CBCM | Fig 13: the hotspot with a VC of its own accepts {percent(packet['cbcm'], 'f13.hotspot.dedicated')} with packets, {percent(flit['cbcm'], 'f13.hotspot.dedicated')} with flits (paper 93 %). SRP's drops per doubling of `n_max`: {halvings(packet['srp'])} with packets, {halvings(under_fixed)} with flits (the fixed keys; paper 0.5). Uniform traffic at 0.9 throttled falsely, of flow cycles: {falsely[0]} and {falsely[1]} %, with the paper's own sampling {falsely[2]} and {falsely[3]} % | [cbcm-f13](#fig-13-cbcm-f13), [srp-f13](reproduction_srp.md#fig-13-srp-f13), [defaults](defaults.md) |
| **What UGAL counts as a queue**: also what waits at the inputs (`voq`), or what has left them (`credits`) | whether adaptive routing spreads a hotspot at low load; what throttling at a router saves | Fig 2: UGAL's latency at zero load {percent(measures, 'f2.zero_load_excess')} above MIN's by `voq`, {percent(credits, 'f2.zero_load_excess')} by `credits` (paper 46 %). Fig 11: peak {measures['f11.peak_ratio'].mean:.2f} and {credits['f11.peak_ratio'].mean:.2f} of the endpoint's (paper 0.42) | [cbcm-f2-zero](#fig-2-cbcm-f2-zero), [cbcm-f11](#fig-11-cbcm-f11) |
| **Which requests count** for contention: those "in the VC allocation stage" (`waiting`), or held ones too | false hotspots of CBCM | at 0.9: {cell('request_scope = waiting', 'UR 0.9'):.1f} % of flow cycles against {cell('nothing (the defaults)', 'UR 0.9'):.1f} %; output cycles called congested at 0.5 with a sample in each cycle: {marked('UR 0.5', 'waiting')} % against {marked('UR 0.5', 'held')} %. `waiting` marks nothing in stretches in which every head has been granted, and everything in others, so that whole epochs are marked. Defaults: three seeds. In {len(probe['scopes'])} networks, five seeds, with each key of where packets wait: {everywhere} | [defaults](defaults.md), [fidelity](fidelity.md#request-scopes-again) |
| **Length of the observation epoch** | false hotspots against how much of a real one enters | 512, 2,048, 8,192 cycles: at 0.8 {cell('epoch_cycles = 512', 'UR 0.8'):.1f}, {cell('nothing (the defaults)', 'UR 0.8'):.1f}, {cell('epoch_cycles = 8192', 'UR 0.8'):.1f} % throttled falsely; Fig 12 at 1/N {cell('epoch_cycles = 512', 'Fig 12 1/N'):.1f}, {cell('nothing (the defaults)', 'Fig 12 1/N'):.1f}, {cell('epoch_cycles = 8192', 'Fig 12 1/N'):.1f} times Ideal's latency (paper 1.6 to 2.0) | [defaults](defaults.md) |
| **Where packets wait**: at the input, where SRP's dropper, ECN's sums and CBCM's requests see them, or behind the crossbar | how much SRP drops, and whether patience saves any of it | Fig 5(b): {ratio('defaults')}; with `downstream`, one queue per port and a quarter of the room behind the crossbar {ratio('the same, 32')} (paper 4.4 times, about 15 %). SRP's drops per doubling of TTW: {ttw(packet['srp'])} with a queue per VC behind the crossbar, {ttw(port)} with one per port (paper 0.5, the authors' simulator {reading_of_ttw()}). Before a full router {standing['ours: output_buffer, vc']:,.0f} flits stand behind crossbars, {standing['ours: downstream, vc']:,.0f} with `downstream`, {standing['booksim: master']:,.0f} in the public simulator | [fidelity](fidelity.md) |
| **Which traffic starts first** | the main results at 512 nodes, Figs 8(b) and 9(b) | from a common start CBCM saturates at {order} of Ideal's, {eight}. Fig 9(b): {nine} (paper: very close) | [cbcm-f8b](#fig-8b-cbcm-f8b), [cbcm-f9b](#fig-9b-cbcm-f9b) |
"""


def rows(measures):
    """Key, the paper's words, ours, evidence."""
    cbcm = keys.load(papers.Paper("cbcm"))
    credits, voq = (keys.measures_of(cbcm, name) for name in ("routing.ugal_metric=credits", "network.input_queues=voq"))
    held, waiting, always = (cell(name, "UR 0.9") for name in
                             ("nothing (the defaults)", "request_scope = waiting", "token_reset = always"))
    drained, not_drained = (cell(name, "messages") for name in ("nothing (the defaults)", "drain_first = False"))
    return [
        ("`request_scope`", "CBCM: contention of packets \"in the VC allocation stage\"", "`held`: packets that hold an output VC count, too",
         f"`waiting` throttles {waiting:.1f} % of flow cycles falsely at 0.9, `held` {held:.1f} % ([defaults](defaults.md))"),
        ("`sample_interval`", "CBCM: contention degree \"determined each cycle\"", "8: an output is sampled once in 8 cycles, 12 samples",
         "no claim depends on it, a router can have it; false hotspots at 0.9 are more with 1 and whole packets, fewer with flits ([what we found](#what-we-found), [defaults](defaults.md#sample_interval)); 1 is the letter"),
        ("`drain_first`", "CBCM: a packet can be injected \"only if the number of available tokens is greater than or equal to the packet size\"; of what waits already nothing", "on: a queue that is being throttled drains before it is let go",
         f"without it {not_drained:,.0f} control messages instead of {drained:,.0f} for senders at 0.4 ([defaults](defaults.md))"),
        ("`token_reset`", "CBCM, at a throttle packet: the token \"is reset to 0\"", "`on_allocate`: at a new entry only",
         f"{always:.1f} against {held:.1f} % of flow cycles at 0.9: no claim depends on it ([defaults](defaults.md))"),
        ("`network.arbitration`", "SRP: \"priority arbiters\", and no word on packets that have begun; CBCM: nothing", "`packet`",
         "SRP's Figs 8 and 11 are in range with `packet` and not with `flit`, its Fig 13 the other way round; chosen after Figs 8, 10 and 11 had been "
         "seen ([what we found](#what-we-found)); the fixed keys have `flit` ([fidelity](fidelity.md))"),
        ("`ugal_metric`", "CBCM: UGAL, no more", "`voq`: what waits at the inputs is queue, too",
         f"Fig 3(a) at full load: {measures['f3a.accepted'].mean:.2f} accepted instead of {credits['f3a.accepted'].mean:.2f}, [what we found](#what-we-found); the public "
         "simulator has `credits`, and so have the fixed keys ([fidelity](fidelity.md))"),
        ("`network.vc_allocation`", "SRP: \"credit-based virtual cut-through\"", "`output_buffer`",
         "SRP's Section 2 has congested packets \"in the input and output buffers\" of a link: with `downstream` none wait behind the crossbar for the next router. The public "
         "simulators have `downstream`, and so have the fixed keys ([fidelity](fidelity.md))"),
        ("`mark_on` (ECN)", "CBCM: packets that \"traverse through a congested buffer\"",
         "`output`, which is SRP's: \"total occupancy of the VOQ queues\"",
         "[fidelity](fidelity.md); the CBCM paper's is `input_buffer`, and so is the fixed key"),
        ("`refresh_rounds`, `lease_epochs`", "CBCM: senders are told when the list of senders changes, which the 'unthrottle' packets of sources change; nothing repeats a message that is lost", "16 rounds, 12 epochs: an unchanged D_t is told again, and a source that hears nothing for so long is free",
         "no claim depends on them; a lost message would throttle a source for ever ([defaults](defaults.md), [faults](faults.md))"),
        ("pace of SRP's scheduler", "SRP: nothing; Section 3 has the destination answer each reservation with a start", "one in five cycles, a start that is due counts in every fourth",
         "no key; what it costs a NIC in gates is on the [status page](status.md), Fig 14's impulse recovers as the paper's ([srp-f14](reproduction_srp.md#fig-14-srp-f14))"),
        ("`reservation_entries` (SRP)", "SRP: queue pairs without a limit", "16; 64 in the paper's own figures",
         "near saturation on 256 nodes messages wait for an entry; 64 remove that ([SRP](srp/srp.md))"),
        ("`network.input_queues` (Figs 2, 12)", "CBCM, Section V-A: VOQ", "`fifo` in these two, `voq` elsewhere",
         f"they are explained by head-of-line blocking, which VOQ excludes (table [below](#fig-2)); under VOQ Fig 2's loss is {voq['f2.saturation_loss'].mean:.3f} and Fig 12's ratio at 1/N {voq['f12.latency_ratio_1.00'].mean:.2f} (one seed), the paper's 1.6 to 2.0, where FIFO has {measures['f12.latency_ratio_1.00'].mean:.2f} ([every row under every value](#every-row-under-every-value))"),
        ("speculative VC's input buffer (SRP)", "SRP, Section 6.6: \"sized to match the TTW\"; Section 4: \"16 packets\"", "16 packets, as every VC",
         "16 packets are 512 cycles of a channel, TTW is 203; no more can wait for so long"),
    ]


def defaults_table(measures):
    lines = ["## Defaults that differ from a paper's words", "CBCM: this paper; SRP: the [SRP paper](reproduction_srp.md).",
             "", "| key | the paper | ours | evidence |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows(measures)])
