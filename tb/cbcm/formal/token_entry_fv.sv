// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of token_entry: tokens come at deadlines only, one at a time; a free row is 0.
// properties: asserts=7 covers=2
// proof: depth=1 NodeBits=4 DegreeBits=5 TokenBits=6
// bounded: depth=4 NodeBits=12 DegreeBits=13 TokenBits=16
// cover: depth=10 NodeBits=4 DegreeBits=5 TokenBits=6
// larger: node numbers and deadlines are compared for equality and stored, tokens added and
// larger: compared, at any width. What the row does in each clock is proved in token_throttler.
// assumed: a row that is in use is not allocated; tokens left after a packet are no more than its own
// mutant FreeIsZero: s/^        {destination_q, degree_q} .*//
// mutant ArrivesAtDeadline: s/arrives  = due/arrives  = valid_q/
// mutant EpochIsArrivals: s/arrivals_q - 16'd1;/arrivals_q - 16'd2;/
// mutant OneTokenAtATime: s/tokens = tokens + TokenBits'(1);/tokens = tokens + TokenBits'(2);/
// mutant NewRowIsEmpty: s/if (resets || releases || !enable_i) tokens = '0;/if (allocate_i) tokens = TokenBits'(1);/
// mutant ReleasedIsFree: s/if (enable_i \&\& !releases \&\&/if (enable_i \&\&/
// mutant SpentIsEmptied: s/inject_i ? tokens_left_i : tokens_q/tokens_q/

module token_entry_fv #(
    parameter int unsigned NodeBits = 4,
    parameter int unsigned DegreeBits = 5,
    parameter int unsigned TokenBits = 6
) (
    input logic                  clk_i, rst_ni, enable_i,
    input logic [DegreeBits-1:0] pace_i, throttle_degree_i, throttle_deadline_i,
    input logic                  throttle_valid_i, allocate_i, inject_i, release_i,
    input logic [NodeBits-1:0]   throttle_source_i,
    input logic                  leaves_room_i,
    input logic [TokenBits-1:0]  tokens_left_i,
    input logic                  cfg_token_reset_always_i,
    input logic [TokenBits-1:0]  cfg_token_cap_i,
    input logic [15:0]           cfg_epoch_flits_i
);

  logic                  valid, refreshed, epoch_over, matches;
  logic [NodeBits-1:0]   destination;
  logic [DegreeBits-1:0] degree, deadline;
  logic [TokenBits-1:0]  tokens;
  logic [15:0]           arrivals;

  token_entry #(
      .NodeBits(NodeBits),
      .DegreeBits(DegreeBits),
      .TokenBits(TokenBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .pace_i, .throttle_valid_i, .throttle_source_i,
      .throttle_degree_i, .allocate_i, .inject_i, .tokens_left_i,
      .leaves_room_i, .throttle_deadline_i,
      .release_i, .cfg_token_reset_always_i, .cfg_token_cap_i, .cfg_epoch_flits_i,
      .valid_o(valid), .destination_o(destination), .degree_o(degree), .tokens_o(tokens),
      .deadline_o(deadline), .refreshed_o(refreshed), .epoch_over_o(epoch_over), .matches_o(matches),
      .near_o(), .after_o(), .place_o(), .formal_arrivals_o(arrivals)
  );

  logic                  started, was_started, was_valid, was_due, was_released, was_spent;
  logic                  was_reset, arrived;
  logic [TokenBits-1:0]  was_tokens;
  logic [15:0]           was_arrivals, was_flits;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started       <= 1'b1;
    was_started   <= started;
    was_valid     <= valid;
    was_due       <= valid && deadline == pace_i;
    was_released  <= valid && release_i;
    was_reset     <= throttle_valid_i && matches && cfg_token_reset_always_i;
    was_arrivals  <= arrivals;
    was_flits     <= cfg_epoch_flits_i;
    was_spent     <= inject_i && tokens_left_i == '0;
    was_tokens    <= tokens;
  end

  // A token came in the last clock.
  assign arrived = valid && was_due && !was_released && !was_reset;

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (!valid || !allocate_i);
    assume (!allocate_i || throttle_valid_i);
    assume (tokens_left_i <= tokens);
  end

  always_comb begin : p_assert
    if (started) begin
      FreeIsZero: assert (valid || {refreshed, epoch_over, destination, degree, tokens} == '0);
    end
    if (was_started) begin
      ArrivesAtDeadline: assert (!valid || !was_valid || arrivals == was_arrivals || arrived);
      EpochIsArrivals: assert (!valid ||
          (!was_valid ? arrivals == was_flits && !epoch_over :
           !arrived ? arrivals == was_arrivals && !epoch_over :
           was_arrivals <= 16'd1 ? arrivals == was_flits && epoch_over :
                                   arrivals == was_arrivals - 16'd1 && !epoch_over));
      OneTokenAtATime: assert ({1'b0, tokens} <= {1'b0, was_tokens} + (TokenBits+1)'(arrived));
      NewRowIsEmpty: assert (!valid || was_valid || (refreshed && tokens == '0));
      ReleasedIsFree: assert (!was_released || !valid);
      SpentIsEmptied: assert (!was_spent || tokens <= TokenBits'(arrived));
    end
    ArrivesAndIsSpent: cover (was_started && arrived && tokens == '0 && valid);
    SpendsAll: cover (was_started && was_spent && was_tokens != '0 && valid);
  end

endmodule
