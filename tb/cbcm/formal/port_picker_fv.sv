// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of port_picker: a look holds the wanted requester, or the first, and never what
// nobody asked for; the number that the next look wants; quiescence.
// properties: asserts=20 covers=4
// proof: depth=1 Radix=4 Vcs=2
// proof: depth=1 Radix=10 Vcs=1
// bounded: depth=4 Radix=10 Vcs=2
// cover: depth=27 Radix=4 Vcs=1
// mutants: Radix=10 Vcs=1
// larger: outputs of one turn are searched alike whatever their number, VCs are counted, and numbers
// larger: of requesters are added and compared at any width
// assumed: nothing
// mutant SourceIsStated: s/source_q.22. ^ source_q.17./source_q[22] ^ source_q[16]/
// mutant SourceIsNeverZero: s/cfg_seed_i == '0 ? DefaultSeed : cfg_seed_i/cfg_seed_i/
// mutant TurnCountsActiveClocks: s/turn_q  *<= turn_q + 1'b1/turn_q <= turn_q + TurnBits'(2)/
// mutant HeldWhereAsked: s/any  *= any || (|asks.SafeVcs-1:0.)/any = 1'b1/
// mutant CountInRange: @port_picker_fv s/count    = count + 1'b1/count = count + 2'd2/
// mutant TotalCounts: s/past_q  *<= past;/past_q <= past_q;/
// mutant LookStarts: s/past_q  *<= {PastBits.*/past_q <= past;/
// mutant WantedIsHeld: s/takes = .*/takes = any;/
// mutant FirstIsHeld: s/ \&\& !any}/}/
// mutant PickIsHeld: s/pick_output_q <= held_output;/pick_output_q <= held_output_q;/
// mutant PickCounted: s/pick_valid_q  *<= holds;/pick_valid_q <= 1'b1;/
// mutant NextIsStated: s/{{NextBits{1'b0}}, !adds}/{{NextBits{1'b0}}, 1'b0}/
// mutant NextInRange: s/added = {1'b0, ~last, 1'b1}/added = {~last, 2'b11}/
// mutant WantedInRange: s/next_q.NumberBits-1:0. \& {NumberBits{pick_valid_q}}/next_q[NumberBits-1:0]/
// mutant WantedIsNext: s/wanted_q  *<= wanted;/wanted_q <= '0;/
// mutant DisabledClears: s/turn_q  *<= '0;/turn_q <= turn_q;/
// mutant Begins: s/else  *started_q <= 1'b1;/else started_q <= started_q || enable_i;/
// mutant ResetSilences: s/pick_valid_q \&\& started_q/pick_valid_q/
// mutant QuiescentHoldsState: s/if (pick_valid_q || held_q || (|request_i))/if (1'b1)/
// mutant QuiescentIsSilent: s/ \&\& !pick_valid_q \&\& !held_q/ \&\& !held_q/

