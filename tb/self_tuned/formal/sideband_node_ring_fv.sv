// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of a ring of sideband_node with its sideband_phase: after every gather all nodes show
// the same totals, and they are exactly what the nodes had as it began.
// wraps: sideband_node
// properties: asserts=6 covers=2
// proof: depth=1 Nodes=4 HopCycles=2
// proof: depth=1 Nodes=5 HopCycles=2
// proof: depth=1 Nodes=2 HopCycles=1
// proof: depth=1 Nodes=3 HopCycles=3
// bounded: depth=8 Nodes=6 HopCycles=2
// cover: depth=16 Nodes=4 HopCycles=2
// larger: a node looks at its two neighbours only; even and odd rings are proved, and rings of every
// larger: size to 64 are run in gather_test.cpp
// mutant TotalsExact: s/ & {WordBits{minus_counts_i}}//
// mutant WordsTravel: s/from_minus_i\[d/from_plus_i[d/
// mutant SumsExact: s/next_full      = ends_gather ? own_full/next_full = ends_gather ? total_full_q/
// mutant AllEqual: s/total_delivered_q <= delivered_sum;/total_delivered_q <= delivered_sum_q;/
// mutant NodesInPhase: @sideband_phase s/hop_last_q       <= ends_hop/hop_last_q <= ends_dimension/
// mutant GatherCyclesRight: @sideband_node_ring_fv s/4'(Cycles))/4'(Cycles + 1))/

