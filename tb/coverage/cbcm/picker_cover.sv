// SPDX-License-Identifier: Apache-2.0
// Cover points of picker: situations that its tests must reach.

module picker_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic pipeline_full,  // a pick in every stage
  input logic busy,  // picks under way, no request
  input logic last_output  // the last output is picked
);
  PipelineFull: cover property (@(posedge clk_i) disable iff (!rst_ni) pipeline_full);
  Busy: cover property (@(posedge clk_i) disable iff (!rst_ni) busy);
  LastOutput: cover property (@(posedge clk_i) disable iff (!rst_ni) last_output);
endmodule

bind picker picker_cover u_cover (
  .clk_i,
  .rst_ni,
  .pipeline_full(active_i && &valid_q),
  .busy(enable_i && busy_o && !found),
  .last_output(pick_valid_o && pick_output_o == PortBits'(Radix - 1))
);
