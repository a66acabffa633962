// SPDX-License-Identifier: Apache-2.0
// Picks one requester of a router's input port uniformly at random, some outputs a clock, and shows
// its output until the next pick.
//
// Contract:   docs/reference/cbcm/port_picker.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  one request vector per clock, all 0 is idle; the pick is a level
// Latency:    a look takes SampleInterval clocks; its pick shows 1 clock after its last. The first
//             clock after the reset counts as one with enable_i low.
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
  /// The picked requester's output; of no meaning without a pick.
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
  localparam int unsigned ShiftBits = $clog2(GroupBits);
  localparam int unsigned LowBits   = Outputs * SafeVcs == 1 ? 1 : $clog2(Outputs * SafeVcs);

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);
  if (SampleInterval != 8 && SampleInterval != 16)
    $fatal(1, "%m: SampleInterval = %0d is not 8 or 16", SampleInterval);

  // Whose turn it is: the requests for outputs turn, turn + SampleInterval, ... are looked at.
  logic [TurnBits-1:0]   turn_q;
  // Whom the look holds: the wanted requester; until it comes, if it does, the first that was met.
  logic                  held_q;
  logic [PortBits-1:0]   held_output_q;
  // How many came after the wanted one, negative until it comes: those met - wanted - 1.
  logic [PastBits-1:0]   past_q;
  // Whom the last look held.
  logic                  pick_valid_q;
  logic [PortBits-1:0]   pick_output_q;
  // The number of the wanted requester.
  logic [NumberBits-1:0] wanted_q;
  // That of the next look, while it is found; in turn 0 still what the last look wanted.
  logic [NextBits-1:0]   next_q;
  // ~last_total; in turn 0 still the last look's past.
  logic [NumberBits-1:0] last_q;
  // The random source: a shift register with the polynomial x^23 + x^18 + 1.
  logic [cbcm_pkg::PickerSourceBits-1:0] source_q;

  // {next is last_total or more, sum}: next + further, or next - last_total. `further` is the
  // random source, cut to as many low bits as 2 * last_total + 1 has.
  function automatic logic [NextBits:0] summed(
      input logic adds, input logic [NextBits-1:0] next, input logic [NumberBits-1:0] last,
      input logic [NextBits-1:0] random);
    logic [NextBits-1:0] added;
    added = {2'b11, last};
    if (adds) begin
      added = {1'b0, ~last, 1'b1};
      for (int b = 1; b <= NumberBits; b = b * 2) added = added | (added >> b);
      added = added & random;
    end
    summed = {1'b0, next} + {1'b0, added} + {{NextBits{1'b0}}, !adds};
  endfunction

  // The first clock after a reset has been: until then no other register counts.
  logic started_q;
  assign pick_valid_o  = pick_valid_q && started_q;
  assign pick_output_o = pick_output_q;
  assign quiescent_o   = started_q && !pick_valid_q && !held_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : start
    if (!rst_ni) started_q <= 1'b0;
    else         started_q <= 1'b1;
  end

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  always_ff @(posedge clk_i) begin : turn
    logic                        opens, adds, closes, any, over, comes, holds, takes, enough;
    logic [GroupBits-1:0]        mask, asks;
    logic [LowBits:0]            low;
    logic [PastBits-LowBits-1:0] high;
    logic [PastBits-1:0]         past;
    logic [5:0]                  first, reached, port;
    logic [PortBits-1:0]         held_output;
    logic [NumberBits-1:0]       wanted;
    logic [NextBits-1:0]         next;
    logic [NextBits:0]           sum;
    opens  = turn_q == '0;
    adds   = turn_q == TurnBits'(2);
    closes = &turn_q;
    sum    = summed(adds, next_q, last_q, source_q[NextBits+1:2]);  // the source as in turn 0
    // No local variable keeps a value from one clock to the next, so simulation stores none.
    {any, over, comes, holds, takes, enough, mask, asks, low, high, past} = '0;
    {first, reached, port, held_output, wanted, next} = '0;

    if (started_q && enable_i) begin
      // An active clock.
      if (pick_valid_q || held_q || (|request_i)) begin
        // Count the requesters, output by output. A turn has at most 2^LowBits, so past's low bits
        // overflow once at most: at the wanted one's output, if all bits above them are 1.
        mask = GroupBits'(cfg_sampled_vcs_i[SafeVcs-1:0]) << ShiftBits'(turn_q * SafeVcs);
        low  = {1'b0, past_q[LowBits-1:0]};
        for (int k = 0; k < Outputs; k++) begin
          asks = GroupBits'((Outputs*GroupBits)'(request_i) >> (k * GroupBits)) & mask;
          for (int b = 1; b < SampleInterval; b = b * 2) asks = asks | (asks >> (b * SafeVcs));
          low     = {1'b0, low[LowBits-1:0]} + (LowBits+1)'($countones(asks[SafeVcs-1:0]));
          over    = over || low[LowBits];
          reached = reached | (6'(k * SampleInterval) & {6{low[LowBits]}});
          first   = first | (6'(k * SampleInterval) & {6{(|asks[SafeVcs-1:0]) && !any}});
          any     = any || (|asks[SafeVcs-1:0]);
        end
        high  = past_q[PastBits-1:LowBits];
        past  = {over ? high + 1'b1 : high, low[LowBits-1:0]};
        comes = over && (&high);

        // Hold the wanted one, or the first.
        holds = held_q || any;
        takes = comes || (holds && !held_q);
        port  = (reached & {6{comes}}) | (first & {6{!comes}});
        held_output = (PortBits'(port | 6'(turn_q)) & {PortBits{takes}})
                      | (held_output_q & {PortBits{!takes}});

        // In turn 0 the adder finds last_total, the last look's wanted + past + 1. In turn 1 a next
        // of last_total or more becomes 0; turn 2 adds at random; the others subtract last_total.
        enough = sum[NextBits] || adds;
        next   = (sum[NextBits-1:0] & {NextBits{enough && turn_q != TurnBits'(1)}})
                 | (next_q & {NextBits{!enough}});
        if (opens) next = NextBits'(wanted_q);

        if (closes) begin
          wanted        = next_q[NumberBits-1:0] & {NumberBits{pick_valid_q}};
          pick_valid_q  <= holds;
          pick_output_q <= held_output;
          held_q        <= 1'b0;
          past_q        <= {PastBits{1'b1}} ^ PastBits'(wanted);  // -wanted - 1
          last_q        <= past[NumberBits-1:0];
          next_q        <= NextBits'(wanted_q);
          wanted_q      <= wanted;
        end else begin
          held_q        <= holds;
          past_q        <= past;
          next_q        <= next;
          if (opens) last_q <= ~sum[NumberBits-1:0];
        end
        held_output_q <= held_output;
        source_q      <= {source_q[21:0], source_q[22] ^ source_q[17]};
        turn_q        <= turn_q + 1'b1;
      end
    end else begin
      turn_q       <= '0;
      held_q       <= 1'b0;
      past_q       <= '1;
      pick_valid_q <= 1'b0;
      wanted_q     <= '0;
      source_q     <= cfg_seed_i == '0 ? DefaultSeed : cfg_seed_i;
    end
  end
  // verilator tracing_on

`ifdef FORMAL
  assign state_o = {source_q, turn_q, held_q, held_output_q, past_q, last_q, wanted_q, next_q,
                    started_q, pick_valid_q, pick_output_q};
`endif

  logic unused_cfg;
  assign unused_cfg = ^cfg_sampled_vcs_i;

endmodule
