// SPDX-License-Identifier: Apache-2.0
// Cover points of wake_window: which window is kept, and what is in it.

module wake_window_cover (
  input logic clk_i,
  input logic used,  // an entry is in use
  input logic ahead,  // the window kept is the one after this tick's
  input logic none,  // no deadline in it
  input logic two,  // two deadlines
  input logic begins,  // this tick is the first of the window kept
  input logic left,  // a deadline is to come in this tick's window
  input logic near,  // a new deadline comes in this tick's window
  input logic after,  // ... in the next one
  input logic goes  // entry 0's deadline is in the next window, and the entry goes
);
  NoneAhead: cover property (@(posedge clk_i) used && ahead && none);
  LooksAhead: cover property (@(posedge clk_i) used && ahead && !none);
  EntersAhead: cover property (@(posedge clk_i) used && !none && begins);
  TwoInWindow: cover property (@(posedge clk_i) used && two);
  NearWhenNoneIsLeft: cover property (@(posedge clk_i) used && !left && near);
  NewInNext: cover property (@(posedge clk_i) used && !left && !near && after);
  GoesInNext: cover property (@(posedge clk_i) !left && !near && goes);
endmodule

bind wake_window wake_window_cover u_cover (
  .clk_i,
  .used(valid_i != '0),
  .ahead(number_q[0] != now_i[PlaceBits]),
  .none(ticks_q == '0),
  .two(|(ticks_q & (ticks_q - 1'b1))),
  .begins(now_i == {number_q, PlaceBits'(0)}),
  .left(valid_i != '0 && number_q[0] == now_i[PlaceBits] &&
        |(ticks_q & ({Ticks{1'b1}} << 1 << now_i[PlaceBits-1:0]))),
  .near(|near_i),
  .after(|after_i),
  .goes(valid_i[0] && !stays_i[0] &&
        deadline_i[PlaceBits+:HighBits] == now_i[PlaceBits+:HighBits] + HighBits'(1))
);
