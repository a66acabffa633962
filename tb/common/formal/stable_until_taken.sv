// SPDX-License-Identifier: Apache-2.0
// What an output with a `_ready_i` partner promises (docs/reference/conventions.md, "Ready and
// valid"), for the formal wrappers of units: one instance per such output.
//
// A clock with `enable_i` = 0 resets the unit: what waited then need not come again.

module stable_until_taken #(
  parameter int unsigned PayloadBits = 1
) (
  input  logic                   clk_i,
  /// Out of reset.
  input  logic                   started_i,
  input  logic                   enable_i,
  input  logic                   valid_i,
  input  logic                   ready_i,
  /// All fields that go with `valid_i`.
  input  logic [PayloadBits-1:0] payload_i
);

  logic                   was_waiting;
  logic [PayloadBits-1:0] was_payload;
  initial was_waiting = 1'b0;
  always @(posedge clk_i) begin
    was_waiting <= started_i && enable_i && valid_i && !ready_i;
    was_payload <= payload_i;
  end

  always_comb begin
    StableUntilTaken: assert (!was_waiting || (valid_i && payload_i == was_payload));
  end

endmodule
