// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of request_sampler: each input draws its own word of a source that steps as stated.
// properties: asserts=8 covers=3
// proof: depth=2 Radix=4 Input=3
// proof: depth=2 Radix=4 Input=0
// bounded: depth=3 Radix=5 Input=4
// cover: depth=6 Radix=4 Input=3
// larger: the inputs share nothing but the source and their pick does not depend on Radix; the rotations
// larger: of an input are constants; the pick itself is proved in lane_sampler, with more VCs too
// mutant SourceIsStated: @cbcm_pkg s/value << 13/value << 12/
// mutant SourceIsNeverZero: s/cbcm_pkg::start_of(cfg_seed_i)/cfg_seed_i/
// mutant PickIsOfItsWord: s/(5 . i + 9) % 64/(5 * i + 8) % 64/
// mutant ValidMeansRequester: s/request_i.i.LaneBits +: LaneBits.)/request_i[0 +: LaneBits])/
// mutant NoPickIsZero: @lane_sampler s/{1'b1, first} & .*/{|total, first | PortBits'(total == '0)};/
// mutant DisabledClears: @lane_sampler s/if (enable_i) pick_q/pick_q/
// mutant QuiescentHoldsState: s/quiescent_o ? random_q : cbcm_pkg::stepped(random_q)/cbcm_pkg::stepped(random_q)/
// mutant QuiescentIsSilent: s/= ~(|pick_valid_o)/= ~(\&pick_valid_o)/

module request_sampler_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1,
  /// The one whose picks are followed.
  parameter int unsigned Input = 0,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [15:0]                cfg_sampled_vcs_i,
  input logic [63:0]                cfg_seed_i
);

  localparam int unsigned LaneBits = Radix * Vcs;

  logic [Radix-1:0]          pick_valid;
  logic [Radix*PortBits-1:0] pick_output;
  logic                      quiescent;
  logic [63:0]               random;

  request_sampler #(.Radix(Radix), .Vcs(Vcs)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i,
    .pick_valid_o(pick_valid), .pick_output_o(pick_output), .quiescent_o(quiescent),
    .formal_random_o(random)
  );

  // The source S as the contract has it, bit for bit, and the words drawn from it.
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

  logic [63:0] source;
  logic        any_requester;
  always_comb begin
    any_requester = 1'b0;
    for (int b = 0; b < Radix * LaneBits; b++)
      if (request_i[b] && cfg_sampled_vcs_i[b % Vcs]) any_requester = 1'b1;
  end

  // The pick by a plain scan.
  localparam int unsigned W = $clog2(LaneBits + 1);
  logic [W-1:0]        total, number, seen;
  logic [15:0]         word;
  logic [PortBits-1:0] scanned;
  always_comb begin
    total = '0;
    for (int b = 0; b < LaneBits; b++)
      if (request_i[Input*LaneBits + b] && cfg_sampled_vcs_i[b % Vcs]) total = total + W'(1);
    word    = word_of(source);
    number  = W'(({16'b0, total} * {{W{1'b0}}, word}) >> 16);
    scanned = '0;
    seen    = '0;
    for (int b = 0; b < LaneBits; b++) begin
      if (request_i[Input*LaneBits + b] && cfg_sampled_vcs_i[b % Vcs]) begin
        if (seen == number) scanned = PortBits'(b / Vcs);
        seen = seen + W'(1);
      end
    end
  end

  logic                started, was_started, was_enabled, expected_valid, asleep;
  logic [PortBits-1:0] expected_output;
  initial {started, was_started} = '0;

  always @(posedge clk_i) begin
    started         <= 1'b1;
    was_started     <= started;
    was_enabled     <= enable_i;
    expected_valid  <= total != '0;
    expected_output <= scanned;
    if (!started) source <= 64'h9E37_79B9_7F4A_7C15;
    else if (!enable_i) source <= cfg_seed_i == '0 ? 64'h9E37_79B9_7F4A_7C15 : cfg_seed_i;
    else if (any_requester) source <= step_of(source);
  end

  quiescence_properties #(
    .RegisterBits(Radix + Radix * PortBits + 64), .LevelBits(1 + 16 + 64)
  ) u_quiescence (
    .clk_i,
    .started_i   (started),
    .idle_i      (request_i == '0),
    .quiescent_i (quiescent),
    .levels_i    ({enable_i, cfg_sampled_vcs_i, cfg_seed_i}),
    .registers_i ({pick_valid, pick_output, random}),
    .event_i     (|pick_valid),
    .busy_i      (enable_i && !quiescent),
    .asleep_o    (asleep)
  );

  logic follows;
  assign follows = was_started && was_enabled;

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      // The register steps a clock late, when the picks tell that there were requesters.
      SourceIsStated: assert (source == (quiescent ? random : step_of(random)));
      SourceIsNeverZero: assert (random != '0);
      ValidMeansRequester: assert (!follows || pick_valid[Input] == expected_valid);
      PickIsOfItsWord: assert (!follows || !expected_valid ||
                               pick_output[Input*PortBits +: PortBits] == expected_output);
      NoPickIsZero: assert (pick_valid[Input] || pick_output[Input*PortBits +: PortBits] == '0);
      DisabledClears: assert (follows || pick_valid == '0);
    end
    PicksOfAllInputs: cover (started && (&pick_valid));
    SleepsWhileEnabled: cover (was_started && asleep && enable_i && cfg_seed_i == '0 &&
                              source != 64'h9E37_79B9_7F4A_7C15);
  end

endmodule
