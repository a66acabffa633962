// SPDX-License-Identifier: Apache-2.0
// A row of reservation_requester: one destination, what of its block has been sent and answered.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md.
// Timing: outputs are registers or functions of registers but for matches_o and grants_o, by which
// the table finds the row in the same clock. Latency 1.
// Cost: a comparator of NodeBits, a decrementer of BlockBits, an incrementer of SlotBits, and two
// bits for each packet of a block. What is compared or added for the row that matches is done once
// for all rows, and what is only stored stands in the table. Timeouts: four bits more.
// Not handled: allocation of a row in use; more packets sent than the block has.
// lint-params: NodeBits=7 SlotBits=3 BlockBits=3
// lint-params: NodeBits=13 SlotBits=6 BlockBits=7 Timeouts=1
// lint-illegal: Timeouts=2

module reservation_entry #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    /// Low bits of a packet's number, which tell it in its block, 1-6.
    parameter int unsigned SlotBits = 4,
    /// Width of a number of packets of a block.
    parameter int unsigned BlockBits = 5,
    /// 1: grants and answers may be late; 0 or 1.
    parameter int unsigned Timeouts = 0,
    localparam int unsigned Slots = 2 ** SlotBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The row.
    localparam int unsigned StateBits =
        5 + NodeBits + SlotBits + BlockBits + 2 * Slots + 4 * Timeouts,
    /// Nothing.
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                   enable_i,
    /// The block that is offered takes this row, which is not in use.
    input  logic                   allocate_i,
    /// Its destination.
    input  logic [NodeBits-1:0]    offer_destination_i,
    /// Low bits of the number of its first packet.
    input  logic [SlotBits-1:0]    offer_slot_i,
    /// Its packets, at least 1.
    input  logic [BlockBits-1:0]   offer_block_i,
    /// The row's reservation is taken in this clock.
    input  logic                   taken_i,
    /// With Timeouts: the row's reservation waits to be taken once more.
    input  logic                   repeat_i,
    /// The node that a control packet comes from.
    input  logic [NodeBits-1:0]    response_source_i,
    /// It is a grant, and its tag names this row.
    input  logic                   grant_i,
    /// With Timeouts: the block that it names.
    input  logic [1:0]             grant_block_i,
    /// Its start has been reached.
    input  logic                   grant_due_i,
    /// The start that the row waits for is reached in this clock.
    input  logic                   reached_i,
    /// An answer is about the row.
    input  logic                   answer_i,
    /// One-hot: which packet of the row's block it is about, if of one.
    input  logic [Slots-1:0]       answered_i,
    /// That answer is a NACK.
    input  logic                   nack_i,
    /// It is a NACK of a packet that is outstanding.
    input  logic                   refused_i,
    /// With Timeouts: it is an ACK of a packet that is to go again.
    input  logic                   spared_i,
    /// The packet of the row that is shown starts to enter the network.
    input  logic                   sent_i,
    /// It goes again.
    input  logic                   again_i,
    /// One-hot: which it is if it goes speculatively; else 0.
    input  logic [Slots-1:0]       speculated_i,
    /// One-hot: which it is if it goes again.
    input  logic [Slots-1:0]       repaired_i,
    /// With Timeouts: what has been waited for since the tick before is late.
    input  logic                   tick_i,
    /// In use; a row that is not is 0, blocks_o apart.
    output logic                   valid_o,
    /// The destination.
    output logic [NodeBits-1:0]    destination_o,
    /// Low bits of the number of the next packet that goes for the first time.
    output logic [SlotBits-1:0]    slot_o,
    /// Packets that went speculatively and are not answered, by the low bits of their numbers.
    output logic [Slots-1:0]       outstanding_o,
    /// Packets that are to go again.
    output logic [Slots-1:0]       failed_o,
    /// The next packet may go speculatively.
    output logic                   speculates_o,
    /// The next packet may go as reserved data for the first time.
    output logic                   transmits_o,
    /// Packets are to go again, and may.
    output logic                   repairs_o,
    /// All has been sent and answered: not in use after this clock.
    output logic                   done_o,
    /// The row waits for its start.
    output logic                   waits_o,
    /// Combinational: the row's grant comes in this clock.
    output logic                   grants_o,
    /// With Timeouts: the grant is late; else 0.
    output logic                   late_o,
    /// With Timeouts: blocks that the row has had since the reset, modulo 4; else 0.
    output logic [1:0]             blocks_o,
    /// Combinational: the row belongs to response_source_i.
    output logic                   matches_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] state_o
`endif
);

  if (Timeouts > 1) $fatal(1, "%m: Timeouts = %0d, legal 0-1", Timeouts);

  logic                 valid_q, valid_d, requested_q, requested_d, granted_q, granted_d;
  logic                 refused_q, refused_d, due_q, due_d;
  logic [NodeBits-1:0]  destination_q, destination_d;
  logic [SlotBits-1:0]  slot_q, slot_d;
  logic [BlockBits-1:0] left_q, left_d;
  logic [Slots-1:0]     outstanding_q, outstanding_d, failed_q, failed_d, resolved, mended, nacked;
`ifdef FORMAL
  logic [StorageBits-4*Timeouts-1:0] row;
  assign row = {valid_q, requested_q, granted_q, refused_q, due_q, destination_q, slot_q, left_q,
                outstanding_q, failed_q};
