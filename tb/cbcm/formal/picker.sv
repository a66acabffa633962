// SPDX-License-Identifier: Apache-2.0
// A picker that finds what it likes, in place of the one of rtl/, for wrappers that say
// "abstract: picker".

module picker #(
  parameter int unsigned Radix = 8,
  parameter int unsigned Vcs = 4,
  parameter int unsigned Inputs = 8,
  localparam int unsigned PortBits  = $clog2(Radix),
  localparam int unsigned PhaseBits = Inputs > 1 ? $clog2(Inputs) : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        enable_i,
  input  logic                        active_i,
  input  logic [PhaseBits:0]          phase_i,
  input  logic [Inputs*Radix*Vcs-1:0] request_i,
  input  logic [Vcs-1:0]              cfg_sampled_vcs_i,
  input  logic [15:0]                 word_i,
  output logic                        pick_valid_o,
  output logic [PortBits-1:0]         pick_output_o,
  output logic                        busy_o
);

  (* anyseq *) logic [PortBits-1:0] any_output;
  (* anyseq *) logic                any_found;
  logic [cbcm_pkg::PickRanks-1:0] looks_q;
  logic                           requested;
  always_comb begin
    requested = 1'b0;
    for (int k = 0; k < Inputs; k++)
      if (phase_i == (PhaseBits+1)'(k)) requested = |request_i[k*Radix*Vcs +: Radix*Vcs];
  end
  assign pick_valid_o  = looks_q[cbcm_pkg::PickRanks-1];
  assign pick_output_o = any_output;
  assign busy_o        = |looks_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : looks
    if (!rst_ni) looks_q <= '0;
    else if (!enable_i) looks_q <= '0;
    else if (active_i) looks_q <= {looks_q[cbcm_pkg::PickRanks-2:0], requested && any_found};
  end

endmodule
