// SPDX-License-Identifier: Apache-2.0
// Picks one requester of every input uniformly at random, one input in turn per pipelined picker.
//
// Contract:   docs/reference/cbcm/shared_sampler.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  one request vector per clock, all 0 is idle; picks are levels that stand until the
//             input's next look
// Latency:    7 active clocks from a look to its pick
// Parameters: Radix 4-64, Vcs 1-16, SampleInterval 2, 4, 8 or 16: Radix/SampleInterval pickers.
//             Depth beside a round-robin allocator's: docs/reference/cost.md.
// Not handled: an input that requests its own output is picked like any other (cbcm_router reports
//              it).
//
// lint-params: Radix=4 Vcs=1 SampleInterval=2
// lint-params: Radix=8 Vcs=4 SampleInterval=16
// lint-params: Radix=22 Vcs=3
// lint-large: Radix=64 Vcs=16 SampleInterval=4
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Vcs=0
// lint-illegal: Vcs=17
// lint-illegal: SampleInterval=1
// lint-illegal: SampleInterval=6
// lint-illegal: SampleInterval=32

module shared_sampler #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels per input that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Clocks between two looks at an input.
  parameter int unsigned SampleInterval = 8,
  localparam int unsigned PortBits = $clog2(Radix)
`ifdef FORMAL
  , localparam int unsigned FormalPickers = (Radix + SampleInterval - 1) / SampleInterval
`endif
) (
  /// Clock, rising edge.
  input  logic                        clk_i,
  /// Asynchronous reset, active low.
  input  logic                        rst_ni,
  /// Low: every register takes its reset value, the random source the seed.
  input  logic                        enable_i,
  /// Lane `i` is input `i`; its bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Radix*Vcs-1:0]  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [15:0]                 cfg_sampled_vcs_i,
  /// Seed of the random source (static); 0 means 9E3779B97F4A7C15.
  input  logic [63:0]                 cfg_seed_i,
  /// The last look at input `i` found a requester.
  output logic [Radix-1:0]            pick_valid_o,
  /// The picked requester's output; 0 without a pick.
  output logic [Radix*PortBits-1:0]   pick_output_o,
  /// A clock without requests changes nothing.
  output logic                        quiescent_o
`ifdef FORMAL
  ,
  /// Random source and phase.
  output logic [63:0]                 formal_random_o,
  output logic [3:0]                  formal_phase_o,
  /// Of every picker: the number of the lane it looks at, the word it draws, what leaves it.
  output logic [5*FormalPickers-1:0]  formal_lane_o,
  output logic [16*FormalPickers-1:0] formal_word_o,
  output logic [FormalPickers-1:0]    formal_found_o,
  output logic [FormalPickers*PortBits-1:0] formal_output_o,
  output logic [FormalPickers-1:0]    formal_busy_o
`endif
);

  localparam int unsigned LaneBits  = Radix * Vcs;
  localparam int unsigned PhaseBits = $clog2(SampleInterval);
  localparam int unsigned Pickers   = (Radix + SampleInterval - 1) / SampleInterval;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = Radix * (1 + PortBits);
  localparam int unsigned PipelineBits =
      cbcm_pkg::shared_sampler_pipeline_bits(Radix, Vcs, SampleInterval);
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);
  if (SampleInterval != 2 && SampleInterval != 4 && SampleInterval != 8 && SampleInterval != 16)
    $fatal(1, "%m: SampleInterval = %0d is not 2, 4, 8 or 16", SampleInterval);

  logic [63:0]          random_q;
  logic [PhaseBits-1:0] phase_q, arriving;
  logic                 active;
  logic [Pickers-1:0]   busy;
  assign quiescent_o = ~(|pick_valid_o) && ~(|busy);
  assign active      = enable_i && (!quiescent_o || (|request_i));
  assign arriving    = phase_q - PhaseBits'(cbcm_pkg::PickRanks);

  always_ff @(posedge clk_i or negedge rst_ni) begin : random_source
    if (!rst_ni) begin
      random_q <= cbcm_pkg::start_of('0);
      phase_q  <= '0;
    end else if (!enable_i) begin
      random_q <= cbcm_pkg::start_of(cfg_seed_i);
      phase_q  <= '0;
    end else if (active) begin
      random_q <= cbcm_pkg::stepped(random_q);
      phase_q  <= phase_q + 1'b1;
    end
  end

  // The three rotations of the source that make up an input's word turn with the phase; what is
  // left for a picker is the rotation of its first input.
  logic [63:0] turned_1, turned_5, turned_11;
  always_comb begin : turn
    turned_1  = random_q;
    turned_5  = random_q;
    turned_11 = random_q;
    for (int b = 0; b < PhaseBits; b++) begin
      if (phase_q[b]) begin
        turned_1  = cbcm_pkg::rotated(turned_1, 1 << b);
        turned_5  = cbcm_pkg::rotated(turned_5, 5 << b);
        turned_11 = cbcm_pkg::rotated(turned_11, 11 << b);
      end
    end
  end

  logic [Pickers-1:0]          found;
  logic [Pickers*PortBits-1:0] found_output;

  for (genvar j = 0; j < Pickers; j++) begin : gen_picker
    localparam int unsigned First  = j * SampleInterval;
    localparam int unsigned Inputs =
        Radix - First < SampleInterval ? Radix - First : SampleInterval;
    localparam int unsigned LaneNumberBits = Inputs > 1 ? $clog2(Inputs) + 1 : 2;
    logic [LaneNumberBits-1:0] lane;
    logic [15:0]               word;
    assign word = 16'(cbcm_pkg::rotated(turned_1, First)
                      ^ cbcm_pkg::rotated(turned_5, 5 * First + 9)
                      ^ cbcm_pkg::rotated(turned_11, 11 * First + 30));
    // Phases without an input look at lane number `Inputs`, which is not there.
    assign lane = {1'b0, phase_q} < (PhaseBits+1)'(Inputs) ? LaneNumberBits'(phase_q)
                                                           : LaneNumberBits'(Inputs);
`ifdef FORMAL
    assign formal_lane_o[5*j +: 5]   = 5'(lane);
    assign formal_word_o[16*j +: 16] = word;
`endif

    picker #(
      .Radix  (Radix),
      .Vcs    (Vcs),
      .Inputs (Inputs)
    ) u_picker (
      .clk_i,
      .rst_ni,
      .enable_i,
      .active_i          (active),
      .phase_i           (lane),
      .request_i         (request_i[First*LaneBits +: Inputs*LaneBits]),
      .cfg_sampled_vcs_i (cfg_sampled_vcs_i[Vcs-1:0]),
      .word_i            (word),
      .pick_valid_o      (found[j]),
      .pick_output_o     (found_output[j*PortBits +: PortBits]),
      .busy_o            (busy[j])
    );
  end

  logic [Radix-1:0]          pick_valid_q;
  logic [Radix*PortBits-1:0] pick_output_q;
  assign pick_valid_o  = pick_valid_q;
  assign pick_output_o = pick_output_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : picks
    if (!rst_ni) begin
      pick_valid_q  <= '0;
      pick_output_q <= '0;
    end else if (!enable_i) begin
      pick_valid_q  <= '0;
      pick_output_q <= '0;
    end else if (active) begin
      for (int k = 0; k < SampleInterval; k++) begin
        if (arriving == PhaseBits'(k)) begin
          for (int i = k; i < Radix; i += SampleInterval) begin
            pick_valid_q[i] <= found[i/SampleInterval];
            pick_output_q[i*PortBits +: PortBits] <=
                found_output[(i/SampleInterval)*PortBits +: PortBits]
                & {PortBits{found[i/SampleInterval]}};
          end
        end
      end
    end
  end

`ifdef FORMAL
  assign formal_random_o = random_q;
  assign formal_phase_o  = 4'(phase_q);
  assign formal_found_o  = found;
  assign formal_output_o = found_output;
  assign formal_busy_o   = busy;
`endif

  logic unused_cfg;
  assign unused_cfg = ^cfg_sampled_vcs_i;

endmodule
