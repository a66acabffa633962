// SPDX-License-Identifier: Apache-2.0
// Second part of a picker: the number of the requester to pick, total * word / 65536.
//
// Contract:   docs/reference/cbcm/shared_sampler.md (a look: the pick number)
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  part of picker: a total, its random word and the counts that go with them
// Latency:    2 active clocks: rows of the product, then their sum
// Parameters: Radix 4-64, Vcs 1-16: a multiplication of 16 by clog2(Radix*Vcs+1) bits.
// Not handled: a total of 0.
//
// Between the clocks the product is held as two rows, carries saved.
//
// lint-params: Radix=4 Vcs=1
// lint-params: Radix=22 Vcs=3
// lint-params: Radix=64 Vcs=16
// lint-illegal: Radix=65
// lint-illegal: Vcs=17

module pick_number #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels that may be sampled.
  parameter int unsigned Vcs = 4,
  localparam int unsigned CountBits = Radix * $clog2(Vcs + 1),
  localparam int unsigned TotalBits = $clog2(Radix * Vcs + 1),
  localparam int unsigned RestBits  = $clog2(Radix * Vcs)
) (
  /// Clock, rising edge.
  input  logic                  clk_i,
  /// Asynchronous reset, active low.
  input  logic                  rst_ni,
  /// Low: every register is cleared.
  input  logic                  enable_i,
  /// The pipeline advances.
  input  logic                  active_i,
  /// There is a look at the input.
  input  logic                  valid_i,
  /// There was one in the last clock.
  input  logic                  multiplied_i,
  /// Requesters per output.
  input  logic [CountBits-1:0]  counts_i,
  /// Random fraction of the requesters, in 65536ths.
  input  logic [15:0]           word_i,
  /// Requesters of the lane.
  input  logic [TotalBits-1:0]  total_i,
  /// Requesters per output, one clock before `rest_o`.
  output logic [CountBits-1:0]  early_counts_o,
  /// Requesters per output.
  output logic [CountBits-1:0]  counts_o,
  /// Number of the pick, counted from 0.
  output logic [RestBits-1:0]   rest_o
`ifdef FORMAL
  ,
  /// Sum of the two rows / 65536, from the columns held.
  output logic [RestBits-1:0]   formal_rows_sum_o
`endif
);

  // Of the two rows, the columns that reach bit 16: the lowest hold one bit and cannot carry.
  localparam int unsigned Layers      = cbcm_pkg::row_layers(TotalBits);
  localparam int unsigned CarryBits   = 15 - Layers;
  localparam int unsigned RowBits     = CarryBits + RestBits;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 0;
  localparam int unsigned PipelineBits =
      CountBits + 2 * RowBits + CountBits + RestBits;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);

  // The product as two rows: each layer turns three rows into their sums and carries.
  function automatic logic [2*RowBits-1:0] product_rows(input logic [15:0] word,
                                                        input logic [TotalBits-1:0] total);
    logic [12*32-1:0] rows, next;
    logic [31:0] a, b, c;
    rows = '0;
    a    = '0;
    b    = '0;
    c    = '0;
    for (int i = 0; i < TotalBits; i++) rows[i*32 +: 32] = {32{total[i]}} & (32'(word) << i);
    for (int layer = 0; layer < Layers; layer++) begin
      next = '0;
      for (int t = 0; t < 4; t++) begin
        a = rows[(3*t)*32 +: 32];
        b = rows[(3*t+1)*32 +: 32];
        c = rows[(3*t+2)*32 +: 32];
        if (3*t + 3 <= cbcm_pkg::rows_left(TotalBits, layer)) begin
          next[(2*t)*32 +: 32]   = a ^ b ^ c;
          next[(2*t+1)*32 +: 32] = ((a & b) | (a & c) | (b & c)) << 1;
        end else if (3*t < cbcm_pkg::rows_left(TotalBits, layer)) begin
          next[(2*t)*32 +: 64] = {b, a};
        end
      end
      rows = next;
    end
    product_rows = {rows[32+Layers+1 +: RowBits], rows[Layers+1 +: RowBits]};
  endfunction

  // The product / 65536: a prefix tree for the carry from below, which selects between two sums.
  function automatic logic [RestBits-1:0] joined(input logic [2*RowBits-1:0] rows);
    logic [RowBits-1:0] a, b;
    logic [CarryBits-1:0] carry, through;
    {a, b}  = rows;
    carry   = CarryBits'(a & b);
    through = CarryBits'(a | b);
    for (int reach = 1; reach < CarryBits; reach = 2 * reach) begin
      carry   = carry | (through & (carry << reach));
      through = through & (through << reach);
    end
    joined = a[RowBits-1 -: RestBits] + b[RowBits-1 -: RestBits];
    if (carry[CarryBits-1]) joined = joined + 1'b1;
  endfunction

  logic [CountBits-1:0] counts_q;
  logic [RestBits-1:0]  rest_q;
  assign counts_o = counts_q;
  assign rest_o   = rest_q;

  logic [CountBits-1:0] first_counts_q;
  logic [2*RowBits-1:0] rows_q;
  assign early_counts_o = first_counts_q;
`ifdef FORMAL
  logic [RowBits-1:0] formal_sum;
  assign formal_sum        = rows_q[RowBits-1:0] + rows_q[2*RowBits-1:RowBits];
  assign formal_rows_sum_o = formal_sum[RowBits-1 -: RestBits];
`endif
  always_ff @(posedge clk_i or negedge rst_ni) begin : products
    if (!rst_ni) begin
      {first_counts_q, rows_q} <= '0;
    end else if (!enable_i) begin
      {first_counts_q, rows_q} <= '0;
    end else if (active_i && valid_i) begin
      first_counts_q <= counts_i;
      rows_q         <= product_rows(word_i, total_i);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin : number
    if (!rst_ni) begin
      {counts_q, rest_q} <= '0;
    end else if (!enable_i) begin
      {counts_q, rest_q} <= '0;
    end else if (active_i && multiplied_i) begin
      counts_q <= first_counts_q;
      rest_q   <= joined(rows_q);
    end
  end

endmodule
