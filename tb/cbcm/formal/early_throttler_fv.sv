// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of early_throttler: the table, one entry's window, list and life, the messages,
// quiescence.
// properties: asserts=25 covers=4
// proof: depth=1
// bounded: depth=2 Nodes=64 Radix=5 Entries=3 Sources=4 NumSamples=20 BoundSampleInterval=5
// cover: depth=17
// larger: entries meet only in the choices of the lowest free one and of the lowest that tells; of
// larger: two, each is once the watched one. Inputs meet in counts and in the choice of a
// larger: candidate, at any radix. Sums are as wide as the largest sum there can be.
// assumed: cfg_hold_cycles is at least 1
// mutant EmptyIsZero: s/if (!enable_i || (valid_q \&\& ends)) begin/if (!enable_i) begin/; s/end else if (valid_q) begin/end else if (valid_q \&\& ends) begin valid_q <= 1'b0; end else if (valid_q) begin/
// mutant DestinationsUnique: s/if (contends \&\& ~|known \&\& /if (contends \&\& /
// mutant ListUnique: s/!heard \&\& !listed \&\&/!heard \&\&/
// mutant ListWithinCount: s/count_q              <= ListBits'(1);/count_q <= '0;/
// mutant RoundsWithinList: s/announced_q <= count_q;$/announced_q <= ListBits'(Sources);/; s/(enough \&\& count_q < ListBits'(2))/0/
// mutant WatchingSaysNothing: s/hot_q       <= 1'b1;/hot_q <= 1'b0;/
// mutant SilentSaysNothing: s/{announced_q, next_q, pause_q, passed_q} <= '0;/{next_q, pause_q, passed_q} <= '0;/
// mutant HotIsHeld: s/hold_q      <= cfg_hold_cycles_i;/hold_q <= '0;/
// mutant PhasesInRange: s/{phase_q, highest_q, lowest_q} <= '0;/{highest_q, lowest_q} <= '0;/
// mutant BoundsEncloseSum: s/degree > highest_q ? degree : highest_q/degree > highest_q ? highest_q : highest_q/
// mutant SampleIsCounted: s/sum_q <= sum_q + SumBits'(degree);/sum_q <= sum_q + SumBits'(degree[0]);/
// mutant DeclaredOnlyWhenSteady: s/over \&\& (!steady || /over \&\& (/
// mutant SteadyIsDeclared: s/2 \* NumSamples)/3 * NumSamples)/
// mutant WindowsInARow: s/5'(passed_q) + 5'd1 >= 5'(cfg_windows_i)/5'(passed_q) + 5'd2 >= 5'(cfg_windows_i)/
// mutant EndsOnlyWhenDue: s/hold_q <= 20'd1/hold_q <= 20'd4/
// mutant EndsWhenDue: s/ends   = !heard \&\& (hot_q ?/ends = !heard \&\& (hot_q ? 1'b0 \&\&/
// mutant AnnouncementSilences: s/hot_q, silent_q} <= 2'b11;/hot_q, silent_q} <= 2'b10;/
// mutant AllocatesLowestFree: s/ \&\& !lower_unused) begin/) begin/
// mutant ListsContendersOnly: s/contends = two;/contends = one;/
// mutant ListsTheCandidate: s/known\[e\] \&\& contends \&\& !silent_q/1'b0 \&\& !silent_q/
// mutant LowestTells: s/if (telling\[f\]) lower_telling = 1'b1;//
// mutant StableUntilTaken: s/if (message_free) begin/if (1) begin/
// mutant DisabledIsReset: s/else if (!enable_i || (valid_q \&\& ends)) begin/else if (valid_q \&\& ends) begin/
// mutant QuiescentHoldsState: s/quiescent_o       = ~|valid \&\& !message_valid_q;/quiescent_o = !message_valid_q;/
// mutant QuiescentIsSilent: s/quiescent_o       = ~|valid \&\& !message_valid_q;/quiescent_o = ~|valid;/

