#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what each of CBCM's choices does to the claims and writes docs/reference/defaults.md.

One key at a time is changed from its default; every number is the mean over three seeds. A key of
another table than [mechanism] is changed in the runs without CBCM that it is compared with, too.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
import measure_sample_interval  # noqa: E402
from cost import freshness  # noqa: E402
from runs import Point, Runner  # noqa: E402
from stats import jain  # noqa: E402

SEEDS = (1, 2, 3)
PAGE = ROOT / "docs" / "reference" / "defaults.md"
VARIANTS = [{}, {"request_scope": "waiting"}, {"sample_interval": 1},
            {"sample_interval": 1, "contention_degree": "weighted"}, {"epoch_cycles": 512},
            {"epoch_cycles": 1024}, {"epoch_cycles": 4096}, {"epoch_cycles": 8192},
            {"epoch_flits": 64}, {"epoch_flits": 256}, {"epoch_flits": 512}, {"drain_first": False},
            {"token_reset": "always"}, {"announce_on": "count"},
            {"refresh_rounds": 0, "lease_epochs": 0}, {"lease_epochs": 2}, {"sample_hotspot_vc": True},
            {"network.arbitration": "flit"}, {"network.arbitration": "flit", "sample_interval": 1},
            {"request_scope": "waiting", "epoch_cycles": 512, "epoch_flits": 512,
             "drain_first": False}]
# Fig 12 at 0.99/N needs a million cycles to settle: only where the key could matter.
SETTLED = [{}, {"request_scope": "waiting"}, {"epoch_cycles": 4096}, {"epoch_flits": 512},
           {"drain_first": False}]
# The request streams must not depend on what is decided from them: an epoch that never ends.
UNDECIDED = {"mechanism__epoch_cycles": 8388608, "mechanism__name": "cbcm"}
STREAMS = [("Fig 2, UGAL, UR 0.5", "fig2", {"routing__function": "ugal", "traffic__ur__rate": 0.5}),
           ("Fig 12's traffic, UR 0.4", "fig12", {"run__warmup": 20000}),
           ("Fig 14", "fig14", {}),
           ("UR 0.5", "uniform_16", {"traffic__ur__rate": 0.5}),
           ("UR 0.8", "uniform_16", {"traffic__ur__rate": 0.8})]


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def latency(result):
    return result["groups"]["ur"]["latency"]["mean"]


def uniform(load, seed, **more):
    return Point.of("uniform_16", seed, traffic__ur__rate=load, **more)


def hotspot(rate, seed, **more):
    return Point.of("fig12", seed, network__input_queues="voq", mechanism__hotspot_vc=True,
                    mechanism__rate_scale=1.0, traffic__hot__rate=rate, run__warmup=50000, **more)


def of_network(variant):
    return {key.replace(".", "__"): value for key, value in variant.items() if "." in key}


def columns(variant, seed):
    """The runs of one variant and seed by column."""
    keys = {f"mechanism__{key}": value for key, value in variant.items() if "." not in key}
    keys |= of_network(variant)
    named = {**keys, "mechanism__name": "cbcm"}
    points = {f"ur {load}": uniform(load, seed, **keys) for load in (0.5, 0.8, 0.9)}
    points["fig14"] = Point.of("fig14", seed, **keys)
    points["fig3a"] = Point.of("fig3a", seed, traffic__permutation__rate=1.0, **named)
    points["fig2"] = Point.of("fig2", seed, traffic__ur__rate=0.5, routing__function="ugal", **named)
    for rate in (0.4, 1.0):
        points[f"hot {rate}"] = hotspot(rate, seed, **keys)
    points["fig12 1.0"] = Point.of("fig12", seed, mechanism__rate_scale=1.0, run__warmup=50000, **keys)
    if variant in SETTLED:
        points["fig12 0.99"] = Point.of("fig12", seed, **keys)
    return points


def references(variant, seed):
    network = of_network(variant)
    ideal = {"mechanism__name": "ideal", **network}
    points = {f"ur {load}": uniform(load, seed, mechanism__name="none", **network)
              for load in (0.5, 0.8, 0.9)}
    points["fig2"] = Point.of("fig2", seed, traffic__ur__rate=0.5, routing__function="ugal", **ideal)
    for rate in (0.4, 1.0):
        points[f"hot {rate}"] = Point.of(
            "fig12", seed, network__input_queues="voq", traffic__hot__rate=rate, run__warmup=50000,
            **ideal)
    points["fig12"] = Point.of("fig12", seed, run__warmup=50000, **ideal)
    return points


