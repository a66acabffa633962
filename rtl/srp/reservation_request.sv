// SPDX-License-Identifier: Apache-2.0
// The reservation that the table sends: of a block that is offered, or once more of one whose grant
// is late; and the row that an offer gets.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md, offer.
// Timing: request_* are registers; the others are combinational from registers and the offer.
// Cost: a multiplier of BlockBits by FlitBits, a search for the lowest of Rows. Timeouts: 16
// bits for each row and an AND-OR of them, and the search once more.
// Not handled: an offer while ready_o is 0 is ignored.
// lint-params: NodeBits=7 Rows=5 BlockBits=3 Timeouts=1
// lint-params: NodeBits=13 Rows=1 BlockBits=2
// lint-params: NodeBits=10 Rows=64 BlockBits=7 Timeouts=1
// lint-illegal: Timeouts=2

module reservation_request #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    /// Rows of the table, 1-64.
    parameter int unsigned Rows = 16,
    /// Width of a number of packets of a block.
    parameter int unsigned BlockBits = 5,
    /// 1: reservations are sent again; 0 or 1.
    parameter int unsigned Timeouts = 0,
    localparam int unsigned FlitBits = chokepoint_pkg::FlitBits,
    localparam int unsigned TagBits = srp_messages_pkg::TagBits,
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// With Timeouts the flits of each row's block.
    localparam int unsigned StateBits = Timeouts * Rows * SizeBits,
    /// The reservation that waits.
    localparam int unsigned PipelineBits = 1 + NodeBits + TagBits + SizeBits,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                     clk_i,
    /// Asynchronous assert, active low.
    input  logic                     rst_ni,
    /// Low: everything but what is kept for Timeouts takes its reset value at the clock.
    input  logic                     enable_i,
    /// The rest of a message to a destination without row.
    input  logic                     offer_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]      offer_destination_i,
    /// Packets left of the message, at least 1.
    input  logic [15:0]              offer_packets_i,
    /// Flits left of the message.
    input  logic [15:0]              offer_flits_i,
    /// Size of all its packets but the last.
    input  logic [FlitBits-1:0]      offer_packet_flits_i,
    /// Packets per reservation at most, at least 1.
    input  logic [BlockBits-1:0]     cfg_n_max_i,
    /// The reservation below has been taken.
    input  logic                     request_ready_i,
    /// The row is in use.
    input  logic [Rows-1:0]          valid_i,
    /// Its destination.
    input  logic [Rows*NodeBits-1:0] destination_i,
    /// Blocks that it has had, modulo 4.
    input  logic [Rows*2-1:0]        blocks_i,
    /// Its grant is late.
    input  logic [Rows-1:0]          late_i,
    /// An offer is taken: a row is free and no reservation waits.
    output logic                     ready_o,
    /// One-hot: the row that the offer takes; 0 without one.
    output logic [Rows-1:0]          allocate_o,
    /// Packets of its block.
    output logic [BlockBits-1:0]     block_o,
    /// One-hot: the row whose reservation has been taken; 0 without one.
    output logic [Rows-1:0]          taken_o,
    /// One-hot: the row whose reservation is to be taken once more; 0 without one.
    output logic [Rows-1:0]          repeat_o,
    /// Send a reservation.
    output logic                     request_valid_o,
    /// The node it goes to; 0 without one, as all below.
    output logic [NodeBits-1:0]      request_destination_o,
    /// What the grant is to call it by: the row's number and which of its blocks.
    output logic [TagBits-1:0]       request_tag_o,
    /// Size of the block in flits.
    output logic [SizeBits-1:0]      request_flits_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]   state_o
