// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cct_entry: what raises, lowers and keeps a row's index, and how it is blocked until
// a release that is known later; a free row is 0.
// properties: asserts=9 covers=3
// proof: depth=1 NodeBits=4 IndexBits=3 ReleaseBits=5
// bounded: depth=4 NodeBits=13 IndexBits=7 ReleaseBits=25
// cover: depth=8 NodeBits=4 IndexBits=3 ReleaseBits=5
// larger: node numbers and releases are compared for equality and stored, indices compared and
// larger: decremented, at any width. What the row does beside others is proved in cct_limiter.
// assumed: a row that is in use is not allocated; the minimum holds, a notified index is above it
// mutant FreeIsZero: s/assign keeps_index   = stays/assign keeps_index = enable_i/
// mutant ReleaseWhileBlocked: s/assign keeps_release = enable_i \&\& blocked_q \&\& !counting_q \&\& !ends/assign keeps_release = enable_i/
// mutant AboveMinimum: s/(decays \&\& lowered == cfg_minimum_i)/1'b0/
// mutant IndexExact: s/assign decays    = decays_i \&\& !hit/assign decays = decays_i/
// mutant IndexExact: s/index_q - IndexBits'(above)/index_q - IndexBits'(1)/; s/!above ||/1'b0 ||/
// mutant BlocksAndReleases: s/\&\& !blocked_q \&\& sent_i/\&\& sent_i/
// mutant BlocksAndReleases: s/blocked_q \&\& !counting_q \&\& release_q/blocked_q \&\& release_q/
// mutant CountsUntilKnown: s/(counting_q \&\& !known_i)/counting_q/
// mutant ReleaseExact: s/assign stores        = enable_i \&\& lands/assign stores = enable_i \&\& known_i/
// mutant FreesWhenDone: s/gone \&\& !blocked_d;/gone;/
// mutant SettlesOnChange: s/assign settles_o = lands || ends/assign settles_o = ends/

module cct_entry_fv #(
    parameter int unsigned NodeBits = 4,
    parameter int unsigned IndexBits = 3,
    parameter int unsigned ReleaseBits = 5
) (
    input logic                   clk_i, rst_ni, enable_i,
    input logic [ReleaseBits-1:0] now_i, fresh_release_i,
    input logic                   notification_valid_i, allocate_i, sent_i, decays_i, known_i,
    input logic [NodeBits-1:0]    notification_source_i,
    input logic [IndexBits-1:0]   raised_i, cfg_minimum_i
);

  logic                   valid, blocked, counting, matches, sends, settles;
  logic [NodeBits-1:0]    destination;
  logic [IndexBits-1:0]   index;
  logic [ReleaseBits-1:0] free_at;
  cct_entry #(
      .NodeBits(NodeBits),
      .IndexBits(IndexBits),
      .ReleaseBits(ReleaseBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i, .notification_source_i,
      .allocate_i, .raised_i, .decays_i, .sent_i, .known_i,
      .fresh_release_i, .cfg_minimum_i, .valid_o(valid), .blocked_o(blocked),
      .counting_o(counting), .destination_o(destination), .index_o(index), .release_o(free_at),
      .matches_o(matches), .sends_o(sends), .settles_o(settles)
  );

  logic                   started, was_started, was_valid, was_blocked, was_counting, was_hit;
  logic                   was_allocated, was_decays, was_known, was_ended, was_sent, was_settles;
  logic [NodeBits-1:0]    was_destination;
  logic [IndexBits-1:0]   was_index, was_raised, was_minimum, next_index;
  logic [ReleaseBits-1:0] was_release, was_fresh;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started         <= 1'b1;
    was_started     <= started && enable_i;
    was_valid       <= valid;
    was_blocked     <= blocked;
    was_counting    <= counting;
    was_allocated   <= allocate_i;
    was_hit         <= notification_valid_i && valid && destination == notification_source_i;
    was_decays      <= decays_i;
    was_known       <= known_i;
    was_ended       <= blocked && !counting && free_at == now_i;
    was_sent        <= sent_i && valid && !blocked;
    was_settles     <= settles;
    was_destination <= allocate_i ? notification_source_i : destination;
    was_index       <= index;
    was_raised      <= raised_i;
    was_minimum     <= cfg_minimum_i;
    was_release     <= free_at;
    was_fresh       <= fresh_release_i;
  end
  always_comb begin : p_index
    next_index = was_index;
    if (was_hit || was_allocated) next_index = was_raised;
    else if (was_decays && was_index > was_minimum) next_index = was_index - IndexBits'(1);
  end

  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (!allocate_i || (!valid && notification_valid_i));
    assume (raised_i > cfg_minimum_i);
    assume (!started || cfg_minimum_i == was_minimum);
    if (started) begin
      FreeIsZero: assert (valid || {blocked, counting, destination, index, free_at} == '0);
      ReleaseWhileBlocked: assert ((blocked || !counting) &&
                                   ((blocked && !counting) || free_at == '0));
      AboveMinimum: assert (!valid || index > cfg_minimum_i || (blocked && index == cfg_minimum_i));
    end
    if (was_started) begin
      IndexExact: assert (!valid || (index == next_index && destination == was_destination));
      BlocksAndReleases: assert (blocked == (was_sent || (was_blocked && !was_ended)));
      CountsUntilKnown: assert (counting == (was_sent || (was_counting && !was_known)));
      ReleaseExact: assert (!blocked || counting ||
                            free_at == (was_counting ? was_fresh : was_release));
      FreesWhenDone: assert (valid == (was_allocated || was_hit ||
          (was_valid && (blocked || next_index > was_minimum))));
      SettlesOnChange: assert (was_settles || (free_at == was_release &&
          (blocked && !counting) == (was_blocked && !was_counting)));
    end
    DecaysWhileBlocked: cover (was_started && was_decays && blocked && index != was_index);
    FreedWithItsRelease: cover (was_started && was_valid && !valid && was_ended);
    SentAgain: cover (was_started && was_sent && was_index == cfg_minimum_i + IndexBits'(1));
  end

endmodule
