// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of token_throttler: the table, one entry's tokens, Algorithm 1's rate, quiescence.
// properties: asserts=31 covers=5
// proof: depth=1 ThrottleEntries=2
// bounded: depth=3 Nodes=512 ThrottleEntries=8 TokenBits=16 CycleBits=32
// cover: depth=14 ThrottleEntries=2
// larger: entries meet only in the search for a match, for the lowest free one and for the first
// larger: deadline of a window (wake_window's own proof); of two, each is once the watched one and once the other. Tokens are used by
// larger: comparison and addition only, at any width; deadlines by equality and addition.
// assumed: now_i advances by 0 or 1 a clock (clocks left out while quiescent are proved the same)
// assumed: throttle messages name nodes of the network, a packet one entry at most
// assumed: the source obeys (injects only with enough tokens) in the two bounds on flits only
// mutant EntryIsReference: @token_entry s/if (allocate_i || resets || (hit/if (allocate_i || (hit/
// mutant RefreshedIsReference: @token_entry s/refreshed_q  <= hit;/refreshed_q <= 1'b0;/
// mutant EpochOverIsReference: @token_entry s/epoch_over_q <= arrives \&\& last;/epoch_over_q <= due \&\& last;/
// mutant EpochIsArrivals: @token_entry s/arrivals_q <= arrivals_q - 16'd1;/arrivals_q <= arrivals_q - 16'd2;/
// mutant DestinationsUnique: s/throttle \&\& matched == '0 ? free_below/throttle ? free_below/
// mutant TokensWithinCap: @token_entry s/full   = tokens_q >= cfg_token_cap_i/full   = tokens_q > cfg_token_cap_i/
// mutant EmptyIsZero: @token_entry s/^        {destination_q, degree_q} .*//
// mutant DisabledIsReset: @token_entry s/if (enable_i \&\& !releases/if (!releases/
// mutant DegreesSet: s/throttle_degree_i == '0 ? DegreeBits'(1) :/0 ? 0 :/
// mutant LeadWithinPeriod: @token_entry s/follower  = deadline_q + degree_q;/follower  = deadline_q + degree_q + DegreeBits'(1);/
// mutant TokenEachPeriod: @token_entry s/follower  = deadline_q + degree_q;/follower  = deadline_q + degree_q - DegreeBits'(degree_q > DegreeBits'(1));/
// mutant AllowanceCoversTokens,ReleasedWithinAllowance: @token_entry s/tokens = tokens + TokenBits'(1);/tokens = tokens + TokenBits'(2);/
// mutant RefusedOnlyWhenFull: s/matched == '0 \&\& \&entry_valid_o/matched == '0/
// mutant StableUntilTaken: s/(refused_valid_q \&\& refused_ready_i)/refused_valid_q/
// mutant RefusalTaken: s/(refused_valid_q \&\& refused_ready_i)/1'b0/
// mutant ReadyUnlessRefusing: s/throttle_ready_o      = !refused_valid_q;/throttle_ready_o = 1'b1;/
// mutant NoThrottleIsLost: s/refused_valid_q       <= refuse;/refused_valid_q <= 1'b0;/
// mutant AllocatesLowestFree: s/entry_valid_o + ThrottleEntries'(1));/entry_valid_o + ThrottleEntries'(2));/
// mutant RiseIsOfEvent: @token_entry s/(valid_q || allocate_i)/(valid_q || throttle_valid_i)/
// mutant EntryIsTold: @token_entry s/enable_i \&\& !releases/enable_i \&\& (!releases || throttle_valid_i)/; s/if (allocate_i) destination_q/if (allocate_i || (releases \&\& throttle_valid_i)) destination_q/
// mutant ErrorIsReference: s/|| overdrawn) error_q/) error_q/
// mutant NoneIsMissed: @token_entry s/else if (due) deadline_q <= follower;//
// mutant WindowIsNear: @wake_window s/next = here == '0 \&\& near_i == '0;/next = near_i == '0 \&\& here[Ticks-1:1] == '0 \&\& !now_i[0];/
// mutant WindowHasItsDeadlines: @cbcm_nic_pkg s/passes        = sum\[Number\]/passes = 1'b0 \& sum[Number]/
// mutant WindowHasItsDeadlines: s/{throttle \&\& windows == 2'd1, after}/{1'b0, after}/
// mutant NextWindowIsExact: s/!refused_valid_q \&\& !message_q \&\&/!refused_valid_q \&\& entry_refreshed_o == '0 \&\&/
// mutant NextWindowIsExact: @wake_window s/comes = stays_i\[e\] \&\& (comes ||/comes = comes || (stays_i[e] \&\&/
// mutant NoneIsSleptThrough: @wake_window s/for (int t = Ticks - 1; t >= 0; t--)/for (int t = 0; t < Ticks; t++)/
// mutant QuiescentHoldsState: s/\&\& !message_q \&\&/\&\&/
// mutant QuiescentHoldsState: s/.stays_i(entry_valid_o \& ~release_entry_i)/.stays_i(entry_valid_o)/
// mutant QuiescentIsSilent: s/quiescent_o           = !refused_valid_q \&\&/quiescent_o =/
// mutant InjectsOfOneEntry: @token_throttler_fv s/assume ((inject_entry_i .*//
// mutant ThrottleInNetwork: @token_throttler_fv s/assume (32'(throttle_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/

