// SPDX-License-Identifier: Apache-2.0
// Maxima and minima of the contention degree per interval, and their moving sums, for every output.
//
// Contract:   docs/reference/cbcm/contention_window.md, step 3
// Source:     CBCM paper, Section IV-B1
// Interface:  part of contention_window: one sample of every output per clock with `active_i`
// Latency:    1 clock from the last sample of an interval to the sums
// Parameters: as contention_window. Storage grows with Radix * NumSamples / BoundSampleInterval *
//             DegreeBits; a clock costs two comparisons, the last of an interval four additions.
// Not handled: samples above (Radix - 1) * 2^FractionBits (asserted by the window).
//
// Numbers are bit planes, as in contention_window.
//
// lint-params: Radix=4 DegreeBits=2 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22 DegreeBits=5
// lint-illegal: NumSamples=105
// lint-illegal: BoundSampleInterval=1

module contention_bounds #(
  /// Outputs.
  parameter int unsigned Radix = 8,
  /// Fraction bits of a sample (weighted variant).
  parameter int unsigned FractionBits = 0,
  /// Width of a sample.
  parameter int unsigned DegreeBits = $clog2(Radix) + FractionBits,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 10,
  localparam int unsigned NumBounds = NumSamples / BoundSampleInterval,
  localparam int unsigned SumBits =
      cbcm_pkg::sum_bits(NumBounds, cbcm_pkg::max_degree(Radix, FractionBits)),
  localparam int unsigned StateBits =
      cbcm_pkg::bounds_state_bits(Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval)
) (
  /// Clock, rising edge.
  input  logic                         clk_i,
  /// Asynchronous reset, active low.
  input  logic                         rst_ni,
  /// Low: every register takes its reset value.
  input  logic                         enable_i,
  /// The window samples in this clock; low: nothing changes.
  input  logic                         active_i,
  /// This cycle's sample of every output, bit planes.
  input  logic [DegreeBits*Radix-1:0]  degree_i,
  /// Sum of the last NumBounds maxima, bit planes.
  output logic [SumBits*Radix-1:0]     sum_max_o,
  /// Sum of the last NumBounds minima, bit planes.
  output logic [SumBits*Radix-1:0]     sum_min_o,
  /// Sums and running bounds are 0.
  output logic                         zero_o
`ifdef FORMAL
  ,
  /// Every flip-flop, for the proof of quiescence.
  output logic [StateBits-1:0]         formal_state_o,
  /// Every line of the ring.
  output logic [2*NumBounds*DegreeBits*Radix-1:0] formal_ring_o
`endif
);

  localparam int unsigned PhaseBits   = $clog2(BoundSampleInterval);
  localparam int unsigned PointerBits = $clog2(NumBounds);
  localparam int unsigned PlaneBits   = DegreeBits * Radix;

  localparam int unsigned SampleBits   = 2 * NumBounds * PlaneBits;
  localparam int unsigned PipelineBits = 0;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (BoundSampleInterval < 2 || BoundSampleInterval > 100)
    $fatal(1, "%m: BoundSampleInterval = %0d is not in 2-100", BoundSampleInterval);
  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  (* mem2reg *) logic [Radix-1:0] sum_max_q [SumBits] /*verilator split_var*/;
  (* mem2reg *) logic [Radix-1:0] sum_min_q [SumBits] /*verilator split_var*/;
  logic [SumBits*Radix-1:0] sum_max_d, sum_min_d;  // at the end of an interval, else 0
  (* mem2reg *) logic [Radix-1:0] max_q [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] min_q [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] max_d [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] min_d [DegreeBits];
  logic [PhaseBits-1:0]     phase_q;
  logic [PointerBits-1:0]   pointer_q;
  logic                     wrapped_q;
  logic [2*PlaneBits-1:0]   ring_q [NumBounds];  // {minima, maxima}

  logic first_phase, last_phase;
  assign first_phase = phase_q == '0;
  assign last_phase  = phase_q == PhaseBits'(BoundSampleInterval - 1);

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  // Minima are never above maxima: these being 0, everything is.
  always_comb begin : zero
    logic [Radix-1:0] busy;
    busy = '0;
    for (int b = 0; b < DegreeBits; b++) busy |= max_q[b];
    zero_o = ~(|busy) && ~(|sum_max_o);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : pointers
    if (!rst_ni) begin
      phase_q   <= '0;
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (!enable_i) begin
      phase_q   <= '0;
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (active_i) begin
      phase_q <= phase_q + 1'b1;
      if (last_phase) begin
        phase_q   <= '0;
        pointer_q <= pointer_q + 1'b1;
        if (pointer_q == PointerBits'(NumBounds - 1)) begin
          pointer_q <= '0;
          wrapped_q <= 1'b1;
        end
      end
    end
  end

  // Running bounds of the interval, this cycle's sample included.
  always_comb begin : bounds
    logic [Radix-1:0] in, above, below;
    in    = '0;
    above = '0;
    below = '0;
    for (int b = 0; b < DegreeBits; b++) begin
      max_d[b] = max_q[b];
      min_d[b] = min_q[b];
    end
    if (active_i) begin
      for (int b = 0; b < DegreeBits; b++) begin
        in    = degree_i[b*Radix +: Radix];
        above = (in & ~max_q[b]) | (above & ~(in ^ max_q[b]));
        below = (~in & min_q[b]) | (below & ~(in ^ min_q[b]));
      end
      above |= {Radix{first_phase}};
      below |= {Radix{first_phase}};
      for (int b = 0; b < DegreeBits; b++) begin
        in       = degree_i[b*Radix +: Radix];
        max_d[b] = (in & above) | (max_q[b] & ~above);
        min_d[b] = (in & below) | (min_q[b] & ~below);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : running_bounds
    if (!rst_ni) begin
      for (int b = 0; b < DegreeBits; b++) begin
        max_q[b] <= '0;
        min_q[b] <= '0;
      end
    end else if (!enable_i) begin
      for (int b = 0; b < DegreeBits; b++) begin
        max_q[b] <= '0;
        min_q[b] <= '0;
      end
    end else if (active_i) begin
      for (int b = 0; b < DegreeBits; b++) begin
        max_q[b] <= max_d[b];
        min_q[b] <= min_d[b];
      end
    end
  end

  // `sum` with the bound `in` added and the bound `out` taken away: sum + in + ~out + 1, carries
  // saved once and rippled once; above the bounds the rest of ~out is -1.
  function automatic logic [SumBits*Radix-1:0] moved(input logic [SumBits*Radix-1:0] sum,
                                                     input logic [PlaneBits-1:0] in,
                                                     input logic [PlaneBits-1:0] out);
    logic [Radix-1:0] old, add, take, part, saved, carry, up, down;
    saved = '1;
    carry = '0;
    for (int b = 0; b < DegreeBits; b++) begin
      old   = sum[b*Radix +: Radix];
      add   = in[b*Radix +: Radix];
      take  = ~out[b*Radix +: Radix];
      part  = old ^ add ^ take;
      moved[b*Radix +: Radix] = part ^ saved ^ carry;
      carry = (part & (saved | carry)) | (saved & carry);
      saved = (old & (add | take)) | (add & take);
    end
    up   = saved & carry;
    down = ~(saved | carry);
    for (int b = DegreeBits; b < SumBits; b++) begin
      old  = sum[b*Radix +: Radix];
      moved[b*Radix +: Radix] = old ^ (up | down);
      up   = up & old;
      down = down & ~old;
    end
  endfunction

  // The moving sums, once per interval.
  always_comb begin : moved_sums
    logic [PlaneBits-1:0] maxima, minima, old_maxima, old_minima;
    {maxima, minima, old_maxima, old_minima} = '0;
    {sum_max_d, sum_min_d} = '0;
    if (last_phase) begin
      if (wrapped_q) {old_minima, old_maxima} = ring_q[pointer_q];
      for (int b = 0; b < DegreeBits; b++) begin
        maxima[b*Radix +: Radix] = max_d[b];
        minima[b*Radix +: Radix] = min_d[b];
      end
      sum_max_d = moved(sum_max_o, maxima, old_maxima);
      sum_min_d = moved(sum_min_o, minima, old_minima);
    end
  end

  for (genvar b = 0; b < SumBits; b++) begin : gen_sums
    assign sum_max_o[b*Radix +: Radix] = sum_max_q[b];
    assign sum_min_o[b*Radix +: Radix] = sum_min_q[b];
    always_ff @(posedge clk_i or negedge rst_ni) begin : sums
      if (!rst_ni) begin
        sum_max_q[b] <= '0;
        sum_min_q[b] <= '0;
      end else if (!enable_i) begin
        sum_max_q[b] <= '0;
        sum_min_q[b] <= '0;
      end else if (active_i && last_phase) begin
        sum_max_q[b] <= sum_max_d[b*Radix +: Radix];
        sum_min_q[b] <= sum_min_d[b*Radix +: Radix];
      end
    end
  end

  // The ring is a memory: one write port, not reset.
  always_ff @(posedge clk_i) begin : ring
    logic [2*PlaneBits-1:0] line;
    if (enable_i && active_i && last_phase) begin
      for (int b = 0; b < DegreeBits; b++) begin
        line[b*Radix +: Radix]             = max_d[b];
        line[PlaneBits + b*Radix +: Radix] = min_d[b];
      end
      ring_q[pointer_q] <= line;
    end
  end

  // verilator tracing_on

`ifdef FORMAL
  always_comb begin : formal_state
    formal_state_o = '0;
    for (int b = 0; b < DegreeBits; b++) begin
      formal_state_o[b*Radix +: Radix]                = max_q[b];
      formal_state_o[(DegreeBits + b)*Radix +: Radix] = min_q[b];
    end
    formal_state_o[StateBits-1 -: 2*SumBits*Radix + PhaseBits + PointerBits + 1] =
        {sum_max_o, sum_min_o, phase_q, pointer_q, wrapped_q};
  end
  for (genvar k = 0; k < NumBounds; k++) begin : gen_formal_ring
    assign formal_ring_o[2*k*PlaneBits +: 2*PlaneBits] = ring_q[k];
  end
`endif

endmodule
