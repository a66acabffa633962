// SPDX-License-Identifier: Apache-2.0
// What the side-band does in this cycle: transfers, hops, dimensions, gathers, tuning periods.
//
// Source: paper 004, Section 3.1 (dimension-wise aggregation).
// Contract: docs/reference/self_tuned/sideband_phase.md.
// Timing: outputs are registers, a cycle behind the counters, which all begin with the reset.
// Cost: one for a whole chip: six small counters with comparators.
// Never quiescent: it counts.
// Not handled: cfg_* that change while enabled.
// lint-params: Dimensions=1 GatherBits=4
// lint-params: Dimensions=3 GatherBits=10
// lint-params: Dimensions=4 GatherBits=15
// lint-illegal: Dimensions=0
// lint-illegal: Dimensions=5
// lint-illegal: GatherBits=3
// lint-illegal: GatherBits=16
// cost: 256 nodes Dimensions=2 GatherBits=8
// cost: 8192 nodes Dimensions=4 GatherBits=10

module sideband_phase #(
    /// Dimensions of the network, 1-4.
    parameter int unsigned Dimensions = 2,
    /// Width of a gather's length, 4-15.
    parameter int unsigned GatherBits = 8,
    localparam int unsigned DimensionBits = Dimensions == 1 ? 1 : $clog2(Dimensions),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Counters of cycles, pieces, hops, dimensions, gathers; the ticks' phase.
    localparam int unsigned StateBits = 17 + $clog2(Dimensions) + GatherBits,
    /// The outputs, and the end of a period on its way.
    localparam int unsigned PipelineBits = 9 + $clog2(Dimensions),
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                     clk_i,
    /// Asynchronous assert, active low.
    input  logic                     rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                     enable_i,
    /// Cycles of a transfer to a neighbour, at least 1.
    input  logic [3:0]               cfg_hop_cycles_i,
    /// Transfers of a word, 1 to 8.
    input  logic [3:0]               cfg_pieces_i,
    /// Hops of a dimension, at least 1.
    input  logic [Dimensions*6-1:0]  cfg_plus_hops_i,
    /// Of them those in which the word from the plus neighbour counts.
    input  logic [Dimensions*6-1:0]  cfg_minus_hops_i,
    /// Cycles of a gather.
    input  logic [GatherBits-1:0]    cfg_gather_cycles_i,
    /// A gather has 2^this ticks, at most one a cycle.
    input  logic [3:0]               cfg_tick_bits_i,
    /// Gathers of a tuning period, 1 to 16.
    input  logic [4:0]               cfg_gathers_i,
    /// The last cycle of a transfer.
    output logic                     transfer_valid_o,
    /// It ends a hop.
    output logic                     hop_last_o,
    /// In this hop the word from the plus neighbour counts.
    output logic                     minus_counts_o,
    /// The dimension at work.
    output logic [DimensionBits-1:0] dimension_o,
    /// The transfer ends a dimension.
    output logic                     dimension_last_o,
    /// And a gather.
    output logic                     gather_last_o,
    /// First cycle after a gather.
    output logic                     totals_valid_o,
    /// The gather was the last of a period.
    output logic                     period_last_o,
    /// The estimate moves by a tick.
    output logic                     tick_valid_o,
    /// Always 0.
    output logic                     quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]   formal_state_o
