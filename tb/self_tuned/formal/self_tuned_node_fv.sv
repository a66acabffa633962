// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of self_tuned_node: it is its four parts joined by registers; no hold lasts; rest and
// quiescence.
// properties: asserts=15 covers=3
// proof: depth=1 Dimensions=2 FullBits=4 DeliveredBits=4 CountBits=2 DeliveryBits=1 Pieces=1 TickBits=2
// proof: depth=1 Dimensions=1 FullBits=5 DeliveredBits=4 CountBits=3 DeliveryBits=2 Pieces=2 TickBits=1
// bounded: depth=4 Dimensions=2 FullBits=12 DeliveredBits=15 CountBits=4 DeliveryBits=1 Pieces=1 TickBits=5
// cover: depth=12 Dimensions=2 FullBits=4 DeliveredBits=4 CountBits=2 DeliveryBits=1 Pieces=1 TickBits=2
// larger: the glue passes vectors through; the parts are proved by their own wrappers
// assumed: cfg_* change only while disabled and are legal; totals are at most cfg_buffers
// mutant SidebandIsPart: s/\.from_minus_i, \.from_plus_i/.from_minus_i(from_plus_i), .from_plus_i/
// mutant EstimatorIsPart: s/\.cfg_last_i, \.estimate_o/.cfg_last_i(1'b0), .estimate_o/
// mutant TunerIsPart: s/\.throttle_i(hold_o)/.throttle_i(1'b0)/
// mutant GateIsPart: s/\.threshold_i(threshold_o)/.threshold_i(total_full_o)/
// mutant OutputsAreParts: s/\.threshold_o, \.returned_valid_o, /.threshold_o, .returned_valid_o(), /; s/^endmodule/assign returned_valid_o = 1'b0; endmodule/
// mutant ThresholdAboveZero: @threshold_tuner s/best < cfg_increment_i ? cfg_increment_i : best/best/
// mutant LowEstimateResumes: @threshold_tuner s/best < cfg_increment_i ? cfg_increment_i : best/best/
// mutant DrainedResumes: @congestion_estimator s/sum\[SumBits-1\] ? '0 : //
// mutant DisabledIsReset: @threshold_tuner s/else if (!enable_i)/else if (0)/
// mutant RestHoldsState: s/node_rests \&\& estimator_rests/node_rests/
// mutant QuiescentHoldsState: s/ \&\& (throttled || !hold_o)//
// mutant QuiescentIsSilent: s/estimator_quiescent \&\& tuner_quiescent/estimator_quiescent/
// mutant InitialInRange: @self_tuned_node_fv s/cfg_initial_i >= cfg_increment_i \&\&$/1'b1 \&\&/
// mutant IncrementNotZero: @self_tuned_node_fv s/cfg_increment_i != '0 \&\& //
// mutant TicksFitFraction: @self_tuned_node_fv s/32'(cfg_tick_bits_i) <= TickBits/1'b1/

