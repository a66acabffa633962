// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_starts: a start is reached in the row's first turn that is not before
// it; walks end in time and leave nothing to change.
// properties: asserts=5 covers=2
// proof: depth=1 Rows=2 CycleBits=8
// bounded: depth=8 Rows=5 CycleBits=8
// cover: depth=12 Rows=2 CycleBits=8
// larger: a bank is like another; times are compared for equality and order, at any width
// assumed: now_i advances by one a clock; a row waits from its grant on until its start is reached or it
// assumed: is done
// mutant ReachedExactly: s/start_i\[1:0\] > turn_i ? later : turn/turn/
// mutant ReachedExactly: s/equal\[r\/4\] \&\& now_turn == 2'(r % 4)/equal[r\/4]/
// mutant EndsInTime: s/(step_q - StepBits'(step_q != '0))/step_q/
// mutant EndedHoldsState: s/{StartBits{found\[b\]}}/{StartBits{looked[b]}}/
// mutant EndedHoldsState: s/(wake_at_q \& {CycleBits{keeps}})/(wake_at_q ^ CycleBits'(keeps))/
// mutant EmptyIsZero: s/(wake_at_q \& {CycleBits{keeps}})/wake_at_q/
// mutant DisabledIsReset: s/found_at_d \& {StartBits{enable_i}}/found_at_d/

module reservation_starts_fv #(
    parameter int unsigned Rows = 2,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned Banks = (Rows + 3) / 4,
    localparam int unsigned StepBits = $clog2(4 * Banks + 1),
    localparam int unsigned WalkBits = 1 + $clog2(4 * Banks + 1) + 2 * CycleBits + 2,
    localparam int unsigned StorageBits = WalkBits + 4 * Banks * (CycleBits - 2)
) (
    input logic                 clk_i, rst_ni, enable_i, grant_i,
    input logic [7:0]           row_i,
    input logic [Rows-1:0]      done_i,
    input logic [CycleBits-1:0] now_i, start_i
);

  (* anyconst *) logic [7:0] watched;
  logic [Rows-1:0]        granted, waits_q, reached;
  logic                   busy, wake_valid, started, was_enabled, w_waits;
  logic                   was_ended, begins;
  logic [CycleBits-1:0]   wake_at, was_now, due_q, ahead, turn, found_at;
  logic [WalkBits-1:0]    was_walk;
  logic [7:0]             left_q;
  logic [1:0]             wait_for;
  logic [StepBits-1:0]    step;
  logic [StorageBits-1:0] registers;
  initial {started, was_enabled, was_ended} = '0;
  assign granted = grant_i ? Rows'(1) << row_i : '0;
  assign ahead   = start_i - now_i;
  // The row's turn that is not before the start.
  assign wait_for = watched[1:0] - start_i[1:0];
  assign turn    = start_i + {{(CycleBits - 2) {1'b0}}, wait_for};
  assign begins  = registers[WalkBits-1];
  assign step    = registers[WalkBits-2-:StepBits];
  // Below it the wake time and whether there is one.
  assign found_at = registers[CycleBits+1+:CycleBits];
  assign w_waits = 1'(waits_q >> watched);
  reservation_starts #(.Rows(Rows), .CycleBits(CycleBits)) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .granted_i(granted), .turn_i(row_i[1:0]),
      .start_i, .waits_i(waits_q), .done_i, .reached_o(reached), .busy_o(busy),
      .wake_valid_o(wake_valid), .wake_at_o(wake_at), .state_o(registers)
  );
  always @(posedge clk_i) begin : p_ghost
    started     <= 1'b1;
    was_enabled <= started && enable_i;
    was_now     <= now_i;
    was_walk    <= registers[WalkBits-1:0];
    was_ended   <= started && enable_i && !busy && granted == '0 && reached == '0 &&
                   (done_i & waits_q) == '0;
    waits_q     <= started && enable_i ? (waits_q & ~reached & ~done_i) | granted : '0;
    if (1'(granted >> watched)) due_q <= turn;
    left_q      <= !started || !enable_i ? 8'd0 : granted != '0 || reached != '0 ||
                   (done_i & waits_q) != '0 ? 8'(4 * Banks + 2) : left_q - 8'(left_q != '0);
  end
  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (32'(watched) < Rows && 32'(row_i) < Rows);
    if (started) begin
      assume (!was_enabled || now_i == was_now + CycleBits'(1));
      assume (!grant_i || (enable_i && !(1'(waits_q >> row_i)) && ahead != '0 &&
                           ahead < CycleBits'(1) << (CycleBits - 2)));
      assume (was_enabled || waits_q == '0);
      ReachedExactly: assert (1'(reached >> watched) == (w_waits && now_i == due_q) &&
          (!w_waits || registers[WalkBits+watched*(CycleBits-2)+:CycleBits-2] ==
           due_q[CycleBits-1:2]) && (!w_waits || due_q[1:0] == 2'(watched)));
      EndsInTime: assert (32'(step) <= 4 * Banks && begins == (left_q == 8'(4 * Banks + 2)) &&
          (begins || (step != '0 ? left_q == 8'(step) + 8'd1 : left_q == 8'd1 || (left_q == '0 && !busy))));
      // A clock without events may be left out once the walk has ended, whatever the rows keep.
      EndedHoldsState: assert ((busy || found_at == '0) &&
                               (!was_ended || registers[WalkBits-1:0] == was_walk));
      EmptyIsZero: assert (wake_valid || wake_at == '0);
      DisabledIsReset: assert (was_enabled || registers[WalkBits-1:0] == '0);
    end
    Reached: cover (started && reached != '0);
    Ends: cover (was_enabled && !busy && wake_valid);
  end

endmodule
