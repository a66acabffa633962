// SPDX-License-Identifier: Apache-2.0
// Empty cells of which memory_read.v makes the read path of a memory, and the end of a write path.

(* blackbox *)
module memory_read_first (A, Y);
  parameter ABITS = 1;
  input [ABITS-1:0] A;
  output Y;
endmodule

(* blackbox *)
module memory_read_step (A, Y);
  input A;
  output Y;
endmodule

(* blackbox *)
module memory_read_last (A, Y);
  parameter WIDTH = 1;
  input A;
  output [WIDTH-1:0] Y;
endmodule

(* blackbox, keep *)
module memory_write (A);
  parameter WIDTH = 1;
  input [WIDTH-1:0] A;
endmodule
