// SPDX-License-Identifier: Apache-2.0
// Example of use: four nodes at one router, with CBCM in the router and in every NIC.
//
// Latency:     a packet generated at t is delivered at t+3 when nothing is in its way
// Not handled: see example_router and example_nic.

module cbcm_switch #(
  /// 1: the units' clocks stop while nothing would change.
  parameter int unsigned ClockGating = 0,
  localparam int unsigned Nodes = 4,
  localparam int unsigned Vcs = 3
) (
  /// Clock, rising edge.
  input  logic                                clk_i,
  /// Asynchronous reset, active low.
  input  logic                                rst_ni,
  /// Low: no congestion management.
  input  logic                                enable_i,
  /// Node `n` has a packet to send, lane = node.
  input  logic [Nodes-1:0]                    generate_valid_i,
  /// Its destination, 4 bits per lane.
  input  logic [Nodes*4-1:0]                  generate_destination_i,
  /// It has been queued.
  output logic [Nodes-1:0]                    generate_ready_o,
  /// A packet, of data or control, arrives at node `n`.
  output logic [Nodes-1:0]                    delivered_valid_o,
  /// The packet.
  output chokepoint_pkg::header_t [Nodes-1:0] delivered_packet_o,
  /// The router's channel to node `n` is congested.
  output logic [Nodes-1:0]                    congested_o,
  /// Hotspot detector's state, 2 bits per lane.
  output logic [Nodes*2-1:0]                  state_o,
  /// Throttling degree, 5 bits per lane.
  output logic [Nodes*5-1:0]                  degree_o,
  /// Bit `n*Nodes + d`: node `n` is throttled towards node `d`.
  output logic [Nodes*Nodes-1:0]              throttled_o,
  /// Sticky: a rule of a unit was broken.
  output logic                                error_o,
  /// Units that need this clock: the NICs' and, highest, the router's.
  output logic [Nodes:0]                      running_o
);

  // One cycle counter for all: SRP's grants name cycles of another node.
  logic [31:0] now_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_now
    if (!rst_ni) now_q <= '0;
    else now_q <= now_q + 32'd1;
  end

  logic [Nodes-1:0]                    up_valid, nic_error;
  logic [Nodes*Vcs-1:0]                up_ready, down_room;
  chokepoint_pkg::header_t [Nodes-1:0] up_packet;
  logic                                router_error;
  assign error_o = router_error || |nic_error;

  example_router #(.Radix(Nodes), .ClockGating(ClockGating)) u_router (
    .clk_i,
    .rst_ni,
    .enable_i,
    .cfg_seed_i   (64'd1),
    .in_valid_i   (up_valid),
    .in_packet_i  (up_packet),
    .in_ready_o   (up_ready),
    .out_valid_o  (delivered_valid_o),
    .out_packet_o (delivered_packet_o),
    .out_room_i   (down_room),
    .congested_o  (congested_o),
    .error_o      (router_error),
    .running_o    (running_o[Nodes])
  );

  for (genvar n = 0; n < Nodes; n++) begin : gen_node
    example_nic #(.Nodes(Nodes), .ClockGating(ClockGating)) u_nic (
      .clk_i,
      .rst_ni,
      .enable_i,
      .now_i                  (now_q),
      .node_i                 (4'(n)),
      .generate_valid_i       (generate_valid_i[n]),
      .generate_destination_i (generate_destination_i[n*4 +: 4]),
      .generate_ready_o       (generate_ready_o[n]),
      .out_valid_o            (up_valid[n]),
      .out_packet_o           (up_packet[n]),
      .out_ready_i            (up_ready[n*Vcs +: Vcs]),
      .in_valid_i             (delivered_valid_o[n]),
      .in_packet_i            (delivered_packet_o[n]),
      .in_room_o              (down_room[n*Vcs +: Vcs]),
      .state_o                (state_o[n*2 +: 2]),
      .degree_o               (degree_o[n*5 +: 5]),
      .throttled_o            (throttled_o[n*Nodes +: Nodes]),
      .error_o                (nic_error[n]),
      .running_o              (running_o[n])
    );
  end

endmodule
