// SPDX-License-Identifier: Apache-2.0
// Sum and spread of the contention degree per interval, for every output: the last ones, what leaves
// of the oldest, and the moving sum of the spreads.
//
// Contract:   docs/reference/cbcm/interval_window.md, steps 2 and 3
// Source:     CBCM paper, Section IV-B1, with a sum per interval instead of its samples
// Interface:  part of interval_window: one sample of every output per clock with `active_i`
// Latency:    1 clock from the last sample of an interval to `spread_o`; `leaving_o` and `more_o`
//             belong to the clock in which they leave the sum
// Parameters: as interval_window. Storage grows with Radix * NumSamples / BoundSampleInterval *
//             (2 * DegreeBits + log2(BoundSampleInterval)).
// Not handled: samples above (Radix - 1) * 2^FractionBits (asserted by the window).
//
// Numbers are bit planes, as in contention_window: word `b` has bit `b` of every output. A sum is
// kept as quotient and remainder by the interval's cycles, so that in each cycle the quotient
// leaves, and 1 more in the last cycles, as many as the remainder says: the divider works once per
// interval, and every interval of equal samples leaves as it came.
//
// lint-params: Radix=4 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22
// lint-large: Radix=64 FractionBits=12 NumSamples=1000 BoundSampleInterval=100
// lint-illegal: NumSamples=105
// lint-illegal: BoundSampleInterval=1

module interval_ring #(
  /// Outputs.
  parameter int unsigned Radix = 8,
  /// Fraction bits of a sample (weighted variant).
  parameter int unsigned FractionBits = 0,
  /// Width of a sample.
  parameter int unsigned DegreeBits = $clog2(Radix) + FractionBits,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles of an interval.
  parameter int unsigned BoundSampleInterval = 10,
  localparam int unsigned MaxDegree    = cbcm_pkg::max_degree(Radix, FractionBits),
  localparam int unsigned NumBounds    = NumSamples / BoundSampleInterval,
  localparam int unsigned IntervalBits = cbcm_pkg::sum_bits(BoundSampleInterval, MaxDegree),
  localparam int unsigned SpreadBits   = cbcm_pkg::sum_bits(NumBounds, MaxDegree),
  localparam int unsigned RestBits     = $clog2(BoundSampleInterval),
  localparam int unsigned LineBits     = (2 * DegreeBits + RestBits) * Radix,
  localparam int unsigned PhaseBits    = $clog2(BoundSampleInterval),
  localparam int unsigned PointerBits  = $clog2(NumBounds),
  localparam int unsigned StateBits    = interval_pkg::interval_ring_state_bits(
      Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval)
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
  /// What leaves the moving sum in this clock is this, bit planes, ...
  output logic [DegreeBits*Radix-1:0]  leaving_o,
  /// ... and 1 more.
  output logic [Radix-1:0]             more_o,
  /// Sum of the last NumBounds spreads, bit planes.
  output logic [SpreadBits*Radix-1:0]  spread_o
