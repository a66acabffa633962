// SPDX-License-Identifier: Apache-2.0
// What makes the proof of reservation_requester inductive: packets that have not gone are free of answers,
// what is shown to go again is to go again, times lie ahead, and each row that the walk
// (reservation_starts) has looked at is due no earlier than what it found. For up to four rows.

module requester_invariants #(
  parameter int unsigned Rows = 2,
  parameter int unsigned MaxPackets = 2,
  parameter int unsigned CycleBits = 8,
  parameter int unsigned StartBits = 8,
  localparam int unsigned BlockBits = $clog2(MaxPackets + 1),
  localparam int unsigned SlotBits = $clog2(MaxPackets),
  localparam int unsigned Slots = 2 ** SlotBits,
  localparam int unsigned WalkBits = 1 + 3 + StartBits + CycleBits + 2
) (
  input  logic [CycleBits-1:0]                now_i,
  input  logic [Rows-1:0]                     valid_i, asks_i, due_i, late_i, aged_i,
  input  logic [Rows*BlockBits-1:0]           left_i,
  input  logic [Rows*SlotBits-1:0]            slot_i,
  input  logic [Rows*Slots-1:0]               outstanding_i, failed_i,
  /// Rows that wait for their start.
  input  logic [Rows-1:0]                     waits_i,
  /// There are timeouts; the next tick.
  input  logic                                ticks_i,
  input  logic [CycleBits-1:0]                timer_i,
  /// Of reservation_repair: {picked, valid, low bits}.
  input  logic [Rows+SlotBits:0]              repair_i,
  /// Every register and word of reservation_starts.
  input  logic [WalkBits+4*(StartBits-2)-1:0] starts_i,
  output logic                                unsent_free_o, repair_waits_o, times_ahead_o,
  output logic                                walk_exact_o
);

  logic [Rows-1:0]      picked;
  logic                 shown, starts_ahead, begins, found, wake_valid, found_waits, wake_waits;
  logic [SlotBits-1:0]  low;
  logic [2:0]           step;
  logic [StartBits-1:0] now, found_at, due, ahead, later;
  logic [CycleBits-1:0] wake_at, ahead_timer;
  logic [1:0]           ago;
  assign {picked, shown, low} = repair_i;
  assign {begins, step, found, found_at, wake_valid, wake_at} = starts_i[WalkBits-1:0];
  assign now         = now_i[StartBits-1:0];
  assign ahead_timer = timer_i - now_i;

  always_comb begin : p_rows
    {unsent_free_o, repair_waits_o} = '1;
    times_ahead_o = starts_ahead && !(ticks_i && valid_i != '0 && ahead_timer[CycleBits-1]);
    if ((picked & (picked - Rows'(1))) != '0 || (shown && picked == '0) ||
        (!shown && low != '0)) repair_waits_o = 1'b0;
    for (int r = 0; r < Rows; r++) begin
      if (32'(left_i[r*BlockBits+:BlockBits]) > MaxPackets) unsent_free_o = 1'b0;
      for (int i = 0; i < Slots; i++)
        if (i < 32'(left_i[r*BlockBits+:BlockBits]) &&
            1'((outstanding_i[r*Slots+:Slots] | failed_i[r*Slots+:Slots]) >>
               SlotBits'(slot_i[r*SlotBits+:SlotBits] + SlotBits'(i)))) unsent_free_o = 1'b0;
      if (picked[r] && !(valid_i[r] && due_i[r])) repair_waits_o = 1'b0;
      if (picked[r] && shown && !(1'(failed_i[r*Slots+:Slots] >> low))) repair_waits_o = 1'b0;
      if ((late_i[r] && !asks_i[r]) || (aged_i[r] && !valid_i[r])) times_ahead_o = 1'b0;
    end
  end

  always_comb begin : p_walk
    {starts_ahead, walk_exact_o} = '1;
    {found_waits, wake_waits}    = '0;
    {due, ahead, later}          = '0;
    ago                          = '0;
    for (int r = 0; r < Rows; r++) begin
      due   = {starts_i[WalkBits+r*(StartBits-2)+:StartBits-2], 2'(r)};
      ahead = due - now;
      later = due - wake_at[StartBits-1:0];
      // Clocks since its last turn, less one; looked at if that was in this walk.
      ago = 2'(now) - 2'(r) - 2'd1;
      if (waits_i[r]) begin
        if (ahead[StartBits-1]) starts_ahead = 1'b0;
        if (found_at == due) found_waits = 1'b1;
        if (wake_at[StartBits-1:0] == due) wake_waits = 1'b1;
        if (3'(ago) < 3'd4 - step) begin
          if (ago == '0 && (found || step != '0)) begin
            if (!found || found_at != due) walk_exact_o = 1'b0;  // compared in this clock
          end else if (!wake_valid || later[StartBits-1]) begin
            walk_exact_o = 1'b0;
          end
        end
      end
    end
    if (found ? !found_waits || found_at[1:0] != 2'(now) - 2'd1 : step == '0 && found_at != '0)
      walk_exact_o = 1'b0;
    if (wake_valid ? !wake_waits : wake_at != '0) walk_exact_o = 1'b0;
    if (step > 3'd4 || (step == 3'd4 && (found || wake_valid))) walk_exact_o = 1'b0;
    // A walk that begins forgets what the one before had seen.
    if (begins) walk_exact_o = 1'b1;
  end

endmodule
