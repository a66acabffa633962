// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of hotspot_detector: states, rounds, messages and their pacing, and quiescence.
// properties: asserts=36 covers=7
// proof: depth=1 Nodes=16 ListGranularity=1 CycleBits=8
// proof: depth=1 Nodes=18 ListGranularity=4 CycleBits=8
// bounded: depth=3 Nodes=512 ListGranularity=1 CycleBits=32
// bounded: depth=2 Nodes=512 ListGranularity=8 CycleBits=32
// cover: depth=20 Nodes=16 ListGranularity=1 CycleBits=8
// larger: counters and deadlines are used only by sums and comparisons; the proof rests on nothing
// larger: but "a deadline lies less than half the counter's range ahead", which MaxInverseEpsilon
// larger: keeps at the small width. The list is proved on its own, over several groups, in
// larger: source_list.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: cfg_* and node_i are constant, node_i at most cfg_last_node_i < Nodes; sources are any
// assumed: the epoch is 1-100 cycles, no pacing exceeds half the counter's range
// mutant ListWithinNetwork: s/assign packet_known     = .*/assign packet_known = 1'b1;/
// mutant ReadsItsWord: @source_list s/.read_i({look_i, enter_i})/.read_i({look_i, enter_i \&\& !look_i})/
// mutant ValidIsWritten: @source_list s/else if (write) valid_q/else if (enter_i) valid_q/
// mutant ReadAsItStands: @table_memory s/Words >= BlockRamWords/1/; s/assign meets .*/assign meets = 1'b0;/
// mutant EntersExactly: s/.packet_i(packet \&\& joins)/.packet_i(packet_valid_i \&\& joins)/
// mutant EntersExactly: s/unthrottle_valid_i \&\& unthrottle_known \&\& hotspot/unthrottle_valid_i \&\& unthrottle_known/
// mutant EntersExactly: @source_events s/!clear_i \&\& (waits_q/(waits_q/
// mutant PopulationCountsList: s/if (added || removed)/if (added)/
// mutant DirtyIsAnyChange: s/dirty_d = (dirty_q \&\& !start) || added || removed;/dirty_d = (dirty_q || added || removed) \&\& !start;/
// mutant IdleIsEmpty: @throttle_announcer s/if (stop_i) {scanning_d, looking_d, told_d} = '0;//
// mutant DisabledIsReset: @throttle_announcer s/^      announced_d = '0;$//
// mutant OnlyHotspotsScan: @throttle_announcer s/assign period     = hotspot_i \&\& /assign period = /
// mutant DegreeWithinNetwork: s/product > 15'(cfg_last_node_i) ? cfg_last_node_i :/product > 15'(cfg_last_node_i) ? 1'b0 :/
// mutant HotspotTellsInScan: @throttle_announcer s/assign done       = look \&\&/assign done = scanning_q \&\&/
// mutant EmptyMessageIsZero: s/assign throttle_destination_o = .*/assign throttle_destination_o = position;/
// mutant StableUntilTaken: s/else start = free;/else start = 1'b1;/
// mutant MessageToListed: @source_list s/candidates = members_of(FullBits'(look_word)) \&/candidates =/
// mutant MessageInNetwork: @source_list s/if (look_group == node_group)/if (0)/
// mutant MessageSaysDegree: s/throttle_valid_o ? DegreeBits'(announced) : '0/throttle_valid_o ? DegreeBits'(degree) : '0/
// mutant IdleExactly: s/observe = packet \&\& joins;/observe = packet;/
// mutant ObserveExactly: s/if (packet \&\& !joins) wipe = 1'b1;//
// mutant HotspotExactly: s/(!scanning \&\& !pending)/!scanning/
// mutant EpochRuns: s/: CycleBits'(cfg_epoch_cycles_i);/: CycleBits'(cfg_epoch_cycles_i) + CycleBits'(1);/
// mutant HotspotAfterWholeEpoch: s/^      if (reached) begin/      if (reached || !few) begin/
// mutant RoundStartsExactly: s/rested \&\& (pending || refresh_due)/rested \&\& pending/
// mutant ScanAdvances: @throttle_announcer s/if (tell) position_d = found_node_i;/if (tell) position_d = '0;/
// mutant NobodyToldTwice: s/.beyond_i(beyond)/.beyond_i(1'b0)/
// mutant EveryMemberTold: s/.beyond_i(beyond)/.beyond_i(1'b1)/
// mutant PacingIsMessages: @throttle_announcer s/(done \&\& pacing_q == '0)/(done \&\& rested_q)/
// mutant SilencePaysMessages: s/hotspot ? CycleBits'(pacing) :/hotspot ? CycleBits'(pacing >> 1) :/
// mutant PacingCoversDebt: @throttle_announcer s/rested_d  = rested_q || period;/rested_d = rested_q || done;/
// mutant DeadlineWithinPeriod: @throttle_announcer s/assign rearm_o          = done || period;/assign rearm_o = done;/
// mutant RestedExactly: @throttle_announcer s/if (period \&\& periods_q != '0)/if (period)/
// mutant EpochWithinRange: @hotspot_detector_fv s/cfg_epoch_cycles_i <= 24'd100/cfg_epoch_cycles_i <= 24'd200/
// mutant PacingWithinRange: @hotspot_detector_fv s/cfg_inverse_epsilon_i <= MaxInverseEpsilon/cfg_inverse_epsilon_i <= 16'd200/
// mutant QuiescentHoldsState: s/(hotspot \&\& (ends || round_due))/(hotspot \&\& ends)/
// mutant QuiescentIsSilent: s/assign quiescent_o  = !throttle_valid_o \&\& /assign quiescent_o = /
// mutant ErrorExactly: s/(unthrottle_valid_i \&\& !unthrottle_known))/1'b0)/

