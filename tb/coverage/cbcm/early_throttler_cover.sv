// SPDX-License-Identifier: Apache-2.0
// Cover points of early_throttler: situations that its tests must reach.

module early_throttler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_valid,  // every entry is taken
  input logic all_hot,  // every entry is hot
  input logic silenced,  // somebody nearer to the hotspot tells the sources
  input logic message_waits,  // a message waits
  input logic no_room,  // contention for another destination finds no entry
  input logic list_full,  // an entry has all the sources it can name
  input logic disabled_with_entries  // switched off with entries
);
  AllValid: cover property (@(posedge clk_i) disable iff (!rst_ni) all_valid);
  AllHot: cover property (@(posedge clk_i) disable iff (!rst_ni) all_hot);
  Silenced: cover property (@(posedge clk_i) disable iff (!rst_ni) silenced);
  MessageWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) message_waits);
  NoRoom: cover property (@(posedge clk_i) disable iff (!rst_ni) no_room);
  ListFull: cover property (@(posedge clk_i) disable iff (!rst_ni) list_full);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind early_throttler early_throttler_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_valid(&valid),
  .all_hot(&hot),
  .silenced(|silent),
  .message_waits(message_valid_q && !message_ready_i),
  .no_room(contends && ~|known && &valid),
  .list_full(valid[0] && count[0+:ListBits] == ListBits'(Sources)),
  .disabled_with_entries(!enable_i && |valid)
);
