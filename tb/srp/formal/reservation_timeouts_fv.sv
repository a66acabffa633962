// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_timeouts: who is late, exactly; what is kept to ask again; strays.
// properties: asserts=8 covers=3
// proof: depth=1 ReservationEntries=2 MaxPackets=3 CycleBits=8
// proof: depth=1 ReservationEntries=1 MaxPackets=64 CycleBits=8
// bounded: depth=2 ReservationEntries=5 MaxPackets=4 CycleBits=16
// cover: depth=3 ReservationEntries=2 MaxPackets=3 CycleBits=8
// larger: entries meet only in the search for the lowest; every entry is once the watched one
// assumed: of the entries in use at most one is not requested (proved of reservation_requester)
// mutant LowestLate: s/late_o = late & (~late + Res/late_o = late \& ~(~late + Res/
// mutant LowestLate: s/asked      = requested_i\[e\] && !granted_i\[e\]/asked = requested_i[e]/
// mutant ExpiredExactly: s/~|failed_i\[e\*MaxPackets+:MaxPackets\] &&//
// mutant ExpiredExactly: s/reached    = !lag\[CycleBits-1\]/reached = now_i >= start_i[e*CycleBits+:CycleBits]/
// mutant WaitsExactly: s/deadline_o\[e\] = asked || unanswered/deadline_o[e] = asked/
// mutant NeverWithZero: s/if (|valid_i && |cfg_timeout_i)/if (|valid_i)/
// mutant FlitsKept: s/valid_i\[e\] && !requested_i\[e\]/valid_i[e]/
// mutant FlitsKept: s/late_flits_o | flits_q/late_flits_o \& flits_q/
// mutant BlocksCounted: s/blocks_q\[e\*2+:2\] + 2'd1/blocks_q[e*2+:2] + 2'd2/
// mutant BlocksCounted: s/if (allocate_i\[e\])/if (|allocate_i)/
// mutant StrayExact: s/stray_q + 16'd1/stray_q + 16'd2/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/

module reservation_timeouts_fv #(
  parameter int unsigned ReservationEntries = 2,
  parameter int unsigned MaxPackets = 3,
  parameter int unsigned CycleBits = 8,
  localparam int unsigned E = ReservationEntries,
  localparam int unsigned M = MaxPackets,
  localparam int unsigned BlockBits = $clog2(M + 1)
) (
  input logic                   clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0]   now_i, cfg_timeout_i,
  input logic [E-1:0]           valid_i, requested_i, granted_i, due_i,
  input logic [E*BlockBits-1:0] count_i, next_i,
  input logic [E*M-1:0]         outstanding_i, failed_i,
  input logic [E*CycleBits-1:0] start_i,
  input logic                   taken_i,
  input logic [15:0]            taken_flits_i,
  input logic                   stray_i,
  input logic [E-1:0]           allocate_i
);

  logic [E-1:0]       late, expired, deadline;
  logic [15:0]        late_flits, stray;
  logic [18*E+15:0]   registers;
  logic [2*E-1:0]     blocks;
  reservation_timeouts #(.ReservationEntries(E), .MaxPackets(M), .CycleBits(CycleBits)) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .cfg_timeout_i, .valid_i, .requested_i, .granted_i, .due_i,
    .count_i, .next_i, .outstanding_i, .failed_i, .start_i, .taken_i, .taken_flits_i, .stray_i,
    .allocate_i, .blocks_o(blocks),
    .late_o(late), .late_flits_o(late_flits), .expired_o(expired), .deadline_o(deadline),
    .stray_o(stray), .formal_state_o(registers)
  );

  (* anyconst *) logic [7:0] watched;
  logic [E-1:0]         asking, unanswered, reached, below;
  logic [15:0]          flits_q, was_stray;
  logic                 started, was_started, was_enabled, was_stray_event, below_late;
  logic [7:0]           waiting;
  logic [1:0]           w_blocks, blocks_q;
  assign w_blocks = 2'(blocks >> (2 * watched));
  initial {started, was_started} = '0;
  always_comb begin
    waiting = '0;
    for (int e = 0; e < E; e++) begin
      asking[e]     = requested_i[e] && !granted_i[e] && cfg_timeout_i != '0;
      unanswered[e] = due_i[e] && cfg_timeout_i != '0 && failed_i[e*M+:M] == '0 &&
                      next_i[e*BlockBits+:BlockBits] == count_i[e*BlockBits+:BlockBits] &&
                      outstanding_i[e*M+:M] != '0;
      // The deadline lies up to half the range behind.
      reached[e]    = CycleBits'(now_i - start_i[e*CycleBits+:CycleBits]) <
                      CycleBits'(1) << (CycleBits - 1);
      below[e]      = 8'(e) < watched;
      waiting       = waiting + 8'(valid_i[e] && !requested_i[e]);
    end
    below_late = |(asking & reached & below);
  end
  always @(posedge clk_i) begin
    started         <= 1'b1;
    was_started     <= started;
    was_enabled     <= enable_i;
    was_stray       <= stray;
    was_stray_event <= stray_i;
    if (!started || !enable_i) blocks_q <= '0;
    else blocks_q <= blocks_q + 2'(1'(allocate_i >> watched));
    if (!started || !enable_i) flits_q <= '0;
    else if (taken_i && 1'((valid_i & ~requested_i) >> watched)) flits_q <= taken_flits_i;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < E);
    assume (waiting <= 8'd1);
    for (int e = 0; e < E; e++) assume (valid_i[e] || !(requested_i[e] || due_i[e]));
    if (started) begin
      LowestLate: assert (1'(late >> watched) ==
                          (1'((asking & reached) >> watched) && !below_late));
      ExpiredExactly: assert (expired == (unanswered & reached));
      WaitsExactly: assert (deadline == (asking | unanswered));
      NeverWithZero: assert (cfg_timeout_i != '0 || {late, expired, deadline} == '0);
      FlitsKept: assert (16'(registers >> (16 * (32'(watched) + 1))) == flits_q &&
                         (late != '0 || late_flits == '0) &&
                         (!(1'(late >> watched)) || late_flits == flits_q));
    end
    if (started) BlocksCounted: assert (w_blocks == blocks_q);
    if (was_started) begin
      StrayExact: assert (!was_enabled || stray ==
          (was_stray_event && was_stray != 16'hFFFF ? was_stray + 16'd1 : was_stray));
      DisabledIsReset: assert (was_enabled || registers == '0);
    end
    AsksAgain: cover (started && late == E'(2) && late_flits == 16'd300);
    Expires: cover (started && expired == E'(1) && asking != '0);
    Counts: cover (started && stray == 16'd1 && late != '0);
  end

endmodule
