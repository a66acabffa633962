// SPDX-License-Identifier: Apache-2.0
// Destination side of CBCM: decides from marked packets whether this node is a hotspot and tells
// the contributing sources the throttling degree.
//
// Source:  CBCM paper, Section IV-B2. Contract: docs/reference/cbcm/hotspot_detector.md.
// Timing:  all outputs are registers or functions of registers and of the cfg levels. Latency 1 of
//          the state, 2 of the list: an event enters in its clock and changes the list in the next;
//          states and rounds follow from registers, a clock later. Events may come in every clock.
//          The first message of a round is visible 3 clocks after the clock that decides it; at
//          most one message in 2 clocks, held until throttle_ready_i.
// Storage: source_events and source_list have the list, throttle_announcer the round; population,
//          state and the one deadline are here.
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
    /// Nodes of the network, 16-8192. Costs Nodes/ListGranularity bits, from 64 words of 32 nodes
    /// on twice and in block RAM.
    parameter int unsigned Nodes = 16,
    /// Sources per list bit: 1, 2, 4, 8 or 16. More is smaller and throttles innocent neighbours.
    parameter int unsigned ListGranularity = 1,
    /// Width of the cycle counter, 8-64. Costs a deadline of this width.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    localparam int unsigned PopulationBits = $clog2(ListSize + 1),
    // Pacing after a message to every other node.
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    localparam int unsigned GroupBits = Nodes > 32 ? NodeBits - 5 : 1,
    /// Bits the paper counts: the source list, in whole words.
    localparam int unsigned SampleBits = cbcm_nic_pkg::list_words(Nodes) *
        cbcm_nic_pkg::list_word_bits(Nodes, ListGranularity),
    /// Told counters and valid bits of the list, population, state, deadline, dirty, error; of the
    /// announcer: scanning, told, rested, periods, pacing, announced degree, position.
    localparam int unsigned StateBits = cbcm_nic_pkg::list_state_bits(Nodes, ListGranularity) +
        PopulationBits + 2 + CycleBits + 2 + 3 + 8 + PacingBits + 2 * NodeBits,
    /// Of the list, a message that waits, a look, there is a message.
    localparam int unsigned PipelineBits =
        cbcm_nic_pkg::list_pipeline_bits(Nodes, ListGranularity, 64) + 1 + NodeBits + 2,
    /// All bits; the list and its told counters are memory from 64 words on.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
