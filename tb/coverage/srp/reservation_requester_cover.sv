// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_requester: situations that its tests must reach.

module reservation_requester_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic error,  // an answer that nobody waits for
  input logic no_slots,  // as many packets are held as may be
  input logic answer_meets_sent,  // an answer and a packet sent of one row
  input logic speculates_and_sends,  // one row speculates, another sends
  input logic disabled_with_entries  // switched off with entries
);
  TableFull: cover property (@(posedge clk_i) disable iff (!rst_ni) table_full);
  Error: cover property (@(posedge clk_i) disable iff (!rst_ni) error);
  NoSlots: cover property (@(posedge clk_i) disable iff (!rst_ni) no_slots);
  AnswerMeetsSent: cover property (@(posedge clk_i) disable iff (!rst_ni) answer_meets_sent);
  SpeculatesAndSends: cover property (@(posedge clk_i) disable iff (!rst_ni) speculates_and_sends);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind reservation_requester reservation_requester_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&entry_valid_o),
  .error(missed_q),
  .no_slots(|entry_valid_o && held_o >= cfg_slots_i),
  .answer_meets_sent(enable_i && (acknowledged || refused) && |(sends & answer)),
  .speculates_and_sends(|entry_speculate_o && |entry_send_o),
  .disabled_with_entries(!enable_i && |entry_valid_o)
);
