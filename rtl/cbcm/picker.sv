// SPDX-License-Identifier: Apache-2.0
// Picks the output of one requester of a lane uniformly at random, in a pipeline of short steps.
//
// Contract:   docs/reference/cbcm/shared_sampler.md (a look, from its request to its pick)
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  part of shared_sampler: the lanes that share it, the number of the one to look at and
//             a random word; a pick leaves PickRanks active clocks later, for a register behind it
// Latency:    6 active clocks (cbcm_pkg::PickRanks) at every radix
// Parameters: Radix 4-64, Vcs 1-16, Inputs 1-16 (lanes that share the picker).
// Not handled: requests are taken as they are, an input's own output included.
//
// A clock per step; their depth beside an allocator's: docs/reference/cost.md.
//
// lint-params: Radix=4 Vcs=1 Inputs=2
// lint-params: Radix=17 Vcs=3
// lint-large: Radix=64 Vcs=16 Inputs=16
// lint-illegal: Radix=65
// lint-illegal: Vcs=17
// lint-illegal: Inputs=17

module picker #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Lanes to choose from.
  parameter int unsigned Inputs = 8,
  localparam int unsigned PortBits  = $clog2(Radix),
  localparam int unsigned PhaseBits = Inputs > 1 ? $clog2(Inputs) : 1
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
  /// The look that leaves the pipeline found a requester.
  output logic                         pick_valid_o,
  /// Its pick; undefined when it found none.
  output logic [PortBits-1:0]          pick_output_o,
  /// A look that found a requester is under way.
  output logic                         busy_o
);

  localparam int unsigned Ranks     = cbcm_pkg::PickRanks;
  localparam int unsigned CountBits = Radix * $clog2(Vcs + 1);
  localparam int unsigned TotalBits = $clog2(Radix * Vcs + 1);
  localparam int unsigned RestBits  = $clog2(Radix * Vcs);
  // Ranks whose look is at the input of the product and of the search.
  localparam int unsigned NumberAt  = 1;
  localparam int unsigned PlaceAt   = NumberAt + 2;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 0;
  localparam int unsigned PipelineBits = cbcm_pkg::picker_bits(Radix, Vcs);
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  logic [Ranks-1:0] valid_q;  // rank r: the look of r + 1 active clocks ago found a requester
  logic             found;
  assign busy_o       = |valid_q;
  assign pick_valid_o = valid_q[Ranks-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin : validity
    if (!rst_ni) valid_q <= '0;
    else if (!enable_i) valid_q <= '0;
    else if (active_i) valid_q <= {valid_q[Ranks-2:0], found};
  end

  logic [CountBits-1:0] total_counts, early_counts, rest_counts;
  logic [15:0]          total_word;
  logic [TotalBits-1:0] lane_total;
  logic [RestBits-1:0]  pick_rest;

  pick_counts #(
    .Radix  (Radix),
    .Vcs    (Vcs),
    .Inputs (Inputs)
  ) u_counts (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i,
    .phase_i,
    .request_i,
    .cfg_sampled_vcs_i,
    .word_i,
    .found_o   (found),
    .counted_i (valid_q[0]),
    .counts_o  (total_counts),
    .word_o    (total_word),
    .total_o   (lane_total)
  );

  pick_number #(
    .Radix (Radix),
    .Vcs   (Vcs)
  ) u_number (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i,
    .valid_i        (valid_q[NumberAt]),
    .multiplied_i   (valid_q[NumberAt+1]),
    .counts_i       (total_counts),
    .word_i         (total_word),
    .total_i        (lane_total),
    .early_counts_o (early_counts),
    .counts_o       (rest_counts),
    .rest_o         (pick_rest)
  );

  pick_place #(
    .Radix (Radix),
    .Vcs   (Vcs)
  ) u_place (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i,
    .valid_i        (valid_q[Ranks-2:PlaceAt-1]),
    .early_counts_i (early_counts),
    .counts_i       (rest_counts),
    .rest_i         (pick_rest),
    .pick_output_o
  );

endmodule
