// SPDX-License-Identifier: Apache-2.0
// What a router instantiates for SRP: the dropper, and per lane the NACK that an arriving packet
// and that a head become if they are dropped.
//
// Source: SRP paper, Sections 3 and 6.6. Contract: docs/reference/srp/srp_router.md.
// Timing: the dropper's outputs 1 clock, the NACKs 0: wires from the headers of the same clock.
// lint-params: Radix=4 SpeculativeVcs=1 WaitBits=8
// lint-params: Nodes=100 Radix=7 SpeculativeVcs=3 WaitBits=11
// lint-params: Radix=4 SpeculativeVcs=2 WaitBits=8 PredictiveDrop=1
// lint-large: Nodes=1024 Radix=64 SpeculativeVcs=2
// lint-illegal: Nodes=15
// lint-illegal: Radix=65
// lint-illegal: SpeculativeVcs=0

module srp_router #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Router inputs, 4-64.
    parameter int unsigned Radix = 8,
    /// Speculative VCs per input, 1-4.
    parameter int unsigned SpeculativeVcs = 1,
    /// Width of stamps and waits, 8-32.
    parameter int unsigned WaitBits = 16,
    /// 1: what lies ahead at the output counts as waited, too.
    parameter int unsigned PredictiveDrop = 0,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned PortBits = $clog2(Radix),
    localparam int unsigned Lanes = Radix * SpeculativeVcs,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The stamp stands in the input buffer.
    localparam int unsigned StateBits = 0,
    /// The dropper's.
    localparam int unsigned PipelineBits = Lanes * (5 + 2 * WaitBits),
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Asynchronous assert, active low.
    input  logic                      rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                      enable_i,
    /// Lowest bits of the network's cycle counter.
    input  logic [WaitBits-1:0]       now_i,
    /// TTW: longest wait in cycles, at least 1.
    input  logic [WaitBits-1:0]       cfg_ttw_i,
    /// Lane input * SpeculativeVcs + VC: the head flit of a speculative packet came in.
    input  logic [Lanes-1:0]          arrival_valid_i,
    /// Its accumulated wait, from the header.
    input  logic [Lanes*WaitBits-1:0] arrival_wait_i,
    /// A speculative packet is at the front of the lane and holds no output VC.
    input  logic [Lanes-1:0]          head_valid_i,
    /// Its stamp.
    input  logic [Lanes*WaitBits-1:0] head_stamp_i,
    /// The head shown in the last clock was dropped: the front of the lane is another.
    input  logic [Lanes-1:0]          dropped_valid_i,
    /// Its head flit crosses the switch.
    input  logic [Lanes-1:0]          leave_valid_i,
    /// Its stamp.
    input  logic [Lanes*WaitBits-1:0] leave_stamp_i,
    /// With PredictiveDrop, output * SpeculativeVcs + VC: flits that have crossed to it and for
    /// which no credit is back.
    input  logic [Lanes*WaitBits-1:0] output_used_i,
    /// With PredictiveDrop, per output: TTW and the round trip of its channel; constant.
    input  logic [Radix*WaitBits-1:0] output_reach_i,
    /// With PredictiveDrop, per lane: the output of the packet at the front, shown as a head or
    /// arriving in this clock; below Radix.
    input  logic [Lanes*PortBits-1:0] front_output_i,
    /// With PredictiveDrop: the VCs there that it may take; none where it holds one, or is none.
    input  logic [Lanes*SpeculativeVcs-1:0] front_vcs_i,
    /// Source of the arriving packet.
    input  logic [Lanes*NodeBits-1:0] arrival_source_i,
    /// Its destination.
    input  logic [Lanes*NodeBits-1:0] arrival_destination_i,
    /// Its message.
    input  logic [Lanes*16-1:0]       arrival_message_i,
    /// Its number within the message.
    input  logic [Lanes*16-1:0]       arrival_sequence_i,
    /// Source of the head.
    input  logic [Lanes*NodeBits-1:0] head_source_i,
    /// Its destination.
    input  logic [Lanes*NodeBits-1:0] head_destination_i,
    /// Its message.
    input  logic [Lanes*16-1:0]       head_message_i,
    /// Its number within the message.
    input  logic [Lanes*16-1:0]       head_sequence_i,
    /// A packet arrived in the last clock.
    output logic [Lanes-1:0]          stamped_o,
    /// Its stamp; 0 where not stamped_o.
    output logic [Lanes*WaitBits-1:0] arrival_stamp_o,
    /// Its wait was over: drop it.
    output logic [Lanes-1:0]          arrival_expired_o,
    /// The head of the last clock may wait on.
    output logic [Lanes-1:0]          keep_o,
    /// Its wait is over, once and for all: drop it, if it is still the head.
    output logic [Lanes-1:0]          drop_o,
    /// A head crossed in the last clock.
    output logic [Lanes-1:0]          waited_o,
    /// Its new accumulated wait, at most 2^(WaitBits-1); 0 where not waited_o.
    output logic [Lanes*WaitBits-1:0] leave_wait_o,
    /// The NACK that the arriving packet becomes if it is dropped: its source.
    output logic [Lanes*NodeBits-1:0] arrival_nack_source_o,
    /// Its destination.
    output logic [Lanes*NodeBits-1:0] arrival_nack_destination_o,
    /// Its message.
    output logic [Lanes*16-1:0]       arrival_nack_message_o,
    /// Its number within the message.
    output logic [Lanes*16-1:0]       arrival_nack_sequence_o,
    /// The NACK that the head becomes if it is dropped: its source.
    output logic [Lanes*NodeBits-1:0] head_nack_source_o,
    /// Its destination.
    output logic [Lanes*NodeBits-1:0] head_nack_destination_o,
    /// Its message.
    output logic [Lanes*16-1:0]       head_nack_message_o,
    /// Its number within the message.
    output logic [Lanes*16-1:0]       head_nack_sequence_o,
    /// A clock without packets changes nothing.
    output logic                      quiescent_o
);

  speculative_dropper #(
      .Radix(Radix),
      .SpeculativeVcs(SpeculativeVcs),
      .WaitBits(WaitBits),
      .PredictiveDrop(PredictiveDrop)
  ) u_dropper (
      .clk_i, .rst_ni, .enable_i, .now_i, .cfg_ttw_i,
      .arrival_valid_i, .arrival_wait_i, .head_valid_i, .head_stamp_i, .dropped_valid_i,
      .leave_valid_i, .leave_stamp_i,
      .output_used_i, .output_reach_i, .front_output_i, .front_vcs_i,
      .stamped_o, .arrival_stamp_o, .arrival_expired_o, .keep_o, .drop_o, .waited_o, .leave_wait_o,
      .quiescent_o
  );

  // Where heads are written, and where they are read.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    /* verilator lint_off UNUSEDSIGNAL */  // both are NACKs; whoever drops knows the kind
    logic [3:0] arrival_kind, head_kind;
    /* verilator lint_on UNUSEDSIGNAL */
    drop_to_nack #(
        .Nodes(Nodes)
    ) u_arrival (
        .source_i(arrival_source_i[l*NodeBits+:NodeBits]),
        .destination_i(arrival_destination_i[l*NodeBits+:NodeBits]),
        .message_i(arrival_message_i[l*16+:16]),
        .sequence_i(arrival_sequence_i[l*16+:16]),
        .nack_kind_o(arrival_kind),
        .nack_source_o(arrival_nack_source_o[l*NodeBits+:NodeBits]),
        .nack_destination_o(arrival_nack_destination_o[l*NodeBits+:NodeBits]),
        .nack_message_o(arrival_nack_message_o[l*16+:16]),
        .nack_sequence_o(arrival_nack_sequence_o[l*16+:16])
    );
    drop_to_nack #(
        .Nodes(Nodes)
    ) u_head (
        .source_i(head_source_i[l*NodeBits+:NodeBits]),
        .destination_i(head_destination_i[l*NodeBits+:NodeBits]),
        .message_i(head_message_i[l*16+:16]),
        .sequence_i(head_sequence_i[l*16+:16]),
        .nack_kind_o(head_kind),
        .nack_source_o(head_nack_source_o[l*NodeBits+:NodeBits]),
        .nack_destination_o(head_nack_destination_o[l*NodeBits+:NodeBits]),
        .nack_message_o(head_nack_message_o[l*16+:16]),
        .nack_sequence_o(head_nack_sequence_o[l*16+:16])
    );
  end

endmodule
