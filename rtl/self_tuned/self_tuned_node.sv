// SPDX-License-Identifier: Apache-2.0
// What a router and its network interface instantiate for self-tuned throttling: side-band,
// estimate, threshold and gate.
//
// Source: paper 004, Sections 3 and 4. Contract: docs/reference/self_tuned/self_tuned_node.md.
// Timing: the parts meet in registers; hold_o follows a gather's totals after two clocks.
// Cost: the sums of the parts and a comparator of FullBits.
// Not handled: nodes that are not in phase.
// lint-params: Dimensions=1 FullBits=4 DeliveredBits=4 CountBits=4 TickBits=0
// lint-params: Dimensions=4 FullBits=18 DeliveredBits=20 CountBits=6 Pieces=4 TickBits=7
// lint-illegal: Dimensions=5
// lint-illegal: TickBits=13
// cost: 256 nodes Dimensions=2 FullBits=12 DeliveredBits=15
// cost: 256 nodes, narrow Dimensions=2 FullBits=12 DeliveredBits=15 Pieces=3
// cost: 8192 nodes Dimensions=4 FullBits=18 DeliveredBits=20 CountBits=6 TickBits=7

module self_tuned_node #(
    /// Dimensions of the network, 1-4.
    parameter int unsigned Dimensions = 2,
    /// Width of the network's number of full buffers, 4-20.
    parameter int unsigned FullBits = 12,
    /// Width of the flits delivered in a gather, 4-24.
    parameter int unsigned DeliveredBits = 15,
    /// Width of the router's own number of full buffers, 1 to FullBits.
    parameter int unsigned CountBits = 4,
    /// Width of the flits that the router's nodes take in a cycle, 1-7.
    parameter int unsigned DeliveryBits = 1,
    /// Transfers of a word, 1-8.
    parameter int unsigned Pieces = 1,
    /// Fraction bits of the estimate, 0-12.
    parameter int unsigned TickBits = 5,
    localparam int unsigned DimensionBits = Dimensions == 1 ? 1 : $clog2(Dimensions),
    localparam int unsigned WordBits = FullBits + DeliveredBits,
    localparam int unsigned PieceBits = (WordBits + Pieces - 1) / Pieces,
    localparam int unsigned SumBits = 2 * WordBits + DeliveredBits,
    localparam int unsigned ShiftBits = Pieces * PieceBits,
    localparam int unsigned EstimatorBits = 3 * FullBits + 1 + 2 * TickBits,
    localparam int unsigned TunerBits = 3 * FullBits + 3 * (DeliveredBits + 4) + 11,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Sums and totals, the estimate, the tuner's state.
    localparam int unsigned StateBits = SumBits + EstimatorBits + TunerBits - 5,
    /// Words on their way, the tuner's events, the gate.
    localparam int unsigned PipelineBits = 2 * ShiftBits + 5 + 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                            clk_i,
    /// Asynchronous assert, active low.
    input  logic                            rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                            enable_i,
    /// This clock ends a transfer.
    input  logic                            transfer_valid_i,
    /// It ends a hop.
    input  logic                            hop_last_i,
    /// The word from the plus neighbour counts.
    input  logic                            minus_counts_i,
    /// The dimension at work.
    input  logic [DimensionBits-1:0]        dimension_i,
    /// The hop ends a dimension.
    input  logic                            dimension_last_i,
    /// The dimension ends a gather.
    input  logic                            gather_last_i,
    /// First cycle after a gather.
    input  logic                            totals_valid_i,
    /// The gather was the last of a tuning period.
    input  logic                            period_last_i,
    /// The estimate moves by a tick.
    input  logic                            tick_valid_i,
    /// Of the neighbours in the direction minus; 0 without one.
    input  logic [Dimensions*PieceBits-1:0] from_minus_i,
    /// Of the neighbours in the direction plus; 0 without one.
    input  logic [Dimensions*PieceBits-1:0] from_plus_i,
    /// Full VC buffers of the router.
    input  logic [CountBits-1:0]            full_count_i,
    /// Flits are delivered in this cycle.
    input  logic                            delivered_valid_i,
    /// How many.
    input  logic [DeliveryBits-1:0]         delivered_flits_i,
    /// Ticks of a gather, as a power of two.
    input  logic [3:0]                      cfg_tick_bits_i,
    /// 1: the estimate is the last total.
    input  logic                            cfg_last_i,
    /// Threshold to begin with.
    input  logic [FullBits-1:0]             cfg_initial_i,
    /// Step up, and the lowest threshold; at least 1.
    input  logic [FullBits-1:0]             cfg_increment_i,
    /// Step down.
    input  logic [FullBits-1:0]             cfg_decrement_i,
    /// Buffers of the network.
    input  logic [FullBits-1:0]             cfg_buffers_i,
    /// A drop is a loss of more than 2^-shift of the throughput; 0: any loss.
    input  logic [2:0]                      cfg_drop_shift_i,
    /// The decision table is in force.
    input  logic                            cfg_climb_i,
    /// Avoidance of local maxima is in force.
    input  logic                            cfg_avoid_i,
    /// Significantly below the maximum: by more than 2^-shift of it; 0: by anything.
    input  logic [2:0]                      cfg_low_shift_i,
    /// Resets in a row after which the maximum is sought anew; 0: never.
    input  logic [3:0]                      cfg_repeats_i,
    /// 1: "throttling" is that of the decision's clock; 0: of any since the gate knows the last one.
    input  logic                            cfg_throttled_now_i,
    /// To the neighbours in the direction plus.
    output logic [PieceBits-1:0]            to_plus_o,
    /// To the neighbours in the direction minus.
    output logic [PieceBits-1:0]            to_minus_o,
    /// No new packet may start.
    output logic                            hold_o,
    /// Full buffers of the network by now.
    output logic [FullBits-1:0]             estimate_o,
    /// More of them hold new packets back.
    output logic [FullBits-1:0]             threshold_o,
    /// Full buffers of the network as the last gather began.
    output logic [FullBits-1:0]             total_full_o,
    /// Flits delivered in the gather before that.
    output logic [DeliveredBits-1:0]        total_delivered_o,
    /// The threshold has gone back to where the maximum was found.
    output logic                            returned_valid_o,
    /// The maximum is forgotten.
    output logic                            relocated_valid_o,
    /// With links and counts of 0 nothing but a delivery changes anything.
    output logic                            rests_o,
    /// A clock without events changes nothing.
    output logic                            quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]          formal_state_o
