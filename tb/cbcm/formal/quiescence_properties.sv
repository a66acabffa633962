// SPDX-License-Identifier: Apache-2.0
// What quiescence promises (docs/reference/conventions.md), for the formal wrappers of units.
//
// Asleep is a clock that a harness may leave out: idle input, levels as in the clock before, and
// `quiescent_i`. The clock in reset does not count as the one since which levels are unchanged.

module quiescence_properties #(
  parameter int unsigned RegisterBits = 1,
  parameter int unsigned LevelBits = 1
) (
  input  logic                    clk_i,
  /// Out of reset.
  input  logic                    started_i,
  input  logic                    idle_i,
  input  logic                    quiescent_i,
  /// `enable_i` and all other levels.
  input  logic [LevelBits-1:0]    levels_i,
  /// Every flip-flop of the unit.
  input  logic [RegisterBits-1:0] registers_i,
  /// Event outputs or writes of memories; both must be absent asleep.
  input  logic                    event_i,
  /// For a cover: enabled, and something happens.
  input  logic                    busy_i,
  output logic                    asleep_o,
  /// Those of the clock before; a wrapper's own copy would differ from it in an induction's start.
  output logic [LevelBits-1:0]    last_levels_o
);

  logic [RegisterBits-1:0] last_registers;
  logic [LevelBits-1:0]    last_levels;
  logic was_started, was_asleep, was_busy;
  initial {was_started, was_asleep, was_busy} = '0;
  assign last_levels_o = last_levels;
  assign asleep_o = started_i && was_started && idle_i && quiescent_i && levels_i == last_levels;

  always @(posedge clk_i) begin
    was_started    <= started_i;
    was_asleep     <= asleep_o;
    was_busy       <= started_i && (was_busy || busy_i);
    last_registers <= registers_i;
    last_levels    <= levels_i;
  end

  always_comb begin
    QuiescentHoldsState: assert (!was_asleep || registers_i == last_registers);
    QuiescentIsSilent: assert (!asleep_o || !event_i);
    SleepsAgain: cover (was_busy && asleep_o && was_asleep);
  end

endmodule
