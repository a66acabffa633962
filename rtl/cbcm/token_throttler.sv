// SPDX-License-Identifier: Apache-2.0
// Source side of CBCM: a table of throttled destinations, each with tokens that arrive one per D_t
// cycles and say how many flits may enter.
//
// Source: CBCM paper, Section IV-B3, Algorithm 1. Contract: docs/reference/cbcm/token_throttler.md.
// Timing: all outputs are registers or functions of registers. Latency 1: a deduction or a new
// entry is visible in the next cycle.
// Cost: ThrottleEntries comparators of NodeBits and of CycleBits, and as many DegreeBits x 18
// multipliers (the deadline's step).
// Not handled: a throttle message while throttle_ready_o is 0 has no effect; injection without
// enough tokens takes the tokens to 0.
// lint-params: Nodes=100 ThrottleEntries=5 TokenBits=9 CycleBits=40
// lint-params: Nodes=8192 ThrottleEntries=1 TokenBits=6 CycleBits=8
// lint-illegal: ThrottleEntries=65
// lint-illegal: TokenBits=17

module token_throttler #(
    /// Nodes of the network, 16-8192. Costs destination and degree bits per entry.
    parameter int unsigned Nodes = 16,
    /// Destinations throttled at a time, 1-64. Further ones are refused.
    parameter int unsigned ThrottleEntries = 8,
    /// Width of a token counter, 6-16.
    parameter int unsigned TokenBits = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned FlitBits = 10,
    localparam int unsigned FractionBits = 16,
    /// The paper counts no samples here.
    localparam int unsigned SampleBits = 0,
    /// Per entry: valid, destination, degree, tokens, deadline with fraction.
    localparam int unsigned StateBits = ThrottleEntries *
        (1 + NodeBits + DegreeBits + TokenBits + CycleBits + FractionBits),
    /// Refreshed per entry, and the refusal register.
    localparam int unsigned PipelineBits = ThrottleEntries + 1 + NodeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                                  rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                                  enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]                  now_i,
    /// Throttle message, presented only while throttle_ready_o is 1.
    input  logic                                  throttle_valid_i,
    /// The hotspot that sent it.
    input  logic [NodeBits-1:0]                   throttle_source_i,
    /// D_t; 0 counts as 1.
    input  logic [DegreeBits-1:0]                 throttle_degree_i,
    /// A packet to a throttled destination starts to enter the network.
    input  logic                                  inject_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                   inject_destination_i,
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
    /// 2.16 fixed point, at least 1.0: cycles per token and degree.
    input  logic [17:0]                           cfg_inverse_rate_scale_i,
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
    /// 0 while a refusal waits.
    output logic                                  throttle_ready_o,
    /// The table was full: answer with unthrottle.
    output logic                                  refused_valid_o,
    /// The hotspot that is refused.
    output logic [NodeBits-1:0]                   refused_destination_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                                  quiescent_o,
    /// There is a wake time.
    output logic                                  wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
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
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  localparam int unsigned TimeBits = CycleBits + FractionBits;

  logic [ThrottleEntries-1:0]              valid_q, refreshed_q;
  logic [ThrottleEntries*NodeBits-1:0]     destination_q;
  logic [ThrottleEntries*DegreeBits-1:0]   degree_q;
  logic [ThrottleEntries*TokenBits-1:0]    tokens_q;
  logic [ThrottleEntries*CycleBits-1:0]    deadline_q;
  logic [ThrottleEntries*FractionBits-1:0] fraction_q;
  logic                                    refused_valid_q;
  logic [NodeBits-1:0]                     refused_destination_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_throttler
    /* verilator tracing_off */
    logic                       throttle, any_event, matched, found, hit, restart, due;
    logic [ThrottleEntries-1:0] allocate;
    logic [DegreeBits-1:0]      new_degree, degree;
    logic [NodeBits-1:0]        destination;
    logic [15:0]                tokens;
    logic [CycleBits-1:0]       elapsed;
    logic [TimeBits-1:0]        period, deadline;
    /* verilator tracing_on */
    if (!rst_ni) begin
      valid_q               <= '0;
      refreshed_q           <= '0;
      destination_q         <= '0;
      degree_q              <= '0;
      tokens_q              <= '0;
      deadline_q            <= '0;
      fraction_q            <= '0;
      refused_valid_q       <= 1'b0;
      refused_destination_q <= '0;
    end else if (!enable_i) begin
      valid_q               <= '0;
      refreshed_q           <= '0;
      destination_q         <= '0;
      degree_q              <= '0;
      tokens_q              <= '0;
      deadline_q            <= '0;
      fraction_q            <= '0;
      refused_valid_q       <= 1'b0;
      refused_destination_q <= '0;
    end else if (|valid_q || throttle_valid_i || refused_valid_q || |refreshed_q) begin
      refreshed_q <= '0;
      throttle    = throttle_valid_i && !refused_valid_q;
      new_degree  = throttle_degree_i == '0 ? DegreeBits'(1) : throttle_degree_i;
      allocate    = '0;
      if (refused_valid_q && refused_ready_i) begin
        refused_valid_q       <= 1'b0;
        refused_destination_q <= '0;
      end

      // A destination without entry takes the lowest that was free before this clock.
      if (throttle) begin
        matched = 1'b0;
        for (int e = 0; e < ThrottleEntries; e++)
          if (valid_q[e] && destination_q[e*NodeBits+:NodeBits] == throttle_source_i)
            matched = 1'b1;
        found = matched;
        for (int e = 0; e < ThrottleEntries; e++)
          if (!valid_q[e] && !found) begin
            found       = 1'b1;
            allocate[e] = 1'b1;
          end
        if (!found) begin
          refused_valid_q       <= 1'b1;
          refused_destination_q <= throttle_source_i;
        end
      end

      // An entry that waits for its deadline costs a simulated clock one comparison.
      any_event = throttle || release_valid_i || inject_valid_i;
      for (int e = 0; e < ThrottleEntries; e++) begin
        elapsed = now_i - deadline_q[e*CycleBits+:CycleBits];
        due     = valid_q[e] && !elapsed[CycleBits-1];
        if (due || (any_event && (valid_q[e] || allocate[e]))) begin
          destination = destination_q[e*NodeBits+:NodeBits];
          if (valid_q[e] && release_valid_i && release_destination_i == destination) begin
            // 1. Release. A throttle message for this destination crossed the unthrottle: stale.
            valid_q[e]                              <= 1'b0;
            destination_q[e*NodeBits+:NodeBits]     <= '0;
            degree_q[e*DegreeBits+:DegreeBits]      <= '0;
            tokens_q[e*TokenBits+:TokenBits]        <= '0;
            deadline_q[e*CycleBits+:CycleBits]      <= '0;
            fraction_q[e*FractionBits+:FractionBits] <= '0;
          end else begin
            // 2. Throttle.
            hit     = throttle && (allocate[e] || throttle_source_i == destination);
            restart = hit && (allocate[e] || cfg_token_reset_always_i);
            degree  = hit ? new_degree : degree_q[e*DegreeBits+:DegreeBits];
            tokens  = 16'(tokens_q[e*TokenBits+:TokenBits]);
            due     = due && !restart;
            if (hit) begin
              refreshed_q[e]                      <= 1'b1;
              valid_q[e]                          <= 1'b1;
              destination_q[e*NodeBits+:NodeBits] <= throttle_source_i;
              degree_q[e*DegreeBits+:DegreeBits]  <= degree;
            end
            // 3. Injection; a reset in the same clock wins.
            if (inject_valid_i && inject_destination_i == destination)
              tokens = tokens > 16'(inject_flits_i) ? tokens - 16'(inject_flits_i) : '0;
            // 4. Increment.
            if (due) begin
              if (tokens >= 16'(cfg_token_cap_i)) tokens = 16'(cfg_token_cap_i);
              else tokens = tokens + 16'd1;
            end
            if (restart) tokens = '0;
            if (restart || due) begin
              period   = TimeBits'(degree) * TimeBits'(cfg_inverse_rate_scale_i);
              deadline = {deadline_q[e*CycleBits+:CycleBits],
                          fraction_q[e*FractionBits+:FractionBits]};
              if (restart) deadline = {now_i, FractionBits'(0)};
              deadline = deadline + period;
              deadline_q[e*CycleBits+:CycleBits]       <= deadline[TimeBits-1:FractionBits];
              fraction_q[e*FractionBits+:FractionBits] <= deadline[FractionBits-1:0];
            end
            if (restart || due || inject_valid_i)
              tokens_q[e*TokenBits+:TokenBits] <= TokenBits'(tokens);
          end
        end
      end
    end
  end

  assign entry_valid_o         = valid_q;
  assign entry_destination_o   = destination_q;
  assign entry_degree_o        = degree_q;
  assign entry_tokens_o        = tokens_q;
  assign entry_refreshed_o     = refreshed_q;
  assign throttle_ready_o      = !refused_valid_q;
  assign refused_valid_o       = refused_valid_q;
  assign refused_destination_o = refused_destination_q;

  // Earliest deadline in modular order.
  always_comb begin : p_wake
    /* verilator tracing_off */
    logic [CycleBits-1:0] lead;
    /* verilator tracing_on */
    lead         = '0;
    quiescent_o  = !refused_valid_q && ~|refreshed_q;
    wake_valid_o = 1'b0;
    wake_at_o    = '0;
    if (|valid_q) begin
      for (int e = 0; e < ThrottleEntries; e++)
        if (valid_q[e]) begin
          lead = deadline_q[e*CycleBits+:CycleBits] - wake_at_o;
          if (!wake_valid_o || lead[CycleBits-1])
            wake_at_o = deadline_q[e*CycleBits+:CycleBits];
          wake_valid_o = 1'b1;
        end
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && throttle_valid_i) ThrottleInNetwork: assert (32'(throttle_source_i) < Nodes);
    if (enable_i) RateScaleAtLeastOne: assert (cfg_inverse_rate_scale_i >= 18'h10000);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {valid_q, refreshed_q, destination_q, degree_q, tokens_q, deadline_q,
                           fraction_q, refused_valid_q, refused_destination_q};
`endif

endmodule
