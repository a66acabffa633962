// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of injection_gate: it holds exactly above the threshold; quiescence.
// properties: asserts=4 covers=3
// proof: depth=1 FullBits=4
// proof: depth=1 FullBits=12
// bounded: depth=3 FullBits=20
// cover: depth=6 FullBits=4
// larger: FullBits is the width of a comparator
// mutant HoldsExactly: s/estimate_i > threshold_i/estimate_i >= threshold_i/
// mutant DisabledHoldsNothing: s/enable_i && //
// mutant QuiescentHoldsState: s/estimate_i > threshold_i/(estimate_i > threshold_i) ^ hold_q/
// mutant QuiescentIsSilent: @injection_gate_fv s/event_i(1'b0)/event_i(hold)/

module injection_gate_fv #(
  parameter int unsigned FullBits = 4
) (
  input logic                clk_i, rst_ni, enable_i,
  input logic [FullBits-1:0] estimate_i, threshold_i
);

  logic hold, quiescent;
  injection_gate #(.FullBits(FullBits)) dut (
    .clk_i, .rst_ni, .enable_i, .estimate_i, .threshold_i, .hold_o(hold), .quiescent_o(quiescent)
  );

  logic                started, was_started, was_hold, last_enable;
  logic [FullBits-1:0] last_estimate, last_threshold;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_hold    <= hold;
  end

  // No event: level outputs hold, that is all.
  quiescence_properties #(.RegisterBits(1), .LevelBits(1 + 2 * FullBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(1'b1), .quiescent_i(quiescent),
    .levels_i({enable_i, estimate_i, threshold_i}), .registers_i(hold), .event_i(1'b0),
    .busy_i(enable_i), .asleep_o(), .last_levels_o({last_enable, last_estimate, last_threshold})
  );

  always_comb begin
    assume (rst_ni == started);
    if (was_started) begin
      HoldsExactly: assert (!last_enable || hold == (last_estimate > last_threshold));
      DisabledHoldsNothing: assert (last_enable || !hold);
    end
    Stops: cover (was_started && hold && !was_hold);
    Resumes: cover (was_started && !hold && was_hold && last_enable);
  end

endmodule
