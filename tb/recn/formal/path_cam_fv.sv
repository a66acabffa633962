// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of path_cam: no two valid lines have the same path; every answer, line and place as
// the page reads; the stored order of lengths is that of the masks; quiescence.
// properties: asserts=22 covers=6
// proof: depth=1 Lines=3 PoolBits=4
// proof: depth=1 Lines=2 PoolBits=2
// proof: depth=1 Lines=4 PoolBits=6
// bounded: depth=4 Lines=8 PoolBits=31
// cover: depth=8 Lines=3 PoolBits=4
// larger: lines are alike, pool bits are compared bit by bit
// assumed: masks are ones from bit 0 up; lines that are freed or read are valid; cfg_more_specific changes only while disabled
// mutant NoTwoSame: s/exact == '0 \&\&/1'b1 \&\&/
// mutant PathsCanonical: s/assign path_turns = path_turns_i \& path_mask_i;/assign path_turns = path_turns_i;/
// mutant PathsCanonical: s/turns_q\[i\*PoolBits+:PoolBits\] <= path_turns;/turns_q[i*PoolBits+:PoolBits] <= path_turns_i;/
// mutant OrderTrue: s/<= !path_longer\[b\]/<= path_longer[b]/
// mutant OrderTrue: s/if (made\[b\]) order_q\[b\*(b-1)\/2+a\] <= path_longer\[a\];/if (made[b]) order_q[b*(b-1)\/2+a] <= 1'b1;/
// mutant MatchExact: s/if (order_q\[b\*(b-1)\/2+a\]) longest\[a\]/if (!order_q[b*(b-1)\/2+a]) longest[a]/
// mutant MatchExact: s/assign match\[i\]       = seen\[i\]/assign match[i]       = valid_q[i]/
// mutant MatchExact: s/packet_turns_i) \& mask) == '0/packet_turns_i) == '0)/
// mutant FoundExact: s/begins \& ~path_longer;/begins;/
// mutant FoundExact: s/ | ~path_mask_i) \& mask/) \& mask/
// mutant FoundLine: s/named = made | exact;/named = made;/
// mutant CoverNearest: s/if (order_q\[b\*(b-1)\/2+a\]) nearest\[a\]/if (!order_q[b*(b-1)\/2+a]) nearest[a]/
// mutant MadeExact: s/(cfg_more_specific_i || covers == '0)/1'b1/
// mutant MadeExact: s/(cfg_more_specific_i || covers == '0)/(covers == '0)/
// mutant FullExact: s/wanted \&\& lowest == '0/path_insert_i \&\& lowest == '0/
// mutant PlaceWasFree: s/assign lowest = ~valid_q \& (valid_q + /assign lowest = ~seen \& (seen + /
// mutant ValidExact: s/valid_q         <= seen | made/valid_q <= (valid_q | made) \& ~freed | (made \& freed) | (freed \& {Lines{path_valid_i}})/
// mutant LineStored: s/mask_q\[i\*PoolBits+:PoolBits\]  <= path_mask_i;/mask_q[i*PoolBits+:PoolBits] <= path_mask_i >> 1 | 1'b1;/
// mutant LinesHold: s/if (made\[i\]) begin/if (made[i] || freed[i]) begin/
// mutant ReadExact: s/read_mask_q  <= read_mask;/if (!free_valid_i) read_mask_q <= read_mask;/
// mutant ReadBeforeFirst: s/assign read_turns_o    = read_turns_q \& {PoolBits{read_q}}/assign read_turns_o = read_turns_q/
// mutant AnswersOnlyWhenAsked: s/found_exact_q   <= path_valid_i \&\& /found_exact_q <= /
// mutant AnswersOnlyWhenAsked: s/match_line_q \& {LineBits{match_hit_q}}/match_line_q/
// mutant DisabledIsReset: s/else if (!enable_i)/else if (0)/
// mutant QuiescentHoldsState: s/!match_valid_q \&\& !found_valid_q/1'b1/
// mutant QuiescentIsSilent: s/!match_valid_q \&\& !found_valid_q/!match_valid_q/
// mutant MaskIsPrefix: @path_cam_fv s/assume (prefix);//
// mutant FreedWasValid: @path_cam_fv s/assume (freed_valid);//
// mutant ReadIsValid: @path_cam_fv s/assume (read_valid);//

