// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cct_limiter with a constant table and short times: how long a destination is
// blocked after a packet, to the cycle, and when a notified one is free again.
// wraps: cct_limiter
// properties: asserts=7 covers=4
// bounded: depth=15 DelayEntries=1
// bounded: depth=14 DelayEntries=2
// cover: depth=15 DelayEntries=1
// mutants: DelayEntries=1
// larger: cct_limiter's wrapper has decay, release and quiescence at any times, by induction
// assumed: the table is written before the unit is switched on, which stays on; word i is
// assumed: {i modulo 4, 3 * i}; packets have 1 to 3 flits and name one entry or none, the timer is
// assumed: 2 cycles
// assumed: now_i advances by one a clock; a source sends one packet after the other
// mutant DelayExact: s/(32'(sent_flits_i) - 1)/32'(sent_flits_i)/
// mutant DelayExact: s/release_carry ? release_high/!release_carry ? release_high/
// mutant DelayExact: @packet_delay s/(2'd3 - shift_i)/(2'd2 - shift_i)/
// mutant DelayExact: s/word = cct_q\[sent_index\]/word = cct_q[sent_index | 1]/
// mutant DelayExact: @cct_entry s/blocked_q \&\& !counting_q \&\& release_q/blocked_q \&\& release_q/
// mutant FreedInTime: @cct_entry s/assign gone      = !above || (/assign gone = (/; s/IndexBits'(above)/IndexBits'(1)/
// mutant FreedInTime: s/now_i\[LowBits-1:0\]} + {1'b0, cfg/now_i[LowBits-1:0]} + {1'b1, cfg/
// mutant QuiescentHoldsState: s/restart_i(|settles)/restart_i(1'b0)/
// mutant QuiescentIsSilent: s/quiescent_o  = !overflow_q \&\& !triggered_q \&\&/quiescent_o = /
// mutant NotificationInNetwork: @cct_limiter_delays_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant LevelsInOrder: @cct_limiter_delays_fv s/Minimum = 1;/Minimum = 7;/
// mutant SentToOneEntry: @cct_limiter_delays_fv DelayEntries=2 s/assume ((sent_entry_i \& .*//

