// SPDX-License-Identifier: Apache-2.0
// Picks, for every input port of a router, one of its requesters uniformly at random, once per
// clock.
//
// Contract:   docs/reference/cbcm/request_sampler.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  one request vector per clock, all 0 is idle; picks are events of the next clock
// Latency:    1 clock
// Parameters: Radix 4-64 and Vcs 1-16.
//             Each input costs a count of Radix*Vcs bits, a 16-bit multiply and a search of
//             clog2(Radix) levels, all in one clock.
// Not handled: an input that requests its own output is picked like any other (cbcm_router
//             reports it).
//
// The random source steps for the requests of a clock in the clock after it, when the picks tell
// that there were any: `random` is the source as the contract page has it, `random_q` may lag one
// step.
//
// lint-params: Radix=4 Vcs=1
// lint-params: Radix=22 Vcs=4
// lint-large: Radix=64 Vcs=16
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Vcs=0
// lint-illegal: Vcs=17

module request_sampler #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels per input that may be sampled.
  parameter int unsigned Vcs = 4,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  /// Clock, rising edge.
  input  logic                        clk_i,
  /// Asynchronous reset, active low.
  input  logic                        rst_ni,
  /// Low: picks are cleared and the random source takes the seed.
  input  logic                        enable_i,
  /// Lane `i` is input `i`; its bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Radix*Vcs-1:0]  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [15:0]                 cfg_sampled_vcs_i,
  /// Seed of the random source (static); 0 means 9E3779B97F4A7C15.
  input  logic [63:0]                 cfg_seed_i,
  /// Input `i` had a requester in the last cycle.
  output logic [Radix-1:0]            pick_valid_o,
  /// The picked requester's output; 0 without a pick.
  output logic [Radix*PortBits-1:0]   pick_output_o,
  /// A clock without requests changes nothing.
  output logic                        quiescent_o
`ifdef FORMAL
  ,
  /// The random source; the other flip-flops are the outputs.
  output logic [63:0]                 formal_random_o
`endif
);

  localparam int unsigned LaneBits     = Radix * Vcs;
  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = Radix * (1 + PortBits);
  localparam int unsigned PipelineBits = 64;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);

  logic [63:0] random_q, random;
  assign random      = quiescent_o ? random_q : cbcm_pkg::stepped(random_q);
  assign quiescent_o = ~(|pick_valid_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin : random_source
    if (!rst_ni) random_q <= cbcm_pkg::start_of('0);
    else if (!enable_i) random_q <= cbcm_pkg::start_of(cfg_seed_i);
    else random_q <= random;
  end

  // The source rotated left by k, its low bits: from bit 64 - k of the source twice over.
  logic [127:0] twice;
  assign twice = {random, random};

  for (genvar i = 0; i < Radix; i++) begin : gen_lane
    logic [15:0] draw;
    assign draw = twice[64 - i % 64 +: 16]
                  ^ twice[64 - (5 * i + 9) % 64 +: 16]
                  ^ twice[64 - (11 * i + 30) % 64 +: 16];

    lane_sampler #(
      .Radix (Radix),
      .Vcs   (Vcs)
    ) u_lane (
      .clk_i,
      .rst_ni,
      .enable_i,
      .request_i         (request_i[i*LaneBits +: LaneBits]),
      .cfg_sampled_vcs_i (cfg_sampled_vcs_i[Vcs-1:0]),
      .draw_i            (draw),
      .pick_valid_o      (pick_valid_o[i]),
      .pick_output_o     (pick_output_o[i*PortBits +: PortBits])
    );
  end

`ifdef FORMAL
  assign formal_random_o = random_q;
`endif

  logic unused;
  assign unused = ^{cfg_sampled_vcs_i, twice};

endmodule
