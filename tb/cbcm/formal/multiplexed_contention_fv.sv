// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of multiplexed_contention: what is counted, that a sum is that of the samples held,
// the decision, sleep.
// properties: asserts=18 covers=2
// proof: depth=1 Radix=4 Output=2
// proof: depth=1 Radix=9 Output=8
// bounded: depth=12 Radix=4 Output=0
// cover: depth=24 Radix=4 Output=0
// mutants: Radix=4 Output=0
// quick: no
// larger: datapaths are alike and meet only in the words of the memory and in what says that all is
// larger: calm, an AND; turns, pointer and phase are counters
// assumed: no port picks the output of its own number (a router's routes exclude it)
// mutant CountExact: s/for (int i = 0; i < Radix; i++)/for (int i = 1; i < Radix; i++)/
// mutant TurnsGoRound: s/turn_q    <= turn_q + 1'b1/turn_q    <= turn_q + 2'd2/
// mutant PlacesGoRound: s/if (&turn_q) read_pointer_q/if (turn_q == '0) read_pointer_q/
// mutant OldestIsRead: s/read_address_i  ({read_pointer_q, turn_q})/read_address_i  ({read_pointer_q, sample_turn})/
// mutant SumExact: depth=50 s/& {PortBits{wrapped_q}})/)/
// mutant ScrubSumExact: depth=12 s/(pointer == '0 ? '0 : scrub_sum_q)/scrub_sum_q/
// mutant ScrubsInTurn: depth=36 s/scrub_output_q + 1'b1;/scrub_output_q;/
// mutant NeverReadWhereWritten: s/read_address_i  ({read_pointer_q, turn_q})/read_address_i  ({pointer, sample_turn})/
// mutant KnownCountsRows: s/if (!known) known_q <= known_q + 1'b1;/known_q <= (TurnBits+1)'(SampleInterval);/
// mutant DecisionIsOfItsRow: @multiplexed_window s/> 32'(limit_q)/>= 32'(limit_q)/
// mutant DecidesFromItsRow: depth=60 s/{SampleInterval{above.d.}}/{SampleInterval{!above[d]}}/
// mutant DecidesInTurn: s/(congested_q \& ~in_turn)/(~congested_q \& ~in_turn)/
// mutant CalmRowsAreZero: depth=40 s/(&zero) \&\&/1'b1 \&\&/
// mutant QuiescentMeansZero: depth=40 s/(&zero) \&\&/1'b1 \&\&/
// mutant PhaseInRange: s/phase_q <= closes ? '0 : phase_q + 1'b1;/phase_q <= phase_q + 1'b1 + phase_q;/
// mutant DisabledClears: s/{phase_q, known_q, wrapped_q}       <= '0;/{phase_q, wrapped_q} <= '0;/
// mutant QuiescentHoldsState: s/assign active = .*/assign active = 1'b1;/
// mutant QuiescentIsSilent: depth=60 s/assign quiescent_o = .*/assign quiescent_o = calm_q[TurnBits] || !(|pick_valid_i);/

