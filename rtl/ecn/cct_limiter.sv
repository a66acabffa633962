// SPDX-License-Identifier: Apache-2.0
// Source: SRP paper, Section 2; InfiniBand's congestion control annex.
// Contract: docs/reference/ecn/cct_limiter.md.
// Timing: all outputs are registers or functions of registers. Latency 1. A notification is taken
// in each clock; the delay of a packet is known before its last flit has entered (packet_delay).
// Cost: DelayEntries rows (cct_entry); an adder of IndexBits, two of a release's width and one of
// CycleBits for all; the wake time, which looks at one release a clock (wake_walker).
// Not handled: a notification that finds the table full is lost; overflow_o tells. A packet to a
// blocked destination, or that names an entry not in use, changes nothing; one that starts before
// the delay of the last is known cuts that short. The CCT is a memory with one write and one read port and has no reset.
// lint-params: Nodes=100 DelayEntries=5 TableEntries=16 CycleBits=40
// lint-params: Nodes=8192 DelayEntries=1 TableEntries=8 CycleBits=8
// lint-large: Nodes=1024 DelayEntries=64
// lint-illegal: Nodes=15
// lint-illegal: DelayEntries=65
// lint-illegal: TableEntries=4
// lint-illegal: TableEntries=24
// lint-illegal: TableEntries=256
// lint-illegal: CycleBits=65

module cct_limiter #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations with a delay at a time, 1-64.
    parameter int unsigned DelayEntries = 16,
    /// Words of the CCT, 8-128, a power of two.
    parameter int unsigned TableEntries = 128,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned IndexBits = $clog2(TableEntries),
    localparam int unsigned FlitBits = ecn_nic_pkg::FlitBits,
    localparam int unsigned ProductBits = ecn_nic_pkg::ProductBits,
    localparam int unsigned ReleaseBits = ecn_nic_pkg::table_release_bits(CycleBits),
    localparam int unsigned WordBits = 2 + ecn_nic_pkg::MultiplierBits,
    localparam int unsigned HalfBits = ReleaseBits / 2,
    localparam int unsigned LowBits = CycleBits / 2,
    localparam int unsigned HighBits = CycleBits - LowBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    // Per entry: valid, blocked, counting, destination, index, release; and the timer.
    localparam int unsigned EntryStateBits =
        DelayEntries * (3 + NodeBits + IndexBits + ReleaseBits) + CycleBits,
    /// Entries, timer, CCT.
    localparam int unsigned StateBits = EntryStateBits + WordBits * TableEntries,
    // Busy, the length's other bits, addend, sum; the packet's end.
    localparam int unsigned SumBits = ProductBits + 3,
    localparam int unsigned ProductStateBits = FlitBits + 2 * SumBits - 2 + ReleaseBits,
    /// The two event bits; the product; the walk: a bit and more for each release, the one looked
    /// at, the earliest.
    localparam int unsigned PipelineBits =
        2 + ProductStateBits + 3 + DelayEntries + ReleaseBits + 1 + CycleBits,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                              clk_i,
    /// Asynchronous assert, active low.
    input  logic                              rst_ni,
    /// Low: everything but the CCT takes its reset value at the clock.
    input  logic                              enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]              now_i,
    /// A congestion notification arrived.
    input  logic                              notification_valid_i,
    /// The destination that is congested.
    input  logic [NodeBits-1:0]               notification_source_i,
    /// A data packet starts to enter the network in this cycle: the entry with its destination, one
    /// bit; 0 if there is none.
    input  logic [DelayEntries-1:0]           sent_entry_i,
    /// Its size in flits, at least 1.
    input  logic [FlitBits-1:0]               sent_flits_i,
    /// Writes a word of the CCT, whatever enable_i says.
    input  logic                              table_valid_i,
    /// Its index.
    input  logic [IndexBits-1:0]              table_index_i,
    /// {shift[1:0], multiplier[13:0]}: delay = (flits * multiplier) >> shift.
    input  logic [WordBits-1:0]               table_word_i,
    /// Index steps of a notification, at least 1.
    input  logic [IndexBits-1:0]              cfg_increase_i,
    /// Largest index.
    input  logic [IndexBits-1:0]              cfg_limit_i,
    /// Smallest index, less than the largest.
    input  logic [IndexBits-1:0]              cfg_minimum_i,
    /// An entry that reaches this index is reported.
    input  logic [IndexBits-1:0]              cfg_trigger_i,
    /// Cycles between two decrements of all entries, at least 1.
    input  logic [CycleBits-1:0]              cfg_timer_i,
    /// The entry is in use.
    output logic [DelayEntries-1:0]           entry_valid_o,
    /// Its destination; 0 when not valid.
    output logic [DelayEntries*NodeBits-1:0]  entry_destination_o,
    /// No packet to it may start.
    output logic [DelayEntries-1:0]           entry_blocked_o,
    /// Its index (CCTI); 0 when not valid.
    output logic [DelayEntries*IndexBits-1:0] entry_index_o,
    /// A notification of the last clock found the table full and was lost.
    output logic                              overflow_o,
    /// In the last clock a notification brought an entry to cfg_trigger_i.
    output logic                              triggered_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                              quiescent_o,
    /// There is a wake time.
    output logic                              wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]              wake_at_o