module path_cam_fv #(
  parameter int unsigned Lines = 3,
  parameter int unsigned PoolBits = 4,
  localparam int unsigned LineBits = $clog2(Lines),
  localparam int unsigned Pairs = Lines * (Lines - 1) / 2,
  localparam int unsigned SampleBits = 2 * Lines * PoolBits,
  localparam int unsigned AnswerBits = 7 + 3 * LineBits,
  localparam int unsigned ReadBits = 2 * PoolBits + 1,
  localparam int unsigned RegisterBits = SampleBits + Lines + Pairs + AnswerBits + ReadBits
) (
  input logic                clk_i, rst_ni, enable_i, cfg_more_specific_i,
  input logic                packet_valid_i, path_valid_i, path_insert_i, free_valid_i, read_valid_i,
  input logic [PoolBits-1:0] packet_turns_i, path_turns_i, path_mask_i,
  input logic [LineBits-1:0] free_line_i, read_line_i
);

  logic                  match_valid, match_hit, found_valid, found_exact, found_covered, found_made;
  logic                  found_full, quiescent;
  logic [LineBits-1:0]   match_line, found_line, found_cover;
  logic [Lines-1:0]      valid;
  logic [PoolBits-1:0]   read_turns, read_mask;
  logic [SampleBits-1:0] lines;
  logic [Pairs-1:0]      order;
  logic [ReadBits-1:0]   read;
  path_cam #(.Lines(Lines), .PoolBits(PoolBits)) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .packet_valid_i, .packet_turns_i,
    .path_valid_i, .path_insert_i, .path_turns_i, .path_mask_i, .free_valid_i, .free_line_i,
    .read_valid_i, .read_line_i, .match_valid_o(match_valid), .match_hit_o(match_hit),
    .match_line_o(match_line), .found_valid_o(found_valid), .found_exact_o(found_exact),
    .found_covered_o(found_covered), .found_made_o(found_made), .found_full_o(found_full),
    .found_line_o(found_line), .found_cover_o(found_cover), .line_valid_o(valid),
    .read_turns_o(read_turns), .read_mask_o(read_mask), .quiescent_o(quiescent),
    .formal_lines_o(lines), .formal_order_o(order), .formal_read_o(read)
  );
  logic [AnswerBits-1:0] answers;
  assign answers = {match_valid, match_hit, match_line, found_valid, found_exact, found_covered,
                    found_made, found_full, found_line, found_cover};

  // The clock before: lines and inputs.
  logic                  started, was_started, i_enable, i_more, i_packet, i_path, i_insert, i_free;
  logic                  i_read;
  logic [PoolBits-1:0]   i_packet_turns, i_turns, i_mask;
  logic [LineBits-1:0]   i_free_line, i_read_line;
  logic [Lines-1:0]      o_valid;
  logic [SampleBits-1:0] o_lines;
  logic [ReadBits-1:0]   o_read;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    i_packet       <= packet_valid_i;
    i_path         <= path_valid_i;
    i_insert       <= path_insert_i;
    i_free         <= free_valid_i;
    i_read         <= read_valid_i;
    i_packet_turns <= packet_turns_i;
    i_turns        <= path_turns_i & path_mask_i;
    i_mask         <= path_mask_i;
    i_free_line    <= free_line_i;
    i_read_line    <= read_line_i;
    o_valid        <= valid;
    o_lines        <= lines;
    o_read         <= read;
  end

  quiescence_properties #(.RegisterBits(RegisterBits), .LevelBits(2)) quiescence (
    .clk_i, .started_i(started),
    .idle_i(!packet_valid_i && !path_valid_i && !free_valid_i && !read_valid_i),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg_more_specific_i}),
    .registers_i({lines, valid, order, answers, read}),
    .event_i(match_valid || found_valid), .busy_i(enable_i && match_valid), .asleep_o(),
    .last_levels_o({i_enable, i_more})
  );

  // The page's answers, line by line, from the clock before.
  logic [PoolBits-1:0] t, m, u, n;
  logic                seen, match_ok, any_match, chosen_match, any_exact, any_cover, line_ok, cover_ok;
  logic                chosen_cover, chosen_exact, same, canonical, ordered, stored, held, was_free, full;
  logic                begins, read_ok, wanted;
  logic [Lines-1:0]    expected;
  always_comb begin
    {match_ok, line_ok, cover_ok, canonical, ordered, stored, held, read_ok} = '1;
    {any_match, chosen_match, any_exact, any_cover, chosen_cover, chosen_exact, same, was_free} = '0;
    full     = 1'b1;
    expected = '0;
    for (int i = 0; i < Lines; i++) begin
      // The line as it was, and as it is.
      t    = o_lines[i*PoolBits+:PoolBits];
      m    = o_lines[(Lines+i)*PoolBits+:PoolBits];
      u    = lines[i*PoolBits+:PoolBits];
      n    = lines[(Lines+i)*PoolBits+:PoolBits];
      seen = o_valid[i] && !(i_free && {1'b0, i_free_line} == i[LineBits:0]);
      begins = (m & ~i_mask) == '0 && ((t ^ i_turns) & m) == '0;
      if (!o_valid[i]) full = 1'b0;
      if (seen) expected[i] = 1'b1;
      if (seen && ((t ^ i_packet_turns) & m) == '0) begin
        any_match = 1'b1;
        if ({1'b0, match_line} == i[LineBits:0]) chosen_match = 1'b1;
        for (int j = 0; j < Lines; j++)
          if ({1'b0, match_line} == j[LineBits:0] && m > o_lines[(Lines+j)*PoolBits+:PoolBits])
            match_ok = 1'b0;
      end
      if (seen && begins && m == i_mask) begin
        any_exact = 1'b1;
        if ({1'b0, found_line} == i[LineBits:0]) chosen_exact = 1'b1;
      end
      if (seen && begins && m != i_mask) begin
        any_cover = 1'b1;
        if ({1'b0, found_cover} == i[LineBits:0]) chosen_cover = 1'b1;
        for (int j = 0; j < Lines; j++)
          if ({1'b0, found_cover} == j[LineBits:0] && m > o_lines[(Lines+j)*PoolBits+:PoolBits])
            cover_ok = 1'b0;
      end
      if (found_made && {1'b0, found_line} == i[LineBits:0]) begin
        expected[i] = 1'b1;
        if (!o_valid[i]) was_free = 1'b1;
        if (u != i_turns || n != i_mask) stored = 1'b0;
      end else if (u != t || n != m) begin
        held = 1'b0;
      end
      if (valid[i] && ((u & ~n) != '0 || !n[0] || (n & (n + {{(PoolBits-1){1'b0}}, 1'b1})) != '0))
        canonical = 1'b0;
      for (int j = 0; j < i; j++) begin
        if (valid[i] && valid[j]) begin
          if (n == lines[(Lines+j)*PoolBits+:PoolBits] && u == lines[j*PoolBits+:PoolBits])
            same = 1'b1;
          if (order[i*(i-1)/2+j] != (n > lines[(Lines+j)*PoolBits+:PoolBits]) &&
              n != lines[(Lines+j)*PoolBits+:PoolBits]) ordered = 1'b0;
        end
      end
      if (i_read && {1'b0, i_read_line} == i[LineBits:0] && read != {1'b1, m, t}) read_ok = 1'b0;
    end
    if (!i_read && read != o_read) read_ok = 1'b0;
    wanted = i_path && i_insert && !any_exact && (i_more || !any_cover);
  end

  logic prefix, freed_valid, read_valid;
  assign prefix = !path_valid_i || (path_mask_i[0] &&
                  (path_mask_i & (path_mask_i + {{(PoolBits-1){1'b0}}, 1'b1})) == '0);
  always_comb begin
    freed_valid = !free_valid_i;
    read_valid  = !read_valid_i;
    for (int i = 0; i < Lines; i++) begin
      if (valid[i] && {1'b0, free_line_i} == i[LineBits:0]) freed_valid = 1'b1;
      if (valid[i] && {1'b0, read_line_i} == i[LineBits:0]) read_valid = 1'b1;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    if (was_started && i_enable) assume (cfg_more_specific_i == i_more);
    if (started && enable_i) begin
      assume (prefix);
      assume (freed_valid);
      assume (read_valid);
    end
    if (started) begin
      NoTwoSame: assert (!same);
      PathsCanonical: assert (canonical);
      OrderTrue: assert (ordered);
      ReadBeforeFirst: assert ({read_mask, read_turns} ==
          (read[2*PoolBits] ? read[2*PoolBits-1:0] : '0));
    end
    if (was_started) begin
      DisabledIsReset: assert (i_enable || {valid, answers, read[2*PoolBits]} == '0);
      AnswersOnlyWhenAsked: assert (!i_enable || ({match_valid, found_valid} == {i_packet, i_path} &&
          (i_packet || {match_hit, match_line} == '0) && (i_path || {found_exact, found_covered,
          found_made, found_full, found_line, found_cover} == '0)));
      MatchExact: assert (!i_enable || !i_packet || (match_hit == any_match &&
          (any_match ? chosen_match && match_ok : match_line == '0)));
      FoundExact: assert (!i_enable || !i_path || (found_exact == any_exact &&
          found_covered == any_cover));
      FoundLine: assert (!i_enable || !i_path || (any_exact ? chosen_exact :
          found_made || found_line == '0));
      CoverNearest: assert (!i_enable || !i_path || (any_cover ? chosen_cover && cover_ok :
          found_cover == '0));
      MadeExact: assert (!i_enable || found_made == (wanted && !full));
      FullExact: assert (!i_enable || found_full == (wanted && full));
      PlaceWasFree: assert (!i_enable || !found_made || was_free);
      ValidExact: assert (!i_enable || valid == expected);
      LineStored: assert (!i_enable || stored);
      LinesHold: assert (!i_enable || held);
      ReadExact: assert (!i_enable || read_ok);
    end
    LongerWins: cover (was_started && match_hit && match_line == '0 && valid[0] && valid[1] &&
        order[0] == 1'b0 && ((lines[PoolBits+:PoolBits] ^ i_packet_turns) &
        lines[(Lines+1)*PoolBits+:PoolBits]) == '0);
    Covered: cover (was_started && found_made && found_covered);
    Refused: cover (was_started && found_covered && i_insert && !found_made && !found_full);
    Full: cover (was_started && found_full);
    FreedAndMade: cover (was_started && found_made && i_free);
  end

endmodule
