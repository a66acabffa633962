// SPDX-License-Identifier: Apache-2.0
// Chooses the operation of the hotspot detector's source list: one a clock, of packets that add a
// source and unthrottle messages that remove one.
//
// Contract:   docs/reference/cbcm/hotspot_detector.md, "One operation a clock"
// Source:     CBCM paper, Section IV-B2
// Interface:  part of hotspot_detector. The choice is combinational; source_list registers it.
// Latency:    0; an unthrottle message that meets a packet waits for a clock without one, at most
//             until the next unthrottle message.
// Cost:       a register for the message that waits
// Not handled: a packet in a clock in which a message comes although one waits is passed over. A link
//             that brings a flit a clock brings a packet or a message: then nothing ever waits.
//
// lint-params: Nodes=4096
// lint-illegal: Nodes=15

module source_events #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned SampleBits = 0,
    localparam int unsigned StateBits = 0,
    /// The message that waits.
    localparam int unsigned PipelineBits = 1 + NodeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                clk_i,
    /// Asynchronous reset, active low.
    input  logic                rst_ni,
    /// The list is emptied: nothing waits any more.
    input  logic                clear_i,
    /// A packet adds its source.
    input  logic                packet_i,
    /// That source.
    input  logic [NodeBits-1:0] packet_source_i,
    /// An unthrottle message removes its source.
    input  logic                unthrottle_i,
    /// That source.
    input  logic [NodeBits-1:0] unthrottle_source_i,
    /// There is an operation.
    output logic                enter_o,
    /// 0: add, 1: remove.
    output logic                enter_removes_o,
    /// The source.
    output logic [NodeBits-1:0] enter_source_o
`ifdef FORMAL
    ,
    /// Every register; the source that waits if one does.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);

  logic                waits_q, takes_waiting;
  logic [NodeBits-1:0] waiting_q;

  assign takes_waiting   = waits_q && (unthrottle_i || !packet_i);
  assign enter_o         = packet_i || unthrottle_i || waits_q;
  assign enter_removes_o = takes_waiting || !packet_i;
  assign enter_source_o  = takes_waiting ? waiting_q :
                           packet_i ? packet_source_i : unthrottle_source_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_waits
    if (!rst_ni) waits_q <= 1'b0;
    // Two of three: one enters.
    else waits_q <= !clear_i && (waits_q ? packet_i || unthrottle_i : packet_i && unthrottle_i);
  end
  always_ff @(posedge clk_i) begin : p_waiting
    if (unthrottle_i) waiting_q <= unthrottle_source_i;
  end

`ifdef FORMAL
  assign formal_state_o = {waits_q, waiting_q & {NodeBits{waits_q}}};
`endif

endmodule
