# SPDX-License-Identifier: Apache-2.0
"""RECN beside the other mechanisms: the same hotspot, the same victims, and what each stores for it.

A fat tree, since CBCM and SRP answer a packet from the router where it is: they need ways back.
"""

import json
import subprocess
from pathlib import Path

import report
from recn.mechanism import BASIC, ENHANCED, SEEDS, flow_rates, some
from stats import interval

NODES, LARGE_NODES, RADIX = 16, 512, 8
MEMORY = 256  # flits of an input
NOTHING = 0.001  # flits a cycle: fewer are nothing
SCENARIO = Path(__file__).parent / "beside.toml"
# Label, key and settings.
FORMS = {"one queue": ("one_queue", {"mechanism.name": "none"}),
         "VOQnet": ("voqnet", {"mechanism.name": "none", "network.input_queues": "destination"}),
         "RECN, basic": ("recn", BASIC), "RECN, enhanced": ("recn_enhanced", ENHANCED),
         "RECN, basic, 128 flits behind the crossbar": (
             "recn_128", {**BASIC, "network.output_buffer_flits": 128}),
         "CBCM": ("cbcm", {"mechanism.name": "cbcm"}), "SRP": ("srp", {"mechanism.name": "srp"}),
         "ECN": ("ecn", {"mechanism.name": "ecn"})}
# Units whose storage counts, as `chokepoint area` has them: of a router, of a router's port, of a NIC.
UNITS = {"recn": ((), ("recn_ingress", "recn_egress"), ("recn_egress",)),
         "cbcm": (("cbcm_router",), (), ("cbcm_nic", "pace_counter")),
         "srp": (("srp_router", "stamps_in_input_buffers"), (), ("srp_nic",)),
         "ecn": (("ecn_router",), (), ("ecn_nic",))}


def storage(runner, name, nodes):
    """Bits for a port of a router of RADIX, and for a NIC."""
    mechanism = name.split("_")[0]
    if name == "one_queue":
        return 0, 0
    place = (MEMORY - 1).bit_length()
    of_list = 3 * place + 1  # head, tail and count of a list of places in the port's memory
    if name == "voqnet":  # one for each destination at each input
        return nodes * of_list, 0
    said = subprocess.run([str(runner.program), "area", "--mechanism", mechanism, "--radix", str(RADIX),
                           "--nodes", str(nodes), "--json"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    area = json.loads(said)
    of_router, of_port, of_nic = UNITS[mechanism]

    def bits(place, units):
        return sum(area[place][unit]["total_bits"] for unit in units)
    lists = (area["parameters"]["saqs"] * 2 + RADIX + 1) * of_list if mechanism == "recn" else 0
    return bits("router", of_router) / RADIX + bits("router", of_port) + lists, bits("nic", of_nic)


def accepted(runner, seed, settings):
    """Flits per cycle of the victims and of the hotspot, flows that get nothing, and what the mechanism counts."""
    summary, rates, _ = flow_rates(runner, SCENARIO, seed, settings)
    victims, hotspot = (sum(rate for (group, _), rate in rates.items() if group == name)
                        for name in ("victims", "hot"))
    return victims, hotspot, sum(rate < NOTHING for rate in rates.values()), summary["mechanism"]


def beside(runner, seeds, measures):
    """Victims and hotspot under every mechanism; bits of a router's port and of a NIC."""
    alone = [accepted(runner, s, {"traffic.hot.rate": 0})[0] for s in some(seeds)]
    for name, settings in FORMS.values():
        found = [accepted(runner, s, settings) for s in some(seeds)]
        measures[f"beside.victims.{name}"] = interval(
            victims / of for (victims, *_), of in zip(found, alone))
        measures[f"beside.hotspot.{name}"] = interval(hotspot for _, hotspot, *_ in found)
        measures[f"beside.starved_flows.{name}"] = interval(starved for _, _, starved, _ in found)
        if name == "cbcm":
            measures["beside.declared.cbcm"] = interval(
                float(counts["hotspots_declared"] > 0) for *_, counts in found)
        for nodes in (NODES, LARGE_NODES):
            for where, bits in zip(("port", "nic"), storage(runner, name, nodes)):
                measures[f"beside.bits.{where}.{nodes}.{name}"] = interval([bits] * SEEDS)


def table(measures):
    """What was measured, as a table."""
    lines = ["| | victims, of no hotspot | hotspot's node receives, flits/cycle | bits a router's port, 16 nodes | a NIC | "
             "a router's port, 512 nodes | a NIC |", "|---|---|---|---|---|---|---|"]
    for label, (name, _) in FORMS.items():
        cells = [report.number(measures[f"beside.{what}.{name}"]) for what in ("victims", "hotspot")]
        cells += [f"{measures[f'beside.bits.{where}.{nodes}.{name}'].mean:,.0f}"
                  for nodes in (NODES, LARGE_NODES) for where in ("port", "nic")]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join(lines)


def words(measures):
    """What the rows do not show by themselves."""
    def of_five(measure):
        return f"{measures[measure].mean * measures[measure].count:.0f}"
    number = {name: report.number(measures[f"beside.victims.{name}"]) for name, _ in FORMS.values()}
    return f"""- Storage: `chokepoint area` at radix {RADIX}, with its defaults (CBCM with 4 VCs, SRP with packets of 32 flits), what an input and an output store together; for RECN and VOQnet also head, tail and count of each list of places in {MEMORY} flits, an estimate. Not in it: the memories themselves, in
  which VOQnet wants room for a packet of each destination; under SRP the packets that a NIC keeps until they are acknowledged, 1,048,576 bits by default. RECN's grows with SAQs, VOQnet's with nodes.
- RECN and VOQnet keep the hotspot busy. Node 1 has half its channel to the hotspot of its own router, so its victims get 0.5 of the 0.6 that they offer, under VOQnet too.
- RECN, basic: {number['recn']}, in the five seeds {of_five('beside.starved_flows.recn')} flows get nothing. It is [a known limit](recn/recn.md#when-it-fails-or-costs-something) of memories of a few packets: with 128 flits behind the crossbar {number['recn_128']} ({of_five('beside.starved_flows.recn_128')} flows get nothing), a row that was added when this was seen.
- CBCM: {number['cbcm']}: it declares the hotspot in {of_five('beside.declared.cbcm')} of five seeds. In the others the two inputs of the last router bring half of the packets each and never meet, so those of node 1 arrive unmarked, and CBCM wants every packet of an epoch
  [marked](cbcm/cbcm.md#when-it-fails-or-costs-something).
- SRP pays with a part of the hotspot's channel, for reservations; ECN with most of it: with its defaults a source waits longer after each mark than a hotspot of four senders needs.
"""
