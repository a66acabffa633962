// SPDX-License-Identifier: Apache-2.0
// Deadlines of the reservation table: whose grant is late, whose answers are, and what it takes to
// ask once more.
//
// Source: none; the SRP paper loses no message. Contract:
// docs/reference/srp/reservation_requester.md, timeouts. A part of reservation_requester with
// Timeouts = 1; the deadline stands in `start`, which is unused before the grant and once due.
// Timing: late_o, expired_o and deadline_o combinational from the table's registers and now_i.
// Cost: per entry a comparator of CycleBits, 18 bits for the block's flits and its number, and a
// search for the lowest late entry.
// lint-params: ReservationEntries=5 MaxPackets=5 CycleBits=40
// lint-params: ReservationEntries=1 MaxPackets=2 CycleBits=8
// lint-params: ReservationEntries=64 MaxPackets=64
// lint-illegal: ReservationEntries=65
// lint-illegal: MaxPackets=65
// lint-illegal: CycleBits=65

module reservation_timeouts #(
    /// Destinations with a reservation at a time, 1-64.
    parameter int unsigned ReservationEntries = 16,
    /// Packets of a reservation at most, 2-64.
    parameter int unsigned MaxPackets = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned BlockBits = $clog2(MaxPackets + 1),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Per entry the block's flits and its number; the counter of strays.
    localparam int unsigned StateBits = 18 * ReservationEntries + 16,
    /// Nothing.
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                     clk_i,
    /// Asynchronous assert, active low.
    input  logic                                     rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                                     enable_i,
    /// The network's cycle counter.
    input  logic [CycleBits-1:0]                     now_i,
    /// Cycles until a grant or the last answers are late; 0: never.
    input  logic [CycleBits-1:0]                     cfg_timeout_i,
    /// The entry is in use.
    input  logic [ReservationEntries-1:0]            valid_i,
    /// Its reservation has been taken.
    input  logic [ReservationEntries-1:0]            requested_i,
    /// Its grant has come.
    input  logic [ReservationEntries-1:0]            granted_i,
    /// Its start has been reached.
    input  logic [ReservationEntries-1:0]            due_i,
    /// Packets of its block.
    input  logic [ReservationEntries*BlockBits-1:0]  count_i,
    /// Packets of its block that have been sent for the first time.
    input  logic [ReservationEntries*BlockBits-1:0]  next_i,
    /// Packets sent speculatively and unanswered.
    input  logic [ReservationEntries*MaxPackets-1:0] outstanding_i,
    /// Packets that are to be sent again.
    input  logic [ReservationEntries*MaxPackets-1:0] failed_i,
    /// Its deadline, where deadline_o.
    input  logic [ReservationEntries*CycleBits-1:0]  start_i,
    /// The reservation that waited is taken in this clock: that of the one entry not requested.
    input  logic                                     taken_i,
    /// Size of its block in flits.
    input  logic [15:0]                              taken_flits_i,
    /// An ACK or NACK of the last clock belonged to no packet.
    input  logic                                     stray_i,
    /// One-hot: the entry that gets a block in this clock; 0 without one.
    input  logic [ReservationEntries-1:0]            allocate_i,
    /// One-hot: the lowest entry whose grant is late; 0 without one.
    output logic [ReservationEntries-1:0]            late_o,
    /// Size of its block in flits; 0 without one.
    output logic [15:0]                              late_flits_o,
    /// The answers that the entry still waits for are late.
    output logic [ReservationEntries-1:0]            expired_o,
    /// The entry waits for its grant or for its last answers.
    output logic [ReservationEntries-1:0]            deadline_o,
    /// Blocks that the entry has had since the reset, modulo 4.
    output logic [ReservationEntries*2-1:0]          blocks_o,
    /// Answers that belonged to no packet, up to 65535.
    output logic [15:0]                              stray_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]                   formal_state_o
`endif
);

  if (ReservationEntries < 1 || ReservationEntries > 64)
    $fatal(1, "%m: ReservationEntries = %0d, legal 1-64", ReservationEntries);
  if (MaxPackets < 2 || MaxPackets > 64) $fatal(1, "%m: MaxPackets = %0d, legal 2-64", MaxPackets);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic [ReservationEntries*16-1:0] flits_q;
  logic [ReservationEntries*2-1:0]  blocks_q;
  logic [15:0]                      stray_q;

  always_comb begin : p_deadlines
    /* verilator tracing_off */
    logic [ReservationEntries-1:0] late;
    logic                          asked, unanswered, reached;
    logic [CycleBits-1:0]          lag;
    /* verilator tracing_on */
    late         = '0;
    asked        = 1'b0;
    unanswered   = 1'b0;
    reached      = 1'b0;
    lag          = '0;
    late_flits_o = '0;
    expired_o    = '0;
    deadline_o   = '0;
    if (|valid_i && |cfg_timeout_i) begin
      for (int e = 0; e < ReservationEntries; e++) begin
        asked      = requested_i[e] && !granted_i[e];
        unanswered = due_i[e] &&
                     next_i[e*BlockBits+:BlockBits] == count_i[e*BlockBits+:BlockBits] &&
                     ~|failed_i[e*MaxPackets+:MaxPackets] &&
                     |outstanding_i[e*MaxPackets+:MaxPackets];
        lag        = now_i - start_i[e*CycleBits+:CycleBits];
        reached    = !lag[CycleBits-1];
        late[e]       = asked && reached;
        expired_o[e]  = unanswered && reached;
        deadline_o[e] = asked || unanswered;
      end
    end
    late_o = late & (~late + ReservationEntries'(1));
    for (int e = 0; e < ReservationEntries; e++)
      if (late_o[e]) late_flits_o = late_flits_o | flits_q[e*16+:16];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      blocks_q <= '0;
      flits_q  <= '0;
      stray_q  <= '0;
    end else if (!enable_i) begin
      blocks_q <= '0;
      flits_q  <= '0;
      stray_q  <= '0;
    end else begin
      if (stray_i && ~&stray_q) stray_q <= stray_q + 16'd1;
      for (int e = 0; e < ReservationEntries; e++)
        if (allocate_i[e]) blocks_q[e*2+:2] <= blocks_q[e*2+:2] + 2'd1;
      if (taken_i)
        for (int e = 0; e < ReservationEntries; e++)
          if (valid_i[e] && !requested_i[e]) flits_q[e*16+:16] <= taken_flits_i;
    end
  end

  assign blocks_o = blocks_q;
  assign stray_o  = stray_q;

`ifdef FORMAL
  assign formal_state_o = {blocks_q, flits_q, stray_q};
`endif

endmodule
