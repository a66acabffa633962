// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of lane_sampler: the pick is requester number floor(v * draw / 65536), if there is one.
// properties: asserts=4 covers=2
// proof: depth=1 Radix=4 Vcs=1
// proof: depth=1 Radix=5 Vcs=2
// bounded: depth=2 Radix=22 Vcs=1
// cover: depth=4 Radix=5 Vcs=2
// larger: the pick is a register of one combinational function of one clock's inputs, so a proof at a
// larger: parameter set covers all clocks; beyond 64 requests the search has a level of groups more, which
// larger: the random lockstep tests with the golden model reach (radix 64)
// mutant PickExact: s/if (rest < count) begin$/if (rest <= count) begin/
// mutant PickIsRequested: s/^        rest  -= count;/        rest  -= 1;/
// mutant PicksWhenRequested: s/draw) >> 16/draw) >> 15/
// mutant PicksWhenRequested: s/end else if (enable_i/end else if (pick_output_q == '0 \&\& enable_i/
// mutant NoOutputWithoutPick: s/found ? {1'b1, first} : '0/{found, first}/

module lane_sampler_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 enable_i,
  input logic [Radix*Vcs-1:0] request_i,
  input logic [Vcs-1:0]       cfg_sampled_vcs_i,
  input logic [15:0]          draw_i
);

  localparam int unsigned LaneBits = Radix * Vcs;

  logic                valid;
  logic [PortBits-1:0] picked;

  lane_sampler #(.Radix(Radix), .Vcs(Vcs)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .draw_i,
    .pick_valid_o(valid), .pick_output_o(picked)
  );

  // Requesters counted in ascending bit order.
  logic [31:0]          requesters, chosen, seen, next_output;
  logic [Radix-1:0]     next_requested, requested;
  logic [PortBits-1:0]  expected_output;
  logic                 expected_valid, started;
  initial {started, expected_valid, expected_output, requested} = '0;
  always_comb begin
    requesters     = '0;
    seen           = '0;
    next_output    = '0;
    next_requested = '0;
    for (int b = 0; b < LaneBits; b++)
      if (request_i[b] && cfg_sampled_vcs_i[b % Vcs]) requesters += 1;
    chosen = (requesters * 32'(draw_i)) / 65536;
    for (int b = 0; b < LaneBits; b++) begin
      if (request_i[b] && cfg_sampled_vcs_i[b % Vcs]) begin
        if (seen == chosen) next_output = b / Vcs;
        next_requested[b / Vcs] = 1'b1;
        seen += 1;
      end
    end
  end
  always @(posedge clk_i) begin
    started <= 1'b1;
    if (started) begin
      expected_valid  <= enable_i && requesters != '0;
      expected_output <= enable_i && requesters != '0 ? PortBits'(next_output) : '0;
      requested       <= next_requested;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    PickExact: assert (valid == expected_valid && picked == expected_output);
    PickIsRequested: assert (!valid || requested[picked]);
    PicksWhenRequested: assert (valid == expected_valid);
    NoOutputWithoutPick: assert (valid || picked == '0);
    LastOfAll: cover (valid && 32'(picked) == Radix - 1 && (&requested));
    FirstOfAll: cover (valid && picked == '0 && (&requested));
  end

endmodule
