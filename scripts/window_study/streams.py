# SPDX-License-Identifier: Apache-2.0
"""Streams of contention degrees with known hotspots: synthetic ones, and recorded in the Verilated
routers of a running network (waveform, signal `degree` of contention_degree_unit: the letter)."""

import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import waveform

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIOS = ROOT / "sim" / "scenarios"
NEVER = 1 << 23  # epoch_cycles: hotspots are marked and not acted upon


@dataclass
class Stream:
    """Degrees [cycle, output]; `onsets` are (cycle, output, last cycle) of hotspots. Without any,
    every detection is false."""
    name: str
    degrees: np.ndarray
    onsets: list = field(default_factory=list)


def packets(random, cycles, lanes, load, flits):
    """On and off: packets of so many flits, each lane busy for `load` of the time."""
    state = np.zeros((cycles, lanes), np.int64)
    for lane in range(lanes):
        t = 0
        while t < cycles:
            t += random.geometric(load / (flits * (1 - load))) if load < 1 else 0
            state[t:t + flits, lane] = 1
            t += flits
    return state


def step(random, outputs, flows, chance, load, flits):
    """After 1,000 cycles of background on 6 inputs `flows` inputs ask in a cycle with `chance`."""
    start, length = 1000, 1000
    degrees = np.zeros((start + length, outputs), np.int64)
    onsets = []
    for o in range(outputs):
        shift = int(random.integers(0, 10))
        if load:
            degrees[:, o] = packets(random, start + length, 6, load / 6, flits).sum(axis=1)
        asks = random.random((length - shift, flows)) < chance
        degrees[start + shift:, o] += asks.sum(axis=1)
        onsets.append((start + shift, o, start + length))
    return degrees, onsets


def synthetic(seed):
    random = np.random.default_rng(seed)
    found = []
    for flows, chance in ((2, 1.0), (2, 0.9), (3, 0.9), (4, 1.0), (4, 0.8), (8, 0.5), (20, 0.2),
                          (40, 0.25)):
        for load, flits in ((0, 1), (0.3, 1), (0.3, 32)):
            if load == 0.3 and chance == 1.0:
                continue
            degrees, onsets = step(random, 200, flows, chance, load, flits)
            found.append(Stream(f"{flows} flows, p {chance}, over {load} of {flits}-flit packets",
                                degrees, onsets))
    for load, flits in ((0.5, 1), (0.8, 1), (0.5, 32), (0.8, 32), (0.9, 32)):
        degrees = np.stack([packets(random, 20000, 8, load / 8, flits).sum(axis=1)
                            for _ in range(20)], axis=1)
        found.append(Stream(f"uniform {load} of {flits}-flit packets", degrees))
    return found


def planes_to_degrees(value, radix):
    """A waveform's value of bit planes, the unwritten leading digits being 0."""
    digits = [int(c == "1") for c in reversed(value)]
    digits += [0] * (-len(digits) % radix)
    planes = np.array(digits, np.int64).reshape(-1, radix)
    return (planes << np.arange(len(planes))[:, None]).sum(axis=0)


def degrees_of(path, routers, radix, cycles):
    """Degrees [cycle, place in `routers` * radix + output] of a waveform."""
    lanes, last = {}, {}
    out = np.zeros((cycles, len(routers) * radix), np.int64)
    with waveform.Waveform(path) as wave:
        for signal in wave.signals:
            if signal.name.endswith(".u_contention.degree"):
                router = int(re.search(r"(?:^|\.)router_(\d+)\.", signal.name)[1])
                lanes[signal.code] = routers.index(router) * radix
        if not lanes:
            raise RuntimeError(f"{path}: no signal `degree` in it")
        for now, code, digits in wave.changes():
            if code in lanes:
                since, degrees = last.get(code, (0, 0))
                out[since:now, lanes[code]:lanes[code] + radix] = degrees
                last[code] = (now, planes_to_degrees(digits, radix))
    for code, (since, degrees) in last.items():
        out[since:, lanes[code]:lanes[code] + radix] = degrees
    return out


# name, scenario, settings, routers, radix of the variant, cycles, (router, output) of the hotspot and
# the length of its bursts, which drain before the next: as many times that as there are senders
RECORDINGS = (
    ("fig2, UR 0.4", "fig2", {"traffic.ur.rate": 0.4}, (0, 1, 2, 3), 8, 50000, (1, 0, 300)),
    ("fig2, UR 0.4, VOQs", "fig2", {"traffic.ur.rate": 0.4, "network.input_queues": "voq"},
     (0, 1, 2, 3), 8, 50000, (1, 0, 300)),
    ("fig14, 32-flit packets", "fig14", {}, (0, 1, 2, 3), 8, 50000, (2, 1, 300)),
    ("fig8b, UR 0.4, 512 nodes", "large/fig8b", {}, (11,), 32, 25000, (11, 2, 60)),
    ("uniform 0.5", "uniform_16", {"traffic.ur.rate": 0.5}, (0, 1, 2, 3), 8, 40000, None),
    ("uniform 0.8", "uniform_16", {"traffic.ur.rate": 0.8}, (0, 1, 2, 3), 8, 40000, None),
    ("tornado 0.4, 512 nodes", "large/fig9a", {}, (0, 11), 32, 12000, None),
)
PERIOD = 5000


def onsets_in(degrees, output, burst):
    """A burst begins to be seen with two requesters at the output, after a calm one; it is watched
    while it is generated."""
    found = []
    for begin in range(0, len(degrees) - PERIOD + 1, PERIOD):
        seen = np.flatnonzero(degrees[begin:begin + PERIOD, output] >= 2)
        first = begin + int(seen[0]) if len(seen) else 0
        if len(seen) and not (degrees[max(0, first - 120):first, output] >= 2).any():
            found.append((first, output, first + burst))
    return found


def recorded(program, seeds):
    """Bursts of the scenarios' hotspots, which the NICs leave alone."""
    found = []
    for name, scenario, settings, routers, radix, cycles, hotspot in RECORDINGS:
        for seed in seeds:
            keys = {"mechanism.name": "cbcm", "mechanism.sample_interval": 1,
                    "mechanism.epoch_cycles": NEVER, "run.warmup": 0, "run.measure": cycles,
                    "run.seed": seed, **settings}
            if hotspot:
                keys.update({"traffic.hot.generate": "periodic", "traffic.hot.burst_cycles": hotspot[2],
                             "traffic.hot.period_cycles": PERIOD})
            with tempfile.TemporaryDirectory() as folder:
                command = [str(program), "run", str(SCENARIOS / f"{scenario}.toml"), "--quiet",
                           "--engine", "rtl", "--out", folder,
                           "--wave", ",".join(f"router.{r}" for r in routers)]
                for key, value in keys.items():
                    command += ["--set", f"{key}={value}"]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                degrees = degrees_of(Path(folder) / "wave.fst", list(routers), radix, cycles)
            onsets = []
            if hotspot:
                onsets = onsets_in(degrees, routers.index(hotspot[0]) * radix + hotspot[1],
                                   max(hotspot[2], 1000))
            found.append(Stream(name, degrees, onsets))
    return found
