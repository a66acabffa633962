// SPDX-License-Identifier: Apache-2.0
// Cover points of drop_to_nack: situations that its tests must reach.

module drop_to_nack_cover (
  input logic to_itself,  // a packet to its own node
  input logic largest_node  // the largest node number that the width has
);
  always_comb ToItself: cover (to_itself);
  always_comb LargestNode: cover (largest_node);
endmodule

bind drop_to_nack drop_to_nack_cover u_cover (
  .to_itself(source_i == destination_i),
  .largest_node(&source_i)
);
