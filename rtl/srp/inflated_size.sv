// SPDX-License-Identifier: Apache-2.0
// Size of a reservation in cycles: flits times inflation, rounded up, in four clocks.
//
// Source: SRP paper, Section 6.6. Contract: docs/reference/srp/reservation_scheduler.md, size.
// Timing: the size is shown four clocks after start_i, for one clock, in two parts. Digits of the
// flits are taken by fours, the lowest in the clock of start_i.
// Cost: four rows of 18 bits, added without carry; two adders of 12 bits. No multiplier of 16 by 18.
// Not handled: start_i before the clock of done_o; an inflation that changes meanwhile.

module inflated_size #(
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// No state.
    localparam int unsigned StateBits = 0,
    /// The step; the flits' other bits; the size so far, its carry.
    localparam int unsigned PipelineBits = 3 + 12 + 18 + 1,
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
    /// It is shown: size_o + 128 * carry_o.
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

  logic [2:0]       step_q, step_d;
  logic [11:0]      flits_q, flits_d;
  logic [17:0]      size_q, size_d;
  logic             carry_q, carry_d, goes;
  logic [3:0]       digit;
  logic [21:0]      sum, round;
  logic             unused;
  logic [10:0]      high;
  logic [11:0]      low;
  logic [4*22-1:0]  row;
  logic [21:0]      a0, a1, a2, a3, b0, b1, c0, c1;

  function automatic logic [21:0] odd(input logic [21:0] a, input logic [21:0] b,
                                      input logic [21:0] c);
    odd = a ^ b ^ c;
  endfunction
  function automatic logic [21:0] twice(input logic [21:0] a, input logic [21:0] b,
                                        input logic [21:0] c);
    twice = ((a & b) | (a & c) | (b & c)) << 1;
  endfunction

  // The register is 0 while idle.
  assign digit = flits_q[3:0] | (flits_i[3:0] & {4{step_q == 3'd0}});
  // Rounds up: all bits that will be cut off are added, and the carry of the step before, which
  // belongs four bits below where it was cut.
  assign round = {14'd0, carry_q, 3'd0, 4'hF};

  // Six rows become four, three, two.
  always_comb begin : p_rows
    for (int b = 0; b < 4; b++) row[b*22+:22] = digit[b] ? 22'(inflation_i) << b : 22'd0;
  end
  assign a0 = odd(row[0+:22], row[22+:22], row[44+:22]);
  assign a1 = twice(row[0+:22], row[22+:22], row[44+:22]);
  assign a2 = odd(row[66+:22], 22'(size_q), round);
  assign a3 = twice(row[66+:22], 22'(size_q), round);
  assign b0 = odd(a0, a1, a2);
  assign b1 = twice(a0, a1, a2);
  assign c0 = odd(b0, b1, a3);
  assign c1 = twice(b0, b1, a3);
  // Their sum in halves; the carry between them waits for the next step.
  assign low    = {1'b0, c0[10:0]} + {1'b0, c1[10:0]};
  assign high   = c0[21:11] + c1[21:11];
  assign sum    = {high, low[10:0]};
  assign unused = ^sum[3:0];

  assign goes    = enable_i && (start_i || (step_q != 3'd0 && !step_q[2]));
  assign step_d  = goes ? step_q + 3'd1 : 3'd0;
  assign flits_d = {12{goes}} & (step_q == 3'd0 ? flits_i[15:4] : {4'd0, flits_q[11:4]});
  assign size_d  = {18{goes}} & sum[21:4];
  assign carry_d = goes && low[11];

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

  assign busy_o  = step_q != 3'd0;
  assign done_o  = step_q[2];
  assign size_o  = size_q;
  assign carry_o = carry_q;
`ifdef FORMAL
  assign state_o = {step_q, flits_q, size_q, carry_q};
`endif

endmodule
