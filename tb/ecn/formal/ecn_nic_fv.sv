// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of ecn_nic in mode 0: it is the echo and the limiter, wired as the page says.
// properties: asserts=9 covers=2
// proof: depth=1 DelayEntries=1 Mode=0 DelayBits=4 CycleBits=8
// bounded: depth=4 DelayEntries=2 Mode=0 DelayBits=4 CycleBits=12
// cover: depth=8 DelayEntries=1 Mode=0 DelayBits=4 CycleBits=8
// larger: the glue passes vectors through, lane by lane; the parts are proved by their own wrappers,
// larger: their quiescence too. Mode 1: ecn_nic_table.
// assumed: notifications name nodes of the network, a packet one entry or none; the levels are legal
// mutant EchoIsPart: s/\.packet_marked_i, \.not/.packet_marked_i(control_valid_i), .not/
// mutant LimiterIsPart: s/cfg_maximum_i(cfg_maximum_i\[DelayBits/cfg_maximum_i(cfg_increment_i[DelayBits/
// mutant LimiterIsPart: s/cfg_timer_i(16'(cfg_timer_i))/cfg_timer_i(16'd1)/
// mutant TableShown: s/LevelBits'(delay\[e\*DelayBits+:DelayBits\])/'0/
// mutant RowsAreInUse: @delay_entry s/assign gone      = delay_q == '0 ||/assign gone =/
// mutant RowsAreInUse: @delay_entry s/|| sends || ends;/|| sends;/
// mutant StableUntilTaken: s/\.packet_marked_i, \.notification_ready_i/.packet_marked_i, .notification_ready_i(1'b1)/
// mutant SleepsWithBoth: s/echo_quiescent && limiter_quiescent/limiter_quiescent/
// mutant NotificationInNetwork: @ecn_nic_fv s/assume (32'(control_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant StepsAtLeastOne: @ecn_nic_fv s/cfg_decrement_i\[DelayBits-1:0\] != '0 &&//
// mutant SentToOneEntry: @ecn_nic_fv DelayEntries=2 s/assume ((sent_entry_i \& .*//

