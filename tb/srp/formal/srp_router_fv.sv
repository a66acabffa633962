// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of srp_router: a NACK names the packet of its lane, the dropper is passed through.
// properties: asserts=6 covers=1
// proof: depth=1 Radix=4 SpeculativeVcs=1 WaitBits=8
// proof: depth=1 Radix=5 SpeculativeVcs=2 WaitBits=8
// proof: depth=1 Radix=4 SpeculativeVcs=1 WaitBits=8 PredictiveDrop=1
// bounded: depth=3 Nodes=512 Radix=8 SpeculativeVcs=2
// cover: depth=8 Radix=4 SpeculativeVcs=1 WaitBits=8
// larger: lanes are wired alike, and every lane is once the watched one; the verdicts are those of
// larger: speculative_dropper, proved by its own wrapper
// mutant ArrivalNackNamesPacket: s/sequence_i(arrival_sequence_i/sequence_i(head_sequence_i/
// mutant HeadNackNamesPacket: s/source_i(head_source_i\[l/source_i(head_source_i[(Lanes-1-l)/
// mutant DropperPassedThrough: s/\.leave_stamp_i,$/.leave_stamp_i(head_stamp_i),/; s/^      \.leave_stamp_i,$/      .leave_stamp_i(head_stamp_i),/; s/\.now_i, \.cfg_ttw_i,/.now_i(cfg_ttw_i), .cfg_ttw_i,/
// mutant DropperPassedThrough: PredictiveDrop=1 s/\.output_used_i, \.output_reach_i,/.output_used_i(leave_stamp_i), .output_reach_i,/
// mutant DropperPassedThrough: PredictiveDrop=1 s/\.PredictiveDrop(PredictiveDrop)/.PredictiveDrop(0)/
// mutant DataOnlyWithEvent: @speculative_dropper s/expired = '0;/expired = '1;/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/^      \.quiescent_o$/.quiescent_o()/; s/^endmodule/assign quiescent_o = 1'b1; endmodule/

