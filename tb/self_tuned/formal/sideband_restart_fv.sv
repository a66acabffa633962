// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of sideband_restart: restarts exactly cfg_cycles apart.
// properties: asserts=6 covers=2
// proof: depth=1 RestartBits=6
// proof: depth=1 RestartBits=20
// bounded: depth=6 RestartBits=30
// cover: depth=12 RestartBits=4
// larger: RestartBits is the width of an incrementer and a comparator
// assumed: cfg_cycles changes only while disabled and is at least 2
// mutant RestartsExactly: s/restart_q <= ends;/restart_q <= enable_i;/
// mutant CountsFromRestart: s/count_q   <= ends ? '0 : next_count/count_q   <= ends ? RestartBits'(1) : next_count/
// mutant DisabledIsReset: s/else if (!enable_i) begin$/else if (0) begin/
// mutant NeverQuiescent: s/quiescent_o = 1'b0/quiescent_o = 1'b1/
// mutant CountInRange: s/ends       = next_count == cfg_cycles_i/ends = 1'b0/
// mutant CyclesLegal: @sideband_restart_fv s/assume (cfg_cycles_i >= RestartBits'(2));//

module sideband_restart_fv #(
  parameter int unsigned RestartBits = 6
) (
  input logic                   clk_i, rst_ni, enable_i,
  input logic [RestartBits-1:0] cfg_cycles_i
);

  logic                   restart, quiescent;
  logic [RestartBits-1:0] count;
  logic                   state_restart;
  sideband_restart #(.RestartBits(RestartBits)) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_cycles_i, .restart_o(restart), .quiescent_o(quiescent),
    .formal_state_o({count, state_restart})
  );

  logic                   started, was_started, last_enable;
  logic [RestartBits-1:0] last_cycles, last_count;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    last_enable <= enable_i;
    last_cycles <= cfg_cycles_i;
    last_count  <= count;
  end

  always_comb begin
    assume (rst_ni == started);
    if (started && was_started && last_enable) assume (cfg_cycles_i == last_cycles);
    assume (cfg_cycles_i >= RestartBits'(2));
    NeverQuiescent: assert (!quiescent);
    if (started)
      DisabledIsReset: assert ((was_started && last_enable) || (count == RestartBits'(1) && !restart));
    if (was_started) begin
      // The clock that a restart ends is number 0; the one before it, the cycles less one.
      RestartsExactly: assert (restart == (count == '0));
      CountInRange: assert (!last_enable || count < last_cycles);
      CountsFromRestart: assert (!last_enable || count ==
          (last_count == last_cycles - RestartBits'(1) ? '0 : last_count + RestartBits'(1)));
    end
    Restarts: cover (was_started && restart && cfg_cycles_i > RestartBits'(2));
    RestartsEveryOther: cover (was_started && restart && cfg_cycles_i == RestartBits'(2));
  end

endmodule
