// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of sample_ring: the oldest line is that of NumSamples active clocks ago.
// properties: asserts=6 covers=2
// proof: depth=1 NumSamples=10 LineBits=2 Pipelined=1
// proof: depth=1 NumSamples=10 LineBits=2 Pipelined=0
// proof: depth=1 NumSamples=13 LineBits=1 Pipelined=1
// proof: depth=1 NumSamples=66 LineBits=1 Pipelined=1
// cover: depth=30 NumSamples=10 LineBits=1 Pipelined=1
// larger: bits of a line do not meet; the length is where pointer and place ahead wrap and says how
// larger: many banks there are (two up to 64 lines, then four): both, and lengths that are and are
// larger: not a multiple of them, are proved
// assumed: nothing
// mutant RingExact: s/pointer_q.BankBits-1:0. == BankBits'(b)/1'b1/
// mutant OldestExact: s/oldest_q <= read_q.chosen_q.LineBits +: LineBits./oldest_q <= read_q[0 +: LineBits]/
// mutant OldestExact: Pipelined=0 s/wrapped_q ? ring_q/1'b1 ? ring_q/
// mutant ReadAheadExact: s/assign holds    = wrapped_q || .*/assign holds    = wrapped_q;/
// mutant ReadAheadExact: s/ahead_q  <= ahead_q == PointerBits'(NumSamples - 1)/ahead_q  <= ahead_q == PointerBits'(NumSamples - 2)/
// mutant PointerInRange: s/pointer_q <= pointer_q + 1'b1/pointer_q <= pointer_q + 2'd3/
// mutant DisabledClears: s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant InactiveHolds: s/end else if (active_i) begin/end else begin/

module sample_ring_fv #(
  parameter int unsigned NumSamples = 10,
  parameter int unsigned LineBits = 2,
  parameter int unsigned Pipelined = 1,
  localparam int unsigned PointerBits  = $clog2(NumSamples),
  localparam int unsigned Banks        = cbcm_pkg::ring_banks(NumSamples),
  localparam int unsigned BankBits     = $clog2(Banks),
  localparam int unsigned PipelineBits =
      Pipelined == 0 ? 1 : cbcm_pkg::ring_pipeline_bits(NumSamples, LineBits)
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
  logic [PipelineBits-1:0]        pipeline, last_pipeline;
  logic [NumSamples*LineBits-1:0] ring;

  sample_ring #(.NumSamples(NumSamples), .LineBits(LineBits), .Pipelined(Pipelined)) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .line_i, .oldest_o(oldest),
    .formal_state_o({pointer, wrapped}), .formal_pipeline_o(pipeline), .formal_ring_o(ring)
  );

  // The lines since the last reset, each in its place, and how many.
  logic [NumSamples*LineBits-1:0] lines;
  logic [PointerBits-1:0]         place, next_place;
  logic                           started, was_started, was_enabled, was_active, full;
  initial {started, was_started, full} = '0;
  initial place = '0;
  assign next_place = 32'(place) == NumSamples - 1 ? '0 : place + 1'b1;
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_started   <= started;
    was_enabled   <= enable_i;
    was_active    <= active_i;
    last_pointer  <= pointer;
    last_wrapped  <= wrapped;
    last_pipeline <= pipeline;
    if (!started || !enable_i) begin
      place <= '0;
      full  <= 1'b0;
    end else if (active_i) begin
      lines[32'(place)*LineBits +: LineBits] <= line_i;
      place <= next_place;
      full  <= full || next_place == '0;
    end
  end

  // The ring's lines, and what waits for the places to come.
  logic [LineBits-1:0] expected, next_expected;
  logic                ring_exact, ahead_exact;
  always_comb begin
    expected      = '0;
    next_expected = '0;
    ring_exact    = 1'b1;
    for (int k = 0; k < NumSamples; k++) begin
      if (full || k < 32'(place)) begin
        if (ring[k*LineBits +: LineBits] != lines[k*LineBits +: LineBits]) ring_exact = 1'b0;
        if (k == 32'(place)) expected = lines[k*LineBits +: LineBits];
        if (k == 32'(next_place)) next_expected = lines[k*LineBits +: LineBits];
      end
    end
  end
  if (Pipelined == 1) begin : gen_ahead
    logic [PointerBits-1:0]    ahead;
    logic [BankBits-1:0]       chosen;
    logic [Banks*LineBits-1:0] read;
    logic [LineBits-1:0]       unused_oldest;
    assign {ahead, chosen, read, unused_oldest} = pipeline;
    always_comb begin
      ahead_exact = 32'(ahead) == (32'(place) + 2) % NumSamples
                    && 32'(chosen) == 32'(next_place) % Banks;
      for (int b = 0; b < Banks; b++) begin
        if (b == 32'(next_place) % Banks && read[b*LineBits +: LineBits] != next_expected)
          ahead_exact = 1'b0;
        if (!full && 32'(place) < NumSamples - 1 && read[b*LineBits +: LineBits] != '0)
          ahead_exact = 1'b0;
      end
    end
  end else begin : gen_no_ahead
    assign ahead_exact = pipeline == '0;
  end

  always_comb begin
    assume (rst_ni == started);
    PointerInRange: assert (pointer == place && wrapped == full && 32'(place) < NumSamples);
    RingExact: assert (ring_exact);
    OldestExact: assert (oldest == expected);
    ReadAheadExact: assert (ahead_exact);
    DisabledClears: assert (!was_started || was_enabled ||
        (pointer == '0 && !wrapped && oldest == '0));
    InactiveHolds: assert (!was_started || !was_enabled || was_active ||
        (pointer == last_pointer && wrapped == last_wrapped && pipeline == last_pipeline));
    ComesAround: cover (started && full && oldest != '0 && oldest != line_i);
    SecondTurn: cover (started && full && 32'(place) == NumSamples - 1 && oldest != '0);
  end

endmodule