module multiplexed_contention_fv #(
  parameter int unsigned Radix = 4,
  /// The one that is followed.
  parameter int unsigned Output = 0,
  localparam int unsigned SampleInterval      = 8,
  localparam int unsigned NumSamples          = 4,
  localparam int unsigned BoundSampleInterval = 2,
  localparam int unsigned PortBits  = $clog2(Radix),
  localparam int unsigned Datapaths = (Radix + SampleInterval - 1) / SampleInterval,
  localparam int unsigned SumBits   = cbcm_pkg::sum_bits(NumSamples, (1 << PortBits) - 1),
  localparam int unsigned RowBits   = SumBits + 4 * PortBits
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic                      enable_i,
  input logic [Radix-1:0]          pick_valid_i,
  input logic [Radix*PortBits-1:0] pick_output_i
);

  localparam int unsigned Turn       = Output % SampleInterval;
  localparam int unsigned Datapath   = Output / SampleInterval;
  localparam int unsigned WordBits   = Datapaths * PortBits;
  localparam int unsigned MemoryBits = NumSamples * SampleInterval * WordBits;
  localparam int unsigned LimitBits  = cbcm_pkg::limit_bits(PortBits, NumSamples);
  // Behind a datapath's rows its limit and decision.
  localparam int unsigned RowsBits   = SampleInterval * RowBits + LimitBits + 1;
  localparam int unsigned IndexBits  = $clog2(Datapaths * SampleInterval);
  localparam int unsigned OwnBits    =
      Radix + 4 + 4 + 1 + 1 + 1 + IndexBits + SumBits + 2 + 3 + 2 * WordBits;

  logic [Radix-1:0]                      congested, congested_state;
  logic                                  quiescent;
  logic [MemoryBits+Datapaths*RowsBits+OwnBits-1:0] state;
  logic [OwnBits-1:0]                    own;
  logic [Datapaths*RowsBits-1:0]         rows;
  logic [MemoryBits-1:0]                 memory;
  logic [3:0]                            calm, known;
  logic                                  phase, wrapped, counted;
  logic [1:0]                            pointer, read_pointer;
  logic [2:0]                            sample_turn, turn;
  logic [WordBits-1:0]                   oldest, degree;
  logic [IndexBits-1:0]                  scrub_output;
  logic [SumBits-1:0]                    scrub_sum;

  multiplexed_contention #(
    .Radix(Radix), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval),
    .SampleInterval(SampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .pick_valid_i, .pick_output_i,
    .congested_o(congested), .quiescent_o(quiescent), .state_o(state)
  );
  assign {memory, rows, own} = state;
  assign {congested_state, calm, known, phase, wrapped, counted, scrub_output, scrub_sum,
          read_pointer, turn, oldest, degree} = own;
  // What the count's clock before was about is what the windows take now.
  assign sample_turn = turn - 3'd1;
  assign pointer     = turn == '0 ? read_pointer - 2'd1 : read_pointer;

  // Picks of the outputs whose turn it is, datapath by datapath; whether a port picks its own.
  logic [WordBits-1:0] counts;
  logic                own_pick;
  always_comb begin
    logic [PortBits:0] picks;
    counts   = '0;
    own_pick = 1'b0;
    picks    = '0;
    for (int i = 0; i < Radix; i++)
      if (pick_valid_i[i] && 32'(pick_output_i[i*PortBits +: PortBits]) == i) own_pick = 1'b1;
    for (int d = 0; d < Datapaths; d++) begin
      picks = '0;
      for (int i = 0; i < Radix; i++)
        if (pick_valid_i[i] && 32'(pick_output_i[i*PortBits +: PortBits])
                               == d * SampleInterval + 32'(turn))
          picks = picks + 1'b1;
      counts[d*PortBits +: PortBits] = picks[PortBits-1:0];
    end
  end

  // The output's row: so many turns from now, written since reset or not, and of how many turns ago.
  logic [2:0]         until_turn;
  logic [RowBits-1:0] row;
  logic [SumBits-1:0] sum, held, held_of_round;
  logic               row_known, calm_row;
  logic [2:0]         taken;  // samples of this round of the ring, NumSamples at most
  logic [WordBits-1:0] word;
  assign until_turn = 3'(Turn) - (counted ? sample_turn : 3'd0);
  assign row_known  = 4'(until_turn) + known >= 4'd8;
  assign calm_row   = 4'(until_turn) + calm >= 4'd8;
  assign row        = rows[Datapath*RowsBits + until_turn*RowBits +: RowBits] & {RowBits{row_known}};
  assign sum        = row[RowBits-1 -: SumBits];
  // Those before the pointer, and its own if the output's turn has been.
  assign taken      = !counted ? 3'd0 : 3'(pointer) + 3'(3'(Turn) < sample_turn);
  always_comb begin
    held          = '0;
    held_of_round = '0;
    word          = '0;
    for (int p = 0; p < NumSamples; p++) begin
      word = memory[(p*SampleInterval + Turn)*WordBits +: WordBits];
      if (wrapped || 3'(p) < taken) held = held + SumBits'(word[Datapath*PortBits +: PortBits]);
      if (3'(p) < taken)
        held_of_round = held_of_round + SumBits'(word[Datapath*PortBits +: PortBits]);
    end
  end

  // Of the datapath: the limit of the next row and the decision of the one whose turn it is, and what
  // they should be.
  logic                 decided, should_decide, decides;
  logic [LimitBits-1:0] limit;
  logic [31:0]          row_limit, next_limit;
  logic [RowBits-1:0]   turn_row, next_row;
  assign {decided, limit} = rows[Datapath*RowsBits + SampleInterval*RowBits +: LimitBits + 1];
  assign turn_row         = rows[Datapath*RowsBits +: RowBits];
  assign next_row         = rows[Datapath*RowsBits + RowBits +: RowBits];
  assign row_limit        = 32'(BoundSampleInterval) * (32'(turn_row[PortBits-1:0]) +
                                32'(turn_row[PortBits+:PortBits])) + 32'(2 * NumSamples);
  assign next_limit       = 32'(BoundSampleInterval) * (32'(next_row[PortBits-1:0]) +
                                32'(next_row[PortBits+:PortBits])) + 32'(2 * NumSamples);
  assign should_decide    = 32'({turn_row[RowBits-1 -: SumBits], 1'b0}) > row_limit;
  assign decides          = known == 4'd8 && should_decide;

  logic started, was_started, was_enabled, was_active, was_turn, was_decides, active;
  logic [WordBits-1:0] was_counts;
  logic [IndexBits-1:0] was_scrub_output;
  logic [2:0]           was_number;
  logic [1:0]           was_read_pointer;
  logic                 was_last;
  logic [Radix-1:0]    was_congested;
  initial {started, was_started} = '0;
  assign active = enable_i && (!quiescent || pick_valid_i != '0);
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_started   <= started;
    was_active    <= active;
    was_counts    <= counts;
    was_number    <= turn;
    was_last      <= counted && sample_turn == 3'd7 && pointer == 2'd3;
    was_scrub_output <= scrub_output;
    was_read_pointer <= read_pointer;
    was_congested <= congested;
    was_turn      <= counted && sample_turn == 3'(Turn);
    was_decides   <= decides;
  end

  logic asleep;
  quiescence_properties #(.RegisterBits(OwnBits), .LevelBits(1)) u_quiescence (
    .clk_i,
    .started_i   (started),
    .idle_i      (pick_valid_i == '0),
    .quiescent_i (quiescent),
    .levels_i    (enable_i),
    .registers_i (own),
    .event_i     (congested != '0),
    .busy_i      (enable_i && !quiescent),
    .asleep_o    (asleep),
    .last_levels_o (was_enabled)
  );

  logic follows;
  assign follows = was_started && was_enabled && was_active;

  always_comb begin
    assume (rst_ni == started);
    assume (!own_pick);
    if (started) begin
      CountExact: assert (!follows || degree == was_counts);
      TurnsGoRound: assert (!follows || turn == was_number + 3'd1);
      PlacesGoRound: assert (!follows || read_pointer == was_read_pointer + 2'(&was_number));
      ScrubsInTurn: assert (!follows || scrub_output == was_scrub_output + IndexBits'(was_last));
      PhaseInRange: assert (phase == (counted && pointer[0]));
      OldestIsRead: assert (!counted
                            || oldest == memory[{pointer, sample_turn}*WordBits +: WordBits]);
      // Rows are known one by one, and all samples have been once the pointer has gone round.
      KnownCountsRows: assert ((counted || (!wrapped && known == '0 && turn == '0
                                            && read_pointer == '0)) && known <= 4'd8
          && (!counted || known == (pointer == '0 && !wrapped ? 4'(sample_turn) : 4'd8)));
      SumExact: assert (sum == held);
      ScrubSumExact: assert (32'(scrub_output) != Output || taken == '0
                             || scrub_sum == held_of_round);
      DecidesInTurn: assert (!was_started || !was_enabled || was_turn
                             || congested[Output] == was_congested[Output]);
      DecidesFromItsRow: assert (!follows || !was_turn || congested[Output] == was_decides);
      DecisionIsOfItsRow: assert ((known < 4'd1 || 32'(limit) == next_limit) &&
                                  (known < 4'd2 || decided == should_decide));
      CalmRowsAreZero: assert (calm <= 4'd8 && (!calm_row || row == '0));
      QuiescentMeansZero: assert (!quiescent || (row == '0 && congested == '0));
      DisabledClears: assert (!was_started || was_enabled ||
          ({turn, read_pointer, counted, phase, known, wrapped, scrub_output, congested} == '0 &&
           quiescent));
    end
    Congests: cover (started && congested[Output]);
  end

endmodule