`ifdef FORMAL
    , localparam int unsigned FormalBits =
        cbcm_nic_pkg::detector_formal_bits(Nodes, ListGranularity, CycleBits, PacingBits)
`endif
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
    /// 1/epsilon: a round of m messages is followed by m/epsilon cycles of silence.
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
    /// Every register as it counts, for the proof of quiescence.
    output logic [FormalBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ListGranularity != 1 && ListGranularity != 2 && ListGranularity != 4 &&
      ListGranularity != 8 && ListGranularity != 16)
    $fatal(1, "%m: ListGranularity = %0d, legal 1, 2, 4, 8, 16", ListGranularity);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  localparam int unsigned MemberBits = $clog2(ListGranularity);
  localparam int unsigned LowBits    = CycleBits / 2;
  localparam int unsigned HighBits   = CycleBits - LowBits;

  cbcm_nic_pkg::detector_state_e state_q;
  logic [PopulationBits-1:0]     population_d, population_q;
  logic [CycleBits-1:0]          deadline_d, deadline_q;
  logic                          dirty_d, dirty_q, error_q;

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  logic                  hotspot, joins, packet, packet_known, unthrottle_known, added, removed;
  logic                  reached, few, pending, ends, round_due, start, wipe, observe;
  logic                  free, scanning, rested, refresh_due, rearm, found, last;
  logic                  enter, enter_removes, removes, under_way, changes, look, beyond, count;
  logic [14:0]           product;
  logic [CycleBits-1:0]  elapsed, ahead;
  logic [LowBits:0]      low_sum;
  logic [HighBits-1:0]   high_sum;
  logic [NodeBits-1:0]   degree, announced, position, found_node, enter_source;
  logic [GroupBits-1:0]  look_group;
  logic [PacingBits-1:0] pacing;
  /* verilator tracing_on */

  assign hotspot = state_q != cbcm_nic_pkg::IDLE && state_q != cbcm_nic_pkg::OBSERVE;
  // Every number fits the wires, so a damaged header can name a node beyond the list.
  assign packet_known     = packet_source_i <= cfg_last_node_i;
  assign unthrottle_known = unthrottle_source_i <= cfg_last_node_i;
  assign packet  = packet_valid_i && packet_known;
  assign joins   = hotspot ? !packet_throttled_i : packet_marked_i;

  source_events #(
      .Nodes(Nodes)
  ) u_events (
      .clk_i, .rst_ni,
      .clear_i(wipe),
      .packet_i(packet && joins),
      .packet_source_i,
      .unthrottle_i(unthrottle_valid_i && unthrottle_known && hotspot),
      .unthrottle_source_i,
`ifdef FORMAL
      .formal_state_o(formal_events),
`endif
      .enter_o(enter),
      .enter_removes_o(enter_removes),
      .enter_source_o(enter_source)
  );

  source_list #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity)
  ) u_list (
      .clk_i, .rst_ni, .cfg_last_node_i, .node_i,
      .clear_i(wipe),
      .clear_told_i(start),
      .count_i(count),
      .enter_i(enter),
      .enter_removes_i(enter_removes),
      .enter_source_i(enter_source),
      .look_i(look),
      .look_group_i(look_group),
      .position_i(position),
      .beyond_i(beyond),
      .under_way_o(under_way),
      .removes_o(removes),
      .changes_o(changes),
      .added_o(added),
      .removed_o(removed),
      .found_o(found),
      .found_node_o(found_node),
`ifdef FORMAL
      .formal_looked_o(),
      .formal_looked_group_o(),
      .formal_state_o(formal_list),
`endif
      .last_o(last)
  );

  throttle_announcer #(
      .Nodes(Nodes),
      .CycleBits(CycleBits)
  ) u_announcer (
      .clk_i, .rst_ni, .enable_i,
      .start_i(start),
      .stop_i(wipe),
      .hotspot_i(hotspot),
      .reached_i(reached),
      .degree_i(degree),
      .changes_i(ListGranularity > 1 && changes),
      .found_i(found),
      .found_node_i(found_node),
      .last_i(last),
      .throttle_ready_i, .cfg_inverse_epsilon_i, .cfg_refresh_rounds_i,
      .free_o(free),
      .look_o(look),
      .look_group_o(look_group),
      .beyond_o(beyond),
      .count_o(count),
      .scanning_o(scanning),
      .rested_o(rested),
      .refresh_due_o(refresh_due),
      .rearm_o(rearm),
      .pacing_o(pacing),
      .announced_o(announced),
      .position_o(position),
`ifdef FORMAL
      .formal_state_o(formal_announcer),
`endif
      .throttle_valid_o
  );

  // D_t of the population, and what follows from it.
  assign product   = 15'(population_q) << MemberBits;
  assign degree    = product > 15'(cfg_last_node_i) ? cfg_last_node_i : NodeBits'(product);
  assign few       = ~|(population_q >> 1);
  assign pending   = cfg_announce_on_count_i ? degree != announced : dirty_q;
  assign ends      = few && (!population_q[0] || (!scanning && !pending));
  assign round_due = rested && (pending || refresh_due);
  assign elapsed   = now_i - deadline_q;
  assign reached   = !elapsed[CycleBits-1];

  always_comb begin : p_state
    start   = 1'b0;
    wipe    = !enable_i;
    observe = 1'b0;
    if (state_q == cbcm_nic_pkg::IDLE) begin
      observe = packet && joins;
    end else if (state_q == cbcm_nic_pkg::OBSERVE) begin
      // 1. An unmarked packet, or 3. the end of the epoch. A message of the last hotspot may wait.
      if (packet && !joins) wipe = 1'b1;
      if (reached) begin
        if (few) wipe = 1'b1;
        else start = free;
      end
    end else begin
      // 5. The end, and 6. the next round.
      if (ends) wipe = 1'b1;
      start = round_due;
    end
  end

  // The one deadline: the epoch's end in OBSERVE, the end of a pacing period in HOTSPOT. Its upper
  // half is added for both carries, so that the carry passes through half of it.
  assign ahead    = hotspot ? CycleBits'(pacing) : CycleBits'(cfg_epoch_cycles_i);
  assign low_sum  = {1'b0, now_i[LowBits-1:0]} + {1'b0, ahead[LowBits-1:0]};
  assign high_sum = now_i[CycleBits-1:LowBits] + ahead[CycleBits-1:LowBits];

  always_comb begin : p_counts
    population_d = population_q;
    deadline_d   = deadline_q;
    // Whether an operation changes the list is known late, which way it would early.
    if (added || removed)
      population_d = population_q + (removes ? {PopulationBits{1'b1}} : PopulationBits'(1));
    if (rearm || observe)
      deadline_d = {low_sum[LowBits] ? high_sum + HighBits'(1) : high_sum, low_sum[LowBits-1:0]};
    dirty_d = (dirty_q && !start) || added || removed;
    if (wipe) begin
      population_d = '0;
      deadline_d   = '0;
      dirty_d      = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      state_q      <= cbcm_nic_pkg::IDLE;
      population_q <= '0;
      deadline_q   <= '0;
      dirty_q      <= 1'b0;
      error_q      <= 1'b0;
    end else begin
      if (wipe) state_q <= cbcm_nic_pkg::IDLE;
      else if (start) state_q <= cbcm_nic_pkg::HOTSPOT;
      else if (observe) state_q <= cbcm_nic_pkg::OBSERVE;
      population_q <= population_d;
      deadline_q   <= deadline_d;
      dirty_q      <= dirty_d;
      error_q      <= enable_i && (error_q || (packet_valid_i && !packet_known) ||
                                   (unthrottle_valid_i && !unthrottle_known));
    end
  end

  assign throttle_destination_o = throttle_valid_o ? position : '0;
  assign throttle_degree_o      = throttle_valid_o ? DegreeBits'(announced) : '0;
  assign state_o                = state_q;
  assign degree_o               = DegreeBits'(degree);
  assign error_o                = error_q;

  assign quiescent_o  = !throttle_valid_o && !scanning && !under_way && !(hotspot && (ends || round_due));
  assign wake_valid_o = state_q != cbcm_nic_pkg::IDLE && !scanning;
  assign wake_at_o    = wake_valid_o ? deadline_q : '0;

`ifndef SYNTHESIS
  // A deadline half the counter's range ahead counts as reached.
  always @(posedge clk_i)
    if (enable_i && state_q == cbcm_nic_pkg::OBSERVE)
      EpochWithinRange: assert (CycleBits > 24 ||
                                64'(cfg_epoch_cycles_i) < 64'd1 << (CycleBits - 1));
`endif

`ifdef FORMAL
  localparam int unsigned AnnouncerBits = 3 + 8 + PacingBits + 2 * NodeBits + 2;
  localparam int unsigned RestBits =
      NodeBits + 1 + PopulationBits + 2 + CycleBits + 2 + AnnouncerBits;
  logic [FormalBits-RestBits-1:0] formal_list;
  logic [NodeBits:0]              formal_events;
  logic [AnnouncerBits-1:0]       formal_announcer;
  assign formal_state_o = {formal_list, formal_events, population_q, state_q, deadline_q, dirty_q,
                           error_q, formal_announcer};
`endif

endmodule
