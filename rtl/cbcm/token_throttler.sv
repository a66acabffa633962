// SPDX-License-Identifier: Apache-2.0
// Source side of CBCM: a table of throttled destinations, each with tokens that arrive one per D_t
// ticks of the pace and say how many flits may enter.
//
// Source: CBCM paper, Section IV-B3, Algorithm 1. Contract: docs/reference/cbcm/token_throttler.md.
// Timing: all outputs are registers or functions of registers. Latency 1: a deduction or a new
// entry is visible in the next cycle.
// Cost: ThrottleEntries rows (token_entry); a subtraction of tokens; an adder of DegreeBits; the wake
// time (wake_window).
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
    /// Per entry: valid, destination, degree, tokens, deadline, arrivals; the error bit.
    localparam int unsigned StateBits =
        ThrottleEntries * (1 + NodeBits + DegreeBits + TokenBits + DegreeBits + 16) + 1,
    /// Refreshed and epoch over per entry, the refusal register, a message in the last clock; the
    /// window.
    localparam int unsigned PipelineBits = 2 * ThrottleEntries + 1 + NodeBits + 1 +
        cbcm_nic_pkg::wake_window_bits(CycleBits),
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
`ifdef FORMAL
    , localparam int unsigned FormalBits =
        StorageBits + 1 + CycleBits - cbcm_nic_pkg::wake_window_bits(CycleBits)
`endif
) (
    /// Clock, rising edge.
    input  logic                                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                                  rst_ni,
    /// Low: all that counts takes its reset value at the clock.
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
    /// The unthrottle monitor frees this entry, one-hot; 0: none.
    input  logic [ThrottleEntries-1:0]            release_entry_i,
    /// The refusal has been taken.
    input  logic                                  refused_ready_i,
    /// 1: each throttle message resets the tokens; 0: only one that allocates.
    input  logic                                  cfg_token_reset_always_i,
    /// Most tokens an entry holds.
    input  logic [TokenBits-1:0]                  cfg_token_cap_i,
    /// Token arrivals of an entry's epoch.
    input  logic [15:0]                           cfg_epoch_flits_i,
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
    /// The last token of the entry's epoch arrived in the last cycle.
    output logic [ThrottleEntries-1:0]            entry_epoch_over_o,
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
    /// Pace at which it must be clocked; of no meaning without a wake time.
    output logic [CycleBits-1:0]                  wake_at_o
`ifdef FORMAL
    ,
    /// Every register as it counts: those of a free entry are 0, the wake time for its registers.
    output logic [FormalBits-1:0]                 formal_state_o,
    /// wake_window's registers as they are.
    output logic [cbcm_nic_pkg::wake_window_bits(CycleBits)-1:0] formal_window_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ThrottleEntries < 1 || ThrottleEntries > 64)
    $fatal(1, "%m: ThrottleEntries = %0d, legal 1-64", ThrottleEntries);
  if (TokenBits < 6 || TokenBits > 16) $fatal(1, "%m: TokenBits = %0d, legal 6-16", TokenBits);
  if (CycleBits < 8 || CycleBits > 64 || CycleBits < DegreeBits)
    $fatal(1, "%m: CycleBits = %0d, legal 8-64 and at least %0d", CycleBits, DegreeBits);

  localparam int unsigned PlaceBits = $clog2(cbcm_nic_pkg::wake_window_ticks());

  logic [ThrottleEntries-1:0]                 matched, free_below, allocate;
  logic [ThrottleEntries-1:0]                 near, after;
  logic [ThrottleEntries*DegreeBits-1:0]      deadline;
  logic [ThrottleEntries*PlaceBits-1:0]       place;
  logic [1:0]                                 windows;
  logic                                       throttle, refuse, refused_valid_q, message_q, error_q;
  logic [NodeBits-1:0]                        refused_destination_q;
  logic [DegreeBits-1:0]                      new_degree, new_deadline;
  logic [TokenBits-1:0]                       inject_tokens, tokens_left;
  logic                                       leaves_room, overdrawn;
  /* verilator lint_off UNUSEDSIGNAL */  // of a narrow counter the upper bits tell nothing
  logic [16:0]                                rest;
  /* verilator lint_on UNUSEDSIGNAL */

  // A destination without entry takes the lowest that was free before this clock.
  assign throttle     = throttle_valid_i && !refused_valid_q;
  assign new_degree   = throttle_degree_i == '0 ? DegreeBits'(1) : throttle_degree_i;
  assign new_deadline = now_i[DegreeBits-1:0] + new_degree;
  assign free_below   = ~entry_valid_o & (entry_valid_o + ThrottleEntries'(1));
  assign allocate     = throttle && matched == '0 ? free_below : '0;
  assign refuse       = throttle && matched == '0 && &entry_valid_o;

`ifdef FORMAL
  logic [ThrottleEntries*16-1:0] arrivals;
`endif

  for (genvar e = 0; e < ThrottleEntries; e++) begin : gen_entry
    token_entry #(
        .NodeBits(NodeBits),
        .DegreeBits(DegreeBits),
        .TokenBits(TokenBits)
    ) u_entry (
        .clk_i, .rst_ni, .enable_i,
        .pace_i(now_i[DegreeBits-1:0]),
        .throttle_valid_i(throttle),
        .throttle_source_i,
        .throttle_degree_i(new_degree),
        .throttle_deadline_i(new_deadline),
        .allocate_i(allocate[e]),
        .inject_i(inject_entry_i[e]),
        .tokens_left_i(tokens_left),
        .leaves_room_i(leaves_room),
        .release_i(release_entry_i[e]),
        .cfg_token_reset_always_i, .cfg_token_cap_i, .cfg_epoch_flits_i,
        .valid_o(entry_valid_o[e]),
        .destination_o(entry_destination_o[e*NodeBits+:NodeBits]),
        .degree_o(entry_degree_o[e*DegreeBits+:DegreeBits]),
        .tokens_o(entry_tokens_o[e*TokenBits+:TokenBits]),
        .deadline_o(deadline[e*DegreeBits+:DegreeBits]),
        .refreshed_o(entry_refreshed_o[e]),
        .epoch_over_o(entry_epoch_over_o[e]),
`ifdef FORMAL
        .formal_arrivals_o(arrivals[e*16+:16]),
`endif
        .matches_o(matched[e]),
        .near_o(near[e]),
        .after_o(after[e]),
        .place_o(place[e*PlaceBits+:PlaceBits])
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
  assign leaves_room = inject_flits_i != '0 && cfg_token_cap_i != '0;
  assign overdrawn   = inject_entry_i != '0 && rest[16];

  // The deadline of a throttle message, whatever becomes of it: that is known late. In the next clock
  // the unit is awake and drops what the next window need not have.
  assign windows = cbcm_nic_pkg::windows_ahead(14'(now_i[DegreeBits-1:0]), 14'(new_degree),
                                               14'(new_deadline));

  wake_window #(
      .Entries(ThrottleEntries),
      .DeadlineBits(DegreeBits),
      .CycleBits(CycleBits)
  ) u_wake (
      .clk_i, .now_i,
      .valid_i(entry_valid_o),
      .stays_i(entry_valid_o & ~release_entry_i),
      .deadline_i(deadline),
      .near_i({throttle && windows == 2'd0, near}),
      .after_i({throttle && windows == 2'd1, after}),
      .place_i({new_deadline[PlaceBits-1:0], place}),
`ifdef FORMAL
      .formal_state_o(formal_window_o),
`endif
      .wake_valid_o,
      .wake_at_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_table
    if (!rst_ni) begin
      {refused_valid_q, message_q, error_q} <= '0;
      refused_destination_q                 <= '0;
    end else if (!enable_i) begin
      {refused_valid_q, message_q, error_q} <= '0;
      refused_destination_q                 <= '0;
    end else begin
      message_q <= throttle;
      if (refuse || (refused_valid_q && refused_ready_i)) begin
        refused_valid_q       <= refuse;
        refused_destination_q <= refuse ? throttle_source_i : '0;
      end
      if ((throttle_valid_i && refused_valid_q) || overdrawn) error_q <= 1'b1;
    end
  end

  assign throttle_ready_o      = !refused_valid_q;
  assign refused_valid_o       = refused_valid_q;
  assign refused_destination_o = refused_destination_q;
  assign error_o               = error_q;
  assign quiescent_o           = !refused_valid_q && !message_q && entry_epoch_over_o == '0;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && throttle_valid_i) ThrottleInNetwork: assert (32'(throttle_source_i) < Nodes);
    if (enable_i) InjectsOfOneEntry: assert ((inject_entry_i & (inject_entry_i - 1'b1)) == '0);
  end
`endif

`ifdef FORMAL
  logic [ThrottleEntries*(16+DegreeBits)-1:0] formal_next_tokens;
  always_comb
    for (int e = 0; e < ThrottleEntries; e++)
      formal_next_tokens[e*(16+DegreeBits)+:16+DegreeBits] =
          {16+DegreeBits{entry_valid_o[e]}} &
          {arrivals[e*16+:16], deadline[e*DegreeBits+:DegreeBits]};
  assign formal_state_o = {entry_valid_o, entry_refreshed_o, entry_epoch_over_o,
                           entry_destination_o, entry_degree_o, entry_tokens_o, formal_next_tokens,
                           refused_valid_q, refused_destination_q, message_q, wake_valid_o,
                           wake_at_o & {CycleBits{wake_valid_o}}, error_q};
`endif

endmodule
