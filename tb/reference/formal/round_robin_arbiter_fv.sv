// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of round_robin_arbiter: its grant is the first request from a plain pointer on.
// properties: asserts=7 covers=2
// proof: depth=1 Requesters=5
// proof: depth=1 Requesters=2
// proof: depth=1 Requesters=22
// cover: depth=8 Requesters=5
// larger: nothing but the number of levels of the prefix trees depends on Requesters; 1, 3 and 5 levels,
// larger: full and cut short, are proved for every state
// mutant GrantsAtMostOne: s/assign grant_o       = seen \& ~(seen << 1);/assign grant_o = request_i;/
// mutant GrantsOnlyRequests: s/assign grant_o       = seen \& ~(seen << 1);/assign grant_o = seen;/
// mutant GrantsWhenRequested: s/: prefix_all;/: '0;/
// mutant GrantsFirstFromPointer: s/= prefix_masked.Requesters-1. ? prefix_masked : prefix_all/= prefix_all/
// mutant MaskIsPointer: s/update_i && (|request_i)/(|request_i)/
// mutant MaskIsThermometer: s/mask_q <= seen << 1;/mask_q <= ~(seen << 1);/
// mutant WaitAndDistanceBounded: s/ && (|request_i)) mask_q <= seen << 1;/) mask_q <= mask_q;/

module round_robin_arbiter_fv #(
  parameter int unsigned Requesters = 5
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [Requesters-1:0] request_i,
  input logic                  update_i
);

  localparam int unsigned W = $clog2(Requesters + 1) + 1;  // of a number of requesters

  logic [Requesters-1:0] grant, mask;

  round_robin_arbiter #(.Requesters(Requesters)) dut (
    .clk_i, .rst_ni, .request_i, .update_i, .grant_o(grant), .formal_mask_o(mask)
  );

  // The requester to look at first, and how many grants have passed one that keeps requesting.
  logic         started;
  logic [W-1:0] pointer, waited;
  initial started = 1'b0;
  initial {pointer, waited} = '0;

  // One requester, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [W-1:0] watched;

  // A plain scan from the pointer on.
  logic         any;
  logic [W-1:0] first, distance;
  always_comb begin
    logic [W-1:0] place;
    any   = 1'b0;
    first = '0;
    place = '0;
    for (int k = 0; k < Requesters; k++) begin
      place = pointer + W'(k);
      if (place >= W'(Requesters)) place = place - W'(Requesters);
      if (!any && |(request_i & (Requesters'(1) << place))) begin
        any   = 1'b1;
        first = place;
      end
    end
    distance = watched >= pointer ? watched - pointer : watched + W'(Requesters) - pointer;
  end

  logic wants, gets;
  assign wants = |(request_i & (Requesters'(1) << watched));
  assign gets  = |(grant & (Requesters'(1) << watched));

  always @(posedge clk_i) begin
    started <= 1'b1;
    if (!started) pointer <= '0;
    else if (update_i && any) pointer <= first == W'(Requesters - 1) ? '0 : first + W'(1);
    if (!started || !wants || (gets && update_i)) waited <= '0;
    else if (update_i) waited <= waited + W'(1);
  end

  always_comb begin
    assume (rst_ni == started);
    assume (watched < W'(Requesters));
    if (started) begin
      GrantsAtMostOne: assert ((grant & (grant - Requesters'(1))) == '0);
      GrantsOnlyRequests: assert ((grant & ~request_i) == '0);
      GrantsWhenRequested: assert ((grant != '0) == (request_i != '0));
      GrantsFirstFromPointer: assert (grant == (any ? Requesters'(1) << first : '0));
      // Behind the last requester there is none: the first one's turn.
      MaskIsPointer: assert (pointer < W'(Requesters) &&
          (mask == {Requesters{1'b1}} << pointer || (mask == '0 && pointer == '0)));
      MaskIsThermometer: assert (((mask << 1) & ~mask) == '0);
      // A standing requester is passed by at most Requesters - 1 grants: each brings the pointer
      // nearer to it.
      WaitAndDistanceBounded: assert ({1'b0, waited} + {1'b0, distance} < (W+1)'(Requesters));
    end
    WaitsForAllOthers: cover (started && wants && gets && waited == W'(Requesters - 1));
    HoldsWithoutUpdate: cover (started && !update_i && grant != '0 && pointer != '0);
  end

endmodule
