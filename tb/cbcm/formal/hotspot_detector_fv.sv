// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of hotspot_detector: quiescence, and the population counts the list.
// properties: asserts=6 covers=3 depth=3 cover_depth=20
// mutant: s/quiescent_o  = !throttle_valid_q \&\& !scanning_q;/quiescent_o  = !throttle_valid_q;/
//
// Two of the asserts are the module's own assumptions, which the assumptions below imply.

module hotspot_detector_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ListGranularity = 1,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned ListSize = Nodes / ListGranularity,
    localparam int unsigned PopulationBits = $clog2(ListSize + 1),
    localparam int unsigned ToldStateBits =
        ListGranularity == 1 ? 0 : ListSize * $clog2(ListGranularity + 1),
    localparam int unsigned StorageBits = ListSize + PopulationBits + ToldStateBits + 2 +
        2 * CycleBits + NodeBits + 2 + NodeBits + 1 + 2 * NodeBits
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 enable_i,
    input logic [CycleBits-1:0] now_i,
    input logic [NodeBits-1:0]  cfg_last_node_i,
    input logic [NodeBits-1:0]  node_i,
    input logic                 packet_valid_i,
    input logic [NodeBits-1:0]  packet_source_i,
    input logic                 packet_marked_i,
    input logic                 packet_throttled_i,
    input logic                 unthrottle_valid_i,
    input logic [NodeBits-1:0]  unthrottle_source_i,
    input logic                 throttle_ready_i,
    input logic [23:0]          cfg_epoch_cycles_i,
    input logic [15:0]          cfg_inverse_epsilon_i,
    input logic                 cfg_announce_on_count_i,
    input logic [7:0]           cfg_refresh_rounds_i
);

  logic                   throttle_valid, quiescent, wake_valid;
  logic [NodeBits-1:0]    throttle_destination;
  logic [DegreeBits-1:0]  throttle_degree, degree;
  logic [1:0]             state;
  logic [CycleBits-1:0]   wake_at;
  logic [StorageBits-1:0] registers;

  hotspot_detector #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .cfg_last_node_i, .node_i,
      .packet_valid_i, .packet_source_i, .packet_marked_i, .packet_throttled_i,
      .unthrottle_valid_i, .unthrottle_source_i, .throttle_ready_i,
      .cfg_epoch_cycles_i, .cfg_inverse_epsilon_i, .cfg_announce_on_count_i, .cfg_refresh_rounds_i,
      .throttle_valid_o(throttle_valid),
      .throttle_destination_o(throttle_destination),
      .throttle_degree_o(throttle_degree),
      .state_o(state),
      .degree_o(degree),
      .quiescent_o(quiescent),
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at),
      .formal_state_o(registers)
  );

  // The order of formal_state_o.
  logic [PopulationBits-1:0] population;
  logic [ListSize-1:0]       list;
  assign {population, list} = registers[StorageBits-ToldStateBits-1-:PopulationBits+ListSize];

  logic [PopulationBits-1:0] listed;
  always_comb begin
    listed = '0;
    for (int i = 0; i < ListSize; i++) listed = listed + PopulationBits'(list[i]);
  end

  logic [NodeBits+NodeBits+51-1:0] levels, last_levels;
  logic                            started, asleep, was_asleep, slept, busy_after_sleep;
  logic [StorageBits-1:0]          last_registers;
  logic [CycleBits-1:0]            elapsed;
  initial started = 1'b0;

  assign levels = {enable_i, cfg_last_node_i, node_i, throttle_ready_i, cfg_epoch_cycles_i,
                   cfg_inverse_epsilon_i, cfg_announce_on_count_i, cfg_refresh_rounds_i};
  assign elapsed = now_i - wake_at;
  assign asleep  = started && !packet_valid_i && !unthrottle_valid_i && levels == last_levels &&
                   quiescent && (!wake_valid || elapsed[CycleBits-1]);

  always @(posedge clk_i) begin
    started        <= 1'b1;
    last_levels    <= levels;
    was_asleep     <= asleep;
    last_registers <= registers;
    if (!started) begin
      slept            <= 1'b0;
      busy_after_sleep <= 1'b0;
    end else if (enable_i) begin
      if (asleep && state == cbcm_nic_pkg::HOTSPOT) slept <= 1'b1;
      if (slept && throttle_valid) busy_after_sleep <= 1'b1;
    end
  end

  always_comb assume (rst_ni == started);
  always @(posedge clk_i) begin
    assume (!enable_i || !packet_valid_i || packet_source_i <= cfg_last_node_i);
    assume (!enable_i || !unthrottle_valid_i || unthrottle_source_i <= cfg_last_node_i);
    // Short pacing: the products are arithmetic, not control, and cost the solver most of its time.
    assume (cfg_inverse_epsilon_i <= 16'd1 && cfg_refresh_rounds_i <= 8'd1);
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || !throttle_valid);
      PopulationCountsList: assert (population == listed);
      HotspotHasMembers: assert (state != cbcm_nic_pkg::HOTSPOT || population != '0);
    end
    SleepsInHotspot: cover (started && asleep && state == cbcm_nic_pkg::HOTSPOT);
    WakesFromSleep: cover (started && enable_i && busy_after_sleep);
    SleepsAgain: cover (started && enable_i && busy_after_sleep && asleep && was_asleep);
  end

endmodule
