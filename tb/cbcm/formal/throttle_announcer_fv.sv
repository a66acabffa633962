// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of throttle_announcer: scan, message, pacing and periods follow the contract page.
// properties: asserts=13 covers=4
// proof: depth=1 Nodes=41 CycleBits=8
// proof: depth=1 Nodes=16 CycleBits=32
// bounded: depth=3 Nodes=4096 CycleBits=32
// cover: depth=12 Nodes=41 CycleBits=8
// larger: no value but the width of the counters depends on the parameters.
// assumed: a round starts only while no message waits; stop_i is 1 while enable_i is 0; what is found
// assumed: lies in the group of position_o; the pacing fits half the counter's range
// mutant DisabledIsReset: s/^      announced_d = '0;$//
// mutant TellsWhatIsFound: s/if (tell) position_d = found_node_i;/if (tell) position_d = position_q;/
// mutant MovesToNextGroup: s/group + 9'd1/group + 9'd2/
// mutant StableUntilTaken: s/assign free_o     = .*/assign free_o = 1'b1;/
// mutant ScanEndsExactly: s/assign done       = .*/assign done = look \&\& last_i;/
// mutant AnnouncesDegree: s/announced_d = degree_i;/announced_d = announced_q;/
// mutant PacingIsMessages: s/if (tell || (done \&\& pacing_q == '0))/if (tell)/
// mutant LooksExactly: s/looking_q ? move : free_o/looking_q || free_o/
// mutant LooksExactly: s/!(told_q \&\& changes_i)/1'b1/
// mutant LooksExactly: s/GroupBits'(looking_q ? next_group : group)/GroupBits'(group)/
// mutant ToldExactly: s/if (look) told_d = found_i;/if (tell) told_d = 1'b1;/
// mutant RestedExactly: s/assign period     = hotspot_i \&\& /assign period = /
// mutant PeriodsExactly: s/if (period \&\& periods_q != '0)/if (period)/
// mutant RearmsExactly: s/assign rearm_o          = done || period;/assign rearm_o = done;/
// mutant PacingWithinRange: @throttle_announcer_fv s/assume (32'(pacing) + 32'(cfg_inverse_epsilon_i) < 32'(Range));//

