// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of wake_window: the first deadline of the window, and none slept through.
// properties: asserts=4 covers=3
// proof: depth=1 Entries=2 DeadlineBits=5 CycleBits=8
// proof: depth=1 Entries=3 DeadlineBits=6 CycleBits=9
// bounded: depth=3 Entries=8 DeadlineBits=10 CycleBits=32
// cover: depth=6 Entries=2 DeadlineBits=5 CycleBits=8
// larger: entries meet only in the window's bits; two and three of them show before, between and
// larger: behind. Above the window's four bits deadlines are compared for equality only.
// assumed: nothing
// mutant InWindow: s/next_q  <= next;/next_q <= now_i;/
// mutant FirstOrLast: s/first = '1;/first = '0;/
// mutant NoneIsEarlier: s/{Ticks{1'b1}} << next_q\[WindowBits-1:0\]/{Ticks{1'b1}} << 1 << next_q[WindowBits-1:0]/
// mutant ValidIsAny: s/wake_valid_o = valid_i != '0;/wake_valid_o = valid_i[0];/

module wake_window_fv #(
    parameter int unsigned Entries = 2,
    parameter int unsigned DeadlineBits = 5,
    parameter int unsigned CycleBits = 8
) (
    input logic                            clk_i,
    input logic [CycleBits-1:0]            now_i,
    input logic [Entries-1:0]              valid_i,
    input logic [Entries*DeadlineBits-1:0] deadline_i
);

  logic                 wake_valid;
  logic [CycleBits-1:0] wake_at;

  wake_window #(
      .Entries(Entries),
      .DeadlineBits(DeadlineBits),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .now_i, .valid_i, .deadline_i,
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at)
  );

  logic                            started, was_started;
  logic [CycleBits-1:0]            last_now, next_tick;
  logic [Entries-1:0]              last_valid;
  logic [Entries*DeadlineBits-1:0] last_deadline;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started       <= 1'b1;
    was_started   <= started;
    last_now      <= now_i;
    last_valid    <= valid_i;
    last_deadline <= deadline_i;
  end
  assign next_tick = last_now + CycleBits'(1);

  // One tick, any: from the next one on and before the wake time there was no deadline.
  (* anyseq *) logic [CycleBits-1:0] tick;
  logic is_deadline, tick_is_deadline;
  always_comb begin : p_deadlines
    is_deadline      = 1'b0;
    tick_is_deadline = 1'b0;
    for (int e = 0; e < Entries; e++) begin
      if (last_valid[e] && last_deadline[e*DeadlineBits+:DeadlineBits] == wake_at[DeadlineBits-1:0])
        is_deadline = 1'b1;
      if (last_valid[e] && last_deadline[e*DeadlineBits+:DeadlineBits] == tick[DeadlineBits-1:0])
        tick_is_deadline = 1'b1;
    end
  end

  always_comb begin : p_assert
    ValidIsAny: assert (wake_valid == |valid_i);
    if (started) begin
      InWindow: assert (wake_at[CycleBits-1:4] == next_tick[CycleBits-1:4] && wake_at >= next_tick);
      FirstOrLast: assert (is_deadline || wake_at[3:0] == 4'd15);
      NoneIsEarlier: assert (tick < next_tick || tick >= wake_at || !tick_is_deadline);
    end
    WakesAtOnce: cover (was_started && wake_valid && wake_at == next_tick && wake_at[3:0] == 4'd3);
    SecondIsFirst: cover (was_started && &last_valid && is_deadline &&
                          wake_at[DeadlineBits-1:0] == last_deadline[DeadlineBits+:DeadlineBits] &&
                          wake_at[DeadlineBits-1:0] < last_deadline[DeadlineBits-1:0]);
    NoneInWindow: cover (was_started && &last_valid && !is_deadline);
  end

endmodule
