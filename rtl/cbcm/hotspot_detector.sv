// SPDX-License-Identifier: Apache-2.0
// Destination side of CBCM: decides from marked packets whether this node is a hotspot and tells
// the contributing sources the throttling degree.
//
// Source: CBCM paper, Section IV-B2. Contract: docs/reference/cbcm/hotspot_detector.md.
// Timing: all outputs are registers or functions of registers and of the cfg levels. Latency 1; the
// first message of a round is visible 2 clocks after the clock that decides it; at most one message
// per clock, held until throttle_ready_i.
// Storage: the list itself is in source_list; population, state, deadlines and announcement are
// here.
// A packet or unthrottle message from a node that is not in the network changes nothing; error_o
// tells.
// Not handled: packets from this node itself count as any other source, but it is never told.
// lint-params: Nodes=41 ListGranularity=4
// lint-params: Nodes=4096
// lint-params: Nodes=24 ListGranularity=16 CycleBits=8
// lint-illegal: Nodes=15
// lint-illegal: ListGranularity=3
// lint-illegal: CycleBits=7

module hotspot_detector #(
    /// Nodes of the network, 16-8192. Costs Nodes/ListGranularity flip-flops.
    parameter int unsigned Nodes = 16,
    /// Sources per list bit: 1, 2, 4, 8 or 16. More is smaller and throttles innocent neighbours.
    parameter int unsigned ListGranularity = 1,
    /// Width of the cycle counter, 8-64. Costs two deadlines of this width.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    localparam int unsigned PopulationBits = $clog2(ListSize + 1),
    localparam int unsigned ToldBits = $clog2(ListGranularity + 1),
    // The last list bit may stand for fewer nodes; its told counter is then narrower.
    localparam int unsigned LastMembers = Nodes % ListGranularity,
    localparam int unsigned ToldStateBits = ListGranularity == 1 ? 0 :
        (Nodes / ListGranularity) * ToldBits + $clog2(LastMembers + 1),
    /// Bits the paper counts: the source list.
    localparam int unsigned SampleBits = ListSize,
    /// Population, told counters, state, two deadlines, announced degree, scanning, dirty, place,
    /// messages of the round, error.
    localparam int unsigned StateBits =
        PopulationBits + ToldStateBits + 2 + 2 * CycleBits + NodeBits + 2 + NodeBits + NodeBits + 1,
    /// The message register: valid, destination, degree (at most Nodes - 1).
    localparam int unsigned PipelineBits = 1 + 2 * NodeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                  rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                  enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]  now_i,
    /// Highest node number of the network, static; a larger elaboration serves a smaller network.
    input  logic [NodeBits-1:0]   cfg_last_node_i,
    /// This node's number, never told anything.
    input  logic [NodeBits-1:0]   node_i,
    /// A data packet's tail arrived.
    input  logic                  packet_valid_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]   packet_source_i,
    /// It crossed a congested output.
    input  logic                  packet_marked_i,
    /// It was sent under throttling.
    input  logic                  packet_throttled_i,
    /// An unthrottle message arrived.
    input  logic                  unthrottle_valid_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]   unthrottle_source_i,
    /// The control queue takes a message.
    input  logic                  throttle_ready_i,
    /* verilator lint_off UNUSEDSIGNAL */  // a narrow cycle counter ignores the upper bits
    /// Length of the observation epoch in cycles, at least 1.
    input  logic [23:0]           cfg_epoch_cycles_i,
    /// 1/epsilon: a round of m messages is followed by max(m, D_t)/epsilon cycles of silence.
    input  logic [15:0]           cfg_inverse_epsilon_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// 1: a new round only when the count changed; 0: whenever the membership changed.
    input  logic                  cfg_announce_on_count_i,
    /// Repeat an unchanged announcement after this many pacing periods; 0: never.
    input  logic [7:0]            cfg_refresh_rounds_i,
    /// Throttle message to throttle_destination_o.
    output logic                  throttle_valid_o,
    /// The source to be throttled; 0 without a message.
    output logic [NodeBits-1:0]   throttle_destination_o,
    /// Announced degree D_t.
    output logic [DegreeBits-1:0] throttle_degree_o,
    /// cbcm_nic_pkg::detector_state_e.
    output logic [1:0]            state_o,
    /// Current degree D_t.
    output logic [DegreeBits-1:0] degree_o,
    /// Sticky: a packet or unthrottle message from a node that is not in the network.
    output logic                  error_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                  quiescent_o,
    /// There is a wake time.
    output logic                  wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]  wake_at_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ListGranularity != 1 && ListGranularity != 2 && ListGranularity != 4 &&
      ListGranularity != 8 && ListGranularity != 16)
    $fatal(1, "%m: ListGranularity = %0d, legal 1, 2, 4, 8, 16", ListGranularity);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  localparam int unsigned MemberBits = $clog2(ListGranularity);
  localparam logic [CycleBits-1:0] Renewal = CycleBits'(1) << (CycleBits - 3);

  logic [PopulationBits-1:0]     population_q;
  cbcm_nic_pkg::detector_state_e state_q;
  logic [CycleBits-1:0]          deadline_q, refresh_deadline_q;
  logic [NodeBits-1:0]           announced_q;
  logic                          scanning_q, dirty_q;
  logic [NodeBits-1:0]           position_q;
  logic [NodeBits-1:0]           told_q;  // everybody but this node: Nodes - 1 at most
  logic                          throttle_valid_q;
  logic [NodeBits-1:0]           throttle_destination_q, throttle_degree_q;
  logic                          error_q;

  // D_t of a population.
  function automatic logic [NodeBits-1:0] degree_of(input logic [PopulationBits-1:0] population,
                                                    input logic [NodeBits-1:0] last_node);
    logic [14:0] product;
    product   = 15'(population) << MemberBits;
    degree_of = product > 15'(last_node) ? last_node : NodeBits'(product);
  endfunction

  function automatic logic reached(input logic [CycleBits-1:0] deadline,
                                   input logic [CycleBits-1:0] now);
    logic [CycleBits-1:0] elapsed;
    elapsed = now - deadline;
    reached = !elapsed[CycleBits-1];
  endfunction

  logic [NodeBits-1:0] degree;
  logic                pending;
  assign degree  = degree_of(population_q, cfg_last_node_i);
  assign pending = cfg_announce_on_count_i ? degree != announced_q : dirty_q;

  // A deadline that was reached counts as one ahead once it is half the counter's range old.
  // Without refreshes nothing else writes it: from an eighth of the range on it is moved up to now.
  logic [CycleBits-1:0] age;
  logic                 renew;
  assign age   = now_i - deadline_q;
  assign renew = state_q == cbcm_nic_pkg::HOTSPOT && !scanning_q && cfg_refresh_rounds_i == '0 &&
      !age[CycleBits-1] && |age[CycleBits-2-:2];

  // Steps 1, 2 and 4 are the list's; step 4 looks at one group of 32 nodes a clock.
  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  logic                packet, packet_known, unthrottle_known;
  logic                joins, take, leave, free, look, wipe, start;
  logic                added, removed, found;
  logic [NodeBits-1:0] found_node;
  logic [13:0]         next_position;
  logic [NodeBits-1:0] new_degree;
  logic [PopulationBits-1:0] population;
  /* verilator tracing_on */
  assign packet = packet_valid_i && packet_known;
  assign joins = (state_q == cbcm_nic_pkg::HOTSPOT ? !packet_throttled_i : packet_marked_i);
  assign take = packet && joins;
  assign leave = unthrottle_valid_i && state_q == cbcm_nic_pkg::HOTSPOT;
  assign free  = !throttle_valid_q || throttle_ready_i;
  assign look  = free && scanning_q;

  source_list #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity)
  ) u_list (
      .clk_i, .rst_ni, .cfg_last_node_i, .node_i,
      .clear_i(wipe),
      .clear_told_i(start),
      .add_i(packet_valid_i && joins),
      .add_source_i(packet_source_i),
      .remove_i(leave),
      .remove_source_i(unthrottle_source_i),
      .look_i(look),
      .position_i(position_q),
      .add_known_o(packet_known),
      .remove_known_o(unthrottle_known),
      .added_o(added),
      .removed_o(removed),
      .found_o(found),
      .found_node_o(found_node),
`ifdef FORMAL
      .formal_state_o(formal_list),
`endif
      .next_position_o(next_position)
  );

  assign population = population_q + PopulationBits'(added) - PopulationBits'(removed);
  assign new_degree = degree_of(population, cfg_last_node_i);

  // Does a round start, does everything end?
  always_comb begin : p_decide
    /* verilator tracing_off */
    logic dirty;
    /* verilator tracing_on */
    wipe  = !enable_i;
    start = 1'b0;
    dirty = cfg_announce_on_count_i ? new_degree != announced_q : dirty_q || added || removed;
    if (state_q == cbcm_nic_pkg::OBSERVE) begin
      if (packet && !packet_marked_i) wipe = 1'b1;
      // 3. End of the observation epoch.
      if (reached(deadline_q, now_i)) begin
        if (|(population >> 1)) start = !wipe;
        else wipe = 1'b1;
      end
    end else if (state_q == cbcm_nic_pkg::HOTSPOT) begin
      // 5. Next round, and 6. the end.
      if (!scanning_q && reached(deadline_q, now_i))
        start = dirty || (cfg_refresh_rounds_i != '0 && reached(refresh_deadline_q, now_i));
      if (population == '0 || (population == PopulationBits'(1) && !scanning_q && !start &&
                               !dirty && announced_q == new_degree))
        wipe = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_detector
    /* verilator tracing_off */
    logic [NodeBits-1:0]  told, messages;
    logic [CycleBits-1:0] pacing;
    /* verilator tracing_on */
    if (!rst_ni) begin
      population_q           <= '0;
      state_q                <= cbcm_nic_pkg::IDLE;
      deadline_q             <= '0;
      refresh_deadline_q     <= '0;
      announced_q            <= '0;
      scanning_q             <= 1'b0;
      dirty_q                <= 1'b0;
      position_q             <= '0;
      told_q                 <= '0;
      throttle_valid_q       <= 1'b0;
      throttle_destination_q <= '0;
      throttle_degree_q      <= '0;
    end else if (!enable_i || packet_valid_i || throttle_valid_q || state_q != cbcm_nic_pkg::IDLE)
    begin
      population_q <= population;
      if (take && state_q == cbcm_nic_pkg::IDLE) begin
        state_q    <= cbcm_nic_pkg::OBSERVE;
        deadline_q <= now_i + CycleBits'(cfg_epoch_cycles_i);
      end
      if (state_q == cbcm_nic_pkg::HOTSPOT) dirty_q <= dirty_q || added || removed;
      if (free) begin
        throttle_valid_q       <= 1'b0;
        throttle_destination_q <= '0;
        throttle_degree_q      <= '0;
      end
      if (look) begin
        if (found) begin
          throttle_valid_q       <= 1'b1;
          throttle_destination_q <= found_node;
          throttle_degree_q      <= announced_q;
          told_q                 <= told_q + NodeBits'(1);
        end
        position_q <= NodeBits'(next_position);
        if (next_position > 14'(cfg_last_node_i)) begin
          // Sources added ahead of the scan are told in the same round: it can exceed D_t.
          told               = found ? told_q + NodeBits'(1) : told_q;
          messages           = told > announced_q ? told : announced_q;
          pacing             = CycleBits'(messages) * CycleBits'(cfg_inverse_epsilon_i);
          scanning_q         <= 1'b0;
          position_q         <= '0;
          deadline_q         <= now_i + pacing;
          refresh_deadline_q <= now_i + pacing * CycleBits'(cfg_refresh_rounds_i);
        end
      end
      if (renew && !start) deadline_q <= now_i;
      if (start) begin
        state_q     <= cbcm_nic_pkg::HOTSPOT;
        announced_q <= new_degree;
        scanning_q  <= 1'b1;
        position_q  <= '0;
        told_q      <= '0;
        dirty_q     <= 1'b0;
      end
      if (wipe) begin
        state_q            <= cbcm_nic_pkg::IDLE;
        population_q       <= '0;
        deadline_q         <= '0;
        refresh_deadline_q <= '0;
        announced_q        <= '0;
        scanning_q         <= 1'b0;
        dirty_q            <= 1'b0;
        position_q         <= '0;
        told_q             <= '0;
      end
      if (!enable_i) begin
        throttle_valid_q       <= 1'b0;
        throttle_destination_q <= '0;
        throttle_degree_q      <= '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_error
    if (!rst_ni) error_q <= 1'b0;
    else if (!enable_i) error_q <= 1'b0;
    else if ((packet_valid_i && !packet_known) || (unthrottle_valid_i && !unthrottle_known))
      error_q <= 1'b1;
  end

  assign throttle_valid_o       = throttle_valid_q;
  assign throttle_destination_o = throttle_destination_q;
  assign throttle_degree_o      = DegreeBits'(throttle_degree_q);
  assign state_o                = state_q;
  assign degree_o               = DegreeBits'(degree);
  assign error_o                = error_q;

  // A population of 1 that can end does so at the next clock; otherwise it waits for a round.
  always_comb begin : p_wake
    quiescent_o  = !throttle_valid_q && !scanning_q;
    wake_valid_o = 1'b0;
    wake_at_o    = '0;
    if (state_q == cbcm_nic_pkg::OBSERVE) begin
      wake_valid_o = 1'b1;
      wake_at_o    = deadline_q;
    end else if (state_q == cbcm_nic_pkg::HOTSPOT && !scanning_q) begin
      if (~|(population_q >> 1) && announced_q == degree && !pending)
        quiescent_o = 1'b0;
      if (pending || ~|(population_q >> 1)) begin
        wake_valid_o = 1'b1;
        wake_at_o    = deadline_q;
      end else if (cfg_refresh_rounds_i != '0) begin
        wake_valid_o = 1'b1;
        wake_at_o    = refresh_deadline_q;
      end else begin
        wake_valid_o = 1'b1;
        wake_at_o    = deadline_q + Renewal;
      end
    end
  end

`ifndef SYNTHESIS
  // A deadline half the counter's range ahead counts as reached.
  logic [63:0] pause, range;
  assign range = 64'd1 << (CycleBits - 1);
  assign pause = (told_q > announced_q ? 64'(told_q) : 64'(announced_q)) *
      64'(cfg_inverse_epsilon_i);
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && state_q == cbcm_nic_pkg::OBSERVE)
      EpochWithinRange: assert (CycleBits > 24 || 64'(cfg_epoch_cycles_i) < range);
    if (enable_i && state_q == cbcm_nic_pkg::HOTSPOT && !scanning_q)
      PacingWithinRange: assert (pause < range && pause * 64'(cfg_refresh_rounds_i) < range);
  end
`endif

`ifdef FORMAL
  logic [SampleBits+ToldStateBits-1:0] formal_list;
  logic [StorageBits-SampleBits-ToldStateBits-PopulationBits-1:0] formal_rest;
  assign formal_rest = {state_q, deadline_q, refresh_deadline_q, announced_q, scanning_q, dirty_q,
      position_q, told_q, throttle_valid_q, throttle_destination_q, throttle_degree_q, error_q};
  if (ListGranularity > 1) begin : gen_formal_told
    assign formal_state_o = {formal_list[SampleBits+:ToldStateBits], population_q,
        formal_list[SampleBits-1:0], formal_rest};
  end else begin : gen_formal
    assign formal_state_o = {population_q, formal_list, formal_rest};
  end
`endif

endmodule
