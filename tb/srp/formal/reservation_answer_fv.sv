// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_answer: of a block, given by its first packet, it finds the packet that
// the answer is about and no other.
// properties: asserts=4 covers=2
// proof: depth=1 Rows=2 SlotBits=2 Timeouts=1
// proof: depth=1 Rows=2 SlotBits=3
// cover: depth=2 Rows=2 SlotBits=2 Timeouts=1
// larger: rows meet in an AND-OR only; numbers are compared at any width
// assumed: one row matches at most
// mutant FoundExactly: s/below ? high_before == base_high : high == base_high/high == base_high/
// mutant FoundExactly: s/message_i == row_message_i \&\&/1'b1 \&\&/
// mutant SparedExactly: s/{fails \&\& ack}/{fails}/
// mutant SumsUp: s/acknowledged_o = ack \&\& (flies || fails)/acknowledged_o = ack/
// mutant MissedExactly: s/missed_o       = answers \&\& !flies/missed_o = answers/

module reservation_answer_fv #(
    parameter int unsigned Rows = 2,
    parameter int unsigned SlotBits = 2,
    parameter int unsigned Timeouts = 1,
    localparam int unsigned Slots = 2 ** SlotBits
) (
    input logic                  clk_i, valid_i,
    input logic [3:0]            kind_i,
    input logic [15:0]           message_i, sequence_i, row_message_i, row_base_i,
    input logic [Rows-1:0]       matches_i,
    input logic [Rows*Slots-1:0] outstanding_i, failed_i
);

  logic [Slots-1:0] answered, spared, expected, spares, flying, failing;
  logic             acknowledged, refused, missed, is_answer;
  logic [15:0]      packet;
  reservation_answer #(.Rows(Rows), .SlotBits(SlotBits), .Timeouts(Timeouts)) dut (
      .valid_i, .kind_i, .message_i, .sequence_i, .matches_i, .row_message_i, .row_base_i,
      .outstanding_i, .failed_i, .answered_o(answered), .spared_o(spared),
      .acknowledged_o(acknowledged), .refused_o(refused), .missed_o(missed)
  );
  // Packet by packet, from the base on.
  always_comb begin : p_expected
    is_answer = valid_i && (kind_i == 4'd4 || kind_i == 4'd5);
    expected  = '0;
    spares    = '0;
    flying    = '0;
    failing   = '0;
    packet    = '0;
    for (int r = 0; r < Rows; r++)
      if (matches_i[r]) begin
        flying  = flying | outstanding_i[r*Slots+:Slots];
        failing = failing | failed_i[r*Slots+:Slots];
      end
    for (int i = 0; i < Slots; i++) begin
      packet = row_base_i + 16'(i);
      if (is_answer && message_i == row_message_i && packet == sequence_i) begin
        expected[packet[SlotBits-1:0]] = flying[packet[SlotBits-1:0]];
        spares[packet[SlotBits-1:0]]   = Timeouts != 0 && kind_i == 4'd4 &&
                                         failing[packet[SlotBits-1:0]];
      end
    end
  end
  always_comb begin : p_properties
    assume ((matches_i & (matches_i - Rows'(1))) == '0);
    FoundExactly: assert (answered == expected);
    SparedExactly: assert (spared == spares);
    SumsUp: assert (acknowledged == (kind_i == 4'd4 && (expected | spares) != '0) &&
                    refused == (kind_i == 4'd5 && expected != '0));
    MissedExactly: assert (missed == (is_answer && (expected | spares) == '0));
    Behind: cover (refused && sequence_i == 16'd0);
    Spares: cover (spared != '0);
  end

endmodule
