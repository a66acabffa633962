// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_timer: ticks come every timeout while rows are in use; strays are
// counted; nothing changes without rows and strays.
// properties: asserts=5 covers=1
// proof: depth=1 CycleBits=8
// proof: depth=1 CycleBits=9
// cover: depth=6 CycleBits=8
// larger: times are added and compared for equality and order, at any width
// assumed: now_i advances by one a clock; the timeout is constant
// mutant TickExact: s/enable_i \&\& (tick_o || (!used_i \&\& begins_i))/enable_i \&\& !used_i \&\& begins_i/
// mutant TickExact: s/assign fresh   = {low\[LowBits\] ? over : high/assign fresh = {high/
// mutant WakesAtEarlier: s/ticks \&\& (!walk_valid_i || first)/ticks/
// mutant WakesAtEarlier: s/first        = borrows ? /first = 1'b0 ? /
// mutant StrayExact: s/16'(counts)/16'd0/
// mutant UnusedHoldsState: s/!tick_o \&\& (used_i || !begins_i)/used_i \&\& !tick_o/
// mutant DisabledIsReset: s/\& {16{enable_i}}//

module reservation_timer_fv #(
    parameter int unsigned CycleBits = 8
) (
    input logic                 clk_i, rst_ni, enable_i, used_i, begins_i, missed_i, walk_valid_i,
    input logic [CycleBits-1:0] now_i, walk_at_i
);

  (* anyconst *) logic [CycleBits-1:0] timeout;
  logic                  tick, wake_valid, started, was_enabled, was_missed, running_q;
  logic                  was_unused;
  logic [CycleBits-1:0]  wake_at, left_q, apart, was_now;
  logic [15:0]           stray, was_stray;
  logic [CycleBits+15:0] registers, was_registers;
  initial {started, was_enabled, was_unused} = '0;
  reservation_timer #(.CycleBits(CycleBits)) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .cfg_timeout_i(timeout), .used_i, .begins_i, .missed_i,
      .walk_valid_i, .walk_at_i, .tick_o(tick), .wake_valid_o(wake_valid), .wake_at_o(wake_at),
      .stray_o(stray), .state_o(registers)
  );
  assign apart = registers[16+:CycleBits] - walk_at_i;
  // Clocks until the next tick.
  always @(posedge clk_i) begin : p_ghost
    started     <= 1'b1;
    was_enabled <= started && enable_i;
    was_missed  <= missed_i;
    was_stray   <= stray;
    was_now     <= now_i;
    was_unused    <= started && enable_i && !used_i && !begins_i && !missed_i;
    was_registers <= registers;
    running_q   <= started && enable_i && (used_i || begins_i);
    left_q      <= !used_i || left_q == CycleBits'(1) ? timeout : left_q - CycleBits'(1);
  end
  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (timeout != '0);
    if (started) begin
      assume (!was_enabled || now_i == was_now + CycleBits'(1));
      assume (used_i == running_q || !was_enabled || !used_i);
      assume (!used_i || running_q);
      TickExact: assert (!used_i || (registers[16+:CycleBits] == now_i + left_q - CycleBits'(1) &&
                                     tick == (left_q == CycleBits'(1))));
      WakesAtEarlier: assert (wake_valid == (used_i || walk_valid_i) && (!used_i || wake_at ==
          (walk_valid_i && !apart[CycleBits-1] ? walk_at_i : registers[16+:CycleBits])));
      UnusedHoldsState: assert (!was_unused || registers == was_registers);
      DisabledIsReset: assert (was_enabled || registers == '0);
    end
    if (was_enabled) StrayExact: assert (stray == (was_missed && was_stray != 16'hFFFF ?
                                                   was_stray + 16'd1 : was_stray));
    Ticks: cover (started && tick && left_q == timeout);
  end

endmodule
