// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_request: an offer takes the lowest free row and makes a request, which
// waits until it is taken.
// properties: asserts=5 covers=1
// proof: depth=1 Rows=2 BlockBits=2
// proof: depth=1 Rows=2 BlockBits=2 Timeouts=1
// cover: depth=5 Rows=2 BlockBits=2 Timeouts=1
// larger: rows meet in the search for the lowest; numbers are stored, and multiplied once
// mutant TakesLowest: s/~valid_i \& (valid_i + Rows'(1)) \&/~valid_i \&/
// mutant RequestExact: s/whole ? offer_flits_i/1'b1 ? offer_flits_i/
// mutant EmptyIsZero: s/(tag_q \& {TagBits{keeps}})/tag_q/
// mutant StableUntilTaken: s/keeps         = enable_i \&\& valid_q \&\& !request_ready_i/keeps = 1'b0/
// mutant TakenOnce: s/keeps         = enable_i \&\& valid_q \&\& !request_ready_i/keeps = enable_i \&\& valid_q/

module reservation_request_fv #(
    parameter int unsigned Rows = 2,
    parameter int unsigned BlockBits = 2,
    parameter int unsigned Timeouts = 0,
    localparam int unsigned NodeBits = 4,
    localparam int unsigned StorageBits = 25 + NodeBits + 16 * Rows * Timeouts
) (
    input logic                     clk_i, rst_ni, enable_i, offer_valid_i, request_ready_i,
    input logic [NodeBits-1:0]      offer_destination_i,
    input logic [15:0]              offer_packets_i, offer_flits_i,
    input logic [9:0]               offer_packet_flits_i,
    input logic [BlockBits-1:0]     cfg_n_max_i,
    input logic [Rows-1:0]          valid_i, late_i,
    input logic [Rows*NodeBits-1:0] destination_i,
    input logic [Rows*2-1:0]        blocks_i
);

  logic                   ready, request_valid, started, was_valid, was_taken, was_offer;
  logic [Rows-1:0]        allocate, taken, repeats;
  logic [5:0]             row;
  logic [BlockBits-1:0]   block;
  logic [NodeBits-1:0]    destination;
  logic [7:0]             tag;
  logic [15:0]            flits;
  logic [NodeBits+21:0]   was_expected;
  logic [StorageBits-1:0] registers;
  initial started = 1'b0;
  reservation_request #(
      .NodeBits(NodeBits), .Rows(Rows), .BlockBits(BlockBits), .Timeouts(Timeouts)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .offer_valid_i, .offer_destination_i, .offer_packets_i,
      .offer_flits_i, .offer_packet_flits_i, .cfg_n_max_i, .request_ready_i, .valid_i,
      .destination_i, .blocks_i, .late_i, .ready_o(ready), .allocate_o(allocate),
      .block_o(block), .taken_o(taken), .repeat_o(repeats), .request_valid_o(request_valid),
      .request_destination_o(destination), .request_tag_o(tag), .request_flits_o(flits),
      .state_o(registers)
  );
  stable_until_taken #(.PayloadBits(NodeBits + 24)) stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(request_valid), .ready_i(request_ready_i),
      .payload_i({destination, tag, flits})
  );
  always_comb begin : p_row
    row = '0;
    for (int r = 0; r < Rows; r++) if (allocate[r]) row = row | 6'(r);
  end
  always @(posedge clk_i) begin : p_ghost
    started      <= 1'b1;
    was_valid    <= started && request_valid;
    was_taken    <= request_ready_i;
    was_offer    <= started && enable_i && offer_valid_i && ready;
    was_expected <= {offer_destination_i, row, offer_packets_i <= 16'(cfg_n_max_i) ?
                     offer_flits_i : 16'(cfg_n_max_i) * 16'(offer_packet_flits_i)};
  end
  always_comb begin : p_properties
    assume (rst_ni == started);
    if (started) begin
      TakesLowest: assert (allocate == (enable_i && offer_valid_i && ready ?
                                        ~valid_i & (~(~valid_i) + Rows'(1)) : '0) &&
                           (allocate & (allocate - Rows'(1))) == '0);
      RequestExact: assert (!was_offer || {destination, tag[7:2], flits} == was_expected);
      EmptyIsZero: assert (request_valid || {destination, tag, flits} == '0);
      TakenOnce: assert (!was_valid || !was_taken || !request_valid);
    end
    Repeats: cover (started && repeats != '0);
  end

endmodule
