// SPDX-License-Identifier: Apache-2.0
// A row of unthrottle_monitor: what this source generates towards one throttled destination in an
// epoch, and the decision at its end.
//
// Source: CBCM paper, Section IV-B4. Contract: docs/reference/cbcm/unthrottle_monitor.md.
// Timing: all outputs but wanted_o are registers. Latency 1.
// Cost: comparators of NodeBits and of 16 bits. The subtraction from
//       `wanted_o` is the monitor's, one for all rows: a message is that of one row at most.
//       Whether it leaves any each row asks itself, for the decision's path.
// Not handled: a refresh does not call back a row that has decided to leave.
// lint-params: NodeBits=7

module monitor_entry #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    localparam int unsigned EpochBits = 4
) (
    /// Clock, rising edge.
    input  logic                 clk_i,
    /// Asynchronous assert, active low.
    input  logic                 rst_ni,
    /// Low: the row is free after the clock.
    input  logic                 enable_i,
    /// The throttler's row is in use.
    input  logic                 entry_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]  entry_destination_i,
    /// A throttle message reached it in the last cycle.
    input  logic                 entry_refreshed_i,
    /// The last token of an epoch arrived in the last cycle.
    input  logic                 entry_epoch_over_i,
    /// A message was generated and queued.
    input  logic                 generated_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]  generated_destination_i,
    /// Its length in flits.
    input  logic [15:0]          generated_flits_i,
    /// What it leaves of `wanted_o`, if it is this row's.
    input  logic [15:0]          wanted_left_i,
    /// The send queue towards the destination is full.
    input  logic                 queue_full_i,
    /// ... is empty.
    input  logic                 queue_empty_i,
    /// The row's unthrottle message is taken, and the row freed.
    input  logic                 taken_i,
    /// Flits of an epoch.
    input  logic [15:0]          cfg_epoch_flits_i,
    /// 1: unthrottle only with an empty queue.
    input  logic                 cfg_drain_first_i,
    /// Leave without throttle message for this many epochs; 0: never.
    input  logic [EpochBits-1:0] cfg_lease_epochs_i,
    /// The row is being measured.
    output logic                 active_o,
    /// Flits still to be generated, if the message is this row's; else 0. Combinational.
    output logic [15:0]          wanted_o,
    /// It has decided to leave.
    output logic                 leaving_o
`ifdef FORMAL
    ,
    /// The other registers: wanted, full seen, refreshed seen, epochs.
    output logic [17+EpochBits:0] formal_state_o
`endif
);

  logic                 active_q, leaving_q, full_seen_q, refreshed_seen_q, mine;
  logic [15:0]          wanted_q;
  logic [EpochBits-1:0] epochs_q;

  assign mine = generated_valid_i && entry_valid_i &&
                generated_destination_i == entry_destination_i;

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_row
    logic                 full, refreshed, over, low, lapsed;
    logic [EpochBits-1:0] idle_epochs;
    if (!rst_ni) begin
      {active_q, leaving_q, full_seen_q, refreshed_seen_q} <= '0;
      {wanted_q, epochs_q}                                 <= '0;
    end else begin
      full      = full_seen_q || queue_full_i;
      refreshed = refreshed_seen_q || entry_refreshed_i;
      over      = active_q && !leaving_q && entry_epoch_over_i;
      if (!enable_i || !entry_valid_i || taken_i) begin
        {active_q, leaving_q, full_seen_q, refreshed_seen_q} <= '0;
        epochs_q                                             <= '0;
      end else if (!active_q || over) begin
        idle_epochs = refreshed ? '0 : epochs_q == '1 ? epochs_q : epochs_q + EpochBits'(1);
        low         = !full && (mine ? wanted_q > generated_flits_i : wanted_q != '0);
        lapsed      = cfg_lease_epochs_i != '0 && idle_epochs >= cfg_lease_epochs_i;
        active_q         <= 1'b1;
        leaving_q        <= over && ((low && (!cfg_drain_first_i || queue_empty_i)) || lapsed);
        wanted_q         <= cfg_epoch_flits_i;
        full_seen_q      <= queue_full_i;
        refreshed_seen_q <= 1'b0;
        if (over) epochs_q <= idle_epochs;
      end else if (!leaving_q) begin
        if (mine) wanted_q <= wanted_left_i;
        full_seen_q      <= full;
        refreshed_seen_q <= refreshed;
      end
    end
  end
  // verilator tracing_on

  assign wanted_o  = wanted_q & {16{mine}};
  assign active_o  = active_q;
  assign leaving_o = leaving_q;

`ifdef FORMAL
  assign formal_state_o = {wanted_q & {16{active_q}}, full_seen_q, refreshed_seen_q, epochs_q};
`endif

endmodule
