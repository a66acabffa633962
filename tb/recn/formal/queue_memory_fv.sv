// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of queue_memory: the free list neither loses nor doubles a place; each queue is its
// list, in order, with the flits that were stored; swaps move a whole queue and what is half written or
// half read in it; counts, shares, quiescence; no RAM is read where it is written.
// The wrapper keeps, for each place, the queue and position of its flit, and the flit.
// properties: asserts=26 covers=7
// proof: depth=1 Words=4 FlitBits=1 Normals=1 Saqs=2 Reserved=1
// proof: depth=1 Words=4 FlitBits=1 Normals=2 Saqs=2 Reserved=2
// bounded: depth=5 Words=8 FlitBits=1 Normals=2 Saqs=2 Reserved=3
// cover: depth=14 Words=4 FlitBits=1 Normals=1 Saqs=2 Reserved=1
// larger: places and queues are alike; flits are stored and shown only
// assumed: flits are stored only while ready and taken only from queues that have one; swaps are of a normal queue and a SAQ without packets; for the share: SAQs get flits only while saq_ready, swaps fit
// mutant PlacesExact: s/else if (dequeue_valid_i \&\& read_place/else if (dequeue_valid_i \&\& place_q/
// mutant PlacesExact: s/takes \&\& free_place == PlaceBits'(w)/enqueue_valid_i \&\& place_q == PlaceBits'(w)/
// mutant PlacesExact: s/(!ready_q || enqueue_valid_i) \&\& some_free/some_free/
// mutant FirstExact: s/enqueues\[q\] \&\& alone\[q\] ? place_q/enqueues[q] \&\& flits == None ? place_q/
// mutant FirstExact: s/links\[q\] ? link_q : first_q/first_q/
// mutant LastExact: s/enqueues\[q\] ? place_q : last_q/enqueues[q] \&\& !dequeues[q] ? place_q : last_q/
// mutant LinksExact: s/linking = (enqueues \& ~alone) != '0/linking = (enqueues \& ~dequeues \& ~alone) != '0/
// mutant FlitsKept: s/{enqueue_last_i, enqueue_flit_i}/{enqueue_flit_i[0], enqueue_flit_i}/
// mutant FlitsExact: s/assign flit_less   = dequeues\[q\] \&\& !enqueues\[q\]/assign flit_less = dequeues[q] \&\& !linked_q/
// mutant PacketsExact: s/packet_more = enqueues\[q\] \&\& begins/packet_more = enqueues[q] \&\& enqueue_last_i/
// mutant TotalsExact: s/saq_part   = saq_q ^ moved_flits ^/saq_part   = saq_q ^/
// mutant ReadyExact: s/ready_q <= takes || (ready_q \&\& !enqueue_valid_i)/ready_q <= takes || ready_q/
// mutant WriteFollows: s/swap_from_i == (enqueue_valid_i ? write_queue : write_queue_q)/0/
// mutant ReadFollows: s/swap_from_i == (dequeue_valid_i ? read_queue : read_queue_q)/0/
// mutant ReadFollows: s/read_open_q <= half_read || dequeue_valid_i/read_open_q <= dequeue_valid_i/
// mutant ShownExact: s/if (dequeue_valid_i) word_q/if (dequeue_valid_i \&\& !enqueue_valid_i) word_q/
// mutant ShownOnlyWhenTaken: s/word_q\[FlitBits-1:0\] \& {FlitBits{shown_q}}/word_q[FlitBits-1:0]/
// mutant LinkCounts: s/linked_q <= follows/linked_q <= follows || linked_q/
// mutant TotalsExact: s/ || (enqueues \& gives) != '0;/;/
// mutant EmptyHasNoPackets: s/packet_more = enqueues\[q\] \&\& begins/packet_more = 1'b0/
// mutant ListsExact: s/assign some = ~taken_q;/assign some = '1;/
// mutant LastIsOpen: s/write_open_q  <= !enqueue_last_i;/write_open_q  <= !enqueue_last_i \&\& begins;/
// mutant ShareHolds: s/saq_q < Share\[CountBits-1:0\]/saq_q <= Share[CountBits-1:0]/
// mutant SaqReadyExact: s/saq_q < Share\[CountBits-1:0\]/saq_q <= Share[CountBits-1:0]/
// mutant DisabledIsReset: s/else if (!enable_i)/else if (0)/
// mutant QuiescentHoldsState: s/!shown_q \&\& (ready_q || !some_free)/!shown_q/
// mutant QuiescentIsSilent: s/!shown_q \&\& (ready_q || !some_free)/(ready_q || !some_free)/
// mutant EnqueueHasPlace: @queue_memory_fv s/assume (has_place);//
// mutant DequeueHasFlit: @queue_memory_fv s/assume (has_flit);//
// mutant SwapIsLegal: @queue_memory_fv s/assume (swap_legal);//
// mutant NeverReadWhereWritten: s/follows = (dequeues \& more) != '0/follows = dequeues != '0/; s/linking = (enqueues \& ~alone) != '0/linking = enqueues != '0/