`endif
);

  if (Timeouts > 1) $fatal(1, "%m: Timeouts = %0d, legal 0-1", Timeouts);

  logic                valid_q, valid_d, accepted, repeats, keeps, whole;
  logic [NodeBits-1:0] destination_q, destination_d, late_destination;
  logic [TagBits-1:0]  tag_q, tag_d, fresh_tag;
  logic [SizeBits-1:0] flits_q, flits_d, block_flits, late_flits;
  logic [5:0]          row;
  logic [1:0]          block_number;
  logic [Rows-1:0]     asks;

  // The offer, to the lowest row that was not in use before this clock.
  assign ready_o     = !valid_q && !(&valid_i);
  assign accepted    = enable_i && offer_valid_i && ready_o;
  assign allocate_o  = ~valid_i & (valid_i + Rows'(1)) & {Rows{accepted}};
  assign whole       = offer_packets_i <= 16'(cfg_n_max_i);
  assign block_o     = whole ? BlockBits'(offer_packets_i) : cfg_n_max_i;
  assign block_flits = whole ? offer_flits_i
                             : SizeBits'(cfg_n_max_i) * SizeBits'(offer_packet_flits_i);

  // The row that the register gets to be about, and its block's number.
  assign asks = allocate_o | repeat_o;
  always_comb begin : p_row
    row              = '0;
    block_number     = '0;
    late_destination = '0;
    for (int r = 0; r < Rows; r++) begin
      if (asks[r]) row = row | 6'(r);
      block_number     = block_number | (blocks_i[r*2+:2] & {2{asks[r]}});
      late_destination = late_destination |
                         (destination_i[r*NodeBits+:NodeBits] & {NodeBits{repeat_o[r]}});
    end
  end
  assign fresh_tag = {row, block_number + 2'(accepted && Timeouts != 0)};
  for (genvar r = 0; r < Rows; r++) begin : gen_taken
    assign taken_o[r] = valid_q && request_ready_i && valid_i[r] && tag_q[TagBits-1:2] == 6'(r);
  end

  assign keeps         = enable_i && valid_q && !request_ready_i;
  assign valid_d       = keeps || accepted || repeats;
  assign destination_d = (destination_q & {NodeBits{keeps}}) | late_destination |
                         (offer_destination_i & {NodeBits{accepted}});
  assign tag_d         = (tag_q & {TagBits{keeps}}) | (fresh_tag & {TagBits{accepted || repeats}});
  assign flits_d       = (flits_q & {SizeBits{keeps}}) | (block_flits & {SizeBits{accepted}}) |
                         late_flits;

  if (Timeouts != 0) begin : gen_timeouts
    logic [Rows*SizeBits-1:0] kept_q;
    logic [SizeBits-1:0]      kept;
    logic [Rows-1:0]          lowest;
    // Below new offers the lowest; what is written is what has waited in the register.
    assign lowest     = late_i & (~late_i + Rows'(1));
    assign repeats    = enable_i && late_i != '0 && !valid_q && !accepted;
    assign repeat_o   = lowest & {Rows{repeats}};
    always_comb begin : p_late
      kept = '0;
      for (int r = 0; r < Rows; r++)
        kept = kept | (kept_q[r*SizeBits+:SizeBits] & {SizeBits{lowest[r]}});
    end
    assign late_flits = kept & {SizeBits{repeats}};
    always_ff @(posedge clk_i) begin : p_kept
      for (int r = 0; r < Rows; r++)
        if (valid_q && tag_q[TagBits-1:2] == 6'(r)) kept_q[r*SizeBits+:SizeBits] <= flits_q;
    end
`ifdef FORMAL
    assign state_o[PipelineBits+:Rows*SizeBits] = kept_q;
`endif
  end else begin : gen_no_timeouts
    logic unused;
    assign unused     = ^late_i;
    assign repeats    = 1'b0;
    assign repeat_o   = '0;
    assign late_flits = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_request
    if (!rst_ni) begin
      {valid_q, destination_q, tag_q, flits_q} <= '0;
    end else begin
      valid_q       <= valid_d;
      destination_q <= destination_d;
      tag_q         <= tag_d;
      flits_q       <= flits_d;
    end
  end

  assign request_valid_o       = valid_q;
  assign request_destination_o = destination_q;
  assign request_tag_o         = tag_q;
  assign request_flits_o       = flits_q;

`ifdef FORMAL
  assign state_o[PipelineBits-1:0] = {valid_q, destination_q, tag_q, flits_q};
`endif

endmodule
