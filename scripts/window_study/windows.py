# SPDX-License-Identifier: Apache-2.0
"""Contention windows of different storage: what each decides about streams of degrees, in integers
as hardware would hold them, and how many bits it keeps at a given radix."""

import numpy as np


def bits(largest):
    """Bits that hold 0..largest."""
    return max(1, int(largest).bit_length())


def moving(values, count):
    """Sum of the last `count` rows, missing ones 0."""
    total = np.cumsum(values, axis=0)
    total[count:] = total[count:] - total[:-count]
    return total


def of_intervals(degrees, interval):
    """Finished intervals as [interval, cycle, output]."""
    whole = len(degrees) // interval * interval
    return degrees[:whole].reshape(-1, interval, degrees.shape[1])


def spreads(degrees, interval):
    """max - min of every finished interval."""
    parts = of_intervals(degrees, interval)
    return parts.max(axis=1) - parts.min(axis=1)


def at_cycles(values, cycles, interval):
    """What is known after each cycle of values that come with an interval's last one."""
    known = np.repeat(values, interval, axis=0)
    ahead = np.zeros((interval - 1, values.shape[1]), values.dtype)
    known = np.concatenate([ahead, known])[:cycles]
    if len(known) < cycles:
        known = np.concatenate([known, np.repeat(known[-1:], cycles - len(known), axis=0)])
    return known


