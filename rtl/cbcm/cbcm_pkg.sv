// SPDX-License-Identifier: Apache-2.0
// Derived widths and storage sums of the CBCM router units, shared by the parts and by their tops.
//
// Source: CBCM paper, Section IV-B1 (storage of the contention window). The formulas are those of
// the "Storage" paragraphs in docs/reference/<mechanism>/<unit>.md.

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

  /// Start of a sampler's random source; a configured 0 means the same as reset.
  function automatic logic [63:0] start_of(input logic [63:0] seed);
    start_of = seed == '0 ? 64'h9E37_79B9_7F4A_7C15 : seed;
  endfunction

  /// One step of a sampler's random source.
  function automatic logic [63:0] stepped(input logic [63:0] value);
    stepped = value ^ (value << 13);
    stepped = stepped ^ (stepped >> 7);
    stepped = stepped ^ (stepped << 17);
  endfunction

  /// The random source rotated left.
  function automatic logic [63:0] rotated(input logic [63:0] value, input int unsigned places);
    rotated = (value << (places % 64)) | (value >> (64 - places % 64));
  endfunction

  /// Clocks that a look of shared_sampler is under way: PickLatency - 1.
  localparam int unsigned PickRanks = 6;

  /// Outputs that a picker searches together: the power of two next above the root of the radix.
  function automatic int unsigned picker_group_outputs(input int unsigned radix);
    picker_group_outputs = 1 << (($clog2(radix) + 1) / 2);
  endfunction

  /// Rows of a carry-save tree of `rows` rows after some layers; each makes two of three.
  function automatic int unsigned rows_left(input int unsigned rows, input int unsigned layers);
    rows_left = rows;
    for (int i = 0; i < 8; i++) begin
      if (i < layers) rows_left = rows_left - rows_left / 3;
    end
  endfunction

  /// Layers until two rows are left.
  function automatic int unsigned row_layers(input int unsigned rows);
    row_layers = 0;
    for (int i = 0; i < 8; i++) begin
      if (rows_left(rows, i) > 2) row_layers = i + 1;
    end
  endfunction

  /// Registers of one picker of shared_sampler, rank by rank.
  function automatic int unsigned picker_bits(input int unsigned radix, input int unsigned vcs);
    int unsigned group, groups, counts, total;
    group  = picker_group_outputs(radix);
    groups = (radix + group - 1) / group;
    counts = radix * $clog2(vcs + 1);
    total  = $clog2(radix * vcs + 1);
    picker_bits =
        PickRanks + counts + 16 + counts + 16 + total
        + counts + 2 * ($clog2(radix * vcs) + 15 - row_layers(total))
        + counts + $clog2(radix * vcs) + (groups - 1) * $clog2(group * vcs + 1)
        + (group - 1) * $clog2(vcs + 1) + $clog2(groups) + 2 * $clog2(group * vcs)
        + $clog2(groups) + group - 1;
  endfunction

  /// Random source, phase and pickers of shared_sampler.
  function automatic int unsigned shared_sampler_pipeline_bits(input int unsigned radix,
                                                               input int unsigned vcs,
                                                               input int unsigned interval);
    shared_sampler_pipeline_bits =
        64 + $clog2(interval) + (radix + interval - 1) / interval * picker_bits(radix, vcs);
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

  /// Banks of a ring that is read ahead: none holds more than 32 words.
  function automatic int unsigned ring_banks(input int unsigned samples);
    ring_banks = $clog2(samples) > 6 ? 1 << ($clog2(samples) - 5) : 2;
  endfunction

  /// Registers of such a ring: what its banks gave, the oldest sample, the place ahead, its bank.
  function automatic int unsigned ring_pipeline_bits(input int unsigned samples,
                                                     input int unsigned line_bits);
    ring_pipeline_bits = (ring_banks(samples) + 1) * line_bits + $clog2(samples)
                         + $clog2(ring_banks(samples));
  endfunction

  /// Bits of the pipelined window: operands of the decision, samples and bounds read ahead.
  function automatic int unsigned window_pipeline_bits(input int unsigned radix,
                                                       input int unsigned degree_bits,
                                                       input int unsigned fraction_bits,
                                                       input int unsigned samples,
                                                       input int unsigned interval);
    window_pipeline_bits =
        radix * (sum_bits(samples, max_degree(radix, fraction_bits))
                 + sum_bits(samples / interval, max_degree(radix, fraction_bits)) + 2 * degree_bits)
        + ring_pipeline_bits(samples, radix * degree_bits);
  endfunction

  /// Pipeline registers of the contention-degree unit: those of its sampler and of its window, and
  /// the degree register.
  function automatic int unsigned contention_pipeline_bits(input int unsigned radix,
                                                           input int unsigned vcs,
                                                           input int unsigned samples,
                                                           input int unsigned interval,
                                                           input int unsigned weighted,
                                                           input int unsigned degree_bits,
                                                           input int unsigned sample_interval);
    if (weighted == 1)
      contention_pipeline_bits = degree_bits * radix;
    else if (sample_interval == 1)
      contention_pipeline_bits = 64;
    else
      contention_pipeline_bits = shared_sampler_pipeline_bits(radix, vcs, sample_interval)
          + window_pipeline_bits(radix, degree_bits, 0, samples, interval) + radix * degree_bits;
  endfunction

endpackage
