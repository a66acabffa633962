// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of weighted_sampler: the degree is the sum of the requesters' weights; quiescence.
// properties: asserts=6 covers=3
// quick: no
// proof: depth=1 Radix=4 Vcs=1 WeightFraction=12 Output=0
// bounded: depth=2 Radix=5 Vcs=1 WeightFraction=12 Output=4
// cover: depth=5 Radix=4 Vcs=1
// larger: the degrees are registers of one combinational function of one clock's requests, so a
// larger: proof at a parameter set covers all clocks; outputs are added alike (bitwise), more
// larger: inputs or VCs are more terms of the same chain; the sum has clog2(Radix) + F bits and is
// larger: at most (Radix-1)*2^F, as an input's weights add up to 2^F at most
// assumed: no input requests its own output by a sampled VC (cbcm_router reports it as error)
// mutant WeightExact,DegreeInRange: s/(1 << WeightFraction) . v)/(1 << WeightFraction) \/ v + 1)/
// mutant DisabledClears: s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant QuiescentHoldsState: s/degree_q <= total;/degree_q <= total ^ {{DegreeBits*Radix-1{1'b0}}, ~(|request_i) \& ~degree_q[1]};/; s/quiescent_o = ~(|degree_q)/quiescent_o = ~degree_q[1]/
// mutant QuiescentIsSilent: s/quiescent_o = ~(|degree_q)/quiescent_o = 1'b1/
// mutant NoRequestOfOwnOutput: @weighted_sampler_fv s/assume (!own);//

module weighted_sampler_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1,
  parameter int unsigned WeightFraction = 12,
  /// The one that the properties are about.
  parameter int unsigned Output = 0,
  localparam int unsigned DegreeBits = $clog2(Radix) + WeightFraction
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [15:0]                cfg_sampled_vcs_i
);

  localparam int unsigned LaneBits = Radix * Vcs;

  logic [DegreeBits*Radix-1:0] planes;
  logic                        quiescent, own, started, was_started, was_enabled;
  logic [31:0]                 degree, expected, next;
  initial {started, was_started} = '0;

  weighted_sampler #(.Radix(Radix), .Vcs(Vcs), .WeightFraction(WeightFraction)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .degree_o(planes),
    .quiescent_o(quiescent)
  );

  quiescence_properties #(.RegisterBits(DegreeBits*Radix), .LevelBits(17)) quiescence (
    .clk_i, .started_i(started), .idle_i(request_i == '0), .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_sampled_vcs_i}), .registers_i(planes), .event_i(planes != '0),
    .busy_i(enable_i && !quiescent), .asleep_o(), .last_levels_o()
  );

  // Every requester of an input with v requesters weighs floor(2^F / v).
  always_comb begin
    logic [31:0] requesters, here;
    next       = '0;
    own        = 1'b0;
    requesters = '0;
    here       = '0;
    for (int i = 0; i < Radix; i++) begin
      requesters = '0;
      here       = '0;
      for (int o = 0; o < Radix; o++) begin
        for (int v = 0; v < Vcs; v++) begin
          if (request_i[i*LaneBits + o*Vcs + v] && cfg_sampled_vcs_i[v]) begin
            requesters += 1;
            if (o == Output) here += 1;
            if (o == i) own = 1'b1;
          end
        end
      end
      for (int v = 1; v <= LaneBits; v++) begin
        for (int h = 1; h <= Vcs; h++)
          if (requesters == v && here == h) next += h * ((1 << WeightFraction) / v);
      end
    end
    degree = '0;
    for (int b = 0; b < DegreeBits; b++) degree[b] = planes[b*Radix + Output];
  end

  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    expected    <= enable_i ? next : '0;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (!own);
    WeightExact: assert (!was_started || degree == expected);
    DegreeInRange: assert (!was_started || degree <= (Radix - 1) << WeightFraction);
    DisabledClears: assert (!was_started || was_enabled || planes == '0);
    WholeWeights: cover (degree == (Radix - 1) << WeightFraction);
    Thirds: cover (degree == 2 * ((1 << WeightFraction) / 3));
  end

endmodule
