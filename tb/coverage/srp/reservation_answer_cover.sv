// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_answer: situations that its tests must reach.

module reservation_answer_cover (
  input logic behind_multiple,  // an answer of a packet behind a multiple of Slots
  input logic other_message,  // an answer of another message
  input logic outside_block,  // an answer whose low bits alone are a packet's
  input logic spares  // a packet that was to go again is acknowledged
);
  always_comb BehindMultiple: cover (behind_multiple);
  always_comb OtherMessage: cover (other_message);
  always_comb OutsideBlock: cover (outside_block);
  always_comb Spares: cover (spares);
endmodule

bind reservation_answer reservation_answer_cover u_cover (
  .behind_multiple(answers && flies && below),
  .other_message(answers && |row_o && differs_q != '0),
  .outside_block(answers && |(outstanding & slot) && differs_q == '0 && !flies),
  .spares(spared_o)
);