`ifdef FORMAL
    ,
    /// Every flip-flop, for the proofs.
    output logic [EntryStateBits+PipelineBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (DelayEntries < 1 || DelayEntries > 64)
    $fatal(1, "%m: DelayEntries = %0d, legal 1-64", DelayEntries);
  if (TableEntries < 8 || TableEntries > 128 || (TableEntries & (TableEntries - 1)) != 0)
    $fatal(1, "%m: TableEntries = %0d, legal 8, 16, 32, 64, 128", TableEntries);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic [DelayEntries-1:0]             matched, allocate, sends, settles, counting;
  logic [DelayEntries*ReleaseBits-1:0] free_at;
  logic [IndexBits-1:0]                notified_index, sent_index, old_index, headroom, raised;
  logic [ReleaseBits-1:0]              now, last_flit_q, fresh_release;
  logic [ProductBits-1:0]              delay;
  logic [WordBits-1:0]                 word;
  logic                                used, decays, sent, product_busy, known, walks;
  logic                                overflow_q, overflow_d, triggered_q, triggered_d, next_valid;
  logic [CycleBits-1:0]                timer_q, timer_d, next_at, lead;
  logic [LowBits-1:0]                  timer_low;
  logic [HighBits-1:0]                 timer_high, timer_over;
  logic [ReleaseBits-HalfBits-1:0]     release_high;
  logic                                timer_carry, release_carry;
  logic [WordBits-1:0]                 cct_q [TableEntries];
`ifdef FORMAL
  logic [FlitBits+2*SumBits-4:0]       product;
  logic [DelayEntries+ReleaseBits+2:0] walk;
`endif

  always_ff @(posedge clk_i) begin : p_cct
    if (table_valid_i) cct_q[table_index_i] <= table_word_i;
  end

  // A destination without entry takes the lowest that was free before this clock.
  assign allocate   = notification_valid_i && matched == '0 ?
                      ~entry_valid_o & (entry_valid_o + DelayEntries'(1)) : '0;
  assign overflow_d = notification_valid_i && matched == '0 && &entry_valid_o;

  // The indices of the entry that is notified and of the one that sends.
  always_comb begin : p_indices
    notified_index = '0;
    sent_index     = '0;
    for (int e = 0; e < DelayEntries; e++) begin
      notified_index = notified_index |
                       (entry_index_o[e*IndexBits+:IndexBits] & {IndexBits{matched[e]}});
      sent_index     = sent_index | (entry_index_o[e*IndexBits+:IndexBits] & {IndexBits{sends[e]}});
    end
  end
  // The limit is compared beside the sum, not behind it.
  assign old_index   = matched == '0 ? cfg_minimum_i : notified_index;
  assign headroom    = cfg_limit_i > cfg_increase_i ? cfg_limit_i - cfg_increase_i : '0;
  assign raised      = old_index >= headroom ? cfg_limit_i : old_index + cfg_increase_i;
  assign triggered_d = notification_valid_i && !overflow_d && raised == cfg_trigger_i &&
                       (matched == '0 || notified_index != cfg_trigger_i);

  // The delay of the packet that starts, by the index visible before this clock.
  assign word = cct_q[sent_index];
  assign sent = |sends;
  packet_delay #(
      .FlitBits(FlitBits),
      .MultiplierBits(ecn_nic_pkg::MultiplierBits)
  ) u_delay (
      .clk_i, .rst_ni, .enable_i,
      .start_i(sent),
      .flits_i(sent_flits_i),
      .shift_i(word[WordBits-1-:2]),
      .multiplier_i(word[WordBits-3:0]),
`ifdef FORMAL
      .formal_state_o(product),