`endif
);

  if (Dimensions < 1 || Dimensions > 4) $fatal(1, "%m: Dimensions = %0d, legal 1-4", Dimensions);
  if (GatherBits < 4 || GatherBits > 15) $fatal(1, "%m: GatherBits = %0d, legal 4-15", GatherBits);

  logic [3:0]               transfer_q, gather_q;
  logic [2:0]               piece_q;
  logic [5:0]               hop_q, plus_hops, minus_hops;
  logic [DimensionBits-1:0] position;
  logic                     last_position;

  // Each counter is at its last value.
  logic [3:0] next_transfer, next_piece;
  logic [4:0] next_gather;
  logic [5:0] next_hop;
  logic       ends_transfer, ends_hop, ends_dimension, ends_gather, ends_period;
  assign next_transfer = transfer_q + 4'd1;
  assign next_piece    = {1'b0, piece_q} + 4'd1;
  assign next_gather   = {1'b0, gather_q} + 5'd1;
  assign next_hop      = hop_q + 6'd1;
  always_comb begin : p_hops
    plus_hops  = '0;
    minus_hops = '0;
    for (int d = 0; d < Dimensions; d++)
      if (position == DimensionBits'(d)) begin
        plus_hops  = cfg_plus_hops_i[d*6+:6];
        minus_hops = cfg_minus_hops_i[d*6+:6];
      end
  end
  assign ends_transfer  = next_transfer == cfg_hop_cycles_i;
  assign ends_hop       = ends_transfer && next_piece == cfg_pieces_i;
  assign ends_dimension = ends_hop && next_hop == plus_hops;
  assign ends_gather    = ends_dimension && last_position;
  assign ends_period    = ends_gather && next_gather == cfg_gathers_i;

  // Bresenham: 2^tick_bits ticks in the cycles of a gather, as evenly as may be.
  logic [GatherBits-1:0] phase_q, phase_d, over;
  logic [GatherBits:0]   step, advanced;
  logic                  ticks;
  assign step     = {{GatherBits{1'b0}}, 1'b1} << cfg_tick_bits_i;
  assign advanced = {1'b0, phase_q} + step;
  assign over     = advanced[GatherBits-1:0] - cfg_gather_cycles_i;
  assign ticks    = advanced >= {1'b0, cfg_gather_cycles_i};
  assign phase_d  = ticks ? over : advanced[GatherBits-1:0];

  logic transfer_valid_q, hop_last_q, minus_counts_q, dimension_last_q, gather_last_q;
  logic period_ends_q, totals_valid_q, period_last_q, tick_valid_q;
  assign transfer_valid_o = transfer_valid_q;
  assign hop_last_o       = hop_last_q;
  assign minus_counts_o   = minus_counts_q;
  assign dimension_last_o = dimension_last_q;
  assign gather_last_o    = gather_last_q;
  assign totals_valid_o   = totals_valid_q;
  assign period_last_o    = period_last_q;
  assign tick_valid_o     = tick_valid_q;
  assign quiescent_o      = 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {transfer_q, piece_q, hop_q, gather_q}                       <= '0;
      phase_q                                                      <= '0;
      {transfer_valid_q, hop_last_q, minus_counts_q, tick_valid_q} <= '0;
      {dimension_last_q, gather_last_q, period_ends_q}             <= '0;
      {totals_valid_q, period_last_q}                              <= '0;
    end else if (!enable_i) begin
      {transfer_q, piece_q, hop_q, gather_q}                       <= '0;
      phase_q                                                      <= '0;
      {transfer_valid_q, hop_last_q, minus_counts_q, tick_valid_q} <= '0;
      {dimension_last_q, gather_last_q, period_ends_q}             <= '0;
      {totals_valid_q, period_last_q}                              <= '0;
    end else begin
      transfer_q <= ends_transfer ? '0 : next_transfer;
      phase_q    <= phase_d;
      if (ends_transfer) piece_q <= ends_hop ? '0 : next_piece[2:0];
      if (ends_hop) hop_q <= ends_dimension ? '0 : next_hop;
      if (ends_gather) gather_q <= ends_period ? '0 : next_gather[3:0];
      transfer_valid_q <= ends_transfer;
      hop_last_q       <= ends_hop;
      minus_counts_q   <= hop_q < minus_hops;
      dimension_last_q <= ends_dimension;
      gather_last_q    <= ends_gather;
      period_ends_q    <= ends_period;
      totals_valid_q   <= gather_last_q;
      period_last_q    <= period_ends_q;
      tick_valid_q     <= ticks;
    end
  end

  if (Dimensions == 1) begin : gen_line
    assign position      = '0;
    assign last_position = 1'b1;
    assign dimension_o   = '0;
`ifdef FORMAL
    assign formal_state_o = {transfer_q, piece_q, hop_q, gather_q, phase_q, transfer_valid_q,
                             hop_last_q, minus_counts_q, dimension_last_q, gather_last_q,
                             period_ends_q, totals_valid_q, period_last_q, tick_valid_q};
`endif
  end else begin : gen_position
    logic [DimensionBits-1:0] position_q, position_d, dimension_q;
    assign position      = position_q;
    assign last_position = position_q == DimensionBits'(Dimensions - 1);
    assign position_d    = last_position ? '0 : position_q + DimensionBits'(1);
    assign dimension_o   = dimension_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_position
      if (!rst_ni) begin
        {position_q, dimension_q} <= '0;
      end else if (!enable_i) begin
        {position_q, dimension_q} <= '0;
      end else begin
        dimension_q <= position_q;
        if (ends_dimension) position_q <= position_d;
      end
    end
`ifdef FORMAL
    assign formal_state_o = {transfer_q, piece_q, hop_q, gather_q, phase_q, transfer_valid_q,
                             hop_last_q, minus_counts_q, dimension_last_q, gather_last_q,
                             period_ends_q, totals_valid_q, period_last_q, tick_valid_q,
                             position_q, dimension_q};
`endif
  end

`ifndef SYNTHESIS
  // The configured length of a gather is that of its hops.
  logic [7:0]  all_hops;
  logic [15:0] cycles_of_hops;
  always_comb begin : p_all_hops
    all_hops = '0;
    for (int d = 0; d < Dimensions; d++) all_hops = all_hops + {2'b00, cfg_plus_hops_i[d*6+:6]};
    cycles_of_hops = {8'd0, all_hops} * {8'd0, {4'd0, cfg_hop_cycles_i} * {4'd0, cfg_pieces_i}};
  end
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) GatherCyclesRight: assert (16'(cfg_gather_cycles_i) == cycles_of_hops);
  end
`endif

endmodule
