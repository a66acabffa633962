// SPDX-License-Identifier: Apache-2.0
// Throttling at an intermediate router: a small content-addressed table of destinations that several
// inputs want, each with a window of contention degrees and a list of sources, and the messages
// that throttle those.
//
// Source: CBCM paper, Section VI-A. Contract: docs/reference/cbcm/early_throttler.md.
// Timing: all outputs are registers or functions of registers. A destination is declared NumSamples
// + 1 clocks per window after its entry was allocated; a message shows one clock later.
// Cost: (Entries + 1) * Radix comparators of NodeBits, Entries * Sources of them for the lists.
// Not handled: sources beyond Sources are neither counted nor told; the picks come from outside.
// lint-params: Nodes=100 Radix=7 Entries=3 Sources=5 NumSamples=20 BoundSampleInterval=5
// lint-params: Nodes=8192 Radix=64 Entries=1 Sources=2
// lint-params: Radix=4 Entries=16 Sources=3 NumSamples=1000 BoundSampleInterval=100
// lint-illegal: Entries=17
// lint-illegal: Sources=1
// lint-illegal: BoundSampleInterval=7

module early_throttler #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Router ports, 4-64.
    parameter int unsigned Radix = 8,
    /// Destinations observed at a time, 1-16.
    parameter int unsigned Entries = 4,
    /// Sources that an entry can list, 2-64.
    parameter int unsigned Sources = 16,
    /// Cycles of a window, 10-1000.
    parameter int unsigned NumSamples = 100,
    /// Cycles per maximum and minimum; divides NumSamples at least twice.
    parameter int unsigned BoundSampleInterval = 10,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Radix + 1),
    localparam int unsigned ListBits = $clog2(Sources + 1),
    localparam int unsigned InputBits = $clog2(Radix),
    localparam int unsigned Intervals = NumSamples / BoundSampleInterval,
    localparam int unsigned PhaseBits = $clog2(BoundSampleInterval),
    localparam int unsigned IntervalBits = $clog2(Intervals + 1),
    localparam int unsigned SumBits = $clog2(NumSamples * Radix + 1),
    localparam int unsigned BoundBits = $clog2(Intervals * Radix + 1),
    localparam int unsigned EntryBits = 3 + NodeBits + Sources * NodeBits + 3 * ListBits + PhaseBits
        + IntervalBits + SumBits + 2 * BoundBits + 2 * DegreeBits + 4 + 20 + 16,
    /// The paper counts no samples here.
    localparam int unsigned SampleBits = 0,
    /// The entries.
    localparam int unsigned StateBits = Entries * EntryBits,
    /// The input pointer and the message register.
    localparam int unsigned PipelineBits = InputBits + 1 + 2 * NodeBits + ListBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Asynchronous assert, active low.
    input  logic                        rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                        enable_i,
    /// The input picked one of its requesting heads.
    input  logic [Radix-1:0]            pick_valid_i,
    /// Its destination.
    input  logic [Radix*NodeBits-1:0]   pick_destination_i,
    /// Its source.
    input  logic [Radix*NodeBits-1:0]   pick_source_i,
    /// A throttle message that this router has not made crosses.
    input  logic                        announced_valid_i,
    /// The hotspot that it names.
    input  logic [NodeBits-1:0]         announced_hotspot_i,
    /// The router's injection point takes a message.
    input  logic                        message_ready_i,
    /// Steady windows in a row that make a hotspot, at least 1.
    input  logic [3:0]                  cfg_windows_i,
    /// Life of an entry after its declaration, at least 1.
    input  logic [19:0]                 cfg_hold_cycles_i,
    /// Clocks between two rounds of an entry's messages.
    input  logic [15:0]                 cfg_round_cycles_i,
    /// Throttle message.
    output logic                        message_valid_o,
    /// The source to be throttled.
    output logic [NodeBits-1:0]         message_source_o,
    /// Towards this node.
    output logic [NodeBits-1:0]         message_hotspot_o,
    /// D_t.
    output logic [ListBits-1:0]         message_degree_o,
    /// The entry observes a destination.
    output logic [Entries-1:0]          entry_valid_o,
    /// It is declared a hotspot.
    output logic [Entries-1:0]          entry_hot_o,
    /// Somebody nearer to it tells the sources.
    output logic [Entries-1:0]          entry_silent_o,
    /// The destination; 0 when not valid.
    output logic [Entries*NodeBits-1:0] entry_hotspot_o,
    /// Sources in its list.
    output logic [Entries*ListBits-1:0] entry_degree_o,
    /// An idle clock changes nothing.
    output logic                        quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]      formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d, legal 4-64", Radix);
  if (Entries < 1 || Entries > 16) $fatal(1, "%m: Entries = %0d, legal 1-16", Entries);
  if (Sources < 2 || Sources > 64) $fatal(1, "%m: Sources = %0d, legal 2-64", Sources);
  if (NumSamples < 10 || NumSamples > 1000)
    $fatal(1, "%m: NumSamples = %0d, legal 10-1000", NumSamples);
  if (BoundSampleInterval < 2 || BoundSampleInterval > 100 || Intervals < 2 ||
      Intervals * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: BoundSampleInterval = %0d must divide NumSamples at least twice",
           BoundSampleInterval);

  logic [Entries-1:0]          valid, hot, silent, telling, tells, known, unused;
  logic [Entries*NodeBits-1:0] destination, next_source;
  logic [Entries*ListBits-1:0] count, announced;

  logic [InputBits-1:0] pointer_q, candidate;
  logic                 message_valid_q, message_free, contends;
  logic [NodeBits-1:0]  message_source_q, message_hotspot_q, met_destination, met_source;
  logic [ListBits-1:0]  message_degree_q;

  // The candidate: the pick of the lowest valid input from the pointer on, else of the lowest.
  always_comb begin : p_candidate
    /* verilator tracing_off */
    logic [Radix-1:0] from_pointer;
    logic             one, two;
    /* verilator tracing_on */
    from_pointer = '0;
    for (int i = 0; i < Radix; i++) from_pointer[i] = pick_valid_i[i] && i >= 32'(pointer_q);
    if (~|from_pointer) from_pointer = pick_valid_i;
    candidate       = '0;
    met_destination = '0;
    met_source      = '0;
    for (int i = Radix - 1; i >= 0; i--)
      if (from_pointer[i]) begin
        candidate       = InputBits'(i);
        met_destination = pick_destination_i[i*NodeBits+:NodeBits];
        met_source      = pick_source_i[i*NodeBits+:NodeBits];
      end
    one = 1'b0;
    two = 1'b0;
    for (int i = 0; i < Radix; i++)
      if (pick_valid_i[i] && pick_destination_i[i*NodeBits+:NodeBits] == met_destination) begin
        two = two || one;
        one = 1'b1;
      end
    contends = two;
  end

  for (genvar e = 0; e < Entries; e++) begin : g_entry
    logic                        valid_q, hot_q, silent_q;
    logic [NodeBits-1:0]         destination_q;
    logic [Sources*NodeBits-1:0] list_q;
    logic [ListBits-1:0]         count_q, announced_q, next_q;
    logic [PhaseBits-1:0]        phase_q;
    logic [IntervalBits-1:0]     interval_q;
    logic [SumBits-1:0]          sum_q;
    logic [BoundBits-1:0]        sum_max_q, sum_min_q;
    logic [DegreeBits-1:0]       highest_q, lowest_q;
    logic [3:0]                  passed_q;
    logic [19:0]                 hold_q;
    logic [15:0]                 pause_q;

    logic                  lower_unused, lower_telling, listed, heard, ends, over, steady, enough;
    logic [DegreeBits-1:0] degree, highest, lowest;
    logic [Radix-1:0]      wanted;

    always_comb begin : p_look
      listed = 1'b0;
      for (int s = 0; s < Sources; s++)
        if (s < 32'(count_q) && list_q[s*NodeBits+:NodeBits] == met_source) listed = 1'b1;
      for (int i = 0; i < Radix; i++)
        wanted[i] = pick_valid_i[i] && pick_destination_i[i*NodeBits+:NodeBits] == destination_q;
      degree        = DegreeBits'($countones(wanted));
      highest       = phase_q == '0 || degree > highest_q ? degree : highest_q;
      lowest        = phase_q == '0 || degree < lowest_q ? degree : lowest_q;
      lower_unused  = 1'b0;
      lower_telling = 1'b0;
      for (int f = 0; f < e; f++) begin
        if (unused[f]) lower_unused = 1'b1;
        if (telling[f]) lower_telling = 1'b1;
      end
    end

    assign heard  = valid_q && announced_valid_i && announced_hotspot_i == destination_q;
    assign over   = !hot_q && interval_q == IntervalBits'(Intervals);
    assign steady = (SumBits+2)'(sum_q) << 1 > (SumBits+2)'(2 * NumSamples) +
        (SumBits+2)'(BoundSampleInterval) * ((SumBits+2)'(sum_max_q) - (SumBits+2)'(sum_min_q));
    assign enough = 5'(passed_q) + 5'd1 >= 5'(cfg_windows_i);
    assign ends   = !heard && (hot_q ? hold_q <= 20'd1
                                     : over && (!steady || (enough && count_q < ListBits'(2))));

    assign valid[e]   = valid_q;
    assign hot[e]     = hot_q;
    assign silent[e]  = silent_q;
    assign telling[e] = hot_q && !silent_q && next_q < announced_q;
    assign tells[e]   = telling[e] && !lower_telling && message_free && !heard && !ends;
    assign known[e]   = valid_q && destination_q == met_destination;
    assign unused[e]  = !valid_q;
    assign destination[e*NodeBits+:NodeBits] = destination_q;
    assign next_source[e*NodeBits+:NodeBits] = NodeBits'(list_q >> (32'(next_q) * NodeBits));
    assign count[e*ListBits+:ListBits]       = count_q;
    assign announced[e*ListBits+:ListBits]   = announced_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_entry
      if (!rst_ni) begin
        {valid_q, hot_q, silent_q, destination_q, list_q, count_q, announced_q, next_q} <= '0;
        {phase_q, interval_q, sum_q, sum_max_q, sum_min_q, highest_q, lowest_q} <= '0;
        {passed_q, hold_q, pause_q} <= '0;
      end else if (!enable_i || (valid_q && ends)) begin
        {valid_q, hot_q, silent_q, destination_q, list_q, count_q, announced_q, next_q} <= '0;
        {phase_q, interval_q, sum_q, sum_max_q, sum_min_q, highest_q, lowest_q} <= '0;
        {passed_q, hold_q, pause_q} <= '0;
      end else if (valid_q) begin
        // The candidate's source, unless the entry is left to somebody else.
        if (known[e] && contends && !silent_q && !heard && !listed &&
            count_q < ListBits'(Sources)) begin
          for (int s = 0; s < Sources; s++)
            if (s == 32'(count_q)) list_q[s*NodeBits+:NodeBits] <= met_source;
          count_q <= count_q + ListBits'(1);
        end
        if (heard) begin
          // 1. Somebody nearer to the hotspot tells the sources.
          {hot_q, silent_q} <= 2'b11;
          hold_q            <= cfg_hold_cycles_i;
          {announced_q, next_q, pause_q, passed_q} <= '0;
          {phase_q, interval_q, sum_q, sum_max_q, sum_min_q, highest_q, lowest_q} <= '0;
        end else if (hot_q) begin
          // 2. Rounds of messages until the entry ends.
          hold_q <= hold_q - 20'd1;
          if (tells[e]) begin
            next_q <= next_q + ListBits'(1);
            if (next_q + ListBits'(1) == announced_q) pause_q <= cfg_round_cycles_i;
          end else if (!telling[e] && !silent_q) begin
            if (pause_q != '0) begin
              pause_q <= pause_q - 16'd1;
            end else if (count_q > announced_q) begin
              announced_q <= count_q;
              next_q      <= '0;
            end
          end
        end else if (over) begin
          // 3. A steady window; an unsteady one has ended the entry.
          {phase_q, interval_q, sum_q, sum_max_q, sum_min_q, highest_q, lowest_q} <= '0;
          passed_q <= enough ? '0 : passed_q + 4'd1;
          if (enough) begin
            hot_q       <= 1'b1;
            announced_q <= count_q;
            hold_q      <= cfg_hold_cycles_i;
          end
        end else begin
          // 4. A sample.
          sum_q <= sum_q + SumBits'(degree);
          if (phase_q == PhaseBits'(BoundSampleInterval - 1)) begin
            {phase_q, highest_q, lowest_q} <= '0;
            interval_q <= interval_q + IntervalBits'(1);
            sum_max_q  <= sum_max_q + BoundBits'(highest);
            sum_min_q  <= sum_min_q + BoundBits'(lowest);
          end else begin
            phase_q   <= phase_q + PhaseBits'(1);
            highest_q <= highest;
            lowest_q  <= lowest;
          end
        end
      end else if (contends && ~|known && !lower_unused) begin
        valid_q              <= 1'b1;
        destination_q        <= met_destination;
        list_q[0+:NodeBits]  <= met_source;
        count_q              <= ListBits'(1);
      end
    end

`ifdef FORMAL
    assign formal_state_o[e*EntryBits+:EntryBits] =
        {valid_q, hot_q, silent_q, destination_q, list_q, count_q, announced_q, next_q, phase_q,
         interval_q, sum_q, sum_max_q, sum_min_q, highest_q, lowest_q, passed_q, hold_q, pause_q};
`endif
  end

  assign message_free = !message_valid_q || message_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_message
    if (!rst_ni) begin
      {pointer_q, message_valid_q, message_source_q, message_hotspot_q, message_degree_q} <= '0;
    end else if (!enable_i) begin
      {pointer_q, message_valid_q, message_source_q, message_hotspot_q, message_degree_q} <= '0;
    end else begin
      if (|pick_valid_i)
        pointer_q <= candidate == InputBits'(Radix - 1) ? '0 : candidate + InputBits'(1);
      if (message_free) begin
        {message_valid_q, message_source_q, message_hotspot_q, message_degree_q} <= '0;
        for (int e = 0; e < Entries; e++)
          if (tells[e]) begin
            message_valid_q   <= 1'b1;
            message_source_q  <= next_source[e*NodeBits+:NodeBits];
            message_hotspot_q <= destination[e*NodeBits+:NodeBits];
            message_degree_q  <= announced[e*ListBits+:ListBits];
          end
      end
    end
  end

  assign message_valid_o   = message_valid_q;
  assign message_source_o  = message_source_q;
  assign message_hotspot_o = message_hotspot_q;
  assign message_degree_o  = message_degree_q;
  assign entry_valid_o     = valid;
  assign entry_hot_o       = hot;
  assign entry_silent_o    = silent;
  assign entry_hotspot_o   = destination;
  assign entry_degree_o    = count;
  assign quiescent_o       = ~|valid && !message_valid_q;

`ifdef FORMAL
  assign formal_state_o[Entries*EntryBits+:PipelineBits] =
      {pointer_q, message_valid_q, message_source_q, message_hotspot_q, message_degree_q};
`endif

endmodule