module srp_router_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned Radix = 4,
  parameter int unsigned SpeculativeVcs = 1,
  parameter int unsigned WaitBits = 16,
  parameter int unsigned PredictiveDrop = 0,
  localparam int unsigned PortBits = $clog2(Radix),
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned Lanes = Radix * SpeculativeVcs
) (
  input logic                      clk_i, rst_ni, enable_i,
  input logic [WaitBits-1:0]       now_i, cfg_ttw_i,
  input logic [Lanes-1:0]          arrival_valid_i, head_valid_i, dropped_valid_i,
  input logic [Lanes-1:0]          leave_valid_i,
  input logic [Lanes*WaitBits-1:0] arrival_wait_i, head_stamp_i, leave_stamp_i, output_used_i,
  input logic [Radix*WaitBits-1:0] output_reach_i,
  input logic [Lanes*PortBits-1:0] front_output_i,
  input logic [Lanes*SpeculativeVcs-1:0] front_vcs_i,
  input logic [Lanes*NodeBits-1:0] arrival_source_i, arrival_destination_i, head_source_i,
  input logic [Lanes*NodeBits-1:0] head_destination_i,
  input logic [Lanes*16-1:0]       arrival_message_i, arrival_sequence_i, head_message_i,
  input logic [Lanes*16-1:0]       head_sequence_i
);

  localparam int unsigned OutBits = Lanes * (5 + 2 * WaitBits);
  logic [OutBits-1:0]        outputs, reference;
  logic [Lanes*NodeBits-1:0] arrival_source, arrival_destination, head_source, head_destination;
  logic [Lanes*16-1:0]       arrival_message, arrival_sequence, head_message, head_sequence;
  logic [Lanes-1:0]          stamped, expired, keep, drop, waited;
  logic [Lanes*WaitBits-1:0] stamp, leave_wait;
  logic [Lanes-1:0]          r_stamped, r_expired, r_keep, r_drop, r_waited;
  logic [Lanes*WaitBits-1:0] r_stamp, r_leave_wait;
  logic                      quiescent;
  assign outputs   = {stamped, expired, keep, drop, waited, stamp, leave_wait};
  assign reference = {r_stamped, r_expired, r_keep, r_drop, r_waited, r_stamp, r_leave_wait};

  srp_router #(
    .Nodes(Nodes), .Radix(Radix), .SpeculativeVcs(SpeculativeVcs), .WaitBits(WaitBits),
    .PredictiveDrop(PredictiveDrop)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .cfg_ttw_i, .arrival_valid_i, .arrival_wait_i,
    .head_valid_i, .head_stamp_i, .dropped_valid_i, .leave_valid_i, .leave_stamp_i,
    .output_used_i, .output_reach_i, .front_output_i, .front_vcs_i,
    .arrival_source_i, .arrival_destination_i, .arrival_message_i, .arrival_sequence_i,
    .head_source_i, .head_destination_i, .head_message_i, .head_sequence_i,
    .stamped_o(stamped), .arrival_stamp_o(stamp), .arrival_expired_o(expired), .keep_o(keep),
    .drop_o(drop), .waited_o(waited), .leave_wait_o(leave_wait),
    .arrival_nack_source_o(arrival_source), .arrival_nack_destination_o(arrival_destination),
    .arrival_nack_message_o(arrival_message), .arrival_nack_sequence_o(arrival_sequence),
    .head_nack_source_o(head_source), .head_nack_destination_o(head_destination),
    .head_nack_message_o(head_message), .head_nack_sequence_o(head_sequence),
    .quiescent_o(quiescent)
  );

  speculative_dropper #(
    .Radix(Radix), .SpeculativeVcs(SpeculativeVcs), .WaitBits(WaitBits),
    .PredictiveDrop(PredictiveDrop)
  ) dropper (
    .clk_i, .rst_ni, .enable_i, .now_i, .cfg_ttw_i, .arrival_valid_i, .arrival_wait_i,
    .head_valid_i, .head_stamp_i, .dropped_valid_i, .leave_valid_i, .leave_stamp_i, .stamped_o(r_stamped),
    .arrival_stamp_o(r_stamp), .arrival_expired_o(r_expired), .keep_o(r_keep), .drop_o(r_drop),
    .waited_o(r_waited), .leave_wait_o(r_leave_wait), .quiescent_o(),
    .output_used_i, .output_reach_i, .front_output_i, .front_vcs_i
  );

  quiescence_properties #(.RegisterBits(OutBits), .LevelBits(1 + WaitBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i({arrival_valid_i, head_valid_i, dropped_valid_i, leave_valid_i} == '0),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg_ttw_i}), .registers_i(outputs),
    .event_i({stamped, expired, keep, drop, waited} != '0), .busy_i(enable_i && !quiescent),
    .asleep_o(), .last_levels_o()
  );

  (* anyconst *) logic [7:0] watched;
  // Differences of wires: Yosys takes away a property of the form x == x.
  logic [2*NodeBits-1:0] arrival_node_apart, head_node_apart;
  logic [31:0]           arrival_apart, head_apart;
  assign arrival_node_apart = {
      NodeBits'(arrival_source >> (watched * NodeBits)) - NodeBits'(arrival_destination_i >> (watched * NodeBits)),
      NodeBits'(arrival_destination >> (watched * NodeBits)) - NodeBits'(arrival_source_i >> (watched * NodeBits))};
  assign arrival_apart = {
      16'(arrival_message >> (watched * 16)) - 16'(arrival_message_i >> (watched * 16)),
      16'(arrival_sequence >> (watched * 16)) - 16'(arrival_sequence_i >> (watched * 16))};
  assign head_node_apart = {
      NodeBits'(head_source >> (watched * NodeBits)) - NodeBits'(head_destination_i >> (watched * NodeBits)),
      NodeBits'(head_destination >> (watched * NodeBits)) - NodeBits'(head_source_i >> (watched * NodeBits))};
  assign head_apart = {
      16'(head_message >> (watched * 16)) - 16'(head_message_i >> (watched * 16)),
      16'(head_sequence >> (watched * 16)) - 16'(head_sequence_i >> (watched * 16))};
  logic started;
  initial started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;

  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < Lanes);
    ArrivalNackNamesPacket: assert ({arrival_node_apart, arrival_apart} == '0);
    HeadNackNamesPacket: assert ({head_node_apart, head_apart} == '0);
    if (started) begin
      DropperPassedThrough: assert (outputs == reference);
      DataOnlyWithEvent: assert ((expired & ~stamped) == '0 && (stamped != '0 || stamp == '0) &&
                                 (waited != '0 || leave_wait == '0));
    end
  end

endmodule
