// SPDX-License-Identifier: Apache-2.0
// A row of cct_limiter: one destination, its index into the congestion-control table (CCTI), and
// when the next packet may start.
//
// Source: SRP paper, Section 2; InfiniBand's congestion control annex.
// Contract: docs/reference/ecn/cct_limiter.md.
// Timing: outputs are registers but for matches_o and sends_o, by which the table picks an index in
// the same clock, and settles_o, which it registers. Latency 1.
// Cost: comparators of NodeBits and ReleaseBits for equality, one of IndexBits, a decrementer.
// Not handled: a release whose clock is left out comes again when its low bits do.
// lint-params: NodeBits=7 IndexBits=3 ReleaseBits=8
// lint-params: NodeBits=13 IndexBits=7 ReleaseBits=25

module cct_entry #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    /// Width of an index, 3-7.
    parameter int unsigned IndexBits = 7,
    /// Width of a release.
    parameter int unsigned ReleaseBits = 25
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                   enable_i,
    /// Low bits of the cycle counter.
    input  logic [ReleaseBits-1:0] now_i,
    /// A congestion notification arrived.
    input  logic                   notification_valid_i,
    /// The destination that is congested.
    input  logic [NodeBits-1:0]    notification_source_i,
    /// It takes this row, which is free.
    input  logic                   allocate_i,
    /// The index that it brings the row to.
    input  logic [IndexBits-1:0]   raised_i,
    /// The timer of all rows ends.
    input  logic                   decays_i,
    /// A data packet to the row's destination starts to enter the network.
    input  logic                   sent_i,
    /// The delay that was being worked out is known.
    input  logic                   known_i,
    /// The cycle before that in which the packet after it may start.
    input  logic [ReleaseBits-1:0] fresh_release_i,
    /// Smallest index.
    input  logic [IndexBits-1:0]   cfg_minimum_i,
    /// In use.
    output logic                   valid_o,
    /// No packet to it may start; 0 when free, as all below.
    output logic                   blocked_o,
    /// Blocked, and its release is being worked out.
    output logic                   counting_o,
    /// The destination.
    output logic [NodeBits-1:0]    destination_o,
    /// Its index.
    output logic [IndexBits-1:0]   index_o,
    /// Cycle in which it is free again; 0 while not blocked, or not known.
    output logic [ReleaseBits-1:0] release_o,
    /// Combinational: the row belongs to notification_source_i.
    output logic                   matches_o,
    /// Combinational: the packet goes to the row, which is not blocked.
    output logic                   sends_o,
    /// Combinational: this clock changes when the row must be clocked next.
    output logic                   settles_o
);

  logic                   valid_q, valid_d, blocked_q, blocked_d, counting_q, counting_d;
  logic [NodeBits-1:0]    destination_q, destination_d;
  logic [IndexBits-1:0]   index_q, index_d, lowered;
  logic [ReleaseBits-1:0] release_q, release_d;
  logic                   hit, decays, lands, ends, above, gone, frees;

  assign matches_o = valid_q && destination_q == notification_source_i;
  assign hit       = notification_valid_i && (allocate_i || matches_o);
  assign decays    = decays_i && !hit;
  assign sends_o   = valid_q && !blocked_q && sent_i;
  assign lands     = counting_q && known_i;
  assign ends      = blocked_q && !counting_q && release_q == now_i;

  // A row that was notified is above the minimum; another one goes when it is not and
  // waits no more.
  assign above     = index_q > cfg_minimum_i;
  assign lowered   = index_q - IndexBits'(above);
  assign gone      = !above || (decays && lowered == cfg_minimum_i);
  assign frees     = valid_q && !hit && gone && !blocked_d;
  assign settles_o = lands || ends;

  // One-hot terms, so that freeing and switching off take no gates of their own.
  logic stays, takes, raises, lowers, keeps_index, stores, keeps_release;
  assign stays         = enable_i && valid_q && !frees;
  assign takes         = enable_i && allocate_i;
  assign raises        = enable_i && hit;
  assign lowers        = stays && decays;
  assign keeps_index   = stays && !hit && !decays;
  assign stores        = enable_i && lands;
  assign keeps_release = enable_i && blocked_q && !counting_q && !ends;
  assign valid_d       = stays || takes;
  assign blocked_d     = enable_i && (sends_o || (blocked_q && !ends));
  assign counting_d    = enable_i && (sends_o || (counting_q && !known_i));
  assign destination_d = (destination_q & {NodeBits{stays}}) |
                         (notification_source_i & {NodeBits{takes}});
  assign index_d       = (raised_i & {IndexBits{raises}}) | (lowered & {IndexBits{lowers}}) |
                         (index_q & {IndexBits{keeps_index}});
  assign release_d     = (release_q & {ReleaseBits{keeps_release}}) |
                         (fresh_release_i & {ReleaseBits{stores}});

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_row
    if (!rst_ni) begin
      {valid_q, blocked_q, counting_q, destination_q, index_q, release_q} <= '0;
    end else begin
      valid_q       <= valid_d;
      blocked_q     <= blocked_d;
      counting_q    <= counting_d;
      destination_q <= destination_d;
      index_q       <= index_d;
      release_q     <= release_d;
    end
  end

  assign valid_o       = valid_q;
  assign blocked_o     = blocked_q;
  assign counting_o    = counting_q;
  assign destination_o = destination_q;
  assign index_o       = index_q;
  assign release_o     = release_q;

endmodule
