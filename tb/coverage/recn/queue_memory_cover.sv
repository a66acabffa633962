// SPDX-License-Identifier: Apache-2.0
// Cover points of queue_memory: situations that its tests must reach.

module queue_memory_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic swap_half_written,  // a queue is swapped whose last packet is half written
  input logic swap_half_read,  // a queue is swapped whose first packet is half read
  input logic swap_both,  // both, in one clock
  input logic swap_meets_enqueue,  // a flit is stored in the queue that is swapped
  input logic swap_meets_dequeue,  // a flit is taken from the queue that is swapped
  input logic only_flit_passes,  // a queue's only flit is taken while one is stored in it
  input logic link_at_once,  // a queue's link is used in the clock after it was read
  input logic full,  // there is no place
  input logic share_used,  // the SAQs have their share
  input logic starved  // a half-read packet waits for its flits
);
  SwapHalfWritten: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_half_written);
  SwapHalfRead: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_half_read);
  SwapBoth: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_both);
  SwapMeetsEnqueue: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_meets_enqueue);
  SwapMeetsDequeue: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_meets_dequeue);
  OnlyFlitPasses: cover property (@(posedge clk_i) disable iff (!rst_ni) only_flit_passes);
  LinkAtOnce: cover property (@(posedge clk_i) disable iff (!rst_ni) link_at_once);
  Full: cover property (@(posedge clk_i) disable iff (!rst_ni) full);
  ShareUsed: cover property (@(posedge clk_i) disable iff (!rst_ni) share_used);
  Starved: cover property (@(posedge clk_i) disable iff (!rst_ni) starved);
endmodule

bind queue_memory queue_memory_cover u_cover (
  .clk_i,
  .rst_ni,
  .swap_half_written(enable_i && swap_valid_i && write_open_q && write_queue_q == swap_from_i),
  .swap_half_read(enable_i && swap_valid_i && half_read && read_queue_q == swap_from_i),
  .swap_both(enable_i && swap_valid_i && write_open_q && write_queue_q == swap_from_i &&
      half_read && read_queue_q == swap_from_i),
  .swap_meets_enqueue(enable_i && (gives & enqueues) != '0),
  .swap_meets_dequeue(enable_i && (gives & dequeues) != '0),
  .only_flit_passes(enable_i && (enqueues & dequeues & alone) != '0),
  .link_at_once(enable_i && linked_q && dequeue_valid_i && read_queue == read_queue_q),
  .full(enable_i && !ready_q && !some_free),
  .share_used(enable_i && ready_q && !saq_ready_o),
  .starved(enable_i && half_read &&
      flits_q[read_queue_q*CountBits+:CountBits] == '0)
);
