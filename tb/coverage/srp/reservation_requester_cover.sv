// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_requester: situations that its tests must reach.

module reservation_requester_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic request_waits,  // a reservation waits
  input logic error,  // an answer that nobody waits for
  input logic block_cut,  // a message longer than a block
  input logic refused_and_granted,  // dropped packets wait for the grant
  input logic due_with_failed,  // retransmissions are due
  input logic no_slots,  // as many packets are held as may be
  input logic disabled_with_entries  // switched off with entries
);
  TableFull: cover property (@(posedge clk_i) disable iff (!rst_ni) table_full);
  RequestWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) request_waits);
  Error: cover property (@(posedge clk_i) disable iff (!rst_ni) error);
  BlockCut: cover property (@(posedge clk_i) disable iff (!rst_ni) block_cut);
  RefusedAndGranted: cover property (@(posedge clk_i) disable iff (!rst_ni) refused_and_granted);
  DueWithFailed: cover property (@(posedge clk_i) disable iff (!rst_ni) due_with_failed);
  NoSlots: cover property (@(posedge clk_i) disable iff (!rst_ni) no_slots);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind reservation_requester reservation_requester_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&valid_q),
  .request_waits(request_valid_q && !request_ready_i),
  .error(error_q),
  .block_cut(offer_valid_i && offer_packets_i > 16'(cfg_n_max_i) && offer_ready_o && enable_i),
  .refused_and_granted(|(refused_q & granted_q)),
  .due_with_failed(|due_q && |failed_q),
  .no_slots(|valid_q && held_q >= cfg_slots_i),
  .disabled_with_entries(!enable_i && |valid_q)
);
