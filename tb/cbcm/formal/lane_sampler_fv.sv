// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of lane_sampler: its pick is that of a plain scan of the requests.
// properties: asserts=4 covers=2
// proof: depth=1 Radix=5 Vcs=2
// proof: depth=1 Radix=4 Vcs=1
// proof: depth=1 Radix=7 Vcs=3 Step=5 Others=1
// bounded: depth=3 Radix=16 Vcs=1 Step=5 DrawBits=4
// cover: depth=3 Radix=5 Vcs=2
// larger: requests are counted in groups of outputs with at most 64 of them and then halved level by
// larger: level; one group is proved, full and partial. Several (Radix * Vcs above 64) are not, nor radix 22:
// larger: the solver does not finish, and the lockstep tests alone cover them. Where Step is more than 1
// larger: only every Step-th request is arbitrary, and where DrawBits is less than 16 only so many upper
// larger: bits of the draw (the others are 1, and every VC takes part)
// mutant ValidMeansRequester: s/{|total}/{|(total >> 1)}/
// mutant PickIsOfScan: s/above = rest >= count;/above = rest > count;/
// mutant NoPickIsZero: s/{1'b1, first} & .*/{|total, first | PortBits'(total == '0)};/
// mutant DisabledClears: s/if (enable_i) pick_q/pick_q/

module lane_sampler_fv #(
  parameter int unsigned Radix = 5,
  parameter int unsigned Vcs = 2,
  /// Requests that are no multiple of it are all of the value `Others`.
  parameter int unsigned Step = 1,
  parameter int unsigned Others = 0,
  /// Upper bits of the draw that are arbitrary; the others are 1, and every VC takes part.
  parameter int unsigned DrawBits = 16,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 enable_i,
  input logic [Radix*Vcs-1:0] request_i,
  input logic [Vcs-1:0]       cfg_sampled_vcs_i,
  input logic [15:0]          draw_i
);

  logic                pick_valid;
  logic [PortBits-1:0] pick_output;

  logic [Radix*Vcs-1:0] request;
  for (genvar b = 0; b < Radix * Vcs; b++) begin : gen_request
    assign request[b] = b % Step == 0 ? request_i[b] : Others != 0;
  end

  logic [Vcs-1:0] sampled;
  assign sampled = DrawBits < 16 ? {Vcs{1'b1}} : cfg_sampled_vcs_i;

  logic [15:0] draw;
  for (genvar b = 0; b < 16; b++) begin : gen_draw
    assign draw[b] = b >= 16 - DrawBits ? draw_i[b] : 1'b1;
  end

  lane_sampler #(.Radix(Radix), .Vcs(Vcs)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i(request), .cfg_sampled_vcs_i(sampled), .draw_i(draw),
    .pick_valid_o(pick_valid), .pick_output_o(pick_output)
  );

  // The contract in plain words: requesters in ascending bit order, the one of the drawn number.
  localparam int unsigned W = $clog2(Radix * Vcs + 1);
  logic [W-1:0]        total, number, seen;
  logic [PortBits-1:0] scanned;
  always_comb begin
    total = '0;
    for (int b = 0; b < Radix * Vcs; b++)
      if (request[b] && sampled[b % Vcs]) total = total + W'(1);
    number  = W'(({16'b0, total} * {{W{1'b0}}, draw}) >> 16);
    scanned = '0;
    seen    = '0;
    for (int b = 0; b < Radix * Vcs; b++) begin
      if (request[b] && sampled[b % Vcs]) begin
        if (seen == number) scanned = PortBits'(b / Vcs);
        seen = seen + W'(1);
      end
    end
  end

  logic                started, was_started, was_enabled, expected_valid;
  logic [PortBits-1:0] expected_output;
  initial {started, was_started} = '0;

  always @(posedge clk_i) begin
    started         <= 1'b1;
    was_started     <= started;
    was_enabled     <= enable_i;
    expected_valid  <= total != '0;
    expected_output <= scanned;
  end

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      ValidMeansRequester: assert (!was_started || !was_enabled || pick_valid == expected_valid);
      PickIsOfScan: assert (!was_started || !was_enabled || !expected_valid
                            || pick_output == expected_output);
      NoPickIsZero: assert (pick_valid || pick_output == '0);
      DisabledClears: assert ((was_started && was_enabled) || !pick_valid);
    end
    PicksTheLast: cover (was_started && pick_valid && pick_output == PortBits'(Radix - 1));
    NotAllTakePart: cover (started && (|request) && total == '0);
  end

endmodule
