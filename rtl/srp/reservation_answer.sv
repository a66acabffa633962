// SPDX-License-Identifier: Apache-2.0
// Which packet of the reservation table an ACK or NACK is about, if any.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md, response.
// Timing: combinational.
// Cost: an AND-OR of all rows' packets; one comparator each of a message, of SlotBits and twice of a
// packet number's other bits. Timeouts: the AND-OR once more.
// Not handled: more than one row that matches.
// lint-params: Rows=5 SlotBits=3 Timeouts=1
// lint-params: Rows=1 SlotBits=1
// lint-params: Rows=64 SlotBits=6
// lint-illegal: Timeouts=2

module reservation_answer #(
    /// Rows of the table, 1-64.
    parameter int unsigned Rows = 16,
    /// Low bits of a packet's number, which tell it in its block, 1-6.
    parameter int unsigned SlotBits = 4,
    /// 1: an acknowledged packet does not go again; 0 or 1.
    parameter int unsigned Timeouts = 0,
    localparam int unsigned Slots = 2 ** SlotBits,
    localparam int unsigned HighBits = 16 - SlotBits
) (
    /// A control packet.
    input  logic                  valid_i,
    /// ACK or NACK; others are no answers.
    input  logic [3:0]            kind_i,
    /// The message of the packet.
    input  logic [15:0]           message_i,
    /// The packet.
    input  logic [15:0]           sequence_i,
    /// The row that belongs to where it comes from, one-hot or 0.
    input  logic [Rows-1:0]       matches_i,
    /// That row's message.
    input  logic [15:0]           row_message_i,
    /// The first packet of its block.
    input  logic [15:0]           row_base_i,
    /// Packets that wait for their answers, by the low bits of their numbers.
    input  logic [Rows*Slots-1:0] outstanding_i,
    /// Packets that are to go again.
    input  logic [Rows*Slots-1:0] failed_i,
    /// One-hot: the outstanding packet that it answers; 0 without one.
    output logic [Slots-1:0]      answered_o,
    /// With Timeouts: one-hot, the packet to go again that it acknowledges; else 0.
    output logic [Slots-1:0]      spared_o,
    /// It is an ACK of one of both.
    output logic                  acknowledged_o,
    /// It is a NACK of an outstanding packet.
    output logic                  refused_o,
    /// An answer of neither.
    output logic                  missed_o
);

  if (Timeouts > 1) $fatal(1, "%m: Timeouts = %0d, legal 0-1", Timeouts);

  logic                ack, nack, answers, below, in_block, flies, fails;
  logic [HighBits-1:0] high, base_high, high_before;
  logic [Slots-1:0]    slot, outstanding, failed;

  assign ack  = valid_i && kind_i == chokepoint_pkg::ACK;
  assign nack = valid_i && kind_i == chokepoint_pkg::NACK;

  // A block has no two packets with the same low bits; so the bit tells which it would be, and the
  // other bits must be its: the base's, or one more for what lies behind a multiple of Slots.
  assign high        = sequence_i[15:SlotBits];
  assign high_before = high - HighBits'(1);
  assign base_high   = row_base_i[15:SlotBits];
  assign below       = sequence_i[SlotBits-1:0] < row_base_i[SlotBits-1:0];
  assign in_block    = message_i == row_message_i &&
                       (below ? high_before == base_high : high == base_high);

  always_comb begin : p_slot
    slot        = '0;
    outstanding = '0;
    failed      = '0;
    for (int s = 0; s < Slots; s++) slot[s] = sequence_i[SlotBits-1:0] == SlotBits'(s);
    for (int r = 0; r < Rows; r++) begin
      outstanding = outstanding | (outstanding_i[r*Slots+:Slots] & {Slots{matches_i[r]}});
      failed      = failed | (failed_i[r*Slots+:Slots] & {Slots{matches_i[r]}});
    end
  end

  // The kind beside the search, not behind it.
  assign flies          = in_block && (outstanding & slot) != '0;
  assign fails          = in_block && Timeouts != 0 && (failed & slot) != '0;
  assign answers        = ack || nack;
  assign answered_o     = slot & {Slots{flies && answers}};
  assign spared_o       = slot & {Slots{fails && ack}};
  assign acknowledged_o = ack && (flies || fails);
  assign refused_o      = nack && flies;
  assign missed_o       = answers && !flies && !(fails && ack);

endmodule
