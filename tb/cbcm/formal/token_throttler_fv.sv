// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of token_throttler: quiescence, deadlines ahead of time, tokens within the cap.
// properties: asserts=6 covers=2 depth=3 cover_depth=12
// mutant: s/if (tokens >= 16.(cfg_token_cap_i)) tokens = 16.(cfg_token_cap_i);/if (0) tokens = 0;/
// mutant: s/if (!wake_valid_o || lead\[CycleBits-1\])/if (!wake_valid_o)/
//
// Time advances by one a clock, the cap is constant and the rate at least one. Two asserts are the
// module's own assumptions.

module token_throttler_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned TokenBits = 6,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned StorageBits = ThrottleEntries *
        (2 + NodeBits + DegreeBits + TokenBits + CycleBits + 16) + 1 + NodeBits
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  enable_i,
    input logic [CycleBits-1:0]  now_i,
    input logic                  throttle_valid_i,
    input logic [NodeBits-1:0]   throttle_source_i,
    input logic [DegreeBits-1:0] throttle_degree_i,
    input logic                  inject_valid_i,
    input logic [NodeBits-1:0]   inject_destination_i,
    input logic [9:0]            inject_flits_i,
    input logic                  release_valid_i,
    input logic [NodeBits-1:0]   release_destination_i,
    input logic                  refused_ready_i,
    input logic                  cfg_token_reset_always_i,
    input logic [TokenBits-1:0]  cfg_token_cap_i
);

  // A constant rate keeps the multiplier out of the proof; 1.5 uses cycle and fraction.
  localparam logic [17:0] RateScale = 18'h18000;

  logic [ThrottleEntries-1:0]            entry_valid, entry_refreshed;
  logic [ThrottleEntries*TokenBits-1:0]  entry_tokens;
  logic [ThrottleEntries*NodeBits-1:0]   entry_destination;
  logic [ThrottleEntries*DegreeBits-1:0] entry_degree;
  logic                                  throttle_ready, refused_valid, quiescent, wake_valid;
  logic [NodeBits-1:0]                   refused_destination;
  logic [CycleBits-1:0]                  wake_at;
  logic [StorageBits-1:0]                registers;

  token_throttler #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries),
      .TokenBits(TokenBits),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .throttle_valid_i, .throttle_source_i, .throttle_degree_i,
      .inject_valid_i, .inject_destination_i, .inject_flits_i, .release_valid_i,
      .release_destination_i, .refused_ready_i, .cfg_token_reset_always_i,
      .cfg_inverse_rate_scale_i(RateScale), .cfg_token_cap_i,
      .entry_valid_o(entry_valid),
      .entry_destination_o(entry_destination),
      .entry_degree_o(entry_degree),
      .entry_tokens_o(entry_tokens),
      .entry_refreshed_o(entry_refreshed),
      .throttle_ready_o(throttle_ready),
      .refused_valid_o(refused_valid),
      .refused_destination_o(refused_destination),
      .quiescent_o(quiescent),
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at),
      .formal_state_o(registers)
  );

  // The order of formal_state_o: deadlines stand above fractions and the refusal.
  logic [ThrottleEntries*CycleBits-1:0] deadlines;
  assign deadlines = registers[ThrottleEntries*16+1+NodeBits+:ThrottleEntries*CycleBits];

  logic                   tokens_in_cap, deadlines_ahead, degrees_set;
  logic [CycleBits-1:0]   lead, elapsed;
  always_comb begin
    tokens_in_cap   = 1'b1;
    deadlines_ahead = 1'b1;
    degrees_set     = 1'b1;
    for (int e = 0; e < ThrottleEntries; e++) begin
      lead = deadlines[e*CycleBits+:CycleBits] - now_i;
      if (entry_tokens[e*TokenBits+:TokenBits] > cfg_token_cap_i) tokens_in_cap = 1'b0;
      if (entry_valid[e] && lead[CycleBits-1]) deadlines_ahead = 1'b0;
      if (entry_valid[e] != (entry_degree[e*DegreeBits+:DegreeBits] != '0)) degrees_set = 1'b0;
    end
  end

  logic [3:0]             levels, last_levels;
  logic                   started, asleep, was_asleep, slept;
  logic [StorageBits-1:0] last_registers;
  logic [CycleBits-1:0]   last_now;
  logic [TokenBits-1:0]   last_cap;
  initial started = 1'b0;

  assign levels  = {enable_i, refused_ready_i, cfg_token_reset_always_i, 1'b0};
  assign elapsed = now_i - wake_at;
  assign asleep  = started && !throttle_valid_i && !inject_valid_i && !release_valid_i &&
                   levels == last_levels && quiescent && (!wake_valid || elapsed[CycleBits-1]);

  always @(posedge clk_i) begin
    started        <= 1'b1;
    last_levels    <= levels;
    was_asleep     <= asleep;
    last_registers <= registers;
    last_now       <= now_i;
    last_cap       <= cfg_token_cap_i;
    slept          <= started && (slept || (asleep && &entry_valid));
  end

  always_comb assume (rst_ni == started);
  always @(posedge clk_i) begin
    if (started) begin
      assume (now_i == last_now + CycleBits'(1));
      assume (cfg_token_cap_i == last_cap);
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || (!refused_valid && entry_refreshed == '0));
      TokensWithinCap: assert (tokens_in_cap);
      DeadlinesAhead: assert (deadlines_ahead && degrees_set);
    end
    SleepsWithEntries: cover (started && asleep && &entry_valid);
    TokenArrivesAndSleepsAgain: cover (started && slept && asleep && was_asleep && &entry_valid &&
                                       entry_tokens != '0);
  end

endmodule