module early_throttler_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned Radix = 4,
    parameter int unsigned Entries = 2,
    parameter int unsigned Sources = 2,
    parameter int unsigned NumSamples = 10,
    parameter int unsigned BoundSampleInterval = 2,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Radix + 1),
    localparam int unsigned ListBits = $clog2(Sources + 1),
    localparam int unsigned InputBits = $clog2(Radix),
    localparam int unsigned Intervals = NumSamples / BoundSampleInterval,
    localparam int unsigned PhaseBits = $clog2(BoundSampleInterval),
    localparam int unsigned IntervalBits = $clog2(Intervals + 1),
    localparam int unsigned SumBits = $clog2(NumSamples * Radix + 1),
    localparam int unsigned BoundBits = $clog2(Intervals * Radix + 1),
    localparam int unsigned EntryBits = 43 + NodeBits + Sources * NodeBits + 3 * ListBits
        + PhaseBits + IntervalBits + SumBits + 2 * BoundBits + 2 * DegreeBits,
    localparam int unsigned StorageBits =
        Entries * EntryBits + InputBits + 1 + 2 * NodeBits + ListBits
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic                      enable_i,
    input logic [Radix-1:0]          pick_valid_i,
    input logic [Radix*NodeBits-1:0] pick_destination_i,
    input logic [Radix*NodeBits-1:0] pick_source_i,
    input logic                      announced_valid_i,
    input logic [NodeBits-1:0]       announced_hotspot_i,
    input logic                      message_ready_i,
    input logic [3:0]                cfg_windows_i,
    input logic [19:0]               cfg_hold_cycles_i,
    input logic [15:0]               cfg_round_cycles_i
);

  logic                        message_valid, quiescent, asleep;
  logic [NodeBits-1:0]         message_source, message_hotspot;
  logic [ListBits-1:0]         message_degree;
  logic [Entries-1:0]          entry_valid, entry_hot, entry_silent;
  logic [Entries*NodeBits-1:0] entry_hotspot;
  logic [Entries*ListBits-1:0] entry_degree;
  logic [StorageBits-1:0]      registers;
  logic [41:0]                 last_levels;
  logic                        started;

  early_throttler #(
      .Nodes(Nodes),
      .Radix(Radix),
      .Entries(Entries),
      .Sources(Sources),
      .NumSamples(NumSamples),
      .BoundSampleInterval(BoundSampleInterval)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .pick_valid_i, .pick_destination_i, .pick_source_i,
      .announced_valid_i, .announced_hotspot_i, .message_ready_i, .cfg_windows_i,
      .cfg_hold_cycles_i, .cfg_round_cycles_i,
      .message_valid_o(message_valid),
      .message_source_o(message_source),
      .message_hotspot_o(message_hotspot),
      .message_degree_o(message_degree),
      .entry_valid_o(entry_valid),
      .entry_hot_o(entry_hot),
      .entry_silent_o(entry_silent),
      .entry_hotspot_o(entry_hotspot),
      .entry_degree_o(entry_degree),
      .quiescent_o(quiescent),
      .formal_state_o(registers)
  );

  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(42)) sleep (
      .clk_i,
      .started_i(started),
      .idle_i(pick_valid_i == '0 && !announced_valid_i),
      .quiescent_i(quiescent),
      .levels_i({enable_i, message_ready_i, cfg_windows_i, cfg_hold_cycles_i, cfg_round_cycles_i}),
      .registers_i(registers),
      .event_i(message_valid),
      .busy_i(enable_i && entry_valid != '0),
      .asleep_o(asleep),
      .last_levels_o(last_levels)
  );

  // One entry, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [3:0] watched;
  logic                        valid, hot, silent;
  logic [NodeBits-1:0]         destination;
  logic [Sources*NodeBits-1:0] list;
  logic [ListBits-1:0]         count, announced, next;
  logic [PhaseBits-1:0]        phase;
  logic [IntervalBits-1:0]     interval;
  logic [SumBits-1:0]          sum;
  logic [BoundBits-1:0]        sum_max, sum_min;
  logic [DegreeBits-1:0]       highest, lowest;
  logic [3:0]                  passed;
  logic [19:0]                 hold;
  logic [15:0]                 pause;
  assign {valid, hot, silent, destination, list, count, announced, next, phase, interval, sum,
          sum_max, sum_min, highest, lowest, passed, hold, pause} =
      EntryBits'(registers >> (32'(watched) * EntryBits));

  // What the page says of the clock that is to come.
  logic                heard, over, steady, enough, due, tell, lower_tells, lower_free, fresh;
  logic [DegreeBits:0] picks;
  logic signed [31:0]  metric;
  always_comb begin : p_page
    picks = '0;
    for (int i = 0; i < Radix; i++)
      if (pick_valid_i[i] && pick_destination_i[i*NodeBits+:NodeBits] == destination)
        picks = picks + (DegreeBits+1)'(1);
    heard  = valid && announced_valid_i && announced_hotspot_i == destination;
    over   = valid && !hot && interval == IntervalBits'(Intervals);
    metric = $signed(32'(sum) * 2)
           - $signed(BoundSampleInterval) * ($signed(32'(sum_max)) - $signed(32'(sum_min)));
    steady = metric > $signed(2 * NumSamples);
    enough = 32'(passed) + 1 >= 32'(cfg_windows_i);
    due    = valid && !heard && ((hot && hold <= 20'd1) ||
                                 (over && (!steady || (enough && count < ListBits'(2)))));
    lower_tells = 1'b0;
    lower_free  = 1'b0;
    for (int e = 0; e < Entries; e++)
      if (e < watched) begin
        if (entry_hot[e] && !entry_silent[e] && told_left[e]) lower_tells = 1'b1;
        if (!entry_valid[e]) lower_free = 1'b1;
      end
    tell = hot && !silent && next < announced && !lower_tells && !heard && !due &&
           (!message_valid || message_ready_i);
  end

  logic [Entries-1:0] told_left;
  logic               unique_destinations, empty_is_zero;
  always_comb begin : p_table
    logic [EntryBits-1:0] other;
    logic [ListBits-1:0]  other_announced, other_next;
    unique_destinations = 1'b1;
    empty_is_zero       = message_valid ||
                          {message_source, message_hotspot, message_degree} == '0;
    for (int e = 0; e < Entries; e++) begin
      other = EntryBits'(registers >> (e * EntryBits));
      // announced and next lie above the window's fields.
      {other_announced, other_next} = (2*ListBits)'(other >> (EntryBits - 3 - NodeBits -
                                                    Sources * NodeBits - 3 * ListBits));
      told_left[e] = other_next < other_announced;
      if (!entry_valid[e] && other != '0) empty_is_zero = 1'b0;
      for (int f = 0; f < e; f++)
        if (entry_valid[e] && entry_valid[f] &&
            entry_hotspot[e*NodeBits+:NodeBits] == entry_hotspot[f*NodeBits+:NodeBits])
          unique_destinations = 1'b0;
    end
  end

  logic list_unique;
  always_comb begin : p_list
    list_unique = 1'b1;
    for (int s = 0; s < Sources; s++) begin
      if (s >= 32'(count) && list[s*NodeBits+:NodeBits] != '0) list_unique = 1'b0;
      for (int t = 0; t < s; t++)
        if (s < 32'(count) && list[s*NodeBits+:NodeBits] == list[t*NodeBits+:NodeBits])
          list_unique = 1'b0;
    end
  end

  logic                        was_enabled, was_valid, was_hot, was_silent, was_heard, was_over;
  logic                        was_steady, was_enough, was_due, was_tell, was_lower_free;
  logic                        was_message;
  logic [DegreeBits:0]         was_picks;
  logic [SumBits-1:0]          was_sum;
  logic [3:0]                  was_passed;
  logic [ListBits-1:0]         was_count, was_announced;
  logic [NodeBits-1:0]         was_next_source, was_destination, was_source;
  logic [Radix-1:0]            was_pick_valid;
  logic [Radix*NodeBits-1:0]   was_pick_destination, was_pick_source;
  logic [19:0]                 was_cfg_hold;
  logic [InputBits-1:0]        was_pointer;
  logic [Sources*NodeBits-1:0] was_list;
  initial started = 1'b0;
  stable_until_taken #(.PayloadBits(2 * NodeBits + ListBits)) stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(message_valid), .ready_i(message_ready_i),
      .payload_i({message_source, message_hotspot, message_degree})
  );

  always @(posedge clk_i) begin : p_ghost
    started              <= 1'b1;
    was_enabled          <= started && enable_i;
    was_valid            <= valid;
    was_hot              <= hot;
    was_silent           <= silent;
    was_heard            <= heard;
    was_over             <= over;
    was_steady           <= steady;
    was_enough           <= enough;
    was_due              <= due;
    was_tell             <= tell;
    was_lower_free       <= lower_free;
    was_message          <= message_valid;
    was_picks            <= picks;
    was_sum              <= sum;
    was_passed           <= passed;
    was_count            <= count;
    was_list             <= list;
    was_announced        <= announced;
    was_next_source      <= NodeBits'(list >> (32'(next) * NodeBits));
    was_destination      <= destination;
    was_source           <= message_source;
    was_pick_valid       <= pick_valid_i;
    was_pick_destination <= pick_destination_i;
    was_pick_source      <= pick_source_i;
    was_cfg_hold         <= cfg_hold_cycles_i;
    was_pointer          <= InputBits'(registers >> (StorageBits - InputBits));
  end

  // The newest of the list: it stood at an input in the last clock, beside another for the node.
  logic [NodeBits-1:0]  newest, met_source, met_destination;
  logic                 named, contended, met, met_listed;
  logic [DegreeBits:0]  rivals, met_rivals;
  assign fresh = valid && (!was_valid || count != was_count);
  always_comb begin : p_newest
    newest = NodeBits'(list >> ((32'(count) - 32'd1) * NodeBits));
    named  = 1'b0;
    rivals = '0;
    met             = 1'b0;
    met_source      = '0;
    met_destination = '0;
    // In turn from the pointer.
    for (int turn = 2 * Radix - 1; turn >= 0; turn--)
      if (turn >= 32'(was_pointer) && was_pick_valid[turn % Radix]) begin
        met             = 1'b1;
        met_source      = was_pick_source[(turn%Radix)*NodeBits+:NodeBits];
        met_destination = was_pick_destination[(turn%Radix)*NodeBits+:NodeBits];
      end
    met_rivals = '0;
    for (int i = 0; i < Radix; i++) begin
      if (was_pick_valid[i] && was_pick_destination[i*NodeBits+:NodeBits] == destination) begin
        rivals = rivals + (DegreeBits+1)'(1);
        if (was_pick_source[i*NodeBits+:NodeBits] == newest) named = 1'b1;
      end
      if (was_pick_valid[i] && was_pick_destination[i*NodeBits+:NodeBits] == met_destination)
        met_rivals = met_rivals + (DegreeBits+1)'(1);
    end
    contended  = named && rivals >= (DegreeBits+1)'(2);
    met_listed = 1'b0;
    for (int s = 0; s < Sources; s++)
      if (s < 32'(was_count) && was_list[s*NodeBits+:NodeBits] == met_source) met_listed = 1'b1;
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(watched) < Entries);
    assume (cfg_hold_cycles_i != '0);
  end

  always_comb begin : p_assert
    if (started) begin
      // The table.
      EmptyIsZero: assert (empty_is_zero);
      DestinationsUnique: assert (unique_destinations);
      ListUnique: assert (list_unique);
      ListWithinCount: assert (!valid || (count != '0 && count <= ListBits'(Sources)));
      RoundsWithinList: assert (!hot || silent || (announced >= ListBits'(2) &&
                                                   announced <= count && next <= announced));
      WatchingSaysNothing: assert (hot || {silent, announced, next, hold, pause} == '0);
      SilentSaysNothing: assert (!silent || {announced, next, pause} == '0);
      HotIsHeld: assert (!hot || (hold != '0 && {phase, interval, sum, passed} == '0));
      // The window.
      PhasesInRange: assert (32'(interval) * BoundSampleInterval + 32'(phase) <= NumSamples);
      BoundsEncloseSum: assert (
          32'(sum) <= 32'(sum_max) * BoundSampleInterval + 32'(phase) * 32'(highest) &&
          32'(sum) >= 32'(sum_min) * BoundSampleInterval + 32'(phase) * 32'(lowest) &&
          32'(sum) <= (32'(interval) * BoundSampleInterval + 32'(phase)) * Radix &&
          32'(sum_max) <= 32'(interval) * Radix && 32'(highest) <= Radix && lowest <= highest &&
          sum_min <= sum_max);
      SampleIsCounted: assert (!was_enabled || !was_valid || was_hot || was_over || was_heard ||
          32'(sum) == 32'(was_sum) + 32'(was_picks));
      // Its judgement.
      DeclaredOnlyWhenSteady: assert (!hot || was_hot || was_heard ||
          (was_enabled && was_over && was_steady && was_enough));
      SteadyIsDeclared: assert (!was_enabled || !was_over || was_heard || !was_steady ||
          !was_enough || was_count < ListBits'(2) || (hot && hold == was_cfg_hold));
      WindowsInARow: assert (!was_enabled || !was_over || was_heard || !was_steady || was_enough ||
          (valid && !hot && passed == was_passed + 4'd1 && {phase, interval, sum} == '0));
      // Its life.
      EndsOnlyWhenDue: assert (!was_enabled || !was_valid || was_due || valid);
      EndsWhenDue: assert (!was_enabled || !was_due || !valid);
      AnnouncementSilences: assert (!was_enabled || !was_heard ||
          (hot && silent && hold == was_cfg_hold && count == was_count));
      AllocatesLowestFree: assert (!valid || was_valid || (was_enabled && !was_lower_free));
      ListsContendersOnly: assert (!fresh || (contended && !was_silent));
      ListsTheCandidate: assert (!was_enabled || !was_valid || was_due || was_heard || was_silent ||
          !met || met_destination != was_destination || met_rivals < (DegreeBits+1)'(2) ||
          met_listed || was_count == ListBits'(Sources) ||
          (count == was_count + ListBits'(1) && newest == met_source));
      // Messages.
      LowestTells: assert (!was_enabled || !was_tell ||
          (message_valid && message_source == was_next_source &&
           message_hotspot == was_destination && message_degree == was_announced));
      DisabledIsReset: assert (last_levels[41] || registers == '0);
    end
    TellsTwo: cover (started && message_valid && was_message && message_source != was_source);
    BothHot: cover (started && &entry_hot && entry_silent == '0);
    Ends: cover (started && was_enabled && was_hot && !was_silent && !valid);
  end

endmodule
