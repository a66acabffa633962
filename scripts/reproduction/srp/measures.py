# SPDX-License-Identifier: Apache-2.0
"""All measurements of the SRP paper, and the points that the hardware repeats."""

from srp import hotspot, large, uniform
from srp.points import length, point

PARTS = {**hotspot.PARTS, **uniform.PARTS}
PARTS = {name: PARTS[name] for name in sorted(PARTS, key=lambda name: (int(name[1:].partition("_")[0]), name))}
PARTS.update(large.PARTS)
LARGE = list(large.PARTS)
QUICK = ["f4"]
SEARCHES = {"f6.baseline": (hotspot.F6_BASELINE_LOADS, 0.01)}  # bisected saturations: bracketing loads, resolution
# Figures whose scenario is another one's.
HARDWARE_FIGURES = {
    point("srp_f8", "SRP", 1, traffic__ur__rate=0.8, traffic__ur__message_packets=1, **length(500, 1500)): "Fig 10",
    point("srp_f8", "SRP", 1, traffic__ur__rate=0.5, **length(500, 1500)): "Fig 11",
    point("srp_f8", "SRP", 1, traffic__ur__rate=0.8, mechanism__ttw=94, **length(500, 1500)): "Fig 12",
    # A tree of 512 nodes: no network interface is built for 4,096.
    point("large/srp_4096_ur", "SRP", 1, network__arity=8, **length(500, 1500)): "Section 6.2"}
HARDWARE_POINTS = [
    point("srp_f4", "SRP", 1, **length(2000, 8000)),
    point("srp_f4", "ECN", 1, **length(2000, 8000)),
    point("srp_f5", "SRP", 1, **length(1000, 3000)),
    point("srp_f6", "SRP", 1, **length(1000, 3000)),
    point("srp_f7", "ECN", 1, traffic__hot__start=500, **length(500, 3500)),
    point("srp_f8", "SRP", 1, traffic__ur__rate=0.8, **length(500, 1500)),
    point("srp_f9", "ECN", 1, **length(500, 1500)),
    point("srp_f13", "SRP", 1, mechanism__n_max=64, **length(500, 1500)),
    point("srp_f14", "SRP", 1, traffic__impulse__start=500, **length(500, 1500)), *HARDWARE_FIGURES]
