// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of pace_counter: every clock adds the rate, and ticks come evenly.
// properties: asserts=9 covers=2
// proof: depth=1 CycleBits=8
// bounded: depth=4 CycleBits=64
// cover: depth=8 CycleBits=8
// larger: the pace's bits count what carries out of the phase, and nothing reads them
// assumed: the rate is at least 1
// mutant StepExact: s/phase_q <= phase_d;/phase_q <= '0;/
// mutant DisabledIsReset: s/else if (!enable_i)/else if (0)/
// mutant NeverTwoTicks: s/CycleBits'(tick)/CycleBits'({full, tick})/
// mutant FullRateTicks: s/full || carry/carry/
// mutant TicksEvenly,PhaseSinceTick: s/: cfg_rate_i\[15:0\]/: cfg_rate_i[15:0] ^ {1'b0, pace_q[0], 14'd0}/
// mutant LateLessThanACycle: s/full || carry/full || carry || phase_q[15]/
// mutant NeverQuiescent: s/quiescent_o = 1'b0/quiescent_o = 1'b1/
// mutant RateNotZero: @pace_counter_fv s/assume (cfg_rate_i != 17'd0);//

module pace_counter_fv #(
    parameter int unsigned CycleBits = 8
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        enable_i,
    input logic [16:0] cfg_rate_i
);

  logic [CycleBits-1:0]  pace, pace_again;
  logic [15:0]           phase;
  logic                  quiescent;
  logic [CycleBits+15:0] registers;

  pace_counter #(
      .CycleBits(CycleBits)
  ) dut (
      .clk_i,
      .rst_ni,
      .enable_i,
      .cfg_rate_i,
      .pace_o(pace),
      .quiescent_o(quiescent),
      .formal_state_o(registers)
  );
  assign {pace_again, phase} = registers;

  logic                  started, was_started, last_enable;
  logic [CycleBits-1:0]  last_pace;
  logic [CycleBits+15:0] last_registers;
  logic [16:0]           rate, last_rate;
  initial {started, was_started} = '0;
  assign last_pace = last_registers[CycleBits+15:16];
  assign rate = cfg_rate_i > 17'd65536 ? 17'd65536 : cfg_rate_i;

  // Since the last tick, in parts of a tick (65536 are one) and at one rate: that of the clock with the
  // tick and of all later ones.
  logic        tick, steady, ticked_q;
  logic [16:0] rate_then_q;
  logic [15:0] phase_then_q;
  logic [17:0] since, since_q;
  assign tick   = was_started && last_enable && pace != last_pace;
  assign steady = was_started && last_enable && ticked_q && last_rate == rate_then_q;
  assign since  = since_q + 18'(last_rate);

  always @(posedge clk_i) begin : p_ghost
    started        <= 1'b1;
    was_started    <= started;
    last_enable    <= enable_i;
    last_registers <= registers;
    last_rate      <= rate;
    ticked_q       <= tick || steady;
    since_q        <= tick ? '0 : since;
    if (tick) begin
      rate_then_q  <= last_rate;
      phase_then_q <= phase;
    end
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (cfg_rate_i != 17'd0);
  end

  always_comb begin : p_assert
    NeverQuiescent: assert (!quiescent);
    if (was_started) begin
      StepExact: assert (!last_enable ||
          registers == last_registers + (CycleBits+16)'(last_rate));
      DisabledIsReset: assert (last_enable || registers == '0);
      NeverTwoTicks: assert (!last_enable || pace == last_pace ||
          pace == last_pace + CycleBits'(1));
      FullRateTicks: assert (!last_enable || last_rate != 17'd65536 ||
          pace == last_pace + CycleBits'(1));
      // The phase at a tick is how late it is, in parts of a tick; the rate is a cycle's worth.
      LateLessThanACycle: assert (!ticked_q || 17'(phase_then_q) < rate_then_q);
      PhaseSinceTick: assert (!steady || tick || since == 18'(phase) - 18'(phase_then_q));
      TicksEvenly: assert (!steady || !tick ||
          (since + 18'(last_rate) > 18'd65536 && since < 18'd65536 + 18'(last_rate)));
    end
    StandsStill: cover (was_started && last_enable && !tick);
    TicksApart: cover (steady && tick && since != 18'd65536);
  end

endmodule
