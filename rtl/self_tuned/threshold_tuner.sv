// SPDX-License-Identifier: Apache-2.0
// Moves the threshold of full buffers by hill climbing on delivered throughput.
//
// Source: paper 004, Section 4 (decision table, avoidance of local maxima).
// Contract: docs/reference/self_tuned/threshold_tuner.md.
// Timing: the threshold changes two clocks after the totals that end a period.
// Cost: one for a node: three comparators and an adder of DeliveredBits + 4, three adders and a
// few comparators of FullBits.
// Not handled: cfg_* that change while enabled; more than 16 gathers in a period.
// lint-params: FullBits=4 DeliveredBits=4
// lint-params: FullBits=20 DeliveredBits=24
// lint-illegal: FullBits=3
// lint-illegal: FullBits=21
// lint-illegal: DeliveredBits=3
// lint-illegal: DeliveredBits=25
// cost: 256 nodes FullBits=12 DeliveredBits=15
// cost: 8192 nodes FullBits=18 DeliveredBits=20

module threshold_tuner #(
    /// Width of a number of buffers, 4-20.
    parameter int unsigned FullBits = 12,
    /// Width of the flits delivered in one gather, 4-24.
    parameter int unsigned DeliveredBits = 15,
    localparam int unsigned ThroughputBits = DeliveredBits + 4,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Threshold, the best one and its full buffers; three throughputs; repeats and two flags.
    localparam int unsigned StateBits = 3 * FullBits + 3 * ThroughputBits + 6,
    /// Decision due, two clocks in which the gate follows it, two events.
    localparam int unsigned PipelineBits = 5,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                     clk_i,
    /// Asynchronous assert, active low.
    input  logic                     rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                     enable_i,
    /// The totals of a gather are new.
    input  logic                     totals_valid_i,
    /// With it: the gather is the last of a tuning period.
    input  logic                     period_last_i,
    /// Full buffers of the network, of the last gather.
    input  logic [FullBits-1:0]      total_full_i,
    /// Flits delivered in it.
    input  logic [DeliveredBits-1:0] total_delivered_i,
    /// New packets are held back.
    input  logic                     throttle_i,
    /// Threshold to begin with, cfg_increment to cfg_buffers.
    input  logic [FullBits-1:0]      cfg_initial_i,
    /// Step up, and the lowest threshold; at least 1.
    input  logic [FullBits-1:0]      cfg_increment_i,
    /// Step down.
    input  logic [FullBits-1:0]      cfg_decrement_i,
    /// Buffers of the network: the highest threshold.
    input  logic [FullBits-1:0]      cfg_buffers_i,
    /// A drop is a loss of more than 2^-shift of the throughput; 0: any loss.
    input  logic [2:0]               cfg_drop_shift_i,
    /// The decision table is in force.
    input  logic                     cfg_climb_i,
    /// Avoidance of local maxima is in force.
    input  logic                     cfg_avoid_i,
    /// Significantly below the maximum: by more than 2^-shift of it; 0: by anything.
    input  logic [2:0]               cfg_low_shift_i,
    /// Resets in a row after which the maximum is sought anew; 0: never.
    input  logic [3:0]               cfg_repeats_i,
    /// 1: "throttling" is that of the decision's clock; 0: of any since the gate knows the last one.
    input  logic                     cfg_throttled_now_i,
    /// More full buffers than that hold new packets back.
    output logic [FullBits-1:0]      threshold_o,
    /// The threshold has gone back to where the maximum was found.
    output logic                     returned_valid_o,
    /// The maximum is forgotten.
    output logic                     relocated_valid_o,
    /// New packets were held back in a clock since the gate knows the last decision.
    output logic                     throttled_o,
    /// Totals of 0 change nothing while throttle_i is 0.
    output logic                     rests_o,
    /// A clock without totals changes nothing.
    output logic                     quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]   formal_state_o
