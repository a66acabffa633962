// SPDX-License-Identifier: Apache-2.0
// Techmap that opens memories for the measurement of logic depth: nothing leads from the write port
// to the read port, and a read is a chain of READ_LEVELS levels per address bit.
//
// READ_LEVELS: depth of a 2:1 multiplexer, from which a read port of SIZE words has clog2(SIZE) in
// a row.
(* techmap_celltype = "$mem_v2" *)
module open_memory (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA,
                    WR_CLK, WR_EN, WR_ADDR, WR_DATA);
  parameter MEMID = "";
  parameter SIZE = 2;
  parameter OFFSET = 0;
  parameter ABITS = 1;
  parameter WIDTH = 1;
  parameter INIT = 1'bx;
  parameter RD_PORTS = 1;
  parameter RD_CLK_ENABLE = 1'b0;
  parameter RD_CLK_POLARITY = 1'b1;
  parameter RD_TRANSPARENCY_MASK = 1'b0;
  parameter RD_COLLISION_X_MASK = 1'b0;
  parameter RD_WIDE_CONTINUATION = 1'b0;
  parameter RD_CE_OVER_SRST = 1'b0;
  parameter RD_ARST_VALUE = 1'bx;
  parameter RD_SRST_VALUE = 1'bx;
  parameter RD_INIT_VALUE = 1'bx;
  parameter WR_PORTS = 1;
  parameter WR_CLK_ENABLE = 1'b1;
  parameter WR_CLK_POLARITY = 1'b1;
  parameter WR_PRIORITY_MASK = 1'b0;
  parameter WR_WIDE_CONTINUATION = 1'b0;
  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input [RD_PORTS*ABITS-1:0] RD_ADDR;
  output [RD_PORTS*WIDTH-1:0] RD_DATA;
  input [WR_PORTS-1:0] WR_CLK;
  input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
  input [WR_PORTS*ABITS-1:0] WR_ADDR;

  localparam Levels = `READ_LEVELS * $clog2(SIZE);
  wire _TECHMAP_FAIL_ = RD_CLK_ENABLE != 0;

  genvar p, l;
  generate
    for (p = 0; p < RD_PORTS; p = p + 1) begin : port
      wire [Levels-1:0] level;
      memory_read_first #(.ABITS(ABITS)) first (.A(RD_ADDR[p*ABITS +: ABITS]), .Y(level[0]));
      for (l = 1; l < Levels - 1; l = l + 1) begin : step
        memory_read_step step (.A(level[l-1]), .Y(level[l]));
      end
      memory_read_last #(.WIDTH(WIDTH)) last (.A(level[Levels-2]), .Y(RD_DATA[p*WIDTH +: WIDTH]));
    end
  endgenerate
  memory_write #(.WIDTH(WR_PORTS*(2*WIDTH+ABITS))) write (.A({WR_EN, WR_DATA, WR_ADDR}));
endmodule