module token_throttler_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned TokenBits = 6,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned EntryBits = $clog2(ThrottleEntries),
    localparam int unsigned TableBits = ThrottleEntries *
        (19 + NodeBits + 2 * DegreeBits + TokenBits),
    localparam int unsigned StorageBits = TableBits + 1 + NodeBits + 2 + CycleBits + 1
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  enable_i,
    input logic [CycleBits-1:0]  now_i,
    input logic                  throttle_valid_i,
    input logic [NodeBits-1:0]   throttle_source_i,
    input logic [DegreeBits-1:0] throttle_degree_i,
    input logic [ThrottleEntries-1:0] inject_entry_i,
    input logic [9:0]            inject_flits_i,
    input logic [ThrottleEntries-1:0] release_entry_i,
    input logic                  refused_ready_i,
    input logic                  cfg_token_reset_always_i,
    input logic [TokenBits-1:0]  cfg_token_cap_i,
    input logic [15:0]           cfg_epoch_flits_i
);

  logic [ThrottleEntries-1:0]            entry_valid, entry_refreshed, entry_epoch_over;
  logic [ThrottleEntries*TokenBits-1:0]  entry_tokens;
  logic [ThrottleEntries*NodeBits-1:0]   entry_destination;
  logic [ThrottleEntries*DegreeBits-1:0] entry_degree;
  logic                                  throttle_ready, refused_valid, quiescent, wake_valid;
  logic                                  error;
  logic [NodeBits-1:0]                   refused_destination;
  logic [CycleBits-1:0]                  wake_at;
  logic [StorageBits-1:0]                registers;
  logic [CycleBits-5:0]                  number;
  logic [15:0]                           window;

  token_throttler #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries),
      .TokenBits(TokenBits),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .throttle_valid_i, .throttle_source_i, .throttle_degree_i,
      .inject_entry_i, .inject_flits_i, .release_entry_i,
      .refused_ready_i, .cfg_token_reset_always_i, .cfg_token_cap_i, .cfg_epoch_flits_i,
      .entry_valid_o(entry_valid),
      .entry_destination_o(entry_destination),
      .entry_degree_o(entry_degree),
      .entry_tokens_o(entry_tokens),
      .entry_refreshed_o(entry_refreshed),
      .entry_epoch_over_o(entry_epoch_over),
      .throttle_ready_o(throttle_ready),
      .refused_valid_o(refused_valid),
      .refused_destination_o(refused_destination),
      .error_o(error),
      .quiescent_o(quiescent),
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at),
      .formal_state_o(registers),
      .formal_window_o({number, window})
  );

  // Arrivals and deadline of the entries stand below the tokens in formal_state_o.
  logic [ThrottleEntries*(16+DegreeBits)-1:0] coming;
  assign coming = registers[4+NodeBits+CycleBits+:ThrottleEntries*(16+DegreeBits)];
  logic [ThrottleEntries*DegreeBits-1:0] deadlines;
  always_comb
    for (int e = 0; e < ThrottleEntries; e++)
      deadlines[e*DegreeBits+:DegreeBits] = coming[e*(16+DegreeBits)+:DegreeBits];

  // One entry, the same for the whole run and otherwise arbitrary, as the contract page reads.
  (* anyconst *) logic [7:0] watched;
  logic [NodeBits-1:0]   destination, reference_destination, next_destination;
  logic [DegreeBits-1:0] reference_degree, next_degree, new_degree;
  logic [TokenBits-1:0]  tokens, reference_tokens, next_tokens;
  logic [DegreeBits-1:0] reference_deadline, next_deadline, pace, lead;
  logic                  valid, reference_valid, next_valid, reference_refreshed, next_refreshed;
  logic                  reference_epoch_over, reference_error, overdrawn;
  logic [15:0]           arrivals, count_q, epoch_q;  // of the epoch: to come, come, all
  logic                  throttle, matched, lower_free, hit, allocated, released, injects, obeys;
  logic                  restarts, due, last, stale;
  assign valid       = entry_valid[EntryBits'(watched)];
  assign destination = NodeBits'(entry_destination >> (watched * NodeBits));
  assign tokens      = TokenBits'(entry_tokens >> (watched * TokenBits));
  assign throttle    = throttle_valid_i && !refused_valid;
  assign new_degree  = throttle_degree_i == '0 ? DegreeBits'(1) : throttle_degree_i;
  assign pace        = now_i[DegreeBits-1:0];
  assign arrivals    = 16'(coming >> (watched * (16 + DegreeBits) + DegreeBits));
  assign lead        = DegreeBits'(deadlines >> (watched * DegreeBits)) - pace;
  always_comb begin : p_reference
    matched    = 1'b0;
    lower_free = 1'b0;
    stale      = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++) begin
      if (entry_valid[e] && entry_destination[e*NodeBits+:NodeBits] == throttle_source_i) begin
        matched = 1'b1;
        if (release_entry_i[e]) stale = 1'b1;
      end
      if (e < watched && !entry_valid[e]) lower_free = 1'b1;
    end
    overdrawn  = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++)
      if (inject_entry_i[e] && 16'(inject_flits_i) > 16'(entry_tokens[e*TokenBits+:TokenBits]))
        overdrawn = 1'b1;
    released  = reference_valid && release_entry_i[EntryBits'(watched)];
    hit       = throttle && reference_valid && throttle_source_i == reference_destination &&
                !released;
    allocated = throttle && !matched && !reference_valid && !lower_free;
    restarts  = allocated || (hit && cfg_token_reset_always_i);
    injects   = reference_valid && inject_entry_i[EntryBits'(watched)];
    obeys     = 16'(inject_flits_i) <= 16'(tokens);
    due       = reference_valid && !released && !restarts && reference_deadline == pace;
    last      = 17'(count_q) + 17'd1 >= 17'(epoch_q);
    next_valid       = (reference_valid && !released) || allocated;
    next_destination = allocated ? throttle_source_i : reference_destination;
    next_degree      = hit || allocated ? new_degree : reference_degree;
    next_refreshed   = hit || allocated;
    next_tokens      = reference_tokens;
    if (injects) next_tokens = obeys ? next_tokens - TokenBits'(inject_flits_i) : '0;
    // What the cap keeps out depends on the tokens before the packet, unless that takes some.
    if (due && (reference_tokens < cfg_token_cap_i ||
                (injects && inject_flits_i != '0 && cfg_token_cap_i != '0)))
      next_tokens = next_tokens + TokenBits'(1);
    if (restarts) next_tokens = '0;
    next_deadline = reference_deadline;
    if (due || restarts) next_deadline = pace + next_degree;
    if (!next_valid || !enable_i) begin
      next_valid       = 1'b0;
      next_destination = '0;
      next_degree      = '0;
      next_refreshed   = 1'b0;
      next_tokens      = '0;
      next_deadline    = '0;
    end
  end

  // An interval that starts at an arbitrary clock: what the tokens at its start and the arrivals
  // since allow. And the ticks since the last arrival, or since the period began.
  (* anyseq *) logic start_flits;
  logic                  flits_on_q, flits_on;
  logic [17:0]           allowance_q, allowance;
  logic [DegreeBits-1:0] period_q, elapsed_q, elapsed;
  assign flits_on  = reference_valid && (flits_on_q || start_flits);
  assign allowance = flits_on_q ? allowance_q : 18'(tokens);

  logic [2:0]                 levels, last_levels;
  logic                       started, asleep, was_asleep, slept, last_refused, last_throttle;
  logic                       last_matched, last_stale, ticks;
  logic [ThrottleEntries-1:0] last_valid, fresh;
  logic [NodeBits-1:0]        last_source;
  logic [DegreeBits-1:0]      last_degree;
  logic [StorageBits-1:0]     last_registers;
  logic [CycleBits+11:0]      last_window;
  logic [CycleBits-1:0]       last_now, since_wake;
  logic [TokenBits-1:0]       last_cap;
  logic                       lowered_q;
  initial started = 1'b0;
  assign levels  = {enable_i, refused_ready_i, cfg_token_reset_always_i};
  assign since_wake = now_i - wake_at;
  assign asleep  = started && !throttle_valid_i && inject_entry_i == '0 && release_entry_i == '0 &&
                   levels == last_levels && quiescent && (!wake_valid || since_wake[CycleBits-1]);
  assign fresh   = entry_valid & ~last_valid;
  (* anyseq *) logic ticks_next;
  assign ticks   = now_i != last_now;
  assign elapsed = elapsed_q + DegreeBits'(ticks);

  stable_until_taken #(.PayloadBits(NodeBits)) refusal_stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(refused_valid), .ready_i(refused_ready_i),
      .payload_i(refused_destination)
  );
  told_entries #(.Entries(ThrottleEntries), .NodeBits(NodeBits)) told (
      .clk_i, .started_i(started), .enable_i, .event_i(throttle_valid_i && throttle_ready),
      .destination_i(throttle_source_i), .valid_i(entry_valid), .table_i(entry_destination),
      .known_o()
  );

  always @(posedge clk_i) begin : p_ghost
    started                  <= 1'b1;
    last_levels              <= levels;
    was_asleep               <= asleep;
    last_window              <= {number, window};
    last_registers           <= registers;
    last_now                 <= now_i;
    last_cap                 <= cfg_token_cap_i;
    lowered_q                <= started && (lowered_q || cfg_token_cap_i < last_cap);
    last_valid               <= entry_valid;
    last_refused             <= refused_valid;
    last_throttle            <= started && enable_i && throttle_valid_i && throttle_ready;
    last_stale               <= stale;
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
      {reference_epoch_over, reference_error} <= '0;
      {count_q, epoch_q}    <= '0;
      flits_on_q            <= 1'b0;
    end else begin
      reference_valid       <= next_valid;
      reference_refreshed   <= next_refreshed;
      reference_destination <= next_destination;
      reference_degree      <= next_degree;
      reference_tokens      <= next_tokens;
      reference_deadline    <= next_deadline;
      reference_epoch_over  <= next_valid && due && last;
      if (allocated || (due && last)) {count_q, epoch_q} <= {16'd0, cfg_epoch_flits_i};
      else if (due) count_q <= count_q + 16'd1;
      reference_error       <= enable_i && (reference_error || overdrawn ||
                               (throttle_valid_i && refused_valid));
      if (restarts || due) period_q <= next_degree;
      elapsed_q <= restarts || due ? '0 : elapsed;
      flits_on_q <= flits_on && next_valid && (!injects || obeys);
      // Saturates; less allowed than in truth makes the claim stronger.
      if (!(&allowance[17:16]))
        allowance_q <= allowance - (injects ? 18'(inject_flits_i) : '0) + 18'(due);
      else allowance_q <= allowance - (injects ? 18'(inject_flits_i) : '0);
    end
  end

  logic tokens_in_cap, degrees_set, unique_destinations, empty_is_zero, kept, none_missed;
  // The window after the last clock is that of its tick, or the next one. Where a deadline is, from
  // the first tick of that one's on.
  logic                  ahead, in_window, none_before, all_in_window, all_deadlines, window_to_come;
  logic                  is_deadline;
  logic [DegreeBits-1:0] to_deadline;
  logic [DegreeBits:0]   place;
  logic [CycleBits-1:0]  to_wake;
  assign ahead     = number != last_now[CycleBits-1:4];
  assign in_window = number == last_now[CycleBits-1:4] + (CycleBits-4)'(ahead);
  assign to_wake   = wake_at - last_now;
  always_comb begin : p_window
    none_before    = 1'b1;
    all_in_window  = 1'b1;
    all_deadlines  = 1'b1;
    window_to_come = window != '0;
    for (int t = 0; t < 16; t++) begin
      if (window[t] && t <= 32'(last_now[3:0])) window_to_come = 1'b0;
      is_deadline = 1'b0;
      for (int e = 0; e < ThrottleEntries; e++)
        if (entry_valid[e] && deadlines[e*DegreeBits+:DegreeBits] == DegreeBits'({number, 4'(t)}))
          is_deadline = 1'b1;
      if (window[t] != is_deadline) all_deadlines = 1'b0;
    end
    for (int e = 0; e < ThrottleEntries; e++) begin
      to_deadline = deadlines[e*DegreeBits+:DegreeBits] - last_now[DegreeBits-1:0];
      place       = (DegreeBits+1)'(last_now[3:0]) + (DegreeBits+1)'(to_deadline);
      if (entry_valid[e] && CycleBits'(to_deadline) < to_wake) none_before = 1'b0;
      if (entry_valid[e] && (place >> 4 < (DegreeBits+1)'(ahead) ||
          (place >> 4 == (DegreeBits+1)'(ahead) && !window[place[3:0]])))
        all_in_window = 1'b0;
    end
  end

  always_comb begin : p_table
    tokens_in_cap       = 1'b1;
    none_missed         = 1'b1;
    degrees_set         = 1'b1;
    unique_destinations = 1'b1;
    empty_is_zero       = refused_valid || refused_destination == '0;
    kept                = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++) begin
      if (entry_valid[e] && deadlines[e*DegreeBits+:DegreeBits] == last_now[DegreeBits-1:0])
        none_missed = 1'b0;
      if (entry_tokens[e*TokenBits+:TokenBits] > cfg_token_cap_i) tokens_in_cap = 1'b0;
      if (entry_valid[e] != (entry_degree[e*DegreeBits+:DegreeBits] != '0)) degrees_set = 1'b0;
      if (!entry_valid[e] && {entry_refreshed[e], entry_epoch_over[e],
          entry_destination[e*NodeBits+:NodeBits], entry_tokens[e*TokenBits+:TokenBits]} != '0)
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
    assume ((inject_entry_i & (inject_entry_i - 1'b1)) == '0);
    if (started) assume (now_i == last_now + CycleBits'(ticks_next));
  end

  always_comb begin : p_assert
    if (started) begin
      // The table.
      EntryIsReference: assert (valid == reference_valid && destination == reference_destination &&
          DegreeBits'(entry_degree >> (watched * DegreeBits)) == reference_degree &&
          tokens == reference_tokens &&
          (!valid || DegreeBits'(deadlines >> (watched * DegreeBits)) == reference_deadline));
      EpochOverIsReference: assert (entry_epoch_over[EntryBits'(watched)] == reference_epoch_over);
      EpochIsArrivals: assert (!valid || (arrivals == epoch_q - count_q &&
                                          (count_q == '0 || count_q < epoch_q)));
      ErrorIsReference: assert (error == reference_error);
      RefreshedIsReference: assert (entry_refreshed[EntryBits'(watched)] == reference_refreshed);
      DestinationsUnique: assert (unique_destinations);
      TokensWithinCap: assert (lowered_q || cfg_token_cap_i < last_cap || tokens_in_cap);
      EmptyIsZero: assert (empty_is_zero);
      DisabledIsReset: assert (last_levels[2] || registers == '0);
      DegreesSet: assert (degrees_set);
      // Algorithm 1.
      LeadWithinPeriod: assert (!reference_valid || (lead <= period_q && period_q != '0));
      TokenEachPeriod: assert (!reference_valid || elapsed + lead == period_q);
      AllowanceCoversTokens: assert (!flits_on || allowance >= 18'(tokens));
      ReleasedWithinAllowance: assert (!flits_on || !injects || !obeys ||
                                       18'(inject_flits_i) <= allowance);
      // Refusals.
      RefusedOnlyWhenFull: assert (!refused_valid || last_refused || (last_throttle &&
          &last_valid && !last_matched && refused_destination == last_source));
      RefusalTaken: assert (!last_refused || !last_levels[1] || !refused_valid);
      ReadyUnlessRefusing: assert (throttle_ready != refused_valid);
      NoThrottleIsLost: assert (!last_throttle || last_stale || kept ||
                                (refused_valid && refused_destination == last_source));
      AllocatesLowestFree: assert (fresh == '0 || (last_throttle && !last_matched &&
          fresh == (~last_valid & (last_valid + ThrottleEntries'(1)))));
      // Sleep.
      QuiescentHoldsState: assert (!was_asleep || (registers == last_registers &&
          (!wake_valid || {number, window} == last_window)));
      QuiescentIsSilent: assert (!asleep || (!refused_valid && entry_refreshed == '0 &&
                                             entry_epoch_over == '0));
      NoneIsMissed: assert (none_missed);
      WindowIsNear: assert (wake_valid == |entry_valid && in_window && (ahead || window_to_come));
      WindowHasItsDeadlines: assert (all_in_window);
      NextWindowIsExact: assert (!ahead || !quiescent || !wake_valid || all_deadlines);
      NoneIsSleptThrough: assert (none_before);
    end
    SleepsWithEntries: cover (started && asleep && &entry_valid);
    TokenArrivesAndSleepsAgain: cover (started && slept && asleep && was_asleep && &entry_valid &&
                                       entry_tokens != '0);
    ObeysWithTokens: cover (started && flits_on_q && injects && obeys && inject_flits_i != '0);
    PaceStandsStill: cover (started && !ticks && entry_epoch_over != '0);
    RefusesAndForgets: cover (started && last_refused && !refused_valid && enable_i);
  end

endmodule
