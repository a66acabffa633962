// SPDX-License-Identifier: Apache-2.0
// First part of a picker: the requests of every output of the lane in turn, and their total.
//
// Contract:   docs/reference/cbcm/shared_sampler.md (a look: requesters and `v`)
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  part of picker: one lane and one random word per active clock
// Latency:    2 active clocks: counts, then their total
// Parameters: Radix 4-64, Vcs 1-16, Inputs 1-16: a multiplexer of Inputs lanes, two adder trees.
// Not handled: requests are taken as they are, the input's own output included.
//
// Fields of equal width are added side by side in one word; zeros between them stop every carry.
// A pick names an output only, so counts serve, and they are fewer bits than the requests.
//
// lint-params: Radix=4 Vcs=1 Inputs=2
// lint-params: Radix=22 Vcs=3
// lint-large: Radix=64 Vcs=16 Inputs=16
// lint-illegal: Radix=65
// lint-illegal: Vcs=17
// lint-illegal: Inputs=17

module pick_counts #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Lanes to choose from.
  parameter int unsigned Inputs = 8,
  localparam int unsigned PhaseBits = Inputs > 1 ? $clog2(Inputs) : 1,
  localparam int unsigned FieldBits = $clog2(Vcs + 1),
  localparam int unsigned CountBits = Radix * FieldBits,
  localparam int unsigned TotalBits = $clog2(Radix * Vcs + 1)
) (
  /// Clock, rising edge.
  input  logic                         clk_i,
  /// Asynchronous reset, active low.
  input  logic                         rst_ni,
  /// Low: every register is cleared.
  input  logic                         enable_i,
  /// The pipeline advances.
  input  logic                         active_i,
  /// Number of the lane to look at; none is looked at from `Inputs` on.
  input  logic [PhaseBits:0]           phase_i,
  /// Lane `k`: bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Inputs*Radix*Vcs-1:0]  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [Vcs-1:0]               cfg_sampled_vcs_i,
  /// Random fraction of the requesters, in 65536ths.
  input  logic [15:0]                  word_i,
  /// The lane looked at has a requester.
  output logic                         found_o,
  /// The look of the last clock found a requester.
  input  logic                         counted_i,
  /// Requesters per output.
  output logic [CountBits-1:0]         counts_o,
  /// The random word of the look.
  output logic [15:0]                  word_o,
  /// Requesters of the lane.
  output logic [TotalBits-1:0]         total_o
`ifdef FORMAL
  ,
  /// Counts and word of the first of two clocks.
  output logic [CountBits+15:0]        formal_first_o
`endif
);

  localparam int unsigned LaneBits = Radix * Vcs;
  localparam int unsigned Levels   = $clog2(Radix);
  localparam int unsigned TreeBits = (1 << Levels) * FieldBits;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 0;
  localparam int unsigned PipelineBits = 2 * (CountBits + 16) + TotalBits;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);
  if (Inputs < 1 || Inputs > 16) $fatal(1, "%m: Inputs = %0d is not in 1-16", Inputs);

  // Masks are constants, so that no simulator forms them in every clock.
  function automatic logic [LaneBits-1:0] first_vcs();
    for (int b = 0; b < LaneBits; b++) first_vcs[b] = b % Vcs == 0;
  endfunction
  function automatic logic [Levels*TreeBits-1:0] even_fields();
    for (int b = 0; b < Levels * TreeBits; b++)
      even_fields[b] = (((b % TreeBits) / FieldBits) >> (b / TreeBits)) % 2 == 0;
  endfunction
  // Where Vcs is a power of two, a field's top bit is set by its largest value alone: two of those
  // need no carry, and one goes with no carry from the bits below.
  function automatic logic [Levels*TreeBits-1:0] top_bits();
    for (int b = 0; b < Levels * TreeBits; b++)
      top_bits[b] = (1 << $clog2(Vcs)) == Vcs
          && (b % TreeBits) % (FieldBits << (b / TreeBits + 1)) == FieldBits - 1 + b / TreeBits;
  endfunction
  localparam logic [LaneBits-1:0]        Ones = first_vcs();
  localparam logic [Levels*TreeBits-1:0] Even = even_fields();
  localparam logic [Levels*TreeBits-1:0] Top  = top_bits();

  // Requesters per output of a lane.
  function automatic logic [CountBits-1:0] counts_of(input logic [LaneBits-1:0] lane);
    logic [LaneBits-1:0] fields;
    fields = lane & Ones;
    for (int v = 1; v < Vcs; v++) fields = fields + ((lane >> v) & Ones);
    for (int o = 0; o < Radix; o++)
      counts_of[o*FieldBits +: FieldBits] = fields[o*Vcs +: FieldBits];
  endfunction

  // Sum of all counts: neighbours are added until one field is left.
  function automatic logic [TotalBits-1:0] total_of(input logic [CountBits-1:0] counts);
    logic [TreeBits-1:0] fields, one, other, top;
    fields = TreeBits'(counts);
    for (int level = 0; level < Levels; level++) begin
      top    = Top[level*TreeBits +: TreeBits];
      one    = fields & Even[level*TreeBits +: TreeBits];
      other  = (fields >> ((1 << level) * FieldBits)) & Even[level*TreeBits +: TreeBits];
      fields = ((one & ~top) + (other & ~top)) | ((one ^ other) & top)
               | ((one & other & top) << 1);
    end
    total_of = fields[TotalBits-1:0];
  endfunction

  logic [LaneBits-1:0] lane, takes_part;
  assign takes_part = {Radix{cfg_sampled_vcs_i}};
  assign found_o    = |lane;

  always_comb begin : look
    lane = '0;
    for (int k = 0; k < Inputs; k++) begin
      if (phase_i == (PhaseBits+1)'(k)) lane |= request_i[k*LaneBits +: LaneBits] & takes_part;
    end
  end

  logic [CountBits-1:0] counts_q;
  logic [15:0]          word_q;
  logic [TotalBits-1:0] total_q;
  assign counts_o = counts_q;
  assign word_o   = word_q;
  assign total_o  = total_q;

  logic [CountBits-1:0] first_counts_q;
  logic [15:0]          first_word_q;
`ifdef FORMAL
  assign formal_first_o = {first_counts_q, first_word_q};
`endif
  always_ff @(posedge clk_i or negedge rst_ni) begin : counts
    if (!rst_ni) begin
      {first_counts_q, first_word_q} <= '0;
    end else if (!enable_i) begin
      {first_counts_q, first_word_q} <= '0;
    end else if (active_i && found_o) begin
      first_counts_q <= counts_of(lane);
      first_word_q   <= word_i;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin : total
    if (!rst_ni) begin
      {counts_q, word_q, total_q} <= '0;
    end else if (!enable_i) begin
      {counts_q, word_q, total_q} <= '0;
    end else if (active_i && counted_i) begin
      counts_q <= first_counts_q;
      word_q   <= first_word_q;
      total_q  <= total_of(first_counts_q);
    end
  end

endmodule
