// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of sample_ring: the oldest line is that of NumSamples active clocks ago.
// properties: asserts=5 covers=2
// proof: depth=1 NumSamples=10 LineBits=2
// proof: depth=1 NumSamples=13 LineBits=1
// proof: depth=1 NumSamples=66 LineBits=1
// cover: depth=30 NumSamples=10 LineBits=1
// larger: bits of a line do not meet; the length is only where the pointer wraps, and three of them
// larger: are proved
// assumed: nothing
// mutant RingExact: s/ring_q.pointer_q. <= line_i/ring_q[0] <= line_i/
// mutant RingExact: s/if (enable_i && active_i)/if (enable_i)/
// mutant OldestExact: s/wrapped_q ? ring_q/1'b1 ? ring_q/
// mutant PointerInRange: s/pointer_q <= pointer_q + 1'b1/pointer_q <= pointer_q + 2'd3/
// mutant DisabledClears: s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant InactiveHolds: s/end else if (active_i) begin/end else begin/

module sample_ring_fv #(
  parameter int unsigned NumSamples = 10,
  parameter int unsigned LineBits = 2,
  localparam int unsigned PointerBits = $clog2(NumSamples)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                enable_i,
  input logic                active_i,
  input logic [LineBits-1:0] line_i
);

  logic [LineBits-1:0]            oldest;
  logic [PointerBits-1:0]         pointer, last_pointer;
  logic                           wrapped, last_wrapped;
  logic [NumSamples*LineBits-1:0] ring;

  sample_ring #(.NumSamples(NumSamples), .LineBits(LineBits)) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .line_i, .oldest_o(oldest),
    .formal_state_o({pointer, wrapped}), .formal_ring_o(ring)
  );

  // The lines since the last reset, each in its place, and how many.
  logic [NumSamples*LineBits-1:0] lines;
  logic [PointerBits-1:0]         place, next_place;
  logic                           started, was_started, was_enabled, was_active, full;
  initial {started, was_started, full} = '0;
  initial place = '0;
  assign next_place = 32'(place) == NumSamples - 1 ? '0 : place + 1'b1;
  always @(posedge clk_i) begin
    started      <= 1'b1;
    was_started  <= started;
    was_enabled  <= enable_i;
    was_active   <= active_i;
    last_pointer <= pointer;
    last_wrapped <= wrapped;
    if (!started || !enable_i) begin
      place <= '0;
      full  <= 1'b0;
    end else if (active_i) begin
      lines[32'(place)*LineBits +: LineBits] <= line_i;
      place <= next_place;
      full  <= full || next_place == '0;
    end
  end

  // The ring's lines, and the one at the pointer.
  logic [LineBits-1:0] expected;
  logic                ring_exact;
  always_comb begin
    expected   = '0;
    ring_exact = 1'b1;
    for (int k = 0; k < NumSamples; k++) begin
      if (full || k < 32'(place)) begin
        if (ring[k*LineBits +: LineBits] != lines[k*LineBits +: LineBits]) ring_exact = 1'b0;
        if (k == 32'(place)) expected = lines[k*LineBits +: LineBits];
      end
    end
  end

  always_comb begin
    assume (rst_ni == started);
    PointerInRange: assert (pointer == place && wrapped == full && 32'(place) < NumSamples);
    RingExact: assert (ring_exact);
    OldestExact: assert (oldest == expected);
    DisabledClears: assert (!was_started || was_enabled ||
        (pointer == '0 && !wrapped && oldest == '0));
    InactiveHolds: assert (!was_started || !was_enabled || was_active ||
        (pointer == last_pointer && wrapped == last_wrapped));
    ComesAround: cover (started && full && oldest != '0 && oldest != line_i);
    SecondTurn: cover (started && full && 32'(place) == NumSamples - 1 && oldest != '0);
  end

endmodule
