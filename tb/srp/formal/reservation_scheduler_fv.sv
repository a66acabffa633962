// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_scheduler: grants do not overlap, every reservation is answered
// exactly once, the schedule is the edge of what was given away; quiescence.
// properties: asserts=14 covers=4
// proof: depth=1 CycleBits=12 Inflation=81920
// bounded: depth=4 Nodes=512 CycleBits=32 Inflation=65537
// cover: depth=10 CycleBits=12 Inflation=81920
// larger: times are used by comparison and addition only, at any width; node numbers and tags are
// larger: stored and passed on only. Another inflation is another constant.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: reservations come only while reservation_ready_o is 1
// assumed: the schedule stays below half the range of a grant's start ahead; the inflation is constant
// mutant NoOverlap: s/if (pending && lead\[CycleBits-1\]) start = next;//
// mutant NotBeforeLead: s/start = now_i + cfg_lead_i;/start = now_i;/
// mutant AsEarlyAsPossible: s/if (pending && lead\[CycleBits-1\]) start = next;/if (pending) start = next + 1;/
// mutant ScheduleIsEdge: s/+ 64'hFFFF) >> 16/) >> 16/
// mutant ScheduleIsEdge: s/(pending ? next : now_i) + Cycle/(pending ? next : '0) + Cycle/
// mutant ScheduleIsEdge: s/bypass_valid_i && cfg_charge_bypass_i/bypass_valid_i/
// mutant CausedByReservation: s/valid_q       <= 1'b1;/valid_q <= 1'b1; tag_q <= ~reservation_tag_i;/; s/tag_q         <= reservation_tag_i;//
// mutant NonePassedOver: s/if (reservation_valid_i && !valid_q) begin/if (reservation_valid_i \&\& !valid_q \&\& !pending) begin/
// mutant StableUntilTaken: s/if (valid_q && grant_ready_i) begin/if (valid_q) begin/
// mutant TakenOnce: s/if (valid_q && grant_ready_i) begin/if (0) begin/
// mutant EmptyIsZero: s/^        start_q       <= '0;//
// mutant ReadyUnlessWaiting: s/reservation_ready_o = !valid_q/reservation_ready_o = 1'b1/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant QuiescentHoldsState: s/wake_valid_o        = pending_q/wake_valid_o = 1'b0/
// mutant QuiescentIsSilent: s/quiescent_o         = !valid_q/quiescent_o = 1'b1/
// mutant InflationAtLeastOne: @reservation_scheduler_fv s/(18'(Inflation))/(18'd65535)/

