// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of packet_delay: the sum is the product of multiplier and the bits of the length that
// it has taken in, and it is known when no bit is left.
// properties: asserts=7 covers=3
// proof: depth=1 FlitBits=4 MultiplierBits=3
// bounded: depth=7 FlitBits=5 MultiplierBits=6
// cover: depth=8 FlitBits=4 MultiplierBits=3
// larger: a step shifts and adds, at any width; each bit of the length is treated as the one before
// assumed: packets have at least one flit
// mutant SumExact: s/left_q\[0\] ? sum_q + {1'b0, addend_q, 1'b0} : sum_q/sum_q + {1'b0, addend_q, 1'b0}/
// mutant SumExact: s/sum_d    = flits_i\[0\] ?/sum_d = flits_i[1] ?/
// mutant LeftExact: s/left_d   = left_q >> 1/left_d = left_q >> 2/
// mutant DelayExact: s/== '0 ? ProductBits'(2)/== '0 ? ProductBits'(1)/
// mutant DelayExact: s/(2'd3 - shift_i)/(2'd2 - shift_i)/
// mutant DoneWithoutBits: s/(left_q == '0 || start_i)/left_q[FlitBits-2:1] == '0/
// mutant DoneBeforeLastFlit: s/(left_q == '0 || start_i)/(left_q == '0 \&\& sum_q != '0 || start_i)/; s/assign more    = busy_q \&\& left_q != '0/assign more = busy_q \&\& !done_o/
// mutant IdleIsReset: s/      {left_q, addend_q, sum_q} <= '0;//
// mutant DoneBeforeLastFlit: s/(!start_i \&\& !more)/0/
// mutant BusyAfterStart: s/busy_q   <= 1'b1/busy_q <= flits_i != '0 \&\& !busy_q/

module packet_delay_fv #(
    parameter int unsigned FlitBits = 4,
    parameter int unsigned MultiplierBits = 3,
    localparam int unsigned ProductBits = FlitBits + MultiplierBits,
    localparam int unsigned SumBits = ProductBits + 3,
    localparam int unsigned AddendBits = SumBits - 2
) (
    input logic                      clk_i, rst_ni, enable_i, start_i,
    input logic [FlitBits-1:0]       flits_i,
    input logic [1:0]                shift_i,
    input logic [MultiplierBits-1:0] multiplier_i
);

  logic                   busy, done;
  logic [ProductBits-1:0] delay;
  logic [FlitBits-2:0]    left;
  logic [AddendBits-1:0]  addend;
  logic [SumBits-1:0]     sum;
  packet_delay #(
      .FlitBits(FlitBits),
      .MultiplierBits(MultiplierBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .start_i, .flits_i, .shift_i, .multiplier_i,
      .busy_o(busy), .done_o(done), .delay_o(delay), .formal_state_o({left, addend, sum})
  );

  // The packet, and how many bits of its length count: as many as clocks since it started.
  logic                      started, was_started, was_start, was_enabled;
  logic [FlitBits-1:0]       flits_q, taken;
  logic [1:0]                shift_q;
  logic [MultiplierBits-1:0] multiplier_q;
  logic [3:0]                bits_q;
  logic [31:0]               product, expected;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started     <= 1'b1;
    was_started <= started;
    was_start   <= start_i;
    was_enabled <= enable_i;
    bits_q      <= bits_q + 4'd1;
    if (start_i) begin
      flits_q      <= flits_i;
      shift_q      <= shift_i;
      multiplier_q <= multiplier_i;
      bits_q       <= 4'd1;
    end
  end
  assign taken    = flits_q & ~(FlitBits'('1) << bits_q);
  assign product  = 32'(taken) * 32'(multiplier_q);
  assign expected = product >> shift_q;

  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (flits_i != '0);
    if (started) begin
      IdleIsReset: assert ((was_started && was_enabled && busy) || {busy, left, addend, sum} == '0);
    end
    if (was_started && was_enabled && busy) begin
      SumExact: assert (32'(sum) == product << (2'd3 - shift_q));
      LeftExact: assert (FlitBits'(left) == flits_q >> bits_q &&
          bits_q != '0 && (bits_q >= 4'(FlitBits) || 32'(addend) == (32'(multiplier_q) << (2'd3 - shift_q)) << (bits_q - 4'd1)));
      DelayExact: assert (32'(delay) == (expected < 32'd2 ? 32'd2 : expected));
      DoneWithoutBits: assert (done == (start_i || taken == flits_q));
      // The packet takes flits_q cycles, of which bits_q have gone.
      DoneBeforeLastFlit: assert (32'(bits_q) <= 32'(flits_q) && bits_q <= 4'(FlitBits));
    end
    if (was_started) BusyAfterStart: assert (!was_start || !was_enabled || busy);
    Longest: cover (was_started && done && !start_i && bits_q == 4'(FlitBits));
    CutShort: cover (was_started && done && start_i && taken != flits_q);
    RoundedDown: cover (was_started && done && product == 32'd15 && shift_q == 2'd1);
  end

endmodule
