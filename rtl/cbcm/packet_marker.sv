// SPDX-License-Identifier: Apache-2.0
// Sets the mark of data-packet heads that cross the crossbar to a congested output.
//
// Contract:   docs/reference/cbcm/packet_marker.md
// Source:     CBCM paper, Section IV-B1
// Interface:  up to Speedup heads per output and clock; marks are events of the next clock
// Latency:    1 clock
// Parameters: Radix 4-64, Speedup 1-4: two flip-flops per lane, Radix * Speedup lanes.
// Not handled: a mark is never cleared, whatever happens to the output later.
//
// While `enable_i` is low, heads keep the mark they came with and gain none; the registers go on.
//
// lint-params: Radix=4 Speedup=1
// lint-params: Radix=22 Speedup=2
// lint-params: Radix=64 Speedup=4
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Speedup=0
// lint-illegal: Speedup=5

module packet_marker #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Heads that may cross to one output in a clock.
  parameter int unsigned Speedup = 2
) (
  /// Clock, rising edge.
  input  logic                      clk_i,
  /// Asynchronous reset, active low.
  input  logic                      rst_ni,
  /// Low: no head gains a mark.
  input  logic                      enable_i,
  /// Lane `o*Speedup + k`: a head crosses to output `o` in switch pass `k`.
  input  logic [Radix*Speedup-1:0]  head_valid_i,
  /// It is marked already.
  input  logic [Radix*Speedup-1:0]  head_marked_i,
  /// It belongs to a data packet.
  input  logic [Radix*Speedup-1:0]  head_data_i,
  /// Registered decision of the contention-degree unit.
  input  logic [Radix-1:0]          congested_i,
  /// A head crossed in the last clock.
  output logic [Radix*Speedup-1:0]  marked_valid_o,
  /// Its mark from now on; 0 where `marked_valid_o` is 0.
  output logic [Radix*Speedup-1:0]  marked_o,
  /// A clock without heads changes nothing.
  output logic                      quiescent_o
);

  localparam int unsigned Lanes = Radix * Speedup;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 0;
  localparam int unsigned PipelineBits = 2 * Lanes;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Speedup < 1 || Speedup > 4) $fatal(1, "%m: Speedup = %0d is not in 1-4", Speedup);

  logic [Lanes-1:0] valid_q, marked_q;
  assign marked_valid_o = valid_q;
  assign marked_o       = marked_q;
  assign quiescent_o    = ~(|valid_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin : mark
    logic [Lanes-1:0] congested;
    congested = '0;
    if (!rst_ni) begin
      valid_q  <= '0;
      marked_q <= '0;
    end else begin
      if ((|head_valid_i) && (|congested_i) && enable_i) begin
        for (int o = 0; o < Radix; o++) congested[o*Speedup +: Speedup] = {Speedup{congested_i[o]}};
      end
      valid_q  <= head_valid_i;
      marked_q <= head_valid_i & (head_marked_i | (head_data_i & congested));
    end
  end

endmodule
