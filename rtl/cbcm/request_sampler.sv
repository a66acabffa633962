// SPDX-License-Identifier: Apache-2.0
// Picks, for every input port of a router, one of its requesters uniformly at random, once per clock.
//
// Contract:   docs/reference/request_sampler.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  one request vector per clock, all 0 is idle; picks are events of the next clock
// Latency:    1 clock
// Parameters: Radix 4-64 and Vcs 1-16. Each input costs a count of Radix*Vcs bits, a 16-bit multiply
//             and a search of clog2(Radix) levels, all in one clock.
// Not handled: an input that requests its own output is picked like any other (cbcm_router reports it).
//
// The pick is a two-stage search for the r-th set bit: a prefix over groups of at most 64 requests,
// then a binary search inside the group that holds it, which yields the output bit by bit.
//
// lint-params: Radix=4 Vcs=1
// lint-params: Radix=22 Vcs=4
// lint-params: Radix=64 Vcs=16
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
);

  localparam int unsigned LaneBits     = Radix * Vcs;
  localparam int unsigned CountBits    = $clog2(LaneBits + 1);
  // Largest power of two of outputs whose requests fit 64 bits.
  localparam int unsigned FitLevels    = $clog2(64 / Vcs + 1) - 1;
  localparam int unsigned GroupLevels  = FitLevels < PortBits ? FitLevels : PortBits;
  localparam int unsigned GroupOutputs = 1 << GroupLevels;
  localparam int unsigned GroupBits    = GroupOutputs * Vcs;
  localparam int unsigned Groups       = (Radix + GroupOutputs - 1) / GroupOutputs;

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = Radix * (1 + PortBits);
  localparam int unsigned PipelineBits = 64;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);

  localparam logic [63:0] DefaultSeed = 64'h9E37_79B9_7F4A_7C15;

  // {valid, output} of requester number floor(count * draw / 65536) of a lane.
  function automatic logic [PortBits:0] pick(input logic [LaneBits-1:0] lane,
                                             input logic [GroupBits-1:0] takes_part,
                                             input logic [15:0] draw);
    // verilator no_inline_task
    logic [Groups*GroupBits-1:0] padded;
    logic [CountBits-1:0] total, rest, count;
    logic [GroupBits-1:0] group, low;
    logic [PortBits-1:0] first;
    logic found;
    padded = (Groups*GroupBits)'(lane);
    total  = '0;
    group  = '0;
    low    = '0;
    first  = '0;
    count  = '0;
    found  = 1'b0;
    for (int g = 0; g < Groups; g++) begin
      total += CountBits'($countones(padded[g*GroupBits +: GroupBits] & takes_part));
    end
    rest = CountBits'(({16'b0, total} * {{CountBits{1'b0}}, draw}) >> 16);
    for (int g = 0; g < Groups; g++) begin
      if (!found) begin
        count = CountBits'($countones(padded[g*GroupBits +: GroupBits] & takes_part));
        if (rest < count) begin
          found = 1'b1;
          group = padded[g*GroupBits +: GroupBits] & takes_part;
          first = PortBits'(g * GroupOutputs);
        end else begin
          rest -= count;
        end
      end
    end
    for (int level = GroupLevels - 1; level >= 0; level--) begin
      low   = group & ((GroupBits'(1) << ((1 << level) * Vcs)) - GroupBits'(1));
      count = CountBits'($countones(low));
      if (rest < count) begin
        group = low;
      end else begin
        rest  -= count;
        group = group >> ((1 << level) * Vcs);
        first = first | PortBits'(1 << level);
      end
    end
    pick = found ? {1'b1, first} : '0;
  endfunction

  // Low half-word of the random source rotated left.
  function automatic logic [15:0] rotated(input logic [63:0] value, input int unsigned places);
    rotated = 16'((value << (places % 64)) | (value >> (64 - places % 64)));
  endfunction

  logic [63:0]               random_q;
  logic [Radix-1:0]          pick_valid_q;
  logic [Radix*PortBits-1:0] pick_output_q;

  logic unused_cfg;
  assign unused_cfg = ^cfg_sampled_vcs_i;

  assign pick_valid_o  = pick_valid_q;
  assign pick_output_o = pick_output_q;
  assign quiescent_o   = ~(|pick_valid_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin : sample
    logic [Radix-1:0]          valid;
    logic [Radix*PortBits-1:0] outputs;
    logic [GroupBits-1:0]      takes_part;
    logic [PortBits:0]         picked;
    logic [15:0]               draw;
    logic [63:0]               step;
    valid      = '0;
    outputs    = '0;
    takes_part = '0;
    picked     = '0;
    step       = '0;
    draw       = '0;
    if (!rst_ni) begin
      pick_valid_q  <= '0;
      pick_output_q <= '0;
      random_q      <= DefaultSeed;
    end else if (!enable_i) begin
      pick_valid_q  <= '0;
      pick_output_q <= '0;
      random_q      <= cfg_seed_i == '0 ? DefaultSeed : cfg_seed_i;
    end else begin
      takes_part = {GroupOutputs{cfg_sampled_vcs_i[Vcs-1:0]}};
      for (int i = 0; i < Radix; i++) begin
        if (|request_i[i*LaneBits +: LaneBits]) begin
          draw = rotated(random_q, i) ^ rotated(random_q, 5 * i + 9) ^ rotated(random_q, 11 * i + 30);
          picked = pick(request_i[i*LaneBits +: LaneBits], takes_part, draw);
          valid[i] = picked[PortBits];
          outputs[i*PortBits +: PortBits] = picked[PortBits-1:0];
        end
      end
      pick_valid_q  <= valid;
      pick_output_q <= outputs;
      if (|valid) begin
        step = random_q ^ (random_q << 13);
        step = step ^ (step >> 7);
        random_q <= step ^ (step << 17);
      end
    end
  end

endmodule