module throttle_announcer_fv #(
    parameter int unsigned Nodes = 41,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    localparam int unsigned GroupBits = Nodes > 32 ? NodeBits - 5 : 1,
    localparam int unsigned StorageBits = 3 + 8 + PacingBits + 2 * NodeBits + 2
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                enable_i,
    input logic                start_i,
    input logic                stop_i,
    input logic                hotspot_i,
    input logic                reached_i,
    input logic [NodeBits-1:0] degree_i,
    input logic                changes_i,
    input logic                found_i,
    input logic [NodeBits-1:0] found_node_i,
    input logic                last_i,
    input logic                throttle_ready_i,
    input logic [15:0]         cfg_inverse_epsilon_i,
    input logic [7:0]          cfg_refresh_rounds_i
);

  logic                   scanning, rested, refresh_due, rearm, valid, look, beyond, counts;
  logic [GroupBits-1:0]   look_group;
  logic [PacingBits-1:0]  pacing;
  logic [NodeBits-1:0]    announced, position;
  logic [StorageBits-1:0] registers;

  throttle_announcer #(
      .Nodes(Nodes),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .start_i, .stop_i, .hotspot_i, .reached_i, .degree_i, .changes_i,
      .found_i, .found_node_i, .last_i, .throttle_ready_i, .cfg_inverse_epsilon_i, .cfg_refresh_rounds_i,
      .free_o(),
      .look_o(look),
      .look_group_o(look_group),
      .beyond_o(beyond),
      .count_o(counts),
      .scanning_o(scanning),
      .rested_o(rested),
      .refresh_due_o(refresh_due),
      .rearm_o(rearm),
      .pacing_o(pacing),
      .announced_o(announced),
      .position_o(position),
      .throttle_valid_o(valid),
      .formal_state_o(registers)
  );

  localparam logic [31:0] Range = CycleBits > 31 ? 32'hffffffff : 32'd1 << (CycleBits - 1);

  logic [7:0] periods;
  logic       looking;
  assign periods = registers[StorageBits-4-:8];
  assign looking = registers[1];

  // What the clock does, by the contract page.
  logic may_look, tells, moves, ends, period;
  assign may_look = looking && !(beyond && changes_i);
  assign tells    = may_look && found_i;
  assign moves    = may_look && !found_i && !last_i;
  assign ends     = may_look && !found_i && last_i;
  assign period   = hotspot_i && !scanning && reached_i;

  logic                  started, was_on, was_start, was_stop, was_tells, was_moves, was_ends;
  logic                  was_period, was_scanning, was_rested, was_begin, was_told, was_look;
  logic [GroupBits-1:0]  was_group;
  logic [NodeBits-1:0]   was_position, was_announced, was_found, was_degree;
  logic [PacingBits-1:0] was_pacing;
  logic [7:0]            was_periods, was_rounds;
  logic [15:0]           was_epsilon;
  initial started = 1'b0;
  stable_until_taken #(.PayloadBits(2 * NodeBits)) message_stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(valid), .ready_i(throttle_ready_i),
      .payload_i({position, announced})
  );

  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_on        <= started && enable_i;
    was_start     <= start_i && !stop_i;
    was_stop      <= stop_i;
    was_tells     <= tells;
    was_moves     <= moves;
    was_ends      <= ends;
    was_period    <= period;
    was_scanning  <= scanning;
    was_look      <= may_look;
    was_told      <= beyond;
    // A look begins: with the message register free, in the place of one that is not carried out
    // only after it.
    was_begin     <= scanning && (looking ? moves : !valid || throttle_ready_i);
    was_group     <= look_group;
    was_rested    <= rested;
    was_position  <= position;
    was_announced <= announced;
    was_found     <= found_node_i;
    was_degree    <= degree_i;
    was_pacing    <= pacing;
    was_periods   <= periods;
    was_rounds    <= cfg_refresh_rounds_i;
    was_epsilon   <= cfg_inverse_epsilon_i;
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (!start_i || ((!valid || throttle_ready_i) && !scanning));
    assume (enable_i || stop_i);
    assume (14'(found_node_i) >> 5 == 14'(position) >> 5);
    assume (32'(pacing) + 32'(cfg_inverse_epsilon_i) < 32'(Range));
  end

  always_comb begin : p_assert
    if (started) begin
      DisabledIsReset: assert (was_on || registers == '0);
      TellsWhatIsFound: assert (!was_on || !was_tells || (valid && position == was_found));
      MovesToNextGroup: assert (!was_on || !was_moves || was_start ||
          (!valid && position == NodeBits'(((14'(was_position) >> 5) + 14'd1) << 5)));
      LooksExactly: assert ((!was_on || looking == (was_begin && !was_stop)) &&
          (!looking || (scanning && !valid)) && counts == (may_look && beyond) &&
          (!may_look || tells || moves || ends) &&
          (!was_on || !looking || Nodes <= 32 || was_group == GroupBits'(14'(position) >> 5)));
      ToldExactly: assert (!was_on || beyond ==
          (!was_stop && (was_look ? was_tells : was_told)));
      ScanEndsExactly: assert (!was_on ||
          scanning == (!was_stop && (was_start || (was_scanning && !was_ends))));
      AnnouncesDegree: assert (!was_on ||
          (was_start ? announced == was_degree && position == '0 : was_stop ||
                       announced == was_announced));
      PacingIsMessages: assert (!was_on || pacing == (was_stop || was_start ? '0 :
          was_tells || (was_ends && was_pacing == '0) ?
          was_pacing + PacingBits'(was_epsilon) : was_pacing));
      RestedExactly: assert (!was_on ||
          rested == (!was_stop && !was_start && (was_rested || was_period)));
      PeriodsExactly: assert (!was_on || periods == (was_stop ? '0 : was_start ? was_rounds :
          was_periods - 8'(was_period && was_periods != '0)));
      RearmsExactly: assert (rearm == (ends || period));
    end
    ToldInTwoGroups: cover (started && valid && position > NodeBits'(31) && pacing > '0);
    RefreshIsDue: cover (started && rested && refresh_due);
    TellsNobody: cover (started && ends && pacing == '0);
    LookIsKept: cover (started && looking && look && !may_look);
  end

endmodule
