// SPDX-License-Identifier: Apache-2.0
// Which packet of the reservation table an ACK or NACK is about, if any.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md, answers.
// Timing: an answer is registered with the row that it belongs to and that row's block; outputs are
// of the answer of the last clock, combinational from registers. One answer a clock.
// Cost: an AND-OR of all rows' packets; one comparator each of a message, of SlotBits and twice of
// a packet number's other bits, of which a decrementer. Timeouts: the AND-OR once more.
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
    localparam int unsigned HighBits = 16 - SlotBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Nothing.
    localparam int unsigned StateBits = 0,
    /// The answer: its kind and row, the packet, its high bits less one, the row's block beside it.
    localparam int unsigned PipelineBits = 2 + Rows + 48 + HighBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: no answer is kept, and none counts.
    input  logic                   enable_i,
    /// A control packet.
    input  logic                   valid_i,
    /// ACK or NACK; others are no answers.
    input  logic [3:0]             kind_i,
    /// The message of the packet.
    input  logic [15:0]            message_i,
    /// The packet.
    input  logic [15:0]            sequence_i,
    /// The row that belongs to where it comes from, one-hot or 0.
    input  logic [Rows-1:0]        matches_i,
    /// That row's message.
    input  logic [15:0]            row_message_i,
    /// The first packet of its block.
    input  logic [15:0]            row_base_i,
    /// Packets that wait for their answers, by the low bits of their numbers.
    input  logic [Rows*Slots-1:0]  outstanding_i,
    /// Packets that are to go again.
    input  logic [Rows*Slots-1:0]  failed_i,
    /// One-hot: the row that the answer of the last clock is about; 0 without one.
    output logic [Rows-1:0]        row_o,
    /// One-hot: which packet of its block it is about, in whatever state that is; 0 without one.
    output logic [Slots-1:0]       slot_o,
    /// It is a NACK.
    output logic                   nack_o,
    /// It is a NACK of an outstanding packet.
    output logic                   refused_o,
    /// It is an ACK of an outstanding packet or, with Timeouts, of one that is to go again.
    output logic                   acknowledged_o,
    /// With Timeouts: it is an ACK of a packet that is to go again; else 0.
    output logic                   spared_o,
    /// It is neither.
    output logic                   missed_o,
    /// There is an answer of the last clock.
    output logic                   busy_o
`ifdef FORMAL
    ,
    /// Every register as it counts, for the proofs.
    output logic [StorageBits-1:0] state_o
`endif
);

  if (Timeouts > 1) $fatal(1, "%m: Timeouts = %0d, legal 0-1", Timeouts);

  logic                ack_q, ack_d, nack_q, nack_d, answers, below, in_block, flies, fails;
  logic [Rows-1:0]     row_q, row_d;
  logic [15:0]         differs_q, base_q;
  logic [SlotBits-1:0] low_q;
  logic [HighBits-1:0] high_q, high_before_q, base_high;
  logic [Slots-1:0]    slot, outstanding, failed;

  // The row's block does not change as long as one of its packets is outstanding or is to go again:
  // what is compared may be that of the clock in which the answer came.
  assign ack_d  = enable_i && valid_i && kind_i == chokepoint_pkg::ACK;
  assign nack_d = enable_i && valid_i && kind_i == chokepoint_pkg::NACK;
  assign row_d  = matches_i & {Rows{ack_d || nack_d}};
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_control
    if (!rst_ni) {ack_q, nack_q, row_q} <= '0;
    else {ack_q, nack_q, row_q} <= {ack_d, nack_d, row_d};
  end
  // What counts only with an answer takes what is there.
  always_ff @(posedge clk_i) begin : p_payload
    differs_q       <= message_i ^ row_message_i;
    base_q          <= row_base_i;
    {high_q, low_q} <= sequence_i;
    high_before_q   <= sequence_i[15:SlotBits] - HighBits'(1);
  end

  // A block has no two packets with the same low bits; so the bit tells which it would be, and the
  // other bits must be its: the base's, or one more for what lies behind a multiple of Slots.
  assign base_high = base_q[15:SlotBits];
  assign below     = low_q < base_q[SlotBits-1:0];
  assign in_block  = differs_q == '0 && (below ? high_before_q == base_high : high_q == base_high);

  always_comb begin : p_slot
    slot        = '0;
    outstanding = '0;
    failed      = '0;
    for (int s = 0; s < Slots; s++) slot[s] = low_q == SlotBits'(s);
    for (int r = 0; r < Rows; r++) begin
      outstanding = outstanding | (outstanding_i[r*Slots+:Slots] & {Slots{row_q[r]}});
      failed      = failed | (failed_i[r*Slots+:Slots] & {Slots{row_q[r]}});
    end
  end

  // A row goes by slot_o and its own bits; only what is counted waits for the search among all.
  assign answers        = ack_q || nack_q;
  assign flies          = in_block && (outstanding & slot) != '0;
  assign fails          = in_block && Timeouts != 0 && (failed & slot) != '0;
  assign row_o          = row_q;
  assign slot_o         = slot & {Slots{in_block && answers}};
  assign nack_o         = nack_q;
  assign refused_o      = nack_q && flies;
  assign acknowledged_o = ack_q && (flies || fails);
  assign spared_o       = ack_q && fails;
  assign missed_o       = answers && !flies && !(fails && ack_q);
  assign busy_o         = answers;
`ifdef FORMAL
  assign state_o = {ack_q, nack_q, row_q,
                    {differs_q, base_q, high_q, low_q, high_before_q} & {48+HighBits{answers}}};
`endif

endmodule