def variant_table(runner):
    all_points = {(i, s): columns(v, s) for i, v in enumerate(VARIANTS) for s in SEEDS}
    reference = {(i, s): references(v, s) for i, v in enumerate(VARIANTS) for s in SEEDS}
    runner.run([p for points in [*all_points.values(), *reference.values()] for p in points.values()])
    lines = ["| changed | false detections, % of flow cycles: UR 0.5 | 0.8 | 0.9 | latency at UR 0.9 / none | "
             "Fig 14 Jain | Fig 3(a) throttles | Fig 2 UGAL 0.5: latency / Ideal | hotspot VC, senders at "
             "1.0: latency / Ideal | ... hotspot flits/cycle | senders at 0.4: latency / Ideal | ... hotspot "
             "flits/cycle | ... messages | Fig 12 1/N | 0.99/N |", "|---|" + "---|" * 14]
    for i, variant in enumerate(VARIANTS):
        def over(name, value):
            return mean(value(runner[all_points[i, s][name]], s) for s in SEEDS)

        def ratio(name, base=None):
            return over(name, lambda r, s: latency(r) / latency(runner[reference[i, s][base or name]]))

        def hot(name):
            return over(name, lambda r, _: 4 * r["groups"]["hot"]["accepted"])

        cells = [", ".join(f"{k} = {v}" for k, v in variant.items()) or "nothing (the defaults)"]
        cells += [f"{over(f'ur {load}', lambda r, _: 100 * r['throttled_fraction']):.3f}"
                  for load in (0.5, 0.8, 0.9)]
        cells += [f"{ratio('ur 0.9'):.2f}",
                  f"{over('fig14', lambda r, _: jain([row[3] for row in r['flows']])):.3f}",
                  f"{over('fig3a', lambda r, _: r['mechanism']['throttles_sent']):.0f}",
                  f"{ratio('fig2'):.2f}", f"{ratio('hot 1.0'):.2f}", f"{hot('hot 1.0'):.3f}",
                  f"{ratio('hot 0.4'):.2f}", f"{hot('hot 0.4'):.3f}",
                  "{:.0f}".format(over("hot 0.4", lambda r, _: r["mechanism"]["throttles_sent"] +
                                       r["mechanism"]["unthrottles_sent"])),
                  f"{ratio('fig12 1.0', 'fig12'):.2f}",
                  f"{ratio('fig12 0.99', 'fig12'):.2f}" if variant in SETTLED else ""]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def degree_table(runner):
    """Of the paper's letter: the weighted degree has no other form."""
    points = {}
    for name, scenario, settings in STREAMS:
        for scope in ("held", "waiting"):
            for degree in ("randomised", "weighted"):
                points[name, scope, degree] = [
                    Point.of(scenario, s, mechanism__sample_interval=1,
                             mechanism__request_scope=scope,
                             mechanism__contention_degree=degree, **UNDECIDED, **settings)
                    for s in SEEDS]
    runner.run([p for each in points.values() for p in each])
    lines = ["| request stream | request_scope | randomised | weighted | difference, points |",
             "|---|---|---|---|---|"]
    for name, _, _ in STREAMS:
        for scope in ("held", "waiting"):
            percent = {}
            for degree in ("randomised", "weighted"):
                outputs = 28  # four routers of radix 7
                percent[degree] = mean(100 * r["mechanism"]["congested_output_cycles"] /
                                       (r["cycles"] * outputs)
                                       for r in (runner[p] for p in points[name, scope, degree]))
            lines.append(f"| {name} | {scope} | {percent['randomised']:.1f} % | "
                         f"{percent['weighted']:.1f} % | "
                         f"{percent['randomised'] - percent['weighted']:+.1f} |")
    return "\n".join(lines)


def write_page(variants, degrees):
    text = (ROOT / "scripts" / "reproduction" / "cbcm" / "defaults_text.md").read_text()
    PAGE.write_text(text.replace("@VARIANTS@", variants).replace("@DEGREES@", degrees))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", default=str(ROOT / "results" / "reproduction"))
    arguments = parser.parse_args()
    start = time.monotonic()
    runner = Runner(Path(arguments.chokepoint).resolve(), Path(arguments.out).resolve() / "runs",
                    parallel=arguments.jobs)
    degrees = degree_table(runner)
    print(degrees)
    variants = variant_table(runner)
    print(variants)
    write_page(variants, degrees)
    measure_sample_interval.update(runner, PAGE)
    freshness.stamp_page("defaults.md", Path(arguments.chokepoint).resolve())
    print(f"{PAGE.relative_to(ROOT)} written; {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