`endif
  logic                 more, repairs, grants, expires, stays, takes, advances, refuses;
  logic                 resolves, mends;

  assign matches_o = valid_q && destination_q == response_source_i;
  assign more      = left_q != '0;
  assign repairs   = failed_q != '0;
  assign grants    = grant_i && matches_o && grant_block_i == blocks_o && !granted_q;
  assign refuses   = answer_i && refused_i;
  assign advances  = sent_i && !again_i;
  assign done_o    = granted_q && !more && outstanding_q == '0 && !repairs;
  assign grants_o  = grants;

  // One-hot terms, so that freeing and switching off take no gates of their own.
  assign stays         = enable_i && valid_q && !done_o;
  assign takes         = enable_i && allocate_i;
  assign valid_d       = stays || takes;
  assign requested_d   = stays && (taken_i || (requested_q && !repeat_i));
  assign granted_d     = stays && (grants || granted_q);
  assign due_d         = stays && ((grants && grant_due_i) || reached_i || due_q);
  assign refused_d     = stays && (refuses || expires || refused_q);
  assign destination_d = (destination_q & {NodeBits{stays}}) |
                         (offer_destination_i & {NodeBits{takes}});
  assign slot_d        = ((slot_q + SlotBits'(advances)) & {SlotBits{stays}}) |
                         (offer_slot_i & {SlotBits{takes}});
  assign left_d        = ((left_q - BlockBits'(advances)) & {BlockBits{stays}}) |
                         (offer_block_i & {BlockBits{takes}});

  // A row with an outstanding packet stays. One that is freed has no packets left; one that is
  // switched off takes all of them as answered and as gone again: that is the same for all rows.
  assign nacked   = answered_i & outstanding_q & {Slots{enable_i && answer_i && nack_i}};
  assign resolved = answered_i | {Slots{!enable_i}};
  assign resolves = answer_i || !enable_i;
  assign mended   = repaired_i | {Slots{!enable_i}};
  assign mends    = (sent_i && again_i) || !enable_i;

  if (Timeouts != 0) begin : gen_timeouts
    logic             late_q, late_d, aged_q, aged_d, asks, unanswered, counts, restarts;
    logic [1:0]       blocks_q, blocks_d;
    logic [Slots-1:0] remaining;
    assign asks          = requested_q && !granted_q;
    assign unanswered    = due_q && !more && !repairs && outstanding_q != '0;
    assign counts        = asks || unanswered;
    assign restarts      = grants || (sent_i && due_q) || (answer_i && spared_i);
    // Late with the second tick.
    assign aged_d        = stays && counts && !restarts && !repeat_i && (tick_i || aged_q);
    assign late_d        = stays && asks && !restarts && !repeat_i &&
                           (late_q || (tick_i && aged_q));
    assign expires       = unanswered && tick_i && aged_q;
    assign remaining     = (outstanding_q & ~(resolved & {Slots{resolves}})) |
                           (speculated_i & {Slots{sent_i && stays}});
    assign outstanding_d = remaining & {Slots{!expires}};
    assign failed_d      = (failed_q & ~(mended & {Slots{mends}}) &
                            ~(answered_i & {Slots{answer_i && !nack_i}})) | nacked |
                           (remaining & {Slots{expires}});
    assign blocks_d      = blocks_q + 2'(allocate_i);
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_timeouts
      if (!rst_ni) begin
        {late_q, aged_q, blocks_q} <= '0;
      end else begin
        late_q   <= late_d;
        aged_q   <= aged_d;
        blocks_q <= blocks_d & {2{enable_i}};
      end
    end
    assign late_o   = late_q;
    assign blocks_o = blocks_q;
`ifdef FORMAL
    assign state_o = {late_q, aged_q, blocks_q, row};
`endif
  end else begin : gen_no_timeouts
    logic unused;
    assign unused        = ^{spared_i, tick_i};
    assign expires       = 1'b0;
    assign outstanding_d = (outstanding_q & ~(resolved & {Slots{resolves}})) |
                           (speculated_i & {Slots{sent_i && stays}});
    assign failed_d      = (failed_q & ~(mended & {Slots{mends}})) | nacked;
    assign late_o        = 1'b0;
    assign blocks_o      = '0;
`ifdef FORMAL
    assign state_o       = row;
`endif
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_row
    if (!rst_ni) begin
      {valid_q, requested_q, granted_q, refused_q, due_q}           <= '0;
      {destination_q, slot_q, left_q, outstanding_q, failed_q} <= '0;
    end else begin
      valid_q       <= valid_d;
      requested_q   <= requested_d;
      granted_q     <= granted_d;
      refused_q     <= refused_d;
      due_q         <= due_d;
      destination_q <= destination_d;
      slot_q        <= slot_d;
      left_q        <= left_d;
      outstanding_q <= outstanding_d;
      failed_q      <= failed_d;
    end
  end

  assign valid_o       = valid_q;
  assign destination_o = destination_q;
  assign slot_o        = slot_q;
  assign outstanding_o = outstanding_q;
  assign failed_o      = failed_q;
  assign speculates_o  = requested_q && !granted_q && !refused_q && more;
  assign transmits_o   = due_q && more && !repairs;
  assign repairs_o     = due_q && repairs;
  assign waits_o       = granted_q && !due_q;

endmodule
