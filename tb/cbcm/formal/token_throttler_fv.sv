// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of token_throttler: the table, one entry's tokens, Algorithm 1's rate, quiescence.
// properties: asserts=23 covers=4
// proof: depth=1 ThrottleEntries=2 RateScale=98304
// bounded: depth=3 Nodes=512 ThrottleEntries=8 TokenBits=16 CycleBits=32 RateScale=66198
// cover: depth=12 ThrottleEntries=2 RateScale=98304
// larger: entries meet only in the search for a match and for the lowest free one and in the
// larger: earliest deadline; of two, each is once the watched one and once the other. Tokens and
// larger: deadlines are used by comparison and addition only, at any width; the proof needs that a
// larger: period is less than half the counter's range. Another rate is another constant.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: the rate is the constant RateScale and the cap is constant
// assumed: throttle messages name nodes of the network
// assumed: the source obeys (injects only with enough tokens) in the two bounds on flits only
// mutant EntryIsReference: s/if (restart) deadline = {now_i/if (0) deadline = {now_i/
// mutant RefreshedIsReference: s/^      refreshed_q <= '0;//
// mutant DestinationsUnique: s/&& destination_q\[e\*NodeBits+:NodeBits\] == throttle_source_i)$/)/; s/matched = 1'b1;/matched = 1'b0;/
// mutant TokensWithinCap: s/if (tokens >= 16.(cfg_token_cap_i)) tokens = 16.(cfg_token_cap_i);/if (0) tokens = 0;/
// mutant EmptyIsZero: s/^            tokens_q\[e\*TokenBits+:TokenBits\]        <= '0;//
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant DegreesSet: s/throttle_degree_i == '0 ? DegreeBits'(1) :/0 ? 0 :/
// mutant DeadlinesAhead: s/deadline = deadline + period;/deadline = deadline + (period >> 3);/
// mutant LeadWithinPeriod: s/deadline = deadline + period;/deadline = deadline + (period << 1);/
// mutant DeadlineSumsPeriods: s/deadline = deadline + period;/deadline = deadline + period + TimeBits'(!restart);/
// mutant PeriodsWithinTime: s/deadline = deadline + period;/deadline = deadline + (period >> 1);/
// mutant AllowanceCoversTokens,ReleasedWithinAllowance: s/else tokens = tokens + 16'd1;/else tokens = tokens + 16'd2;/
// mutant RefusedOnlyWhenFull: s/if (!found) begin/if (!matched) begin/
// mutant RefusalHeld: s/if (refused_valid_q && refused_ready_i) begin/if (refused_valid_q) begin/
// mutant RefusalTaken: s/if (refused_valid_q && refused_ready_i) begin/if (0) begin/
// mutant ReadyUnlessRefusing: s/throttle_ready_o      = !refused_valid_q;/throttle_ready_o = 1'b1;/
// mutant NoThrottleIsLost: s/refused_valid_q       <= 1'b1;/refused_valid_q <= 1'b0;/
// mutant AllocatesLowestFree: s/if (!valid_q\[e\] \&\& !found) begin/if (!valid_q[e] \&\& !matched) begin/
// mutant QuiescentHoldsState: s/if (!wake_valid_o || lead\[CycleBits-1\])/if (!wake_valid_o)/
// mutant QuiescentIsSilent: s/quiescent_o  = !refused_valid_q \&\& ~|refreshed_q;/quiescent_o  = ~|refreshed_q;/
// mutant ThrottleInNetwork: @token_throttler_fv s/assume (32'(throttle_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant RateScaleAtLeastOne: @token_throttler_fv s/(18'(RateScale))/(18'd65535)/

