// SPDX-License-Identifier: Apache-2.0
// The last samples of every output: a ring that gives the oldest one for the newest.
//
// Contract:   docs/reference/cbcm/contention_window.md, step 2
// Source:     CBCM paper, Section IV-B1 (storage of the contention window)
// Interface:  part of contention_window: one line of samples per clock with `active_i`
// Latency:    `oldest_o` belongs to the clock in which its place is written anew
// Parameters: NumSamples 10-1000 lines of LineBits.
// Not handled: nothing is read before the ring has wrapped; until then `oldest_o` is 0.
//
// lint-params: LineBits=8
// lint-params: NumSamples=10 LineBits=8
// lint-params: NumSamples=1000 LineBits=24
// lint-illegal: NumSamples=9

module sample_ring #(
  /// Samples held.
  parameter int unsigned NumSamples = 100,
  /// Bits of a sample of all outputs.
  parameter int unsigned LineBits = 24,
  localparam int unsigned PointerBits = $clog2(NumSamples),
  localparam int unsigned SampleBits  = NumSamples * LineBits,
  localparam int unsigned StateBits   = PointerBits + 1
) (
  /// Clock, rising edge.
  input  logic                clk_i,
  /// Asynchronous reset, active low.
  input  logic                rst_ni,
  /// Low: every register takes its reset value.
  input  logic                enable_i,
  /// The window samples in this clock; low: nothing changes.
  input  logic                active_i,
  /// This cycle's sample.
  input  logic [LineBits-1:0] line_i,
  /// The one that it replaces; 0 before the ring has wrapped.
  output logic [LineBits-1:0] oldest_o
`ifdef FORMAL
  ,
  /// Pointer and wrapped.
  output logic [StateBits-1:0]           formal_state_o,
  /// Every line.
  output logic [NumSamples*LineBits-1:0] formal_ring_o
`endif
);

  localparam int unsigned PipelineBits = 0;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (NumSamples < 10 || NumSamples > 1000)
    $fatal(1, "%m: NumSamples = %0d is not in 10-1000", NumSamples);

  logic [PointerBits-1:0] pointer_q;
  logic                   wrapped_q;
  logic [LineBits-1:0]    ring_q [NumSamples];

  assign oldest_o = wrapped_q ? ring_q[pointer_q] : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : pointer
    if (!rst_ni) begin
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (!enable_i) begin
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (active_i) begin
      pointer_q <= pointer_q + 1'b1;
      if (pointer_q == PointerBits'(NumSamples - 1)) begin
        pointer_q <= '0;
        wrapped_q <= 1'b1;
      end
    end
  end

  // The ring is a memory: one write port, not reset.
  always_ff @(posedge clk_i) begin : ring
    if (enable_i && active_i) ring_q[pointer_q] <= line_i;
  end

`ifdef FORMAL
  assign formal_state_o = {pointer_q, wrapped_q};
  for (genvar k = 0; k < NumSamples; k++) begin : gen_formal_ring
    assign formal_ring_o[k*LineBits +: LineBits] = ring_q[k];
  end
`endif

endmodule
