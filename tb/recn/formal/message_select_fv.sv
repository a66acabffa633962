// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of message_select: what is taken is held, unchanged, until it has been dealt with; the
// turn leaves a channel with a message only as that is taken, and goes to the next that has one.
// properties: asserts=13 covers=4
// proof: depth=1 Sources=3 PoolBits=2
// proof: depth=1 Sources=2 PoolBits=3
// bounded: depth=5 Sources=8 PoolBits=4
// cover: depth=10 Sources=3 PoolBits=2
// larger: channels are alike, and one has no turn to give; the pool's bits are only copied
// assumed: nothing
// mutant OneTurn: s/turn_q <= pool \& ~(pool - First)/turn_q <= pool/
// mutant TakenIsHeld: s/takes || (held_q \&\& !held_ready_i)/takes \&\& !held_ready_i/
// mutant TakenIsHeld: s/if (takes) message_q <= message/if (!held_q \&\& turn[0]) message_q <= message/
// mutant StableUntilTaken: s/if (takes) source_q <= source/source_q <= source/
// mutant HeldWasTaken: s/held_q <= takes ||/held_q <= message_valid_i != '0 ||/
// mutant EndsWhenReady: s/(held_q \&\& !held_ready_i)/held_q/
// mutant OneAtATime: s/taken = held_q ? '0 : turn/taken = turn/; s/{Sources{!held_q}}/{Sources{1'b1}}/
// mutant TurnKept: s/assign moves  = takes ||/assign moves = 1'b1 ||/
// mutant TurnGoes: s/moves \&\& others != '0/takes \&\& others != '0/
// mutant NextInOrder: s/others \& ~(turn_q - First)/others/
// mutant EmptyIsZero: s/message_q \& {Payload{held_q}}/message_q/
// mutant DisabledIsReset: s/else if (!enable_i) turn_q <= First;//
// mutant StableUntilTaken: s/if (takes) message_q <= message/message_q <= message/
// mutant QuiescentHoldsState: s/quiescent_o     = !held_q/quiescent_o = 1'b1/
// mutant QuiescentIsSilent: s/quiescent_o     = !held_q/quiescent_o = 1'b1/

module message_select_fv #(
  parameter int unsigned Sources = 3,
  parameter int unsigned PoolBits = 2,
  localparam int unsigned SourceBits = Sources > 1 ? $clog2(Sources) : 1,
  localparam int unsigned Payload = 2 + 2 * PoolBits
) (
  input logic                        clk_i, rst_ni, enable_i, held_ready_i,
  input logic [Sources-1:0]          message_valid_i,
  input logic [Sources*2-1:0]        message_kind_i,
  input logic [Sources*PoolBits-1:0] message_turns_i, message_mask_i
);

  logic [Sources-1:0]    ready;
  logic                  held, quiescent;
  logic [SourceBits-1:0] source;
  logic [1:0]            kind;
  logic [PoolBits-1:0]   turns, mask;
  logic [Sources:0]      registers;
  message_select #(.Sources(Sources), .PoolBits(PoolBits)) dut (
    .clk_i, .rst_ni, .enable_i, .message_valid_i, .message_kind_i, .message_turns_i,
    .message_mask_i, .held_ready_i, .message_ready_o(ready), .held_valid_o(held),
    .held_source_o(source), .held_kind_o(kind), .held_turns_o(turns), .held_mask_o(mask),
    .quiescent_o(quiescent), .formal_state_o(registers)
  );

  logic [Sources-1:0] turn, o_turn, i_valid, o_ready;
  logic               started, was_started, i_enable, i_ready, o_held;
  logic [Payload-1:0] i_message, message;
  logic [SourceBits-1:0] i_source, at;
  initial {started, was_started} = '0;
  assign turn = registers[Sources-1:0];
  always_comb begin
    message = '0;
    at      = '0;
    for (int i = 0; i < Sources; i++) if (turn[i]) begin
      message = {message_kind_i[i*2+:2], message_turns_i[i*PoolBits+:PoolBits],
                 message_mask_i[i*PoolBits+:PoolBits]};
      at = i[SourceBits-1:0];
    end
  end
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    i_ready     <= held_ready_i;
    i_valid     <= message_valid_i;
    i_message   <= message;
    i_source    <= at;
    o_turn      <= turn;
    o_ready     <= ready;
    o_held      <= held;
  end

  logic l_ready;
  quiescence_properties #(.RegisterBits(Sources + 1), .LevelBits(2)) quiescence (
    .clk_i, .started_i(started), .idle_i(message_valid_i == '0), .quiescent_i(quiescent),
    .levels_i({enable_i, held_ready_i}), .registers_i(registers), .event_i(held),
    .busy_i(enable_i && held), .asleep_o(), .last_levels_o({i_enable, l_ready})
  );
  stable_until_taken #(.PayloadBits(SourceBits + Payload)) held_is_held (
    .clk_i, .started_i(started), .enable_i, .valid_i(held), .ready_i(held_ready_i),
    .payload_i({source, kind, turns, mask})
  );

  // The next channel with a message behind the one whose turn it was.
  logic               one, was_taken, others;
  logic [Sources-1:0] next_turn;
  always_comb begin
    one       = turn != '0 && (turn & (turn - 1'b1)) == '0;
    was_taken = (o_ready & i_valid) != '0;
    others    = (i_valid & ~o_turn) != '0;
    next_turn = '0;
    for (int from = 0; from < Sources; from++) if (o_turn[from])
      for (int k = Sources - 1; k > 0; k--)
        if (i_valid[(from+k)%Sources]) begin
          next_turn = '0;
          next_turn[(from+k)%Sources] = 1'b1;
        end
  end

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      OneTurn: assert (one);
      OneAtATime: assert (!held || ready == '0);
      EmptyIsZero: assert (held || {source, kind, turns, mask} == '0);
    end
    if (was_started) begin
      TakenIsHeld: assert (!i_enable || !was_taken ||
                           (held && source == i_source && {kind, turns, mask} == i_message));
      HeldWasTaken: assert (!held || o_held || was_taken);
      EndsWhenReady: assert (!i_enable || !o_held || !i_ready || !held);
      TurnKept: assert (!i_enable || turn == o_turn || was_taken || (o_turn & i_valid) == '0);
      TurnGoes: assert (!i_enable || turn != o_turn || !others ||
                        !(was_taken || (o_turn & i_valid) == '0));
      NextInOrder: assert (!i_enable || turn == o_turn || turn == next_turn);
      DisabledIsReset: assert (i_enable || registers == {{Sources{1'b0}}, 1'b1});
    end
    Holds: cover (was_started && o_held && held && !i_ready);
    LastSource: cover (held && source == Sources[SourceBits-1:0] - 1'b1);
    TakesAgain: cover (was_started && held && !o_held && turn != o_turn);
  end

endmodule
