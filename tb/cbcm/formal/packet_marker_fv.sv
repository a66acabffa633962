// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of packet_marker: its function, that marks are kept and have a cause, quiescence.
// properties: asserts=5 covers=2
// proof: depth=1 Radix=4 Speedup=2
// proof: depth=1 Radix=5 Speedup=1
// bounded: depth=3 Radix=22 Speedup=2
// cover: depth=8 Radix=4 Speedup=2
// larger: lanes do not depend on each other but through the congestion of their output, and the
// larger: proof has two lanes of one output and several outputs
// mutant MarkExact: s/head_marked_i | (head_data_i & congested)/head_marked_i | congested/
// mutant MarkExact: s/Speedup +: Speedup. = {Speedup{congested_i.o.}}/Speedup] = congested_i[o]/
// mutant MarksAreKept: s/(head_marked_i | (/((/
// mutant MarksHaveCause: s/ && enable_i) begin/) begin/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/head_valid_i & (head_marked_i/(head_marked_i/

module packet_marker_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Speedup = 2
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     enable_i,
  input logic [Radix*Speedup-1:0] head_valid_i,
  input logic [Radix*Speedup-1:0] head_marked_i,
  input logic [Radix*Speedup-1:0] head_data_i,
  input logic [Radix-1:0]         congested_i
);

  localparam int unsigned Lanes = Radix * Speedup;

  logic [Lanes-1:0] valid, marked;
  logic             quiescent;

  packet_marker #(.Radix(Radix), .Speedup(Speedup)) dut (
    .clk_i, .rst_ni, .enable_i, .head_valid_i, .head_marked_i, .head_data_i, .congested_i,
    .marked_valid_o(valid), .marked_o(marked), .quiescent_o(quiescent)
  );

  logic             started, was_started, was_enabled;
  logic [Lanes-1:0] was_valid, was_marked, was_data;
  logic [Radix-1:0] was_congested;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_started   <= started;
    was_enabled   <= enable_i;
    was_valid     <= head_valid_i;
    was_marked    <= head_marked_i;
    was_data      <= head_data_i;
    was_congested <= congested_i;
  end

  quiescence_properties #(.RegisterBits(2 * Lanes), .LevelBits(1 + Radix)) quiescence (
    .clk_i, .started_i(started), .idle_i(head_valid_i == '0), .quiescent_i(quiescent),
    .levels_i({enable_i, congested_i}), .registers_i({valid, marked}),
    .event_i(valid != '0 || marked != '0), .busy_i(enable_i && !quiescent), .asleep_o(),
    .last_levels_o()
  );

  logic exact, caused;
  always_comb begin
    exact  = 1'b1;
    caused = 1'b1;
    for (int o = 0; o < Radix; o++) begin
      for (int k = 0; k < Speedup; k++) begin
        if (valid[o*Speedup + k] != was_valid[o*Speedup + k]) exact = 1'b0;
        if (marked[o*Speedup + k] != (was_valid[o*Speedup + k] && (was_marked[o*Speedup + k] ||
            (was_data[o*Speedup + k] && was_enabled && was_congested[o])))) exact = 1'b0;
        if (marked[o*Speedup + k] && !was_marked[o*Speedup + k] &&
            !(was_congested[o] && was_data[o*Speedup + k] && was_enabled)) caused = 1'b0;
      end
    end
  end

  always_comb begin
    assume (rst_ni == started);
    MarkExact: assert (!was_started || exact);
    MarksAreKept: assert (!was_started || (was_valid & was_marked & ~marked) == '0);
    MarksHaveCause: assert (!was_started || caused);
    Marks: cover ((marked & ~was_marked) != '0);
  end

endmodule
