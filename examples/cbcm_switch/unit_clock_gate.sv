// SPDX-License-Identifier: Apache-2.0
// Stops a unit's clock while a clock would change nothing, by the rule of conventions.md: idle
// input, unchanged levels, quiescent, wake time not reached.
//
// Latency:     none: a clock in which the unit has work is always given
// Not handled: scan test. On silicon the latch and the gate are the library's clock-gating cell.

module unit_clock_gate #(
  /// 0: the clock always runs, and running_o tells when it would have had to.
  parameter int unsigned Gate = 1,
  /// Level inputs of the unit that are watched.
  parameter int unsigned LevelBits = 1,
  /// Width of the cycle counter.
  parameter int unsigned CycleBits = 32
) (
  /// Clock, rising edge.
  input  logic                 clk_i,
  /// Asynchronous reset, active low.
  input  logic                 rst_ni,
  /// The unit has an event in this clock: any of its *_valid_i, requests, heads.
  input  logic                 event_i,
  /// enable_i and the level inputs that may change while it runs.
  input  logic [LevelBits-1:0] levels_i,
  /// quiescent_o of the unit.
  input  logic                 quiescent_i,
  /// wake_valid_o of the unit; 0 for one without deadlines.
  input  logic                 wake_valid_i,
  /// wake_at_o of the unit.
  input  logic [CycleBits-1:0] wake_at_i,
  /// now_i of the unit.
  input  logic [CycleBits-1:0] now_i,
  /// clk_i of the unit.
  output logic                 clk_o,
  /// The unit needs this clock.
  output logic                 running_o
);

  logic [LevelBits-1:0] levels_q;
  logic                 changed_q, reached;
  /* verilator lint_off UNUSEDSIGNAL */  // modular order: only the sign counts
  logic [CycleBits-1:0] elapsed;
  /* verilator lint_on UNUSEDSIGNAL */
  assign elapsed   = now_i - wake_at_i;
  assign reached   = wake_valid_i && !elapsed[CycleBits-1];
  // One clock more after a change: quiescent_i does not count until enable_i has been seen.
  assign running_o = event_i || levels_i != levels_q || changed_q || !quiescent_i || reached;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_levels
    if (!rst_ni) begin
      levels_q  <= '0;
      changed_q <= 1'b1;
    end else begin
      levels_q  <= levels_i;
      changed_q <= levels_i != levels_q;
    end
  end

  if (Gate == 1) begin : gen_gate
    logic run_l;
    always_latch if (!clk_i) run_l = running_o;
    assign clk_o = clk_i && run_l;
  end else begin : gen_through
    assign clk_o = clk_i;
  end

endmodule