`endif
);

  if (FullBits < 4 || FullBits > 20) $fatal(1, "%m: FullBits = %0d, legal 4-20", FullBits);
  if (DeliveredBits < 4 || DeliveredBits > 24)
    $fatal(1, "%m: DeliveredBits = %0d, legal 4-24", DeliveredBits);

  logic [FullBits-1:0]       threshold_q, threshold_d, best_full_q, best_threshold_q;
  logic [ThroughputBits-1:0] throughput_q, throughput_d, previous_q, maximum_q, maximum_d;
  logic [3:0]                repeats_q, repeats_d;
  logic                      throttled_q, started_q, due_q, returned_q, relocated_q;
  logic [1:0]                settling_q;  // the last clock, the last but one had a decision due

  // The period's throughput is added up, and judged a clock later.
  logic [ThroughputBits-1:0] so_far;
  logic                      at_rest, due_d;
  assign so_far       = due_q ? '0 : throughput_q;
  assign throughput_d = so_far +
                        ({{4{1'b0}}, total_delivered_i} & {ThroughputBits{totals_valid_i}});
  assign at_rest      = throughput_q == '0 && previous_q == '0 && maximum_q == '0 &&
                        repeats_q == '0 && !throttled_q && started_q && !due_q && settling_q == '0 &&
                        !returned_q && !relocated_q;
  assign due_d        = totals_valid_i && period_last_i && !(at_rest && total_delivered_i == '0);

  // X < v - part  is the sign of  X + part - v.
  logic [ThroughputBits-1:0] lost_part, low_part;
  logic [ThroughputBits+1:0] from_previous, from_maximum;
  logic                      drops, higher, low;
  assign lost_part     = cfg_drop_shift_i == '0 ? '0 : previous_q >> cfg_drop_shift_i;
  assign low_part      = cfg_low_shift_i == '0 ? '0 : maximum_q >> cfg_low_shift_i;
  assign from_previous = {2'b00, throughput_q} + {2'b00, lost_part} - {2'b00, previous_q};
  assign from_maximum  = {2'b00, throughput_q} + {2'b00, low_part} - {2'b00, maximum_q};
  assign drops         = from_previous[ThroughputBits+1];
  assign higher        = throughput_q > maximum_q;
  assign low           = from_maximum[ThroughputBits+1] && !higher;

  // Where the table leads, and where the maximum was found; both within the limits.
  logic [FullBits:0]   sum, difference;
  logic [FullBits-1:0] raised, lowered, best, home, by_table;
  logic                throttling, returns, relocates;
  assign throttling = throttle_i || (throttled_q && !cfg_throttled_now_i);
  assign sum        = {1'b0, threshold_q} + {1'b0, cfg_increment_i};
  assign difference = {1'b0, threshold_q} - {1'b0, cfg_decrement_i};
  assign raised     = sum > {1'b0, cfg_buffers_i} ? cfg_buffers_i : sum[FullBits-1:0];
  assign lowered    = difference[FullBits] || difference[FullBits-1:0] < cfg_increment_i ?
                      cfg_increment_i : difference[FullBits-1:0];
  assign best       = best_full_q < best_threshold_q ? best_full_q : best_threshold_q;
  assign home       = best < cfg_increment_i ? cfg_increment_i : best;
  assign by_table   = !cfg_climb_i ? threshold_q : drops ? lowered :
                      throttling ? raised : threshold_q;
  assign returns    = cfg_avoid_i && low;

  logic [3:0] more;
  assign more        = repeats_q == '1 ? repeats_q : repeats_q + 4'd1;
  assign relocates   = returns && more == cfg_repeats_i;
  assign repeats_d   = returns && !relocates ? more : '0;
  assign maximum_d   = relocates ? '0 : higher ? throughput_q : maximum_q;
  assign threshold_d = !started_q ? cfg_initial_i : returns ? home : by_table;

  assign threshold_o       = threshold_q;
  assign returned_valid_o  = returned_q;
  assign relocated_valid_o = relocated_q;
  assign throttled_o       = throttled_q;
  assign rests_o           = at_rest;
  assign quiescent_o       = started_q && !due_q && settling_q == '0 && !returned_q && !relocated_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {threshold_q, best_full_q, best_threshold_q}                <= '0;
      {throughput_q, previous_q, maximum_q, repeats_q}            <= '0;
      {throttled_q, started_q, due_q, settling_q}                 <= '0;
      {returned_q, relocated_q}                                   <= '0;
    end else if (!enable_i) begin
      {threshold_q, best_full_q, best_threshold_q}                <= '0;
      {throughput_q, previous_q, maximum_q, repeats_q}            <= '0;
      {throttled_q, started_q, due_q, settling_q}                 <= '0;
      {returned_q, relocated_q}                                   <= '0;
    end else begin
      started_q    <= 1'b1;
      due_q        <= due_d;
      throughput_q <= throughput_d;
      // In the clock of a decision and the next one the gate still goes by the old threshold.
      settling_q   <= {settling_q[0], due_q};
      throttled_q  <= !due_q && !settling_q[0] && (throttle_i || throttled_q);
      returned_q   <= due_q && returns;
      relocated_q  <= due_q && relocates;
      if (due_q || !started_q) threshold_q <= threshold_d;
      if (due_q) begin
        previous_q <= throughput_q;
        if (cfg_avoid_i) begin
          repeats_q <= repeats_d;
          maximum_q <= maximum_d;
          if (higher) begin
            best_full_q      <= total_full_i;
            best_threshold_q <= threshold_q;
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) begin
      InitialInRange: assert (cfg_initial_i >= cfg_increment_i && cfg_initial_i <= cfg_buffers_i);
      IncrementNotZero: assert (cfg_increment_i != '0);
    end
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {threshold_q, best_full_q, best_threshold_q, throughput_q, previous_q,
                           maximum_q, repeats_q, throttled_q, started_q, due_q, settling_q,
                           returned_q, relocated_q};
`endif

endmodule
