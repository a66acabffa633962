# SPDX-License-Identifier: Apache-2.0
"""One screen of what the papers leave open and turned out to decide the result; every number is read from where it was measured."""

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEFAULTS = HERE.parents[2] / "docs/reference/defaults.md"
COLUMNS = {"UR 0.8": 2, "UR 0.9": 3, "Fig 12 1/N": 13}  # of its first table, places of cells


def cell(changed, column):
    for line in DEFAULTS.read_text().splitlines():
        cells = [one.strip() for one in line.strip("|").split("|")]
        if cells[0] == changed:
            return float(cells[COLUMNS[column]])
    raise ValueError(f"{DEFAULTS.name} has no row '{changed}'")


def arbitration():
    """Flow cycles throttled, in ten seeds, of the paper's letter: packets, flits."""
    text = DEFAULTS.read_text().replace("\n", " ")
    found = re.search(r"of the paper's letter\s+\(`sample_interval = 1`\) ([\d.]+) % and ([\d.]+) %", text)
    if not found:
        raise ValueError(f"{DEFAULTS.name} no longer says what arbitration does to the letter")
    return found[1], found[2]


def marked(stream, scope):
    """Share of output cycles that the randomised degree calls congested."""
    found = re.search(rf"\| {re.escape(stream)} \| {scope} \| ([\d.]+) % ", DEFAULTS.read_text())
    return found[1]


def text(measures):
    probe = json.loads((HERE.parent / "probe.json").read_text())
    reading = json.loads((HERE.parent / "second_reading/measured.json").read_text())
    standing = reading["occupancy_master"]["full"]
    packets, flits = arbitration()
    spread = {scope: [one[scope] for one in probe["scopes"].values()] for scope in ("waiting", "held")}
    everywhere = " and ".join(f"{min(each):.0f} to {max(each):.0f} %" for each in spread.values())

    def ratio(name):
        none, srp, dropped = probe[name]
        return f"{srp / none:.1f} times the latency, {dropped:.2f} % dropped"
    order = ", ".join(f"{measures[f'f8b.cbcm_over_ideal.{r}'].mean:.2f} ({r})" for r in ("MIN", "UGAL"))
    later = [measures.get(f"f8b_settled.cbcm_over_ideal.{r}") for r in ("MIN", "UGAL")]
    later = ("with the background later: " + ", ".join(f"{one.mean:.2f}" for one in later) + " of Ideal's" if all(later) else
             "with the background 100,000 cycles later it accepts all of 0.9 of Ideal's saturation in every seed (the reason of "
             "[cbcm-f8b](#fig-8b-cbcm-f8b)); the whole search is not run yet")
    return f"""## What we found
Five things that the papers leave open, and that decided results here.

| left open | what it decides | number | measured in |
|---|---|---|---|
| **Packet or flit arbitration**: may a packet that has begun keep the switch? | false hotspots of CBCM | uniform traffic at 0.9 throttled falsely, of flow cycles, with the paper's own sampling: {packets} % with packets, {flits} % with flits | [defaults](defaults.md) |
| **Which requests count** for contention: those "in the VC allocation stage" (`waiting`), or held ones too | false hotspots of CBCM | at 0.9: {cell('request_scope = waiting', 'UR 0.9'):.1f} % of flow cycles against {cell('nothing (the defaults)', 'UR 0.9'):.1f} %; output cycles called congested at 0.5: {marked('UR 0.5', 'waiting')} % against {marked('UR 0.5', 'held')} %. In five networks, downstream VC allocation and flits included: {everywhere} | [defaults](defaults.md), [fidelity](fidelity.md#request-scopes-again) |
| **Length of the observation epoch** | false hotspots against how much of a real one enters | 512, 2,048, 8,192 cycles: at 0.8 {cell('epoch_cycles = 512', 'UR 0.8'):.1f}, {cell('nothing (the defaults)', 'UR 0.8'):.1f}, {cell('epoch_cycles = 8192', 'UR 0.8'):.1f} % throttled falsely; Fig 12 at 1/N {cell('epoch_cycles = 512', 'Fig 12 1/N'):.1f}, {cell('nothing (the defaults)', 'Fig 12 1/N'):.1f}, {cell('epoch_cycles = 8192', 'Fig 12 1/N'):.1f} times Ideal's latency (paper 1.6 to 2.0) | [defaults](defaults.md) |
| **Where packets wait**: at the input, where SRP's dropper, ECN's sums and CBCM's requests see them, or behind the crossbar | whether SRP drops at all | Fig 5(b): {ratio('defaults')}; with `downstream`, one queue per port and a quarter of the room behind the crossbar {ratio('the same, 32')} (paper 4.4 times, about 15 %). Before a full router {standing['ours: output_buffer, vc']:,.0f} flits stand behind crossbars, {standing['ours: downstream, vc']:,.0f} with `downstream`, {standing['booksim: master']:,.0f} in the public simulator | [fidelity](fidelity.md) |
| **Which traffic starts first** | the main result at 512 nodes, Fig 8(b) | common start: CBCM saturates at {order} of Ideal's; {later} | [cbcm-f8b](#fig-8b-cbcm-f8b) |
"""