`endif
);

  logic node_rests, node_quiescent, estimator_rests, estimator_quiescent, tuner_rests;
  logic tuner_quiescent, gate_quiescent, throttled, follows;
`ifdef FORMAL
  logic [SumBits+2*ShiftBits-1:0] node_state;
  logic [EstimatorBits-1:0] estimator_state;
  logic [TunerBits-1:0]     tuner_state;
  assign formal_state_o = {node_state, estimator_state, tuner_state, hold_o};
`endif

  sideband_node #(
      .Dimensions(Dimensions),
      .FullBits(FullBits),
      .DeliveredBits(DeliveredBits),
      .CountBits(CountBits),
      .DeliveryBits(DeliveryBits),
      .Pieces(Pieces)
  ) u_sideband (
      .clk_i, .rst_ni, .enable_i,
      .transfer_valid_i, .hop_last_i, .minus_counts_i, .dimension_i, .dimension_last_i,
      .gather_last_i, .from_minus_i, .from_plus_i, .full_count_i, .delivered_valid_i,
      .delivered_flits_i, .to_plus_o, .to_minus_o, .total_full_o, .total_delivered_o,
      .rests_o(node_rests),
`ifdef FORMAL
      .formal_state_o(node_state),
`endif
      .quiescent_o(node_quiescent)
  );

  congestion_estimator #(
      .FullBits(FullBits),
      .TickBits(TickBits)
  ) u_estimator (
      .clk_i, .rst_ni, .enable_i, .totals_valid_i,
      .total_full_i(total_full_o),
      .tick_valid_i, .cfg_tick_bits_i, .cfg_buffers_i, .cfg_last_i, .estimate_o,
      .rests_o(estimator_rests),
`ifdef FORMAL
      .formal_state_o(estimator_state),
`endif
      .quiescent_o(estimator_quiescent)
  );

  threshold_tuner #(
      .FullBits(FullBits),
      .DeliveredBits(DeliveredBits)
  ) u_tuner (
      .clk_i, .rst_ni, .enable_i, .totals_valid_i, .period_last_i,
      .total_full_i(total_full_o),
      .total_delivered_i(total_delivered_o),
      .throttle_i(hold_o),
      .cfg_initial_i, .cfg_increment_i, .cfg_decrement_i, .cfg_buffers_i, .cfg_drop_shift_i,
      .cfg_climb_i, .cfg_avoid_i, .cfg_low_shift_i, .cfg_repeats_i, .cfg_throttled_now_i,
      .threshold_o, .returned_valid_o, .relocated_valid_o,
      .throttled_o(throttled),
      .rests_o(tuner_rests),
`ifdef FORMAL
      .formal_state_o(tuner_state),
`endif
      .quiescent_o(tuner_quiescent)
  );

  injection_gate #(
      .FullBits(FullBits)
  ) u_gate (
      .clk_i, .rst_ni, .enable_i,
      .estimate_i(estimate_o),
      .threshold_i(threshold_o),
      .hold_o,
      .quiescent_o(gate_quiescent)
  );

  // The gate has followed estimate and threshold, and the tuner the gate.
  assign follows     = hold_o == (estimate_o > threshold_o) && (throttled || !hold_o);
  assign quiescent_o = node_quiescent && estimator_quiescent && tuner_quiescent &&
                       gate_quiescent && follows;
  assign rests_o     = node_rests && estimator_rests && tuner_rests && !hold_o;

endmodule