module self_tuned_node_fv #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned FullBits = 4,
  parameter int unsigned DeliveredBits = 4,
  parameter int unsigned CountBits = 2,
  parameter int unsigned DeliveryBits = 1,
  parameter int unsigned Pieces = 1,
  parameter int unsigned TickBits = 2,
  localparam int unsigned DimensionBits = Dimensions == 1 ? 1 : $clog2(Dimensions),
  localparam int unsigned WordBits = FullBits + DeliveredBits,
  localparam int unsigned PieceBits = (WordBits + Pieces - 1) / Pieces,
  localparam int unsigned NodeBits = 2 * WordBits + DeliveredBits + 2 * Pieces * PieceBits,
  localparam int unsigned EstimatorBits = 3 * FullBits + 1 + 2 * TickBits,
  localparam int unsigned TunerBits = 3 * FullBits + 3 * (DeliveredBits + 4) + 11,
  localparam int unsigned StorageBits = NodeBits + EstimatorBits + TunerBits + 1,
  localparam int unsigned CfgBits = 4 * FullBits + 18
) (
  input logic                            clk_i, rst_ni, enable_i,
  input logic                            transfer_valid_i, hop_last_i, minus_counts_i,
  input logic                            dimension_last_i, gather_last_i, totals_valid_i,
  input logic                            period_last_i, tick_valid_i, delivered_valid_i,
  input logic [DimensionBits-1:0]        dimension_i,
  input logic [Dimensions*PieceBits-1:0] from_minus_i, from_plus_i,
  input logic [CountBits-1:0]            full_count_i,
  input logic [DeliveryBits-1:0]         delivered_flits_i,
  input logic [3:0]                      cfg_tick_bits_i, cfg_repeats_i,
  input logic                            cfg_last_i, cfg_climb_i, cfg_avoid_i, cfg_throttled_now_i,
  input logic [FullBits-1:0]             cfg_initial_i, cfg_increment_i, cfg_decrement_i,
  input logic [FullBits-1:0]             cfg_buffers_i,
  input logic [2:0]                      cfg_drop_shift_i, cfg_low_shift_i
);

  logic [PieceBits-1:0]     to_plus, to_minus, p_to_plus, p_to_minus;
  logic                     hold, returned, relocated, rests, quiescent;
  logic                     p_hold, p_returned, p_relocated;
  logic [FullBits-1:0]      estimate, threshold, total_full, p_estimate, p_threshold, p_full;
  logic [DeliveredBits-1:0] total_delivered, p_delivered;
  logic [StorageBits-1:0]   registers, last_registers;
  self_tuned_node #(
    .Dimensions(Dimensions), .FullBits(FullBits), .DeliveredBits(DeliveredBits),
    .CountBits(CountBits), .DeliveryBits(DeliveryBits), .Pieces(Pieces), .TickBits(TickBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .transfer_valid_i, .hop_last_i, .minus_counts_i, .dimension_i,
    .dimension_last_i, .gather_last_i, .totals_valid_i, .period_last_i, .tick_valid_i,
    .from_minus_i, .from_plus_i, .full_count_i, .delivered_valid_i, .delivered_flits_i,
    .cfg_tick_bits_i, .cfg_last_i, .cfg_initial_i, .cfg_increment_i, .cfg_decrement_i,
    .cfg_buffers_i, .cfg_drop_shift_i, .cfg_climb_i, .cfg_avoid_i, .cfg_low_shift_i,
    .cfg_repeats_i, .cfg_throttled_now_i, .to_plus_o(to_plus), .to_minus_o(to_minus),
    .hold_o(hold), .estimate_o(estimate), .threshold_o(threshold), .total_full_o(total_full),
    .total_delivered_o(total_delivered), .returned_valid_o(returned),
    .relocated_valid_o(relocated), .rests_o(rests), .quiescent_o(quiescent),
    .formal_state_o(registers)
  );

  // The parts beside it.
  logic [NodeBits-1:0]      p_node;
  logic [EstimatorBits-1:0] p_estimator;
  logic [TunerBits-1:0]     p_tuner;
  sideband_node #(
    .Dimensions(Dimensions), .FullBits(FullBits), .DeliveredBits(DeliveredBits),
    .CountBits(CountBits), .DeliveryBits(DeliveryBits), .Pieces(Pieces)
  ) sideband (
    .clk_i, .rst_ni, .enable_i, .transfer_valid_i, .hop_last_i, .minus_counts_i, .dimension_i,
    .dimension_last_i, .gather_last_i, .from_minus_i, .from_plus_i, .full_count_i,
    .delivered_valid_i, .delivered_flits_i, .to_plus_o(p_to_plus), .to_minus_o(p_to_minus),
    .total_full_o(p_full), .total_delivered_o(p_delivered), .rests_o(), .quiescent_o(),
    .formal_state_o(p_node)
  );
  congestion_estimator #(.FullBits(FullBits), .TickBits(TickBits)) estimator (
    .clk_i, .rst_ni, .enable_i, .totals_valid_i, .total_full_i(p_full), .tick_valid_i,
    .cfg_tick_bits_i, .cfg_buffers_i, .cfg_last_i, .estimate_o(p_estimate), .rests_o(),
    .quiescent_o(), .formal_state_o(p_estimator)
  );
  threshold_tuner #(.FullBits(FullBits), .DeliveredBits(DeliveredBits)) tuner (
    .clk_i, .rst_ni, .enable_i, .totals_valid_i, .period_last_i, .total_full_i(p_full),
    .total_delivered_i(p_delivered), .throttle_i(p_hold), .cfg_initial_i, .cfg_increment_i,
    .cfg_decrement_i, .cfg_buffers_i, .cfg_drop_shift_i, .cfg_climb_i, .cfg_avoid_i,
    .cfg_low_shift_i, .cfg_repeats_i, .cfg_throttled_now_i, .threshold_o(p_threshold),
    .returned_valid_o(p_returned), .relocated_valid_o(p_relocated), .throttled_o(), .rests_o(),
    .quiescent_o(), .formal_state_o(p_tuner)
  );
  injection_gate #(.FullBits(FullBits)) gate (
    .clk_i, .rst_ni, .enable_i, .estimate_i(p_estimate), .threshold_i(p_threshold),
    .hold_o(p_hold), .quiescent_o()
  );

  logic                started, was_started, i_enable, drained, was_drained, ready, was_rest, low;
  logic [CfgBits-1:0]  cfg, last_cfg;
  initial {started, was_started, drained, was_drained} = '0;
  assign cfg = {cfg_tick_bits_i, cfg_repeats_i, cfg_last_i, cfg_climb_i, cfg_avoid_i,
                cfg_throttled_now_i, cfg_initial_i, cfg_increment_i, cfg_decrement_i,
                cfg_buffers_i, cfg_drop_shift_i, cfg_low_shift_i};
  assign ready = registers[6];  // the tuner's `started`
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    drained        <= started && enable_i && ready && totals_valid_i && total_full == '0;
    was_drained    <= drained && enable_i;
    low            <= started && estimate <= cfg_increment_i && ready;
    last_registers <= registers;
    was_rest       <= started && rests && enable_i && from_minus_i == '0 && from_plus_i == '0 &&
                      full_count_i == '0 && !delivered_valid_i;
  end
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(1 + CfgBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i(!transfer_valid_i && !totals_valid_i && !tick_valid_i && !delivered_valid_i),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg}), .registers_i(registers),
    .event_i(returned || relocated), .busy_i(enable_i && transfer_valid_i), .asleep_o(),
    .last_levels_o({i_enable, last_cfg})
  );

  always_comb begin
    assume (rst_ni == started);
    assume ((hop_last_i || !dimension_last_i) && (dimension_last_i || !gather_last_i));
    assume (cfg_increment_i != '0 && cfg_initial_i >= cfg_increment_i &&
            cfg_initial_i <= cfg_buffers_i && 32'(cfg_tick_bits_i) <= TickBits);
    assume (total_full <= cfg_buffers_i);
    if (was_started && i_enable) assume (cfg == last_cfg);
    if (started) begin
      SidebandIsPart: assert (registers[StorageBits-1 -: NodeBits] == p_node);
      EstimatorIsPart: assert (registers[1+TunerBits +: EstimatorBits] == p_estimator);
      TunerIsPart: assert (registers[1 +: TunerBits] == p_tuner);
      GateIsPart: assert (registers[0] == p_hold && hold == p_hold);
      OutputsAreParts: assert ({to_plus, to_minus, estimate, threshold, total_full,
                                total_delivered, returned, relocated} ==
                               {p_to_plus, p_to_minus, p_estimate, p_threshold, p_full,
                                p_delivered, p_returned, p_relocated});
      ThresholdAboveZero: assert (!ready || threshold >= cfg_increment_i);
      // An estimate of no more than an increment holds nothing back a clock later.
      LowEstimateResumes: assert (!was_started || !low || !hold);
      // A gather that finds no full buffer ends the hold, whatever was before.
      DrainedResumes: assert ((!drained || estimate == '0) && (!was_drained || !hold));
    end
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      RestHoldsState: assert (!was_rest || registers == last_registers);
    end
    Holds: cover (was_started && hold && threshold > cfg_increment_i);
    Resumes: cover (was_started && was_drained && estimate == '0);
  end

endmodule
