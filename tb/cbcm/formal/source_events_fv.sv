// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of source_events: one operation a clock, packets first, messages in their order.
// properties: asserts=4 covers=3
// proof: depth=1 Nodes=16
// proof: depth=1 Nodes=4096
// cover: depth=6 Nodes=16
// larger: sources are passed through, whatever their width.
// assumed: nothing
// mutant EntersExactly: s/packet_i || unthrottle_i || waits_q;/packet_i || unthrottle_i;/
// mutant PacketFirst: s/(unthrottle_i || !packet_i)/1'b1/
// mutant MessagesInOrder: s/waits_q \&\& (unthrottle_i || !packet_i)/waits_q \&\& !packet_i/
// mutant WaitsExactly: s/!clear_i \&\& (waits_q/(waits_q/

module source_events_fv #(
    parameter int unsigned Nodes = 16,
    localparam int unsigned NodeBits = $clog2(Nodes)
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                clear_i,
    input logic                packet_i,
    input logic [NodeBits-1:0] packet_source_i,
    input logic                unthrottle_i,
    input logic [NodeBits-1:0] unthrottle_source_i
);

  logic                enter, removes;
  logic [NodeBits-1:0] source;
  logic [NodeBits:0]   registers;

  source_events #(.Nodes(Nodes)) dut (
      .clk_i, .rst_ni, .clear_i, .packet_i, .packet_source_i, .unthrottle_i, .unthrottle_source_i,
      .enter_o(enter),
      .enter_removes_o(removes),
      .enter_source_o(source),
      .formal_state_o(registers)
  );

  // Messages that have come and not entered: a queue of at most one, and the one that comes.
  logic                started, queued, passed_over;
  logic [NodeBits-1:0] queued_source;
  logic [1:0]          messages;
  initial {started, queued} = '0;
  assign messages    = 2'(queued) + 2'(unthrottle_i);
  assign passed_over = messages == 2'd2;

  always @(posedge clk_i) begin
    started <= 1'b1;
    queued  <= started && !clear_i && messages != 2'd0 && (messages == 2'd2 || !(enter && removes));
    if (unthrottle_i) queued_source <= unthrottle_source_i;
  end

  always_comb assume (rst_ni == started);
  always_comb begin : p_assert
    if (started) begin
      EntersExactly: assert (enter == (packet_i || messages != 2'd0));
      PacketFirst: assert (!packet_i || passed_over || (!removes && source == packet_source_i));
      MessagesInOrder: assert (!enter || (packet_i && !passed_over) ||
          (removes && source == (queued ? queued_source : unthrottle_source_i)));
      WaitsExactly: assert (registers == {queued, queued ? queued_source : {NodeBits{1'b0}}});
    end
    Waits: cover (started && queued && packet_i && !unthrottle_i);
    PassesOver: cover (started && queued && packet_i && unthrottle_i);
    WaitingEnters: cover (started && queued && enter && removes && !unthrottle_i);
  end

endmodule
