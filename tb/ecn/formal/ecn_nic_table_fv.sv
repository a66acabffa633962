// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of ecn_nic in mode 1: it is the echo and a limiter with a table, wired as the page
// says.
// wraps: ecn_nic
// properties: asserts=5 covers=1
// proof: depth=1 DelayEntries=2 TableEntries=16
// proof: depth=1 DelayEntries=1 TableEntries=128
// cover: depth=4 DelayEntries=2 TableEntries=16
// abstract: cct_limiter
// larger: the glue passes vectors through, lane by lane; the limiter is proved by its own wrapper
// assumed: in place of the limiter stands a circuit that keeps its inputs for a clock and shows them
// mutant EchoIsPart: s/\.packet_marked_i, \.not/.packet_marked_i(control_valid_i), .not/
// mutant LimiterIsPart: s/cfg_limit_i(cfg_maximum_i/cfg_limit_i(cfg_increment_i/
// mutant LimiterIsPart: s/cfg_trigger_i(cfg_trigger_i\[IndexBits-1:0\])/cfg_trigger_i(cfg_trigger_i[IndexBits:1])/
// mutant LimiterIsPart: s/^        \.cfg_timer_i,/.cfg_timer_i(CycleBits'(16'(cfg_timer_i))),/
// mutant LimiterIsPart: s/table_index_i\[IndexBits-1:0\]/'0/
// mutant TableShown: s/LevelBits'(index\[e\*IndexBits+:IndexBits\])/LevelBits'(index[IndexBits-1:0])/
// mutant StableUntilTaken: s/\.packet_marked_i, \.notification_ready_i/.packet_marked_i, .notification_ready_i(1'b1)/
// mutant SleepsWithBoth: s/echo_quiescent && limiter_quiescent/echo_quiescent/

module cct_limiter #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 2,
  parameter int unsigned TableEntries = 16,
  parameter int unsigned CycleBits = 20,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned IndexBits = $clog2(TableEntries),
  localparam int unsigned InputBits = 29 + NodeBits + DelayEntries + 5 * IndexBits + 2 * CycleBits,
  localparam int unsigned ReleaseBits = CycleBits < 25 ? CycleBits : 25,
  localparam int unsigned ShownBits = DelayEntries * (4 + NodeBits + IndexBits + ReleaseBits) +
      2 * CycleBits + 2 * ReleaseBits + 68
) (
  input  logic                              clk_i, rst_ni, enable_i,
  input  logic [CycleBits-1:0]              now_i,
  input  logic                              notification_valid_i, table_valid_i,
  input  logic [NodeBits-1:0]               notification_source_i,
  input  logic [DelayEntries-1:0]           sent_entry_i,
  input  logic [9:0]                        sent_flits_i,
  input  logic [IndexBits-1:0]              table_index_i,
  input  logic [15:0]                       table_word_i,
  input  logic [IndexBits-1:0]              cfg_increase_i, cfg_limit_i, cfg_minimum_i,
  input  logic [IndexBits-1:0]              cfg_trigger_i,
  input  logic [CycleBits-1:0]              cfg_timer_i,
  output logic [DelayEntries-1:0]           entry_valid_o, entry_blocked_o,
  output logic [DelayEntries*NodeBits-1:0]  entry_destination_o,
  output logic [DelayEntries*IndexBits-1:0] entry_index_o,
  output logic                              overflow_o, triggered_o, quiescent_o, wake_valid_o,
  output logic [CycleBits-1:0]              wake_at_o,
  output logic [ShownBits-1:0]              formal_state_o
);

  logic [InputBits-1:0] inputs_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : keep
    if (!rst_ni) inputs_q <= '0;
    else inputs_q <= {enable_i, now_i, notification_valid_i, notification_source_i,
        sent_entry_i, sent_flits_i, table_valid_i, table_index_i, table_word_i,
        cfg_increase_i, cfg_limit_i, cfg_minimum_i, cfg_trigger_i, cfg_timer_i};
  end
  assign formal_state_o = ShownBits'(inputs_q) ^ ShownBits'(inputs_q >> ShownBits);
  assign {entry_valid_o, entry_blocked_o, overflow_o, triggered_o, quiescent_o, wake_valid_o} =
      (2*DelayEntries+4)'(inputs_q);
  assign entry_destination_o = (DelayEntries*NodeBits)'(inputs_q >> 5);
  assign entry_index_o       = (DelayEntries*IndexBits)'(inputs_q >> 7);
  assign wake_at_o           = CycleBits'(inputs_q >> 11);

