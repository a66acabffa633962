// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of token_entry: tokens come at deadlines only, one at a time; a free row is 0.
// properties: asserts=6 covers=2
// proof: depth=1 NodeBits=4 DegreeBits=5 TokenBits=6
// bounded: depth=4 NodeBits=12 DegreeBits=13 TokenBits=16
// cover: depth=10 NodeBits=4 DegreeBits=5 TokenBits=6
// larger: node numbers and deadlines are compared for equality and stored, tokens added and
// larger: compared, at any width. What the row does in each clock is proved in token_throttler.
// assumed: a row that is in use is not allocated; tokens left after a packet are no more than its own
// mutant FreeIsZero: s/else if (!valid_d) begin/else if (!enable_i) begin/; s/valid_q     <= 1'b1;/valid_q <= valid_d;/
// mutant ArrivesAtDeadline: s/assign arrives     = due/assign arrives     = valid_q/
// mutant OneTokenAtATime: s/: tokens_left + TokenBits'(1);/: tokens_left + TokenBits'(2);/
// mutant NewRowIsEmpty: s/if (resets) tokens_d = '0;/if (allocate_i) tokens_d = TokenBits'(1);/
// mutant ReleasedIsFree: s/enable_i \&\& !releases \&\&/enable_i \&\&/
// mutant SpentIsEmptied: s/inject_i ? tokens_left_i : tokens_q/tokens_q/

module token_entry_fv #(
    parameter int unsigned NodeBits = 4,
    parameter int unsigned DegreeBits = 5,
    parameter int unsigned TokenBits = 6
) (
    input logic                  clk_i, rst_ni, enable_i,
    input logic [DegreeBits-1:0] pace_i, throttle_degree_i,
    input logic                  throttle_valid_i, allocate_i, inject_i, release_valid_i,
    input logic [NodeBits-1:0]   throttle_source_i, release_destination_i,
    input logic                  full_left_i,
    input logic [TokenBits-1:0]  tokens_left_i,
    input logic                  cfg_token_reset_always_i,
    input logic [TokenBits-1:0]  cfg_token_cap_i
);

  logic                  valid, refreshed, arrived, matches, settles;
  logic [NodeBits-1:0]   destination;
  logic [DegreeBits-1:0] degree, deadline;
  logic [TokenBits-1:0]  tokens;

  token_entry #(
      .NodeBits(NodeBits),
      .DegreeBits(DegreeBits),
      .TokenBits(TokenBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .pace_i, .throttle_valid_i, .throttle_source_i,
      .throttle_degree_i, .allocate_i, .inject_i, .tokens_left_i,
      .full_left_i,
      .release_valid_i, .release_destination_i, .cfg_token_reset_always_i, .cfg_token_cap_i,
      .valid_o(valid), .destination_o(destination), .degree_o(degree), .tokens_o(tokens),
      .deadline_o(deadline), .refreshed_o(refreshed), .arrived_o(arrived), .matches_o(matches),
      .settles_o(settles)
  );

  logic                  started, was_started, was_valid, was_due, was_released, was_spent;
  logic [TokenBits-1:0]  was_tokens;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started       <= 1'b1;
    was_started   <= started;
    was_valid     <= valid;
    was_due       <= valid && deadline == pace_i;
    was_released  <= valid && release_valid_i && release_destination_i == destination;
    was_spent     <= inject_i && tokens_left_i == '0;
    was_tokens    <= tokens;
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (!valid || !allocate_i);
    assume (!allocate_i || throttle_valid_i);
    assume (tokens_left_i <= tokens && full_left_i == (tokens_left_i >= cfg_token_cap_i));
  end

  always_comb begin : p_assert
    if (started) begin
      FreeIsZero: assert (valid || {refreshed, arrived, destination, degree, tokens, deadline} ==
                                   '0);
    end
    if (was_started) begin
      ArrivesAtDeadline: assert (!arrived || was_due);
      OneTokenAtATime: assert ({1'b0, tokens} <= {1'b0, was_tokens} + (TokenBits+1)'(arrived));
      NewRowIsEmpty: assert (!valid || was_valid || (refreshed && tokens == '0));
      ReleasedIsFree: assert (!was_released || !valid);
      SpentIsEmptied: assert (!was_spent || tokens <= TokenBits'(arrived));
    end
    ArrivesAndIsSpent: cover (was_started && arrived && tokens == '0 && valid);
    SpendsAll: cover (was_started && was_spent && was_tokens != '0 && valid);
  end

endmodule
