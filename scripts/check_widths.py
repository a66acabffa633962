#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no number of the contention window overflows, at every legal parameter set.

Verilator compiles the RTL's own cbcm_pkg::max_degree and sum_bits with the widths as the modules
declare them, and asserts for all sets of Radix 4-64, FractionBits 0-16, BoundSampleInterval 2-100
and NumSamples 10-1000 (a multiple of it, at least twofold) that samples, sums and the limit of the
decision fit their widths, and that pointers and phase reach their last value and no width has a bit
to spare. The declarations themselves are compared with the modules'.
Prints a line "pass ..." or "FAIL ..." for each check; the exit code is 1 if one failed.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The declarations that the loop below repeats, by module.
DECLARED = {
    "contention_window": {
        "NumBounds": "NumSamples/BoundSampleInterval",
        "MaxDegree": "cbcm_pkg::max_degree(Radix,FractionBits)",
        "SumBits": "cbcm_pkg::sum_bits(NumSamples,MaxDegree)",
        "BoundSumBits": "cbcm_pkg::sum_bits(NumBounds,MaxDegree)",
        "DegreeBits": "$clog2(Radix)+FractionBits"},
    "sample_ring": {"PointerBits": "$clog2(NumSamples)"},
    "contention_decision": {
        "NumBounds": "NumSamples/BoundSampleInterval",
        "MaxDegree": "cbcm_pkg::max_degree(Radix,FractionBits)",
        "SumBits": "cbcm_pkg::sum_bits(NumSamples,MaxDegree)",
        "BoundSumBits": "cbcm_pkg::sum_bits(NumBounds,MaxDegree)",
        "MetricBits": "SumBits+1", "IntervalBits": "$clog2(BoundSampleInterval+1)"},
    "contention_bounds": {
        "NumBounds": "NumSamples/BoundSampleInterval",
        "SumBits": "cbcm_pkg::sum_bits(NumBounds,cbcm_pkg::max_degree(Radix,FractionBits))",
        "PhaseBits": "$clog2(BoundSampleInterval)", "PointerBits": "$clog2(NumBounds)",
        "DegreeBits": "$clog2(Radix)+FractionBits"},
}
LOOP = """module widths;
  longint unsigned bad, sets, degree, samples, bounds, largest;
  int unsigned degree_bits, sum_bits, bound_bits, metric_bits;
  function automatic longint unsigned above(input int unsigned bits);  // first number too wide
    above = 64'd1 << bits;
  endfunction
  initial begin
    for (int unsigned r = 4; r <= 64; r++)
      for (int unsigned f = 0; f <= 16; f++)
        for (int unsigned bi = 2; bi <= 100; bi++)
          for (int unsigned nb = 2; nb * bi <= 1000; nb++) begin
            samples = 64'(nb * bi);
            if (samples < 10) continue;
            sets++;
            bounds      = 64'(nb);
            degree      = (64'(r) - 1) << f;
            degree_bits = $clog2(r) + f;
            sum_bits    = cbcm_pkg::sum_bits(32'(samples), cbcm_pkg::max_degree(r, f));
            bound_bits  = cbcm_pkg::sum_bits(nb, cbcm_pkg::max_degree(r, f));
            metric_bits = sum_bits + 1;
            largest     = 2 * (samples << f) + 64'(bi) * bounds * degree;  // limit, sums at their ends
            if (64'(cbcm_pkg::max_degree(r, f)) != degree) bad |= 1;
            if (degree >= above(degree_bits)) bad |= 2;
            // The new sum and, before the oldest sample leaves, one degree more.
            if (samples * degree >= above(sum_bits)) bad |= 4;
            if (samples * degree < above(sum_bits - 1)) bad |= 8;
            if (bounds * degree >= above(bound_bits)) bad |= 16;
            if (bounds * degree < above(bound_bits - 1)) bad |= 32;
            if (largest >= above(metric_bits)) bad |= 64;
            if (samples - 1 >= above($clog2(32'(samples)))) bad |= 128;
            if (64'(bi) - 1 >= above($clog2(bi)) || bounds - 1 >= above($clog2(nb))) bad |= 256;
            if (64'(bi) >= above($clog2(bi + 1))) bad |= 512;
          end
    $display("sets %0d bad %0d", sets, bad);
    $finish;
  end
endmodule
"""
CHECKS = ["max_degree", "a sample fits DegreeBits", "NumSamples samples fit SumBits",
          "SumBits has no bit to spare", "NumBounds bounds fit BoundSumBits",
          "BoundSumBits has no bit to spare", "the limit fits MetricBits",
          "the pointer reaches NumSamples - 1",
          "phase and bound pointer reach their last values",
          "BoundSampleInterval fits IntervalBits"]


def declared(module):
    text = (ROOT / "rtl" / "cbcm" / f"{module}.sv").read_text()
    return {name: re.sub(r"\s", "", value) for name, value in
            re.findall(r"(?:localparam|parameter) int unsigned (\w+)\s*=\s*([^;]*?)\s*"
                       r"(?=;|,\n|\n\) \()", text)}


def main():
    failed = 0

    def check(name, good, more=""):
        nonlocal failed
        failed += not good
        print(f"{'pass' if good else 'FAIL'} widths: {name} {more}".rstrip(), flush=True)

    for module, known in DECLARED.items():
        found = declared(module)
        wrong = [f"{name} = {found.get(name)}" for name in known if found.get(name) != known[name]]
        check(f"declarations of {module}", not wrong, "; ".join(wrong))
    with tempfile.TemporaryDirectory() as work:
        source = Path(work) / "widths.sv"
        source.write_text(LOOP)
        main_file = Path(work) / "main.cpp"
        main_file.write_text('#include "Vwidths.h"\nint main() { Vwidths top; top.eval(); }\n')
        subprocess.run(["verilator", "--cc", "--exe", "--build", "-O3",
                        "--Mdir", work + "/obj", "--top-module", "widths",
                        str(ROOT / "rtl/cbcm/cbcm_pkg.sv"), str(source), str(main_file)],
                       check=True, capture_output=True, timeout=200)
        output = subprocess.run([work + "/obj/Vwidths"], check=True, capture_output=True, text=True,
                                timeout=200).stdout
    sets, bad = map(int, re.search(r"sets (\d+) bad (\d+)", output).groups())
    for bit, name in enumerate(CHECKS):
        check(name, sets > 0 and not bad >> bit & 1, f"in all {sets} legal sets")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
