// SPDX-License-Identifier: Apache-2.0
// Destination side of SRP: one register, the earliest start of the next reservation, and the grant
// that answers each reservation.
//
// Source: SRP paper, Sections 3 and 6.6. Contract: docs/reference/srp/reservation_scheduler.md.
// Timing: latency 1; at most every other clock brings a grant.
// Cost: a 16 x 18 multiplier and three adders of CycleBits.
// Not handled: a reservation while reservation_ready_o is 0 has no effect; the schedule must not
// reach half the counter's range ahead, nor half that of a grant's start.
// lint-params: Nodes=100 CycleBits=40
// lint-params: Nodes=8192 CycleBits=8
// lint-params: CycleBits=64
// lint-illegal: Nodes=15
// lint-illegal: CycleBits=7
// lint-illegal: CycleBits=65

module reservation_scheduler #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned FlitBits = chokepoint_pkg::FlitBits,
    localparam int unsigned TagBits = srp_messages_pkg::TagBits,
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    // Of t_s a grant has the lowest bits.
    localparam int unsigned StartBits =
        CycleBits < srp_messages_pkg::StartBits ? CycleBits : srp_messages_pkg::StartBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The schedule.
    localparam int unsigned StateBits = 1 + CycleBits,
    /// The grant that waits.
    localparam int unsigned PipelineBits = 1 + NodeBits + TagBits + StartBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                 clk_i,
    /// Asynchronous assert, active low.
    input  logic                 rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                 enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0] now_i,
    /// Reservation, presented only while reservation_ready_o is 1.
    input  logic                 reservation_valid_i,
    /// The node that asks.
    input  logic [NodeBits-1:0]  reservation_source_i,
    /// What it calls the reservation by.
    input  logic [TagBits-1:0]   reservation_tag_i,
    /// Size of the block in flits.
    input  logic [SizeBits-1:0]  reservation_flits_i,
    /// A data packet that was never reserved has arrived.
    input  logic                 bypass_valid_i,
    /// Its size in flits.
    input  logic [FlitBits-1:0]  bypass_flits_i,
    /// The grant below has been taken.
    input  logic                 grant_ready_i,
    /// 1 + epsilon, 2.16 fixed point, at least 1.0.
    input  logic [17:0]          cfg_inflation_i,
    /// Cycles between a reservation's arrival and the earliest start.
    input  logic [CycleBits-1:0] cfg_lead_i,
    /// 1: packets that were never reserved push the schedule back.
    input  logic                 cfg_charge_bypass_i,
    /// 0 while a grant waits.
    output logic                 reservation_ready_o,
    /// Send a grant.
    output logic                 grant_valid_o,
    /// The source that asked.
    output logic [NodeBits-1:0]  grant_destination_o,
    /// The reservation's tag.
    output logic [TagBits-1:0]   grant_tag_o,
    /// t_s, lowest bits: the block may be sent from this cycle on.
    output logic [StartBits-1:0] grant_start_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                 quiescent_o,
    /// There is a wake time.
    output logic                 wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0] wake_at_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic                 pending_q, valid_q;
  logic [CycleBits-1:0] next_q;
  logic [NodeBits-1:0]  destination_q;
  logic [TagBits-1:0]   tag_q;
  logic [StartBits-1:0] start_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_schedule
    /* verilator tracing_off */
    logic                 pending;
    logic [CycleBits-1:0] elapsed, lead, next, start;
    /* verilator tracing_on */
    if (!rst_ni) begin
      pending_q     <= 1'b0;
      next_q        <= '0;
      valid_q       <= 1'b0;
      destination_q <= '0;
      tag_q         <= '0;
      start_q       <= '0;
    end else if (!enable_i) begin
      pending_q     <= 1'b0;
      next_q        <= '0;
      valid_q       <= 1'b0;
      destination_q <= '0;
      tag_q         <= '0;
      start_q       <= '0;
    end else begin
      if (valid_q && grant_ready_i) begin
        valid_q       <= 1'b0;
        destination_q <= '0;
        tag_q         <= '0;
        start_q       <= '0;
      end
      elapsed = now_i - next_q;
      pending = pending_q && elapsed[CycleBits-1];
      next    = pending ? next_q : '0;
      if (reservation_valid_i && !valid_q) begin
        start = now_i + cfg_lead_i;
        lead  = start - next;
        if (pending && lead[CycleBits-1]) start = next;
        // Rounded up: a block never gets less than it asked for.
        next = start +
            CycleBits'((64'(reservation_flits_i) * 64'(cfg_inflation_i) + 64'hFFFF) >> 16);
        pending = 1'b1;
        valid_q       <= 1'b1;
        destination_q <= reservation_source_i;
        tag_q         <= reservation_tag_i;
        start_q       <= start[StartBits-1:0];
      end
      if (bypass_valid_i && cfg_charge_bypass_i) begin
        next    = (pending ? next : now_i) + CycleBits'(64'(bypass_flits_i));
        pending = 1'b1;
      end
      pending_q <= pending;
      next_q    <= next;
    end
  end

  assign reservation_ready_o = !valid_q;
  assign grant_valid_o       = valid_q;
  assign grant_destination_o = destination_q;
  assign grant_tag_o         = tag_q;
  assign grant_start_o       = start_q;
  assign quiescent_o         = !valid_q;
  assign wake_valid_o        = pending_q;
  assign wake_at_o           = next_q;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) InflationAtLeastOne: assert (cfg_inflation_i >= 18'h10000);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {pending_q, next_q, valid_q, destination_q, tag_q, start_q};
`endif

endmodule
