// SPDX-License-Identifier: Apache-2.0
// Widths of the interval window, and of whichever window a unit has chosen.
//
// Contract: docs/reference/cbcm/interval_window.md (storage)

package interval_pkg;

  /// Bits of the interval window's samples: quotient, remainder and spread of every interval.
  function automatic int unsigned interval_sample_bits(input int unsigned radix,
                                                       input int unsigned degree_bits,
                                                       input int unsigned samples,
                                                       input int unsigned interval);
    interval_sample_bits = radix * (samples / interval) * (2 * degree_bits + $clog2(interval));
  endfunction

  /// Bits of the interval ring's state: the interval so far, the spreads' sum, phase, pointer,
  /// wrapped.
  function automatic int unsigned interval_ring_state_bits(input int unsigned radix,
                                                           input int unsigned degree_bits,
                                                           input int unsigned fraction_bits,
                                                           input int unsigned samples,
                                                           input int unsigned interval);
    interval_ring_state_bits =
        radix * (2 * degree_bits
                 + cbcm_pkg::sum_bits(interval, cbcm_pkg::max_degree(radix, fraction_bits))
                 + cbcm_pkg::sum_bits(samples / interval,
                                      cbcm_pkg::max_degree(radix, fraction_bits)))
        + $clog2(interval) + $clog2(samples / interval) + 1;
  endfunction

  /// Bits of the interval window's state: that of its ring, the sum, the decision.
  function automatic int unsigned interval_state_bits(input int unsigned radix,
                                                      input int unsigned degree_bits,
                                                      input int unsigned fraction_bits,
                                                      input int unsigned samples,
                                                      input int unsigned interval);
    interval_state_bits =
        interval_ring_state_bits(radix, degree_bits, fraction_bits, samples, interval)
        + radix * (cbcm_pkg::sum_bits(samples, cbcm_pkg::max_degree(radix, fraction_bits)) + 1);
  endfunction

  /// Bits of the state of the window that a unit has chosen.
  function automatic int unsigned chosen_state_bits(input int unsigned intervals,
                                                    input int unsigned radix,
                                                    input int unsigned degree_bits,
                                                    input int unsigned fraction_bits,
                                                    input int unsigned samples,
                                                    input int unsigned interval);
    chosen_state_bits = intervals == 1
        ? interval_state_bits(radix, degree_bits, fraction_bits, samples, interval)
        : cbcm_pkg::window_state_bits(radix, degree_bits, fraction_bits, samples, interval);
  endfunction

  /// Bits of its samples.
  function automatic int unsigned chosen_sample_bits(input int unsigned intervals,
                                                     input int unsigned radix,
                                                     input int unsigned degree_bits,
                                                     input int unsigned samples,
                                                     input int unsigned interval);
    chosen_sample_bits = intervals == 1
        ? interval_sample_bits(radix, degree_bits, samples, interval)
        : cbcm_pkg::window_sample_bits(radix, degree_bits, samples, interval);
  endfunction

endpackage
