# SPDX-License-Identifier: Apache-2.0
"""The SRP paper's measurement on 4096 nodes (Section 6.2): three seeds, only when asked for."""

from srp.points import MECHANISMS
from runs import Point
from stats import accepted, interval, single

SEEDS = 3
WARMUP = {0.4: 20000, 0.8: 40000}  # by load: as in the figure's file
NETWORKS = {"baseline": MECHANISMS["baseline"], "SRP": MECHANISMS["SRP"],
            "SRP_longer_ttw": {**MECHANISMS["SRP"], "mechanism__ttw": 406}}


def srp_4096(runner, seeds, data):
    seeds = list(seeds)[:SEEDS]

    def full(network, seed):
        return Point.of("large/srp_4096_ur", seed, traffic__ur__rate=1.0, **NETWORKS[network])

    def beside(hot, load, seed):
        return Point.of("large/srp_4096", seed, traffic__ur__rate=load, traffic__hot__rate=hot,
                        run__warmup=WARMUP[load], **NETWORKS["SRP"])
    runner.run([full(n, s) for n in NETWORKS for s in seeds]
               + [beside(hot, load, s) for hot in (0.0, 1.0) for load in WARMUP for s in seeds])
    at = {n: [accepted(runner[full(n, s)]) for s in seeds] for n in NETWORKS}
    ratios = [interval(accepted(runner[beside(1.0, load, s)])
                       / accepted(runner[beside(0.0, load, s)]) for s in seeds) for load in WARMUP]
    return {"l4096.of_reference": min(ratios, key=lambda value: value.mean),
            "l4096.srp_over_baseline": interval(a / b - 1
                                                for a, b in zip(at["SRP"], at["baseline"])),
            "l4096.longer_ttw_gain": interval(a / b - 1 for a, b in
                                              zip(at["SRP_longer_ttw"], at["SRP"])),
            **{f"l4096.accepted.{n}": interval(values) for n, values in at.items()}}


def two_data_vcs(runner, seeds, data):
    """What the baseline accepts at full uniform load with a second data VC, as SRP's speculative packets have one; the first seed alone."""
    point = Point.of("large/srp_4096_ur", next(iter(seeds)), traffic__ur__rate=1.0, network__data_vcs=2, **NETWORKS["baseline"])
    runner.run([point])
    return {"tried.l4096.accepted.baseline_of_two_data_vcs": single(accepted(runner[point]))}


PARTS = {"large_4096": srp_4096, "large_tried_4096": two_data_vcs}