module port_picker_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 2,
  localparam int unsigned SampleInterval = 8,
  localparam int unsigned PortBits   = $clog2(Radix),
  localparam int unsigned Outputs    = (Radix + SampleInterval - 1) / SampleInterval,
  localparam int unsigned NumberBits = $clog2(Radix * Vcs + 1),
  localparam int unsigned PastBits   = $clog2(Radix * Vcs) + 1,
  localparam int unsigned StateBits  =
      1 + PortBits + cbcm_pkg::picker_pipeline_bits(Radix, Vcs, SampleInterval)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 enable_i,
  input logic [Radix*Vcs-1:0] request_i,
  input logic [15:0]          cfg_sampled_vcs_i,
  input logic [22:0]          cfg_seed_i
);

  localparam logic [22:0] DefaultSeed = 23'h63_779B;

  logic                  pick_valid, quiescent, held_valid, begun, pick_valid_state;
  logic [PortBits-1:0]   pick_output, held_output, pick_state;
  logic [StateBits-1:0]  state;
  logic [22:0]           source;
  logic [2:0]            turn;
  logic [NumberBits-1:0] last_total, last_total_state, last, wanted;
  logic [PastBits-1:0]   past, total;
  logic [NumberBits+1:0] next;

  port_picker #(.Radix(Radix), .Vcs(Vcs), .SampleInterval(SampleInterval)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i,
    .pick_valid_o(pick_valid), .pick_output_o(pick_output), .quiescent_o(quiescent),
    .state_o(state)
  );
  assign {source, turn, held_valid, held_output, past, last, wanted, next, begun,
          pick_valid_state, pick_state} = state;
  assign total = past + PastBits'(wanted) + 1'b1;
  // In turn 0 what it is found from: the last look's wanted is in next, what was past it in last.
  assign last_total_state = turn == '0 ? next[NumberBits-1:0] + last + 1'b1 : ~last;
  // What the first clock after a reset does not set counts with a pick.
  assign last_total = pick_valid ? last_total_state : '0;

  // That clock is one with enable_i low.
  logic enabled, active;
  assign enabled = enable_i && begun;
  assign active  = enabled && (request_i != '0 || pick_valid || held_valid);

  // The look so far as the contract has it: its requesters in the order of their turns, which of
  // their outputs is the wanted one's, which the first one's.
  logic [NumberBits-1:0] count, count_q;
  logic                  wanted_found, wanted_found_q;
  logic [PortBits-1:0]   wanted_output, wanted_output_q, first_output, first_output_q;
  logic [Radix-1:0]      asked, asked_q;
  always_comb begin
    count         = turn == '0 ? '0 : count_q;
    wanted_found  = turn == '0 ? 1'b0 : wanted_found_q;
    asked         = turn == '0 ? '0 : asked_q;
    wanted_output = wanted_output_q;
    first_output  = first_output_q;
    for (int o = 0; o < Radix; o++) begin
      for (int v = 0; v < Vcs; v++) begin
        if (3'(o) == turn && request_i[o*Vcs + v] && cfg_sampled_vcs_i[v]) begin
          if (count == '0) first_output = PortBits'(o);
          if (count == wanted) begin
            wanted_found  = 1'b1;
            wanted_output = PortBits'(o);
          end
          asked[o] = 1'b1;
          count    = count + 1'b1;
        end
      end
    end
  end

  // 2 * last_total + 1 and all ones below its highest one.
  logic [NumberBits+1:0] mask;
  always_comb begin
    mask = '0;
    for (int b = NumberBits + 1; b >= 0; b--)
      mask[b] = (b < NumberBits + 1 && mask[b+1 < NumberBits + 2 ? b+1 : b])
                || (b == 0) || (b <= NumberBits && last_total_state[b == 0 ? 0 : b-1]);
  end

  logic started, was_started, was_enabled, was_begun, was_active, was_closing, was_picked;
  logic [22:0] source_q, was_seed;
  logic [15:0] was_vcs;
  logic [2:0]  turn_q;
  logic [NumberBits+1:0] next_q, expected_next, was_next;
  initial {started, was_started} = '0;
  assign expected_next = turn == '0 || (&turn) ? (NumberBits+2)'(wanted)
                         : turn == 3'd1 ? (next < (NumberBits+2)'(last_total_state) ? next : '0)
                         // As the source was in turn 0.
                         : turn == 3'd2 ? next + ((NumberBits+2)'(source >> 2) & mask)
                         : next >= (NumberBits+2)'(last_total_state)
                         ? next - (NumberBits+2)'(last_total_state) : next;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_begun   <= begun;
    was_active  <= active;
    was_closing <= &turn;
    was_next    <= next;
    was_picked  <= pick_valid;
    next_q      <= active ? expected_next : next;
    source_q    <= active ? {source[21:0], source[22] ^ source[17]} : source;
    turn_q      <= active ? turn + 1'b1 : turn;
    if (started && enabled) begin
      if (active) begin
        count_q         <= count;
        wanted_found_q  <= wanted_found;
        wanted_output_q <= wanted_output;
        first_output_q  <= first_output;
        asked_q         <= asked;
      end
    end else begin
      {count_q, wanted_found_q, asked_q} <= '0;
    end
  end

  logic asleep;
  quiescence_properties #(.RegisterBits(24 + 3 + 2 * NumberBits + 2), .LevelBits(1 + 16 + 23))
  u_quiescence (
    .clk_i,
    .started_i   (started),
    .idle_i      (request_i == '0),
    .quiescent_i (quiescent),
    .levels_i    ({enable_i, cfg_sampled_vcs_i, cfg_seed_i}),
    // The others say nothing while nothing is held or picked.
    .registers_i ({begun, source, turn, last_total, wanted, held_valid, pick_valid}),
    .event_i     (pick_valid || held_valid),
    .busy_i      (enabled && !quiescent),
    .asleep_o    (asleep),
    .last_levels_o ({was_enabled, was_vcs, was_seed})
  );

  // Outputs whose turn has been.
  logic [PortBits:0] met;
  always_comb begin
    met = '0;
    for (int o = 0; o < Radix; o++) met = met + (PortBits+1)'(3'(o) < turn);
  end

  // What next is below while there is a pick, in requesters of the last look.
  logic [3:0] bound;
  assign bound = turn == 3'd2 ? 4'd1 : 4'd8 - 4'(turn);

  logic follows;  // the clock before was an enabled one that changed something
  logic cleared;  // it was one with enable_i low, or counted as one
  assign follows = was_started && was_active;
  assign cleared = !was_enabled || !was_begun;

  always_comb begin
    assume (rst_ni == started);
    Begins: assert (!was_started || begun);
    ResetSilences: assert (begun || (!pick_valid && !quiescent));
    if (started && begun) begin
      SourceIsNeverZero: assert (source != '0);
      SourceIsStated: assert (!was_started || source == (!cleared ? source_q
                              : was_seed == '0 ? DefaultSeed : was_seed));
      TurnCountsActiveClocks: assert (!was_started || turn == (cleared ? '0 : turn_q));
      CountInRange: assert (turn == '0 || 32'(count_q) <= 32'(met) * Vcs);
      LookStarts: assert (turn != '0 || (total == '0 && !held_valid));
      // Inside a look the counts are those of the look, and something is held when there were any.
      TotalCounts: assert (turn == '0 || (total == PastBits'(count_q)
                                          && held_valid == (count_q != '0)));
      HeldWhereAsked: assert (!held_valid || (turn != '0 && asked_q[held_output]));
      WantedIsHeld: assert (turn == '0 || (wanted_found_q == (wanted < count_q) &&
                            (!wanted_found_q || held_output == wanted_output_q)));
      FirstIsHeld: assert (turn == '0 || wanted_found_q || !held_valid
                           || held_output == first_output_q);
      // At the end the pick is what was held, and what the look counted is told on.
      PickIsHeld: assert (!follows || !was_closing || (!held_valid && last_total == count_q &&
          pick_valid == (count_q != '0) &&
          (!pick_valid || pick_output == (wanted_found_q ? wanted_output_q : first_output_q))));
      PickCounted: assert (!pick_valid || last_total_state != '0);
      WantedInRange: assert (32'(wanted) < Radix * Vcs
                             && (!pick_valid || 32'(last_total_state) <= Radix * Vcs));
      NextInRange: assert (!pick_valid || turn < 3'd2
                           || (NumberBits+4)'(next) < bound * (NumberBits+4)'(last_total_state));
      WantedIsNext: assert (!follows || !was_closing || 
          wanted == (was_picked ? was_next[NumberBits-1:0] : '0));
      NextIsStated: assert (!follows || next == next_q);
      DisabledClears: assert (!was_started || !cleared ||
          {turn, last_total, wanted, held_valid, pick_valid} == '0);
    end
    WantedComesLater: cover (follows && was_closing && pick_valid && wanted_found_q
                             && wanted_output_q != first_output_q);
    FirstInItsPlace: cover (follows && was_closing && pick_valid && !wanted_found_q);
    Reduces: cover (follows && turn > 3'd3 && next != was_next && last_total > NumberBits'(2));
  end

endmodule
