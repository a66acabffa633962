// SPDX-License-Identifier: Apache-2.0
// Cover points of recn_port: situations that its tests must reach.

module recn_port_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic no_room,  // a packet would begin in a SAQ, but the share has no room
  input logic stopped,  // there is room, but who brings the packet is to stop
  input logic swap_half_written,  // a queue is swapped whose last packet is half written
  input logic swap_half_read,  // a queue is swapped whose first packet is half read
  input logic [31:0] saqs,  // those in use
  input logic half_written,  // a packet is half written
  input logic half_read,  // a packet is half read
  input logic halted_half_read,  // a SAQ may not send while a packet of it is half read
  input logic wraps_around  // the turn goes from a high queue to a lower one
);
  // A SAQ has been made, or freed, at the last clock.
  logic [31:0] saqs_q;
  logic        made, freed;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) saqs_q <= '0;
    else saqs_q <= saqs;
  assign made  = (saqs & ~saqs_q) != '0;
  assign freed = (saqs_q & ~saqs) != '0;

  Stopped: cover property (@(posedge clk_i) disable iff (!rst_ni) stopped);
  NoRoom: cover property (@(posedge clk_i) disable iff (!rst_ni) no_room);
  SwapHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_half_written);
  SwapHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_half_read);
  MadeHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) made && half_written);
  MadeHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) made && half_read);
  FreedHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) freed && half_written);
  FreedHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) freed && half_read);
  HaltedHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) halted_half_read);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
endmodule

bind recn_port recn_port_cover u_cover (
  .clk_i,
  .rst_ni,
  .no_room(enable_i && match_valid && ready && !write_open && !to_normal && !room_q),
  .stopped(enable_i && match_valid && ready && !write_open && room_q && match_stopped),
  .swap_half_written(enable_i && swap_valid_o && write_open && write_queue == swap_from),
  .swap_half_read(enable_i && swap_valid_o && read_open && read_queue == swap_from),
  .saqs(32'(saq_valid_o)),
  .half_written(enable_i && write_open),
  .half_read(enable_i && read_open),
  .halted_half_read(enable_i && read_open && read_queue > LastNormal &&
      (saq_may_send_o & {{(Saqs-1){1'b0}}, 1'b1} << (read_queue - QueueBits'(Normals))) == '0),
  .wraps_around(enable_i && takes && !read_open && next_queue < served_q)
);
