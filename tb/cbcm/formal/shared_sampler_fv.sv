// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of shared_sampler: turns, words, standing picks and quiescence, whatever a look finds.
// properties: asserts=12 covers=4
// proof: depth=2 Radix=6 SampleInterval=4 Input=5
// proof: depth=2 Radix=6 SampleInterval=4 Input=2
// proof: depth=2 Radix=4 SampleInterval=16 Input=3
// proof: depth=2 Radix=5 SampleInterval=2 Input=4
// bounded: depth=4 Radix=22 SampleInterval=8 Input=17
// cover: depth=16 Radix=5 SampleInterval=2 Input=4
// abstract: picker
// larger: every input meets the source, the phase and its own picker only, and none of them depends on
// larger: Radix; the rotations of an input's word are constants (the sum of a part by phase bits and one
// larger: by picker), proved for some inputs and for each phase width but 3, which is run
// assumed: a picker is any circuit that holds while inactive, is clear when disabled and whose looks that
// assumed: found something leave it after exactly PickRanks active clocks; what a pick is: see picker
// mutant SourceIsStated: @cbcm_pkg s/value << 13/value << 12/
// mutant SourceIsNeverZero: s/cbcm_pkg::start_of(cfg_seed_i)/cfg_seed_i/
// mutant PhaseCountsActiveClocks: s/end else if (active) begin/end else begin/
// mutant LooksInTurn: s/? LaneNumberBits'(phase_q)/? LaneNumberBits'(phase_q ^ 1)/
// mutant LooksOncePerInterval: s/phase_q  <= phase_q + 1'b1/phase_q  <= '0/
// mutant WordIsOfInput: s/rotated(turned_5,  *5 << b)/rotated(turned_5, 4 << b)/
// mutant ArrivesAtItsInput: s/arriving == PhaseBits'(k)/phase_q == PhaseBits'(k)/
// mutant PickStands: s/arriving == PhaseBits'(k)/1'b1/
// mutant NoPickIsZero: s/& {PortBits{found.i.SampleInterval.}}//
// mutant DisabledClears: s/pick_valid_q  <= '0;/pick_valid_q  <= pick_valid_q;/
// mutant QuiescentHoldsState: s/assign active      = .*/assign active = enable_i;/
// mutant QuiescentIsSilent: s/~(|pick_valid_o) \&\& ~(|busy)/~(|pick_valid_o)/

