// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_scheduler: grants do not overlap, every reservation is answered
// exactly once, the schedule is the edge of what was given away; quiescence.
// properties: asserts=16 covers=4
// proof: depth=1 CycleBits=12 Inflation=81920
// bounded: depth=4 Nodes=512 CycleBits=32 Inflation=65537
// cover: depth=10 CycleBits=12 Inflation=81920
// larger: times are used by comparison and addition only, at any width; node numbers and tags are
// larger: stored and passed on only. Another inflation is another constant; the size of every
// larger: reservation is proved in inflated_size's wrapper.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: reservations come only while reservation_ready_o is 1
// assumed: the schedule stays below half the range of a grant's start ahead; the inflation is constant
// mutant NoOverlap: s/assign start       = later ? next_q : earliest/assign start = earliest/
// mutant NotBeforeLead: s/halves(now_i, cfg_lead_i)/now_i/
// mutant AsEarlyAsPossible: s/later ? next_q : earliest/later ? next_q + CycleBits'(1) : earliest/
// mutant ScheduleIsEdge: s/addend   = sized ? CycleBits'(64'(size))/addend = sized ? CycleBits'(64'(size) + 64'd1)/
// mutant ScheduleIsEdge: s/base     = pending_q ? next_q : now_i/base = next_q/
// mutant ScheduleIsEdge: s/bypass_valid_i && cfg_charge_bypass_i/bypass_valid_i/
// mutant ChargeExact: s/(charges ? '0 : charge_q)/charge_q/
// mutant SizeInStep: @inflated_size s/goes ? step_q + 3'd1 : 3'd0/goes ? step_q + 3'd1 : {3{start_i}}/; s/start_i || (step_q/(start_i \&\& step_q != 3'd0) || (step_q/
// mutant CausedByReservation: s/(reservation_tag_i & {TagBits{accepted}})/(~reservation_tag_i \& {TagBits{accepted}})/
// mutant NonePassedOver: s/accepted    = enable_i && reservation_valid_i/accepted = enable_i \&\& reservation_valid_i \&\& !pending_q/
// mutant StableUntilTaken: s/keeps_grant   = enable_i && valid_q && !grant_ready_i/keeps_grant = 1'b0/
// mutant TakenOnce: s/keeps_grant   = enable_i && valid_q && !grant_ready_i/keeps_grant = enable_i \&\& valid_q/
// mutant EmptyIsZero: s/(start_q & {StartBits{keeps_grant}})/start_q/
// mutant ReadyEveryFifth: s/reservation_ready_o = !valid_q && !busy/reservation_ready_o = !valid_q/
// mutant DisabledIsReset: s/charge_q) + bypass) & {ChargeBits{enable_i}}/charge_q) + bypass)/
// mutant QuiescentHoldsState: s/wake_valid_o        = pending_q/wake_valid_o = 1'b0/
// mutant QuiescentIsSilent: s/quiescent_o         = !valid_q \&\& /quiescent_o = /
// mutant InflationAtLeastOne: @reservation_scheduler_fv s/(18'(Inflation))/(18'd65535)/

