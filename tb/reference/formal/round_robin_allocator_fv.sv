// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of round_robin_allocator: legal grants, pointers that follow them, bounded waits.
// properties: asserts=10 covers=3
// proof: depth=1 Radix=4
// proof: depth=1 Radix=5
// bounded: depth=2 Radix=8
// cover: depth=8 Radix=4
// larger: rows and columns are alike but for their place in the circle, and every arbiter is proved for
// larger: itself at larger sizes (round_robin_arbiter); the argument of the bound on waits, given beside
// larger: its numbers, holds for any Radix
// assumed: nothing; the bound on waits counts from the last clock at which the input withdrew a request
// mutant GrantsOnlyRequests: s/request_i.i.Radix +: Radix.)/{Radix{|request_i}})/
// mutant OneGrantPerInput: s/given.o.Radix + i.;/given[o*Radix + i] | (\&request_i);/
// mutant OneGrantPerOutput: s/= given.o.Radix + i.;/= offered[o*Radix + i];/
// mutant LoneRequestGranted: @round_robin_arbiter s/prefix_masked.Requesters-1. ? prefix_masked : prefix_all/prefix_masked/
// mutant SomeGrant: @round_robin_arbiter s/prefix_masked.Requesters-1. ? prefix_masked : prefix_all/prefix_masked/
// mutant UncontestedOutputGranted: s/offered.o.Radix + i. = chosen/offered[o*Radix + i] = ~(\&request_i) \& chosen/
// mutant InputPointerFollowsGrant: s/.update_i  (taken.i.)/.update_i (1'b1)/
// mutant OutputPointerFollowsGrant: s/.update_i  (1'b1)/.update_i (1'b0)/
// mutant PointersAreThermometers: @round_robin_arbiter s/mask_q <= seen << 1;/mask_q <= ~(seen << 1);/
// mutant WaitIsBounded: s/.update_i  (1'b1)/.update_i (1'b0)/

