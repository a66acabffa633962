// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_entry: events of one row that meet in a clock.

module reservation_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic refused_and_granted,  // dropped packets wait for the start
  input logic grant_already_due,  // a grant whose start has been reached
  input logic grant_of_other_block,  // a grant whose tag is stale
  input logic nack_while_repaired,  // a packet is dropped as another one goes again
  input logic answers_late,  // the last answers of a row are late
  input logic spared_while_repaired  // a packet is acknowledged as it goes again
);
  RefusedAndGranted: cover property (@(posedge clk_i) disable iff (!rst_ni) refused_and_granted);
  GrantAlreadyDue: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_already_due);
  GrantOfOtherBlock: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_of_other_block);
  NackWhileRepaired: cover property (@(posedge clk_i) disable iff (!rst_ni) nack_while_repaired);
  AnswersLate: cover property (@(posedge clk_i) disable iff (!rst_ni) answers_late);
  SparedWhileRepaired: cover property (
    @(posedge clk_i) disable iff (!rst_ni) spared_while_repaired);
endmodule

bind reservation_entry reservation_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .refused_and_granted(refused_q && waits_o),
  .grant_already_due(enable_i && grants && grant_due_i),
  .grant_of_other_block(enable_i && grant_i && matches_o && !grants),
  .nack_while_repaired(enable_i && refuses && sent_i && again_i),
  .answers_late(enable_i && expires),
  .spared_while_repaired(enable_i && answer_i && spared_i && sent_i && again_i &&
                         |(answered_i & repaired_i))
);
