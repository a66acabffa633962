// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of picker: what leaves it is a plain scan's pick of what it looked at.
// properties: asserts=5 covers=2
// proof: depth=8 Radix=4 Vcs=1 Inputs=2
// proof: depth=8 Radix=5 Vcs=1 Inputs=1
// bounded: depth=12 Radix=4 Vcs=1 Inputs=2 Stalls=1
// bounded: depth=9 Radix=17 Vcs=1 Inputs=1 Step=8
// bounded: depth=9 Radix=22 Vcs=1 Inputs=1 Step=10
// cover: depth=10 Radix=4 Vcs=1 Inputs=2
// larger: the three parts are proved by themselves at more sizes (pick_counts, pick_number, pick_place);
// larger: here is their wiring, with the three lengths of pipeline. The proofs for every state have no
// larger: inactive clocks; every part is proved to move in active clocks only, and runs from reset with
// larger: inactive clocks anywhere (Stalls=1) confirm it. Where Step is more than 1 the requests that are
// larger: no multiple of it are 0
// mutant PickIsOfScan: s/.word_i         (total_word)/.word_i (word_i)/
// mutant ValidAfterSixClocks: s/{valid_q.Ranks-2:0., found}/{valid_q[Ranks-2:0], active_i}/
// mutant BusyMeansUnderWay: s/busy_o       = |valid_q/busy_o       = |valid_q[Ranks-2:0]/
// mutant DisabledClears: s/else if (!enable_i) valid_q <= '0;//
// mutant HoldsWhenInactive: @picker_fv s/assume (Stalls != 0 || active_i);//;s/.active_i, .phase_i/.active_i(1'b1), .phase_i/

module picker_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1,
  parameter int unsigned Inputs = 2,
  /// Inactive clocks may happen.
  parameter int unsigned Stalls = 0,
  /// Requests that are no multiple of it are 0.
  parameter int unsigned Step = 1,
  localparam int unsigned PortBits  = $clog2(Radix),
  localparam int unsigned PhaseBits = Inputs > 1 ? $clog2(Inputs) : 1,
  localparam int unsigned LaneBits  = Radix * Vcs
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       enable_i,
  input logic                       active_i,
  input logic [PhaseBits:0]         phase_i,
  input logic [Inputs*LaneBits-1:0] request_i,
  input logic [Vcs-1:0]             cfg_sampled_vcs_i,
  input logic [15:0]                word_i
);

  localparam int unsigned Ranks = cbcm_pkg::PickRanks;

  logic [Inputs*LaneBits-1:0] request;
  for (genvar b = 0; b < Inputs * LaneBits; b++) begin : gen_request
    assign request[b] = b % Step == 0 ? request_i[b] : 1'b0;
  end

  logic                found, busy;
  logic [PortBits-1:0] pick;

  picker #(.Radix(Radix), .Vcs(Vcs), .Inputs(Inputs)) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .phase_i, .request_i(request), .cfg_sampled_vcs_i,
    .word_i, .pick_valid_o(found), .pick_output_o(pick), .busy_o(busy)
  );

  // The look of this clock by the contract: requesters in ascending bit order, the drawn one.
  localparam int unsigned W = $clog2(LaneBits + 1);
  logic [LaneBits-1:0] lane;
  logic [W-1:0]        total, number, seen;
  logic [31:0]         product;
  logic [PortBits-1:0] scanned;
  always_comb begin
    lane = '0;
    for (int k = 0; k < Inputs; k++)
      if (phase_i == (PhaseBits+1)'(k)) lane = request[k*LaneBits +: LaneBits];
    for (int b = 0; b < LaneBits; b++) lane[b] = lane[b] & cfg_sampled_vcs_i[b % Vcs];
    total = '0;
    for (int b = 0; b < LaneBits; b++) total = total + W'(lane[b]);
    product = '0;
    for (int i = 0; i < W; i++) if (total[i]) product = product + (32'(word_i) << i);
    number  = W'(product >> 16);
    scanned = '0;
    seen    = '0;
    for (int b = 0; b < LaneBits; b++)
      if (lane[b]) begin
        if (seen == number) scanned = PortBits'(b / Vcs);
        seen = seen + W'(1);
      end
  end

  // Looks under way, delayed by active clocks.
  logic                      started, was_started, was_enabled, was_active, last_found;
  logic [PortBits-1:0]       last_pick;
  logic [Ranks-1:0]          looks;
  logic [Ranks*PortBits-1:0] picks;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_active  <= active_i;
    last_found  <= found;
    last_pick   <= pick;
    if (!started || !enable_i) begin
      looks <= '0;
      picks <= '0;
    end else if (active_i) begin
      looks <= {looks[Ranks-2:0], lane != '0};
      picks <= {picks[(Ranks-1)*PortBits-1:0], scanned};
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (Stalls != 0 || active_i);
    if (started) begin
      ValidAfterSixClocks: assert (found == looks[Ranks-1]);
      PickIsOfScan: assert (!found || pick == picks[(Ranks-1)*PortBits +: PortBits]);
      BusyMeansUnderWay: assert (busy == (looks != '0));
      DisabledClears: assert ((was_started && was_enabled) || !busy);
      HoldsWhenInactive: assert (!was_started || !was_enabled || was_active ||
                                 (found == last_found && pick == last_pick));
    end
    PicksTheLast: cover (started && found && pick == PortBits'(Radix - 1));
    LooksInARow: cover (started && (&looks) && pick != picks[0 +: PortBits]);
  end

endmodule
