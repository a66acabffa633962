// SPDX-License-Identifier: Apache-2.0
// Cover points of voq_occupancy: situations that its tests must reach.

module voq_occupancy_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic error,  // more crossed than was there
  input logic all_congested,  // every output is above the threshold
  input logic arrives_and_crosses,  // flits arrive and cross in a clock
  input logic saturated,  // a count at its end
  input logic cleared,  // nobody waits for an output with a count
  input logic turn_wraps  // the last output has its turn
);
  Error: cover property (@(posedge clk_i) disable iff (!rst_ni) error);
  AllCongested: cover property (@(posedge clk_i) disable iff (!rst_ni) all_congested);
  ArrivesAndCrosses: cover property (@(posedge clk_i) disable iff (!rst_ni) arrives_and_crosses);
  Saturated: cover property (@(posedge clk_i) disable iff (!rst_ni) saturated);
  Cleared: cover property (@(posedge clk_i) disable iff (!rst_ni) cleared);
  TurnWraps: cover property (@(posedge clk_i) disable iff (!rst_ni) turn_wraps);
endmodule

bind voq_occupancy voq_occupancy_cover u_cover (
  .clk_i,
  .rst_ni,
  .error(error_o),
  .all_congested(&congested_o),
  .arrives_and_crosses(&arrived_valid_i && |crossed_valid_i),
  .saturated(&occupancy[0+:OccupancyBits]),
  .cleared((|arrived_valid_i || |crossed_valid_i) && empty[0] && |occupancy[0+:OccupancyBits]),
  .turn_wraps((|arrived_valid_i || |crossed_valid_i) && turn_q == audit_last_i)
);
