// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_repair: what is shown is a packet that waits, by its low bits; it stays
// until sent; searches end in time.
// properties: asserts=5 covers=1
// proof: depth=4 Rows=2 SlotBits=1
// cover: depth=8 Rows=2 SlotBits=1
// larger: rows meet in the pick and in an AND-OR; a block's packets in the search for the lowest
// assumed: a packet that waits goes on waiting until it is sent or its row is named by spared_i
// mutant ShowsWaiting: s/slot = failed \& /slot = ~failed \& /
// mutant LowBitsExact: s/valid_q \&\& low_q == SlotBits'(s)/valid_q \&\& low_q != SlotBits'(s)/
// mutant StaysUntilSent: s/assign valid_d = keeps/assign valid_d = keeps \&\& !valid_q/
// mutant FoundInTime: s/lowest \& {Rows{idle}}/'0/
// mutant DisabledIsReset: s/above_d \& {Rows{enable_i}}/above_d/

module reservation_repair_fv #(
    parameter int unsigned Rows = 2,
    parameter int unsigned SlotBits = 1,
    localparam int unsigned Slots = 2 ** SlotBits,
    localparam int unsigned StorageBits = 2 * Rows + 1 + SlotBits
) (
    input logic                  clk_i, rst_ni, enable_i, sends_i,
    input logic [Rows-1:0]       due_i, spared_i,
    input logic [Rows*Slots-1:0] failed_i
);

  logic [Rows-1:0]         shown, was_shown, waits, was_due, was_spared;
  logic [SlotBits-1:0]     low, was_low;
  logic [Slots-1:0]        slot, was_slot;
  logic [Rows*Slots-1:0]   was_failed;
  logic                    busy, started, was_enabled, sent, was_sent;
  logic [2:0]              waited_q;
  logic [StorageBits-1:0]  registers;
  initial {started, was_enabled} = '0;
  assign sent = sends_i && shown != '0;
  reservation_repair #(.Rows(Rows), .SlotBits(SlotBits)) dut (
      .clk_i, .rst_ni, .enable_i, .waits_i(waits), .failed_i, .sent_i(sent),
      .spared_i, .shown_o(shown), .low_o(low), .slot_o(slot),
      .busy_o(busy), .state_o(registers)
  );
  always @(posedge clk_i) begin : p_ghost
    started     <= 1'b1;
    was_enabled <= started && enable_i;
    was_shown   <= shown;
    was_low     <= low;
    was_slot    <= slot;
    was_failed  <= failed_i;
    was_due     <= due_i;
    was_spared  <= spared_i;
    was_sent    <= sent;
    waited_q    <= !started || !enable_i || waits == '0 || shown != '0 || sent || spared_i != '0 ?
                   3'd0 : waited_q + 3'(waited_q != 3'd4);
  end
  logic shown_waits;
  always_comb begin : p_rows
    shown_waits = shown == '0;
    for (int r = 0; r < Rows; r++) begin
      waits[r] = due_i[r] && failed_i[r*Slots+:Slots] != '0;
      if (shown[r] && (failed_i[r*Slots+:Slots] & slot) != '0 && due_i[r]) shown_waits = 1'b1;
    end
  end
  always_comb begin : p_properties
    assume (rst_ni == started);
    if (started && was_enabled) begin
      for (int r = 0; r < Rows; r++) begin
        assume (due_i[r] || !was_due[r] || (was_failed[r*Slots+:Slots] & ~was_slot) == '0 ||
                was_spared[r]);
        assume (due_i[r] || (registers[1+SlotBits+r] == 1'b0));
        if (!was_spared[r])
          assume ((was_failed[r*Slots+:Slots] & ~failed_i[r*Slots+:Slots] &
                   ~(was_slot & {Slots{was_sent && was_shown[r]}})) == '0);
      end
    end
    if (started) begin
      ShowsWaiting: assert (shown_waits);
      LowBitsExact: assert (slot == (shown == '0 ? '0 : Slots'(1) << low));
      FoundInTime: assert (waited_q != 3'd4);
      DisabledIsReset: assert (was_enabled || registers == '0);
    end
    if (was_enabled)
      StaysUntilSent: assert (was_shown == '0 || was_sent || (was_spared & was_shown) != '0 ||
                              (shown == was_shown && low == was_low));
    Turns: cover (started && was_sent && was_shown == Rows'(1) && waits[0]);
  end

endmodule
