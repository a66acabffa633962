// SPDX-License-Identifier: Apache-2.0
// What a router instantiates for ECN: occupancy of the VOQs per output, and the marks.
//
// Source: SRP paper, Section 2. Contract: docs/reference/ecn/ecn_router.md.
// Timing: latency 1; heads of this clock are judged by the occupancy visible in this cycle.
// lint-params: Radix=4 Speedup=1 OccupancyBits=8
// lint-params: Radix=5 Speedup=3 OccupancyBits=11 RateBits=4
// lint-large: Radix=64 Speedup=4 RateBits=16
// lint-illegal: Radix=65
// lint-illegal: RateBits=17

module ecn_router #(
    /// Router ports, 4-64.
    parameter int unsigned Radix = 8,
    /// Switch passes per cycle, 1-4.
    parameter int unsigned Speedup = 2,
    /// Width of an occupancy, 8-20; it saturates.
    parameter int unsigned OccupancyBits = 16,
    /// Width of the marking-rate counters, 0-16; 0: every eligible packet is marked.
    parameter int unsigned RateBits = 0,
    localparam int unsigned PortBits = $clog2(Radix),
    localparam int unsigned Lanes = Radix * Speedup,
    localparam int unsigned FlitBits = 10,
    localparam int unsigned RatePortBits = RateBits == 0 ? 1 : RateBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Occupancies, the turn of their comparison with the queues, and marking-rate counters.
    localparam int unsigned StateBits = Radix * (OccupancyBits + RateBits) + PortBits,
    /// The sum of the two.
    localparam int unsigned PipelineBits = Radix * (PortBits + 2) + 2 * Lanes,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Asynchronous assert, active low.
    input  logic                      rst_ni,
    /// Low: no head gains a mark; the queues are counted all the same.
    input  logic                      enable_i,
    /// A data flit came in at the input.
    input  logic [Radix-1:0]          arrived_valid_i,
    /// The output it goes to.
    input  logic [Radix*PortBits-1:0] arrived_output_i,
    /// Lane o*Speedup + k: a data flit crossed to output o in pass k.
    input  logic [Lanes-1:0]          crossed_valid_i,
    /// An output with more flits is congested.
    input  logic [OccupancyBits-1:0]  cfg_threshold_i,
    /// Input i holds a data flit for output audit_output_o, before those that come and cross now.
    input  logic [Radix-1:0]          audit_waiting_i,
    /// The last output that takes its turn: a constant, Radix - 1 if all ports are used.
    input  logic [PortBits-1:0]       audit_last_i,
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
    /// Outputs that mark without credits as well.
    input  logic [Radix-1:0]          cfg_victim_mask_i,
    /// Smaller packets are not marked.
    input  logic [FlitBits-1:0]       cfg_packet_size_i,
    /// Eligible packets left out between two marks of an output.
    input  logic [RatePortBits-1:0]   cfg_marking_rate_i,
    /// A head crossed in the last clock.
    output logic [Lanes-1:0]          marked_valid_o,
    /// Its mark from now on; 0 where not marked_valid_o.
    output logic [Lanes-1:0]          marked_o,
    /// More flits than the threshold wait for the output.
    output logic [Radix-1:0]          congested_o,
    /// The output whose count is compared with the queues in the next clock with flits.
    output logic [PortBits-1:0]       audit_output_o,
    /// In the last clock more flits crossed to an output than waited for it.
    output logic                      error_o,
    /// A clock without flits changes nothing.
    output logic                      quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0]    formal_state_o
`endif
);

  logic                           occupancy_quiescent, marker_quiescent;
  /* verilator lint_off UNUSEDSIGNAL */  // `congested` says all that is needed here
  logic [Radix*OccupancyBits-1:0] occupancy;
  /* verilator lint_on UNUSEDSIGNAL */
`ifdef FORMAL
  logic [Radix*RateBits+2*Lanes-1:0]                    marker_state;
  logic [Radix*(OccupancyBits+PortBits+2)+PortBits-1:0] occupancy_state;
  assign formal_state_o = {occupancy_state, marker_state};
`endif

  voq_occupancy #(
      .Radix(Radix),
      .Speedup(Speedup),
      .OccupancyBits(OccupancyBits)
  ) u_occupancy (
      .clk_i, .rst_ni, .arrived_valid_i, .arrived_output_i, .crossed_valid_i, .cfg_threshold_i,
      .audit_waiting_i, .audit_last_i,
      .occupancy_o(occupancy),
      .congested_o, .audit_output_o, .error_o,
`ifdef FORMAL
      .formal_state_o(occupancy_state),
`endif
      .quiescent_o(occupancy_quiescent)
  );

  congestion_marker #(
      .Radix(Radix),
      .Speedup(Speedup),
      .RateBits(RateBits)
  ) u_marker (
      .clk_i, .rst_ni, .enable_i,
      .head_valid_i, .head_marked_i, .head_data_i, .head_room_i, .head_flits_i,
      .congested_i(congested_o),
      .cfg_victim_mask_i, .cfg_packet_size_i, .cfg_marking_rate_i,
      .marked_valid_o, .marked_o,
`ifdef FORMAL
      .formal_state_o(marker_state),
`endif
      .quiescent_o(marker_quiescent)
  );

  assign quiescent_o = occupancy_quiescent && marker_quiescent;

endmodule
