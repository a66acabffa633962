// SPDX-License-Identifier: Apache-2.0
// Cover points of recn_port: situations that its tests must reach.

module recn_port_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic no_room,  // a packet would begin in a SAQ, but the share has no room
  input logic swap_half_written,  // a queue is swapped whose last packet is half written
  input logic swap_half_read,  // a queue is swapped whose first packet is half read
  input logic made_half_written,  // a SAQ is made while a packet is half written
  input logic freed_half_written,  // a SAQ is freed while a packet is half written
  input logic halted_half_read,  // a SAQ may not send while a packet of it is half read
  input logic wraps_around  // the turn goes from a high queue to a lower one
);
  NoRoom: cover property (@(posedge clk_i) disable iff (!rst_ni) no_room);
  SwapHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_half_written);
  SwapHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_half_read);
  MadeHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) made_half_written);
  FreedHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) freed_half_written);
  HaltedHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) halted_half_read);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
endmodule

bind recn_port recn_port_cover u_cover (
  .clk_i,
  .rst_ni,
  .no_room(enable_i && match_valid && ready && !write_open && !to_normal && !room_q),
  .swap_half_written(enable_i && swap_valid_o && write_open && write_queue == swap_from),
  .swap_half_read(enable_i && swap_valid_o && read_open && read_queue == swap_from),
  .made_half_written(enable_i && write_open && answer_valid_o != '0 && answer_kind_o == 2'd0),
  .freed_half_written(enable_i && write_open && answer_valid_o != '0 && answer_kind_o == 2'd2),
  .halted_half_read(enable_i && read_open && read_queue > LastNormal &&
      (saq_may_send_o & {{(Saqs-1){1'b0}}, 1'b1} << (read_queue - QueueBits'(Normals))) == '0),
  .wraps_around(enable_i && takes && !read_open && next_queue < served_q)
);
