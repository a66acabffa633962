// SPDX-License-Identifier: Apache-2.0
// Destination side of CBCM: decides from marked packets whether this node is a hotspot and tells the
// contributing sources the throttling degree.
//
// Source: CBCM paper, Section IV-B2. Contract: docs/reference/hotspot_detector.md.
// Timing: all outputs are registers or functions of registers and of the cfg levels. Latency 1; the
// first message of a round is visible 2 clocks after the clock that decides it; at most one message
// per clock, held until throttle_ready_i.
// Storage: one flip-flop per list bit, written by words of 32 nodes so that a simulated clock touches
// only the words it changes.
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
    /// Population, told counters, state, two deadlines, announced degree, scanning, dirty, position.
    localparam int unsigned StateBits =
        PopulationBits + ToldStateBits + 2 + 2 * CycleBits + NodeBits + 2 + NodeBits,
    /// The message register: valid, destination, degree (at most Nodes - 1).
    localparam int unsigned PipelineBits = 1 + 2 * NodeBits,
    /// All flip-flops.
    /* verilator lint_off UNUSEDPARAM */  // read by the storage audit
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
    /* verilator lint_on UNUSEDPARAM */
) (
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
    input  logic [NodeBits-1:0]   packet_source_i,
    /// It crossed a congested output.
    input  logic                  packet_marked_i,
    /// It was sent under throttling.
    input  logic                  packet_throttled_i,
    /// An unthrottle message arrived.
    input  logic                  unthrottle_valid_i,
    input  logic [NodeBits-1:0]   unthrottle_source_i,
    /// The control queue takes a message.
    input  logic                  throttle_ready_i,
    /* verilator lint_off UNUSEDSIGNAL */  // a narrow cycle counter ignores the upper bits
    /// Length of the observation epoch in cycles, at least 1.
    input  logic [23:0]           cfg_epoch_cycles_i,
    /// 1/epsilon: a round of D_t messages is followed by D_t/epsilon cycles of silence.
    input  logic [15:0]           cfg_inverse_epsilon_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// 1: a new round only when the count changed; 0: whenever the membership changed.
    input  logic                  cfg_announce_on_count_i,
    /// Repeat an unchanged announcement after this many pacing periods; 0: never.
    input  logic [7:0]            cfg_refresh_rounds_i,
    /// Throttle message to throttle_destination_o.
    output logic                  throttle_valid_o,
    output logic [NodeBits-1:0]   throttle_destination_o,
    /// Announced degree D_t.
    output logic [DegreeBits-1:0] throttle_degree_o,
    /// cbcm_nic_pkg::detector_state_e.
    output logic [1:0]            state_o,
    /// Current degree D_t.
    output logic [DegreeBits-1:0] degree_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                  quiescent_o,
    output logic                  wake_valid_o,
    output logic [CycleBits-1:0]  wake_at_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ListGranularity != 1 && ListGranularity != 2 && ListGranularity != 4 && ListGranularity != 8 &&
      ListGranularity != 16)
    $fatal(1, "%m: ListGranularity = %0d, legal 1, 2, 4, 8, 16", ListGranularity);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  // The list is stored by groups of 32 nodes; a last group of fewer nodes has registers of its own.
  localparam int unsigned Words = Nodes < 32 ? 1 : Nodes / 32;
  localparam int unsigned IndexBits = Words > 1 ? $clog2(Words) : 1;
  localparam int unsigned FullBits = 32 / ListGranularity;  // list bits of a full group
  localparam int unsigned WordBits = Nodes < 32 ? ListSize : FullBits;
  localparam bit HasTail = Nodes > 32 && Nodes % 32 != 0;
  localparam int unsigned TailBits = HasTail ? ListSize - Words * WordBits : 1;
  localparam bit HasTold = ListGranularity > 1;
  localparam int unsigned ToldFullBits = FullBits * ToldBits;
  localparam int unsigned ToldWordBits = Nodes < 32 && HasTold ? ToldStateBits : ToldFullBits;
  localparam int unsigned ToldTailBits = HasTail && HasTold ? ToldStateBits - Words * ToldWordBits : 1;
  localparam int unsigned MemberBits = $clog2(ListGranularity);
  localparam int unsigned FieldBits = $clog2(FullBits);

  (* mem2reg *) logic [WordBits-1:0]     list_q [Words];
  logic [TailBits-1:0]                   list_tail_q;
  (* mem2reg *) logic [ToldWordBits-1:0] told_q [Words];
  logic [ToldTailBits-1:0]               told_tail_q;
  logic [PopulationBits-1:0]             population_q;
  cbcm_nic_pkg::detector_state_e         state_q;
  logic [CycleBits-1:0]                  deadline_q, refresh_deadline_q;
  logic [NodeBits-1:0]                   announced_q;
  logic                                  scanning_q, dirty_q;
  logic [NodeBits-1:0]                   position_q;
  logic                                  throttle_valid_q;
  logic [NodeBits-1:0]                   throttle_destination_q, throttle_degree_q;

  // D_t of a population.
  function automatic logic [NodeBits-1:0] degree_of(input logic [PopulationBits-1:0] population,
                                                    input logic [NodeBits-1:0] last_node);
    logic [14:0] product;
    product   = 15'(population) << MemberBits;
    degree_of = product > 15'(last_node) ? last_node : NodeBits'(product);
  endfunction

  // Number of the only bit set.
  function automatic logic [4:0] bit_number(input logic [31:0] one_hot);
    bit_number = {|(one_hot & 32'hffff0000), |(one_hot & 32'hff00ff00), |(one_hot & 32'hf0f0f0f0),
                  |(one_hot & 32'hcccccccc), |(one_hot & 32'haaaaaaaa)};
  endfunction

  function automatic logic reached(input logic [CycleBits-1:0] deadline,
                                   input logic [CycleBits-1:0] now);
    logic [CycleBits-1:0] elapsed;
    elapsed = now - deadline;
    reached = !elapsed[CycleBits-1];
  endfunction

  // One bit per node of a group from one bit per list bit.
  function automatic logic [31:0] members_of(input logic [FullBits-1:0] word);
    for (int i = 0; i < 32; i++) members_of[i] = word[FieldBits'(i / ListGranularity)];
  endfunction

  logic [NodeBits-1:0] degree;
  logic                pending;
  assign degree  = degree_of(population_q, cfg_last_node_i);
  assign pending = cfg_announce_on_count_i ? degree != announced_q : dirty_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_detector
    /* verilator tracing_off */
    logic                      wipe, take, changed, dirty, start, free, told_changed;
    logic                      packet_write, unthrottle_write;
    logic [8:0]                packet_group, unthrottle_group, scan_group, node_group, last_group;
    logic [4:0]                packet_member, unthrottle_member, scan_member, node_member;
    logic [4:0]                last_member, member;
    logic [FieldBits-1:0]      field;
    logic [FullBits-1:0]       packet_word, unthrottle_word, scan_word;
    logic [ToldFullBits-1:0]   told_word, scan_told;
    logic [ToldBits-1:0]       told;
    logic [PopulationBits-1:0] population;
    logic [NodeBits-1:0]       new_degree;
    logic [31:0]               candidates;
    logic [13:0]               next_position;
    logic [CycleBits-1:0]      pacing;
    /* verilator tracing_on */
    if (!rst_ni) begin
      for (int h = 0; h < (Words + 63) / 64; h++)
        for (int l = 0; l < 64; l++)
          if (h * 64 + l < Words) begin
            list_q[h*64+l] <= '0;
            if (HasTold) told_q[h*64+l] <= '0;
          end
      if (HasTail) list_tail_q <= '0;
      if (HasTail && HasTold) told_tail_q <= '0;
      population_q           <= '0;
      state_q                <= cbcm_nic_pkg::IDLE;
      deadline_q             <= '0;
      refresh_deadline_q     <= '0;
      announced_q            <= '0;
      scanning_q             <= 1'b0;
      dirty_q                <= 1'b0;
      position_q             <= '0;
      throttle_valid_q       <= 1'b0;
      throttle_destination_q <= '0;
      throttle_degree_q      <= '0;
    end else if (!enable_i || packet_valid_i || throttle_valid_q || state_q != cbcm_nic_pkg::IDLE)
    begin
      wipe             = !enable_i;
      take             = 1'b0;
      changed          = 1'b0;
      start            = 1'b0;
      told_changed     = 1'b0;
      packet_write     = 1'b0;
      unthrottle_write = 1'b0;
      packet_word      = '0;
      unthrottle_word  = '0;
      told_word        = '0;
      population       = population_q;
      {packet_group, packet_member}         = 14'(packet_source_i);
      {unthrottle_group, unthrottle_member} = 14'(unthrottle_source_i);
      {scan_group, scan_member}             = 14'(position_q);
      {node_group, node_member}             = 14'(node_i);
      {last_group, last_member}             = 14'(cfg_last_node_i);

      // 1. Packet.
      if (packet_valid_i) begin
        take = state_q == cbcm_nic_pkg::HOTSPOT ? !packet_throttled_i : packet_marked_i;
        if (state_q == cbcm_nic_pkg::OBSERVE && !packet_marked_i) wipe = 1'b1;
        if (take) begin
          field       = FieldBits'(packet_member >> MemberBits);
          packet_word = HasTail && packet_group == 9'(Words) ? FullBits'(list_tail_q) :
              FullBits'(list_q[IndexBits'(packet_group)]);
          if (!packet_word[field]) begin
            packet_write = 1'b1;
            changed      = 1'b1;
            packet_word  = packet_word | (FullBits'(1) << field);
            population   = population + PopulationBits'(1);
            if (HasTail && packet_group == 9'(Words)) list_tail_q <= TailBits'(packet_word);
            else list_q[IndexBits'(packet_group)] <= WordBits'(packet_word);
          end
          if (state_q == cbcm_nic_pkg::IDLE) begin
            state_q    <= cbcm_nic_pkg::OBSERVE;
            deadline_q <= now_i + CycleBits'(cfg_epoch_cycles_i);
          end
        end
      end

      // 2. Unthrottle.
      if (unthrottle_valid_i && state_q == cbcm_nic_pkg::HOTSPOT) begin
        field = FieldBits'(unthrottle_member >> MemberBits);
        if (packet_write && packet_group == unthrottle_group) unthrottle_word = packet_word;
        else if (HasTail && unthrottle_group == 9'(Words)) unthrottle_word = FullBits'(list_tail_q);
        else unthrottle_word = FullBits'(list_q[IndexBits'(unthrottle_group)]);
        unthrottle_write = unthrottle_word[field];
        if (HasTold) begin
          told_word = HasTail && unthrottle_group == 9'(Words) ? ToldFullBits'(told_tail_q) :
              ToldFullBits'(told_q[IndexBits'(unthrottle_group)]);
          told         = told_word[field*ToldBits+:ToldBits];
          told_changed = unthrottle_write && told != '0;
          if (told_changed) begin
            told_word[field*ToldBits+:ToldBits] = told - ToldBits'(1);
            if (HasTail && unthrottle_group == 9'(Words)) told_tail_q <= ToldTailBits'(told_word);
            else told_q[IndexBits'(unthrottle_group)] <= ToldWordBits'(told_word);
          end
          unthrottle_write = unthrottle_write && told == ToldBits'(1);
        end
        if (unthrottle_write) begin
          changed         = 1'b1;
          unthrottle_word = unthrottle_word & ~(FullBits'(1) << field);
          population      = population - PopulationBits'(1);
          if (HasTail && unthrottle_group == 9'(Words)) list_tail_q <= TailBits'(unthrottle_word);
          else list_q[IndexBits'(unthrottle_group)] <= WordBits'(unthrottle_word);
        end
      end
      new_degree   = degree_of(population, cfg_last_node_i);
      population_q <= population;

      // 3. End of the observation epoch.
      if (state_q == cbcm_nic_pkg::OBSERVE && reached(deadline_q, now_i)) begin
        if (|(population >> 1)) begin
          state_q <= cbcm_nic_pkg::HOTSPOT;
          start   = !wipe;
        end else begin
          wipe = 1'b1;
        end
      end

      // 4. Scan: one message, or one group of 32 nodes without any.
      free = !throttle_valid_q || throttle_ready_i;
      if (free) begin
        throttle_valid_q       <= 1'b0;
        throttle_destination_q <= '0;
        throttle_degree_q      <= '0;
      end
      if (free && scanning_q) begin
        if (unthrottle_write && unthrottle_group == scan_group) scan_word = unthrottle_word;
        else if (packet_write && packet_group == scan_group) scan_word = packet_word;
        else if (HasTail && scan_group == 9'(Words)) scan_word = FullBits'(list_tail_q);
        else scan_word = FullBits'(list_q[IndexBits'(scan_group)]);
        candidates = members_of(scan_word) & (32'hffffffff << scan_member);
        if (scan_group == node_group) candidates = candidates & ~(32'd1 << node_member);
        if (scan_group == last_group) candidates = candidates & (32'hffffffff >> ~last_member);
        member        = bit_number(candidates & (~candidates + 32'd1));
        next_position = {scan_group + 9'd1, 5'd0};
        if (candidates != '0) begin
          next_position          = {scan_group, member} + 14'd1;
          throttle_valid_q       <= 1'b1;
          throttle_destination_q <= NodeBits'({scan_group, member});
          throttle_degree_q      <= announced_q;
          if (HasTold) begin
            field = FieldBits'(member >> MemberBits);
            if (told_changed && unthrottle_group == scan_group) scan_told = told_word;
            else if (HasTail && scan_group == 9'(Words)) scan_told = ToldFullBits'(told_tail_q);
            else scan_told = ToldFullBits'(told_q[IndexBits'(scan_group)]);
            // Each member is told once in a scan: the counter cannot pass its limit.
            told = scan_told[field*ToldBits+:ToldBits] + ToldBits'(1);
            scan_told[field*ToldBits+:ToldBits] = told;
            if (HasTail && scan_group == 9'(Words)) told_tail_q <= ToldTailBits'(scan_told);
            else told_q[IndexBits'(scan_group)] <= ToldWordBits'(scan_told);
          end
        end
        position_q <= NodeBits'(next_position);
        if (next_position > 14'(cfg_last_node_i)) begin
          pacing             = CycleBits'(announced_q) * CycleBits'(cfg_inverse_epsilon_i);
          scanning_q         <= 1'b0;
          position_q         <= '0;
          deadline_q         <= now_i + pacing;
          refresh_deadline_q <= now_i + pacing * CycleBits'(cfg_refresh_rounds_i);
        end
      end

      // 5. Next round, and 6. the end.
      if (state_q == cbcm_nic_pkg::HOTSPOT) begin
        dirty   = dirty_q || changed;
        dirty_q <= dirty;
        if (cfg_announce_on_count_i) dirty = new_degree != announced_q;
        if (!scanning_q && reached(deadline_q, now_i))
          start = dirty || (cfg_refresh_rounds_i != '0 && reached(refresh_deadline_q, now_i));
        if (population == '0 || (population == PopulationBits'(1) && !scanning_q && !start && !dirty &&
                                 announced_q == new_degree))
          wipe = 1'b1;
      end

      if (start) begin
        announced_q <= new_degree;
        scanning_q  <= 1'b1;
        position_q  <= '0;
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
        for (int h = 0; h < (Words + 63) / 64; h++)
          for (int l = 0; l < 64; l++) if (h * 64 + l < Words) list_q[h*64+l] <= '0;
        if (HasTail) list_tail_q <= '0;
      end
      if (HasTold && (wipe || start)) begin
        for (int h = 0; h < (Words + 63) / 64; h++)
          for (int l = 0; l < 64; l++) if (h * 64 + l < Words) told_q[h*64+l] <= '0;
        if (HasTail) told_tail_q <= '0;
      end
      if (!enable_i) begin
        throttle_valid_q       <= 1'b0;
        throttle_destination_q <= '0;
        throttle_degree_q      <= '0;
      end
    end
  end

  assign throttle_valid_o       = throttle_valid_q;
  assign throttle_destination_o = throttle_destination_q;
  assign throttle_degree_o      = DegreeBits'(throttle_degree_q);
  assign state_o                = state_q;
  assign degree_o               = DegreeBits'(degree);

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
      end
    end
  end

`ifdef FORMAL
  logic [ListSize-1:0] formal_list;
  always_comb begin : p_formal_list
    for (int w = 0; w < Words; w++) formal_list[w*WordBits+:WordBits] = list_q[w];
    if (HasTail) formal_list[ListSize-1-:TailBits] = list_tail_q;
  end
  if (HasTold) begin : gen_formal_told
    logic [ToldStateBits-1:0] formal_told;
    always_comb begin : p_formal_told
      for (int w = 0; w < Words; w++) formal_told[w*ToldWordBits+:ToldWordBits] = told_q[w];
      if (HasTail) formal_told[ToldStateBits-1-:ToldTailBits] = told_tail_q;
    end
    assign formal_state_o = {formal_told, population_q, formal_list, state_q, deadline_q,
        refresh_deadline_q, announced_q, scanning_q, dirty_q, position_q, throttle_valid_q,
        throttle_destination_q, throttle_degree_q};
  end else begin : gen_formal
    assign formal_state_o = {population_q, formal_list, state_q, deadline_q, refresh_deadline_q,
        announced_q, scanning_q, dirty_q, position_q, throttle_valid_q, throttle_destination_q,
        throttle_degree_q};
  end
`endif

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && packet_valid_i) SourceInNetwork: assert (packet_source_i <= cfg_last_node_i);
    if (enable_i && unthrottle_valid_i)
      UnthrottleInNetwork: assert (unthrottle_source_i <= cfg_last_node_i);
  end
`endif

endmodule