ROWS = [  # key, the paper's words, ours, evidence
    ("`request_scope`", "000: contention of packets \"in the VC allocation stage\"", "`held`: packets that hold an output VC count, too",
     "`waiting` throttles four times as many flow cycles falsely at 0.9 ([defaults](defaults.md))"),
    ("`sample_interval`", "000: contention degree \"determined each cycle\"", "8: an output is sampled once in 8 cycles, 12 samples",
     "claims and false hotspots alike, a router can have it ([defaults](defaults.md#sample_interval)); 1 is the letter"),
    ("`drain_first`", "000: nothing of it", "on: a queue that is being throttled drains before it is let go",
     "without it two of four runs of Fig 12 at 0.99/N fill the shared buffers again ([defaults](defaults.md))"),
    ("`token_reset`", "000, at a throttle packet: the token \"is reset to 0\"", "`on_allocate`: at a new entry only",
     "9.0 against 11.0 % of flow cycles at 0.9: no claim depends on it ([defaults](defaults.md))"),
    ("`network.arbitration`", "003: \"priority arbiters\"; 000: nothing", "`packet`",
     "[what we found](#what-we-found); the fixed keys have `flit` ([fidelity](fidelity.md))"),
    ("`ugal_metric`", "000: UGAL, no more", "`voq`: what waits at the inputs is queue, too",
     "Fig 3(a): 0.50 instead of 0.47; the public simulator has `credits`, and so have the fixed keys ([fidelity](fidelity.md))"),
    ("`network.vc_allocation`", "003: \"credit-based virtual cut-through\"", "`output_buffer`",
     "the public simulators have `downstream`, and so have the fixed keys ([fidelity](fidelity.md))"),
    ("`mark_on` (ECN)", "000: packets that \"traverse through a congested buffer\"", "`output`, which is 003's: \"total occupancy of the VOQ queues\"",
     "[fidelity](fidelity.md); 000's is `input_buffer`, and so is the fixed key"),
    ("`reservation_entries` (SRP)", "003: queue pairs without a limit", "16; 64 in the paper's own figures",
     "near saturation on 256 nodes messages wait for an entry; 64 remove that ([SRP](srp/srp.md))"),
    ("`network.input_queues` (Figs 2, 12)", "000, Section V-A: VOQ", "`fifo` in these two, `voq` elsewhere",
     "they are explained by head-of-line blocking, which VOQ excludes (table [below](#fig-2))"),
]


def defaults_table():
    lines = ["## Defaults that differ from a paper's words", "000: this paper; 003: the [SRP paper](reproduction_srp.md).",
             "", "| key | the paper | ours | evidence |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in ROWS])
