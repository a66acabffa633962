// SPDX-License-Identifier: Apache-2.0
// Picks one requester of a router's input port uniformly at random, some outputs a clock, and shows
// its output until the next pick.
//
// Contract:   docs/reference/cbcm/port_picker.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  one request vector per clock, all 0 is idle; the pick is a level
// Latency:    a look takes SampleInterval clocks; its pick shows 1 clock after its last
// Parameters: Radix 4-64, Vcs 1-16, SampleInterval 8 or 16. A clock counts the requests for
//             Radix/SampleInterval outputs and finds a requester among them.
// Not handled: a request that comes or goes during a look counts as its output's turn finds it; an
//             input's request for its own output is picked like any other.
//
// lint-params: Radix=4 Vcs=1 SampleInterval=8
// lint-params: Radix=22 Vcs=3
// lint-params: Radix=64 Vcs=4 SampleInterval=16
// lint-large: Radix=64 Vcs=16 SampleInterval=8
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Vcs=0
// lint-illegal: Vcs=17
// lint-illegal: SampleInterval=4

module port_picker #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Clocks of a look.
  parameter int unsigned SampleInterval = 8,
  localparam int unsigned PortBits   = $clog2(Radix),
  localparam int unsigned SafeVcs    = Vcs == 0 ? 1 : Vcs,
  localparam int unsigned Outputs    = (Radix + SampleInterval - 1) / SampleInterval,
  localparam int unsigned HereBits   = $clog2(Outputs * SafeVcs + 1),
  localparam int unsigned NumberBits = $clog2(Radix * SafeVcs + 1),
  localparam int unsigned NextBits   = NumberBits + 2,
  localparam int unsigned TurnBits   = $clog2(SampleInterval),
  localparam int unsigned SampleBits   = 0,
  localparam int unsigned StateBits    = 1 + PortBits,
  localparam int unsigned PipelineBits =
      cbcm_pkg::picker_pipeline_bits(Radix, Vcs, SampleInterval),
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits
) (
  /// Clock, rising edge.
  input  logic                                  clk_i,
  /// Asynchronous reset, active low.
  input  logic                                  rst_ni,
  /// Low: the pick is cleared and the random source takes the seed.
  input  logic                                  enable_i,
  /// Bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Vcs-1:0]                  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [15:0]                           cfg_sampled_vcs_i,
  /// Seed of the random source (static), another one for each port; 0 means 63779B.
  input  logic [cbcm_pkg::PickerSourceBits-1:0] cfg_seed_i,
  /// The last look found a requester.
  output logic                                  pick_valid_o,
  /// The picked requester's output; 0 without a pick.
  output logic [PortBits-1:0]                   pick_output_o,
  /// A clock without requests changes nothing.
  output logic                                  quiescent_o
`ifdef FORMAL
  ,
  /// Every flip-flop.
  output logic [StorageBits-1:0]                state_o
`endif
);

  localparam logic [cbcm_pkg::PickerSourceBits-1:0] DefaultSeed = 23'h63_779B;
  localparam int unsigned GroupBits = SampleInterval * SafeVcs;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);
  if (SampleInterval != 8 && SampleInterval != 16)
    $fatal(1, "%m: SampleInterval = %0d is not 8 or 16", SampleInterval);

  // Whose turn it is: the requests for outputs turn, turn + SampleInterval, ... are looked at.
  logic                active, opens, closes;
  logic [TurnBits-1:0] turn_q;
  assign active = !quiescent_o || (|request_i);
  assign opens  = turn_q == '0;
  assign closes = &turn_q;

  // The random source: a shift register with the polynomial x^23 + x^18 + 1.
  logic [cbcm_pkg::PickerSourceBits-1:0] source_q, source_d;
  assign source_d = {source_q[21:0], source_q[22] ^ source_q[17]};

  // Requesters in this turn, up to and with each output.
  logic [Outputs*GroupBits-1:0] turns;
  logic [Outputs*HereBits-1:0]  up_to;
  logic [Outputs-1:0]           any;
  logic [HereBits-1:0]          here;
  always_comb begin : count
    logic [GroupBits-1:0] chosen;
    logic [SafeVcs-1:0]   asks;
    chosen = GroupBits'(cfg_sampled_vcs_i[SafeVcs-1:0]) << (turn_q * SafeVcs);
    turns  = (Outputs*GroupBits)'(request_i) & {Outputs{chosen}};
    for (int b = 1; b < SampleInterval; b = b * 2) turns = turns | (turns >> (b * SafeVcs));
    here = '0;
    for (int k = 0; k < Outputs; k++) begin
      asks   = turns[k*GroupBits +: SafeVcs];
      any[k] = |asks;
      here   = here + HereBits'($countones(asks));
      up_to[k*HereBits +: HereBits] = here;
    end
  end

  // Requesters of this look so far, and of the last one.
  logic [NumberBits-1:0] so_far, total_q, total_d, last_total_q;
  assign so_far  = opens ? '0 : total_q;
  assign total_d = so_far + NumberBits'(here);

  // Which requester this look wants, counted from 0; the next one wants another, at random further
  // on, modulo the requesters of the last look: one conditional subtraction a clock. A number that
  // the last look did not reach is given up.
  logic [NumberBits-1:0] wanted_q;
  logic [NextBits-1:0]   next_q, next_d, further, base, added, last_total, sum;
  logic                  enough;
  assign last_total = NextBits'(last_total_q);
  always_comb begin : want
    further = {1'b0, last_total_q, 1'b1};
    for (int b = 1; b < NextBits; b = b * 2) further = further | (further >> b);
    further = further & source_q[NextBits-1:0];
    // One adder: wanted + further, or next - last_total.
    base  = !opens ? next_q : wanted_q < last_total_q ? NextBits'(wanted_q) : '0;
    added = opens ? further : ~last_total;
    {enough, sum} = {1'b0, base} + {1'b0, added} + {{NextBits{1'b0}}, !opens};
    next_d = last_total_q == '0 ? '0 : opens || enough ? sum : next_q;
  end

  // Hold the wanted one; until it comes, if it does, the first that is seen.
  logic                  hits, held_valid_q, held_valid_d;
  logic [NumberBits-1:0] passed;
  logic [PortBits-1:0]   held_output_q, held_output_d;
  assign passed       = wanted_q - so_far;
  assign hits         = wanted_q >= so_far && passed < NumberBits'(here);
  assign held_valid_d = held_valid_q || (|any);
  always_comb begin : hold
    held_output_d = held_output_q;
    if (hits || !held_valid_q) begin
      for (int k = Outputs - 1; k >= 0; k--) begin
        if (any[k] && (!hits || passed[HereBits-1:0] < up_to[k*HereBits +: HereBits]))
          held_output_d = PortBits'(6'(k * SampleInterval) | 6'(turn_q));
      end
    end
  end

  logic                pick_valid_q;
  logic [PortBits-1:0] pick_output_q;
  assign pick_valid_o  = pick_valid_q;
  assign pick_output_o = pick_output_q & {PortBits{pick_valid_q}};
  assign quiescent_o   = !pick_valid_q && !held_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : control
    if (!rst_ni) begin
      source_q                     <= DefaultSeed;
      {turn_q, last_total_q}       <= '0;
      wanted_q                     <= '0;
      {held_valid_q, pick_valid_q} <= '0;
    end else if (!enable_i) begin
      source_q                     <= cfg_seed_i == '0 ? DefaultSeed : cfg_seed_i;
      {turn_q, last_total_q}       <= '0;
      wanted_q                     <= '0;
      {held_valid_q, pick_valid_q} <= '0;
    end else if (active) begin
      source_q     <= source_d;
      turn_q       <= turn_q + 1'b1;
      held_valid_q <= held_valid_d && !closes;
      if (closes) begin
        last_total_q <= total_d;
        wanted_q     <= next_q[NumberBits-1:0];
        pick_valid_q <= held_valid_d;
      end
    end
  end

  // Of no meaning without what tells that there is a look or a pick: not reset.
  always_ff @(posedge clk_i) begin : data
    next_q        <= next_d;
    total_q       <= total_d;
    held_output_q <= held_output_d;
    if (closes) pick_output_q <= held_output_d;
  end

`ifdef FORMAL
  assign state_o = {source_q, turn_q, total_q, last_total_q, wanted_q, next_q, held_valid_q,
                    held_output_q, pick_valid_q, pick_output_q};
`endif

  logic unused_cfg;
  assign unused_cfg = ^cfg_sampled_vcs_i;

endmodule
