// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of inflated_size: the size is the product, rounded up, in the fourth clock.
// properties: asserts=3 covers=1
// proof: depth=1 Inflation=81920
// proof: depth=1 Inflation=65536
// bounded: depth=5 Inflation=65537
// cover: depth=7 Inflation=262143
// larger: the inflation is an input; those proved are those of the scenarios and the ends of the range
// assumed: the inflation is constant; none is started while another is worked out
// mutant SizeExact: s/3'd0, 4'hF}/3'd0, 4'h0}/
// mutant SizeExact: s/carry_d = goes \&\& low\[11\]/carry_d = 1'b0/
// mutant InFourClocks: s/done_o  = step_q\[2\]/done_o = step_q == 3'd3/
// mutant IdleIsZero: s/assign size_d  = {18{goes}} \& /assign size_d = /

module inflated_size_fv #(
    parameter int unsigned Inflation = 81920
) (
    input logic        clk_i, rst_ni, enable_i, start_i,
    input logic [15:0] flits_i
);

  logic [17:0] inflation, size;
  logic        busy, done, carry, started;
  logic [33:0] registers;
  logic [2:0]  since_q;
  logic [15:0] flits_q;
  logic [33:0] part;
  initial started = 1'b0;
  assign inflation = 18'(Inflation);
  inflated_size dut (
      .clk_i, .rst_ni, .enable_i, .start_i, .flits_i, .inflation_i(inflation), .busy_o(busy),
      .done_o(done), .size_o(size), .carry_o(carry), .state_o(registers)
  );
  always @(posedge clk_i) begin : p_ghost
    started <= 1'b1;
    if (!started || !enable_i) {since_q, flits_q} <= '0;
    else begin
      since_q <= start_i ? 3'd1 : since_q == 3'd0 || since_q == 3'd4 ? 3'd0 : since_q + 3'd1;
      if (start_i) flits_q <= flits_i;
    end
  end
  assign part = since_q == 3'd1 ? (34'(flits_q[3:0]) * 34'(inflation) + 34'hF) >> 4 :
                since_q == 3'd2 ? (34'(flits_q[7:0]) * 34'(inflation) + 34'hFF) >> 8 :
                since_q == 3'd3 ? (34'(flits_q[11:0]) * 34'(inflation) + 34'hFFF) >> 12 :
                                  (34'(flits_q) * 34'(inflation) + 34'hFFFF) >> 16;
  always_comb begin : p_properties
    assume (rst_ni == started);
    if (started) begin
      assume (!start_i || !busy);
      InFourClocks: assert (registers[33:31] == since_q && busy == (since_q != 3'd0) &&
                            done == (since_q == 3'd4));
      SizeExact: assert (since_q == 3'd0 || (34'(size) + (34'(carry) << 7) == part &&
          registers[30:19] == 12'(flits_q >> {since_q, 2'd0})));
      IdleIsZero: assert (since_q != 3'd0 || registers == '0);
    end
    Carries: cover (started && done && carry);
  end

endmodule
