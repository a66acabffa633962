// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of sideband_phase: every counter and output as the page reads, in the order cycle,
// piece, hop, dimension, gather.
// properties: asserts=14 covers=4
// proof: depth=1 Dimensions=2 GatherBits=6
// proof: depth=1 Dimensions=1 GatherBits=6
// proof: depth=1 Dimensions=3 GatherBits=6
// bounded: depth=6 Dimensions=4 GatherBits=15
// cover: depth=20 Dimensions=2 GatherBits=6
// larger: GatherBits is the width of an adder; dimensions differ in the hops that are selected
// assumed: cfg_* change only while disabled, 2^tick_bits <= g; that g is that of the hops is asserted in the unit and
// assumed: assumed here, for it is the user's to see to
// mutant CyclesExact: s/transfer_q <= ends_transfer ? '0/transfer_q <= ends_hop ? '0/
// mutant PiecesExact: s/piece_q <= ends_hop ? '0 :/piece_q <=/
// mutant HopsExact: s/hop_q <= ends_dimension ? '0/hop_q <= ends_gather ? '0/
// mutant PositionExact: Dimensions=3 s/last_position ? .0 : position_q + DimensionBits.(1)/position_q + DimensionBits'(1)/
// mutant GathersExact: s/gather_q <= ends_period ? '0/gather_q <= 0 ? '0/
// mutant TicksExact: s/ticks ? over/ticks ? '0/
// mutant TicksExact: s/advanced >= {1'b0, cfg/advanced > {1'b0, cfg/
// mutant EndsExact: s/gather_last_q    <= ends_gather/gather_last_q <= ends_dimension/
// mutant EndsExact: s/minus_counts_q   <= hop_q < minus_hops/minus_counts_q <= hop_q <= minus_hops/
// mutant TotalsFollow: s/period_last_q    <= period_ends_q/period_last_q <= ends_period/
// mutant EndsNested: s/ends_gather    = ends_dimension \&\& last_position/ends_gather = last_position/
// mutant DisabledIsReset: s/else if (!enable_i) begin$/else if (0) begin/
// mutant NeverQuiescent: s/quiescent_o      = 1'b0/quiescent_o = 1'b1/
// mutant CountersBelow: s/hop_q <= ends_dimension ? .0/hop_q <= ends_gather ? '0/
// mutant AntipodeOnce: s/hop_q < minus_hops/1'b1/
// mutant GatherCyclesRight: @sideband_phase_fv s/assume (lengths_agree);//

