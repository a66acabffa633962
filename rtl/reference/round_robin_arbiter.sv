// SPDX-License-Identifier: Apache-2.0
// Grants one of its requests, the first at or after a pointer that moves behind each grant taken.
//
// Contract:   docs/reference/round_robin_allocator.md
// Source:     the common round-robin arbiter of router allocators (yardstick, see there)
// Interface:  requests and grant of the same clock; `update_i` says that the grant is taken
// Latency:    0
// Parameters: Requesters 2-64: as many flip-flops (the pointer, as a thermometer mask), two prefix
//             trees of clog2(Requesters) levels side by side and a multiplexer.
// Not handled: `update_i` without a grant changes nothing.
//
// lint-params: Requesters=2
// lint-params: Requesters=22
// lint-params: Requesters=64
// lint-illegal: Requesters=1
// lint-illegal: Requesters=65

module round_robin_arbiter #(
  /// Inputs.
  parameter int unsigned Requesters = 8,
  localparam int unsigned SampleBits   = 0,
  /// The pointer.
  localparam int unsigned StateBits    = Requesters,
  localparam int unsigned PipelineBits = 0,
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits
) (
  /// Clock, rising edge.
  input  logic                   clk_i,
  /// Asynchronous reset, active low.
  input  logic                   rst_ni,
  /// Who wants a grant.
  input  logic [Requesters-1:0]  request_i,
  /// The grant is taken: the pointer moves behind it.
  input  logic                   update_i,
  /// At most one bit, that of a request.
  output logic [Requesters-1:0]  grant_o
`ifdef FORMAL
  ,
  /// The pointer: every flip-flop.
  output logic [Requesters-1:0]  formal_mask_o
`endif
);

  if (Requesters < 2 || Requesters > 64)
    $fatal(1, "%m: Requesters = %0d is not in 2-64", Requesters);

  // Bit i: some request at or below i. A parallel prefix: clog2(Requesters) levels.
  function automatic logic [Requesters-1:0] at_or_below(input logic [Requesters-1:0] value);
    at_or_below = value;
    for (int k = 0; k < $clog2(Requesters); k++) at_or_below |= at_or_below << (1 << k);
  endfunction

  logic [Requesters-1:0] mask_q;  // requests at or after the pointer
  logic [Requesters-1:0] masked, prefix_masked, prefix_all, seen;
  assign masked        = request_i & mask_q;
  assign prefix_masked = at_or_below(masked);
  assign prefix_all    = at_or_below(request_i);
  assign seen          = prefix_masked[Requesters-1] ? prefix_masked : prefix_all;
  assign grant_o       = seen & ~(seen << 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin : pointer
    if (!rst_ni) mask_q <= '1;
    else if (update_i && (|request_i)) mask_q <= seen << 1;
  end

`ifdef FORMAL
  assign formal_mask_o = mask_q;
`endif

endmodule