`endif
      .busy_o(product_busy),
      .done_o(known),
      .delay_o(delay)
  );
  assign now           = now_i[ReleaseBits-1:0];
  // Sums in two halves, the upper one with and without carry: half the levels.
  assign {release_carry, fresh_release[HalfBits-1:0]} = {1'b0, last_flit_q[HalfBits-1:0]} +
                                                        {1'b0, delay[HalfBits-1:0]};
  assign release_high  = last_flit_q[ReleaseBits-1:HalfBits] +
                         (ReleaseBits-HalfBits)'(delay >> HalfBits);
  assign fresh_release[ReleaseBits-1:HalfBits] =
      release_carry ? release_high + (ReleaseBits-HalfBits)'(1) : release_high;

  for (genvar e = 0; e < DelayEntries; e++) begin : gen_entry
    cct_entry #(
        .NodeBits(NodeBits),
        .IndexBits(IndexBits),
        .ReleaseBits(ReleaseBits)
    ) u_entry (
        .clk_i, .rst_ni, .enable_i,
        .now_i(now),
        .notification_valid_i, .notification_source_i,
        .allocate_i(allocate[e]),
        .raised_i(raised),
        .decays_i(decays),
        .sent_i(sent_entry_i[e]),
        .known_i(known),
        .fresh_release_i(fresh_release),
        .cfg_minimum_i,
        .valid_o(entry_valid_o[e]),
        .blocked_o(entry_blocked_o[e]),
        .counting_o(counting[e]),
        .destination_o(entry_destination_o[e*NodeBits+:NodeBits]),
        .index_o(entry_index_o[e*IndexBits+:IndexBits]),
        .release_o(free_at[e*ReleaseBits+:ReleaseBits]),
        .matches_o(matched[e]),
        .sends_o(sends[e]),
        .settles_o(settles[e])
    );
  end

  wake_walker #(
      .Alarms(DelayEntries),
      .AlarmBits(ReleaseBits),
      .CycleBits(CycleBits)
  ) u_walker (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .restart_i(|settles),
      .armed_i(entry_blocked_o & ~counting),
      .alarm_i(free_at),
`ifdef FORMAL
      .formal_state_o(walk),
`endif
      .busy_o(walks),
      .wake_valid_o(next_valid),
      .wake_at_o(next_at)
  );

  // One timer for all entries, from the first on.
  assign used    = entry_valid_o != '0;
  assign decays  = used && timer_q == now_i;
  assign timer_d = decays || !used ? {timer_carry ? timer_over : timer_high, timer_low} : timer_q;
  assign {timer_carry, timer_low} = {1'b0, now_i[LowBits-1:0]} + {1'b0, cfg_timer_i[LowBits-1:0]};
  assign timer_high = now_i[CycleBits-1:LowBits] + cfg_timer_i[CycleBits-1:LowBits];
  assign timer_over = timer_high + HighBits'(1);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {overflow_q, triggered_q} <= '0;
      timer_q                   <= '0;
      last_flit_q               <= '0;
    end else if (!enable_i) begin
      {overflow_q, triggered_q} <= '0;
      timer_q                   <= '0;
      last_flit_q               <= '0;
    end else begin
      overflow_q  <= overflow_d;
      triggered_q <= triggered_d;
      if (used || notification_valid_i) timer_q <= timer_d;
      if (sent) last_flit_q <= ReleaseBits'(32'(now) + (32'(sent_flits_i) - 1));
    end
  end

  // The timer or the earliest release, in modular order.
  assign lead         = next_at - timer_q;
  assign wake_valid_o = used;
  assign wake_at_o    = !used ? '0 : next_valid && lead[CycleBits-1] ? next_at : timer_q;
  assign overflow_o   = overflow_q;
  assign triggered_o  = triggered_q;
  assign quiescent_o  = !overflow_q && !triggered_q && !product_busy && !walks;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && notification_valid_i)
      NotificationInNetwork: assert (32'(notification_source_i) < Nodes);
    if (enable_i)
      SentToOneEntry: assert ((sent_entry_i & (sent_entry_i - DelayEntries'(1))) == '0);
    if (enable_i) LevelsInOrder: assert (|cfg_increase_i && |cfg_timer_i &&
                                         cfg_minimum_i < cfg_limit_i);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {entry_valid_o, entry_blocked_o, counting, entry_destination_o,
                           entry_index_o, free_at, timer_q, overflow_q, triggered_q,
                           product_busy, product, last_flit_q, walk, next_valid, next_at};
`endif

endmodule
