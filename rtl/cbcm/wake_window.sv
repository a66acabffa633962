// SPDX-License-Identifier: Apache-2.0
// When a table of deadlines must be clocked next: at the first one in a window of 16 ticks, that of
// this tick or, if none is left there, the one after it; without one at that window's first tick.
//
// Contract: docs/reference/cbcm/token_throttler.md, step 5.
// Timing:   outputs are functions of registers; wake_valid_o follows valid_i at once. Latency 1.
// Cost:     registers of CycleBits - 4 and of 16 bits; an incrementer of CycleBits - 4; a decoder of 4
//           bits per lane of place_i, a comparator of DeadlineBits - 4 per entry; a mask and a
//           priority encoder of 16 bits. No deadline is compared with another one.
// Not handled: a deadline that was left out comes again 2^DeadlineBits ticks later. One that no longer
//           holds still wakes if this tick's window is kept with it.
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
    parameter int unsigned CycleBits = 32,
    localparam int unsigned Ticks = cbcm_nic_pkg::wake_window_ticks(),
    localparam int unsigned PlaceBits = $clog2(Ticks)
) (
    /// Clock, rising edge.
    input  logic                               clk_i,
    /// The tick; it grows by 0 or 1 a clock, but for clocks left out until wake_at_o.
    input  logic [CycleBits-1:0]               now_i,
    /// The entry is in use.
    input  logic [Entries-1:0]                 valid_i,
    /// ... and stays so.
    input  logic [Entries-1:0]                 stays_i,
    /// The low bits of the tick at which it must be clocked; in that tick's clock the entry gets a
    /// new deadline, as near_i, after_i and place_i tell.
    input  logic [Entries*DeadlineBits-1:0]    deadline_i,
    /// A new deadline is in this tick's window, after the tick. The last lane is no entry's.
    input  logic [Entries:0]                   near_i,
    /// A new deadline is in the next window; that of an entry counts if the entry stays.
    input  logic [Entries:0]                   after_i,
    /// Low bits of the new deadline; without one of the entry's own.
    input  logic [(Entries+1)*PlaceBits-1:0]   place_i,
    /// There is a wake time.
    output logic                               wake_valid_o,
    /// The tick; of no meaning without a wake time.
    output logic [CycleBits-1:0]               wake_at_o
`ifdef FORMAL
    ,
    /// Every register: the window's number above its ticks.
    output logic [cbcm_nic_pkg::wake_window_bits(CycleBits)-1:0] formal_state_o
`endif
);

  if (Entries < 1 || Entries > 64) $fatal(1, "%m: Entries = %0d, legal 1-64", Entries);
  if (DeadlineBits < 5 || DeadlineBits > 14)
    $fatal(1, "%m: DeadlineBits = %0d, legal 5-14", DeadlineBits);
  if (CycleBits < 8 || CycleBits > 64 || CycleBits < DeadlineBits)
    $fatal(1, "%m: CycleBits = %0d, legal 8-64 and at least %0d", CycleBits, DeadlineBits);

  localparam int unsigned NumberBits = CycleBits - PlaceBits;
  localparam int unsigned HighBits   = DeadlineBits - PlaceBits;

  // The window's number and the deadlines in it. No reset: without an entry they tell nothing.
  logic [NumberBits-1:0] number_q;
  logic [Ticks-1:0]      ticks_q;

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  always_ff @(posedge clk_i) begin : p_window
    logic [NumberBits-1:0] number;
    logic [HighBits-1:0]   next_number;
    logic [Ticks-1:0]      here, there, place;
    logic                  next, comes;
    number      = now_i[CycleBits-1:PlaceBits];
    next_number = number[HighBits-1:0] + HighBits'(1);

    // What is still to come in this tick's window. The one that is kept is this or the next, so the
    // lowest bit of its number tells which.
    here = ticks_q & ({{Ticks-1{1'b1}}, 1'b0} << now_i[PlaceBits-1:0])
           & {Ticks{valid_i != '0 && number_q[0] == number[0]}};
    next = here == '0 && near_i == '0;

    there = '0;
    for (int e = 0; e <= Entries; e++) begin
      comes = after_i[e];
      if (e < Entries)
        comes = stays_i[e] && (comes ||
                               deadline_i[e*DeadlineBits+PlaceBits+:HighBits] == next_number);
      place = Ticks'(1) << place_i[e*PlaceBits+:PlaceBits];
      here  = here | (place & {Ticks{near_i[e]}});
      there = there | (place & {Ticks{comes}});
    end
    ticks_q  <= next ? there : {here[Ticks-1:1], 1'b0};  // its first tick has been
    number_q <= number + NumberBits'(next);
  end
  // verilator tracing_on

  logic [PlaceBits-1:0] first;
  always_comb begin : p_first
    first = '0;
    for (int t = Ticks - 1; t >= 0; t--) if (ticks_q[t]) first = PlaceBits'(t);
  end

  assign wake_valid_o = valid_i != '0;
  assign wake_at_o    = {number_q, first};

`ifdef FORMAL
  assign formal_state_o = {number_q, ticks_q};
`endif

endmodule
