// SPDX-License-Identifier: Apache-2.0
// The dropped packet that goes again next: of one row of the reservation table at a time, the rows
// in turn.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md, repair.
// Timing: outputs are registers or functions of registers. The packet is shown two clocks after a
// row waits, the next one two clocks after the one before has left.
// Cost: an AND-OR of all rows' packets, a search for the lowest of Rows twice and of the packets of
// a block once.
// Not handled: more than one packet at a time.
// lint-params: Rows=5 SlotBits=3
// lint-params: Rows=1 SlotBits=1
// lint-params: Rows=64 SlotBits=6

module reservation_repair #(
    /// Rows of the table, 1-64.
    parameter int unsigned Rows = 16,
    /// Low bits of a packet's number, which tell it in its block, 1-6.
    parameter int unsigned SlotBits = 4,
    localparam int unsigned Slots = 2 ** SlotBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Rows above the one that was served last.
    localparam int unsigned StateBits = Rows,
    /// The row picked; its packet.
    localparam int unsigned PipelineBits = Rows + 1 + SlotBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                   enable_i,
    /// The row has packets that may go again.
    input  logic [Rows-1:0]        waits_i,
    /// Which, by the low bits of their numbers.
    input  logic [Rows*Slots-1:0]  failed_i,
    /// The packet shown starts to enter the network.
    input  logic                   sent_i,
    /// The row's packets become fewer otherwise: search anew.
    input  logic [Rows-1:0]        spared_i,
    /// One-hot: the row whose packet is shown; 0 without one.
    output logic [Rows-1:0]        shown_o,
    /// The low bits of its packet's number; 0 without one.
    output logic [SlotBits-1:0]    low_o,
    /// One-hot: the same.
    output logic [Slots-1:0]       slot_o,
    /// A packet is searched for.
    output logic                   busy_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] state_o
`endif
);

  logic                valid_q, valid_d, idle, keeps, finds;
  logic [Rows-1:0]     picked_q, picked_d, above_q, above_d, preferred, lowest;
  logic [Slots-1:0]    failed, slot;
  logic [SlotBits-1:0] low, low_q, low_d;

  // First clock: the lowest row above the last one served, else the lowest.
  assign preferred = (waits_i & above_q) != '0 ? waits_i & above_q : waits_i;
  assign lowest    = preferred & (~preferred + Rows'(1));
  assign idle      = enable_i && picked_q == '0;
  assign keeps     = enable_i && picked_q != '0 && !sent_i && (picked_q & spared_i) == '0 &&
                     (valid_q || failed != '0);
  assign picked_d  = (picked_q & {Rows{keeps}}) | (lowest & {Rows{idle}});
  assign above_d   = sent_i ? ~(picked_q | (picked_q - Rows'(1))) : above_q;

  // Second clock: of its packets the one with the lowest low bits.
  always_comb begin : p_failed
    failed = '0;
    for (int r = 0; r < Rows; r++)
      failed = failed | (failed_i[r*Slots+:Slots] & {Slots{picked_q[r]}});
  end
  assign slot = failed & (~failed + Slots'(1));
  always_comb begin : p_low
    low = '0;
    for (int s = 0; s < Slots; s++) if (slot[s]) low = low | SlotBits'(s);
  end
  assign finds   = keeps && !valid_q;
  assign valid_d = keeps;
  assign low_d   = (low & {SlotBits{finds}}) | (low_q & {SlotBits{keeps && valid_q}});

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {valid_q, picked_q, above_q, low_q} <= '0;
    end else begin
      valid_q  <= valid_d;
      picked_q <= picked_d;
      above_q  <= above_d & {Rows{enable_i}};
      low_q    <= low_d;
    end
  end

  assign shown_o = picked_q & {Rows{valid_q}};
  assign low_o   = low_q;
  always_comb begin : p_slot
    for (int s = 0; s < Slots; s++)
      slot_o[s] = valid_q && low_q == SlotBits'(s);
  end
  assign busy_o  = !valid_q && (picked_q != '0 || waits_i != '0);
`ifdef FORMAL
  assign state_o = {above_q, picked_q, valid_q, low_q};
`endif

endmodule
