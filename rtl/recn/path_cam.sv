// SPDX-License-Identifier: Apache-2.0
// CAM of path lines: the longest line that matches a packet; lines are found, made, read and freed.
//
// Source: paper 001, Section 4.1.2, Fig 4 (turn pool and mask), 4.2 (more specific paths).
// Contract: docs/reference/recn/path_cam.md.
// Timing: answers are registered; a packet, a path, a free and a read in every clock.
// Latency: 1 clock.
// Cost: two comparators of PoolBits for each line; a bit for each pair of lines tells the longer
// mask, so that no masks are compared when a packet comes.
// Not handled: masks that are not a run of ones from bit 0; a line that is freed while a packet of
// its own is still to be enqueued.
// lint-params: Lines=2 PoolBits=2
// lint-params: Lines=5 PoolBits=48
// lint-params: Lines=32
// lint-illegal: Lines=1
// lint-illegal: Lines=33
// lint-illegal: PoolBits=1
// lint-illegal: PoolBits=49
// cost: 4 lines Lines=4 PoolBits=31
// cost: 8 lines Lines=8 PoolBits=31
// cost: 16 lines Lines=16 PoolBits=31
// cost: 8 lines, 48 bits Lines=8 PoolBits=48

module path_cam #(
    /// Path lines, one for each SAQ, 2-32.
    parameter int unsigned Lines = 8,
    /// Bits of a turn pool, 2-48.
    parameter int unsigned PoolBits = 31,
    localparam int unsigned LineBits = $clog2(Lines),
    localparam int unsigned Pairs = Lines * (Lines - 1) / 2,
    /// Turn pools and masks: the paper's.
    localparam int unsigned SampleBits = 2 * Lines * PoolBits,
    /// Valid bits; the longer line of each pair.
    localparam int unsigned StateBits = Lines + Pairs,
    /// The answers of the last clock, the path read.
    localparam int unsigned PipelineBits = 2 + LineBits + 5 + 2 * LineBits + 2 * PoolBits + 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                clk_i,
    /// Asynchronous assert, active low.
    input  logic                rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                enable_i,
    /// A path that a line covers gets a line of its own.
    input  logic                cfg_more_specific_i,
    /// Search a packet's line.
    input  logic                packet_valid_i,
    /// Its turn pool at this port.
    input  logic [PoolBits-1:0] packet_turns_i,
    /// Search a path.
    input  logic                path_valid_i,
    /// With it: make a line of it.
    input  logic                path_insert_i,
    /// The path's turn pool.
    input  logic [PoolBits-1:0] path_turns_i,
    /// The path's mask: ones from bit 0 up.
    input  logic [PoolBits-1:0] path_mask_i,
    /// Free a line.
    input  logic                free_valid_i,
    /// Which: a valid one.
    input  logic [LineBits-1:0] free_line_i,
    /// Read a line's path.
    input  logic                read_valid_i,
    /// Which: a valid one.
    input  logic [LineBits-1:0] read_line_i,
    /// The answer to the last clock's packet.
    output logic                match_valid_o,
    /// A line matches.
    output logic                match_hit_o,
    /// The longest that does; 0 without one.
    output logic [LineBits-1:0] match_line_o,
    /// The answer to the last clock's path.
    output logic                found_valid_o,
    /// A line has the same path.
    output logic                found_exact_o,
    /// A line covers it.
    output logic                found_covered_o,
    /// A line was made.
    output logic                found_made_o,
    /// No line was free.
    output logic                found_full_o,
    /// The line that has the path or was made; else 0.
    output logic [LineBits-1:0] found_line_o,
    /// The longest line that covers it; else 0.
    output logic [LineBits-1:0] found_cover_o,
    /// Valid lines.
    output logic [Lines-1:0]    line_valid_o,
    /// Turn pool of the last line read, 0 outside its mask.
    output logic [PoolBits-1:0] read_turns_o,
    /// Its mask.
    output logic [PoolBits-1:0] read_mask_o,
    /// A clock without events changes nothing.
    output logic                quiescent_o
