// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of monitor_entry: it leaves at the end of an epoch only; a free row is 0.
// properties: asserts=5 covers=2
// proof: depth=1 NodeBits=4
// bounded: depth=4 NodeBits=13
// cover: depth=10 NodeBits=4
// larger: destinations are compared for equality only. What the row does in each clock is proved in
// larger: unthrottle_monitor.
// mutant FreeIsZero: s/^        epochs_q                                             <= '0;$//
// mutant FreedAtOnce: s/!enable_i || !entry_valid_i || taken_i/!enable_i || !entry_valid_i/
// mutant LeavesAtEpochsEnd: s/over      = active_q \&\& !leaving_q \&\& entry_epoch_over_i/over = active_q \&\& !leaving_q/
// mutant WantedOnlyFalls: s/if (mine) wanted_q <= wanted_left_i;/wanted_q <= mine ? wanted_left_i : wanted_q + 16'd1;/
// mutant LeavingStays: s/end else if (!active_q || over) begin/end else if (!active_q || over || (leaving_q \&\& entry_epoch_over_i)) begin/

module monitor_entry_fv #(
    parameter int unsigned NodeBits = 4
) (
    input logic                clk_i, rst_ni, enable_i,
    input logic                entry_valid_i, entry_refreshed_i, entry_epoch_over_i, generated_valid_i,
    input logic [NodeBits-1:0] entry_destination_i, generated_destination_i,
    input logic [15:0]         generated_flits_i, cfg_epoch_flits_i,
    input logic                queue_full_i, queue_empty_i, taken_i, cfg_drain_first_i,
    input logic [3:0]          cfg_lease_epochs_i
);

  // The monitor's subtraction.
  logic [15:0] shown, wanted_left;
  assign wanted_left = shown > generated_flits_i ? shown - generated_flits_i : '0;

  logic        active, leaving;
  logic [21:0] others;
  logic [15:0] wanted;
  assign wanted = others[21:6];

  monitor_entry #(
      .NodeBits(NodeBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .entry_valid_i, .entry_destination_i, .entry_refreshed_i,
      .entry_epoch_over_i, .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .wanted_left_i(wanted_left), .wanted_o(shown),
      .queue_full_i, .queue_empty_i, .taken_i, .cfg_epoch_flits_i, .cfg_drain_first_i,
      .cfg_lease_epochs_i,
      .active_o(active), .leaving_o(leaving), .formal_state_o(others)
  );

  logic        started, was_started, was_active, was_leaving, was_freed, was_last, was_begun;
  logic [15:0] was_wanted;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started     <= 1'b1;
    was_started <= started;
    was_active  <= active;
    was_leaving <= leaving;
    was_freed   <= !enable_i || !entry_valid_i || taken_i;
    was_last    <= active && !leaving && entry_epoch_over_i;
    was_begun   <= !active;
    was_wanted  <= wanted;
  end

  always_comb assume (rst_ni == started);
  always_comb begin : p_assert
    if (started) begin
      FreeIsZero: assert (active || {leaving, others} == '0);
    end
    if (was_started) begin
      FreedAtOnce: assert (!was_freed || !active);
      LeavesAtEpochsEnd: assert (!leaving || was_leaving || was_last);
      WantedOnlyFalls: assert (was_begun || was_last || wanted <= was_wanted);
      LeavingStays: assert (!was_leaving || was_freed || leaving);
    end
    LeavesAtAnEnd: cover (was_started && leaving && was_last && cfg_epoch_flits_i == 16'd2);
    Stays: cover (was_started && was_last && active && !leaving);
  end

endmodule
