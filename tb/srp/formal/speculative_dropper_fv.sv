// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of speculative_dropper: stamps, waits and verdicts of every lane; quiescence.
// properties: asserts=11 covers=5
// proof: depth=1 Radix=4 SpeculativeVcs=1 WaitBits=8
// proof: depth=1 Radix=5 SpeculativeVcs=2 WaitBits=9
// proof: depth=1 Radix=4 SpeculativeVcs=1 WaitBits=8 PredictiveDrop=1
// proof: depth=1 Radix=4 SpeculativeVcs=2 WaitBits=8 PredictiveDrop=1
// bounded: depth=3 Radix=8 SpeculativeVcs=2 WaitBits=10
// cover: depth=8 Radix=4 SpeculativeVcs=1 WaitBits=8 PredictiveDrop=1
// larger: lanes share the outputs and nothing else, and every lane is once the watched one; stamps
// larger: are subtracted and compared only, at any width
// assumed: the output of a front is below Radix
// mutant VerdictForHeadsOnly: s/keep_q <= head_valid_i & ~over/keep_q <= ~over/
// mutant OneVerdict: s/keep_q <= head_valid_i & ~over/keep_q <= head_valid_i/
// mutant DropsExactlyTheExpired: s/< oldest_low ?/<= oldest_low ?/
// mutant DropsExactlyTheExpired: s/<= borrowed_high/< borrowed_high/
// mutant DropsExactlyTheExpired: s/<= oldest_high)/< oldest_high)/
// mutant DropsExactlyTheExpired: s/ < borrowed_high/ < oldest_high/
// mutant DropsExactlyTheExpired: s/(borrow ? head_stamp_i\(.*\) < borrowed_high/(1'b1 ? head_stamp_i\1 < borrowed_high/
// mutant DropsExactlyTheExpired: s/ newer || !wraps / newer /
// mutant DropsExactlyTheExpired: s/ newer \&\& !wraps)/ newer)/
// mutant DropsExactlyTheExpired: s/= cfg_ttw_i > now_i/= cfg_ttw_i >= now_i/
// mutant ExpiredStaysExpired: s/^ *late\[l\];/1'b0;/
// mutant DropsExactlyTheExpired: s/drop_q & ~waited_q & ~dropped_valid_i/drop_q \& ~dropped_valid_i/
// mutant WaitExact: s/sum\[WaitBits-1\] || late\[l\]/sum[WaitBits-1]/
// mutant NotDroppedWithoutEvent: s/if (head_valid_i\[l\]) begin/begin/
// mutant StampExact: s/= now_low - arrival_wait_i/= now_low + arrival_wait_i/
// mutant StampExact: s/arrival_wait_i\(.*\) > now_low ?/arrival_wait_i\1 >= now_low ?/
// mutant ExpiryExact: s/\] > cfg_ttw_i ||$/] >= cfg_ttw_i ||/
// mutant WaitExact: s/now_low - leave_stamp_i\(.*\)};/leave_stamp_i\1 - now_low};/
// mutant WaitExact: s/{leave_stamp_i.* > now_low ?/{1'b0 ?/
// mutant DataOnlyWithEvent: s/expired = '0;/expired = '1;/
// mutant DropsExactlyTheExpired: PredictiveDrop=1 s/spent\[l\] ||$/1'b0 ||/
// mutant ExpiryExact: PredictiveDrop=1 s/(!head_valid_i\[l\] \&\&/(1'b1 \&\&/
// mutant ExpiryExact: PredictiveDrop=1 s/(spent\[l\] || arrival/(1'b0 || arrival/
// mutant DropsExactlyTheExpired,ExpiryExact: @wait_limit PredictiveDrop=1 SpeculativeVcs=2 s/if (seen.* > most) most/if (1'b1) most/
// mutant DropsExactlyTheExpired,ExpiryExact: @wait_limit PredictiveDrop=1 SpeculativeVcs=2 s/\&\& !seen\[WaitBits\]/\&\& 1'b1/
// mutant DropsExactlyTheExpired,ExpiryExact: @wait_limit PredictiveDrop=1 SpeculativeVcs=2 s/\&\& !some;/\&\& some;/
// mutant DropsExactlyTheExpired,ExpiryExact: @wait_limit PredictiveDrop=1 SpeculativeVcs=2 s/left\[(o\*SpeculativeVcs+v)/left[(o*SpeculativeVcs)/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/ && ~|waited_q;/;/