module cct_limiter_delays_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 1,
  localparam int unsigned E = DelayEntries,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned StorageBits = E * (14 + NodeBits) + 8 + 2 + 62 + 8 + 3 + E + 8 + 9
) (
  input logic                clk_i, rst_ni, enable_i,
  input logic [7:0]          now_i,
  input logic                notification_valid_i,
  input logic [NodeBits-1:0] notification_source_i,
  input logic [E-1:0]        sent_entry_i,
  input logic [9:0]          sent_flits_i
);

  localparam int unsigned Timer   = 2;
  localparam int unsigned Minimum = 1;
  localparam int unsigned Limit   = 6;
  // Words written before the unit is switched on, one a clock; index 0 and 7 do not occur.
  localparam int unsigned Written = 6;

  logic [7:0]  clock_q;
  logic        started, was_started, table_valid;
  logic [15:0] table_word;
  logic [2:0]  table_index;
  initial {started, was_started} = '0;
  initial clock_q = '0;
  assign table_valid = clock_q < 8'(Written);
  assign table_index = 3'(clock_q + 8'd1);
  assign table_word  = {table_index[1:0], 14'(8'd3 * 8'(table_index))};

  logic [E-1:0]            valid, blocked, was_valid;
  logic [E*NodeBits-1:0]   destination;
  logic [E*3-1:0]          index;
  logic                    overflow, triggered, quiescent, wake_valid;
  logic [7:0]              wake_at, past;
  logic [StorageBits-1:0]      registers;
  cct_limiter #(.Nodes(Nodes), .DelayEntries(E), .TableEntries(8), .CycleBits(8)) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i, .notification_source_i,
    .sent_entry_i, .sent_flits_i, .table_valid_i(table_valid),
    .table_index_i(table_index), .table_word_i(table_word), .cfg_increase_i(3'd2),
    .cfg_limit_i(3'(Limit)), .cfg_minimum_i(3'(Minimum)), .cfg_trigger_i(3'd4),
    .cfg_timer_i(8'(Timer)), .entry_valid_o(valid), .entry_destination_o(destination),
    .entry_blocked_o(blocked), .entry_index_o(index), .overflow_o(overflow),
    .triggered_o(triggered), .quiescent_o(quiescent), .wake_valid_o(wake_valid),
    .wake_at_o(wake_at), .formal_state_o(registers)
  );
  assign past = now_i - wake_at;
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(1)) quiescence (
    .clk_i, .started_i(started), .idle_i(!notification_valid_i && sent_entry_i == '0 && !table_valid),
    .quiescent_i(quiescent && (!wake_valid || past[7])), .levels_i(enable_i),
    .registers_i(registers), .event_i(overflow || triggered), .busy_i(enable_i && wake_valid),
    .asleep_o(), .last_levels_o()
  );

  // One entry: clocks that it is still to be blocked, and to be there at most.
  (* anyconst *) logic [7:0] watched;
  logic       w_valid, w_blocked, sends, notified;
  logic [9:0] busy_q, product, delay;  // busy_q: cycles that the last packet still takes
  initial busy_q = '0;
  logic [2:0] w_index;
  logic [3:0] raised;
  logic [9:0] gap, stays;
  logic [9:0] wait_q, there_q;
  logic [7:0] was_now;
  assign w_valid   = 1'(valid >> watched);
  assign w_blocked = 1'(blocked >> watched);
  assign w_index   = 3'(index >> (3 * watched));
  assign sends     = w_valid && !w_blocked && 1'(sent_entry_i >> watched);
  assign notified  = notification_valid_i &&
                     notification_source_i == NodeBits'(destination >> (watched * NodeBits));
  assign product   = (sent_flits_i * (10'd3 * 10'(w_index))) >> w_index[1:0];
  assign delay     = product < 10'd2 ? 10'd2 : product;
  assign gap       = sent_flits_i + delay;
  // From the index that a notification brings down to the minimum.
  assign raised    = (w_valid ? 4'(w_index) : 4'(Minimum)) + 4'd2;
  assign stays     = (10'(raised < 4'(Limit) ? raised : 4'(Limit)) - 10'(Minimum)) * 10'(Timer)
                     + 10'd1;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_now     <= now_i;
    was_valid   <= valid;
    if (sent_entry_i != '0) busy_q <= sent_flits_i - 10'd1;
    else if (busy_q != '0) busy_q <= busy_q - 10'd1;
    if (clock_q != '1) clock_q <= clock_q + 8'd1;
    if (!started || !w_valid) wait_q <= '0;
    else if (sends) wait_q <= gap - 10'd1;
    else if (wait_q != '0) wait_q <= wait_q - 10'd1;
    if (!started || !w_valid || notified) there_q <= stays;
    else if (sends) there_q <= there_q > gap ? there_q - 10'd1 : gap;
    else if (there_q != '0) there_q <= there_q - 10'd1;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < E);
    assume (32'(notification_source_i) < Nodes);
    assume ((sent_entry_i & (sent_entry_i - E'(1))) == '0);
    assume (enable_i == (clock_q >= 8'(Written)));
    assume (sent_flits_i != '0 && sent_flits_i <= 10'd3);
    assume (!was_started || now_i == was_now + 8'd1);
    assume (sent_entry_i == '0 || busy_q == '0);
    DelayExact: assert (w_blocked == (w_valid && wait_q != '0));
    FreedInTime: assert (!w_valid || there_q != '0);
    BlocksLong: cover (started && wait_q > 10'd5 && w_blocked);
    BlocksAndDecays: cover (was_started && w_blocked && w_index == 3'd1);
    FreedAfterAll: cover (was_started && enable_i && was_valid == '1 && !w_valid && quiescent);
  end

endmodule