module ecn_nic_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 1,
  parameter int unsigned Mode = 0,
  parameter int unsigned DelayBits = 4,
  parameter int unsigned CycleBits = 8,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned LevelBits = 7,
  // Deadlines have CycleBits bits where these are at most 16.
  localparam int unsigned LimiterBits =
      DelayEntries * (4 + NodeBits + DelayBits + 2 * CycleBits) + 5 + 2 * CycleBits,
  localparam int unsigned StorageBits = LimiterBits + 1 + NodeBits
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i, cfg_timer_i,
  input logic                 packet_valid_i, packet_marked_i, notification_ready_i,
  input logic                 control_valid_i, cfg_free_running_i, table_valid_i,
  input logic [NodeBits-1:0]  packet_source_i, control_source_i,
  input logic [DelayEntries-1:0] sent_entry_i,
  input logic [9:0]           sent_flits_i,
  input logic [LevelBits-1:0] cfg_increment_i, cfg_decrement_i, cfg_maximum_i, cfg_minimum_i,
  input logic [LevelBits-1:0] cfg_trigger_i,
  input logic [6:0]           table_index_i,
  input logic [15:0]          table_word_i
);

  logic                              ready, note_valid, overflow, triggered, quiescent, wake_valid;
  logic                              p_ready, p_note_valid, p_overflow, p_echo_quiescent, p_wake;
  logic                              p_quiescent;
  logic [NodeBits-1:0]               note, p_note;
  logic [DelayEntries-1:0]           valid, blocked, p_valid, p_blocked;
  logic [DelayEntries*LevelBits-1:0] level, p_level;
  logic [DelayEntries*DelayBits-1:0] p_delay;
  logic [CycleBits-1:0]              wake_at, p_wake_at;
  logic [StorageBits-1:0]            registers;
  logic [LimiterBits-1:0]            p_registers;
  ecn_nic #(
    .Nodes(Nodes), .DelayEntries(DelayEntries), .CycleBits(CycleBits), .Mode(Mode),
    .DelayBits(DelayBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .packet_valid_i, .packet_source_i, .packet_marked_i,
    .notification_ready_i, .control_valid_i, .control_source_i, .sent_entry_i,
    .sent_flits_i, .cfg_increment_i, .cfg_decrement_i, .cfg_maximum_i,
    .cfg_minimum_i, .cfg_trigger_i, .cfg_timer_i, .cfg_free_running_i, .table_valid_i,
    .table_index_i, .table_word_i, .packet_ready_o(ready), .notification_valid_o(note_valid),
    .notification_destination_o(note), .entry_valid_o(valid),
    .entry_blocked_o(blocked), .entry_level_o(level), .overflow_o(overflow),
    .triggered_o(triggered), .quiescent_o(quiescent), .wake_valid_o(wake_valid),
    .wake_at_o(wake_at), .formal_state_o(registers)
  );
  notification_echo #(.Nodes(Nodes)) echo (
    .clk_i, .rst_ni, .enable_i, .packet_valid_i, .packet_source_i, .packet_marked_i,
    .notification_ready_i, .packet_ready_o(p_ready), .notification_valid_o(p_note_valid),
    .notification_destination_o(p_note), .quiescent_o(p_echo_quiescent)
  );
  delay_limiter #(
    .Nodes(Nodes), .DelayEntries(DelayEntries), .DelayBits(DelayBits), .CycleBits(CycleBits)
  ) limiter (
    .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i(control_valid_i),
    .notification_source_i(control_source_i), .sent_entry_i, .sent_flits_i,
    .cfg_increment_i(DelayBits'(cfg_increment_i)), .cfg_decrement_i(DelayBits'(cfg_decrement_i)),
    .cfg_maximum_i(DelayBits'(cfg_maximum_i)), .cfg_timer_i(16'(cfg_timer_i)),
    .cfg_free_running_i, .entry_valid_o(p_valid), .entry_destination_o(),
    .entry_delay_o(p_delay), .entry_blocked_o(p_blocked), .overflow_o(p_overflow),
    .quiescent_o(p_quiescent), .wake_valid_o(p_wake), .wake_at_o(p_wake_at),
    .formal_state_o(p_registers)
  );
  // A free row's registers hold any value: the walk to the wake time must not come to it.
  localparam int unsigned E = DelayEntries;
  logic [E-1:0]           in_use, waits;
  logic [E*DelayBits-1:0] in_use_delay;
  logic [2*E-1:0]         pending;
  logic                   unsettled, used;
  assign {in_use, waits} = p_registers[LimiterBits-1-:2*E];
  assign in_use_delay    = p_registers[LimiterBits-1-2*E-E*NodeBits-:E*DelayBits];
  assign unsettled       = p_registers[2*CycleBits+2*E+3];
  assign pending         = p_registers[2*CycleBits+1+:2*E];
  always_comb begin
    used = unsettled || (pending & ~{waits, in_use}) == '0;
    for (int e = 0; e < E; e++)
      if (in_use[e] && !waits[e] && in_use_delay[e*DelayBits+:DelayBits] == '0) used = 1'b0;
  end

  // What counts of a valid entry.
  logic same;
  always_comb begin
    same = 1'b1;
    for (int e = 0; e < DelayEntries; e++) begin
      p_level[e*LevelBits+:LevelBits] = LevelBits'(p_delay[e*DelayBits+:DelayBits]);
      if (p_valid[e] && level[e*LevelBits+:LevelBits] != p_level[e*LevelBits+:LevelBits])
        same = 1'b0;
    end
  end

  logic started;
  initial started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;

  stable_until_taken #(.PayloadBits(NodeBits)) stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(note_valid), .ready_i(notification_ready_i),
    .payload_i(note)
  );

  always_comb begin
    assume (rst_ni == started);
    assume (32'(control_source_i) < Nodes);
    assume ((sent_entry_i & (sent_entry_i - E'(1))) == '0);
    assume (cfg_increment_i[DelayBits-1:0] != '0 && cfg_decrement_i[DelayBits-1:0] != '0 &&
            cfg_maximum_i[DelayBits-1:0] != '0 && cfg_timer_i != '0);
    if (started) begin
      RowsAreInUse: assert (used);
      EchoIsPart: assert ({ready, note_valid, note} == {p_ready, p_note_valid, p_note});
      LimiterIsPart: assert (registers == {p_registers, p_note_valid, p_note});
      TableShown: assert ({valid, blocked, overflow, triggered} ==
                          {p_valid, p_blocked, p_overflow, 1'b0} && same);
      SleepsWithBoth: assert ({quiescent, wake_valid, wake_at} ==
                              {p_echo_quiescent && p_quiescent, p_wake, p_wake_at});
    end
    Blocks: cover (started && blocked != '0 && note_valid);
    Overflows: cover (started && overflow);
  end

endmodule
