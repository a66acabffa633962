# SPDX-License-Identifier: Apache-2.0
"""RECN beside the other mechanisms: the same hotspot, the same victims, and what each stores for it.

A fat tree, since CBCM and SRP answer a packet from the router where it is: they need ways back.
"""

import json
import subprocess

from pathlib import Path

from recn.mechanism import BASIC, ENHANCED, SEEDS, flow_rates, some
from stats import interval

NODES, LARGE_NODES, RADIX = 16, 512, 8
MEMORY = 256  # flits of an input
SCENARIO = Path(__file__).parent / "beside.toml"
# Label, key and settings.
FORMS = {"one queue": ("one_queue", {"mechanism.name": "none"}),
         "VOQnet": ("voqnet", {"mechanism.name": "none", "network.input_queues": "destination"}),
         "RECN, basic": ("recn", BASIC), "RECN, enhanced": ("recn_enhanced", ENHANCED),
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
    if name == "voqnet":  # head, tail and count of a list for each destination in the input's memory
        return nodes * (3 * (MEMORY - 1).bit_length() + 1), 0
    said = subprocess.run([str(runner.program), "area", "--mechanism", mechanism, "--radix", str(RADIX),
                           "--nodes", str(nodes), "--json"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    area = json.loads(said)
    of_router, of_port, of_nic = UNITS[mechanism]

    def bits(place, units):
        return sum(area[place][unit]["total_bits"] for unit in units)
    return bits("router", of_router) / RADIX + bits("router", of_port), bits("nic", of_nic)


def accepted(runner, seed, settings):
    """Flits per cycle of the victims and of the hotspot."""
    _, rates, _ = flow_rates(runner, SCENARIO, seed, settings)
    return tuple(sum(rate for (group, _), rate in rates.items() if group == name)
                 for name in ("victims", "hot"))


def beside(runner, seeds, measures, _data):
    """Victims and hotspot under every mechanism; bits of a router's port and of a NIC."""
    alone = [accepted(runner, s, {"traffic.hot.rate": 0})[0] for s in some(seeds)]
    for name, settings in FORMS.values():
        found = [accepted(runner, s, settings) for s in some(seeds)]
        measures[f"beside.victims.{name}"] = interval(
            victims / of for (victims, _), of in zip(found, alone))
        measures[f"beside.hotspot.{name}"] = interval(hotspot for _, hotspot in found)
        for nodes in (NODES, LARGE_NODES):
            for where, bits in zip(("port", "nic"), storage(runner, name, nodes)):
                measures[f"beside.bits.{where}.{nodes}.{name}"] = interval([bits] * SEEDS)
