// SPDX-License-Identifier: Apache-2.0
// Cover points of contention_bounds: situations that its tests must reach.

module contention_bounds_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic wraps,  // the ring of bounds has gone round
  input logic old_bounds_leave,  // bounds leave the sum
  input logic zero_after_wrap,  // back at 0
  input logic new_extremes  // a new maximum and a new minimum in one clock
);
  Wraps: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps);
  OldBoundsLeave: cover property (@(posedge clk_i) disable iff (!rst_ni) old_bounds_leave);
  ZeroAfterWrap: cover property (@(posedge clk_i) disable iff (!rst_ni) zero_after_wrap);
  NewExtremes: cover property (@(posedge clk_i) disable iff (!rst_ni) new_extremes);
endmodule

bind contention_bounds contention_bounds_cover u_cover (
  .clk_i,
  .rst_ni,
  .wraps(wrapped_q),
  .old_bounds_leave(enable_i && active_i && last_phase && wrapped_q),
  .zero_after_wrap(zero_o && wrapped_q),
  .new_extremes(max_d != max_q && min_d != min_q && !first_phase)
);
