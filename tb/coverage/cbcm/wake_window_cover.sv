// SPDX-License-Identifier: Apache-2.0
// Cover points of wake_window: what is left in a window.

module wake_window_cover (
  input logic clk_i,
  input logic none_in_window,  // no deadline is left in the window
  input logic at_windows_end,  // the next tick is a window's last
  input logic two_in_window,  // two deadlines are left in the window
  input logic passed_in_window  // entry 0's deadline has the window's number, of a later round
);
  NoneInWindow: cover property (@(posedge clk_i) none_in_window);
  AtWindowsEnd: cover property (@(posedge clk_i) at_windows_end);
  TwoInWindow: cover property (@(posedge clk_i) two_in_window);
  PassedInWindow: cover property (@(posedge clk_i) passed_in_window);
endmodule

bind wake_window wake_window_cover u_cover (
  .clk_i,
  .none_in_window(wake_valid_o && left == '0),
  .at_windows_end(wake_valid_o && &next_q[WindowBits-1:0]),
  .two_in_window(wake_valid_o && |(left & (left - 1'b1))),
  .passed_in_window(valid_i[0] && deadline_i[DeadlineBits-1:0] >> WindowBits ==
      next_q[DeadlineBits-1:0] >> WindowBits && deadline_i[WindowBits-1:0] <
      next_q[WindowBits-1:0])
);
