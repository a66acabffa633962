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

  /// Width of a port_picker's random source.
  localparam int unsigned PickerSourceBits = 23;

  /// Seed of a port's picker where one seed is given for the router: another part of it for each
  /// port, and constants, so that ports differ for all but one seed in thousands.
  function automatic logic [PickerSourceBits-1:0] port_seed(input logic [63:0] seed,
                                                            input int unsigned port);
    port_seed = PickerSourceBits'(rotated(start_of(seed), 11 * port))
                ^ PickerSourceBits'((32'(port) * 32'h9E37_79B1) >> 9);
  endfunction

  /// Outputs that multiplexed_contention has rows for: SampleInterval per datapath.
  function automatic int unsigned multiplexed_rows(input int unsigned radix,
                                                   input int unsigned sample_interval);
    multiplexed_rows = (radix + sample_interval - 1) / sample_interval * sample_interval;
  endfunction

  /// Samples and spreads of multiplexed_contention.
  function automatic int unsigned multiplexed_sample_bits(input int unsigned radix,
                                                          input int unsigned samples,
                                                          input int unsigned interval,
                                                          input int unsigned sample_interval);
    multiplexed_sample_bits = multiplexed_rows(radix, sample_interval)
                              * (samples + samples / interval) * $clog2(radix);
  endfunction

  /// Sums and running bounds of its rows, its decisions, and what all rows share: pointer, phase, rows
  /// written, wrapped, clocks of calm, and the row whose sum is formed anew with that sum.
  function automatic int unsigned multiplexed_state_bits(input int unsigned radix,
                                                         input int unsigned samples,
                                                         input int unsigned interval,
                                                         input int unsigned sample_interval);
    multiplexed_state_bits =
        multiplexed_rows(radix, sample_interval)
        * (sum_bits(samples, max_degree(1 << $clog2(radix), 0)) + 2 * $clog2(radix))
        + radix + $clog2(samples) + $clog2(interval) + 2 * ($clog2(sample_interval) + 1) + 1
        + $clog2(multiplexed_rows(radix, sample_interval))
        + sum_bits(samples, max_degree(1 << $clog2(radix), 0));
  endfunction

  /// Bits of what twice the sum of a window is compared with.
  function automatic int unsigned limit_bits(input int unsigned degree_bits,
                                             input int unsigned samples);
    limit_bits = $clog2(samples * ((1 << degree_bits) + 1) + 1);
  endfunction

  /// Turn of the count, whether there is one, degrees counted, samples read ahead, and a limit and
  /// a decision per datapath.
  function automatic int unsigned multiplexed_pipeline_bits(input int unsigned radix,
                                                            input int unsigned samples,
                                                            input int unsigned sample_interval);
    multiplexed_pipeline_bits =
        $clog2(sample_interval) + 1
        + (radix + sample_interval - 1) / sample_interval
          * (2 * $clog2(radix) + limit_bits($clog2(radix), samples) + 1);
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

  /// Bits of cbcm_router's state but for its error bit, whichever form its contention detection has.
  function automatic int unsigned router_state_bits(input int unsigned radix,
                                                    input int unsigned samples,
                                                    input int unsigned interval,
                                                    input int unsigned window_bits,
                                                    input int unsigned weighted,
                                                    input int unsigned sample_interval);
    router_state_bits = (weighted == 1 ? 0 : radix * (1 + $clog2(radix)))
        + (sample_interval > 1
           ? multiplexed_state_bits(radix, samples, interval, sample_interval) : window_bits);
  endfunction

  /// Registers of port_picker beside its pick: source, turn, numbers, what it holds.
  function automatic int unsigned picker_pipeline_bits(input int unsigned radix,
                                                       input int unsigned vcs,
                                                       input int unsigned sample_interval);
    picker_pipeline_bits = PickerSourceBits + $clog2(sample_interval)
        + 3 * $clog2(radix * (vcs == 0 ? 1 : vcs) + 1) + 2
        + $clog2(radix * (vcs == 0 ? 1 : vcs)) + 1 + 2 + $clog2(radix);
  endfunction

  /// Pipeline registers and random sources of cbcm_router's contention detection.
  function automatic int unsigned router_pipeline_bits(input int unsigned radix,
                                                       input int unsigned vcs,
                                                       input int unsigned samples,
                                                       input int unsigned weighted,
                                                       input int unsigned degree_bits,
                                                       input int unsigned sample_interval);
    router_pipeline_bits = sample_interval > 1
        ? radix * picker_pipeline_bits(radix, vcs, sample_interval)
          + multiplexed_pipeline_bits(radix, samples, sample_interval)
        : weighted == 1 ? radix * degree_bits : 64;
  endfunction

endpackage
