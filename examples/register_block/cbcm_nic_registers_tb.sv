// SPDX-License-Identifier: Apache-2.0
// Writes and reads every register of cbcm_nic_registers, and what must be refused.
//
// Prints "passed", or a line "FAIL ..." for each thing that is wrong; ends with an error if one was.
// Source: docs/reference/registers.md. With a seed: +seed=N.

module cbcm_nic_registers_tb;

  localparam int unsigned Registers = 11;
  // Widths in the order of the addresses: ENABLE, then the cfg_* of cbcm_nic with Nodes 512.
  localparam int unsigned Widths[Registers] = '{1, 9, 24, 16, 1, 8, 1, 16, 16, 1, 4};

  logic        clk = 1'b0, rst_n = 1'b0;
  logic        psel = 1'b0, penable = 1'b0, pwrite = 1'b0, pready, pslverr, enable;
  logic [8:0]  paddr = '0, last_node;
  logic [31:0] pwdata = '0, prdata, random;
  logic [23:0] epoch_cycles;
  logic [15:0] inverse_epsilon, token_cap, epoch_flits;
  logic [7:0]  refresh_rounds;
  logic [3:0]  lease_epochs;
  logic        announce_on_count, token_reset_always, drain_first;
  int          failures = 0;
  logic [31:0] expected[Registers];

  always #5 clk = !clk;

  cbcm_nic_registers #(.Nodes(512)) u_registers (
    .clk_i(clk), .rst_ni(rst_n),
    .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
    .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr),
    .enable_o(enable),
    .cfg_last_node_o(last_node),
    .cfg_epoch_cycles_o(epoch_cycles),
    .cfg_inverse_epsilon_o(inverse_epsilon),
    .cfg_announce_on_count_o(announce_on_count),
    .cfg_refresh_rounds_o(refresh_rounds),
    .cfg_token_reset_always_o(token_reset_always),
    .cfg_token_cap_o(token_cap),
    .cfg_epoch_flits_o(epoch_flits),
    .cfg_drain_first_o(drain_first),
    .cfg_lease_epochs_o(lease_epochs)
  );

  task automatic check(input logic good, input string what);
    if (!good) begin
      $display("FAIL at %0t: %s", $time, what);
      failures++;
    end
  endtask

  // One access; what it answered is in read and refused. Now and then the next one follows at once,
  // or another block on the bus is accessed in between.
  task automatic access(input logic [8:0] address, input logic write, input logic [31:0] value,
                        output logic [31:0] read, output logic refused);
    @(negedge clk);
    psel    = 1'b1;
    penable = 1'b0;
    pwrite  = write;
    paddr   = address;
    pwdata  = value;
    @(negedge clk);
    penable = 1'b1;
    check(pready, "not ready");
    read    = prdata;
    refused = pslverr;
    if ($urandom_range(3) == 0) return;  // the next set-up phase is the next clock
    @(negedge clk);
    psel    = 1'b0;
    penable = 1'b0;
    if ($urandom_range(3) != 0) return;
    pwrite  = 1'b1;
    paddr   = 9'(8 * $urandom_range(Registers - 1));
    pwdata  = '1;
    @(negedge clk);
    penable = 1'b1;
    @(negedge clk);
    penable = 1'b0;
    check(prdata == '0 && !pslverr, "answers while another block is accessed");
  endtask

  function automatic logic [31:0] output_of(input int unsigned number);
    case (number)
      0: output_of = 32'(enable);
      1: output_of = 32'(last_node);
      2: output_of = 32'(epoch_cycles);
      3: output_of = 32'(inverse_epsilon);
      4: output_of = 32'(announce_on_count);
      5: output_of = 32'(refresh_rounds);
      6: output_of = 32'(token_reset_always);
      7: output_of = 32'(token_cap);
      8: output_of = 32'(epoch_flits);
      9: output_of = 32'(drain_first);
      10: output_of = 32'(lease_epochs);
      default: output_of = 'x;
    endcase
  endfunction

  // Every output and every register has the value that is expected.
  task automatic check_all(input string when_);
    logic [31:0] read;
    logic        refused;
    for (int unsigned r = 0; r < Registers; r++) begin
      check(output_of(r) == expected[r], $sformatf("%s: output %0d is %0h, not %0h", when_, r,
                                                   output_of(r), expected[r]));
      access(9'(8 * r), 1'b0, '1, read, refused);
      check(!refused && read == expected[r],
            $sformatf("%s: register %0d reads %0h, not %0h", when_, r, read, expected[r]));
    end
  endtask

  initial begin
    logic [31:0] read;
    logic        refused;
    int unsigned number, seed;
    seed = 1;
    if ($value$plusargs("seed=%d", seed)) $display("seed %0d", seed);
    random = $urandom(seed);
    foreach (expected[r]) expected[r] = '0;
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    check_all("after reset");
    for (int unsigned access_number = 0; access_number < 400; access_number++) begin
      number = $urandom_range(Registers - 1);
      random = $urandom;
      access(9'(8 * number), 1'b1, random, read, refused);
      check(refused == (expected[0][0] && number != 0),
            $sformatf("write of register %0d, ENABLE %0d: refused %0d", number, expected[0],
                      refused));
      check(read == '0, "a write reads something");
      if (!refused) expected[number] = random & ((33'd1 << Widths[number]) - 33'd1);
      if (access_number % 16 == 0) check_all("in the run");
    end
    check_all("at the end");
    // The upper word of a narrow register, an address between registers, one behind the last.
    expected[0] = '0;
    access(9'd0, 1'b1, '0, read, refused);
    check(!refused, "ENABLE cannot be cleared");
    foreach (Widths[r]) begin
      access(9'(8 * r + 4), 1'b1, '1, read, refused);
      check(refused, $sformatf("the upper word of register %0d is written", r));
      access(9'(8 * r + 2), 1'b0, '0, read, refused);
      check(refused && read == '0, $sformatf("register %0d answers at 2 bytes further", r));
    end
    for (int unsigned r = Registers; r < 64; r++) begin
      access(9'(8 * r), 1'b1, '1, read, refused);
      check(refused, $sformatf("address %0h answers", 8 * r));
    end
    check_all("after refused accesses");
    if (failures == 0) $display("passed");
    else $fatal(1, "%0d failures", failures);
    $finish;
  end

endmodule
