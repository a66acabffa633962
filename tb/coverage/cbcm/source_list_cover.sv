// SPDX-License-Identifier: Apache-2.0
// Cover points of source_list: situations that its tests must reach.

module source_list_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic adds_and_removes,  // both in a clock
  input logic removes_what_it_adds,  // the same source comes and goes in a clock
  input logic finds_what_it_adds,  // a source is told in the clock in which it comes
  input logic finds_nothing,  // a group without a source
  input logic clears_while_adding,  // the list is emptied although a source comes
  input logic looks_at_last_group  // the group cut short by the last node
);
  AddsAndRemoves: cover property (@(posedge clk_i) disable iff (!rst_ni) adds_and_removes);
  RemovesWhatItAdds: cover property (@(posedge clk_i) disable iff (!rst_ni) removes_what_it_adds);
  FindsWhatItAdds: cover property (@(posedge clk_i) disable iff (!rst_ni) finds_what_it_adds);
  FindsNothing: cover property (@(posedge clk_i) disable iff (!rst_ni) finds_nothing);
  ClearsWhileAdding: cover property (@(posedge clk_i) disable iff (!rst_ni) clears_while_adding);
  LooksAtLastGroup: cover property (@(posedge clk_i) disable iff (!rst_ni) looks_at_last_group);
endmodule

bind source_list source_list_cover u_cover (
  .clk_i,
  .rst_ni,
  .adds_and_removes(added_o && removed_o),
  .removes_what_it_adds(added_o && removed_o && add_source_i == remove_source_i),
  .finds_what_it_adds(added_o && found_o && add_source_i == found_node_o),
  .finds_nothing(look_i && !found_o),
  .clears_while_adding(clear_i && added_o),
  .looks_at_last_group(look_i && look_group == last_group)
);