module round_robin_allocator_fv #(
  parameter int unsigned Radix = 4
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [Radix*Radix-1:0] request_i
);

  localparam int unsigned R       = Radix;
  // Clocks that a request may wait; W bits for a number of clocks or places.
  localparam int unsigned Longest = R * R * (R - 1) / 2 + R * R - 1;
  localparam int unsigned W       = $clog2(Longest + 1);

  logic [R*R-1:0] grant, input_masks, output_masks;

  round_robin_allocator #(.Radix(Radix)) dut (
    .clk_i, .rst_ni, .request_i, .grant_o(grant),
    .formal_input_masks_o(input_masks), .formal_output_masks_o(output_masks)
  );

  // One input and one output, the same for the whole run and otherwise arbitrary: what holds for
  // them holds for all.
  (* anyconst *) logic [W-1:0] in, out;

  // Requests and grants of the input by output, of the output by input.
  logic [R-1:0] row_request, row_grant, column_request, column_grant, input_mask, output_mask;
  always_comb begin
    row_request    = '0;
    row_grant      = '0;
    input_mask     = '0;
    output_mask    = '0;
    column_request = '0;
    column_grant   = '0;
    for (int k = 0; k < R; k++) begin
      if (in == W'(k)) begin
        row_request = request_i[k*R +: R];
        row_grant   = grant[k*R +: R];
        input_mask  = input_masks[k*R +: R];
      end
      if (out == W'(k)) output_mask = output_masks[k*R +: R];
      column_request[k] = |(request_i[k*R +: R] & (R'(1) << out));
      column_grant[k]   = |(grant[k*R +: R] & (R'(1) << out));
    end
  end

  // Place of the only bit; first place of a mask's pointer (behind the last: the first).
  function automatic logic [W-1:0] place_of(input logic [R-1:0] bits);
    place_of = '0;
    for (int k = R - 1; k >= 0; k--) if (bits[k]) place_of = W'(k);
  endfunction
  function automatic logic [R-1:0] mask_behind(input logic [R-1:0] one);
    mask_behind = '0;
    for (int k = 1; k < R; k++) mask_behind[k] = mask_behind[k-1] | one[k-1];
  endfunction
  function automatic logic [W-1:0] steps(input logic [W-1:0] from, input logic [W-1:0] to);
    steps = to >= from ? to - from : to + W'(R) - from;
  endfunction

  // What is between the request of `in` for `out` and its grant: places that the input's pointer is
  // away from the output, places to the input's choice of this clock, and places that the pointer
  // of the output chosen is away from the input. Without a grant the last one gets less, or a
  // request nearer to the input's pointer appears; with another grant of the input the first one
  // does. So the sum below gets less in every clock, as long as the input withdraws no request.
  logic [W-1:0] to_output, to_choice, to_input, choice, choice_pointer, left;
  logic         any;
  always_comb begin
    logic [W-1:0] place;
    any       = 1'b0;
    choice    = '0;
    to_choice = '0;
    place     = '0;
    for (int k = 0; k < R; k++) begin
      place = place_of(input_mask) + W'(k);
      if (place >= W'(R)) place = place - W'(R);
      if (!any && |(row_request & (R'(1) << place))) begin
        any       = 1'b1;
        choice    = place;
        to_choice = W'(k);
      end
    end
    choice_pointer = '0;
    for (int k = 0; k < R; k++)
      if (choice == W'(k)) choice_pointer = place_of(output_masks[k*R +: R]);
    to_output = steps(place_of(input_mask), out);
    to_input  = steps(choice_pointer, in);
    left = '0;
    for (int d = 1; d < R; d++) if (to_output >= W'(d)) left = left + W'(d * R);
    left = left + to_choice * W'(R) + to_input;
  end
  logic thermometers;
  always_comb begin
    thermometers = 1'b1;
    for (int k = 0; k < R * R; k++)
      if (k % R != 0 && ((input_masks[k-1] && !input_masks[k]) ||
                         (output_masks[k-1] && !output_masks[k]))) thermometers = 1'b0;
  end

  logic         started, was_started, wants, gets;
  logic [W-1:0] waited;
  logic [R-1:0] standing;  // requests that the input must still have
  logic [R-1:0] last_input_mask, last_output_mask, last_row_grant, last_column_grant;
  initial {started, was_started} = '0;
  initial {waited, standing} = '0;
  assign wants = |(row_request & (R'(1) << out));
  assign gets  = |(row_grant & (R'(1) << out));

  // Clocks that the request of `in` for `out` has waited; a request withdrawn starts it anew.
  logic [W-1:0] waiting;
  assign waiting = (standing & ~row_request) == '0 && wants ? waited : '0;
  always @(posedge clk_i) begin
    started           <= 1'b1;
    was_started       <= started;
    waited            <= started && wants && !gets ? waiting + W'(1) : '0;
    standing          <= started ? row_request & ~row_grant : '0;
    last_input_mask   <= input_mask;
    last_output_mask  <= output_mask;
    last_row_grant    <= row_grant;
    last_column_grant <= column_grant;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (in < W'(R) && out < W'(R));
    if (started) begin
      GrantsOnlyRequests: assert ((row_grant & ~row_request) == '0);
      OneGrantPerInput: assert ((row_grant & (row_grant - R'(1))) == '0);
      OneGrantPerOutput: assert ((column_grant & (column_grant - R'(1))) == '0);
      LoneRequestGranted: assert (!(row_request == R'(1) << out && column_request == R'(1) << in)
                                  || gets);
      SomeGrant: assert ((|grant) == (|request_i));
      // The output that the input chooses is granted to somebody.
      UncontestedOutputGranted: assert (!any || choice != out || (|column_grant));
      InputPointerFollowsGrant: assert (!was_started || input_mask ==
          (last_row_grant == '0 ? last_input_mask : mask_behind(last_row_grant)));
      OutputPointerFollowsGrant: assert (!was_started || output_mask ==
          (last_column_grant == '0 ? last_output_mask : mask_behind(last_column_grant)));
      PointersAreThermometers: assert (thermometers);
      // At radix 4 a request waits at most 39 clocks.
      WaitIsBounded: assert (!wants || {1'b0, waiting} + {1'b0, left} <= (W+1)'(Longest));
    end
    AllInputs: cover (started && $countones(grant) == R);
    OneLoses: cover (started && $countones(request_i) == 2 && $countones(grant) == 1);
    WaitsLong: cover (started && gets && waiting == W'(R));
  end

endmodule
