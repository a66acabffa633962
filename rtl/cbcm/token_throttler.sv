// SPDX-License-Identifier: Apache-2.0
// Source side of CBCM: a table of throttled destinations, each with tokens that arrive one per D_t
// ticks of the pace and say how many flits may enter.
//
// Source: CBCM paper, Section IV-B3, Algorithm 1. Contract: docs/reference/cbcm/token_throttler.md.
// Timing: all outputs are registers or functions of registers. Latency 1: a deduction or a new
// entry is visible in the next cycle.
// Cost: ThrottleEntries rows (token_entry); a subtraction and a comparison of tokens; three
// comparators of DegreeBits and an incrementer for the wake time, which looks at one row a clock.
// Not handled: a throttle message while throttle_ready_o is 0 has no effect; injection without
// enough tokens takes the tokens to 0; a free entry has none. Both set error_o.
// lint-params: Nodes=100 ThrottleEntries=5 TokenBits=9 CycleBits=40
// lint-params: Nodes=8192 ThrottleEntries=1 TokenBits=6 CycleBits=14
// lint-illegal: ThrottleEntries=65
// lint-illegal: TokenBits=17
// lint-illegal: Nodes=512 CycleBits=9

module token_throttler #(
    /// Nodes of the network, 16-8192. Costs destination and degree bits per entry.
    parameter int unsigned Nodes = 16,
    /// Destinations throttled at a time, 1-64. Further ones are refused.
    parameter int unsigned ThrottleEntries = 8,
    /// Width of a token counter, 6-16.
    parameter int unsigned TokenBits = 16,
    /// Width of the pace, 8-64 and at least DegreeBits.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned FlitBits = 10,
    /// The paper counts no samples here.
    localparam int unsigned SampleBits = 0,
    /// Per entry: valid, destination, degree, tokens, deadline; the error bit.
    localparam int unsigned StateBits =
        ThrottleEntries * (1 + NodeBits + DegreeBits + TokenBits + DegreeBits) + 1,
    /// Refreshed, arrived and pending per entry, the refusal and wake registers; unsettled, begins,
    /// judges, fetched.
    localparam int unsigned PipelineBits =
        3 * ThrottleEntries + 1 + NodeBits + 1 + CycleBits + 3 + DegreeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                                  rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                                  enable_i,
    /// The pace: pace_counter's count, at full rate the cycle counter; does not wake.
    input  logic [CycleBits-1:0]                  now_i,
    /// Throttle message, presented only while throttle_ready_o is 1.
    input  logic                                  throttle_valid_i,
    /// The hotspot that sent it.
    input  logic [NodeBits-1:0]                   throttle_source_i,
    /// D_t; 0 counts as 1.
    input  logic [DegreeBits-1:0]                 throttle_degree_i,
    /// A packet to a throttled destination starts to enter the network: the destination's entry,
    /// one-hot; 0 without one.
    input  logic [ThrottleEntries-1:0]            inject_entry_i,
    /// Its length in flits.
    input  logic [FlitBits-1:0]                   inject_flits_i,
    /// The unthrottle monitor frees an entry.
    input  logic                                  release_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                   release_destination_i,
    /// The refusal has been taken.
    input  logic                                  refused_ready_i,
    /// 1: each throttle message resets the tokens; 0: only one that allocates.
    input  logic                                  cfg_token_reset_always_i,
    /// Most tokens an entry holds.
    input  logic [TokenBits-1:0]                  cfg_token_cap_i,
    /// The entry is in use.
    output logic [ThrottleEntries-1:0]            entry_valid_o,
    /// The throttled destination of the entry.
    output logic [ThrottleEntries*NodeBits-1:0]   entry_destination_o,
    /// Its D_t.
    output logic [ThrottleEntries*DegreeBits-1:0] entry_degree_o,
    /// Flits that may enter now.
    output logic [ThrottleEntries*TokenBits-1:0]  entry_tokens_o,
    /// A throttle message reached or allocated the entry in the last cycle.
    output logic [ThrottleEntries-1:0]            entry_refreshed_o,
    /// A token arrived in the last cycle, be it that the cap kept it out.
    output logic [ThrottleEntries-1:0]            entry_arrived_o,
    /// 0 while a refusal waits.
    output logic                                  throttle_ready_o,
    /// The table was full: answer with unthrottle.
    output logic                                  refused_valid_o,
    /// The hotspot that is refused.
    output logic [NodeBits-1:0]                   refused_destination_o,
    /// Sticky: a throttle message while not ready, or more flits injected than tokens.
    output logic                                  error_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                                  quiescent_o,
    /// There is a wake time.
    output logic                                  wake_valid_o,
    /// Pace at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]                  wake_at_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0]                formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ThrottleEntries < 1 || ThrottleEntries > 64)
    $fatal(1, "%m: ThrottleEntries = %0d, legal 1-64", ThrottleEntries);
  if (TokenBits < 6 || TokenBits > 16) $fatal(1, "%m: TokenBits = %0d, legal 6-16", TokenBits);
  if (CycleBits < 8 || CycleBits > 64 || CycleBits < DegreeBits)
    $fatal(1, "%m: CycleBits = %0d, legal 8-64 and at least %0d", CycleBits, DegreeBits);

  logic [ThrottleEntries-1:0]            matched, free_below, allocate, settles;
  logic [ThrottleEntries*DegreeBits-1:0] deadline;
  logic                                  throttle, refuse, refused_valid_q, error_q;
  logic [NodeBits-1:0]                   refused_destination_q;
  logic [DegreeBits-1:0]                 new_degree;
  logic                                  unsettled_q, begins_q, judges_q, wake_valid_q;
  logic                                  wraps, sooner, nearer;
  logic [ThrottleEntries-1:0]            pending_q, to_walk, walked;
  logic [DegreeBits-1:0]                 pace, walked_deadline, fetched_q, wake;
  logic [CycleBits-1:0]                  wake_at_q, now_above;
  logic [TokenBits-1:0]                  inject_tokens, tokens_left;
  logic                                  full_left, overdrawn;
  /* verilator lint_off UNUSEDSIGNAL */  // of a narrow counter the upper bits tell nothing
  logic [16:0]                           rest;
  /* verilator lint_on UNUSEDSIGNAL */

  // A destination without entry takes the lowest that was free before this clock.
  assign throttle   = throttle_valid_i && !refused_valid_q;
  assign new_degree = throttle_degree_i == '0 ? DegreeBits'(1) : throttle_degree_i;
  assign free_below = ~entry_valid_o & (entry_valid_o + ThrottleEntries'(1));
  assign allocate   = throttle && matched == '0 ? free_below : '0;
  assign refuse     = throttle && matched == '0 && &entry_valid_o;

  for (genvar e = 0; e < ThrottleEntries; e++) begin : gen_entry
    token_entry #(
        .NodeBits(NodeBits),
        .DegreeBits(DegreeBits),
        .TokenBits(TokenBits)
    ) u_entry (
        .clk_i, .rst_ni, .enable_i,
        .pace_i(pace),
        .throttle_valid_i(throttle),
        .throttle_source_i,
        .throttle_degree_i(new_degree),
        .allocate_i(allocate[e]),
        .inject_i(inject_entry_i[e]),
        .tokens_left_i(tokens_left),
        .full_left_i(full_left),
        .release_valid_i, .release_destination_i,
        .cfg_token_reset_always_i, .cfg_token_cap_i,
        .valid_o(entry_valid_o[e]),
        .destination_o(entry_destination_o[e*NodeBits+:NodeBits]),
        .degree_o(entry_degree_o[e*DegreeBits+:DegreeBits]),
        .tokens_o(entry_tokens_o[e*TokenBits+:TokenBits]),
        .deadline_o(deadline[e*DegreeBits+:DegreeBits]),
        .refreshed_o(entry_refreshed_o[e]),
        .arrived_o(entry_arrived_o[e]),
        .matches_o(matched[e]),
        .settles_o(settles[e])
    );
  end

  // The packet is that of one row at most: one subtraction for all tells what is left, and whether
  // it is enough.
  always_comb begin : p_inject
    inject_tokens = '0;
    for (int e = 0; e < ThrottleEntries; e++)
      if (inject_entry_i[e])
        inject_tokens = inject_tokens | entry_tokens_o[e*TokenBits+:TokenBits];
  end
  assign rest        = 17'(inject_tokens) - 17'(inject_flits_i);
  assign tokens_left = rest[16] ? '0 : TokenBits'(rest);
  assign full_left   = rest[16] ? cfg_token_cap_i == '0 : 16'(rest) >= 16'(cfg_token_cap_i);
  assign overdrawn   = inject_entry_i != '0 && rest[16];

  // The walk to the next wake time: one entry a clock, all of them once the table has changed. Its
  // deadline is fetched in a clock and judged in the next, unless the table has changed.
  assign pace      = now_i[DegreeBits-1:0];
  assign to_walk   = unsettled_q ? entry_valid_o : pending_q;
  assign walked    = to_walk & (~to_walk + ThrottleEntries'(1));
  // Which comes first, from here on round the low bits of the pace; what lies below it wraps.
  assign wake      = wake_at_q[DegreeBits-1:0];
  assign wraps     = fetched_q < pace;
  assign sooner    = wraps == (wake < pace) ? fetched_q < wake : !wraps;
  assign nearer    = !unsettled_q && judges_q && (begins_q || sooner);
  assign now_above = now_i >> DegreeBits;
  always_comb begin : p_walked
    walked_deadline = '0;
    for (int e = 0; e < ThrottleEntries; e++)
      if (walked[e]) walked_deadline = walked_deadline | deadline[e*DegreeBits+:DegreeBits];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_table
    if (!rst_ni) begin
      {refused_valid_q, wake_valid_q, error_q} <= '0;
      {unsettled_q, begins_q, judges_q} <= '0;
      refused_destination_q <= '0;
      fetched_q             <= '0;
      wake_at_q             <= '0;
      pending_q             <= '0;
    end else if (!enable_i) begin
      {refused_valid_q, wake_valid_q, error_q} <= '0;
      {unsettled_q, begins_q, judges_q} <= '0;
      refused_destination_q <= '0;
      fetched_q             <= '0;
      wake_at_q             <= '0;
      pending_q             <= '0;
    end else begin
      if (refuse || (refused_valid_q && refused_ready_i)) begin
        refused_valid_q       <= refuse;
        refused_destination_q <= refuse ? throttle_source_i : '0;
      end
      unsettled_q <= |settles;
      pending_q   <= to_walk & ~walked;
      begins_q    <= unsettled_q;
      judges_q    <= to_walk != '0;
      fetched_q   <= walked_deadline;
      if (begins_q && !unsettled_q) wake_valid_q <= judges_q;
      if (nearer) wake_at_q <= (wraps ? now_above + CycleBits'(1) : now_above) << DegreeBits |
                                CycleBits'(fetched_q);
      else if (begins_q && !unsettled_q) wake_at_q <= '0;
      if ((throttle_valid_i && refused_valid_q) || overdrawn) error_q <= 1'b1;
    end
  end

  assign throttle_ready_o      = !refused_valid_q;
  assign refused_valid_o       = refused_valid_q;
  assign refused_destination_o = refused_destination_q;
  assign error_o               = error_q;
  assign quiescent_o           = !refused_valid_q && !unsettled_q && pending_q == '0 &&
                                 !begins_q && !judges_q &&
                                 entry_refreshed_o == '0;
  assign wake_valid_o          = wake_valid_q;
  assign wake_at_o             = wake_at_q;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && throttle_valid_i) ThrottleInNetwork: assert (32'(throttle_source_i) < Nodes);
    if (enable_i) InjectsOfOneEntry: assert ((inject_entry_i & (inject_entry_i - 1'b1)) == '0);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {entry_valid_o, entry_refreshed_o, entry_arrived_o, entry_destination_o,
                           entry_degree_o, entry_tokens_o, deadline, refused_valid_q,
                           refused_destination_q, wake_valid_q, wake_at_q, pending_q, unsettled_q,
                           begins_q, judges_q, fetched_q, error_q};
`endif

endmodule
