// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of multiplexed_contention: whatever its registers and its memory held, a round of
// the ring later the sum that is formed anew is that of the samples.
// wraps: multiplexed_contention
// properties: asserts=2 covers=1
// proof: depth=33 Radix=4 Output=2
// proof: depth=33 Radix=9 Output=8
// cover: depth=35 Radix=4 Output=2
// mutants: Radix=4 Output=2
// quick: no
// larger: a round is NumSamples turns of all rows whatever the radix; rows are alike
// assumed: the round begins with that row's turn to come, and samples are counted: turn, place and
// assumed: row go round whatever else was struck (multiplexed_contention_fv)
// mutant NeverReadWhereWritten: s/read_address_i  ({read_pointer_q, turn_q})/read_address_i  ({pointer, sample_turn})/
// mutant HealsWithinARound: depth=35 s/= scrub_datapath\[d\] \&\& scrub_turn/= 1'b0 \&\& scrub_turn/
// mutant HealsWithinARound: depth=35 s/if (samples \&\& scrub_turn) scrub_sum_q/if (samples) scrub_sum_q/

module multiplexed_contention_scrub_fv #(
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
  input logic [Radix-1:0]          pick_valid_i,
  input logic [Radix*PortBits-1:0] pick_output_i
);

  localparam int unsigned Turn       = Output % SampleInterval;
  localparam int unsigned Datapath   = Output / SampleInterval;
  localparam int unsigned WordBits   = Datapaths * PortBits;
  localparam int unsigned MemoryBits = NumSamples * SampleInterval * WordBits;
  localparam int unsigned LimitBits  = cbcm_pkg::limit_bits(PortBits, NumSamples);
  localparam int unsigned RowsBits   = SampleInterval * RowBits + LimitBits + 1;
  localparam int unsigned IndexBits  = $clog2(Datapaths * SampleInterval);
  localparam int unsigned OwnBits    =
      Radix + 4 + 4 + 1 + 1 + 1 + IndexBits + SumBits + 2 + 3 + 2 * WordBits;

  logic [MemoryBits+Datapaths*RowsBits+OwnBits-1:0] state;
  logic [OwnBits-1:0]            own;
  logic [Datapaths*RowsBits-1:0] rows;
  logic [MemoryBits-1:0]         memory;
  logic [Radix-1:0]              congested;
  logic [3:0]                    calm, known;
  logic                          phase, wrapped, counted;
  logic [1:0]                    read_pointer;
  logic [2:0]                    turn;
  logic [WordBits-1:0]           oldest, degree;
  logic [IndexBits-1:0]          scrub_output;
  logic [SumBits-1:0]            scrub_sum;

  // Never reset: the registers begin with any value.
  multiplexed_contention #(
    .Radix(Radix), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval),
    .SampleInterval(SampleInterval)
  ) dut (
    .clk_i, .rst_ni(1'b1), .enable_i(1'b1), .pick_valid_i, .pick_output_i,
    .congested_o(), .quiescent_o(), .state_o(state)
  );
  assign {memory, rows, own} = state;
  assign {congested, calm, known, phase, wrapped, counted, scrub_output, scrub_sum, read_pointer,
          turn, oldest, degree} = own;

  logic [5:0] clocks;
  initial clocks = '0;
  always @(posedge clk_i) if (clocks != 6'd33) clocks <= clocks + 6'd1;

  // The output's row at the end of a round, when the row of turn 0 is the next one.
  logic [SumBits-1:0]  sum, held;
  logic [WordBits-1:0] word;
  assign sum = rows[Datapath*RowsBits + Turn*RowBits + RowBits - SumBits +: SumBits];
  always_comb begin
    held = '0;
    word = '0;
    for (int p = 0; p < NumSamples; p++) begin
      word = memory[(p*SampleInterval + Turn)*WordBits +: WordBits];
      held = held + SumBits'(word[Datapath*PortBits +: PortBits]);
    end
  end

  always_comb begin
    // The first sample of the round is about to enter the row of turn 0.
    if (clocks == '0)
      assume (turn == 3'd1 && read_pointer == '0 && counted && 32'(scrub_output) == Output);
    assume (pick_valid_i != '0);
    HealsWithinARound: assert (clocks != 6'd32 || sum == held);
    Heals: cover (clocks == 6'd32 && sum != '0);
  end

endmodule
