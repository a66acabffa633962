// SPDX-License-Identifier: Apache-2.0
// Lets all nodes of a chip begin anew in the same clock, every so many cycles.
//
// Source: ours; paper 004 assumes that no word of the side-band is lost.
// Contract: docs/reference/self_tuned/sideband_restart.md.
// Timing: restart_o is a register; it is high in the cycle whose clock is the restart.
// Cost: one for a whole chip: a counter of RestartBits and a comparator for equality.
// Never quiescent: it counts.
// Not handled: cfg_cycles_i that changes while enabled.
// lint-params: RestartBits=4
// lint-params: RestartBits=30
// lint-illegal: RestartBits=3
// lint-illegal: RestartBits=31
// cost: default RestartBits=20

module sideband_restart #(
    /// Width of the cycles between two restarts, 4-30.
    parameter int unsigned RestartBits = 20,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The counter.
    localparam int unsigned StateBits = RestartBits,
    /// The output.
    localparam int unsigned PipelineBits = 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value at the clock, and nothing begins anew.
    input  logic                   enable_i,
    /// Cycles from one restart to the next, at least 2.
    input  logic [RestartBits-1:0] cfg_cycles_i,
    /// Lowers enable_i of all nodes and of their sideband_phase for this cycle.
    output logic                   restart_o,
    /// Always 0.
    output logic                   quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (RestartBits < 4 || RestartBits > 30)
    $fatal(1, "%m: RestartBits = %0d, legal 4-30", RestartBits);

  // The number of this clock since the last restart, 0 for the restart itself.
  logic [RestartBits-1:0] count_q, next_count;
  logic                   restart_q, ends;
  assign next_count = count_q + RestartBits'(1);
  assign ends       = next_count == cfg_cycles_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      count_q   <= RestartBits'(1);
      restart_q <= 1'b0;
    end else if (!enable_i) begin
      count_q   <= RestartBits'(1);
      restart_q <= 1'b0;
    end else begin
      count_q   <= ends ? '0 : next_count;
      restart_q <= ends;
    end
  end

  assign restart_o   = restart_q;
  assign quiescent_o = 1'b0;
`ifdef FORMAL
  assign formal_state_o = {count_q, restart_q};
`endif

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) CyclesLegal: assert (cfg_cycles_i >= RestartBits'(2));
  end
`endif

endmodule
