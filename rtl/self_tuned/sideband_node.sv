// SPDX-License-Identifier: Apache-2.0
// A router's part of the global gather: counts of full buffers and delivered flits, added up
// dimension by dimension until every node knows those of the network.
//
// Source: paper 004, Section 3.1. Contract: docs/reference/self_tuned/sideband_node.md.
// Timing: totals change with the clock that ends a gather. Links are looked at in the last cycle of
// a transfer.
// Cost: four words of flip-flops, a three-input adder per field, a multiplexer of the links.
// Not handled: nodes that are not in phase.
// lint-params: Dimensions=1 FullBits=4 DeliveredBits=4 CountBits=4 DeliveryBits=1
// lint-params: Dimensions=3 Pieces=3 CountBits=6 DeliveryBits=3
// lint-params: Dimensions=4 FullBits=20 DeliveredBits=24 Pieces=8 DeliveryBits=4
// lint-illegal: Dimensions=0
// lint-illegal: Dimensions=5
// lint-illegal: FullBits=21
// lint-illegal: DeliveredBits=3
// lint-illegal: CountBits=13
// lint-illegal: DeliveryBits=8
// lint-illegal: Pieces=9
// cost: 256 nodes Dimensions=2 FullBits=12 DeliveredBits=15
// cost: 256 nodes, narrow Dimensions=2 FullBits=12 DeliveredBits=15 Pieces=3
// cost: 8192 nodes Dimensions=4 FullBits=18 DeliveredBits=20 CountBits=6

module sideband_node #(
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
    localparam int unsigned DimensionBits = Dimensions == 1 ? 1 : $clog2(Dimensions),
    localparam int unsigned WordBits = FullBits + DeliveredBits,
    localparam int unsigned PieceBits = (WordBits + Pieces - 1) / Pieces,
    localparam int unsigned ShiftBits = Pieces * PieceBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Sum, totals, delivered flits.
    localparam int unsigned StateBits = 2 * WordBits + DeliveredBits,
    /// The words on their way.
    localparam int unsigned PipelineBits = 2 * ShiftBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                            clk_i,
    /// Asynchronous assert, active low.
    input  logic                            rst_ni,
    /// Low: everything takes its reset value, 0, at the clock.
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
    /// To the neighbours in the direction plus.
    output logic [PieceBits-1:0]            to_plus_o,
    /// To the neighbours in the direction minus.
    output logic [PieceBits-1:0]            to_minus_o,
    /// Full buffers of the network as the last gather began; saturates.
    output logic [FullBits-1:0]             total_full_o,
    /// Flits delivered in the gather before that; saturates.
    output logic [DeliveredBits-1:0]        total_delivered_o,
    /// Every register is 0: transfers of zeros change nothing.
    output logic                            rests_o,
    /// Always 1: nothing changes without an event.
    output logic                            quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]          formal_state_o