`ifdef FORMAL
    ,
    /// Pools and masks.
    output logic [SampleBits-1:0] formal_lines_o,
    /// Which line of each pair is longer.
    output logic [Pairs-1:0]      formal_order_o,
    /// The path read, and whether there is one.
    output logic [2*PoolBits:0]   formal_read_o
`endif
);

  if (Lines < 2 || Lines > 32) $fatal(1, "%m: Lines = %0d, legal 2-32", Lines);
  if (PoolBits < 2 || PoolBits > 48) $fatal(1, "%m: PoolBits = %0d, legal 2-48", PoolBits);

  logic [Lines*PoolBits-1:0] turns_q, mask_q;
  logic [Lines-1:0]          valid_q;
  logic [Pairs-1:0]          order_q;  // of lines a < b, at b (b - 1) / 2 + a: b's mask is longer

  logic [Lines-1:0] freed, seen, read_here;
  for (genvar i = 0; i < Lines; i++) begin : gen_select
    assign freed[i]     = free_valid_i && free_line_i == LineBits'(i);
    assign read_here[i] = read_line_i == LineBits'(i);
  end
  assign seen = valid_q & ~freed;

  // Comparators. A line is within the path if it is the beginning of it, or all of it.
  logic [PoolBits-1:0] path_turns;
  logic [Lines-1:0]    match, begins, path_longer, exact, covers;
  assign path_turns = path_turns_i & path_mask_i;
  for (genvar i = 0; i < Lines; i++) begin : gen_compare
    logic [PoolBits-1:0] turns, mask;
    assign turns          = turns_q[i*PoolBits+:PoolBits];
    assign mask           = mask_q[i*PoolBits+:PoolBits];
    assign match[i]       = seen[i] && ((turns ^ packet_turns_i) & mask) == '0;
    assign begins[i]      = seen[i] && (((turns ^ path_turns) | ~path_mask_i) & mask) == '0;
    assign path_longer[i] = (path_mask_i & ~mask) != '0;
  end
  assign exact  = begins & ~path_longer;
  assign covers = begins & path_longer;

  // Lines that match the same packet, or cover the same path, differ in length: the longest is one.
  logic [Lines-1:0] longest, nearest;
  always_comb begin : p_longest
    longest = match;
    nearest = covers;
    for (int b = 1; b < Lines; b++) begin
      for (int a = 0; a < b; a++) begin
        if (match[a] && match[b]) begin
          if (order_q[b*(b-1)/2+a]) longest[a] = 1'b0;
          else longest[b] = 1'b0;
        end
        if (covers[a] && covers[b]) begin
          if (order_q[b*(b-1)/2+a]) nearest[a] = 1'b0;
          else nearest[b] = 1'b0;
        end
      end
    end
  end

  // The place of a new line: the lowest that is not valid.
  logic [Lines-1:0] lowest, made;
  logic             wanted;
  assign lowest = ~valid_q & (valid_q + {{(Lines - 1){1'b0}}, 1'b1});
  assign wanted = path_valid_i && path_insert_i && exact == '0 &&
                  (cfg_more_specific_i || covers == '0);
  assign made   = lowest & {Lines{wanted}};

  logic [Lines-1:0]    named;
  logic [LineBits-1:0] match_line, found_line, cover_line;
  logic [PoolBits-1:0] read_turns, read_mask;
  assign named = made | exact;
  always_comb begin : p_numbers
    match_line = '0;
    found_line = '0;
    cover_line = '0;
    read_turns = '0;
    read_mask  = '0;
    for (int i = 0; i < Lines; i++) begin
      match_line |= LineBits'(i) & {LineBits{longest[i]}};
      found_line |= LineBits'(i) & {LineBits{named[i]}};
      cover_line |= LineBits'(i) & {LineBits{nearest[i]}};
      read_turns |= turns_q[i*PoolBits+:PoolBits] & {PoolBits{read_here[i]}};
      read_mask  |= mask_q[i*PoolBits+:PoolBits] & {PoolBits{read_here[i]}};
    end
  end

  logic                match_valid_q, match_hit_q, found_valid_q, found_exact_q, found_covered_q;
  logic                found_made_q, found_full_q, read_q;
  logic [LineBits-1:0] match_line_q, found_line_q, found_cover_q;
  logic [PoolBits-1:0] read_turns_q, read_mask_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_control
    if (!rst_ni) begin
      {valid_q, match_valid_q, match_hit_q, read_q}                               <= '0;
      {found_valid_q, found_exact_q, found_covered_q, found_made_q, found_full_q} <= '0;
    end else if (!enable_i) begin
      {valid_q, match_valid_q, match_hit_q, read_q}                               <= '0;
      {found_valid_q, found_exact_q, found_covered_q, found_made_q, found_full_q} <= '0;
    end else begin
      valid_q         <= seen | made;
      match_valid_q   <= packet_valid_i;
      match_hit_q     <= packet_valid_i && match != '0;
      found_valid_q   <= path_valid_i;
      found_exact_q   <= path_valid_i && exact != '0;
      found_covered_q <= path_valid_i && covers != '0;
      found_made_q    <= made != '0;
      found_full_q    <= wanted && lowest == '0;
      if (read_valid_i) read_q <= 1'b1;
    end
  end

  // What says nothing without a valid bit is not reset.
  always_ff @(posedge clk_i) begin : p_lines
    for (int i = 0; i < Lines; i++) begin
      if (made[i]) begin
        turns_q[i*PoolBits+:PoolBits] <= path_turns;
        mask_q[i*PoolBits+:PoolBits]  <= path_mask_i;
      end
    end
    for (int b = 1; b < Lines; b++) begin
      for (int a = 0; a < b; a++) begin
        if (made[b]) order_q[b*(b-1)/2+a] <= path_longer[a];
        else if (made[a]) order_q[b*(b-1)/2+a] <= !path_longer[b];
      end
    end
    if (read_valid_i) begin
      read_turns_q <= read_turns;
      read_mask_q  <= read_mask;
    end
    match_line_q  <= match_line;
    found_line_q  <= found_line;
    found_cover_q <= cover_line;
  end

  assign match_valid_o   = match_valid_q;
  assign match_hit_o     = match_hit_q;
  assign match_line_o    = match_line_q & {LineBits{match_hit_q}};
  assign found_valid_o   = found_valid_q;
  assign found_exact_o   = found_exact_q;
  assign found_covered_o = found_covered_q;
  assign found_made_o    = found_made_q;
  assign found_full_o    = found_full_q;
  assign found_line_o    = found_line_q & {LineBits{found_exact_q || found_made_q}};
  assign found_cover_o   = found_cover_q & {LineBits{found_covered_q}};
  assign line_valid_o    = valid_q;
  assign read_turns_o    = read_turns_q & {PoolBits{read_q}};
  assign read_mask_o     = read_mask_q & {PoolBits{read_q}};
  assign quiescent_o     = !match_valid_q && !found_valid_q;

`ifndef SYNTHESIS
  logic [PoolBits-1:0] mask_gaps;
  assign mask_gaps = path_mask_i & (path_mask_i + {{(PoolBits - 1){1'b0}}, 1'b1});
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      MaskIsPrefix: assert (!path_valid_i || (path_mask_i[0] && mask_gaps == '0));
      FreedWasValid: assert (!free_valid_i || (freed & valid_q) != '0);
      ReadIsValid: assert (!read_valid_i || (read_here & valid_q) != '0);
    end
  end
`endif

`ifdef FORMAL
  assign formal_lines_o = {mask_q, turns_q};
  assign formal_order_o = order_q;
  assign formal_read_o  = {read_q, read_mask_q, read_turns_q};
`endif

endmodule
