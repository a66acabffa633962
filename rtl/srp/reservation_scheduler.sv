// SPDX-License-Identifier: Apache-2.0
// Destination side of SRP: one register, the earliest start of the next reservation, and the grant
// that answers each reservation.
//
// Source: SRP paper, Sections 3 and 6.6. Contract: docs/reference/srp/reservation_scheduler.md.
// Timing: latency 1; at most every fifth clock brings a grant.
// Cost: inflated_size, three adders of CycleBits and one of StartBits; of two only the sign is used.
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
    // Flits of what was not reserved, of two clocks at most.
    localparam int unsigned ChargeBits = FlitBits + 2,
    localparam int unsigned LowBits = CycleBits / 2,
    localparam int unsigned HighBits = CycleBits - LowBits,
    // Of inflated_size.
    localparam int unsigned PartBits = 34,
    /// The schedule.
    localparam int unsigned StateBits = 1 + CycleBits,
    /// The grant that waits; what is still to be added to the schedule.
    localparam int unsigned PipelineBits =
        1 + NodeBits + TagBits + StartBits + ChargeBits + PartBits,
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
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic                  valid_q, valid_d, accepted, pending_q, pending_d, reached, clears, busy;
  logic                  sized, charges, keeps_grant, keeps_next, grows, size_carry, later;
  logic [CycleBits-1:0]  next_q, next_d, earliest, start, base, sum, addend, odd, twice, ahead;
  logic [StartBits-1:0]  lead, apart_odd, apart_twice, now_low, lead_low, next_low;
  logic [NodeBits-1:0]   destination_q, destination_d;
  logic [TagBits-1:0]    tag_q, tag_d;
  logic [StartBits-1:0]  start_q, start_d;
  logic [ChargeBits-1:0] charge_q, charge_d, bypass;
  logic [17:0]           size;
`ifdef FORMAL
  logic [PartBits-1:0]   size_state;
`endif

  // A sum in halves, the upper one with and without carry: half the levels.
  function automatic logic [CycleBits-1:0] halves(input logic [CycleBits-1:0] a,
                                                  input logic [CycleBits-1:0] b);
    logic [LowBits:0]    low;
    logic [HighBits-1:0] high, over;
    low    = {1'b0, a[LowBits-1:0]} + {1'b0, b[LowBits-1:0]};
    high   = a[CycleBits-1:LowBits] + b[CycleBits-1:LowBits];
    over   = high + HighBits'(1);
    halves = {low[LowBits] ? over : high, low[LowBits-1:0]};
  endfunction

  // The grant. Whether the schedule reaches beyond the earliest start is worked out beside it: the
  // sign of now + lead - next, three numbers made two without carry; of the bits of a start alone,
  // as both are less than half their range ahead.
  assign accepted    = enable_i && reservation_valid_i && reservation_ready_o;
  assign earliest    = halves(now_i, cfg_lead_i);
  assign now_low     = now_i[StartBits-1:0];
  assign lead_low    = cfg_lead_i[StartBits-1:0];
  assign next_low    = next_q[StartBits-1:0];
  assign apart_odd   = now_low ^ lead_low ^ ~next_low;
  assign apart_twice = ((now_low & lead_low) | (~next_low & (now_low | lead_low))) << 1 |
                       StartBits'(1);
  assign lead        = apart_odd + apart_twice;
  assign later       = pending_q && lead[StartBits-1];
  assign start       = later ? next_q : earliest;

  assign keeps_grant   = enable_i && valid_q && !grant_ready_i;
  assign valid_d       = keeps_grant || accepted;
  assign destination_d = (destination_q & {NodeBits{keeps_grant}}) |
                         (reservation_source_i & {NodeBits{accepted}});
  assign tag_d         = (tag_q & {TagBits{keeps_grant}}) |
                         (reservation_tag_i & {TagBits{accepted}});
  assign start_d       = (start_q & {StartBits{keeps_grant}}) |
                         (start[StartBits-1:0] & {StartBits{accepted}});

  inflated_size u_size (
      .clk_i, .rst_ni, .enable_i,
      .start_i(accepted),
      .flits_i(reservation_flits_i),
      .inflation_i(cfg_inflation_i),
      .busy_o(busy),
      .done_o(sized),
      .size_o(size),
`ifdef FORMAL
      .state_o(size_state),
`endif
      .carry_o(size_carry)
  );

  // The schedule: from the grant's start on by the reservation's size, once it is known; by what was
  // not reserved in the clocks between.
  assign charges  = enable_i && charge_q != '0 && !accepted && !sized;
  assign grows    = charges || (enable_i && sized);
  assign base     = pending_q ? next_q : now_i;
  assign addend   = sized ? CycleBits'(64'(size)) : CycleBits'(64'(charge_q));
  assign odd      = base ^ addend ^ (CycleBits'(sized && size_carry) << 7);
  assign twice    = ((base & addend) |
                     ((CycleBits'(sized && size_carry) << 7) & (base | addend))) << 1;
  assign sum      = odd + twice;
  assign ahead    = now_i + ~next_q + CycleBits'(1);
  assign reached  = !busy && !ahead[CycleBits-1];
  assign clears   = pending_q && reached;
  assign keeps_next = enable_i && pending_q && !clears && !accepted && !grows;
  assign pending_d  = accepted || grows || keeps_next;
  assign next_d     = (start & {CycleBits{accepted}}) | (sum & {CycleBits{grows}}) |
                      (next_q & {CycleBits{keeps_next}});
  assign bypass     = bypass_valid_i && cfg_charge_bypass_i ? ChargeBits'(bypass_flits_i) : '0;
  assign charge_d   = ((charges ? '0 : charge_q) + bypass) & {ChargeBits{enable_i}};

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {valid_q, destination_q, tag_q, start_q, pending_q, next_q, charge_q} <= '0;
    end else begin
      valid_q       <= valid_d;
      destination_q <= destination_d;
      tag_q         <= tag_d;
      start_q       <= start_d;
      pending_q     <= pending_d;
      next_q        <= next_d;
      charge_q      <= charge_d;
    end
  end

  assign reservation_ready_o = !valid_q && !busy;
  assign grant_valid_o       = valid_q;
  assign grant_destination_o = destination_q;
  assign grant_tag_o         = tag_q;
  assign grant_start_o       = start_q;
  assign quiescent_o         = !valid_q && !busy && charge_q == '0;
  assign wake_valid_o        = pending_q;
  assign wake_at_o           = next_q;
`ifdef FORMAL
  assign state_o = {pending_q, next_q, charge_q, valid_q, destination_q, tag_q, start_q, size_state};
`endif

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) InflationAtLeastOne: assert (cfg_inflation_i >= 18'h10000);
  end
`endif

endmodule