module reservation_scheduler_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned CycleBits = 12,
  parameter int unsigned Inflation = 81920,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned StartBits = CycleBits < 26 ? CycleBits : 26,
  localparam int unsigned GrantBits = NodeBits + 8,
  localparam int unsigned StorageBits = 2 + GrantBits + CycleBits + StartBits
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i, cfg_lead_i,
  input logic                 reservation_valid_i, bypass_valid_i, grant_ready_i,
  input logic [NodeBits-1:0]  reservation_source_i,
  input logic [7:0]           reservation_tag_i,
  input logic [15:0]          reservation_flits_i,
  input logic [9:0]           bypass_flits_i,
  input logic                 cfg_charge_bypass_i
);

  logic                   ready, valid, quiescent, wake_valid;
  logic [NodeBits-1:0]    destination;
  logic [7:0]             tag;
  logic [StartBits-1:0]   start;
  logic [CycleBits-1:0]   wake_at;
  logic [StorageBits-1:0] registers;
  reservation_scheduler #(.Nodes(Nodes), .CycleBits(CycleBits)) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .reservation_valid_i, .reservation_source_i,
    .reservation_tag_i, .reservation_flits_i, .bypass_valid_i,
    .bypass_flits_i, .grant_ready_i, .cfg_inflation_i(18'(Inflation)), .cfg_lead_i,
    .cfg_charge_bypass_i, .reservation_ready_o(ready), .grant_valid_o(valid),
    .grant_destination_o(destination), .grant_tag_o(tag),
    .grant_start_o(start), .quiescent_o(quiescent), .wake_valid_o(wake_valid),
    .wake_at_o(wake_at), .formal_state_o(registers)
  );

  logic                 pending;
  logic [CycleBits-1:0] next;
  assign {pending, next} = registers[StorageBits-1-:1+CycleBits];

  // What has been given away ends before `edge_q`; `ahead` while that lies in the future.
  logic                 ahead, ahead_q, ahead_now, accepts;
  logic [CycleBits-1:0] edge_q, after_edge, earliest, wait_for_edge, granted_at, charged;
  logic [41:0]          scaled;
  logic [CycleBits-1:0] cost;
  logic [CycleBits-1:0] reach;
  assign after_edge    = now_i - edge_q;
  assign ahead_now     = ahead_q && after_edge[CycleBits-1];
  assign accepts       = reservation_valid_i && ready;
  assign earliest      = now_i + cfg_lead_i;
  assign wait_for_edge = edge_q - earliest;
  assign granted_at    = ahead_now && !wait_for_edge[CycleBits-1] ? edge_q : earliest;
  // Rounded up in another way than in the unit.
  assign scaled  = 42'(reservation_flits_i) * 42'(Inflation);
  assign cost    = CycleBits'(scaled >> 16) + CycleBits'(scaled[15:0] != 16'd0);
  assign charged = (accepts ? granted_at + cost : ahead_now ? edge_q : now_i) +
                   CycleBits'(bypass_flits_i);
  assign reach   = edge_q - now_i;
  assign ahead   = ahead_now || accepts || (bypass_valid_i && cfg_charge_bypass_i);

  logic                 started, was_started, was_valid, was_taken, was_accepted, was_pending;
  logic [GrantBits-1:0] fields, was_reserved;
  logic [CycleBits-1:0] was_now, was_earliest, was_edge, past;
  logic [StartBits-1:0] from_lead, from_edge;
  logic                 was_ahead;
  logic [CycleBits+2:0] levels, last_levels;
  initial {started, was_started} = '0;
  assign fields = {destination, tag};
  assign levels = {enable_i, grant_ready_i, cfg_lead_i, cfg_charge_bypass_i};
  assign past   = now_i - wake_at;

  quiescence_properties #(
    .RegisterBits(StorageBits), .LevelBits(CycleBits + 3)
  ) quiescence (
    .clk_i, .started_i(started), .idle_i(!reservation_valid_i && !bypass_valid_i),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(registers), .event_i(valid), .busy_i(enable_i && pending), .asleep_o(),
    .last_levels_o(last_levels)
  );

  stable_until_taken #(.PayloadBits(GrantBits + StartBits)) stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(valid), .ready_i(grant_ready_i),
    .payload_i({fields, start})
  );

  always @(posedge clk_i) begin
    started      <= 1'b1;
    was_started  <= started;
    was_valid    <= valid;
    was_taken    <= grant_ready_i;
    was_pending  <= pending;
    was_now      <= now_i;
    was_accepted <= started && enable_i && accepts;
    was_reserved <= {reservation_source_i, reservation_tag_i};
    was_earliest <= earliest;
    was_edge     <= edge_q;
    was_ahead    <= ahead_now;
    if (!started || !enable_i || !ahead) begin
      ahead_q <= 1'b0;
      edge_q  <= '0;
    end else begin
      ahead_q <= 1'b1;
      if (bypass_valid_i && cfg_charge_bypass_i) edge_q <= charged;
      else if (accepts) edge_q <= granted_at + cost;
    end
  end
  // Of the bits that a grant has; the schedule stays below half their range ahead.
  assign from_lead = start - StartBits'(was_earliest);
  assign from_edge = start - StartBits'(was_edge);

  always_comb begin
    assume (rst_ni == started);
    if (started && was_started) assume (now_i == was_now + CycleBits'(1));
    if (started) begin
      assume (!reservation_valid_i || ready);
      // Half of the range is enough for a lead, a block, a packet and what was given away before.
      assume (reservation_flits_i < 16'd1 << (CycleBits - 6 > 10 ? 10 : CycleBits - 6));
      assume (bypass_flits_i < 10'd1 << (CycleBits - 6 > 9 ? 9 : CycleBits - 6));
      assume (cfg_lead_i < CycleBits'(1) << (StartBits - 5));
      assume (!ahead_now || reach < CycleBits'(1) << (StartBits - 2) ||
              (!reservation_valid_i && !bypass_valid_i));
    end
    if (was_started) begin
      NoOverlap: assert (!was_accepted || !was_ahead || !from_edge[StartBits-1]);
      NotBeforeLead: assert (!was_accepted || !from_lead[StartBits-1]);
      AsEarlyAsPossible: assert (!was_accepted || start == StartBits'(was_earliest) ||
                                 (was_ahead && start == StartBits'(was_edge)));
      CausedByReservation: assert (!valid || (was_valid && !was_taken) ||
                                   (was_accepted && fields == was_reserved));
      NonePassedOver: assert (!was_accepted || (valid && fields == was_reserved));
      TakenOnce: assert (!was_valid || !was_taken || !valid);
      DisabledIsReset: assert (last_levels[CycleBits+2] || registers == '0);
    end
    if (started) begin
      ScheduleIsEdge: assert (pending == ahead_q && next == edge_q);
      EmptyIsZero: assert ((valid || {fields, start} == '0) && (pending || next == '0));
      ReadyUnlessWaiting: assert (ready != valid);
    end
    StartsAtEdge: cover (was_accepted && was_ahead && start == StartBits'(was_edge) &&
                         start != StartBits'(was_earliest));
    EdgePasses: cover (was_started && was_pending && !pending && last_levels[CycleBits+2]);
    BypassAndReservation: cover (started && accepts && bypass_valid_i && cfg_charge_bypass_i);
  end

endmodule