module shared_sampler_fv #(
  parameter int unsigned Radix = 6,
  parameter int unsigned Vcs = 1,
  parameter int unsigned SampleInterval = 4,
  /// The one that is followed.
  parameter int unsigned Input = 5,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [15:0]                cfg_sampled_vcs_i,
  input logic [63:0]                cfg_seed_i
);

  localparam int unsigned Pickers = (Radix + SampleInterval - 1) / SampleInterval;
  localparam int unsigned Picker  = Input / SampleInterval;
  localparam int unsigned Turn    = Input % SampleInterval;
  localparam logic [63:0] DefaultSeed = 64'h9E37_79B9_7F4A_7C15;

  logic [Radix-1:0]            pick_valid;
  logic [Radix*PortBits-1:0]   pick_output;
  logic                        quiescent;
  logic [63:0]                 random;
  logic [3:0]                  phase;
  logic [5*Pickers-1:0]        lanes;
  logic [16*Pickers-1:0]       words;
  logic [Pickers-1:0]          founds, busy;
  logic [Pickers*PortBits-1:0] outputs;

  shared_sampler #(.Radix(Radix), .Vcs(Vcs), .SampleInterval(SampleInterval)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i,
    .pick_valid_o(pick_valid), .pick_output_o(pick_output), .quiescent_o(quiescent),
    .formal_random_o(random), .formal_phase_o(phase), .formal_lane_o(lanes),
    .formal_word_o(words), .formal_found_o(founds), .formal_output_o(outputs),
    .formal_busy_o(busy)
  );

  // The source S as the contract has it, bit for bit, and the input's word.
  function automatic logic [63:0] step_of(input logic [63:0] s);
    logic [63:0] a, b;
    for (int k = 0; k < 64; k++) a[k] = s[k] ^ (k >= 13 ? s[k-13] : 1'b0);
    for (int k = 0; k < 64; k++) b[k] = a[k] ^ (k + 7 < 64 ? a[k+7] : 1'b0);
    for (int k = 0; k < 64; k++) step_of[k] = b[k] ^ (k >= 17 ? b[k-17] : 1'b0);
  endfunction
  function automatic logic [15:0] word_of(input logic [63:0] s);
    for (int k = 0; k < 16; k++)
      word_of[k] = s[(k + 128 - Input % 64) % 64] ^ s[(k + 128 - (5 * Input + 9) % 64) % 64]
                   ^ s[(k + 128 - (11 * Input + 30) % 64) % 64];
  endfunction

  // Source and phase as stated; active clocks since the last look at the input, and since all looks.
  logic        started, was_started, was_enabled, was_active, active, looks, arrives;
  logic        was_arriving, was_found, last_valid, asleep;
  logic [63:0] source;
  logic [31:0] turn;
  logic [4:0]  since;
  logic [PortBits-1:0] was_output, last_output, now_output;
  initial {started, was_started} = '0;
  assign active     = enable_i && (request_i != '0 || pick_valid != '0 || busy != '0);
  assign looks      = active && lanes[5*Picker +: 5] == 5'(Turn);
  // A look of PickRanks active clocks ago arrives.
  assign arrives    = active && (turn + 32 - cbcm_pkg::PickRanks) % SampleInterval == Turn;
  assign now_output = pick_output[Input*PortBits +: PortBits];

  always @(posedge clk_i) begin
    started      <= 1'b1;
    was_started  <= started;
    was_enabled  <= enable_i;
    was_active   <= active;
    was_arriving <= arrives;
    was_found    <= founds[Picker];
    was_output   <= outputs[Picker*PortBits +: PortBits];
    last_valid   <= pick_valid[Input];
    last_output  <= now_output;
    if (!started || !enable_i) begin
      source <= started && cfg_seed_i != '0 ? cfg_seed_i : DefaultSeed;
      turn   <= '0;
      since  <= 5'(SampleInterval - 1 - Turn);
    end else if (active) begin
      source <= step_of(source);
      turn   <= turn == SampleInterval - 1 ? 0 : turn + 1;
      since  <= looks ? '0 : since + 5'd1;
    end
  end

  quiescence_properties #(
    .RegisterBits(Radix + Radix * PortBits + 64 + 4 + Pickers), .LevelBits(1 + 16 + 64)
  ) u_quiescence (
    .clk_i,
    .started_i   (started),
    .idle_i      (request_i == '0),
    .quiescent_i (quiescent),
    .levels_i    ({enable_i, cfg_sampled_vcs_i, cfg_seed_i}),
    .registers_i ({pick_valid, pick_output, random, phase, busy}),
    // Nothing stands and nothing is about to.
    .event_i     ((|pick_valid) || (|founds) || (|busy)),
    .busy_i      (enable_i && !quiescent),
    .asleep_o    (asleep)
  );

  logic follows;
  assign follows = was_started && was_enabled;

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      SourceIsStated: assert (random == source);
      SourceIsNeverZero: assert (random != '0);
      PhaseCountsActiveClocks: assert (32'(phase) == turn && turn < SampleInterval);
      LooksInTurn: assert ((lanes[5*Picker +: 5] == 5'(Turn)) == (turn == Turn));
      // Exactly SampleInterval active clocks lie between two looks: none is lost, none comes twice.
      LooksOncePerInterval: assert ((!looks || 32'(since) == SampleInterval - 1) &&
          32'(since) == (turn + SampleInterval - 1 - Turn) % SampleInterval);
      WordIsOfInput: assert (!looks || words[16*Picker +: 16] == word_of(source));
      ArrivesAtItsInput: assert (!follows || !was_arriving || (pick_valid[Input] == was_found &&
                                 (!was_found || now_output == was_output)));
      PickStands: assert (!follows || was_arriving ||
                          (pick_valid[Input] == last_valid && now_output == last_output));
      NoPickIsZero: assert (pick_valid[Input] || now_output == '0);
      DisabledClears: assert (follows || (pick_valid == '0 && pick_output == '0 && busy == '0));
    end
    PicksStand: cover (started && pick_valid[Input] && pick_valid[0] && enable_i);
    PickVanishes: cover (was_started && was_enabled && last_valid && !pick_valid[Input]);
    PickReplaced: cover (follows && last_valid && pick_valid[Input] && now_output != last_output);
  end

endmodule
