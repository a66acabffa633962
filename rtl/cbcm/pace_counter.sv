// SPDX-License-Identifier: Apache-2.0
// The time base of CBCM's network interfaces: a count that advances by rate / 65536 a cycle on average.
//
// Source: CBCM paper, Section VI-B (tokens at 0.99 / D_t). Contract: docs/reference/cbcm/pace_counter.md.
// Timing: the count is a register; a new rate acts at the next clock. Latency 1.
// Cost: one for a whole chip: a 16-bit adder and an incrementer of the count's width.
// Never quiescent: it counts.
// Not handled: a rate of 0 stands still for ever.
// lint-params: CycleBits=8
// lint-params: CycleBits=64
// lint-illegal: CycleBits=7
// lint-illegal: CycleBits=65

module pace_counter #(
    /// Width of the count, 8-64.
    parameter int unsigned CycleBits = 32,
    /// Bits the paper counts: none.
    localparam int unsigned SampleBits = 0,
    /// The count and the fraction of the next tick.
    localparam int unsigned StateBits = CycleBits + 16,
    /// None.
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                 clk_i,
    /// Asynchronous assert, active low.
    input  logic                 rst_ni,
    /// Low: the count takes its reset value, 0, at the clock.
    input  logic                 enable_i,
    /// Ticks per 65536 cycles, at least 1; above 65536 counts as 65536.
    input  logic [16:0]          cfg_rate_i,
    /// Ticks so far, modulo 2^CycleBits.
    output logic [CycleBits-1:0] pace_o,
    /// Always 0.
    output logic                 quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d is not in 8-64", CycleBits);

  logic [CycleBits-1:0] pace_q;
  logic [15:0]          phase_q, phase_d;
  logic                 full, carry, tick;

  // At full rate the phase holds: min(rate, 65536) adds one tick and no fraction.
  assign full             = cfg_rate_i[16];
  assign {carry, phase_d} = {1'b0, phase_q} + {1'b0, full ? 16'd0 : cfg_rate_i[15:0]};
  assign tick             = full || carry;

  assign pace_o      = pace_q;
  assign quiescent_o = 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pace_q  <= '0;
      phase_q <= '0;
    end else if (!enable_i) begin
      pace_q  <= '0;
      phase_q <= '0;
    end else begin
      pace_q  <= pace_q + CycleBits'(tick);
      phase_q <= phase_d;
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) RateNotZero: assert (cfg_rate_i != '0);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {pace_q, phase_q};
`endif

endmodule