module sideband_node_ring_fv #(
  parameter int unsigned Nodes = 4,
  parameter int unsigned HopCycles = 2,
  localparam int unsigned FullBits = 4,
  localparam int unsigned DeliveredBits = 5,
  localparam int unsigned CountBits = 2,
  localparam int unsigned WordBits = FullBits + DeliveredBits,
  localparam int unsigned StateBits = 4 * WordBits + DeliveredBits,
  localparam int unsigned Plus = Nodes / 2,
  localparam int unsigned Minus = (Nodes - 1) / 2,
  localparam int unsigned Cycles = Plus * HopCycles
) (
  input logic                       clk_i, rst_ni,
  input logic [Nodes*CountBits-1:0] full_count_i,
  input logic [Nodes-1:0]           delivered_valid_i
);

  logic        transfer_valid, hop_last, minus_counts, dimension, dimension_last, gather_last;
  logic [29:0] phase_state;
  sideband_phase #(.Dimensions(1), .GatherBits(4)) phase (
    .clk_i, .rst_ni, .enable_i(1'b1), .cfg_hop_cycles_i(4'(HopCycles)), .cfg_pieces_i(4'd1),
    .cfg_plus_hops_i(6'(Plus)), .cfg_minus_hops_i(6'(Minus)), .cfg_gather_cycles_i(4'(Cycles)),
    .cfg_tick_bits_i(4'd0), .cfg_gathers_i(5'd1), .transfer_valid_o(transfer_valid),
    .hop_last_o(hop_last), .minus_counts_o(minus_counts), .dimension_o(dimension),
    .dimension_last_o(dimension_last), .gather_last_o(gather_last), .totals_valid_o(),
    .period_last_o(), .tick_valid_o(), .quiescent_o(), .formal_state_o(phase_state)
  );

  logic [Nodes*WordBits-1:0]  to_plus, to_minus, totals;
  logic [Nodes*StateBits-1:0] states;
  for (genvar n = 0; n < Nodes; n++) begin : gen_node
    localparam int unsigned Below = (n + Nodes - 1) % Nodes;
    localparam int unsigned Above = (n + 1) % Nodes;
    sideband_node #(
      .Dimensions(1), .FullBits(FullBits), .DeliveredBits(DeliveredBits), .CountBits(CountBits)
    ) node (
      .clk_i, .rst_ni, .enable_i(1'b1), .transfer_valid_i(transfer_valid), .hop_last_i(hop_last),
      .minus_counts_i(minus_counts), .dimension_i(dimension), .dimension_last_i(dimension_last),
      .gather_last_i(gather_last), .from_minus_i(to_plus[Below*WordBits +: WordBits]),
      .from_plus_i(to_minus[Above*WordBits +: WordBits]),
      .full_count_i(full_count_i[n*CountBits +: CountBits]),
      .delivered_valid_i(delivered_valid_i[n]), .delivered_flits_i(1'b1),
      .to_plus_o(to_plus[n*WordBits +: WordBits]), .to_minus_o(to_minus[n*WordBits +: WordBits]),
      .total_full_o(totals[n*WordBits + DeliveredBits +: FullBits]),
      .total_delivered_o(totals[n*WordBits +: DeliveredBits]), .rests_o(), .quiescent_o(),
      .formal_state_o(states[n*StateBits +: StateBits])
    );
  end

  // What each node had as the gather began, what the ring had as the last one did, and the hops done.
  logic                          started;
  logic [Nodes*WordBits-1:0]     samples;
  logic [FullBits-1:0]           total_full;
  logic [DeliveredBits-1:0]      total_delivered;
  logic [5:0]                    hops;
  logic [Nodes*DeliveredBits-1:0] counting;
  initial started = 1'b0;

  function automatic logic [15:0] limit(input logic [15:0] value, input logic [15:0] most);
    limit = value > most ? most : value;
  endfunction

  logic [15:0] all_full, all_delivered;
  always_comb begin
    all_full      = '0;
    all_delivered = '0;
    for (int n = 0; n < Nodes; n++) begin
      all_full      = all_full + 16'(samples[n*WordBits + DeliveredBits +: FullBits]);
      all_delivered = all_delivered + 16'(samples[n*WordBits +: DeliveredBits]);
    end
  end

  always @(posedge clk_i) begin
    started <= 1'b1;
    if (!rst_ni) begin
      samples         <= '0;
      total_full      <= '0;
      total_delivered <= '0;
      hops            <= '0;
    end else if (gather_last) begin
      hops            <= '0;
      total_full      <= FullBits'(limit(all_full, 16'd15));
      total_delivered <= DeliveredBits'(limit(all_delivered, 16'd31));
      for (int n = 0; n < Nodes; n++)
        samples[n*WordBits +: WordBits] <= {{(FullBits-CountBits){1'b0}},
            full_count_i[n*CountBits +: CountBits],
            DeliveredBits'(limit(16'(counting[n*DeliveredBits +: DeliveredBits]) +
                                 16'(delivered_valid_i[n]), 16'd31))};
    end else if (hop_last) begin
      hops <= hops + 6'd1;
    end
  end

  // Node n after h hops: the word of the node h below goes up, that of h above goes down.
  logic        travels, adds, equal;
  logic [15:0] part_full, part_delivered;
  logic [StateBits-1:0] state;
  always_comb begin
    travels = 1'b1;
    adds    = 1'b1;
    equal   = 1'b1;
    for (int n = 0; n < Nodes; n++) begin
      state = states[n*StateBits +: StateBits];
      counting[n*DeliveredBits +: DeliveredBits] = state[DeliveredBits-1:0];
      if (totals[n*WordBits +: WordBits] != totals[WordBits-1:0]) equal = 1'b0;
      part_full      = '0;
      part_delivered = '0;
      for (int h = 0; h < Plus; h++) begin
        if (32'(hops) == h)
          travels = travels &&
              state[StateBits-1 -: WordBits] ==
                  samples[((n + Nodes - h) % Nodes)*WordBits +: WordBits] &&
              state[StateBits-1-WordBits -: WordBits] ==
                  samples[((n + h) % Nodes)*WordBits +: WordBits];
        if (h <= 32'(hops)) begin
          part_full = part_full +
              16'(samples[((n + Nodes - h) % Nodes)*WordBits + DeliveredBits +: FullBits]);
          part_delivered = part_delivered +
              16'(samples[((n + Nodes - h) % Nodes)*WordBits +: DeliveredBits]);
          if (h != 0 && h <= Minus) begin
            part_full = part_full +
                16'(samples[((n + h) % Nodes)*WordBits + DeliveredBits +: FullBits]);
            part_delivered = part_delivered +
                16'(samples[((n + h) % Nodes)*WordBits +: DeliveredBits]);
          end
        end
      end
      if (state[2*WordBits+DeliveredBits-1 -: WordBits] !=
          {FullBits'(limit(part_full, 16'd15)), DeliveredBits'(limit(part_delivered, 16'd31))})
        adds = 1'b0;
    end
  end

  // The phases' counters are a cycle ahead of what the nodes see.
  logic [3:0] transfer;
  logic [5:0] hop;
  logic       in_phase, p_ended;
  assign transfer = phase_state[29:26];
  assign hop      = phase_state[22:17];
  logic [2:0] piece;
  logic [3:0] ticks;
  assign piece = phase_state[25:23];
  assign ticks = phase_state[12:9];
  assign in_phase = piece == '0 && transfer_valid == hop_last && dimension_last == gather_last &&
      (hop_last || !gather_last) && 32'(hops) < Plus && 32'(hop) < Plus &&
      32'(transfer) < HopCycles && 32'(ticks) == 32'(hop) * HopCycles + 32'(transfer) &&
      (hop_last ? transfer == '0 && minus_counts == (32'(hops) < Minus) &&
                  gather_last == (32'(hops) == Plus - 1) &&
                  32'(hop) == (gather_last ? 0 : 32'(hops) + 1)
                : hop == hops);
  assign p_ended = phase_state[8];

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      NodesInPhase: assert (in_phase);
      WordsTravel: assert (travels);
      SumsExact: assert (adds);
      TotalsExact: assert (totals[WordBits-1:0] == {total_full, total_delivered});
      AllEqual: assert (equal);
    end
    Gathered: cover (started && total_full > 4'd6 && total_delivered > 5'd4 && hops == '0);
    InBetween: cover (started && hops != '0 && p_ended);
  end

endmodule