module queue_memory_fv #(
  parameter int unsigned Words = 4,
  parameter int unsigned FlitBits = 1,
  parameter int unsigned Normals = 1,
  parameter int unsigned Saqs = 2,
  parameter int unsigned Reserved = 1,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned PlaceBits = $clog2(Words),
  localparam int unsigned CountBits = PlaceBits + 1,
  localparam int unsigned WordBits = FlitBits + 1 + PlaceBits,
  localparam int unsigned ControlBits = 1 + 2 * Queues * CountBits + 2 * CountBits + 3 + 2 * QueueBits,
  localparam int unsigned PlacesBits = (2 * Queues + 1) * PlaceBits + 1,
  localparam int unsigned RegisterBits = ControlBits + Words + PlaceBits + PlacesBits + Words * WordBits
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic                 enqueue_valid_i, enqueue_last_i, dequeue_valid_i, swap_valid_i,
  input logic [QueueBits-1:0] enqueue_queue_i, dequeue_queue_i, swap_from_i, swap_to_i,
  input logic [FlitBits-1:0]  enqueue_flit_i
);

  logic                        ready, saq_ready, flit_valid, flit_last, write_open, half_read, quiescent;
  logic [FlitBits-1:0]         flit;
  logic [Queues*CountBits-1:0] flits, packets;
  logic [CountBits-1:0]        total, saq;
  logic [QueueBits-1:0]        write_queue, read_queue;
  logic [Words-1:0]            taken;
  logic [PlaceBits-1:0]        place, link;
  logic                        linked;
  logic [Queues*PlaceBits-1:0] first, last;
  logic [Words*WordBits-1:0]   words;
  queue_memory #(
    .Words(Words), .FlitBits(FlitBits), .Normals(Normals), .Saqs(Saqs), .Reserved(Reserved)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .enqueue_valid_i, .enqueue_queue_i, .enqueue_last_i,
    .enqueue_flit_i, .dequeue_valid_i, .dequeue_queue_i, .swap_valid_i, .swap_from_i, .swap_to_i,
    .ready_o(ready), .saq_ready_o(saq_ready), .flit_valid_o(flit_valid), .flit_last_o(flit_last),
    .flit_o(flit), .queue_flits_o(flits), .queue_packets_o(packets), .total_flits_o(total),
    .saq_flits_o(saq), .write_open_o(write_open), .write_queue_o(write_queue),
    .read_open_o(half_read), .read_queue_o(read_queue), .quiescent_o(quiescent),
    .formal_taken_o({place, taken}), .formal_places_o({linked, link, last, first}),
    .formal_words_o(words)
  );
  logic [ControlBits-1:0] control;
  assign control = {ready, flits, packets, total, saq, write_open, write_queue, half_read,
                    read_queue, flit_valid};

  // What the inputs mean by the page.
  logic [QueueBits-1:0] into, from;
  assign into = write_open ? write_queue : enqueue_queue_i;
  assign from = half_read ? read_queue : dequeue_queue_i;

  // The wrapper's own book: whose flit each place holds, at which position, and the flit; a packet
  // count for each queue; what was half written and half read.
  logic [Words-1:0]              holds;
  logic [Words*QueueBits-1:0]    owner;
  logic [Words*CountBits-1:0]    position;
  logic [Words*(FlitBits+1)-1:0] kept;
  logic [Queues*CountBits-1:0]   count, book_packets;
  logic                          b_write_open, b_read_open, b_shown, started, was_started, i_enable;
  logic [QueueBits-1:0]          b_write_queue, b_read_queue;
  logic [FlitBits:0]             b_word;
  initial {started, was_started} = '0;

  // The place that is taken from, by the book.
  logic [PlaceBits-1:0] from_place;
  logic                 in_from, in_into, in_swap, in_saq;
  logic [CountBits-1:0] into_count;
  always_comb begin
    from_place = '0;
    for (int w = 0; w < Words; w++)
      if (holds[w] && owner[w*QueueBits+:QueueBits] == from && position[w*CountBits+:CountBits] == '0)
        from_place = w[PlaceBits-1:0];
    into_count = '0;
    for (int q = 0; q < Queues; q++)
      if (into == q[QueueBits-1:0]) into_count = count[q*CountBits+:CountBits];
  end

  function automatic logic [QueueBits-1:0] renamed(input logic [QueueBits-1:0] queue);
    renamed = swap_valid_i && queue == swap_from_i ? swap_to_i : queue;
  endfunction

  logic takes_same;
  assign takes_same = dequeue_valid_i && from == into;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    if (!started || !enable_i) begin
      {holds, count, book_packets, b_write_open, b_read_open, b_shown, b_write_queue,
       b_read_queue} <= '0;
    end else begin
      for (int w = 0; w < Words; w++) begin
        if (enqueue_valid_i && place == w[PlaceBits-1:0]) begin
          holds[w]                            <= 1'b1;
          owner[w*QueueBits+:QueueBits]       <= renamed(into);
          position[w*CountBits+:CountBits]    <= into_count - {{PlaceBits{1'b0}}, takes_same};
          kept[w*(FlitBits+1)+:FlitBits+1]    <= {enqueue_last_i, enqueue_flit_i};
        end else if (dequeue_valid_i && from_place == w[PlaceBits-1:0]) begin
          holds[w] <= 1'b0;
        end else if (holds[w]) begin
          owner[w*QueueBits+:QueueBits] <= renamed(owner[w*QueueBits+:QueueBits]);
          if (dequeue_valid_i && owner[w*QueueBits+:QueueBits] == from)
            position[w*CountBits+:CountBits] <= position[w*CountBits+:CountBits] - 1'b1;
        end
        if (dequeue_valid_i && from_place == w[PlaceBits-1:0])
          b_word <= kept[w*(FlitBits+1)+:FlitBits+1];
      end
      for (int q = 0; q < Queues; q++) begin
        if (swap_valid_i && swap_from_i == q[QueueBits-1:0]) begin
          count[q*CountBits+:CountBits]        <= '0;
          book_packets[q*CountBits+:CountBits] <= '0;
        end else if (swap_valid_i && swap_to_i == q[QueueBits-1:0]) begin
          for (int s = 0; s < Normals; s++) if (swap_from_i == s[QueueBits-1:0]) begin
            count[q*CountBits+:CountBits] <= next_count[s*CountBits+:CountBits];
            book_packets[q*CountBits+:CountBits] <= next_packets[s*CountBits+:CountBits];
          end
        end else begin
          count[q*CountBits+:CountBits]        <= next_count[q*CountBits+:CountBits];
          book_packets[q*CountBits+:CountBits] <= next_packets[q*CountBits+:CountBits];
        end
      end
      b_write_open  <= enqueue_valid_i ? !enqueue_last_i : b_write_open;
      b_write_queue <= renamed(enqueue_valid_i ? into : b_write_queue);
      b_read_open   <= dequeue_valid_i || half_read;
      b_read_queue  <= renamed(dequeue_valid_i ? from : b_read_queue);
      b_shown       <= dequeue_valid_i;
    end
  end
  logic [Queues*CountBits-1:0] next_count, next_packets;
  always_comb begin
    for (int q = 0; q < Queues; q++) begin
      next_count[q*CountBits+:CountBits] = count[q*CountBits+:CountBits] +
          {{PlaceBits{1'b0}}, enqueue_valid_i && into == q[QueueBits-1:0]} -
          {{PlaceBits{1'b0}}, dequeue_valid_i && from == q[QueueBits-1:0]};
      next_packets[q*CountBits+:CountBits] = book_packets[q*CountBits+:CountBits] +
          {{PlaceBits{1'b0}}, enqueue_valid_i && !write_open && into == q[QueueBits-1:0]} -
          {{PlaceBits{1'b0}}, flit_last && read_queue == q[QueueBits-1:0]};
    end
  end

  quiescence_properties #(.RegisterBits(RegisterBits), .LevelBits(1)) quiescence (
    .clk_i, .started_i(started), .idle_i(!enqueue_valid_i && !dequeue_valid_i && !swap_valid_i),
    .quiescent_i(quiescent), .levels_i(enable_i),
    .registers_i({control, taken, place, linked, link, last, first, words}),
    .event_i(flit_valid), .busy_i(enable_i && flit_valid), .asleep_o(), .last_levels_o(i_enable)
  );

  // Each queue is its list.
  logic                 places_ok, first_ok, last_ok, links_ok, kept_ok, listed, empty_ok, open_ok;
  logic [CountBits-1:0] sum, saq_sum, found, whole;
  logic [PlaceBits-1:0] now_first, next_link;
  always_comb begin
    {places_ok, first_ok, last_ok, links_ok, kept_ok, listed, empty_ok, open_ok} = '1;
    sum     = '0;
    saq_sum = '0;
    for (int w = 0; w < Words; w++) begin
      if (taken[w] != (holds[w] || (ready && place == w[PlaceBits-1:0]))) places_ok = 1'b0;
      if (holds[w] && ready && place == w[PlaceBits-1:0]) places_ok = 1'b0;
      if (holds[w] && words[w*WordBits+:FlitBits+1] != kept[w*(FlitBits+1)+:FlitBits+1])
        kept_ok = 1'b0;
      // One place for each position, and within the queue.
      for (int v = 0; v < w; v++)
        if (holds[w] && holds[v] && owner[w*QueueBits+:QueueBits] == owner[v*QueueBits+:QueueBits] &&
            position[w*CountBits+:CountBits] == position[v*CountBits+:CountBits]) listed = 1'b0;
      next_link = words[w*WordBits+FlitBits+1+:PlaceBits];
      for (int v = 0; v < Words; v++)
        if (holds[w] && holds[v] && owner[w*QueueBits+:QueueBits] == owner[v*QueueBits+:QueueBits] &&
            position[v*CountBits+:CountBits] == position[w*CountBits+:CountBits] + 1'b1 &&
            next_link != v[PlaceBits-1:0]) links_ok = 1'b0;
    end
    for (int q = 0; q < Queues; q++) begin
      now_first = linked && read_queue == q[QueueBits-1:0] ? link : first[q*PlaceBits+:PlaceBits];
      found     = '0;
      whole     = '0;
      for (int w = 0; w < Words; w++) begin
        if (holds[w] && owner[w*QueueBits+:QueueBits] == q[QueueBits-1:0]) begin
          found = found + 1'b1;
          if (kept[w*(FlitBits+1)+FlitBits]) whole = whole + 1'b1;
          if (position[w*CountBits+:CountBits] + 1'b1 == count[q*CountBits+:CountBits] &&
              kept[w*(FlitBits+1)+FlitBits] == (write_open && write_queue == q[QueueBits-1:0]))
            open_ok = 1'b0;
          if (position[w*CountBits+:CountBits] >= count[q*CountBits+:CountBits]) listed = 1'b0;
          if (position[w*CountBits+:CountBits] == '0 && now_first != w[PlaceBits-1:0])
            first_ok = 1'b0;
          if (position[w*CountBits+:CountBits] + 1'b1 == count[q*CountBits+:CountBits] &&
              last[q*PlaceBits+:PlaceBits] != w[PlaceBits-1:0]) last_ok = 1'b0;
        end
      end
      if (found != count[q*CountBits+:CountBits]) listed = 1'b0;
      // Packets: the last flits that are there, one half written, one whose last flit is shown.
      if (write_open && write_queue == q[QueueBits-1:0]) whole = whole + 1'b1;
      if (flit_last && read_queue == q[QueueBits-1:0]) whole = whole + 1'b1;
      if (whole != packets[q*CountBits+:CountBits]) empty_ok = 1'b0;
      sum = sum + count[q*CountBits+:CountBits];
      if (q >= Normals) saq_sum = saq_sum + count[q*CountBits+:CountBits];
      if (count[q*CountBits+:CountBits] != '0 && packets[q*CountBits+:CountBits] == '0)
        empty_ok = 1'b0;
    end
    for (int w = 0; w < Words; w++)
      if (holds[w] && {1'b0, owner[w*QueueBits+:QueueBits]} > Queues[QueueBits:0] - 1'b1)
        listed = 1'b0;
  end

  logic                 has_place, has_flit, swap_legal, share_kept;
  logic [CountBits-1:0] moved;
  localparam int unsigned Share = Words - Reserved;
  always_comb begin
    has_place  = !enqueue_valid_i || (ready && {1'b0, into} < Queues[QueueBits:0]);
    has_flit   = !dequeue_valid_i;
    swap_legal = !swap_valid_i || (swap_from_i < Normals[QueueBits-1:0] &&
        swap_to_i >= Normals[QueueBits-1:0] && {1'b0, swap_to_i} < Queues[QueueBits:0] &&
        !(enqueue_valid_i && into == swap_to_i));
    moved = '0;
    for (int q = 0; q < Queues; q++) begin
      if (from == q[QueueBits-1:0] && count[q*CountBits+:CountBits] != '0) has_flit = 1'b1;
      if (swap_valid_i && swap_to_i == q[QueueBits-1:0] &&
          book_packets[q*CountBits+:CountBits] != '0) swap_legal = 1'b0;
      if (swap_from_i == q[QueueBits-1:0]) moved = count[q*CountBits+:CountBits];
    end
    share_kept = (!enqueue_valid_i || into < Normals[QueueBits-1:0] || saq_ready) &&
        (!swap_valid_i || {1'b0, saq} + {1'b0, moved} + {{CountBits{1'b0}}, enqueue_valid_i} <=
         Share[CountBits:0]);
  end
  // Whether all have kept to the share since the last reset.
  logic all_kept;
  always @(posedge clk_i) all_kept <= !started || !enable_i || (all_kept && share_kept);

  always_comb begin
    assume (rst_ni == started);
    if (started && enable_i) begin
      assume (has_place);
      assume (has_flit);
      assume (swap_legal);
    end
    if (started) begin
      PlacesExact: assert (places_ok);
      ListsExact: assert (listed);
      FirstExact: assert (first_ok);
      LastExact: assert (last_ok);
      LinksExact: assert (links_ok);
      FlitsKept: assert (kept_ok);
      FlitsExact: assert (flits == count);
      PacketsExact: assert (packets == book_packets);
      TotalsExact: assert (total == sum && saq == saq_sum);
      ReadyExact: assert (!ready || total != Words[CountBits-1:0]);
      WriteFollows: assert (write_open == b_write_open && write_queue == b_write_queue);
      ReadFollows: assert (read_queue == b_read_queue &&
          half_read == (b_read_open && !(b_shown && b_word[FlitBits])));
      ShownExact: assert (flit_valid == b_shown &&
          (!b_shown || {flit_last, flit} == b_word));
      ShownOnlyWhenTaken: assert (flit_valid || {flit_last, flit} == '0);
      LinkCounts: assert (!linked || flit_valid);
      EmptyHasNoPackets: assert (empty_ok);
      LastIsOpen: assert (open_ok);
      ShareHolds: assert (!all_kept || saq <= Share[CountBits-1:0]);
      SaqReadyExact: assert (saq_ready == (ready && saq < Share[CountBits-1:0]));
      DisabledIsReset: assert (!was_started || i_enable || {control, taken, linked} == '0);
    end
    SwapHalfWritten: cover (started && enable_i && swap_valid_i && write_open &&
        write_queue == swap_from_i);
    SwapHalfRead: cover (started && enable_i && swap_valid_i && half_read &&
        read_queue == swap_from_i);
    AllPlaces: cover (was_started && total == Words[CountBits-1:0]);
    PlaceAgain: cover (was_started && enqueue_valid_i && total == 3 && &taken);
    Links: cover (was_started && linked && dequeue_valid_i && from == read_queue);
    ShareUsed: cover (was_started && ready && !saq_ready);
  end

endmodule
