// SPDX-License-Identifier: Apache-2.0
// Cover points of source_list: situations that its tests must reach.

module source_list_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic adds_and_removes,  // both in a clock
  input logic removes_what_it_adds,  // the same source comes and goes in a clock
  input logic removes_what_it_finds,  // a source is told although it leaves
  input logic clears_while_adding,  // the list is emptied although a source comes
  input logic finds_in_last_group  // in the group cut short by the last node
);
  AddsAndRemoves: cover property (@(posedge clk_i) disable iff (!rst_ni) adds_and_removes);
  RemovesWhatItAdds: cover property (@(posedge clk_i) disable iff (!rst_ni) removes_what_it_adds);
  RemovesWhatItFinds: cover property (@(posedge clk_i) disable iff (!rst_ni) removes_what_it_finds);
  ClearsWhileAdding: cover property (@(posedge clk_i) disable iff (!rst_ni) clears_while_adding);
  FindsInLastGroup: cover property (@(posedge clk_i) disable iff (!rst_ni) finds_in_last_group);
endmodule

bind source_list source_list_cover u_cover (
  .clk_i,
  .rst_ni,
  .adds_and_removes(added_o && removed_o),
  .removes_what_it_adds(added_o && removed_o && add_source_i == remove_source_i),
  .removes_what_it_finds(found_o && removed_o && found_node_o == remove_source_i),
  .clears_while_adding(clear_i && added_o),
  .finds_in_last_group(found_o && last_o)
);
