// SPDX-License-Identifier: Apache-2.0
// Announces the throttling degree of a hotspot: tells the listed sources one by one, then is silent
// as long as the messages cost.
//
// Contract:   docs/reference/cbcm/hotspot_detector.md, steps 4 to 7
// Source:     CBCM paper, Section IV-B2
// Interface:  part of hotspot_detector, which has the list and the deadline. A look begins, which
//             reads the list, and is carried out in the next clock.
// Latency:    a message is shown 2 clocks after its look begins; at most one in 2 clocks, and a
//             group without a source takes 1
// Cost:       one addition of the pacing's width; see PacingBits
// Not handled: a round must not start while a message waits: the message would change.
//
// The message is the scan's own position and the announced degree: neither changes until it is
// taken.
// lint-params: Nodes=4096
// lint-params: Nodes=24 CycleBits=8
// lint-illegal: Nodes=15
// lint-illegal: CycleBits=7

module throttle_announcer #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    // A message to every other node.
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    /// Width of the pacing.
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    localparam int unsigned SampleBits = 0,
    // Numbers of the groups of 32 nodes.
    localparam int unsigned GroupBits = Nodes > 32 ? NodeBits - 5 : 1,
    /// Scanning, told, rested, periods, pacing, announced degree, position.
    localparam int unsigned StateBits = 3 + 8 + PacingBits + 2 * NodeBits,
    /// A look is carried out; there is a message.
    localparam int unsigned PipelineBits = 2,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                  rst_ni,
    /// Low: everything takes its reset value at the clock; `stop_i` is 1 then.
    input  logic                  enable_i,
    /// A round starts; `free_o` is 1.
    input  logic                  start_i,
    /// The hotspot is over; wins over `start_i`. A message that waits stays.
    input  logic                  stop_i,
    /// This node is a hotspot.
    input  logic                  hotspot_i,
    /// The deadline is reached.
    input  logic                  reached_i,
    /// D_t, to be announced by the round that starts.
    input  logic [NodeBits-1:0]   degree_i,
    /// The list changes in this clock: a look that counts waits.
    input  logic                  changes_i,
    /// The list has a source to tell in the group of `position_o`, from it or beyond it.
    input  logic                  found_i,
    /// That source.
    input  logic [NodeBits-1:0]   found_node_i,
    /// The group of `position_o` is the last.
    input  logic                  last_i,
    /// The control queue takes a message.
    input  logic                  throttle_ready_i,
    /// 1/epsilon: a message costs this many cycles of silence.
    input  logic [15:0]           cfg_inverse_epsilon_i,
    /// Pacing periods from the end of a round to its refresh; 0: none.
    input  logic [7:0]            cfg_refresh_rounds_i,
    /// No message, or it is taken in this clock.
    output logic                  free_o,
    /// A look begins.
    output logic                  look_o,
    /// The group of 32 nodes that it looks at; that of `position_o` when it is carried out.
    output logic [GroupBits-1:0]  look_group_o,
    /// The look that is carried out goes beyond `position_o`, which has been told.
    output logic                  beyond_o,
    /// ... and counts it.
    output logic                  count_o,
    /// A round looks for sources.
    output logic                  scanning_o,
    /// The silence after the round is over.
    output logic                  rested_o,
    /// The unchanged announcement is to be repeated.
    output logic                  refresh_due_o,
    /// The deadline becomes now + `pacing_o`.
    output logic                  rearm_o,
    /// Length of a pacing period.
    output logic [PacingBits-1:0] pacing_o,
    /// Announced degree.
    output logic [NodeBits-1:0]   announced_o,
    /// Where the scan is: the source to be told while there is a message.
    output logic [NodeBits-1:0]   position_o,
    /// There is a message.
    output logic                  throttle_valid_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic                  scanning_d, scanning_q, rested_d, rested_q, valid_d, valid_q;
  logic                  looking_d, looking_q, told_d, told_q;
  logic [7:0]            periods_d, periods_q;
  logic [PacingBits-1:0] pacing_d, pacing_q;
  logic [NodeBits-1:0]   announced_d, announced_q, position_d, position_q;

  // A look finds a source, moves on to the next group of 32 nodes, or ends the scan. While one is
  // carried out the next one begins as if it moved on.
  logic       look, tell, move, done, period;
  logic [8:0] group, next_group;
  assign free_o     = !valid_q || throttle_ready_i;
  assign look       = looking_q && !(told_q && changes_i);
  assign tell       = look && found_i;
  assign move       = look && !found_i && !last_i;
  assign done       = look && !found_i && last_i;
  assign period     = hotspot_i && !scanning_q && reached_i;
  assign group      = 9'(14'(position_q) >> 5);
  assign next_group = group + 9'd1;

  always_comb begin : p_scan
    scanning_d  = scanning_q && !done;
    looking_d   = scanning_q && (looking_q ? move : free_o);
    told_d      = told_q;
    position_d  = position_q;
    announced_d = announced_q;
    valid_d     = tell || !free_o;
    if (tell) position_d = found_node_i;
    if (move) position_d = NodeBits'({next_group, 5'd0});
    if (look) told_d = found_i;
    if (start_i) begin
      scanning_d  = 1'b1;
      position_d  = '0;
      announced_d = degree_i;
    end
    if (stop_i) {scanning_d, looking_d, told_d} = '0;
    if (!enable_i) begin
      position_d  = '0;
      announced_d = '0;
      valid_d     = 1'b0;
    end
  end

  // A round that tells nobody is not followed by silence, but its periods are those of one message.
  always_comb begin : p_pacing
    pacing_d  = pacing_q;
    rested_d  = rested_q || period;
    periods_d = periods_q;
    if (tell || (done && pacing_q == '0)) pacing_d = pacing_q + PacingBits'(cfg_inverse_epsilon_i);
    if (period && periods_q != '0) periods_d = periods_q - 8'd1;
    if (start_i) begin
      pacing_d  = '0;
      rested_d  = 1'b0;
      periods_d = cfg_refresh_rounds_i;
    end
    if (stop_i) begin
      pacing_d  = '0;
      rested_d  = 1'b0;
      periods_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      scanning_q  <= 1'b0;
      looking_q   <= 1'b0;
      told_q      <= 1'b0;
      rested_q    <= 1'b0;
      valid_q     <= 1'b0;
      periods_q   <= '0;
      pacing_q    <= '0;
      announced_q <= '0;
      position_q  <= '0;
    end else begin
      scanning_q  <= scanning_d;
      looking_q   <= looking_d;
      told_q      <= told_d;
      rested_q    <= rested_d;
      valid_q     <= valid_d;
      periods_q   <= periods_d;
      pacing_q    <= pacing_d;
      announced_q <= announced_d;
      position_q  <= position_d;
    end
  end

  assign look_o           = scanning_q && free_o;
  assign look_group_o     = GroupBits'(looking_q ? next_group : group);
  assign beyond_o         = told_q;
  assign count_o          = look && told_q;
  assign scanning_o       = scanning_q;
  assign rested_o         = rested_q;
  assign refresh_due_o    = cfg_refresh_rounds_i != '0 && periods_q == '0;
  assign rearm_o          = done || period;
  assign pacing_o         = pacing_q;
  assign announced_o      = announced_q;
  assign position_o       = position_q;
  assign throttle_valid_o = valid_q;

`ifndef SYNTHESIS
  // A deadline half the counter's range ahead counts as reached.
  always @(posedge clk_i)
    if (enable_i && tell)
      PacingWithinRange: assert (CycleBits > FullPacingBits || 65'(pacing_q) +
                                 65'(cfg_inverse_epsilon_i) < 65'd1 << (CycleBits - 1));
`endif

`ifdef FORMAL
  assign formal_state_o = {scanning_q, told_q, rested_q, periods_q, pacing_q, announced_q,
                           position_q, looking_q, valid_q};
`endif

endmodule
