// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_choice: what an entry shows, and that the wake time is the earliest
// start that is waited for.
// properties: asserts=6 covers=2
// proof: depth=1 ReservationEntries=2 MaxPackets=5 CycleBits=8
// proof: depth=1 ReservationEntries=5 MaxPackets=2 CycleBits=8
// proof: depth=1 ReservationEntries=1 MaxPackets=64 CycleBits=8
// bounded: depth=1 ReservationEntries=3 MaxPackets=8 CycleBits=12
// cover: depth=1 ReservationEntries=5 MaxPackets=2 CycleBits=8
// larger: there is no state; entries show themselves alike, and every entry is once the watched one;
// larger: one, two and five entries have no, one and three layers of the search for the earliest
// assumed: starts and deadlines that are waited for lie less than half the counter's range ahead
// mutant SpeculateExact: s/&& !refused_i\[e\]//
// mutant SpeculateExact: s/&& more \&\&$/\&\&/
// mutant SendExact: s/resend || (due_i\[e\] && more)/resend/
// mutant ResendExact: s/resend = due_i\[e\] && |failed/resend = |failed/
// mutant SequenceExact: s/64'hCCCC_CCCC_CCCC_CCCC/64'hCCCC_CCCC_CCCC_CCC8/
// mutant WakesForAWaiting: s/waits     = (granted_i & ~due_i) |/waits = granted_i |/
// mutant WakesForAWaiting: s/waits     = (granted_i & ~due_i) | deadline_i/waits = granted_i \& ~due_i/
// mutant WakesAtEarliest: s/if (!waits\[e\] || lead\[CycleBits-1\])/if (!waits[e])/

module reservation_choice_fv #(
  parameter int unsigned ReservationEntries = 2,
  parameter int unsigned MaxPackets = 5,
  parameter int unsigned CycleBits = 8,
  localparam int unsigned E = ReservationEntries,
  localparam int unsigned M = MaxPackets,
  localparam int unsigned BlockBits = $clog2(M + 1)
) (
  input logic [E-1:0]           valid_i, requested_i, granted_i, refused_i, due_i, deadline_i,
  input logic [E*16-1:0]        base_i,
  input logic [E*BlockBits-1:0] count_i, next_i,
  input logic [E*M-1:0]         failed_i,
  input logic [E*CycleBits-1:0] start_i,
  input logic                   room_i,
  input logic [CycleBits-1:0]   now_i
);

  logic [E-1:0]         speculate, send, resend;
  logic [E*16-1:0]      sequences;
  logic                 wake_valid;
  logic [CycleBits-1:0] wake_at;
  reservation_choice #(.ReservationEntries(E), .MaxPackets(M), .CycleBits(CycleBits)) dut (
    .valid_i, .requested_i, .granted_i, .refused_i, .due_i, .deadline_i, .base_i, .count_i, .next_i,
    .failed_i, .start_i, .room_i, .entry_speculate_o(speculate), .entry_send_o(send),
    .entry_resend_o(resend), .entry_sequence_o(sequences), .wake_valid_o(wake_valid),
    .wake_at_o(wake_at)
  );

  (* anyconst *) logic [7:0] watched;
  logic [BlockBits-1:0] w_next, w_count;
  logic [M-1:0]         w_failed;
  logic [15:0]          index, expected;
  logic                 w_valid, more, may_speculate, may_send, may_resend, wanted, earliest, one;
  logic                 sensible;
  logic [CycleBits-1:0] lead, from_now;
  assign w_valid  = 1'(valid_i >> watched);
  assign w_next   = BlockBits'(next_i >> (watched * BlockBits));
  assign w_count  = BlockBits'(count_i >> (watched * BlockBits));
  assign w_failed = M'(failed_i >> (watched * M));
  assign more     = w_next < w_count;
  always_comb begin
    may_speculate = w_valid && 1'(requested_i >> watched) && !(1'(granted_i >> watched)) &&
                    !(1'(refused_i >> watched)) && more && room_i;
    may_resend    = w_valid && 1'(due_i >> watched) && w_failed != '0;
    may_send      = may_resend || (w_valid && 1'(due_i >> watched) && more);
    index         = 16'(w_next);
    if (may_resend)
      for (int i = M - 1; i >= 0; i--)
        if (w_failed[i]) index = 16'(i);
    expected = may_speculate || may_send ? 16'(base_i >> (watched * 16)) + index : 16'd0;
    wanted   = 1'b0;
    one      = 1'b0;
    earliest = 1'b1;
    sensible = 1'b1;
    lead     = '0;
    from_now = '0;
    for (int e = 0; e < E; e++)
      if ((granted_i[e] && !due_i[e]) || deadline_i[e]) begin
        wanted   = 1'b1;
        lead     = start_i[e*CycleBits+:CycleBits] - wake_at;
        from_now = start_i[e*CycleBits+:CycleBits] - now_i;
        if (lead == '0) one = 1'b1;
        if (lead[CycleBits-1]) earliest = 1'b0;
        if (from_now[CycleBits-1]) sensible = 1'b0;
      end
  end

  always_comb begin
    assume (32'(watched) < E);
    assume (sensible);
    for (int e = 0; e < E; e++) assume (valid_i[e] || !(granted_i[e] || deadline_i[e]));
    SpeculateExact: assert (1'(speculate >> watched) == may_speculate);
    SendExact: assert (1'(send >> watched) == may_send);
    ResendExact: assert (1'(resend >> watched) == may_resend);
    SequenceExact: assert (16'(sequences >> (watched * 16)) == expected);
    WakesForAWaiting: assert (wake_valid == wanted && (wanted ? one : wake_at == '0));
    WakesAtEarliest: assert (!wanted || earliest);
    Resends: cover (may_resend && w_failed != M'(1) && wanted);
    Speculates: cover (may_speculate && &granted_i[E-1:1] && due_i == '0);
  end

endmodule
