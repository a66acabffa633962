// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of weighted_sampler: quiescence holds the degrees, which are its only registers.
// properties: asserts=3 covers=2 depth=3 cover_depth=8
// mutant: s/degree_q <= total;/degree_q <= total | {{DegreeBits*Radix-1{1'b0}}, ~(|request_i)};/
//
// Asleep is a clock that quiescence allows a harness to leave out. The third assertion is the unit's own:
// no input requests its own output, assumed here.

module weighted_sampler_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1,
  parameter int unsigned DegreeBits = 14
) (
  input logic clk_i,
  input logic rst_ni,
  input logic enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [16-1:0] cfg_sampled_vcs_i
);

  logic [DegreeBits*Radix-1:0] degree, last_degree;
  logic quiescent;

  weighted_sampler #(.Radix(Radix), .Vcs(Vcs), .WeightFraction(DegreeBits - 2)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i,
    .degree_o(degree),
    .quiescent_o(quiescent)
  );

  logic [1 + 16-1:0] levels, last_levels;
  logic started, idle, asleep, was_asleep, was_busy;
  logic was_started;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_sampled_vcs_i};
  assign idle   = request_i == '0;
  assign asleep = started && was_started && idle && quiescent && levels == last_levels;

  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    last_degree <= degree;
    last_levels <= levels;
    was_asleep  <= asleep;
    was_busy    <= started && (was_busy || (enable_i && !quiescent));
  end

  always_comb begin
    assume (rst_ni == started);
    for (int i = 0; i < Radix; i++) assume (request_i[(i*Radix + i)*Vcs +: Vcs] == '0);
  end

  always @(posedge clk_i) begin
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || degree == last_degree);
      QuiescentIsSilent: assert (!asleep || degree == '0);
    end
    SleepsAgain: cover (started && enable_i && was_busy && asleep && was_asleep);
    WholeWeight: cover (started && degree[(DegreeBits - 2)*Radix +: Radix] != '0);
  end

endmodule