module hotspot_detector_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ListGranularity = 1,
    parameter int unsigned CycleBits = 8,
    parameter int unsigned MaxInverseEpsilon = 3,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    localparam int unsigned PopulationBits = $clog2(ListSize + 1),
    localparam int unsigned ToldBits = $clog2(ListGranularity + 1),
    localparam int unsigned ToldStateBits = ListGranularity == 1 ? 0 : ListSize * ToldBits,
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    localparam int unsigned RestBits =
        PopulationBits + 2 + CycleBits + 2 + 3 + 8 + PacingBits + 2 * NodeBits + 2,
    localparam int unsigned EventBits = 3 + 2 * NodeBits,
    localparam int unsigned StorageBits = ToldStateBits + ListSize + EventBits + RestBits
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 enable_i,
    input logic [CycleBits-1:0] now_i,
    input logic [NodeBits-1:0]  cfg_last_node_i,
    input logic [NodeBits-1:0]  node_i,
    input logic                 packet_valid_i,
    input logic [NodeBits-1:0]  packet_source_i,
    input logic                 packet_marked_i,
    input logic                 packet_throttled_i,
    input logic                 unthrottle_valid_i,
    input logic [NodeBits-1:0]  unthrottle_source_i,
    input logic                 throttle_ready_i,
    input logic [23:0]          cfg_epoch_cycles_i,
    input logic [15:0]          cfg_inverse_epsilon_i,
    input logic                 cfg_announce_on_count_i,
    input logic [7:0]           cfg_refresh_rounds_i
);

  logic                   throttle_valid, error, quiescent, wake_valid;
  logic [NodeBits-1:0]    throttle_destination;
  logic [DegreeBits-1:0]  throttle_degree, degree;
  logic [1:0]             state;
  logic [CycleBits-1:0]   wake_at;
  logic [StorageBits-1:0] registers;

  hotspot_detector #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .cfg_last_node_i, .node_i,
      .packet_valid_i, .packet_source_i, .packet_marked_i, .packet_throttled_i,
      .unthrottle_valid_i, .unthrottle_source_i, .throttle_ready_i,
      .cfg_epoch_cycles_i, .cfg_inverse_epsilon_i, .cfg_announce_on_count_i, .cfg_refresh_rounds_i,
      .throttle_valid_o(throttle_valid),
      .throttle_destination_o(throttle_destination),
      .throttle_degree_o(throttle_degree),
      .state_o(state),
      .degree_o(degree),
      .error_o(error),
      .quiescent_o(quiescent),
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at),
      .formal_state_o(registers)
  );

  localparam logic [1:0] Idle    = cbcm_nic_pkg::IDLE;
  localparam logic [1:0] Observe = cbcm_nic_pkg::OBSERVE;
  localparam logic [1:0] Hotspot = cbcm_nic_pkg::HOTSPOT;

  // The order of formal_state_o.
  logic [ListSize-1:0]       list;
  logic [PopulationBits-1:0] population;
  logic [1:0]                state_again;
  logic [CycleBits-1:0]      deadline;
  logic                      dirty, error_again, scanning, told, rested, looking, valid_again;
  logic                      operation, removes, waits;
  logic [NodeBits-1:0]       operation_source, waiting_source;
  logic [7:0]                periods;
  logic [PacingBits-1:0]     pacing;
  logic [NodeBits-1:0]       announced, position;
  assign {list, operation, removes, operation_source, waits, waiting_source, population,
          state_again, deadline, dirty, error_again, scanning, told, rested, periods, pacing,
          announced, position, looking, valid_again} = registers[ListSize+EventBits+RestBits-1:0];

  // The operation under way by the contract page: the list after it.
  logic                add, remove;
  logic [13:0]         operation_bit;
  logic [ListSize-1:0] list_after;
  assign operation_bit = 14'(operation_source) / ListGranularity;
  // What names a node beyond the last one is no packet and no message.
  logic                packet, unthrottle;
  assign packet     = packet_valid_i && packet_source_i <= cfg_last_node_i;
  assign unthrottle = unthrottle_valid_i && unthrottle_source_i <= cfg_last_node_i;
  assign add        = operation && !removes;
  assign list_after = (list | (ListSize'(add) << operation_bit)) &
                      ~(ListSize'(remove) << operation_bit);
  logic blocks;  // a look that counts waits
  if (ListGranularity > 1) begin : gen_told
    logic [ListSize*ToldBits-1:0] counters;
    assign counters = (ListSize*ToldBits)'(registers[StorageBits-1-:ToldStateBits]);
    assign remove   = operation && removes && list[operation_bit] &&
                      ToldBits'(counters >> (operation_bit * ToldBits)) == ToldBits'(1);
    // A told counter changes although the list does not.
    assign blocks   = looking && told && (list_after != list || (operation && removes &&
                      list[operation_bit] &&
                      ToldBits'(counters >> (operation_bit * ToldBits)) != '0));
  end else begin : gen_no_told
    assign remove = operation && removes && list[operation_bit];
    assign blocks = 1'b0;
  end

  function automatic logic [PopulationBits-1:0] members(input logic [ListSize-1:0] vector);
    members = '0;
    for (int i = 0; i < ListSize; i++) members = members + PopulationBits'(vector[i]);
  endfunction
  function automatic logic [13:0] degree_of(input logic [13:0] count);
    degree_of = count * ListGranularity > 14'(cfg_last_node_i) ? 14'(cfg_last_node_i) :
        count * ListGranularity;
  endfunction
  function automatic logic reached(input logic [CycleBits-1:0] time_at);
    logic [CycleBits-1:0] elapsed;
    elapsed = now_i - time_at;
    reached = !elapsed[CycleBits-1];
  endfunction

  // Steps 1 and 2: what enters. A message that cannot waits.
  logic                packet_enters, unthrottle_enters, expected_operation, expected_removes;
  logic                expected_waits;
  logic [NodeBits-1:0] expected_source, expected_waiting;
  assign packet_enters     = packet && (state == Hotspot ? !packet_throttled_i : packet_marked_i);
  assign unthrottle_enters = unthrottle && state == Hotspot;
  always_comb begin : p_enters
    {expected_removes, expected_source} = {1'b1, unthrottle_source_i};
    {expected_waits, expected_waiting}  = {waits, waiting_source};
    expected_operation = packet_enters || unthrottle_enters || waits;
    if (waits && unthrottle_enters) begin
      expected_source  = waiting_source;
      expected_waiting = unthrottle_source_i;
    end else if (packet_enters) begin
      {expected_removes, expected_source} = {1'b0, packet_source_i};
      if (unthrottle_enters) {expected_waits, expected_waiting} = {1'b1, unthrottle_source_i};
    end else if (waits) begin
      expected_source = waiting_source;
      expected_waits  = 1'b0;
    end
    if (expected_state == Idle) {expected_operation, expected_waits} = '0;
    if (!expected_operation) {expected_removes, expected_source} = '0;
    if (!expected_waits) expected_waiting = '0;
  end

  // Steps 3, 5, 6 and 7 by the contract page: state and round after this clock.
  logic [13:0] degree_now;
  logic        changes, pending, free, period, expected_start;
  logic [1:0]  expected_state;
  // The population is the list's count: PopulationCountsList.
  assign degree_now = degree_of(14'(population));
  assign changes    = list_after != list;
  assign pending    = cfg_announce_on_count_i ? degree_now != 14'(announced) : dirty;
  assign free       = !throttle_valid || throttle_ready_i;
  assign period     = state == Hotspot && !scanning && reached(deadline);
  always_comb begin : p_reference
    expected_state = state;
    expected_start = 1'b0;
    if (state == Idle) begin
      if (packet && packet_marked_i) expected_state = Observe;
    end else if (state == Observe) begin
      if (reached(deadline)) begin
        if (population <= PopulationBits'(1)) expected_state = Idle;
        else if (free) expected_state = Hotspot;
      end
      if (packet && !packet_marked_i) expected_state = Idle;
      expected_start = expected_state == Hotspot;
    end else begin
      if (population == '0) expected_state = Idle;
      if (population == PopulationBits'(1) && !scanning && !pending) expected_state = Idle;
      expected_start = expected_state == Hotspot && rested &&
          (pending || (cfg_refresh_rounds_i != '0 && periods == '0));
    end
    if (!enable_i) begin
      expected_state = Idle;
      expected_start = 1'b0;
    end
  end

  // One node, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [NodeBits-1:0] watched;

  logic                   started, asleep, was_asleep, slept, busy_after_sleep;
  logic                   last_enable, reference_error;
  logic                   last_scanning, last_free, last_start, last_watched_listed;
  logic                   last_changes, last_dirty, last_period, last_rested;
  logic [EventBits-1:0]   last_enters;
  logic [7:0]             last_periods;
  logic [1:0]             last_state, last_expected;
  logic [NodeBits+DegreeBits:0] message;
  logic [StorageBits-1:0] last_registers;
  logic [NodeBits-1:0]    last_position, last_announced;
  logic [13:0]            last_degree;
  logic [CycleBits-1:0]   last_now;
  logic [1:0]             levels, last_levels;
  logic [2*NodeBits+48:0] statics, last_statics;
  initial started = 1'b0;
  assign levels  = {enable_i, throttle_ready_i};
  assign message = {throttle_valid, throttle_destination, throttle_degree};
  assign last_enable = last_levels[1];
  assign statics = {cfg_last_node_i, node_i, cfg_epoch_cycles_i, cfg_inverse_epsilon_i,
                    cfg_announce_on_count_i, cfg_refresh_rounds_i};
  assign asleep  = started && !packet_valid_i && !unthrottle_valid_i && levels == last_levels &&
                   quiescent && (!wake_valid || !reached(wake_at));

  // Rounds as seen at the ports: a message counts in the clock that first shows it.
  logic                 shown, begins, owed_q, owed, told_watched_q, told_watched;
  logic                 watched_listed, all_marked_q;
  logic [13:0]          count_q, count, stretch_q;
  logic [CycleBits:0]   debt_q, debt;
  logic [CycleBits-1:0] age_q, epoch, epoch_end, silence, beyond_epoch;
  logic [CycleBits:0]   cost;
  assign epoch          = CycleBits'(cfg_epoch_cycles_i);
  assign epoch_end      = now_i + epoch - age_q;
  assign silence        = deadline - now_i + CycleBits'(1);
  assign beyond_epoch   = age_q - CycleBits'(1) - epoch;
  assign cost           = (CycleBits+1)'(count) * (CycleBits+1)'(cfg_inverse_epsilon_i);
  assign shown          = throttle_valid && last_free;
  assign begins         = scanning && !last_scanning;
  assign count          = (begins ? 14'd0 : count_q) + 14'(shown);
  assign debt           = debt_q + (shown ? (CycleBits+1)'(cfg_inverse_epsilon_i) : '0);
  assign watched_listed = list[watched/ListGranularity];
  assign told_watched   = (begins ? 1'b0 : told_watched_q) ||
                          (shown && throttle_destination == watched);
  assign owed = (begins ? 1'b1 : owed_q) && watched_listed &&
                !(shown && throttle_destination == watched);

  stable_until_taken #(.PayloadBits(NodeBits + DegreeBits)) stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(throttle_valid), .ready_i(throttle_ready_i),
      .payload_i({throttle_destination, throttle_degree})
  );

  always @(posedge clk_i) begin : p_ghost
    started             <= 1'b1;
    last_levels         <= levels;
    last_statics        <= statics;
    was_asleep          <= asleep;
    reference_error     <= started && enable_i && (reference_error ||
        (packet_valid_i && !packet) || (unthrottle_valid_i && !unthrottle));
    last_registers      <= registers;
    last_now            <= now_i;
    last_scanning       <= scanning;
    last_free           <= !throttle_valid || throttle_ready_i;
    last_state          <= state;
    last_expected       <= started ? expected_state : Idle;
    last_start          <= started && expected_start;
    last_position       <= position;
    last_announced      <= announced;
    last_degree         <= degree_now;
    last_watched_listed <= watched_listed;
    last_changes        <= changes;
    last_enters         <= started ? {expected_operation, expected_removes, expected_source,
                                      expected_waits, expected_waiting} : '0;
    last_dirty          <= dirty;
    last_period         <= period;
    last_rested         <= rested;
    last_periods        <= periods;
    count_q             <= count;
    told_watched_q      <= told_watched;
    owed_q              <= owed;
    // Epsilon: a message costs 1/epsilon, a silent clock pays 1; saved silence is not kept.
    debt_q <= state != Hotspot || !enable_i ? '0 :
              debt != '0 && !scanning ? debt - (CycleBits+1)'(1) : debt;
    // Clocks of the scan in a row in which the queue takes messages.
    stretch_q    <= scanning && throttle_ready_i && enable_i && expected_state == Hotspot ?
                    (blocks ? (stretch_q == '0 ? '0 : stretch_q - 14'd1) : stretch_q + 14'd1) :
                    '0;
    age_q        <= state == Observe ? age_q + CycleBits'(1) : CycleBits'(1);
    all_marked_q <= state != Observe || (all_marked_q && (!packet || packet_marked_i));
    if (!started) begin
      slept            <= 1'b0;
      busy_after_sleep <= 1'b0;
    end else if (enable_i) begin
      if (asleep && state == Hotspot) slept <= 1'b1;
      if (slept && throttle_valid) busy_after_sleep <= 1'b1;
    end
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(cfg_last_node_i) < Nodes && node_i <= cfg_last_node_i);
    assume (cfg_inverse_epsilon_i <= MaxInverseEpsilon && cfg_refresh_rounds_i <= 8'd2);
    assume (cfg_epoch_cycles_i >= 24'd1 && cfg_epoch_cycles_i <= 24'd100);
    assume (watched != node_i && watched <= cfg_last_node_i);
    if (started) assume (now_i == last_now + CycleBits'(1) && statics == last_statics);
  end

  always_comb begin : p_assert
    if (started) begin
      ListWithinNetwork: assert (list >> (14'(cfg_last_node_i) / ListGranularity) >> 1 == '0);
      PopulationCountsList: assert (population == members(list));
      DirtyIsAnyChange: assert (state == Idle ? !dirty :
                                dirty == (last_changes || (last_dirty && !last_start)));
      IdleIsEmpty: assert (state != Idle || (registers[StorageBits-1:RestBits] == '0 &&
          population == '0 && deadline == '0 && !scanning && !rested && periods == '0 &&
          pacing == '0));
      EntersExactly: assert ({operation, removes, operation_source, waits, waiting_source} ==
          last_enters && operation_source <= cfg_last_node_i &&
          waiting_source <= cfg_last_node_i && (!waits || operation) &&
          (state == Hotspot || (!waits && !removes)));
      DisabledIsReset: assert (last_enable || registers == '0);
      OnlyHotspotsScan: assert (state <= Hotspot && (state == Hotspot || (!scanning && !rested)) &&
                                !(scanning && rested) && (scanning || (!looking && !told)));
      DegreeWithinNetwork: assert (14'(degree) == degree_of(14'(population)) &&
                                   announced <= cfg_last_node_i);
      ErrorExactly: assert (error == reference_error);
      // Messages.
      HotspotTellsInScan: assert (state != Hotspot || !throttle_valid ||
                                  (scanning && told && !looking));
      EmptyMessageIsZero: assert (throttle_valid || message == '0);
      MessageToListed: assert (!shown || throttle_destination != watched || last_watched_listed);
      MessageInNetwork: assert ((!throttle_valid && !told) || (position != node_i &&
          position <= cfg_last_node_i && (!throttle_valid || throttle_destination == position)));
      MessageSaysDegree: assert (!shown || throttle_degree == DegreeBits'(last_announced));
      // States.
      IdleExactly: assert (last_state != Idle || state == last_expected);
      ObserveExactly: assert (last_state != Observe || state == last_expected);
      HotspotExactly: assert (last_state != Hotspot || state == last_expected);
      EpochRuns: assert (state != Observe || (all_marked_q && deadline == epoch_end));
      HotspotAfterWholeEpoch: assert (state != Hotspot || last_state == Hotspot ||
          (all_marked_q && !beyond_epoch[CycleBits-1]));
      // Rounds.
      RoundStartsExactly: assert (last_scanning || (scanning == last_start &&
          (!scanning || (14'(announced) == last_degree && position == '0 && pacing == '0 &&
                         periods == cfg_refresh_rounds_i && !throttle_valid && !looking &&
                         !told))));
      ScanAdvances: assert (!scanning || (position <= cfg_last_node_i &&
          stretch_q <= 2 * (14'(position) + 14'(told)) + (14'(position) >> 5) + 14'(looking) &&
          (!last_scanning || position >= last_position)));
      NobodyToldTwice: assert (!(shown && throttle_destination == watched && !begins &&
                                 told_watched_q) &&
                               (!told_watched || !scanning ||
                                14'(watched) < 14'(position) + 14'(told)));
      EveryMemberTold: assert (!owed || state != Hotspot ||
          (scanning && 14'(watched) >= 14'(position) + 14'(told)));
      PacingIsMessages: assert (state != Hotspot ||
          ((CycleBits+1)'(pacing) ==
               (count == '0 && !scanning ? (CycleBits+1)'(cfg_inverse_epsilon_i) : cost) &&
           count <= (scanning ? 14'(position) + 14'(told) - 14'(node_i < position) :
                                14'(cfg_last_node_i))));
      // Pacing: no round starts before the silence after the last one has paid for its messages.
      SilencePaysMessages: assert (!begins || state != Hotspot || debt == '0);
      PacingCoversDebt: assert (state != Hotspot || (scanning ? debt == cost :
          rested ? debt == '0 : debt <= (CycleBits+1)'(silence)));
      // The deadline is at most a period ahead and never old.
      DeadlineWithinPeriod: assert (state != Hotspot || scanning ||
                                    silence <= CycleBits'(pacing));
      RestedExactly: assert (state != Hotspot || last_start || last_state != Hotspot ||
          (rested == (last_rested || last_period) &&
           periods == last_periods - 8'(last_period && last_periods != '0)));
      // Sleep.
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || !throttle_valid);
    end
    SleepsInHotspot: cover (started && asleep && state == Hotspot);
    WakesFromSleep: cover (started && enable_i && busy_after_sleep);
    SleepsAgain: cover (started && enable_i && busy_after_sleep && asleep && was_asleep);
    UnknownInHotspot: cover (started && state == Hotspot && packet_valid_i && !packet &&
                             !packet_throttled_i);
    MoreToldThanAnnounced: cover (started && state == Hotspot && count > 14'(announced));
    MessageWaits: cover (started && waits && operation && !removes);
    MessageOutlivesHotspot: cover (started && state == Observe && throttle_valid);
  end

endmodule
