// SPDX-License-Identifier: Apache-2.0
// What the reservation table shows: per entry the packet that may go next, and the earliest start.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md, outputs.
// Timing: combinational, from the registers of reservation_requester.
// Cost: per entry a search for the lowest of MaxPackets bits and a 16-bit adder; comparators of
// CycleBits in a tree.
// lint-params: ReservationEntries=5 MaxPackets=5 CycleBits=40
// lint-params: ReservationEntries=1 MaxPackets=2 CycleBits=8
// lint-large: ReservationEntries=64 MaxPackets=64
// lint-illegal: ReservationEntries=65
// lint-illegal: MaxPackets=65
// lint-illegal: CycleBits=65

module reservation_choice #(
    /// Destinations with a reservation at a time, 1-64.
    parameter int unsigned ReservationEntries = 16,
    /// Packets of a reservation at most, 2-64.
    parameter int unsigned MaxPackets = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned BlockBits = $clog2(MaxPackets + 1)
) (
    /// The entry is in use.
    input  logic [ReservationEntries-1:0]            valid_i,
    /// Its reservation has been taken.
    input  logic [ReservationEntries-1:0]            requested_i,
    /// Its grant has come.
    input  logic [ReservationEntries-1:0]            granted_i,
    /// A NACK has come.
    input  logic [ReservationEntries-1:0]            refused_i,
    /// Its start has been reached.
    input  logic [ReservationEntries-1:0]            due_i,
    /// It waits for a deadline, which stands in its start; 0 without timeouts.
    input  logic [ReservationEntries-1:0]            deadline_i,
    /// First packet of its block.
    input  logic [ReservationEntries*16-1:0]         base_i,
    /// Packets of its block.
    input  logic [ReservationEntries*BlockBits-1:0]  count_i,
    /// Packets of its block that have been sent for the first time.
    input  logic [ReservationEntries*BlockBits-1:0]  next_i,
    /// Packets that were dropped and not yet sent again.
    input  logic [ReservationEntries*MaxPackets-1:0] failed_i,
    /// Its start, or its deadline.
    input  logic [ReservationEntries*CycleBits-1:0]  start_i,
    /// The retransmission buffer has room.
    input  logic                                     room_i,
    /// Its next packet may go speculatively.
    output logic [ReservationEntries-1:0]            entry_speculate_o,
    /// Its next packet may go as reserved data.
    output logic [ReservationEntries-1:0]            entry_send_o,
    /// With entry_send_o: that packet went speculatively before and was dropped.
    output logic [ReservationEntries-1:0]            entry_resend_o,
    /// That packet; 0 when neither may go.
    output logic [ReservationEntries*16-1:0]         entry_sequence_o,
    /// An entry waits for its start or its deadline.
    output logic                                     wake_valid_o,
    /// The earliest such cycle; 0 without.
    output logic [CycleBits-1:0]                     wake_at_o
);

  if (ReservationEntries < 1 || ReservationEntries > 64)
    $fatal(1, "%m: ReservationEntries = %0d, legal 1-64", ReservationEntries);
  if (MaxPackets < 2 || MaxPackets > 64) $fatal(1, "%m: MaxPackets = %0d, legal 2-64", MaxPackets);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  // Number of the only set bit; 0 of 0. As ORs, so that the depth grows with the logarithm.
  function automatic logic [5:0] number(input logic [63:0] one_hot);
    number[0] = |(one_hot & 64'hAAAA_AAAA_AAAA_AAAA);
    number[1] = |(one_hot & 64'hCCCC_CCCC_CCCC_CCCC);
    number[2] = |(one_hot & 64'hF0F0_F0F0_F0F0_F0F0);
    number[3] = |(one_hot & 64'hFF00_FF00_FF00_FF00);
    number[4] = |(one_hot & 64'hFFFF_0000_FFFF_0000);
    number[5] = |(one_hot & 64'hFFFF_FFFF_0000_0000);
  endfunction

  // What each entry may send.
  always_comb begin : p_shown
    /* verilator tracing_off */
    logic                  more, resend;
    logic [MaxPackets-1:0] failed, first;
    logic [BlockBits-1:0]  next;
    logic [15:0]           index;
    /* verilator tracing_on */
    more              = 1'b0;
    resend            = 1'b0;
    failed            = '0;
    next              = '0;
    first             = '0;
    index             = '0;
    entry_speculate_o = '0;
    entry_send_o      = '0;
    entry_resend_o    = '0;
    entry_sequence_o  = '0;
    if (|valid_i) begin
      for (int e = 0; e < ReservationEntries; e++)
        if (valid_i[e] && (requested_i[e] || due_i[e])) begin
          failed = failed_i[e*MaxPackets+:MaxPackets];
          next   = next_i[e*BlockBits+:BlockBits];
          more   = next < count_i[e*BlockBits+:BlockBits];
          resend = due_i[e] && |failed;
          entry_speculate_o[e] = requested_i[e] && !granted_i[e] && !refused_i[e] && more &&
                                 room_i;
          first  = failed & (~failed + MaxPackets'(1));
          index  = resend ? 16'(number(64'(first))) : 16'(next);
          entry_send_o[e]      = resend || (due_i[e] && more);
          entry_resend_o[e]    = resend;
          if (entry_send_o[e] || entry_speculate_o[e])
            entry_sequence_o[e*16+:16] = base_i[e*16+:16] + index;
        end
    end
  end

  // Earliest start in modular order, by pairs, pairs of pairs and so on.
  always_comb begin : p_wake
    /* verilator tracing_off */
    logic [ReservationEntries-1:0]           waits;
    logic [ReservationEntries*CycleBits-1:0] at;
    logic [CycleBits-1:0]                    lead;
    /* verilator tracing_on */
    waits     = (granted_i & ~due_i) | deadline_i;
    at        = '0;
    lead      = '0;
    wake_at_o = '0;
    if (|waits) begin
      at = start_i;
      for (int s = 1; s < ReservationEntries; s = 2 * s)
        for (int e = 0; e + s < ReservationEntries; e = e + 2 * s)
          if (waits[e+s]) begin
            lead = at[(e+s)*CycleBits+:CycleBits] - at[e*CycleBits+:CycleBits];
            if (!waits[e] || lead[CycleBits-1])
              at[e*CycleBits+:CycleBits] = at[(e+s)*CycleBits+:CycleBits];
            waits[e] = 1'b1;
          end
      wake_at_o = at[CycleBits-1:0];
    end
    wake_valid_o = waits[0];
  end

endmodule
