// SPDX-License-Identifier: Apache-2.0
// Tells whether a level is above a high mark, until it has fallen to a low one.
//
// Contract: docs/reference/set_aside/watermark.md. Latency: 1 clock. Not handled: cfg_low_i above
// cfg_high_i.
module watermark (
  /// Clock, rising edge.
  input  logic        clk_i,
  /// Asynchronous reset, active low.
  input  logic        rst_ni,
  /// Low: never congested.
  input  logic        enable_i,
  /// What is watched.
  input  logic [15:0] level_i,
  /// From this level on it is congested ...
  input  logic [15:0] cfg_high_i,
  /// ... down to this one, at which it is not.
  input  logic [15:0] cfg_low_i,
  /// Congested.
  output logic        congested_o
);
  localparam int unsigned SampleBits = 0, StateBits = 1, PipelineBits = 0;
  localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits;

  logic congested_q;
  assign congested_o = congested_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) congested_q <= 1'b0;
    else if (!enable_i) congested_q <= 1'b0;
    else if (level_i >= cfg_high_i) congested_q <= 1'b1;
    else if (level_i <= cfg_low_i) congested_q <= 1'b0;
  end
endmodule