`ifdef FORMAL
  ,
  /// Every flip-flop, for the proof of quiescence.
  output logic [StateBits-1:0]         formal_state_o,
  /// Every line of the ring: {spreads, remainders, quotients}.
  output logic [NumBounds*LineBits-1:0] formal_ring_o
`endif
);

  localparam int unsigned SampleBits   = NumBounds * LineBits;
  localparam int unsigned PipelineBits = 0;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (BoundSampleInterval < 2 || BoundSampleInterval > 100)
    $fatal(1, "%m: BoundSampleInterval = %0d is not in 2-100", BoundSampleInterval);
  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  (* mem2reg *) logic [Radix-1:0] total_q [IntervalBits];  // of the interval so far
  (* mem2reg *) logic [Radix-1:0] total_d [IntervalBits];
  (* mem2reg *) logic [Radix-1:0] max_q [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] min_q [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] max_d [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] min_d [DegreeBits];
  (* mem2reg *) logic [Radix-1:0] spread_q [SpreadBits];
  logic [PhaseBits-1:0]   phase_q;
  logic [PointerBits-1:0] pointer_q;
  logic                   wrapped_q;
  logic [LineBits-1:0]    ring_q [NumBounds];  // {spreads, remainders, quotients}

  logic first_phase, last_phase;
  assign first_phase = phase_q == '0;
  assign last_phase  = phase_q == PhaseBits'(BoundSampleInterval - 1);

  // The oldest interval leaves. Nothing is read before there is something.
  logic [LineBits-1:0] oldest;
  assign oldest    = wrapped_q ? ring_q[pointer_q] : '0;
  assign leaving_o = oldest[0 +: DegreeBits*Radix];
  always_comb begin : more
    // The remainder is at least the cycles to come, this one included: in phase 0 it never is.
    logic [PhaseBits:0] left;
    logic [Radix-1:0]   rest;
    left   = (PhaseBits+1)'(BoundSampleInterval) - {1'b0, phase_q};
    more_o = '1;
    rest   = '0;
    for (int b = 0; b < RestBits; b++) begin
      rest   = oldest[(DegreeBits + b)*Radix +: Radix];
      more_o = left[b] ? rest & more_o : rest | more_o;
    end
    more_o &= {Radix{!first_phase}};
  end
  for (genvar b = 0; b < SpreadBits; b++) begin : gen_spread
    assign spread_o[b*Radix +: Radix] = spread_q[b];
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

  // Sum and bounds of the interval, this cycle's sample included.
  always_comb begin : interval
    logic [Radix-1:0] in, above, below, old, carry;
    {in, above, below, old, carry} = '0;
    for (int b = 0; b < DegreeBits; b++) begin
      in    = degree_i[b*Radix +: Radix];
      above = (in & ~max_q[b]) | (above & ~(in ^ max_q[b]));
      below = (~in & min_q[b]) | (below & ~(in ^ min_q[b]));
    end
    above |= {Radix{first_phase}};
    below |= {Radix{first_phase}};
    for (int b = 0; b < DegreeBits; b++) begin
      in         = degree_i[b*Radix +: Radix];
      max_d[b]   = (in & above) | (max_q[b] & ~above);
      min_d[b]   = (in & below) | (min_q[b] & ~below);
      old        = total_q[b] & ~{Radix{first_phase}};
      total_d[b] = old ^ in ^ carry;
      carry      = (old & (in | carry)) | (in & carry);
    end
    for (int b = DegreeBits; b < IntervalBits; b++) begin
      old        = total_q[b] & ~{Radix{first_phase}};
      total_d[b] = old ^ carry;
      carry      = old & carry;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : running
    if (!rst_ni) begin
      for (int b = 0; b < IntervalBits; b++) total_q[b] <= '0;
      for (int b = 0; b < DegreeBits; b++) begin
        max_q[b] <= '0;
        min_q[b] <= '0;
      end
    end else if (!enable_i) begin
      for (int b = 0; b < IntervalBits; b++) total_q[b] <= '0;
      for (int b = 0; b < DegreeBits; b++) begin
        max_q[b] <= '0;
        min_q[b] <= '0;
      end
    end else if (active_i) begin
      for (int b = 0; b < IntervalBits; b++) total_q[b] <= total_d[b];
      for (int b = 0; b < DegreeBits; b++) begin
        max_q[b] <= max_d[b];
        min_q[b] <= min_d[b];
      end
    end
  end

  // Quotient and remainder of `total` by the interval's cycles: a bit of the quotient at a time, for
  // which Width planes are compared and subtracted, those above being 0.
  function automatic logic [(DegreeBits+RestBits)*Radix-1:0] divided(
      input logic [IntervalBits*Radix-1:0] total);
    localparam int unsigned Width = RestBits + 1;
    localparam logic [Width-1:0] Divisor = Width'(BoundSampleInterval);
    logic [(DegreeBits+Width)*Radix-1:0] rest;
    logic [Width*Radix-1:0] less;
    logic [Radix-1:0] borrow, prior;
    rest    = ((DegreeBits+Width)*Radix)'(total);
    less    = '0;
    prior   = '0;
    divided = '0;
    for (int i = DegreeBits - 1; i >= 0; i--) begin
      borrow = '0;
      for (int b = 0; b < Width; b++) begin
        prior = rest[(i + b)*Radix +: Radix];
        less[b*Radix +: Radix] = prior ^ {Radix{Divisor[b]}} ^ borrow;
        borrow = Divisor[b] ? ~prior | borrow : ~prior & borrow;
      end
      for (int b = 0; b < Width; b++)
        rest[(i + b)*Radix +: Radix] =
            (rest[(i + b)*Radix +: Radix] & borrow) | (less[b*Radix +: Radix] & ~borrow);
      divided[i*Radix +: Radix] = ~borrow;
    end
    divided[DegreeBits*Radix +: RestBits*Radix] = rest[0 +: RestBits*Radix];
  endfunction

  logic [DegreeBits*Radix-1:0] apart;  // maxima - minima
  always_comb begin : difference
    logic [Radix-1:0] high, low, borrow;
    {high, low, borrow} = '0;
    for (int b = 0; b < DegreeBits; b++) begin
      high = max_d[b];
      low  = min_d[b];
      apart[b*Radix +: Radix] = high ^ low ^ borrow;
      borrow = (~high & (low | borrow)) | (low & borrow);
    end
  end

  // The interval's line. The ring is a memory: one write port, not reset.
  always_ff @(posedge clk_i) begin : ring
    logic [IntervalBits*Radix-1:0] total;
    if (enable_i && active_i && last_phase) begin
      for (int b = 0; b < IntervalBits; b++) total[b*Radix +: Radix] = total_d[b];
      ring_q[pointer_q] <= {apart, divided(total)};
    end
  end

  // The moving sum of the spreads: the new one in, the oldest out. sum + in + ~out + 1, carries
  // saved once and rippled once; above the spreads the rest of ~out is -1.
  always_ff @(posedge clk_i or negedge rst_ni) begin : spreads
    logic [Radix-1:0] in, out, prior, part, saved, carry, up, down;
    {in, out, prior, part, saved, carry, up, down} = '0;
    if (!rst_ni) begin
      for (int b = 0; b < SpreadBits; b++) spread_q[b] <= '0;
    end else if (!enable_i) begin
      for (int b = 0; b < SpreadBits; b++) spread_q[b] <= '0;
    end else if (active_i && last_phase) begin
      saved = '1;
      carry = '0;
      for (int b = 0; b < DegreeBits; b++) begin
        in    = apart[b*Radix +: Radix];
        out   = ~oldest[(DegreeBits + RestBits + b)*Radix +: Radix];
        prior = spread_q[b];
        part  = prior ^ in ^ out;
        spread_q[b] <= part ^ saved ^ carry;
        carry = (part & (saved | carry)) | (saved & carry);
        saved = (prior & (in | out)) | (in & out);
      end
      up   = saved & carry;
      down = ~(saved | carry);
      for (int b = DegreeBits; b < SpreadBits; b++) begin
        prior = spread_q[b];
        spread_q[b] <= prior ^ (up | down);
        up   = up & prior;
        down = down & ~prior;
      end
    end
  end

`ifdef FORMAL
  always_comb begin : formal_state
    formal_state_o = '0;
    for (int b = 0; b < IntervalBits; b++) formal_state_o[b*Radix +: Radix] = total_q[b];
    for (int b = 0; b < DegreeBits; b++) begin
      formal_state_o[(IntervalBits + b)*Radix +: Radix]              = max_q[b];
      formal_state_o[(IntervalBits + DegreeBits + b)*Radix +: Radix] = min_q[b];
    end
    for (int b = 0; b < SpreadBits; b++)
      formal_state_o[(IntervalBits + 2*DegreeBits + b)*Radix +: Radix] = spread_q[b];
    formal_state_o[StateBits-1 -: PhaseBits + PointerBits + 1] = {phase_q, pointer_q, wrapped_q};
  end
  for (genvar k = 0; k < NumBounds; k++) begin : gen_formal_ring
    assign formal_ring_o[k*LineBits +: LineBits] = ring_q[k];
  end
`endif

endmodule
