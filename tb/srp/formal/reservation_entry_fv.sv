// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_entry: a row that is not in use is 0; what allocates, grants and frees
// it. The life of its packets is in reservation_requester_fv.
// properties: asserts=6 covers=1
// proof: depth=1 SlotBits=1 BlockBits=2
// proof: depth=1 SlotBits=1 BlockBits=2 Timeouts=1
// cover: depth=8 SlotBits=1 BlockBits=2
// larger: node numbers are compared and stored, packets bit by bit
// assumed: a row in use is not allocated; a start is reached only while the row waits for it;
// assumed: nothing is sent of a row that is not in use
// mutant FreeIsZero: s/(destination_q \& {NodeBits{stays}})/destination_q/
// mutant FreedWhenDone: s/enable_i \&\& valid_q \&\& !done_o/enable_i \&\& valid_q/
// mutant DueIsGranted: s/granted_d     = stays \&\& (grants || granted_q)/granted_d = stays \&\& granted_q/
// mutant GrantedByItsTag: s/grant_block_i == blocks_o \&\& !granted_q/!granted_q/
// mutant GrantedByItsTag: s/grants    = grant_i \&\& matches_o/grants = grant_i/
// mutant RefusedByNack: s/stays \&\& (refuses || expires || refused_q)/stays \&\& (refuses || refused_q || grants)/
// mutant CountsDown: s/left_q - BlockBits'(advances)/left_q/

module reservation_entry_fv #(
    parameter int unsigned SlotBits = 1,
    parameter int unsigned BlockBits = 2,
    parameter int unsigned Timeouts = 0,
    localparam int unsigned NodeBits = 4,
    localparam int unsigned Slots = 2 ** SlotBits,
    localparam int unsigned StorageBits =
        5 + NodeBits + SlotBits + BlockBits + 2 * Slots + 4 * Timeouts,
    localparam int unsigned RowBits = StorageBits - 4 * Timeouts
) (
    input logic                 clk_i, rst_ni, enable_i, allocate_i, taken_i, repeat_i, grant_i,
    input logic                 grant_due_i, reached_i, answer_i, nack_i, refused_i, spared_i, sent_i,
    input logic                 again_i, tick_i,
    input logic [NodeBits-1:0]  offer_destination_i, response_source_i,
    input logic [SlotBits-1:0]  offer_slot_i,
    input logic [BlockBits-1:0] offer_block_i,
    input logic [1:0]           grant_block_i,
    input logic [Slots-1:0]     answered_i, speculated_i, repaired_i
);

  logic                   valid, speculates, transmits, repairs, done, waits, late, matched;
  logic                   grants, started, was_enabled, was_valid, was_done, was_granted, was_grant;
  logic                   was_refused, was_refuses, was_advances, granted, refused, due, was_expires;
  logic [NodeBits-1:0]    destination;
  logic [SlotBits-1:0]    slot;
  logic [BlockBits-1:0]   left, was_left;
  logic [Slots-1:0]       outstanding, failed;
  logic [1:0]             blocks;
  logic [StorageBits-1:0] registers;
  initial {started, was_enabled} = '0;
  reservation_entry #(
      .NodeBits(NodeBits), .SlotBits(SlotBits), .BlockBits(BlockBits), .Timeouts(Timeouts)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .allocate_i, .offer_destination_i, .offer_slot_i, .offer_block_i,
      .taken_i, .repeat_i, .response_source_i, .grant_i, .grant_block_i, .grant_due_i, .reached_i,
      .answer_i, .answered_i, .nack_i, .refused_i, .spared_i, .sent_i, .again_i,
      .speculated_i, .repaired_i, .tick_i, .valid_o(valid), .destination_o(destination),
      .slot_o(slot), .outstanding_o(outstanding), .failed_o(failed), .speculates_o(speculates),
      .transmits_o(transmits), .repairs_o(repairs), .done_o(done), .waits_o(waits), .late_o(late),
      .blocks_o(blocks), .matches_o(matched), .grants_o(grants),
      .state_o(registers)
  );
  assign granted = registers[RowBits-3];
  assign refused = registers[RowBits-4];
  assign due     = registers[RowBits-5];
  assign left    = registers[2*Slots+:BlockBits];
  always @(posedge clk_i) begin : p_ghost
    started      <= 1'b1;
    was_enabled  <= started && enable_i;
    was_valid    <= valid;
    was_done     <= done;
    was_granted  <= granted;
    was_grant    <= grant_i && valid && destination == response_source_i && grant_block_i == blocks;
    was_refused  <= refused;
    was_refuses  <= refused_i && answer_i;
    was_expires  <= Timeouts != 0 && tick_i && due;
    was_advances <= sent_i && !again_i;
    was_left     <= left;
  end
  always_comb begin : p_properties
    assume (rst_ni == started);
    if (started) begin
      assume (!allocate_i || !valid);
      assume (!reached_i || waits);
      assume (!sent_i || valid);
      FreeIsZero: assert (valid || registers[RowBits-1:0] == '0);
      DueIsGranted: assert (!due || granted);
    end
    if (was_enabled) begin
      FreedWhenDone: assert (!was_valid || valid != was_done);
      GrantedByItsTag: assert (!granted || was_granted || was_grant);
      RefusedByNack: assert (!refused || was_refused || was_refuses || was_expires);
      CountsDown: assert (!was_valid || !valid || left == was_left - BlockBits'(was_advances));
    end
    Frees: cover (was_enabled && was_valid && !valid);
  end

endmodule
