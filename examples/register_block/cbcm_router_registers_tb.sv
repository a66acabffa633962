// SPDX-License-Identifier: Apache-2.0
// Writes and reads both words of the one wide register of cbcm_router_registers, its 64-bit seed.
//
// Prints "passed", or a line "FAIL ..." for each thing that is wrong; ends with an error if one was.
// Source: docs/reference/registers.md.

module cbcm_router_registers_tb;

  logic        clk = 1'b0, rst_n = 1'b0;
  logic        psel = 1'b0, penable = 1'b0, pwrite = 1'b0, pready, pslverr, enable;
  logic [8:0]  paddr = '0;
  logic [31:0] pwdata = '0, prdata;
  logic [15:0] sampled_vcs;
  logic [63:0] seed;
  int          failures = 0;

  always #5 clk = !clk;

  cbcm_router_registers u_registers (
    .clk_i(clk), .rst_ni(rst_n),
    .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
    .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr),
    .enable_o(enable), .cfg_sampled_vcs_o(sampled_vcs), .cfg_seed_o(seed)
  );

  task automatic check(input logic good, input string what);
    if (!good) begin
      $display("FAIL at %0t: %s", $time, what);
      failures++;
    end
  endtask

  // One access that is not refused; what it reads is as expected.
  task automatic access(input logic [8:0] address, input logic write, input logic [31:0] value);
    @(negedge clk);
    {psel, penable, pwrite} = {2'b10, write};
    {paddr, pwdata}         = {address, value};
    @(negedge clk);
    penable = 1'b1;
    check(pready && !pslverr, $sformatf("address %0h refused", address));
    check(prdata == (write ? '0 : value), $sformatf("address %0h reads %0h", address, prdata));
    @(negedge clk);
    {psel, penable} = 2'b00;
  endtask

  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    access(9'h008, 1'b1, 32'h1234_5678);
    access(9'h010, 1'b1, 32'h89AB_CDEF);
    access(9'h014, 1'b1, 32'h0123_4567);
    check(seed == 64'h0123_4567_89AB_CDEF && sampled_vcs == 16'h5678, "outputs");
    access(9'h010, 1'b0, 32'h89AB_CDEF);
    access(9'h014, 1'b0, 32'h0123_4567);
    access(9'h010, 1'b1, 32'h0000_0001);
    check(seed == 64'h0123_4567_0000_0001 && !enable, "the lower word alone");
    if (failures == 0) $display("passed");
    else $fatal(1, "%0d failures", failures);
    $finish;
  end

endmodule
