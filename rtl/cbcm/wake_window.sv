// SPDX-License-Identifier: Apache-2.0
// When a table of deadlines must be clocked next: at the first one in a window of 16 ticks, else at
// the window's last tick.
//
// Contract: docs/reference/cbcm/token_throttler.md, step 5.
// Timing:   outputs are functions of registers. Latency 1: a deadline counts a clock after the
//           table shows it. wake_valid_o follows valid_i at once.
// Cost:     registers of CycleBits and of 15 bits; per entry a comparator of DeadlineBits - 4 bits
//           and a decoder of 4. No deadline is compared with another one.
// Not handled: a deadline that was left out comes again 2^DeadlineBits ticks later.
// lint-params: Entries=5 DeadlineBits=7 CycleBits=8
// lint-params: Entries=1 DeadlineBits=14 CycleBits=14
// lint-illegal: Entries=65
// lint-illegal: DeadlineBits=4
// lint-illegal: DeadlineBits=9 CycleBits=8

module wake_window #(
    /// Entries of the table, 1-64.
    parameter int unsigned Entries = 8,
    /// Width of a deadline, the low bits of its tick, 5-14.
    parameter int unsigned DeadlineBits = 5,
    /// Width of the tick counter, 8-64 and at least DeadlineBits.
    parameter int unsigned CycleBits = 32
) (
    /// Clock, rising edge.
    input  logic                            clk_i,
    /// The tick; it grows by 0 or 1 a clock, but for clocks left out until wake_at_o.
    input  logic [CycleBits-1:0]            now_i,
    /// The entry is in use.
    input  logic [Entries-1:0]              valid_i,
    /// The low bits of the tick at which it must be clocked.
    input  logic [Entries*DeadlineBits-1:0] deadline_i,
    /// There is a wake time.
    output logic                            wake_valid_o,
    /// The tick; of no meaning without a wake time.
    output logic [CycleBits-1:0]            wake_at_o
);

  if (Entries < 1 || Entries > 64) $fatal(1, "%m: Entries = %0d, legal 1-64", Entries);
  if (DeadlineBits < 5 || DeadlineBits > 14)
    $fatal(1, "%m: DeadlineBits = %0d, legal 5-14", DeadlineBits);
  if (CycleBits < 8 || CycleBits > 64 || CycleBits < DeadlineBits)
    $fatal(1, "%m: CycleBits = %0d, legal 8-64 and at least %0d", CycleBits, DeadlineBits);

  // Of the window's ticks the last is a wake time anyway, and needs no bit.
  localparam int unsigned Ticks      = cbcm_nic_pkg::wake_window_ticks() - 1;
  localparam int unsigned WindowBits = $clog2(Ticks);

  // The tick after the clock, and the deadlines in its window. No reset: without an entry they tell
  // nothing.
  logic [CycleBits-1:0]    next, next_q;
  logic [DeadlineBits-1:0] deadline;
  logic [Ticks-1:0]        ticks, ticks_q, left;
  logic [WindowBits-1:0]   first;
  assign next = now_i + CycleBits'(1);
  always_comb begin : p_ticks
    ticks = '0;
    for (int e = 0; e < Entries; e++) begin
      deadline = deadline_i[e*DeadlineBits+:DeadlineBits];
      ticks = ticks | Ticks'(valid_i[e] && deadline >> WindowBits ==
                             next[DeadlineBits-1:0] >> WindowBits) << deadline[WindowBits-1:0];
    end
  end
  always_ff @(posedge clk_i) begin : p_window
    next_q  <= next;
    ticks_q <= ticks;
  end

  // The first that has not passed; without one the last tick.
  assign left = ticks_q & ({Ticks{1'b1}} << next_q[WindowBits-1:0]);
  always_comb begin : p_first
    first = '1;
    for (int t = Ticks - 1; t >= 0; t--) if (left[t]) first = WindowBits'(t);
  end

  assign wake_valid_o = valid_i != '0;
  assign wake_at_o    = {next_q[CycleBits-1:WindowBits], first};

endmodule
