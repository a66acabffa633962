// SPDX-License-Identifier: Apache-2.0
// Size of a reservation in cycles: flits times inflation, rounded up, in three clocks.
//
// Source: SRP paper, Section 6.6. Contract: docs/reference/srp/reservation_scheduler.md, size.
// Timing: the size is shown three clocks after start_i, for one clock, in two parts. Digits of the
// flits are taken in the order 6, 6, 4 bits, the first in the clock of start_i.
// Cost: six rows of 18 bits, added without carry; two adders of 12 bits. No multiplier of 16 by 18.
// Not handled: start_i before the clock of done_o; an inflation that changes meanwhile.

module inflated_size #(
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// No state.
    localparam int unsigned StateBits = 0,
    /// The step; the flits' other bits; the size so far, its carry.
    localparam int unsigned PipelineBits = 2 + 10 + 18 + 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                   enable_i,
    /// A size is wanted; not while busy_o is 1.
    input  logic                   start_i,
    /// The flits.
    input  logic [SizeBits-1:0]    flits_i,
    /// 1 + epsilon, 2.16 fixed point.
    input  logic [17:0]            inflation_i,
    /// A size is being worked out, or shown.
    output logic                   busy_o,
    /// It is shown: size_o + 256 * carry_o.
    output logic                   done_o,
    /// Most of it.
    output logic [17:0]            size_o,
    /// The carry that is still to be added.
    output logic                   carry_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] state_o
`endif
);

  logic [1:0]       step_q, step_d;
  logic [9:0]       flits_q, flits_d;
  logic [17:0]      size_q, size_d;
  logic             carry_q, carry_d, last, goes;
  logic [5:0]       digit;
  logic [23:0]      sum, round;
  logic             unused;
  logic [11:0]      high;
  logic [12:0]      low;
  logic [6*24-1:0]  row;
  logic [23:0]      a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, d0, d1;

  function automatic logic [23:0] odd(input logic [23:0] a, input logic [23:0] b,
                                      input logic [23:0] c);
    odd = a ^ b ^ c;
  endfunction
  function automatic logic [23:0] twice(input logic [23:0] a, input logic [23:0] b,
                                        input logic [23:0] c);
    twice = ((a & b) | (a & c) | (b & c)) << 1;
  endfunction

  // The register is 0 while idle.
  assign digit = flits_q[5:0] | (flits_i[5:0] & {6{step_q == 2'd0}});
  assign last  = step_q == 2'd2;
  // Rounds up: all bits that will be cut off are added, and the carry of the step before.
  assign round = {17'd0, carry_q, last ? 6'h0F : 6'h3F};

  // Eight rows become six, four, three, two.
  always_comb begin : p_rows
    for (int b = 0; b < 6; b++) row[b*24+:24] = digit[b] ? 24'(inflation_i) << b : 24'd0;
  end
  assign a0 = odd(row[0+:24], row[24+:24], row[48+:24]);
  assign a1 = twice(row[0+:24], row[24+:24], row[48+:24]);
  assign a2 = odd(row[72+:24], row[96+:24], row[120+:24]);
  assign a3 = twice(row[72+:24], row[96+:24], row[120+:24]);
  assign b0 = odd(a0, a1, a2);
  assign b1 = twice(a0, a1, a2);
  assign b2 = odd(a3, 24'(size_q), round);
  assign b3 = twice(a3, 24'(size_q), round);
  assign c0 = odd(b0, b1, b2);
  assign c1 = twice(b0, b1, b2);
  assign d0 = odd(c0, c1, b3);
  assign d1 = twice(c0, c1, b3);
  // Their sum in halves; the carry between them waits for the next step.
  assign low   = {1'b0, d0[11:0]} + {1'b0, d1[11:0]};
  assign high  = d0[23:12] + d1[23:12];
  assign sum    = {high, low[11:0]};
  assign unused = ^sum[3:0];

  assign goes    = enable_i && (start_i || (step_q != 2'd0 && step_q != 2'd3));
  assign step_d  = goes ? step_q + 2'd1 : 2'd0;
  assign flits_d = {10{goes && !last}} & (step_q == 2'd0 ? flits_i[15:6] : {6'd0, flits_q[9:6]});
  assign size_d  = {18{goes}} & (last ? sum[21:4] : sum[23:6]);
  assign carry_d = goes && low[12];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {step_q, flits_q, size_q, carry_q} <= '0;
    end else begin
      step_q  <= step_d;
      flits_q <= flits_d;
      size_q  <= size_d;
      carry_q <= carry_d;
    end
  end

  assign busy_o  = step_q != 2'd0;
  assign done_o  = step_q == 2'd3;
  assign size_o  = size_q;
  assign carry_o = carry_q;
`ifdef FORMAL
  assign state_o = {step_q, flits_q, size_q, carry_q};
`endif

endmodule