class Samples:
    """The paper's: every sample, and a maximum and a minimum per interval. `keep` looks at one
    cycle of so many, `width` clips a sample to so many bits."""

    def __init__(self, samples=100, interval=10, keep=1, width=None):
        self.samples, self.interval, self.keep, self.width = samples, interval, keep, width

    def decide(self, degrees):
        seen = np.minimum(degrees, 2 ** self.width - 1) if self.width else degrees
        taken = seen
        if self.keep > 1:
            taken = np.where((np.arange(len(seen)) % self.keep == self.keep - 1)[:, None], seen, 0)
        total = self.keep * moving(taken, self.samples)
        spread = moving(spreads(seen, self.interval), self.samples // self.interval)
        return 2 * total - self.interval * at_cycles(spread, len(seen), self.interval) \
            > 2 * self.samples

    def storage(self, radix):
        largest = min(radix - 1, 2 ** self.width - 1) if self.width else radix - 1
        width, bounds = bits(largest), self.samples // self.interval
        stored = self.samples // self.keep
        per_output = (stored + 2 * bounds) * width + bits(stored * largest) \
            + 2 * bits(bounds * largest) + 2 * width + 1
        return radix * per_output + bits(stored - 1) + bits(self.interval - 1) \
            + bits(bounds - 1) + 2


class Intervals:
    """A sum and a spread (max - min) per interval. How the oldest interval leaves: in `equal` shares
    (interval_window), in two `halves` after a quarter and three quarters of the newest one, or at
    its `ends`, when sums are looked at, and in between the decision holds. `width` clips a sample to
    so many bits."""

    def __init__(self, bounds=10, interval=10, leave="equal", width=None):
        self.bounds, self.interval, self.leave, self.width = bounds, interval, leave, width
        self.samples = bounds * interval

    def largest(self, radix):
        return min(radix - 1, 2 ** self.width - 1) if self.width else radix - 1

    def clipped(self, degrees):
        return np.minimum(degrees, 2 ** self.width - 1) if self.width else degrees

    def remaining(self, oldest, phase):
        """What is left of the oldest interval after the cycle of this phase."""
        if self.leave == "halves":
            gone = oldest // 2 if phase >= self.interval // 4 else 0 * oldest
            return oldest - gone if phase < 3 * self.interval // 4 else 0 * oldest
        still = self.interval - 1 - phase
        return oldest // self.interval * still + np.minimum(oldest % self.interval, still)

    def total(self, degrees, per_interval, running):
        """Moving sum of values per interval, the running one's so far included."""
        finished = moving(per_interval, self.bounds - 1)
        out = running.copy()
        for phase in range(self.interval):
            now = out[phase::self.interval]  # a view, an interval a row
            now[1:] += finished[:len(now) - 1]
            if len(now) > self.bounds:
                now[self.bounds:] += self.remaining(per_interval[:len(now) - self.bounds], phase)
        return out

    def running(self, degrees):
        """Sum of the interval so far."""
        out = np.cumsum(degrees, axis=0)
        starts = np.arange(len(degrees)) // self.interval * self.interval
        before = np.concatenate([np.zeros((1, degrees.shape[1]), out.dtype), out])
        return out - before[starts]

    def sums(self, degrees):
        return of_intervals(degrees, self.interval).sum(axis=1)

    def decide(self, degrees):
        degrees = self.clipped(degrees)
        spread = moving(spreads(degrees, self.interval), self.bounds)
        if self.leave == "ends":
            metric = 2 * moving(self.sums(degrees), self.bounds) - self.interval * spread
            return at_cycles(metric, len(degrees), self.interval) > 2 * self.samples
        total = self.total(degrees, self.sums(degrees), self.running(degrees))
        return 2 * total - self.interval * at_cycles(spread, len(degrees), self.interval) \
            > 2 * self.samples

    def pointers(self):
        return bits(self.interval - 1) + bits(self.bounds - 1) + 1

    def storage(self, radix):
        largest = self.largest(radix)
        sums = bits(self.interval * largest)
        line = bits(largest) + bits(self.interval - 1) if self.leave == "equal" else sums
        per_output = self.bounds * (line + bits(largest)) + sums + 2 * bits(largest) \
            + bits(self.samples * largest) + bits(self.bounds * largest) + 1
        return radix * per_output + self.pointers()


class Folded(Intervals):
    """One signed number per interval: twice its sum less its swing in cycles. The bounds leave
    with the samples, in shares too."""

    def decide(self, degrees):
        if self.leave == "ends":
            return super().decide(degrees)
        value = 2 * self.sums(degrees) - self.interval * spreads(degrees, self.interval)
        running = 2 * self.running(degrees)
        ends = slice(self.interval - 1, None, self.interval)
        running[ends] = value[:len(running[ends])]
        return self.total(degrees, value, running) > 2 * self.samples

    def storage(self, radix):
        largest = radix - 1
        one = bits(2 * self.interval * largest) + 1
        per_output = self.bounds * one + bits(self.interval * largest) + 2 * bits(largest) \
            + bits(2 * self.samples * largest) + 1 + 1
        return radix * per_output + self.pointers()


class Exponential:
    """Exponential averages: of the degree with weight 2^-mean every cycle, of the spread with
    weight 2^-bound every interval; `fraction` bits behind the point."""

    def __init__(self, mean=6, bound=3, interval=10, fraction=8):
        self.mean, self.bound, self.interval, self.fraction = mean, bound, interval, fraction

    def decide(self, degrees):
        apart = spreads(degrees, self.interval)
        average = np.zeros(degrees.shape[1], np.int64)
        swing = average.copy()
        out = np.zeros(degrees.shape, bool)
        for t, row in enumerate(degrees):
            average += ((row << self.fraction) - average) >> self.mean
            if t % self.interval == self.interval - 1:
                swing += ((apart[t // self.interval] << self.fraction) - swing) >> self.bound
            out[t] = 2 * average - swing > 2 << self.fraction
        return out

    def storage(self, radix):
        width = bits(radix - 1)
        return radix * (2 * (width + self.fraction) + 2 * width + 1) + bits(self.interval - 1)


def candidates():
    """(family, label, window), the paper's first, then the one in RTL."""
    found = [("every sample", "the paper's: 100 samples, bounds per 10", Samples()),
             ("sum and spread per interval", "10 of 10 cycles (interval_window)", Intervals())]
    found += [("every sample", f"{n} samples, bounds per 10", Samples(n)) for n in (70, 50, 30)]
    found += [("every sample", f"100 cycles, one sample in {n}", Samples(keep=n)) for n in (2, 5)]
    found += [("samples clipped", f"100 samples of {w} bits", Samples(width=w)) for w in (4, 3, 2)]
    found += [("sum and spread per interval", f"10 of 10, leave {how}", Intervals(leave=word))
              for how, word in (("by halves", "halves"), ("at their ends", "ends"))]
    found += [("sum and spread per interval", f"{b} of {i}", Intervals(b, i))
              for b, i in ((20, 5), (5, 20), (4, 25))]
    found += [("powers of two", f"{b} of {i}", Intervals(b, i))
              for b, i in ((16, 8), (12, 8), (8, 16), (8, 8))]
    found += [("sum and spread, clipped", f"10 of 10, degrees of {w} bits", Intervals(width=w))
              for w in (4, 3, 2)]
    found += [("sum and spread folded", f"10 of 10, leave {how}", Folded(leave=word))
              for how, word in (("equally", "equal"), ("at their ends", "ends"))]
    found += [("exponential averages", f"weights 2^-{a}, 2^-{b}", Exponential(a, b))
              for a, b in ((5, 2), (6, 2), (6, 3))]
    return found
