// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of wake_window: which window is kept, what is in it, and its first deadline.
// properties: asserts=7 covers=4
// proof: depth=1 Entries=2 DeadlineBits=5 CycleBits=8
// proof: depth=1 Entries=3 DeadlineBits=6 CycleBits=9
// bounded: depth=3 Entries=8 DeadlineBits=10 CycleBits=32
// cover: depth=6 Entries=2 DeadlineBits=5 CycleBits=8
// larger: entries meet only in the window's bits; two and three of them show before, between and
// larger: behind. Above the window's four bits deadlines are compared for equality only. That none
// larger: is slept through is proved in token_throttler.
// assumed: an entry has a new deadline when the tick is its deadline only; else place_i is that of
// assumed: deadline_i
// assumed: a new deadline in this tick's window is after the tick
// mutant NextWhenNoneIsLeft: s/next = here == '0 \&\& near_i == '0;/next = here == '0;/
// mutant KeepsWhatIsToCome: s/here  = here | (place/here  = (place/
// mutant NextHasItsOwn: s/there = there | (place/there = (place/
// mutant OnlyToCome: s/{{Ticks-1{1'b1}}, 1'b0} << now_i/{Ticks{1'b1}} << now_i/
// mutant FirstOrStart: s/for (int t = Ticks - 1; t >= 0; t--)/for (int t = 0; t < Ticks; t++)/
// mutant NumberIsOneOfTwo: s/number_q <= number + NumberBits'(next);/number_q <= number + NumberBits'(2'(next) << 1);/
// mutant ValidIsAny: s/wake_valid_o = valid_i != '0;/wake_valid_o = valid_i[0];/

module wake_window_fv #(
    parameter int unsigned Entries = 2,
    parameter int unsigned DeadlineBits = 5,
    parameter int unsigned CycleBits = 8
) (
    input logic                            clk_i,
    input logic [CycleBits-1:0]            now_i,
    input logic [Entries-1:0]              valid_i, stays_i,
    input logic [Entries*DeadlineBits-1:0] deadline_i,
    input logic [Entries:0]                near_i, after_i,
    input logic [(Entries+1)*4-1:0]        place_i
);

  localparam int unsigned NumberBits = CycleBits - 4;

  logic                  wake_valid;
  logic [CycleBits-1:0]  wake_at;
  logic [NumberBits-1:0] number;
  logic [15:0]           ticks;

  wake_window #(
      .Entries(Entries),
      .DeadlineBits(DeadlineBits),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .now_i, .valid_i, .stays_i, .deadline_i, .near_i, .after_i, .place_i,
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at),
      .formal_state_o({number, ticks})
  );

  // One tick of this window and of the next, any: whether a deadline is there after the clock.
  (* anyconst *) logic [3:0] any_place;
  logic [CycleBits-1:0]    tick;
  logic [DeadlineBits-1:0] deadline;
  logic                    left, is_left, is_there;
  always_comb begin : p_reference
    left     = 1'b0;
    is_left  = valid_i != '0 && number[0] == now_i[4] && any_place > now_i[3:0] && ticks[any_place];
    for (int t = 0; t < 16; t++)
      if (valid_i != '0 && number[0] == now_i[4] && t > 32'(now_i[3:0]) && ticks[t]) left = 1'b1;
    tick     = {now_i[CycleBits-1:4] + NumberBits'(1), any_place};
    is_there = 1'b0;
    for (int e = 0; e < Entries; e++) begin
      deadline = deadline_i[e*DeadlineBits+:DeadlineBits];
      if (stays_i[e] && deadline == tick[DeadlineBits-1:0]) is_there = 1'b1;
      assume (deadline == now_i[DeadlineBits-1:0] ||
              (!near_i[e] && !after_i[e] && place_i[e*4+:4] == deadline[3:0]));
    end
    for (int e = 0; e <= Entries; e++) begin
      if (near_i[e]) left = 1'b1;
      if (near_i[e] && place_i[e*4+:4] == any_place) is_left = 1'b1;
      if (after_i[e] && (e == Entries || stays_i[e]) && place_i[e*4+:4] == any_place)
        is_there = 1'b1;
      assume (!near_i[e] || place_i[e*4+:4] > now_i[3:0]);
    end
  end

  logic                  started, was_started, was_left, was_is_left, was_is_there;
  logic [CycleBits-1:0]  was_now;
  logic                  lower;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started      <= 1'b1;
    was_started  <= started;
    was_now      <= now_i;
    was_left     <= left;
    was_is_left  <= is_left;
    was_is_there <= is_there;
  end
  always_comb begin : p_lower
    lower = 1'b0;
    for (int t = 0; t < 16; t++) if (t < 32'(wake_at[3:0]) && ticks[t]) lower = 1'b1;
  end

  always_comb begin : p_assert
    ValidIsAny: assert (wake_valid == |valid_i);
    FirstOrStart: assert (wake_at[CycleBits-1:4] == number && !lower &&
                          (ticks == '0 ? wake_at[3:0] == '0 : ticks[wake_at[3:0]]));
    if (started) begin
      NumberIsOneOfTwo: assert (number == was_now[CycleBits-1:4] + NumberBits'(!was_left));
      NextWhenNoneIsLeft: assert (!was_left || number == was_now[CycleBits-1:4]);
      KeepsWhatIsToCome: assert (!was_left || ticks[any_place] == was_is_left);
      NextHasItsOwn: assert (was_left || ticks[any_place] == was_is_there);
      OnlyToCome: assert (CycleBits'(wake_at - was_now) >= CycleBits'(1) &&
                          CycleBits'(wake_at - was_now) <= CycleBits'(31));
    end
    WakesAtOnce: cover (was_started && wake_valid && was_left && wake_at == was_now + CycleBits'(1));
    LooksAhead: cover (was_started && &valid_i && !was_left && ticks != '0 &&
                       was_now[3:0] == 4'd3);
    NoneInNext: cover (was_started && &valid_i && !was_left && ticks == '0);
    TwoAhead: cover (was_started && !was_left && |(ticks & (ticks - 1'b1)));
  end

endmodule
