// SPDX-License-Identifier: Apache-2.0
// What a network interface instantiates for ECN: notification echo, and the limiter of its mode.
//
// Source: SRP paper, Section 2. Contract: docs/reference/ecn/ecn_nic.md.
// Timing: outputs are functions of registers. Latency 1.
// Not handled: inputs of the other mode are ignored.
// lint-params: Mode=1
// lint-params: Nodes=100 DelayEntries=5 DelayBits=4 CycleBits=8
// lint-params: Nodes=100 DelayEntries=5 CycleBits=40 Mode=1 DelayBits=4 TableEntries=16
// lint-illegal: Mode=2
// lint-illegal: Nodes=8193
// lint-illegal: DelayBits=3 Mode=1
// lint-illegal: TableEntries=24

module ecn_nic #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations with a delay at a time, 1-64.
    parameter int unsigned DelayEntries = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    /// 0: additive inter-packet delay; 1: congestion-control table.
    parameter int unsigned Mode = 0,
    /// Mode 0: width of a delay, 4-16.
    parameter int unsigned DelayBits = 12,
    /// Mode 1: words of the congestion-control table, 8-128, a power of two.
    parameter int unsigned TableEntries = 128,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned FlitBits = ecn_nic_pkg::FlitBits,
    localparam int unsigned IndexBits = $clog2(TableEntries),
    localparam int unsigned LevelBits = DelayBits > IndexBits ? DelayBits : IndexBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    localparam int unsigned DeadlineBits = ecn_nic_pkg::deadline_bits(DelayBits, CycleBits),
    localparam int unsigned ReleaseBits = ecn_nic_pkg::table_release_bits(CycleBits),
    // Flip-flops of the limiter's state, without the table.
    localparam int unsigned LimiterBits = Mode == 0 ?
        DelayEntries * (2 + NodeBits + DelayBits + 2 * DeadlineBits) :
        DelayEntries * (3 + NodeBits + IndexBits + ReleaseBits) + CycleBits,
    // Its events, its walk to the wake time, and in mode 1 the product.
    localparam int unsigned LimiterPipelineBits = Mode == 0 ?
        1 + 3 + 2 * DelayEntries + DeadlineBits + 1 + CycleBits :
        2 + FlitBits + 2 * ecn_nic_pkg::ProductBits + 4 + ReleaseBits +
        3 + DelayEntries + ReleaseBits + 1 + CycleBits,
    /// The limiter's.
    localparam int unsigned StateBits = LimiterBits + (Mode == 0 ? 0 : 16 * TableEntries),
    /// The sum of the two.
    localparam int unsigned PipelineBits = 1 + NodeBits + LimiterPipelineBits,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                              clk_i,
    /// Asynchronous assert, active low.
    input  logic                              rst_ni,
    /// Low: entries are free after the clock; all else but the congestion-control table takes its
    /// reset value.
    input  logic                              enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]              now_i,
    /// A data packet's tail arrived; presented only while packet_ready_o is 1.
    input  logic                              packet_valid_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]               packet_source_i,
    /// It crossed a congested output; others change nothing.
    input  logic                              packet_marked_i,
    /// The notification below has been taken.
    input  logic                              notification_ready_i,
    /// A congestion notification arrived.
    input  logic                              control_valid_i,
    /// The destination that is congested.
    input  logic [NodeBits-1:0]               control_source_i,
    /// A data packet starts to enter the network in this cycle: the entry with its destination, one
    /// bit; 0 if there is none.
    input  logic [DelayEntries-1:0]           sent_entry_i,
    /// Its size in flits, at least 1.
    input  logic [FlitBits-1:0]               sent_flits_i,
    /* verilator lint_off UNUSEDSIGNAL */  // each mode ignores the other's inputs, or their top bits
    /// Cycles, or index steps, that a notification adds, at least 1.
    input  logic [LevelBits-1:0]              cfg_increment_i,
    /// Mode 0: cycles that a decrement takes away, at least 1.
    input  logic [LevelBits-1:0]              cfg_decrement_i,
    /// Longest delay, or largest index.
    input  logic [LevelBits-1:0]              cfg_maximum_i,
    /// Mode 1: smallest index, less than the largest.
    input  logic [LevelBits-1:0]              cfg_minimum_i,
    /// Mode 1: an entry that reaches this index is reported.
    input  logic [LevelBits-1:0]              cfg_trigger_i,
    /// Cycles between two decrements, at least 1; mode 0 uses the lowest 16 bits.
    input  logic [CycleBits-1:0]              cfg_timer_i,
    /// Mode 0; 1: a notification does not restart the timer.
    input  logic                              cfg_free_running_i,
    /// Mode 1: writes a word of the congestion-control table, whatever enable_i says.
    input  logic                              table_valid_i,
    /// Its index.
    input  logic [6:0]                        table_index_i,
    /// {shift[1:0], multiplier[13:0]}: delay = (flits * multiplier) >> shift.
    input  logic [15:0]                       table_word_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// 0 while a notification waits.
    output logic                              packet_ready_o,
    /// Send a congestion notification.
    output logic                              notification_valid_o,
    /// The node it goes to.
    output logic [NodeBits-1:0]               notification_destination_o,
    /// The entry is in use. A bit that rises belongs to the source of the notification of the clock
    /// before.
    output logic [DelayEntries-1:0]           entry_valid_o,
    /// No packet to it may start.
    output logic [DelayEntries-1:0]           entry_blocked_o,
    /// Its delay, or its index; any value when not valid; for statistics.
    output logic [DelayEntries*LevelBits-1:0] entry_level_o,
    /// A notification of the last clock found the table full and was lost.
    output logic                              overflow_o,
    /// Mode 1: in the last clock a notification brought an entry to cfg_trigger_i.
    output logic                              triggered_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                              quiescent_o,
    /// There is a wake time.
    output logic                              wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]              wake_at_o