module sideband_phase_fv #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned GatherBits = 6,
  localparam int unsigned PositionBits = $clog2(Dimensions),
  localparam int unsigned DimensionBits = Dimensions == 1 ? 1 : $clog2(Dimensions),
  localparam int unsigned StorageBits = 26 + 2 * PositionBits + GatherBits,
  localparam int unsigned CfgBits = 17 + 12 * Dimensions + GatherBits
) (
  input logic                    clk_i, rst_ni, enable_i,
  input logic [3:0]              cfg_hop_cycles_i, cfg_pieces_i, cfg_tick_bits_i,
  input logic [Dimensions*6-1:0] cfg_plus_hops_i, cfg_minus_hops_i,
  input logic [GatherBits-1:0]   cfg_gather_cycles_i,
  input logic [4:0]              cfg_gathers_i
);

  logic                     transfer_valid, hop_last, minus_counts, dimension_last, gather_last;
  logic                     totals_valid, period_last, tick_valid, quiescent;
  logic [DimensionBits-1:0] dimension;
  logic [StorageBits-1:0]   registers, last_registers;
  sideband_phase #(.Dimensions(Dimensions), .GatherBits(GatherBits)) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_hop_cycles_i, .cfg_pieces_i, .cfg_plus_hops_i,
    .cfg_minus_hops_i, .cfg_gather_cycles_i, .cfg_tick_bits_i, .cfg_gathers_i,
    .transfer_valid_o(transfer_valid), .hop_last_o(hop_last), .minus_counts_o(minus_counts),
    .dimension_o(dimension), .dimension_last_o(dimension_last), .gather_last_o(gather_last),
    .totals_valid_o(totals_valid), .period_last_o(period_last), .tick_valid_o(tick_valid),
    .quiescent_o(quiescent), .formal_state_o(registers)
  );

  // Counters, in the widest form; a single dimension has no position.
  logic [3:0]            transfer, gather, o_transfer, o_gather;
  logic [2:0]            piece, o_piece;
  logic [5:0]            hop, o_hop;
  logic [GatherBits-1:0] phase, o_phase;
  logic [8:0]            outputs, o_outputs;
  logic [1:0]            position, o_position;
  localparam int unsigned Low = 2 * PositionBits;
  assign {transfer, piece, hop, gather, phase, outputs} = registers[StorageBits-1:Low];
  assign {o_transfer, o_piece, o_hop, o_gather, o_phase, o_outputs} =
      last_registers[StorageBits-1:Low];
  if (Dimensions == 1) begin : gen_one
    assign position   = '0;
    assign o_position = '0;
  end else begin : gen_more
    assign position   = 2'(registers[Low-1:PositionBits]);
    assign o_position = 2'(last_registers[Low-1:PositionBits]);
  end

  logic               started, was_started, i_enable;
  logic [CfgBits-1:0] cfg, i_cfg;
  initial {started, was_started} = '0;
  assign cfg = {cfg_hop_cycles_i, cfg_pieces_i, cfg_plus_hops_i, cfg_minus_hops_i,
                cfg_gather_cycles_i, cfg_tick_bits_i, cfg_gathers_i};
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    i_enable       <= enable_i;
    i_cfg          <= cfg;
    last_registers <= registers;
  end

  // What ended in the clock before, by the registers before it.
  logic [5:0]          plus_hops, minus_hops;
  logic                e_transfer, e_hop, e_dimension, e_gather, e_period, ticks;
  logic [GatherBits+15:0] advanced;
  always_comb begin
    plus_hops  = cfg_plus_hops_i[o_position*6 +: 6];
    minus_hops = cfg_minus_hops_i[o_position*6 +: 6];
    e_transfer  = {1'b0, o_transfer} + 5'd1 == {1'b0, cfg_hop_cycles_i};
    e_hop       = e_transfer && {2'b0, o_piece} + 5'd1 == {1'b0, cfg_pieces_i};
    e_dimension = e_hop && {1'b0, o_hop} + 7'd1 == {1'b0, plus_hops};
    e_gather    = e_dimension && 32'(o_position) == Dimensions - 1;
    e_period    = e_gather && {1'b0, o_gather} + 5'd1 == cfg_gathers_i;
    advanced    = {16'd0, o_phase} + ({{(GatherBits+15){1'b0}}, 1'b1} << cfg_tick_bits_i);
    ticks       = advanced >= {16'd0, cfg_gather_cycles_i};
  end

  // Legal levels, and counters below them: what a run from reset keeps.
  logic        legal, below, lengths_agree;
  logic [7:0]  all_hops;
  logic [15:0] product;
  always_comb begin
    legal = cfg_hop_cycles_i != '0 && cfg_pieces_i != '0 && cfg_pieces_i <= 4'd8 &&
            cfg_gathers_i != '0 && cfg_gathers_i <= 5'd16 &&
            ({{(GatherBits+15){1'b0}}, 1'b1} << cfg_tick_bits_i) <= {16'd0, cfg_gather_cycles_i};
    for (int d = 0; d < Dimensions; d++)
      legal = legal && cfg_plus_hops_i[d*6 +: 6] != '0 &&
              cfg_minus_hops_i[d*6 +: 6] <= cfg_plus_hops_i[d*6 +: 6];
    below = transfer < cfg_hop_cycles_i && {1'b0, piece} < cfg_pieces_i &&
            hop < cfg_plus_hops_i[position*6 +: 6] && {1'b0, gather} < cfg_gathers_i &&
            32'(position) < Dimensions && phase < cfg_gather_cycles_i;
    all_hops      = '0;
    for (int d = 0; d < Dimensions; d++) all_hops = all_hops + {2'b00, cfg_plus_hops_i[d*6 +: 6]};
    product       = {8'd0, all_hops} * {8'd0, {4'd0, cfg_hop_cycles_i} * {4'd0, cfg_pieces_i}};
    lengths_agree = 16'(cfg_gather_cycles_i) == product;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (legal);
    assume (lengths_agree);
    if (was_started && i_enable) assume (cfg == i_cfg);
    NeverQuiescent: assert (!quiescent);
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      CyclesExact: assert (!i_enable || transfer == (e_transfer ? '0 : o_transfer + 4'd1));
      PiecesExact: assert (!i_enable ||
          piece == (e_hop ? '0 : e_transfer ? o_piece + 3'd1 : o_piece));
      HopsExact: assert (!i_enable || hop == (e_dimension ? '0 : e_hop ? o_hop + 6'd1 : o_hop));
      PositionExact: assert (!i_enable ||
          position == (e_gather ? '0 : e_dimension ? o_position + 2'd1 : o_position));
      GathersExact: assert (!i_enable ||
          gather == (e_period ? '0 : e_gather ? o_gather + 4'd1 : o_gather));
      TicksExact: assert (!i_enable || (tick_valid == ticks && {16'd0, phase} == advanced -
          (ticks ? {16'd0, cfg_gather_cycles_i} : '0)));
      EndsExact: assert (!i_enable || ({transfer_valid, hop_last, dimension_last, gather_last} ==
          {e_transfer, e_hop, e_dimension, e_gather} && minus_counts == (o_hop < minus_hops) &&
          dimension == DimensionBits'(o_position)));
      TotalsFollow: assert (!i_enable ||
          {totals_valid, period_last} == {o_outputs[4], o_outputs[3]});
      // In an even ring's last hop, which the direction plus alone has, the other does not count.
      AntipodeOnce: assert (!i_enable || !dimension_last ||
          cfg_minus_hops_i[o_position*6 +: 6] >= plus_hops || !minus_counts);
    end
    if (started) begin
      EndsNested: assert ((!hop_last || transfer_valid) && (!dimension_last || hop_last) &&
          (!gather_last || dimension_last));
      CountersBelow: assert (below);
    end
    Period: cover (was_started && period_last && cfg_gathers_i == 5'd2);
    Pieces: cover (was_started && hop_last && cfg_pieces_i == 4'd2);
    Antipode: cover (was_started && dimension_last && !minus_counts);
    NoTick: cover (was_started && i_enable && !tick_valid);
  end

endmodule
