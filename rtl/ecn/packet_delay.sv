// SPDX-License-Identifier: Apache-2.0
// The delay after a packet by a word of the congestion-control table, (flits * multiplier) >>
// shift, worked out one bit of the length a clock.
//
// Source: InfiniBand's congestion control annex. Contract: docs/reference/ecn/cct_limiter.md.
// Timing: known after as many clocks as the length has bits, which is never later than the packet's
// last flit; done_o and delay_o then hold for one clock.
// Cost: one adder of FlitBits + MultiplierBits + 3 and a shifter by 0 to 3.
// Not handled: a start before the last delay is known cuts that one short: bits not yet added do
// not count.
// lint-params: FlitBits=3 MultiplierBits=2

module packet_delay #(
    /// Width of a packet's length, 2-10.
    parameter int unsigned FlitBits = 10,
    /// Width of the multiplier, 2-14.
    parameter int unsigned MultiplierBits = 14,
    localparam int unsigned ProductBits = FlitBits + MultiplierBits,
    // With the bits that a shift by less than 3 leaves behind the point.
    localparam int unsigned SumBits = ProductBits + 3,
    // The multiplier, which moves up by a bit a clock, but for a lowest bit that is always 0.
    localparam int unsigned AddendBits = SumBits - 2
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Asynchronous assert, active low.
    input  logic                      rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                      enable_i,
    /// A packet starts.
    input  logic                      start_i,
    /// Its flits, at least 1.
    input  logic [FlitBits-1:0]       flits_i,
    /// The table's word.
    input  logic [1:0]                shift_i,
    input  logic [MultiplierBits-1:0] multiplier_i,
    /// A delay is being worked out.
    output logic                      busy_o,
    /// Combinational: this is the last clock of it.
    output logic                      done_o,
    /// The delay, at least 2: a deadline with it lies ahead of the clock that tells it.
    output logic [ProductBits-1:0]    delay_o
`ifdef FORMAL
    ,
    /// Every register but busy_o, for the proofs.
    output logic [FlitBits+SumBits+AddendBits-2:0] formal_state_o
`endif
);

  logic                  busy_q, more;
  logic [FlitBits-2:0]   left_q, left_d;
  logic [AddendBits-1:0] aligned, addend_q, addend_d;
  logic [SumBits-1:0]    sum_q, sum_d;

  // The shift comes first, so that it is not between the sum and what is made of it.
  assign aligned = AddendBits'(multiplier_i) << (2'd3 - shift_i);
  assign more    = busy_q && left_q != '0;

  always_comb begin : p_step
    left_d   = left_q >> 1;
    addend_d = addend_q << 1;
    sum_d    = left_q[0] ? sum_q + {1'b0, addend_q, 1'b0} : sum_q;
    if (start_i) begin
      left_d   = flits_i[FlitBits-1:1];
      addend_d = aligned;
      sum_d    = flits_i[0] ? SumBits'(aligned) : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_product
    if (!rst_ni) begin
      busy_q                    <= 1'b0;
      {left_q, addend_q, sum_q} <= '0;
    end else if (!enable_i || (!start_i && !more)) begin
      busy_q                    <= 1'b0;
      {left_q, addend_q, sum_q} <= '0;
    end else begin
      busy_q   <= 1'b1;
      left_q   <= left_d;
      addend_q <= addend_d;
      sum_q    <= sum_d;
    end
  end

  assign busy_o  = busy_q;
  assign done_o  = busy_q && (left_q == '0 || start_i);
  assign delay_o = sum_q[SumBits-1:4] == '0 ? ProductBits'(2) : sum_q[SumBits-1:3];

`ifdef FORMAL
  assign formal_state_o = {left_q, addend_q, sum_q};
`endif

endmodule
