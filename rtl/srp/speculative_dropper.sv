// SPDX-License-Identifier: Apache-2.0
// Router side of SRP: stamps speculative packets as they come in and says of each head whether it
// may still wait.
//
// Source: SRP paper, Sections 3 and 6.6. Contract: docs/reference/srp/speculative_dropper.md.
// Timing: latency 1; every output is a register.
// Cost: per lane two subtractors with a decrementer and three and a half comparators of WaitBits, a
// subtractor for all; PredictiveDrop adds a subtractor and two comparators per lane and wait_limit.
// That a head has expired is kept by the register of drop_o: no storage of its own.
// Not handled: a packet that is not shown for 2^WaitBits cycles (it waits behind another, or holds
// an output VC) has waited so many cycles less.
// lint-params: Radix=4 SpeculativeVcs=1 WaitBits=8
// lint-params: Radix=7 SpeculativeVcs=3 WaitBits=11
// lint-params: Radix=7 SpeculativeVcs=2 WaitBits=8 PredictiveDrop=1
// lint-large: Radix=64 SpeculativeVcs=4 WaitBits=32
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: SpeculativeVcs=5
// lint-illegal: WaitBits=7
// lint-illegal: WaitBits=33
// lint-illegal: PredictiveDrop=2

module speculative_dropper #(
    /// Router inputs, 4-64.
    parameter int unsigned Radix = 8,
    /// Speculative VCs per input, 1-4.
    parameter int unsigned SpeculativeVcs = 1,
    /// Width of stamps and waits, 8-32.
    parameter int unsigned WaitBits = 16,
    /// 1: what lies ahead at the output counts as waited, too.
    parameter int unsigned PredictiveDrop = 0,
    localparam int unsigned Lanes = Radix * SpeculativeVcs,
    localparam int unsigned PortBits = $clog2(Radix),
    // Where differences are split: of a stamp or wait the upper part has a decrementer to go, of a
    // verdict both parts have a comparator.
    localparam int unsigned LowBits = WaitBits / 2 - 1,
    localparam int unsigned HighBits = WaitBits - LowBits,
    localparam int unsigned OldestLowBits = WaitBits / 2,
    localparam int unsigned OldestHighBits = WaitBits - OldestLowBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The stamp stands in the input buffer.
    localparam int unsigned StateBits = 0,
    /// Five events, a stamp and a wait per lane.
    localparam int unsigned PipelineBits = Lanes * (5 + 2 * WaitBits),
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Asynchronous assert, active low.
    input  logic                      rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                      enable_i,
    /// Lowest bits of the network's cycle counter.
    input  logic [WaitBits-1:0]       now_i,
    /// TTW: longest wait in cycles, at least 1.
    input  logic [WaitBits-1:0]       cfg_ttw_i,
    /// Lane input * SpeculativeVcs + VC: the head flit of a speculative packet came in.
    input  logic [Lanes-1:0]          arrival_valid_i,
    /// Its accumulated wait, from the header.
    input  logic [Lanes*WaitBits-1:0] arrival_wait_i,
    /// A speculative packet is at the front of the lane and holds no output VC.
    input  logic [Lanes-1:0]          head_valid_i,
    /// Its stamp.
    input  logic [Lanes*WaitBits-1:0] head_stamp_i,
    /// The head shown in the last clock was dropped: the front of the lane is another.
    input  logic [Lanes-1:0]          dropped_valid_i,
    /// Its head flit crosses the switch.
    input  logic [Lanes-1:0]          leave_valid_i,
    /// Its stamp.
    input  logic [Lanes*WaitBits-1:0] leave_stamp_i,
    /// With PredictiveDrop, output * SpeculativeVcs + VC: flits that have crossed to it and for
    /// which no credit is back.
    input  logic [Lanes*WaitBits-1:0] output_used_i,
    /// With PredictiveDrop, per output: TTW and the round trip of its channel; constant.
    input  logic [Radix*WaitBits-1:0] output_reach_i,
    /// With PredictiveDrop, per lane: the output of the packet at the front, shown as a head or
    /// arriving in this clock; below Radix.
    input  logic [Lanes*PortBits-1:0] front_output_i,
    /// With PredictiveDrop: the VCs there that it may take; none where it holds one, or is none.
    input  logic [Lanes*SpeculativeVcs-1:0] front_vcs_i,
    /// A packet arrived in the last clock.
    output logic [Lanes-1:0]          stamped_o,
    /// Its stamp; 0 where not stamped_o.
    output logic [Lanes*WaitBits-1:0] arrival_stamp_o,
    /// Its wait was over: drop it.
    output logic [Lanes-1:0]          arrival_expired_o,
    /// The head of the last clock may wait on.
    output logic [Lanes-1:0]          keep_o,
    /// Its wait is over, once and for all: drop it, if it is still the head.
    output logic [Lanes-1:0]          drop_o,
    /// A head crossed in the last clock.
    output logic [Lanes-1:0]          waited_o,
    /// Its new accumulated wait, at most 2^(WaitBits-1); 0 where not waited_o.
    output logic [Lanes*WaitBits-1:0] leave_wait_o,
    /// A clock without packets changes nothing.
    output logic                      quiescent_o
);

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d, legal 4-64", Radix);
  if (SpeculativeVcs < 1 || SpeculativeVcs > 4)
    $fatal(1, "%m: SpeculativeVcs = %0d, legal 1-4", SpeculativeVcs);
  if (WaitBits < 8 || WaitBits > 32) $fatal(1, "%m: WaitBits = %0d, legal 8-32", WaitBits);
  if (PredictiveDrop > 1) $fatal(1, "%m: PredictiveDrop = %0d, legal 0-1", PredictiveDrop);

  localparam logic [WaitBits-1:0] Longest = WaitBits'(1) << (WaitBits - 1);

  logic [Lanes-1:0]          stamped_q, expired_q, keep_q, drop_q, waited_q;
  logic [Lanes*WaitBits-1:0] stamp_q, wait_q;

  // The head of the last clock had expired and is still at the front, or leaves only now. Without
  // this its wait would begin at 0 again after 2^WaitBits cycles.
  logic [Lanes-1:0] late;
  assign late = drop_q & ~waited_q & ~dropped_valid_i;

  // What lies ahead of the packet at the front; the arriving one is that if no head is shown.
  logic [Lanes*WaitBits-1:0] limit;
  logic [Lanes-1:0]          spent;
  if (PredictiveDrop != 0) begin : gen_predictive
    wait_limit #(
        .Radix(Radix),
        .SpeculativeVcs(SpeculativeVcs),
        .WaitBits(WaitBits)
    ) u_limit (
        .output_used_i, .output_reach_i, .front_output_i, .front_vcs_i,
        .limit_o(limit),
        .spent_o(spent)
    );
  end else begin : gen_waited_only
    logic unused;
    assign unused = ^{output_used_i, output_reach_i, front_output_i, front_vcs_i};
    assign limit  = '1;
    assign spent  = '0;
  end

  // Differences are taken in two parts, the upper one with and without borrow: half the levels.
  logic [LowBits-1:0]  now_low;
  logic [HighBits-1:0] now_high;
  assign {now_high, now_low} = now_i;

  // The oldest stamp of which the wait is not over, for all lanes; it lies before a turn of the
  // counter if wraps.
  logic                      wraps, borrow;
  logic [OldestLowBits-1:0]  oldest_low;
  logic [OldestHighBits-1:0] oldest_high, borrowed_high;
  assign {borrow, oldest_low} = {1'b0, now_i[OldestLowBits-1:0]} -
                                {1'b0, cfg_ttw_i[OldestLowBits-1:0]};
  assign oldest_high   = now_i[WaitBits-1:OldestLowBits] - cfg_ttw_i[WaitBits-1:OldestLowBits];
  assign borrowed_high = now_i[WaitBits-1:OldestLowBits] + ~cfg_ttw_i[WaitBits-1:OldestLowBits];
  assign wraps         = cfg_ttw_i > now_i;

  // Each part is left out in simulation while it has nothing to do and nothing to clear.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_arrivals
    /* verilator tracing_off */
    logic [Lanes-1:0]          expired;
    logic [Lanes*WaitBits-1:0] stamp;
    logic [HighBits-1:0]       high;
    /* verilator tracing_on */
    if (!rst_ni) begin
      stamped_q <= '0;
      expired_q <= '0;
      stamp_q   <= '0;
    end else if (|arrival_valid_i || |stamped_q) begin
      expired = '0;
      stamp   = '0;
      if (enable_i && |arrival_valid_i) begin
        for (int l = 0; l < Lanes; l++)
          if (arrival_valid_i[l]) begin
            high = now_high - arrival_wait_i[l*WaitBits+LowBits+:HighBits];
            stamp[l*WaitBits+:LowBits] = now_low - arrival_wait_i[l*WaitBits+:LowBits];
            stamp[l*WaitBits+LowBits+:HighBits] =
                arrival_wait_i[l*WaitBits+:LowBits] > now_low ? high - HighBits'(1) : high;
            expired[l] = arrival_wait_i[l*WaitBits+:WaitBits] > cfg_ttw_i ||
                         (!head_valid_i[l] &&
                          (spent[l] || arrival_wait_i[l*WaitBits+:WaitBits] >
                                       limit[l*WaitBits+:WaitBits]));
          end
      end
      stamped_q <= arrival_valid_i & {Lanes{enable_i}};
      expired_q <= expired;
      stamp_q   <= stamp;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_heads
    /* verilator tracing_off */
    logic [Lanes-1:0]    over;
    logic [WaitBits-1:0] waited;
    logic                older, newer;
    /* verilator tracing_on */
    if (!rst_ni) begin
      keep_q <= '0;
      drop_q <= '0;
    end else if (|head_valid_i || |keep_q || |drop_q) begin
      over = '0;
      if (enable_i && |head_valid_i) begin
        for (int l = 0; l < Lanes; l++)
          if (head_valid_i[l]) begin
            // Outside oldest to now, round the counter's turn: now - stamp > TTW.
            older = head_stamp_i[l*WaitBits+:OldestLowBits] < oldest_low ?
                (borrow ? head_stamp_i[l*WaitBits+OldestLowBits+:OldestHighBits] <= borrowed_high
                        : head_stamp_i[l*WaitBits+OldestLowBits+:OldestHighBits] <= oldest_high) :
                (borrow ? head_stamp_i[l*WaitBits+OldestLowBits+:OldestHighBits] < borrowed_high
                        : head_stamp_i[l*WaitBits+OldestLowBits+:OldestHighBits] < oldest_high);
            newer = head_stamp_i[l*WaitBits+:WaitBits] > now_i;
            // Only a limit of its own needs the wait itself.
            waited  = now_i - head_stamp_i[l*WaitBits+:WaitBits];
            over[l] = (older ? newer || !wraps : newer && !wraps) || spent[l] ||
                      (PredictiveDrop != 0 && waited > limit[l*WaitBits+:WaitBits]) ||
                      late[l];
          end
      end
      keep_q <= head_valid_i & ~over & {Lanes{enable_i}};
      drop_q <= over;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_leaving
    /* verilator tracing_off */
    logic [Lanes*WaitBits-1:0] total;
    logic [WaitBits-1:0]       sum;
    logic [HighBits-1:0]       high;
    /* verilator tracing_on */
    if (!rst_ni) begin
      waited_q <= '0;
      wait_q   <= '0;
    end else if (|leave_valid_i || |waited_q) begin
      total = '0;
      if (enable_i && |leave_valid_i) begin
        for (int l = 0; l < Lanes; l++)
          if (leave_valid_i[l]) begin
            high = now_high - leave_stamp_i[l*WaitBits+LowBits+:HighBits];
            sum  = {leave_stamp_i[l*WaitBits+:LowBits] > now_low ? high - HighBits'(1) : high,
                    now_low - leave_stamp_i[l*WaitBits+:LowBits]};
            // Half the range is later than any TTW, and leaves the next router as long to drop it.
            total[l*WaitBits+:WaitBits] = sum[WaitBits-1] || late[l] ? Longest : sum;
          end
      end
      waited_q <= leave_valid_i & {Lanes{enable_i}};
      wait_q   <= total;
    end
  end

  assign stamped_o         = stamped_q;
  assign arrival_stamp_o   = stamp_q;
  assign arrival_expired_o = expired_q;
  assign keep_o            = keep_q;
  assign drop_o            = drop_q;
  assign waited_o          = waited_q;
  assign leave_wait_o      = wait_q;
  assign quiescent_o       = ~|stamped_q && ~|keep_q && ~|drop_q && ~|waited_q;

endmodule