module reservation_scheduler_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned CycleBits = 12,
  parameter int unsigned Inflation = 81920,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned StartBits = CycleBits < 26 ? CycleBits : 26,
  localparam int unsigned GrantBits = NodeBits + 8,
  localparam int unsigned StorageBits = 2 + GrantBits + CycleBits + StartBits + 12 + 34
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
    .wake_at_o(wake_at), .state_o(registers)
  );

  logic                 pending, size_carry;
  logic [CycleBits-1:0] next;
  logic [11:0]          charge;
  logic [2:0]           step;
  logic [11:0]          flits;
  logic [15:0]          flits_q;
  logic [33:0]          part;
  logic [17:0]          size;
  assign {pending, next, charge} = registers[StorageBits-1-:13+CycleBits];
  assign step                    = registers[33:31];
  assign flits                   = registers[30:19];
  assign {size, size_carry}      = registers[18:0];

  // What has been given away ends before `edge_q`, but for the size of the last reservation while
  // that is worked out, `owed_q`, and for what was not reserved and is not charged, `charge_q`.
  logic                 ahead_q, passes, accepts, sized;
  logic [CycleBits-1:0] edge_q, after_edge, earliest, wait_for_edge, granted_at, cost, owed_q, reach;
  logic [11:0]          charge_q;
  logic [2:0]           since_q;
  logic [41:0]          scaled;
  assign after_edge    = now_i - edge_q;
  assign passes        = ahead_q && since_q == 3'd0 && !after_edge[CycleBits-1];
  assign accepts       = reservation_valid_i && ready;
  assign sized         = since_q == 3'd4;
  assign earliest      = now_i + cfg_lead_i;
  assign wait_for_edge = edge_q - earliest;
  assign granted_at    = ahead_q && !wait_for_edge[CycleBits-1] ? edge_q : earliest;
  // Rounded up in another way than in the unit.
  assign scaled = 42'(reservation_flits_i) * 42'(Inflation);
  assign cost   = CycleBits'(scaled >> 16) + CycleBits'(scaled[15:0] != 16'd0);
  assign reach  = edge_q - now_i;
  // The product of the flits' bits so far.
  assign part   = since_q == 3'd1 ? (34'(flits_q[3:0]) * 34'(Inflation) + 34'hF) >> 4 :
                  since_q == 3'd2 ? (34'(flits_q[7:0]) * 34'(Inflation) + 34'hFF) >> 8 :
                  since_q == 3'd3 ? (34'(flits_q[11:0]) * 34'(Inflation) + 34'hFFF) >> 12 :
                                    (34'(flits_q) * 34'(Inflation) + 34'hFFFF) >> 16;

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
    was_ahead    <= ahead_q;
    if (!started || !enable_i) begin
      {ahead_q, edge_q, owed_q, charge_q, since_q, flits_q} <= '0;
    end else begin
      since_q  <= accepts ? 3'd1 : since_q == 3'd0 || since_q == 3'd4 ? 3'd0 : since_q + 3'd1;
      charge_q <= (accepts || sized ? charge_q : 12'd0) +
                  (bypass_valid_i && cfg_charge_bypass_i ? 12'(bypass_flits_i) : 12'd0);
      if (accepts) begin
        {ahead_q, edge_q} <= {1'b1, granted_at};
        owed_q            <= cost;
        flits_q           <= reservation_flits_i;
      end else if (sized) begin
        edge_q <= edge_q + owed_q;
      end else if (charge_q != '0) begin
        {ahead_q, edge_q} <= {1'b1, (ahead_q ? edge_q : now_i) + CycleBits'(charge_q)};
      end else if (passes) begin
        {ahead_q, edge_q} <= '0;
      end
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
      assume (!ahead_q || reach + CycleBits'(4) < CycleBits'(1) << (StartBits - 2) ||
              (!reservation_valid_i && !bypass_valid_i));
      // Size and charge that are still to come have been assumed small.
      assume (owed_q < CycleBits'(1) << (StartBits - 3));
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
      ChargeExact: assert (charge == charge_q && charge_q <=
          (since_q == 3'd0 ? 12'd2046 : since_q == 3'd1 ? 12'd3069 : 12'd1023));
      SizeInStep: assert (step == since_q && since_q <= 3'd4 && (since_q == 3'd0 || ahead_q) &&
          (since_q == 3'd0 || flits == 12'(flits_q >> {since_q, 2'd0})) &&
          (since_q == 3'd0 || 34'(size) + (34'(size_carry) << 7) == part) &&
          (since_q == 3'd0 || owed_q == CycleBits'((34'(flits_q) * 34'(Inflation) + 34'hFFFF) >> 16)));
      EmptyIsZero: assert ((valid || {fields, start} == '0) && (pending || next == '0) &&
                           (step != 3'd0 || {size, size_carry, flits} == '0));
      ReadyEveryFifth: assert (ready == (!valid && since_q == 3'd0));
    end
    StartsAtEdge: cover (was_accepted && was_ahead && start == StartBits'(was_edge) &&
                         start != StartBits'(was_earliest));
    EdgePasses: cover (was_started && was_pending && !pending && last_levels[CycleBits+2]);
    BypassAndReservation: cover (started && accepts && bypass_valid_i && cfg_charge_bypass_i);
  end

endmodule
