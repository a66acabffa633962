// SPDX-License-Identifier: Apache-2.0
// One input port's part of request_sampler: picks the requester that a random draw points at.
//
// Contract:   docs/reference/cbcm/request_sampler.md (behaviour of one input)
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  the requests of one input per clock, all 0 is idle; the pick is an event of the next
//             clock
// Latency:    1 clock
// Parameters: Radix 4-64 and Vcs 1-16: a count of Radix*Vcs bits, a 16-bit multiply and a search of
//             clog2(Radix) levels, all in one clock.
// Not handled: requests are taken as they are, the input's own output included.
//
// The pick is a two-stage search for the r-th set bit: a prefix over groups of at most 64 requests,
// then a binary search inside the group that holds it, which yields the output bit by bit. What is
// found on the way is selected, not branched on: a simulating processor could not guess it.
//
// lint-params: Radix=4 Vcs=1
// lint-params: Radix=22 Vcs=4
// lint-large: Radix=64 Vcs=16
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Vcs=17

module lane_sampler #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels that may be sampled.
  parameter int unsigned Vcs = 4,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  /// Clock, rising edge.
  input  logic                  clk_i,
  /// Asynchronous reset, active low.
  input  logic                  rst_ni,
  /// Low: the pick is cleared.
  input  logic                  enable_i,
  /// Bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Vcs-1:0]  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [Vcs-1:0]        cfg_sampled_vcs_i,
  /// Random fraction of the requesters, in 65536ths.
  input  logic [15:0]           draw_i,
  /// There was a requester in the last cycle.
  output logic                  pick_valid_o,
  /// The picked requester's output; 0 without a pick.
  output logic [PortBits-1:0]   pick_output_o
);

  localparam int unsigned LaneBits     = Radix * Vcs;
  localparam int unsigned CountBits    = $clog2(LaneBits + 1);
  // Largest power of two of outputs whose requests fit 64 bits.
  localparam int unsigned FitLevels    = $clog2(64 / (Vcs == 0 ? 1 : Vcs) + 1) - 1;
  localparam int unsigned GroupLevels  = FitLevels < PortBits ? FitLevels : PortBits;
  localparam int unsigned GroupOutputs = 1 << GroupLevels;
  localparam int unsigned GroupBits    = GroupOutputs * Vcs;
  localparam int unsigned Groups       = (Radix + GroupOutputs - 1) / GroupOutputs;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 1 + PortBits;
  localparam int unsigned PipelineBits = 0;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);

  // {valid, output} of requester number floor(count * draw / 65536) of a lane.
  function automatic logic [PortBits:0] pick(input logic [LaneBits-1:0] lane,
                                             input logic [Vcs-1:0] sampled,
                                             input logic [15:0] draw);
    // verilator no_inline_task
    logic [Groups*GroupBits-1:0] padded;
    logic [CountBits-1:0] total, rest, count;
    logic [GroupBits-1:0] takes_part, group, low;
    logic [PortBits-1:0] first;
    logic above;
    padded = (Groups*GroupBits)'(lane);
    takes_part = GroupBits'(sampled);
    for (int level = 0; level < GroupLevels; level++) begin
      takes_part |= takes_part << (Vcs << level);
    end
    total = '0;
    for (int g = 0; g < Groups; g++) begin
      total += CountBits'($countones(padded[g*GroupBits +: GroupBits] & takes_part));
    end
    // Below `total`, so that no group has to be asked after the last one but one.
    rest  = CountBits'(({16'b0, total} * {{CountBits{1'b0}}, draw}) >> 16);
    group = padded[0 +: GroupBits] & takes_part;
    first = '0;
    above = 1'b1;
    for (int g = 1; g < Groups; g++) begin
      count = CountBits'($countones(padded[(g-1)*GroupBits +: GroupBits] & takes_part));
      above = above && rest >= count;
      rest  = rest - (count & {CountBits{above}});
      group = above ? padded[g*GroupBits +: GroupBits] & takes_part : group;
      first = above ? PortBits'(g * GroupOutputs) : first;
    end
    for (int level = GroupLevels - 1; level >= 0; level--) begin
      low   = group & ((GroupBits'(1) << ((1 << level) * Vcs)) - GroupBits'(1));
      count = CountBits'($countones(low));
      above = rest >= count;
      rest  = rest - (count & {CountBits{above}});
      group = above ? group >> ((1 << level) * Vcs) : group;
      first = first | (PortBits'(above) << level);
    end
    pick = {1'b1, first} & {(PortBits+1){|total}};
  endfunction

  // One register, written so that a simulator evaluates the pick once and only where it is needed.
  logic [PortBits:0] pick_q;
  assign {pick_valid_o, pick_output_o} = pick_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : sample
    if (!rst_ni) begin
      pick_q <= '0;
    end else begin
      pick_q <= '0;
      if (|request_i) begin
        if (enable_i) pick_q <= pick(request_i, cfg_sampled_vcs_i, draw_i);
      end
    end
  end

endmodule
