// SPDX-License-Identifier: Apache-2.0
// Cover points of inflated_size: situations that its tests must reach.

module inflated_size_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic carry_at_last,  // a carry is left at the end
  input logic largest  // the most flits with the largest inflation
);
  CarryAtLast: cover property (@(posedge clk_i) disable iff (!rst_ni) carry_at_last);
  Largest: cover property (@(posedge clk_i) disable iff (!rst_ni) largest);
endmodule

bind inflated_size inflated_size_cover u_cover (
  .clk_i,
  .rst_ni,
  .carry_at_last(done_o && carry_o),
  .largest(enable_i && start_i && flits_i > 16'hF000 && inflation_i > 18'h38000)
);
