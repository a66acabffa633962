// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of congestion_marker: which heads gain a mark, that marks are kept and have a
// cause, the marking rate; quiescence.
// properties: asserts=8 covers=3
// proof: depth=1 Radix=4 Speedup=2 RateBits=2
// proof: depth=1 Radix=5 Speedup=1 RateBits=0
// proof: depth=1 Radix=4 Speedup=3 RateBits=1
// bounded: depth=3 Radix=8 Speedup=2 RateBits=8
// cover: depth=8 Radix=4 Speedup=2 RateBits=2
// larger: outputs do not depend on each other, and every output is once the watched one; lanes of
// larger: an output meet in its counter only: one, two and three are proved
// mutant MarkExact: s/count == '0 ? cfg_marking_rate_i :/0 ? 0 :/
// mutant MarkExact: s/FlitBits\] >= cfg_packet_size_i/FlitBits] > cfg_packet_size_i/
// mutant MarksAreKept: s/& (head_marked_i | gains)/\& gains/
// mutant MarksHaveCause: s/ || cfg_victim_mask_i\[o\]/ || 1/
// mutant MarksHaveCause: s/enable_i && |head_valid_i/|head_valid_i/; s/if (!enable_i) begin/if (0) begin/
// mutant HeadsAnswered: s/valid_q <= head_valid_i/valid_q <= head_valid_i \& {Lanes{enable_i}}/
// mutant CounterExact: s/count - RatePortBits'(1)/count/
// mutant DisabledClearsCounters: s/if (!enable_i) begin/if (0) begin/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/quiescent_o    = ~|valid_q/quiescent_o = 1'b1/

module congestion_marker_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Speedup = 2,
  parameter int unsigned RateBits = 2,
  localparam int unsigned Lanes = Radix * Speedup,
  localparam int unsigned PortRateBits = RateBits == 0 ? 1 : RateBits,
  localparam int unsigned StorageBits = 2 * Lanes + Radix * RateBits,
  localparam int unsigned LevelBits = 1 + 2 * Radix + 10 + PortRateBits
) (
  input logic                    clk_i, rst_ni, enable_i,
  input logic [Lanes-1:0]        head_valid_i, head_marked_i, head_data_i, head_room_i,
  input logic [Lanes*10-1:0]     head_flits_i,
  input logic [Radix-1:0]        congested_i, cfg_victim_mask_i,
  input logic [9:0]              cfg_packet_size_i,
  input logic [PortRateBits-1:0] cfg_marking_rate_i
);

  logic [Lanes-1:0]       valid, marked;
  logic                   quiescent;
  logic [LevelBits-1:0]   last_levels;
  logic [StorageBits-1:0] registers;
  congestion_marker #(.Radix(Radix), .Speedup(Speedup), .RateBits(RateBits)) dut (
    .clk_i, .rst_ni, .enable_i, .head_valid_i, .head_marked_i, .head_data_i, .head_room_i,
    .head_flits_i, .congested_i, .cfg_victim_mask_i, .cfg_packet_size_i, .cfg_marking_rate_i,
    .marked_valid_o(valid), .marked_o(marked), .quiescent_o(quiescent),
    .formal_state_o(registers)
  );

  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(head_valid_i == '0), .quiescent_i(quiescent),
    .levels_i({enable_i, congested_i, cfg_victim_mask_i, cfg_packet_size_i, cfg_marking_rate_i}),
    .registers_i(registers), .event_i(valid != '0 || marked != '0),
    .busy_i(enable_i && !quiescent), .asleep_o(), .last_levels_o(last_levels)
  );

  // One output as the page reads; `left` eligible packets are still left out.
  (* anyconst *) logic [7:0] watched;
  logic                    started, was_started, root;
  logic [15:0]             left_q, left, counter;
  logic [Speedup-1:0]      heads, before, data, room, large, gain, was_heads, was_before, was_gain;
  logic [Speedup-1:0]      was_eligible, eligible;
  initial {started, was_started} = '0;
  assign heads  = Speedup'(head_valid_i >> (watched * Speedup));
  assign before = Speedup'(head_marked_i >> (watched * Speedup));
  assign data   = Speedup'(head_data_i >> (watched * Speedup));
  assign room   = Speedup'(head_room_i >> (watched * Speedup));
  assign root   = 1'(congested_i >> watched);
  always_comb begin
    gain     = '0;
    large    = '0;
    eligible = '0;
    left     = left_q;
    for (int k = 0; k < Speedup; k++) begin
      large[k]    = 10'(head_flits_i >> ((watched * Speedup + k) * 10)) >= cfg_packet_size_i;
      eligible[k] = enable_i && heads[k] && data[k] && root && large[k] &&
                    (room[k] || 1'(cfg_victim_mask_i >> watched));
      if (eligible[k]) begin
        gain[k] = left == 16'd0;
        left    = gain[k] ? 16'(cfg_marking_rate_i) : left - 16'd1;
      end
    end
    if (RateBits == 0) begin
      gain = eligible;
      left = 16'd0;
    end
    if (!enable_i) left = 16'd0;
  end
  always @(posedge clk_i) begin
    started      <= 1'b1;
    was_started  <= started;
    left_q       <= started ? left : 16'd0;
    was_heads    <= heads;
    was_before   <= before;
    was_gain     <= gain;
    was_eligible <= eligible;
  end

  logic [Speedup-1:0] mine, mine_valid;
  assign mine       = Speedup'(marked >> (watched * Speedup));
  assign mine_valid = Speedup'(valid >> (watched * Speedup));
  if (RateBits == 0) begin : gen_none
    assign counter = 16'd0;
  end else begin : gen_counter
    assign counter = 16'(PortRateBits'(registers[StorageBits-1:2*Lanes] >> (watched * RateBits)));
  end
  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < Radix);
    if (was_started) begin
      MarkExact: assert (mine == (was_heads & (was_before | was_gain)));
      MarksAreKept: assert ((was_heads & was_before & ~mine) == '0);
      MarksHaveCause: assert ((mine & ~was_before & ~was_eligible) == '0);
      HeadsAnswered: assert (mine_valid == was_heads);
    end
    if (started) begin
      CounterExact: assert (counter == left_q);
      DisabledClearsCounters: assert (last_levels[LevelBits-1] ||
          (registers >> (2 * Lanes) == '0 && (mine & ~was_before) == '0));
    end
    LeavesOut: cover (was_started && was_eligible != '0 && was_gain == '0);
    MarksAgain: cover (was_started && was_gain != '0 && left_q == 16'd2 && (~mine & mine_valid) != '0);
  end

endmodule