endmodule

module ecn_nic_table_fv #(
  parameter int unsigned DelayEntries = 2,
  parameter int unsigned TableEntries = 16,
  localparam int unsigned E = DelayEntries,
  localparam int unsigned IndexBits = $clog2(TableEntries),
  localparam int unsigned DelayBits = 9,
  localparam int unsigned CycleBits = 20,
  localparam int unsigned LimiterBits = E * (8 + IndexBits + CycleBits) + 4 * CycleBits + 68
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i, cfg_timer_i,
  input logic                 packet_valid_i, packet_marked_i, notification_ready_i,
  input logic                 control_valid_i, cfg_free_running_i, table_valid_i,
  input logic [3:0]           packet_source_i, control_source_i,
  input logic [E-1:0]         sent_entry_i,
  input logic [9:0]           sent_flits_i,
  input logic [DelayBits-1:0] cfg_increment_i, cfg_decrement_i, cfg_maximum_i, cfg_minimum_i,
  input logic [DelayBits-1:0] cfg_trigger_i,
  input logic [6:0]           table_index_i,
  input logic [15:0]          table_word_i
);

  logic                   ready, note_valid, overflow, triggered, quiescent, wake_valid;
  logic                   p_ready, p_note_valid, p_overflow, p_triggered, p_echo_quiescent, p_wake;
  logic                   p_quiescent;
  logic [3:0]             note, p_note;
  logic [E-1:0]           valid, blocked, p_valid, p_blocked;
  logic [E*DelayBits-1:0] level, p_level;
  logic [E*IndexBits-1:0] p_index;
  logic [CycleBits-1:0]   wake_at, p_wake_at;
  logic [LimiterBits+4:0] registers;
  logic [LimiterBits-1:0] p_registers;
  ecn_nic #(
    .Nodes(16), .DelayEntries(E), .CycleBits(CycleBits), .Mode(1), .DelayBits(DelayBits),
    .TableEntries(TableEntries)
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
  notification_echo #(.Nodes(16)) echo (
    .clk_i, .rst_ni, .enable_i, .packet_valid_i, .packet_source_i, .packet_marked_i,
    .notification_ready_i, .packet_ready_o(p_ready), .notification_valid_o(p_note_valid),
    .notification_destination_o(p_note), .quiescent_o(p_echo_quiescent)
  );
  cct_limiter #(
    .Nodes(16), .DelayEntries(E), .TableEntries(TableEntries), .CycleBits(CycleBits)
  ) limiter (
    .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i(control_valid_i),
    .notification_source_i(control_source_i), .sent_entry_i, .sent_flits_i,
    .table_valid_i, .table_index_i(IndexBits'(table_index_i)), .table_word_i,
    .cfg_increase_i(IndexBits'(cfg_increment_i)), .cfg_limit_i(IndexBits'(cfg_maximum_i)),
    .cfg_minimum_i(IndexBits'(cfg_minimum_i)), .cfg_trigger_i(IndexBits'(cfg_trigger_i)),
    .cfg_timer_i, .entry_valid_o(p_valid), .entry_destination_o(),
    .entry_blocked_o(p_blocked), .entry_index_o(p_index), .overflow_o(p_overflow),
    .triggered_o(p_triggered), .quiescent_o(p_quiescent), .wake_valid_o(p_wake),
    .wake_at_o(p_wake_at), .formal_state_o(p_registers)
  );
  always_comb begin
    p_level = '0;
    for (int e = 0; e < E; e++)
      p_level[e*DelayBits+:DelayBits] = DelayBits'(p_index[e*IndexBits+:IndexBits]);
  end

  logic started;
  initial started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;

  stable_until_taken #(.PayloadBits(4)) stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(note_valid), .ready_i(notification_ready_i),
    .payload_i(note)
  );

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      EchoIsPart: assert ({ready, note_valid, note} == {p_ready, p_note_valid, p_note});
      LimiterIsPart: assert (registers == {p_registers, p_note_valid, p_note});
      TableShown: assert ({valid, blocked, level, overflow, triggered} ==
                          {p_valid, p_blocked, p_level, p_overflow, p_triggered});
      SleepsWithBoth: assert ({quiescent, wake_valid, wake_at} ==
                              {p_echo_quiescent && p_quiescent, p_wake, p_wake_at});
    end
    Reports: cover (started && triggered && overflow && note_valid);
  end

endmodule