module token_throttler_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned TokenBits = 6,
    parameter int unsigned CycleBits = 8,
    parameter int unsigned RateScale = 98304,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned EntryBits = $clog2(ThrottleEntries),
    localparam int unsigned TimeBits = CycleBits + 16,
    localparam int unsigned StorageBits = ThrottleEntries *
        (2 + NodeBits + DegreeBits + TokenBits + TimeBits) + 1 + NodeBits
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
      .cfg_inverse_rate_scale_i(18'(RateScale)), .cfg_token_cap_i,
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

  // The order of formal_state_o: deadlines, fractions, the refusal.
  logic [ThrottleEntries*CycleBits-1:0] deadlines;
  logic [ThrottleEntries*16-1:0]        fractions;
  assign {deadlines, fractions} = registers[1+NodeBits+:ThrottleEntries*TimeBits];

  function automatic logic [TimeBits-1:0] period_of(input logic [DegreeBits-1:0] degree);
    period_of = TimeBits'(degree) * TimeBits'(RateScale);
  endfunction

  // One entry, the same for the whole run and otherwise arbitrary, as the contract page reads.
  (* anyconst *) logic [7:0] watched;
  logic [NodeBits-1:0]   destination, reference_destination, next_destination;
  logic [DegreeBits-1:0] reference_degree, next_degree, new_degree;
  logic [TokenBits-1:0]  tokens, reference_tokens, next_tokens;
  logic [TimeBits-1:0]   reference_deadline, next_deadline, start_time;
  logic                  valid, reference_valid, next_valid, reference_refreshed, next_refreshed;
  logic                  throttle, matched, lower_free, hit, allocated, released, injects, obeys;
  logic                  restarts, due;
  logic [CycleBits-1:0]  elapsed;
  assign valid       = entry_valid[EntryBits'(watched)];
  assign destination = NodeBits'(entry_destination >> (watched * NodeBits));
  assign tokens      = TokenBits'(entry_tokens >> (watched * TokenBits));
  assign throttle    = throttle_valid_i && !refused_valid;
  assign new_degree  = throttle_degree_i == '0 ? DegreeBits'(1) : throttle_degree_i;
  assign elapsed     = now_i - CycleBits'(deadlines >> (watched * CycleBits));
  assign start_time  = {now_i, 16'd0};
  always_comb begin : p_reference
    matched    = 1'b0;
    lower_free = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++) begin
      if (entry_valid[e] && entry_destination[e*NodeBits+:NodeBits] == throttle_source_i)
        matched = 1'b1;
      if (e < watched && !entry_valid[e]) lower_free = 1'b1;
    end
    released  = reference_valid && release_valid_i &&
                release_destination_i == reference_destination;
    hit       = throttle && reference_valid && throttle_source_i == reference_destination &&
                !released;
    allocated = throttle && !matched && !reference_valid && !lower_free;
    restarts  = allocated || (hit && cfg_token_reset_always_i);
    injects   = reference_valid && inject_valid_i && inject_destination_i == reference_destination;
    obeys     = 16'(inject_flits_i) <= 16'(tokens);
    due       = reference_valid && !released && !restarts && !elapsed[CycleBits-1];
    next_valid       = (reference_valid && !released) || allocated;
    next_destination = allocated ? throttle_source_i : reference_destination;
    next_degree      = hit || allocated ? new_degree : reference_degree;
    next_refreshed   = hit || allocated;
    next_tokens      = reference_tokens;
    if (injects) next_tokens = obeys ? next_tokens - TokenBits'(inject_flits_i) : '0;
    if (due && next_tokens < cfg_token_cap_i) next_tokens = next_tokens + TokenBits'(1);
    if (restarts) next_tokens = '0;
    next_deadline = reference_deadline;
    if (due) next_deadline = reference_deadline + period_of(next_degree);
    if (restarts) next_deadline = start_time + period_of(next_degree);
    if (!next_valid || !enable_i) begin
      next_valid       = 1'b0;
      next_destination = '0;
      next_degree      = '0;
      next_refreshed   = 1'b0;
      next_tokens      = '0;
      next_deadline    = '0;
    end
  end

  // An interval that starts at an arbitrary clock. Flits: what the tokens at its start and the
  // increments since allow. Time: the periods of the increments less the cycles since; both grow
  // for ever, their difference does not. A message that resets the tokens starts a new interval.
  (* anyseq *) logic start_flits, start_time_now;
  logic                flits_on_q, flits_on, time_on_q, time_on;
  logic [17:0]         allowance_q, allowance;
  logic [TimeBits+1:0] ahead_q, ahead, lead_sum;
  logic [TimeBits-1:0] lead, lead_then_q, lead_then, pending_q;
  logic                behind;  // fewer periods than cycles
  assign lead      = {CycleBits'(deadlines >> (watched * CycleBits)),
                      16'(fractions >> (watched * 16))} - start_time;
  assign flits_on  = reference_valid && (flits_on_q || start_flits);
  assign allowance = flits_on_q ? allowance_q : 18'(tokens);
  assign time_on   = reference_valid && (time_on_q || start_time_now);
  assign ahead     = time_on_q ? ahead_q : '0;
  assign lead_then = time_on_q ? lead_then_q : lead;
  assign behind    = ahead[TimeBits+1];
  assign lead_sum  = ahead + (TimeBits+2)'(lead_then);

  logic [2:0]                 levels, last_levels;
  logic                       started, asleep, was_asleep, slept, last_refused, last_throttle;
  logic                       last_matched, last_stale;
  logic [ThrottleEntries-1:0] last_valid, fresh;
  logic [NodeBits-1:0]        last_source, last_refused_destination;
  logic [DegreeBits-1:0]      last_degree;
  logic [StorageBits-1:0]     last_registers;
  logic [CycleBits-1:0]       last_now, to_wake;
  logic [TokenBits-1:0]       last_cap;
  initial started = 1'b0;
  assign levels  = {enable_i, refused_ready_i, cfg_token_reset_always_i};
  assign to_wake = now_i - wake_at;
  assign asleep  = started && !throttle_valid_i && !inject_valid_i && !release_valid_i &&
                   levels == last_levels && quiescent && (!wake_valid || to_wake[CycleBits-1]);
  assign fresh   = entry_valid & ~last_valid;

  always @(posedge clk_i) begin : p_ghost
    started                  <= 1'b1;
    last_levels              <= levels;
    was_asleep               <= asleep;
    last_registers           <= registers;
    last_now                 <= now_i;
    last_cap                 <= cfg_token_cap_i;
    last_valid               <= entry_valid;
    last_refused             <= refused_valid;
    last_refused_destination <= refused_destination;
    last_throttle            <= started && enable_i && throttle_valid_i && throttle_ready;
    last_stale               <= release_valid_i && release_destination_i == throttle_source_i;
    last_matched             <= matched;
    last_source              <= throttle_source_i;
    last_degree              <= new_degree;
    slept                    <= started && (slept || (asleep && &entry_valid));
    if (!started) begin
      {reference_valid, reference_refreshed} <= '0;
      reference_destination <= '0;
      reference_degree      <= '0;
      reference_tokens      <= '0;
      reference_deadline    <= '0;
      flits_on_q            <= 1'b0;
      time_on_q             <= 1'b0;
    end else begin
      reference_valid       <= next_valid;
      reference_refreshed   <= next_refreshed;
      reference_destination <= next_destination;
      reference_degree      <= next_degree;
      reference_tokens      <= next_tokens;
      reference_deadline    <= next_deadline;
      if (restarts || due) pending_q <= period_of(next_degree);
      flits_on_q <= flits_on && next_valid && (!injects || obeys);
      // Saturates; less allowed than in truth makes the claim stronger.
      if (!(&allowance[17:16]))
        allowance_q <= allowance - (injects ? 18'(inject_flits_i) : '0) + 18'(due);
      else allowance_q <= allowance - (injects ? 18'(inject_flits_i) : '0);
      time_on_q   <= time_on && next_valid && !restarts;
      lead_then_q <= lead_then;
      ahead_q     <= ahead - ((TimeBits+2)'(1) << 16) +
                     (due ? (TimeBits+2)'(period_of(next_degree)) : '0);
    end
  end

  logic tokens_in_cap, deadlines_ahead, degrees_set, unique_destinations, empty_is_zero, kept;
  always_comb begin : p_table
    logic [CycleBits-1:0] ahead_of_now;
    ahead_of_now        = '0;
    tokens_in_cap       = 1'b1;
    deadlines_ahead     = 1'b1;
    degrees_set         = 1'b1;
    unique_destinations = 1'b1;
    empty_is_zero       = refused_valid || refused_destination == '0;
    kept                = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++) begin
      ahead_of_now = deadlines[e*CycleBits+:CycleBits] - now_i;
      if (entry_tokens[e*TokenBits+:TokenBits] > cfg_token_cap_i) tokens_in_cap = 1'b0;
      if (entry_valid[e] && ahead_of_now[CycleBits-1]) deadlines_ahead = 1'b0;
      if (entry_valid[e] != (entry_degree[e*DegreeBits+:DegreeBits] != '0)) degrees_set = 1'b0;
      if (!entry_valid[e] && {entry_refreshed[e], entry_destination[e*NodeBits+:NodeBits],
          entry_tokens[e*TokenBits+:TokenBits], fractions[e*16+:16],
          deadlines[e*CycleBits+:CycleBits]} != '0)
        empty_is_zero = 1'b0;
      for (int f = 0; f < e; f++)
        if (entry_valid[e] && entry_valid[f] && entry_destination[e*NodeBits+:NodeBits] ==
            entry_destination[f*NodeBits+:NodeBits])
          unique_destinations = 1'b0;
      if (entry_valid[e] && entry_refreshed[e] &&
          entry_destination[e*NodeBits+:NodeBits] == last_source &&
          entry_degree[e*DegreeBits+:DegreeBits] == last_degree)
        kept = 1'b1;
    end
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(watched) < ThrottleEntries);
    assume (32'(throttle_source_i) < Nodes);
    if (started) assume (now_i == last_now + CycleBits'(1) && cfg_token_cap_i == last_cap);
  end

  always_comb begin : p_assert
    if (started) begin
      // The table.
      EntryIsReference: assert (valid == reference_valid && destination == reference_destination &&
          DegreeBits'(entry_degree >> (watched * DegreeBits)) == reference_degree &&
          tokens == reference_tokens &&
          CycleBits'(deadlines >> (watched * CycleBits)) == reference_deadline[TimeBits-1:16] &&
          16'(fractions >> (watched * 16)) == reference_deadline[15:0]);
      RefreshedIsReference: assert (entry_refreshed[EntryBits'(watched)] == reference_refreshed);
      DestinationsUnique: assert (unique_destinations);
      TokensWithinCap: assert (tokens_in_cap);
      EmptyIsZero: assert (empty_is_zero);
      DisabledIsReset: assert (last_levels[2] || registers == '0);
      DegreesSet: assert (degrees_set);
      // Algorithm 1.
      DeadlinesAhead: assert (deadlines_ahead);
      LeadWithinPeriod: assert (!reference_valid || lead < pending_q);
      DeadlineSumsPeriods: assert (!time_on || (TimeBits+2)'(lead) == lead_sum);
      PeriodsWithinTime: assert (!time_on || behind || ahead < (TimeBits+2)'(pending_q));
      AllowanceCoversTokens: assert (!flits_on || allowance >= 18'(tokens));
      ReleasedWithinAllowance: assert (!flits_on || !injects || !obeys ||
                                       18'(inject_flits_i) <= allowance);
      // Refusals.
      RefusedOnlyWhenFull: assert (!refused_valid || last_refused || (last_throttle &&
          &last_valid && !last_matched && refused_destination == last_source));
      RefusalHeld: assert (!last_levels[2] || !last_refused || last_levels[1] ||
          (refused_valid && refused_destination == last_refused_destination));
      RefusalTaken: assert (!last_refused || !last_levels[1] || !refused_valid);
      ReadyUnlessRefusing: assert (throttle_ready != refused_valid);
      NoThrottleIsLost: assert (!last_throttle || last_stale || kept ||
                                (refused_valid && refused_destination == last_source));
      AllocatesLowestFree: assert (fresh == '0 || (last_throttle && !last_matched &&
          fresh == (~last_valid & (last_valid + ThrottleEntries'(1)))));
      // Sleep.
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || (!refused_valid && entry_refreshed == '0));
    end
    SleepsWithEntries: cover (started && asleep && &entry_valid);
    TokenArrivesAndSleepsAgain: cover (started && slept && asleep && was_asleep && &entry_valid &&
                                       entry_tokens != '0);
    ObeysWithTokens: cover (started && flits_on_q && time_on_q && injects && obeys &&
                            inject_flits_i != '0);
    RefusesAndForgets: cover (started && last_refused && !refused_valid && enable_i);
  end

endmodule
