// SPDX-License-Identifier: Apache-2.0
// Router side of ECN: marks the heads that cross to an output that is a root of congestion.
//
// Source: SRP paper, Section 2. Contract: docs/reference/ecn/congestion_marker.md.
// Timing: up to Speedup heads per output and clock; marks are events of the next clock.
// Cost: a comparator of packet sizes per lane; per output one counter of RateBits, which the lanes
// of the output pass one after the other.
// Not handled: a mark is never cleared.
// lint-params: Radix=4 Speedup=1
// lint-params: Radix=5 Speedup=3 RateBits=1
// lint-large: Radix=64 Speedup=4 RateBits=16
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Speedup=5
// lint-illegal: RateBits=17

module congestion_marker #(
    /// Router ports, 4-64.
    parameter int unsigned Radix = 8,
    /// Heads that may cross to one output in a clock, 1-4.
    parameter int unsigned Speedup = 2,
    /// Width of the marking-rate counters, 0-16; 0: every eligible packet is marked.
    parameter int unsigned RateBits = 0,
    localparam int unsigned Lanes = Radix * Speedup,
    localparam int unsigned FlitBits = 10,
    // Of the port: at least one bit.
    localparam int unsigned RatePortBits = RateBits == 0 ? 1 : RateBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The counters.
    localparam int unsigned StateBits = Radix * RateBits,
    /// Two flip-flops per lane.
    localparam int unsigned PipelineBits = 2 * Lanes,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Asynchronous assert, active low.
    input  logic                      rst_ni,
    /// Low: no head gains a mark, and the counters take 0.
    input  logic                      enable_i,
    /// Lane o*Speedup + k: a head crosses to output o in switch pass k.
    input  logic [Lanes-1:0]          head_valid_i,
    /// It is marked already.
    input  logic [Lanes-1:0]          head_marked_i,
    /// It belongs to a data packet.
    input  logic [Lanes-1:0]          head_data_i,
    /// The next buffer has credits for the packet: the output is a root, not a victim.
    input  logic [Lanes-1:0]          head_room_i,
    /// Size of the packet in flits.
    input  logic [Lanes*FlitBits-1:0] head_flits_i,
    /// More flits than the threshold wait for the output.
    input  logic [Radix-1:0]          congested_i,
    /// Outputs that mark without credits as well.
    input  logic [Radix-1:0]          cfg_victim_mask_i,
    /// Smaller packets are not marked.
    input  logic [FlitBits-1:0]       cfg_packet_size_i,
    /// Eligible packets left out between two marks of an output.
    /* verilator lint_off UNUSEDSIGNAL */  // with RateBits 0 there are no counters
    input  logic [RatePortBits-1:0]   cfg_marking_rate_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// A head crossed in the last clock.
    output logic [Lanes-1:0]          marked_valid_o,
    /// Its mark from now on; 0 where not marked_valid_o.
    output logic [Lanes-1:0]          marked_o,
    /// A clock without heads changes nothing.
    output logic                      quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0]    formal_state_o
`endif
);

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d, legal 4-64", Radix);
  if (Speedup < 1 || Speedup > 4) $fatal(1, "%m: Speedup = %0d, legal 1-4", Speedup);
  if (RateBits > 16) $fatal(1, "%m: RateBits = %0d, legal 0-16", RateBits);

  logic [Lanes-1:0] valid_q, marked_q, eligible;

  // Left out in simulation without heads or without congestion.
  always_comb begin : p_eligible
    eligible = '0;
    if (enable_i && |head_valid_i && |congested_i) begin
      for (int o = 0; o < Radix; o++)
        if (congested_i[o]) begin
          for (int k = 0; k < Speedup; k++)
            eligible[o*Speedup+k] = head_valid_i[o*Speedup+k] && head_data_i[o*Speedup+k] &&
                (head_room_i[o*Speedup+k] || cfg_victim_mask_i[o]) &&
                head_flits_i[(o*Speedup+k)*FlitBits+:FlitBits] >= cfg_packet_size_i;
        end
    end
  end

  if (RateBits == 0) begin : gen_every
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_mark
      if (!rst_ni) marked_q <= '0;
      else marked_q <= head_valid_i & (head_marked_i | eligible);
    end
`ifdef FORMAL
    assign formal_state_o = {valid_q, marked_q};
`endif
  end else begin : gen_rate
    logic [Radix*RatePortBits-1:0] count_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_mark
      /* verilator tracing_off */
      logic [Lanes-1:0]        gains;
      logic [RatePortBits-1:0] count;
      /* verilator tracing_on */
      if (!rst_ni) begin
        marked_q <= '0;
        count_q  <= '0;
      end else begin
        gains = '0;
        if (!enable_i) begin
          count_q <= '0;
        end else if (|eligible) begin
          for (int o = 0; o < Radix; o++)
            if (|eligible[o*Speedup+:Speedup]) begin
              count = count_q[o*RatePortBits+:RatePortBits];
              for (int k = 0; k < Speedup; k++)
                if (eligible[o*Speedup+k]) begin
                  gains[o*Speedup+k] = count == '0;
                  count = count == '0 ? cfg_marking_rate_i : count - RatePortBits'(1);
                end
              count_q[o*RatePortBits+:RatePortBits] <= count;
            end
        end
        marked_q <= head_valid_i & (head_marked_i | gains);
      end
    end
`ifdef FORMAL
    assign formal_state_o = {count_q, valid_q, marked_q};
`endif
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_valid
    if (!rst_ni) valid_q <= '0;
    else valid_q <= head_valid_i;
  end

  assign marked_valid_o = valid_q;
  assign marked_o       = marked_q;
  assign quiescent_o    = ~|valid_q;

endmodule
