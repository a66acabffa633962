// SPDX-License-Identifier: Apache-2.0
// Small unit for the waveform tests: enum state, packed struct, flat lanes and a submodule.

package toy_unit_pkg;
  typedef enum logic [1:0] {
    IDLE       = 2'd0,
    WATCHING   = 2'd1,
    THROTTLING = 2'd2,
    RECOVERING = 2'd3
  } state_e;
  typedef struct packed {
    logic       valid;
    logic [5:0] degree;
    state_e     state;
  } event_t;
endpackage

module toy_counter #(
    parameter int unsigned Width = 8
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    output logic [Width-1:0] count_o
);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_o <= '0;
    else count_o <= count_o + 1'b1;
  end
endmodule

module toy_unit #(
    parameter int unsigned Entries = 2
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 enable_i,
    input  logic                 congested_i,
    output toy_unit_pkg::state_e state_o,
    output logic [Entries*8-1:0] tokens_o
);
  toy_unit_pkg::event_t event_d;
  logic [7:0] count;

  toy_counter #(.Width(8)) u_counter (
      .clk_i,
      .rst_ni,
      .count_o(count)
  );

  always_comb begin
    event_d.valid  = congested_i;
    event_d.degree = count[5:0];
    event_d.state  = state_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_o  <= toy_unit_pkg::IDLE;
      tokens_o <= '0;
    end else if (enable_i) begin
      for (int unsigned e = 0; e < Entries; e++) begin
        if (count[1:0] == 2'(e)) tokens_o[e*8+:8] <= congested_i ? 8'd0 : tokens_o[e*8+:8] + 8'd1;
      end
      unique case (state_o)
        toy_unit_pkg::IDLE: if (event_d.valid) state_o <= toy_unit_pkg::WATCHING;
        toy_unit_pkg::WATCHING:
        if (count[3:0] == 4'd15) state_o <= toy_unit_pkg::THROTTLING;
        toy_unit_pkg::THROTTLING: if (!event_d.valid) state_o <= toy_unit_pkg::RECOVERING;
        default: if (count[3:0] == 4'd7) state_o <= toy_unit_pkg::IDLE;
      endcase
    end
  end
endmodule