`ifdef FORMAL
    ,
    /// Every flip-flop as it counts, for the proof of quiescence.
    output logic [LimiterBits+PipelineBits-1:0] formal_state_o
`endif
);

  if (Mode > 1) $fatal(1, "%m: Mode = %0d, legal 0-1", Mode);
  if (DelayBits < 4 || DelayBits > 16) $fatal(1, "%m: DelayBits = %0d, legal 4-16", DelayBits);
  if (TableEntries < 8 || TableEntries > 128 || (TableEntries & (TableEntries - 1)) != 0)
    $fatal(1, "%m: TableEntries = %0d, legal 8, 16, 32, 64, 128", TableEntries);

  logic echo_quiescent, limiter_quiescent;
  /* verilator lint_off UNUSEDSIGNAL */  // the NIC knows whose notification it has handed over
  logic [DelayEntries*NodeBits-1:0] entry_destination;
  /* verilator lint_on UNUSEDSIGNAL */
`ifdef FORMAL
  logic [LimiterBits+LimiterPipelineBits-1:0] limiter_state;
  assign formal_state_o = {limiter_state, notification_valid_o, notification_destination_o};
`endif

  notification_echo #(
      .Nodes(Nodes)
  ) u_echo (
      .clk_i, .rst_ni, .enable_i,
      .packet_valid_i, .packet_source_i, .packet_marked_i, .notification_ready_i,
      .packet_ready_o, .notification_valid_o, .notification_destination_o,
      .quiescent_o(echo_quiescent)
  );

  if (Mode == 0) begin : gen_delay
    logic [DelayEntries*DelayBits-1:0] delay;

    delay_limiter #(
        .Nodes(Nodes),
        .DelayEntries(DelayEntries),
        .DelayBits(DelayBits),
        .CycleBits(CycleBits)
    ) u_limiter (
        .clk_i, .rst_ni, .enable_i, .now_i,
        .notification_valid_i(control_valid_i),
        .notification_source_i(control_source_i),
        .sent_entry_i, .sent_flits_i,
        .cfg_increment_i(cfg_increment_i[DelayBits-1:0]),
        .cfg_decrement_i(cfg_decrement_i[DelayBits-1:0]),
        .cfg_maximum_i(cfg_maximum_i[DelayBits-1:0]),
        .cfg_timer_i(16'(cfg_timer_i)),
        .cfg_free_running_i,
        .entry_valid_o,
        .entry_destination_o(entry_destination),
        .entry_delay_o(delay),
        .entry_blocked_o, .overflow_o,
`ifdef FORMAL
        .formal_state_o(limiter_state),
`endif
        .quiescent_o(limiter_quiescent),
        .wake_valid_o, .wake_at_o
    );
    for (genvar e = 0; e < DelayEntries; e++) begin : gen_level
      assign entry_level_o[e*LevelBits+:LevelBits] = LevelBits'(delay[e*DelayBits+:DelayBits]);
    end
    assign triggered_o = 1'b0;
  end else begin : gen_table
    logic [DelayEntries*IndexBits-1:0] index;

    cct_limiter #(
        .Nodes(Nodes),
        .DelayEntries(DelayEntries),
        .TableEntries(TableEntries),
        .CycleBits(CycleBits)
    ) u_limiter (
        .clk_i, .rst_ni, .enable_i, .now_i,
        .notification_valid_i(control_valid_i),
        .notification_source_i(control_source_i),
        .sent_entry_i, .sent_flits_i,
        .table_valid_i,
        .table_index_i(table_index_i[IndexBits-1:0]),
        .table_word_i,
        .cfg_increase_i(cfg_increment_i[IndexBits-1:0]),
        .cfg_limit_i(cfg_maximum_i[IndexBits-1:0]),
        .cfg_minimum_i(cfg_minimum_i[IndexBits-1:0]),
        .cfg_trigger_i(cfg_trigger_i[IndexBits-1:0]),
        .cfg_timer_i,
        .entry_valid_o,
        .entry_destination_o(entry_destination),
        .entry_blocked_o,
        .entry_index_o(index),
        .overflow_o, .triggered_o,
`ifdef FORMAL
        .formal_state_o(limiter_state),
`endif
        .quiescent_o(limiter_quiescent),
        .wake_valid_o, .wake_at_o
    );
    for (genvar e = 0; e < DelayEntries; e++) begin : gen_level
      assign entry_level_o[e*LevelBits+:LevelBits] = LevelBits'(index[e*IndexBits+:IndexBits]);
    end
  end

  assign quiescent_o = echo_quiescent && limiter_quiescent;

endmodule
