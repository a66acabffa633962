// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_answer: of a block, given by its first packet, it finds the packet that
// the answer of the last clock was about and no other.
// properties: asserts=6 covers=2
// proof: depth=1 Rows=2 SlotBits=2 Timeouts=1
// proof: depth=1 Rows=2 SlotBits=3
// cover: depth=3 Rows=2 SlotBits=2 Timeouts=1
// larger: rows meet in an AND-OR only; numbers are compared at any width
// assumed: one row matches at most
// mutant FoundExactly: s/below ? high_before_q == base_high : high_q == base_high/high_q == base_high/
// mutant FoundExactly: s/differs_q == '0 \&\&/1'b1 \&\&/
// mutant RowKept: s/matches_i \& {Rows{ack_d || nack_d}}/matches_i/
// mutant SparedExactly: s/spared_o       = ack_q \&\& fails/spared_o = fails/
// mutant SumsUp: s/acknowledged_o = ack_q \&\& (flies || fails)/acknowledged_o = ack_q/
// mutant MissedExactly: s/missed_o       = answers \&\& !flies/missed_o = answers/
// mutant DisabledIsReset: s/ack_d  = enable_i \&\&/ack_d  =/

module reservation_answer_fv #(
    parameter int unsigned Rows = 2,
    parameter int unsigned SlotBits = 2,
    parameter int unsigned Timeouts = 1,
    localparam int unsigned Slots = 2 ** SlotBits,
    localparam int unsigned StorageBits = 66 + Rows - SlotBits
) (
    input logic                  clk_i, rst_ni, enable_i, valid_i,
    input logic [3:0]            kind_i,
    input logic [15:0]           message_i, sequence_i, row_message_i, row_base_i,
    input logic [Rows-1:0]       matches_i,
    input logic [Rows*Slots-1:0] outstanding_i, failed_i
);

  logic [Slots-1:0]       slot, expected, flying, failing;
  logic [Rows-1:0]        row;
  logic                   nack, acknowledged, refused, spared, missed, busy, started, flies, fails;
  logic [15:0]            packet;
  logic [StorageBits-1:0] registers;
  initial started = 1'b0;
  reservation_answer #(.Rows(Rows), .SlotBits(SlotBits), .Timeouts(Timeouts)) dut (
      .clk_i, .rst_ni, .enable_i, .valid_i, .kind_i, .message_i, .sequence_i, .matches_i,
      .row_message_i, .row_base_i, .outstanding_i, .failed_i, .row_o(row), .slot_o(slot),
      .nack_o(nack), .refused_o(refused), .acknowledged_o(acknowledged), .spared_o(spared),
      .missed_o(missed), .busy_o(busy), .state_o(registers)
  );
  // What came, and the row's block then.
  logic            answers_q, registers_exact;
  logic [3:0]      kind_q;
  logic [15:0]     message_q, sequence_q, row_message_q, row_base_q;
  logic [Rows-1:0] matches_q;
  always @(posedge clk_i) begin : p_ghost
    started       <= 1'b1;
    answers_q     <= started && enable_i && valid_i && (kind_i == 4'd4 || kind_i == 4'd5);
    kind_q        <= kind_i;
    message_q     <= message_i;
    sequence_q    <= sequence_i;
    row_message_q <= row_message_i;
    row_base_q    <= row_base_i;
    matches_q     <= matches_i;
  end
  // Packet by packet, from the base on.
  always_comb begin : p_expected
    expected = '0;
    flying   = '0;
    failing  = '0;
    packet   = '0;
    for (int r = 0; r < Rows; r++)
      if (matches_q[r]) begin
        flying  = flying | outstanding_i[r*Slots+:Slots];
        failing = failing | failed_i[r*Slots+:Slots];
      end
    for (int i = 0; i < Slots; i++) begin
      packet = row_base_q + 16'(i);
      if (answers_q && message_q == row_message_q && packet == sequence_q)
        expected[packet[SlotBits-1:0]] = 1'b1;
    end
  end
  assign flies = (expected & flying) != '0;
  assign fails = Timeouts != 0 && (expected & failing) != '0;
  // The registers are what came.
  assign registers_exact = {registers[StorageBits-1-:2], registers[StorageBits-3-:Rows]} ==
                      {answers_q && kind_q == 4'd4, answers_q && kind_q == 4'd5,
                       answers_q ? matches_q : {Rows{1'b0}}} &&
                      registers[48+16-SlotBits-1:0] == (!answers_q ? '0 :
                      {message_q ^ row_message_q, row_base_q, sequence_q,
                       sequence_q[15:SlotBits] - (16-SlotBits)'(1)});
  always_comb begin : p_properties
    assume (rst_ni == started);
    assume ((matches_i & (matches_i - Rows'(1))) == '0);
    if (started) begin
      DisabledIsReset: assert (registers_exact && busy == answers_q);
      RowKept: assert (row == (answers_q ? matches_q : '0) && nack == (answers_q && kind_q == 4'd5));
      FoundExactly: assert (slot == expected);
      SparedExactly: assert (spared == (kind_q == 4'd4 && fails));
      SumsUp: assert (acknowledged == (kind_q == 4'd4 && (flies || fails)) &&
                      refused == (kind_q == 4'd5 && flies));
      MissedExactly: assert (missed == (answers_q && !flies && !(kind_q == 4'd4 && fails)));
    end
    Behind: cover (started && refused && sequence_q == 16'd0);
    Spares: cover (started && spared);
  end

endmodule
