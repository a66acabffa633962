// SPDX-License-Identifier: Apache-2.0
// Exact weighted contention degree: every requester of an input with v requesters weighs
// floor(2^F/v).
//
// Contract:   docs/reference/cbcm/weighted_sampler.md
// Source:     CBCM paper, Section IV-B1 (weighted contention degree)
// Interface:  one request vector per clock, all 0 is idle; the degrees are events of the next clock
// Latency:    1 clock
// Parameters: Radix 4-64, Vcs 1-16, WeightFraction (F) 12-16. Costs a count of Radix*Vcs bits and a
//             table of Radix*Vcs reciprocals per input and Radix chained additions of
//             clog2(Radix) + F planes in one clock: a yardstick for request_sampler, not a cheap
//             unit.
// Not handled: an input that requests its own output (asserted): then a degree may wrap around.
//
// lint-params: Radix=4 Vcs=1 WeightFraction=16
// lint-large: Radix=8 Vcs=6 WeightFraction=14
// lint-illegal: Radix=3
// lint-illegal: Radix=4 Vcs=17
// lint-illegal: Radix=4 WeightFraction=11
// lint-illegal: Radix=4 WeightFraction=17

module weighted_sampler #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels per input that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Fraction bits of the degree.
  parameter int unsigned WeightFraction = 12,
  localparam int unsigned DegreeBits = $clog2(Radix) + WeightFraction
) (
  /// Clock, rising edge.
  input  logic                         clk_i,
  /// Asynchronous reset, active low.
  input  logic                         rst_ni,
  /// Low: the degrees are cleared.
  input  logic                         enable_i,
  /// Lane `i` is input `i`; its bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Radix*Vcs-1:0]   request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [15:0]                  cfg_sampled_vcs_i,
  /// Fixed point with `WeightFraction` fraction bits, bit planes.
  output logic [DegreeBits*Radix-1:0]  degree_o,
  /// A clock without requests changes nothing.
  output logic                         quiescent_o
);

  localparam int unsigned LaneBits   = Radix * Vcs;
  localparam int unsigned CountBits  = $clog2(LaneBits + 1);
  localparam int unsigned WeightBits = WeightFraction + 1;
  localparam int unsigned TableBits  = (LaneBits + 1) * WeightBits;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 0;
  localparam int unsigned PipelineBits = DegreeBits * Radix;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);
  if (WeightFraction < 12 || WeightFraction > 16)
    $fatal(1, "%m: WeightFraction = %0d is not in 12-16", WeightFraction);

  // Entry v: the weight of one of v requesters.
  function automatic logic [TableBits-1:0] weights();
    weights = '0;
    for (int v = 1; v <= LaneBits; v++)
      weights[v*WeightBits +: WeightBits] = WeightBits'((1 << WeightFraction) / v);
  endfunction
  localparam logic [TableBits-1:0] Weights = weights();

  logic [DegreeBits*Radix-1:0] degree_q;
  logic unused_cfg;
  assign unused_cfg = ^cfg_sampled_vcs_i;

  assign degree_o    = degree_q;
  assign quiescent_o = ~(|degree_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin : sample
    (* mem2reg *) logic [Radix-1:0] plane [DegreeBits];
    logic [DegreeBits*Radix-1:0] total;
    logic [LaneBits-1:0] lane;
    logic [WeightBits-1:0] weight;
    logic [Radix-1:0] requesters, term, carry, prior;
    total      = '0;
    lane       = '0;
    weight     = '0;
    requesters = '0;
    term       = '0;
    carry      = '0;
    prior     = '0;
    for (int b = 0; b < DegreeBits; b++) plane[b] = '0;
    if (!rst_ni) begin
      degree_q <= '0;
    end else if (!enable_i) begin
      degree_q <= '0;
    end else begin
      for (int i = 0; i < Radix; i++) begin
        if (|request_i[i*LaneBits +: LaneBits]) begin
          lane   = request_i[i*LaneBits +: LaneBits] & {Radix{cfg_sampled_vcs_i[Vcs-1:0]}};
          weight = Weights[CountBits'($countones(lane))*WeightBits +: WeightBits];
          for (int v = 0; v < Vcs; v++) begin
            for (int o = 0; o < Radix; o++) requesters[o] = lane[o*Vcs + v];
            carry = '0;
            for (int b = 0; b < DegreeBits; b++) begin
              prior = plane[b];
              if (b < WeightBits) term = requesters & {Radix{weight[b]}};
              else term = '0;
              plane[b] = prior ^ term ^ carry;
              carry    = (prior & (term | carry)) | (term & carry);
            end
          end
        end
      end
      for (int b = 0; b < DegreeBits; b++) total[b*Radix +: Radix] = plane[b];
      degree_q <= total;
    end
  end

`ifndef SYNTHESIS
  // A packet never leaves by the port it came in.
  always_ff @(posedge clk_i) begin : assumptions
    logic own;
    own = 1'b0;
    for (int i = 0; i < Radix; i++) begin
      own |= |(request_i[(i*Radix + i)*Vcs +: Vcs] & cfg_sampled_vcs_i[Vcs-1:0]);
    end
    if (rst_ni && enable_i) NoRequestOfOwnOutput: assert (!own);
  end
`endif

endmodule
