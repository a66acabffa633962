// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of ecn_router: it is occupancy and marker joined by the congestion that is shown;
// quiescence.
// properties: asserts=7 covers=2
// proof: depth=1 Radix=4 Speedup=2 OccupancyBits=8 RateBits=0
// proof: depth=1 Radix=5 Speedup=1 OccupancyBits=8 RateBits=2
// bounded: depth=3 Radix=8 Speedup=2 OccupancyBits=16 RateBits=0
// cover: depth=8 Radix=4 Speedup=2 OccupancyBits=8 RateBits=0
// larger: the glue passes vectors through; the parts are proved by their own wrappers
// mutant OccupancyIsPart: s/crossed_valid_i, \.cfg_threshold_i/crossed_valid_i(head_valid_i), .cfg_threshold_i/
// mutant OccupancyIsPart: s/\.audit_waiting_i, \.audit_last_i/.audit_waiting_i('0), .audit_last_i/
// mutant OccupancyIsPart: s/\.audit_waiting_i, \.audit_last_i/.audit_waiting_i, .audit_last_i('1)/
// mutant MarkerIsPart: s/congested_i(congested_o)/congested_i('1)/
// mutant MarkerIsPart: s/\.head_marked_i, \.head_data_i/.head_marked_i(head_data_i), .head_data_i/
// mutant OutputsAreParts: s/^      \.congested_o, \.audit/      .congested_o(), .audit/; s/^endmodule/assign congested_o = '0; endmodule/
// mutant MarksKept: s/\.head_marked_i, \.head_data_i/.head_marked_i('0), .head_data_i/
// mutant NoMarkWithoutCongestion: s/congested_i(congested_o)/congested_i('1)/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/occupancy_quiescent && marker_quiescent/1'b1/

module ecn_router_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Speedup = 2,
  parameter int unsigned OccupancyBits = 8,
  parameter int unsigned RateBits = 0,
  localparam int unsigned PortBits = $clog2(Radix),
  localparam int unsigned Lanes = Radix * Speedup,
  localparam int unsigned PortRateBits = RateBits == 0 ? 1 : RateBits,
  localparam int unsigned MarkerBits = Radix * RateBits + 2 * Lanes,
  localparam int unsigned OccupancyStateBits = Radix * (OccupancyBits + PortBits + 2) + PortBits,
  localparam int unsigned StorageBits = OccupancyStateBits + MarkerBits,
  localparam int unsigned LevelBits = 1 + OccupancyBits + Radix + 10 + PortRateBits
) (
  input logic                      clk_i, rst_ni, enable_i,
  input logic [Radix-1:0]          arrived_valid_i, cfg_victim_mask_i,
  input logic [Radix*PortBits-1:0] arrived_output_i,
  input logic [OccupancyBits-1:0]  cfg_threshold_i,
  input logic [Radix-1:0]          audit_waiting_i,
  input logic [PortBits-1:0]       audit_last_i,
  input logic [Lanes-1:0]          crossed_valid_i, head_valid_i, head_marked_i, head_data_i,
  input logic [Lanes-1:0]          head_room_i,
  input logic [Lanes*10-1:0]       head_flits_i,
  input logic [9:0]                cfg_packet_size_i,
  input logic [PortRateBits-1:0]   cfg_marking_rate_i
);

  logic [Lanes-1:0]               valid, marked, p_valid, p_marked;
  logic [Radix-1:0]               congested, p_congested;
  logic                           error, p_error, quiescent;
  logic [PortBits-1:0]            turn, p_turn;
  logic [StorageBits-1:0]         registers;
  logic [OccupancyStateBits-1:0]  p_occupancy;
  logic [MarkerBits-1:0]          p_marker;
  ecn_router #(
    .Radix(Radix), .Speedup(Speedup), .OccupancyBits(OccupancyBits), .RateBits(RateBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .arrived_valid_i, .arrived_output_i, .crossed_valid_i,
    .cfg_threshold_i, .audit_waiting_i, .audit_last_i, .audit_output_o(turn),
    .head_valid_i, .head_marked_i, .head_data_i, .head_room_i, .head_flits_i,
    .cfg_victim_mask_i, .cfg_packet_size_i, .cfg_marking_rate_i, .marked_valid_o(valid),
    .marked_o(marked), .congested_o(congested), .error_o(error), .quiescent_o(quiescent),
    .formal_state_o(registers)
  );
  voq_occupancy #(.Radix(Radix), .Speedup(Speedup), .OccupancyBits(OccupancyBits)) occupancy (
    .clk_i, .rst_ni, .arrived_valid_i, .arrived_output_i, .crossed_valid_i, .cfg_threshold_i,
    .audit_waiting_i, .audit_last_i, .audit_output_o(p_turn),
    .occupancy_o(), .congested_o(p_congested), .error_o(p_error), .quiescent_o(),
    .formal_state_o(p_occupancy)
  );
  congestion_marker #(.Radix(Radix), .Speedup(Speedup), .RateBits(RateBits)) marker (
    .clk_i, .rst_ni, .enable_i, .head_valid_i, .head_marked_i, .head_data_i, .head_room_i,
    .head_flits_i, .congested_i(p_congested), .cfg_victim_mask_i, .cfg_packet_size_i,
    .cfg_marking_rate_i, .marked_valid_o(p_valid), .marked_o(p_marked), .quiescent_o(),
    .formal_state_o(p_marker)
  );

  logic                 started, was_started;
  logic [LevelBits-1:0] last_levels;
  logic [Lanes-1:0]     was_head, was_marked;
  logic [Radix-1:0]     was_congested;
  initial {started, was_started} = '0;
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i(arrived_valid_i == '0 && crossed_valid_i == '0 && head_valid_i == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_threshold_i, cfg_victim_mask_i, cfg_packet_size_i,
               cfg_marking_rate_i}),
    .registers_i(registers), .event_i(valid != '0 || error), .busy_i(enable_i && !quiescent),
    .asleep_o(), .last_levels_o(last_levels)
  );
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_started   <= started;
    was_head      <= head_valid_i;
    was_marked    <= head_marked_i;
    was_congested <= congested;
  end

  logic caused;
  always_comb begin
    caused = 1'b1;
    for (int o = 0; o < Radix; o++)
      for (int k = 0; k < Speedup; k++)
        if (marked[o*Speedup+k] && !was_marked[o*Speedup+k] && !was_congested[o]) caused = 1'b0;
  end
  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      OccupancyIsPart: assert (registers[StorageBits-1:MarkerBits] == p_occupancy);
      MarkerIsPart: assert (registers[MarkerBits-1:0] == p_marker && (RateBits == 0 ||
          last_levels[LevelBits-1] || p_marker >> (2 * Lanes) == '0));
      OutputsAreParts: assert ({valid, marked, congested, turn, error} ==
                               {p_valid, p_marked, p_congested, p_turn, p_error} &&
                               (marked & ~valid) == '0);
    end
    if (was_started) begin
      MarksKept: assert ((was_head & was_marked & ~marked) == '0);
      NoMarkWithoutCongestion: assert (caused);
    end
    Marks: cover (was_started && (marked & ~was_marked) != '0 && cfg_threshold_i != '0);
  end

endmodule