module speculative_dropper_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned SpeculativeVcs = 1,
  parameter int unsigned WaitBits = 8,
  parameter int unsigned PredictiveDrop = 0,
  localparam int unsigned PortBits = $clog2(Radix),
  localparam int unsigned Lanes = Radix * SpeculativeVcs
) (
  input logic                      clk_i, rst_ni, enable_i,
  input logic [WaitBits-1:0]       now_i, cfg_ttw_i,
  input logic [Lanes-1:0]          arrival_valid_i, head_valid_i, dropped_valid_i,
  input logic [Lanes-1:0]          leave_valid_i,
  input logic [Lanes*WaitBits-1:0] arrival_wait_i, head_stamp_i, leave_stamp_i, output_used_i,
  input logic [Radix*WaitBits-1:0] output_reach_i,
  input logic [Lanes*PortBits-1:0] front_output_i,
  input logic [Lanes*SpeculativeVcs-1:0] front_vcs_i
);

  logic [Lanes-1:0]          stamped, expired, keep, drop, waited;
  logic [Lanes*WaitBits-1:0] stamp, leave_wait;
  logic                      quiescent;
  speculative_dropper #(
    .Radix(Radix), .SpeculativeVcs(SpeculativeVcs), .WaitBits(WaitBits),
    .PredictiveDrop(PredictiveDrop)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .cfg_ttw_i, .arrival_valid_i, .arrival_wait_i,
    .head_valid_i, .head_stamp_i, .dropped_valid_i, .leave_valid_i, .leave_stamp_i, .stamped_o(stamped),
    .arrival_stamp_o(stamp), .arrival_expired_o(expired), .keep_o(keep), .drop_o(drop),
    .waited_o(waited), .leave_wait_o(leave_wait), .quiescent_o(quiescent),
    .output_used_i, .output_reach_i, .front_output_i, .front_vcs_i
  );

  quiescence_properties #(
    .RegisterBits(Lanes * (5 + 2 * WaitBits)), .LevelBits(1 + WaitBits)
  ) quiescence (
    .clk_i, .started_i(started),
    .idle_i({arrival_valid_i, head_valid_i, dropped_valid_i, leave_valid_i} == '0),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg_ttw_i}),
    .registers_i({stamped, expired, keep, drop, waited, stamp, leave_wait}),
    .event_i({stamped, expired, keep, drop, waited} != '0), .busy_i(enable_i && !quiescent),
    .asleep_o(), .last_levels_o()
  );

  // One lane, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [7:0] watched;
  logic                late_q, was_late, dropped;  // expired heads, by the contract page
  logic                started, was_started, was_enabled, came, shown, left;
  logic [WaitBits-1:0] was_now, was_ttw, came_wait, shown_stamp, left_stamp, shown_wait;
  logic [WaitBits-1:0] came_stamp, left_sum, left_wait;
  // What lies ahead, by the contract page: of each VC that the watched lane's front may take the
  // packet is too late if its wait and the flits in use there are more than the reach.
  logic [PortBits-1:0]            front_output;
  logic [SpeculativeVcs-1:0]      front_vcs, too_late, too_late_arriving;
  logic [WaitBits-1:0]            reach, waits, comes;
  logic                           ahead_of_head, ahead_of_arrival;
  logic [WaitBits*SpeculativeVcs-1:0] used;
  assign front_output = PortBits'(front_output_i >> (watched * PortBits));
  assign front_vcs    = SpeculativeVcs'(front_vcs_i >> (watched * SpeculativeVcs));
  assign reach        = WaitBits'(output_reach_i >> (front_output * WaitBits));
  assign used         = (WaitBits*SpeculativeVcs)'(
      output_used_i >> (front_output * WaitBits * SpeculativeVcs));
  assign waits        = now_i - WaitBits'(head_stamp_i >> (watched * WaitBits));
  assign comes        = WaitBits'(arrival_wait_i >> (watched * WaitBits));
  for (genvar v = 0; v < SpeculativeVcs; v++) begin : gen_vc
    assign too_late[v] = !front_vcs[v] ||
        {1'b0, waits} + {1'b0, used[v*WaitBits+:WaitBits]} > {1'b0, reach};
    assign too_late_arriving[v] = !front_vcs[v] ||
        {1'b0, comes} + {1'b0, used[v*WaitBits+:WaitBits]} > {1'b0, reach};
  end
  always @(posedge clk_i) begin
    ahead_of_head    <= PredictiveDrop != 0 && front_vcs != '0 && &too_late;
    ahead_of_arrival <= PredictiveDrop != 0 && front_vcs != '0 && &too_late_arriving &&
                        !(1'(head_valid_i >> watched));
  end
  localparam logic [WaitBits-1:0] Half = WaitBits'(1) << (WaitBits - 1);
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_now     <= now_i;
    was_ttw     <= cfg_ttw_i;
    came        <= started && enable_i && 1'(arrival_valid_i >> watched);
    shown       <= started && enable_i && 1'(head_valid_i >> watched);
    left        <= started && enable_i && 1'(leave_valid_i >> watched);
    came_wait   <= WaitBits'(arrival_wait_i >> (watched * WaitBits));
    shown_stamp <= WaitBits'(head_stamp_i >> (watched * WaitBits));
    left_stamp  <= WaitBits'(leave_stamp_i >> (watched * WaitBits));
  end
  // Had the head of the clock before expired, and did it stay?
  assign dropped = 1'(dropped_valid_i >> watched);
  always @(posedge clk_i) was_late <= started && late_q && !left && !dropped;
  assign late_q     = shown && (shown_wait > was_ttw || ahead_of_head || was_late);
  assign shown_wait = was_now - shown_stamp;
  assign came_stamp = (was_now - came_wait) & {WaitBits{came}};
  assign left_sum   = was_now - left_stamp;
  assign left_wait  = (left_sum[WaitBits-1] || was_late ? Half : left_sum) & {WaitBits{left}};

  logic lane_keep, lane_drop;
  assign lane_keep = 1'(keep >> watched);
  assign lane_drop = 1'(drop >> watched);
  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < Lanes);
    assume (32'(front_output) < Radix);
    if (started) begin
      VerdictForHeadsOnly: assert (shown || !lane_keep);
      NotDroppedWithoutEvent: assert ((shown || !lane_drop) && (came || !(1'(expired >> watched))));
      OneVerdict: assert (!shown || lane_keep != lane_drop);
      DropsExactlyTheExpired: assert (!shown || lane_drop == late_q);
      ExpiredStaysExpired: assert (!was_late || !lane_keep);
      StampExact: assert (1'(stamped >> watched) == came &&
          WaitBits'(stamp >> (watched * WaitBits)) == came_stamp);
      ExpiryExact: assert (1'(expired >> watched) ==
          (came && (came_wait > was_ttw || ahead_of_arrival)));
      WaitExact: assert (1'(waited >> watched) == left &&
          WaitBits'(leave_wait >> (watched * WaitBits)) == left_wait);
    end
    if (started)
      DataOnlyWithEvent: assert ((expired & ~stamped) == '0 && (stamped != '0 || stamp == '0) &&
                                 (waited != '0 || leave_wait == '0));
    Drops: cover (was_started && lane_drop && expired != '0);
    DroppedForWhatIsAhead: cover (was_started && lane_drop && shown_wait == '0 && !was_late);
    WrappedIsDropped: cover (was_started && lane_drop && shown_wait == '0 && was_late);
    KeepsWhileAnotherLeaves: cover (was_started && lane_keep && waited != '0);
  end

endmodule
