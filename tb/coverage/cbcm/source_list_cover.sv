// SPDX-License-Identifier: Apache-2.0
// Cover points of source_list: situations that its tests must reach.

module source_list_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic adds,  // a source is added
  input logic removes,  // a source is removed
  input logic [31:0] group,  // its group of 32 nodes
  input logic [31:0] operation_source,  // the source itself
  input logic removes_what_it_finds,  // a source is told although it leaves
  input logic clears_while_adding,  // the list is emptied although a source comes
  input logic finds_stale,  // a word of an emptied list is looked at
  input logic finds_in_last_group  // in the group cut short by the last node
);
  logic        added_q;
  logic [31:0] group_q, source_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) added_q <= 1'b0;
    else added_q <= adds;
  end
  always_ff @(posedge clk_i) {group_q, source_q} <= {group, operation_source};

  // Two sources of a word in two clocks in a row; the same source comes and goes.
  AddsInARow: cover property (
    @(posedge clk_i) disable iff (!rst_ni) adds && added_q && group == group_q);
  RemovesWhatItAdds: cover property (
    @(posedge clk_i) disable iff (!rst_ni) removes && added_q && operation_source == source_q);
  RemovesWhatItFinds: cover property (@(posedge clk_i) disable iff (!rst_ni) removes_what_it_finds);
  ClearsWhileAdding: cover property (@(posedge clk_i) disable iff (!rst_ni) clears_while_adding);
  FindsStale: cover property (@(posedge clk_i) disable iff (!rst_ni) finds_stale);
  FindsInLastGroup: cover property (@(posedge clk_i) disable iff (!rst_ni) finds_in_last_group);
endmodule

bind source_list source_list_cover u_cover (
  .clk_i,
  .rst_ni,
  .adds(added_o),
  .removes(removed_o),
  .group(32'(source_group)),
  .operation_source(32'(source_q)),
  .removes_what_it_finds(found_o && removed_o && found_node_o == source_q),
  .clears_while_adding(clear_i && added_o),
  .finds_stale(candidates != '0 && !look_valid),
  .finds_in_last_group(found_o && last_o)
);
