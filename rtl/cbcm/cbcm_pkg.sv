// SPDX-License-Identifier: Apache-2.0
// Derived widths and storage sums of the CBCM router units, shared by the parts and by their tops.
//
// Source: CBCM paper, Section IV-B1 (storage of the contention window). The formulas are those of
// the "Storage" paragraphs in docs/reference/<unit>.md.

package cbcm_pkg;

  /// Largest contention degree: every other input requests the output, with full weight.
  function automatic int unsigned max_degree(input int unsigned radix,
                                             input int unsigned fraction_bits);
    max_degree = (radix - 1) << fraction_bits;
  endfunction

  /// Width of a sum of `terms` degrees.
  function automatic int unsigned sum_bits(input int unsigned terms, input int unsigned degree);
    logic [63:0] largest;
    largest  = 64'(terms) * 64'(degree);
    sum_bits = 0;
    for (int i = 0; i < 64; i++) begin
      if (largest[i]) sum_bits = i + 1;
    end
  endfunction

  /// Bits of the window's samples: the sample ring and the rings of maxima and minima.
  function automatic int unsigned window_sample_bits(input int unsigned radix,
                                                     input int unsigned degree_bits,
                                                     input int unsigned samples,
                                                     input int unsigned interval);
    window_sample_bits = radix * (samples + 2 * (samples / interval)) * degree_bits;
  endfunction

  /// Bits of the bounds' state: their sums, the running bounds, phase, pointer, wrapped.
  function automatic int unsigned bounds_state_bits(input int unsigned radix,
                                                    input int unsigned degree_bits,
                                                    input int unsigned fraction_bits,
                                                    input int unsigned samples,
                                                    input int unsigned interval);
    bounds_state_bits =
        radix * 2 * (sum_bits(samples / interval, max_degree(radix, fraction_bits)) + degree_bits)
        + $clog2(interval) + $clog2(samples / interval) + 1;
  endfunction

  /// Bits of the window's state: that of the bounds, the sum, the decision, pointer, wrapped.
  function automatic int unsigned window_state_bits(input int unsigned radix,
                                                    input int unsigned degree_bits,
                                                    input int unsigned fraction_bits,
                                                    input int unsigned samples,
                                                    input int unsigned interval);
    window_state_bits =
        bounds_state_bits(radix, degree_bits, fraction_bits, samples, interval)
        + radix * (sum_bits(samples, max_degree(radix, fraction_bits)) + 1)
        + $clog2(samples) + 1;
  endfunction

endpackage
