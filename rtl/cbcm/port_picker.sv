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
  localparam int unsigned NumberBits = $clog2(Radix * SafeVcs + 1),
  localparam int unsigned NextBits   = NumberBits + 2,
  localparam int unsigned PastBits   = $clog2(Radix * SafeVcs) + 1,
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
  localparam int unsigned LowBits   = Outputs * SafeVcs == 1 ? 1 : $clog2(Outputs * SafeVcs);

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
  logic [cbcm_pkg::PickerSourceBits-1:0] source_q;

  // The requesters in their turn, SafeVcs for each output. The turn's mask is one for all.
  function automatic logic [Outputs*SafeVcs-1:0] in_turn(
      input logic [Outputs*GroupBits-1:0] request, input logic [TurnBits-1:0] turn,
      input logic [SafeVcs-1:0] sampled);
    logic [GroupBits-1:0] mask, asks;
    mask = GroupBits'(sampled) << (turn * SafeVcs);
    for (int k = 0; k < Outputs; k++) begin
      asks = request[k*GroupBits +: GroupBits] & mask;
      for (int b = 1; b < SampleInterval; b = b * 2) asks = asks | (asks >> (b * SafeVcs));
      in_turn[k*SafeVcs +: SafeVcs] = asks[SafeVcs-1:0];
    end
  endfunction

  // What a turn makes of a look, nothing without requesters: hold the wanted requester; until it comes, if it
  // does, the first that is seen. {somebody is held, whose output this is, past}: `past` is how
  // many requesters came after the wanted one, negative until it comes: those met - wanted - 1.
  localparam int unsigned LookBits = 1 + PortBits + PastBits;
  function automatic logic [LookBits-1:0] looked(
      input logic [LookBits-1:0] so_far, input logic [TurnBits-1:0] turn,
      input logic [Outputs*SafeVcs-1:0] asks);
    logic                        held, any, over, comes;
    logic [PortBits-1:0]         port;
    logic [PastBits-1:0]         past;
    logic [LowBits:0]            low;
    logic [PastBits-LowBits-1:0] high;
    logic [5:0]                  first, reached;
    {held, port, past} = so_far;
    any     = |asks;
    first   = '0;
    reached = '0;
    over    = 1'b0;
    for (int k = Outputs - 1; k >= 0; k--)
      if (|asks[k*SafeVcs +: SafeVcs]) first = 6'(k * SampleInterval);
    // The low bits count as many as there can be in a turn, so they overflow once at most: at the
    // wanted requester's output, if the bits above were all 1.
    low = {1'b0, past[LowBits-1:0]};
    for (int k = 0; k < Outputs; k++) begin
      low     = {1'b0, low[LowBits-1:0]} + (LowBits+1)'($countones(asks[k*SafeVcs +: SafeVcs]));
      over    = over | low[LowBits];
      reached = reached | (6'(k * SampleInterval) & {6{low[LowBits]}});
    end
    // What is above them is one more, found meanwhile, or stays.
    high  = past[PastBits-1:LowBits];
    comes = over && (&high);
    past  = {over ? high + 1'b1 : high, low[LowBits-1:0]};
    if (comes || (any && !held)) port = PortBits'((comes ? reached : first) | 6'(turn));
    looked = {held || any, port, past};
  endfunction

  // {next is last_total or more, sum}: next + further, or next - last_total.
  function automatic logic [NextBits:0] summed(
      input logic adds, input logic [NextBits-1:0] next, input logic [NumberBits-1:0] last,
      input logic [NextBits-1:0] random);
    logic [NextBits-1:0] further, added;
    further = {1'b0, ~last, 1'b1};
    for (int b = 1; b < NextBits; b = b * 2) further = further | (further >> b);
    further = further & random;
    added   = adds ? further : {2'b11, last};
    summed  = {1'b0, next} + {1'b0, added} + {{NextBits{1'b0}}, !adds};
  endfunction

  logic                  held_q, held, pick_valid_q, picked_q;
  logic [PortBits-1:0]   held_output_q, pick_output_q;
  logic [PastBits-1:0]   past_q;
  logic [NumberBits-1:0] wanted_q;
  logic [NumberBits-1:0] last_q;  // ~last_total; in turn 0 still the last look's past
  logic [NextBits-1:0]   next_q;  // in turn 0 the last look's wanted
  assign pick_valid_o  = pick_valid_q && picked_q;
  assign pick_output_o = pick_output_q & {PortBits{pick_valid_o}};
  assign held          = held_q && !opens;
  assign quiescent_o   = !pick_valid_o && !held;

  always_ff @(posedge clk_i or negedge rst_ni) begin : control
    if (!rst_ni) begin
      source_q <= DefaultSeed;
      turn_q   <= '0;
      wanted_q <= '0;
      picked_q <= 1'b0;
    end else if (!enable_i) begin
      source_q <= cfg_seed_i == '0 ? DefaultSeed : cfg_seed_i;
      turn_q   <= '0;
      wanted_q <= '0;
      picked_q <= 1'b0;
    end else if (active) begin
      source_q <= {source_q[21:0], source_q[22] ^ source_q[17]};
      turn_q   <= turn_q + 1'b1;
      if (closes) begin
        wanted_q <= pick_valid_o ? next_q[NumberBits-1:0] : '0;
        picked_q <= 1'b1;
      end
    end
  end

  // Not reset: a look counts from its first turn on, a pick with picked_q, the rest with a pick.
  always_ff @(posedge clk_i) begin : data
    logic [LookBits-1:0]        look;
    logic [Outputs*SafeVcs-1:0] asks;
    logic                       adds, enough, moves, stays;
    logic [NextBits-1:0]        sum;
    if (active) begin
      asks = in_turn((Outputs*GroupBits)'(request_i), turn_q, cfg_sampled_vcs_i[SafeVcs-1:0]);
      if (opens || closes || (|asks)) begin  // another turn leaves the look as it is
        look = looked({held, held_output_q,
                       opens ? {PastBits{1'b1}} ^ PastBits'(wanted_q) : past_q}, turn_q, asks);
        {held_q, held_output_q, past_q} <= look;
        if (closes) {pick_valid_q, pick_output_q, last_q} <=
            {look[LookBits-1 -: 1 + PortBits], look[NumberBits-1:0]};
      end

      // In turn 0 the one adder finds last_total: the last look's wanted + past + 1.
      adds          = turn_q == TurnBits'(2);
      {enough, sum} = summed(adds, next_q, last_q, source_q[NextBits+1:2]);  // as in turn 0
      if (opens) last_q <= ~sum[NumberBits-1:0];
      // In turn 1 a wanted that is too large becomes 0.
      moves = (enough && turn_q != TurnBits'(1)) || adds;
      stays = !enough && !adds;
      if (opens || closes) next_q <= NextBits'(wanted_q);
      else next_q <= (sum & {NextBits{moves}}) | (next_q & {NextBits{stays}});
    end
  end

`ifdef FORMAL
  assign state_o = {source_q, turn_q, held_q, held_output_q, past_q, last_q, wanted_q, next_q,
                    picked_q, pick_valid_q, pick_output_q};
`endif

  logic unused_cfg;
  assign unused_cfg = ^cfg_sampled_vcs_i;

endmodule