`endif
);

  if (Dimensions < 1 || Dimensions > 4) $fatal(1, "%m: Dimensions = %0d, legal 1-4", Dimensions);
  if (FullBits < 4 || FullBits > 20) $fatal(1, "%m: FullBits = %0d, legal 4-20", FullBits);
  if (DeliveredBits < 4 || DeliveredBits > 24)
    $fatal(1, "%m: DeliveredBits = %0d, legal 4-24", DeliveredBits);
  if (CountBits < 1 || CountBits > FullBits)
    $fatal(1, "%m: CountBits = %0d, legal 1-FullBits", CountBits);
  if (DeliveryBits < 1 || DeliveryBits > 7)
    $fatal(1, "%m: DeliveryBits = %0d, legal 1-7", DeliveryBits);
  if (Pieces < 1 || Pieces > 8) $fatal(1, "%m: Pieces = %0d, legal 1-8", Pieces);

  logic [ShiftBits-1:0]     up_q, up_d, down_q, down_d, shifted_up, shifted_down;
  logic [FullBits-1:0]      full_sum_q, total_full_q, full_sum;
  logic [DeliveredBits-1:0] delivered_sum_q, total_delivered_q, delivered_q, delivered_sum;

  // A word goes piece by piece, and the neighbour's takes its place.
  logic [PieceBits-1:0] from_minus, from_plus;
  logic [ShiftBits-1:0] piece_up, piece_down;
  always_comb begin : p_links
    from_minus = '0;
    from_plus  = '0;
    for (int d = 0; d < Dimensions; d++) begin
      from_minus = from_minus | (from_minus_i[d*PieceBits+:PieceBits] &
                                 {PieceBits{dimension_i == DimensionBits'(d)}});
      from_plus  = from_plus | (from_plus_i[d*PieceBits+:PieceBits] &
                                {PieceBits{dimension_i == DimensionBits'(d)}});
    end
    piece_up   = '0;
    piece_down = '0;
    piece_up[ShiftBits-1-:PieceBits]   = from_minus;
    piece_down[ShiftBits-1-:PieceBits] = from_plus;
  end
  assign shifted_up   = (up_q >> PieceBits) | piece_up;
  assign shifted_down = (down_q >> PieceBits) | piece_down;

  // Three saturating terms at most; their order does not matter.
  logic [FullBits+1:0]      full_wide;
  logic [DeliveredBits+1:0] delivered_wide;
  logic [WordBits-1:0]      other;
  assign other          = shifted_down[WordBits-1:0] & {WordBits{minus_counts_i}};
  assign full_wide      = {2'b00, full_sum_q} + {2'b00, shifted_up[WordBits-1:DeliveredBits]} +
                          {2'b00, other[WordBits-1:DeliveredBits]};
  assign delivered_wide = {2'b00, delivered_sum_q} + {2'b00, shifted_up[DeliveredBits-1:0]} +
                          {2'b00, other[DeliveredBits-1:0]};
  assign full_sum       = full_wide[FullBits-1:0] | {FullBits{|full_wide[FullBits+1:FullBits]}};
  assign delivered_sum  = delivered_wide[DeliveredBits-1:0] |
                          {DeliveredBits{|delivered_wide[DeliveredBits+1:DeliveredBits]}};

  // Flits of this gather, those of this clock included.
  localparam int unsigned CountedBits = DeliveredBits > DeliveryBits ? DeliveredBits + 1 :
                                        DeliveryBits + 1;
  logic [CountedBits-1:0]   counted, arrived;
  logic [DeliveredBits-1:0] delivered;
  assign arrived   = {{(CountedBits-DeliveryBits){1'b0}}, delivered_flits_i};
  assign counted   = {{(CountedBits-DeliveredBits){1'b0}}, delivered_q} +
                     (arrived & {CountedBits{delivered_valid_i}});
  assign delivered = counted[DeliveredBits-1:0] |
                     {DeliveredBits{|counted[CountedBits-1:DeliveredBits]}};

  logic                     ends_hop, ends_dimension, ends_gather;
  logic [FullBits-1:0]      own_full, next_full;
  logic [DeliveredBits-1:0] next_delivered;
  logic [ShiftBits-1:0]     fresh;
  assign ends_hop       = transfer_valid_i && hop_last_i;
  assign ends_dimension = ends_hop && dimension_last_i;
  assign ends_gather    = ends_dimension && gather_last_i;
  assign own_full       = FullBits'(full_count_i);
  assign next_full      = ends_gather ? own_full : full_sum;
  assign next_delivered = ends_gather ? delivered : delivered_sum;
  always_comb begin : p_fresh
    fresh = '0;
    fresh[WordBits-1:0] = {next_full, next_delivered};
  end
  assign up_d   = ends_dimension ? fresh : shifted_up;
  assign down_d = ends_dimension ? fresh : shifted_down;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {up_q, down_q}                            <= '0;
      {full_sum_q, delivered_sum_q}             <= '0;
      {total_full_q, total_delivered_q}         <= '0;
      delivered_q                               <= '0;
    end else if (!enable_i) begin
      {up_q, down_q}                            <= '0;
      {full_sum_q, delivered_sum_q}             <= '0;
      {total_full_q, total_delivered_q}         <= '0;
      delivered_q                               <= '0;
    end else begin
      delivered_q <= ends_gather ? '0 : delivered;
      if (transfer_valid_i) begin
        up_q   <= up_d;
        down_q <= down_d;
      end
      if (ends_hop) begin
        full_sum_q      <= next_full;
        delivered_sum_q <= next_delivered;
      end
      if (ends_gather) begin
        total_full_q      <= full_sum;
        total_delivered_q <= delivered_sum;
      end
    end
  end

  assign to_plus_o         = up_q[PieceBits-1:0];
  assign to_minus_o        = down_q[PieceBits-1:0];
  assign total_full_o      = total_full_q;
  assign total_delivered_o = total_delivered_q;
  assign rests_o           = {up_q, down_q, full_sum_q, delivered_sum_q, total_full_q,
                              total_delivered_q, delivered_q} == '0;
  assign quiescent_o       = 1'b1;

`ifdef FORMAL
  assign formal_state_o = {up_q, down_q, full_sum_q, delivered_sum_q, total_full_q,
                           total_delivered_q, delivered_q};
`endif

endmodule
