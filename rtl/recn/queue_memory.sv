// SPDX-License-Identifier: Apache-2.0
// The queues of a port, normal ones and SAQs, as linked lists of flits in one memory.
//
// Source: paper 001, Sections 4.1.2 and 4.2 (shared memory, detection queues, Fig 5: swap).
// Contract: docs/reference/recn/queue_memory.md.
// Timing: a flit stored and a flit taken in every clock; the taken one is shown in the next clock.
// Latency: 1 clock from dequeue to flit.
// Cost: two RAMs of Words (flits, links), one write and one read a clock each; a tree of Words that
// finds a place; four registers of log2 Words for each queue.
// Not handled: packets mixed within a port; a swap with a SAQ that has a packet; who may take the
// last places is the user's choice (saq_ready_o).
// lint-params: Words=4 FlitBits=1 Normals=1 Saqs=2 Reserved=1
// lint-params: Words=64 FlitBits=8 Normals=5 Saqs=3 Reserved=9
// lint-large: Words=1024 Normals=32 Saqs=32
// lint-illegal: Words=48
// lint-illegal: Words=2 Reserved=1
// lint-illegal: FlitBits=65
// lint-illegal: Normals=0
// lint-illegal: Normals=33
// lint-illegal: Saqs=1
// lint-illegal: Saqs=33
// lint-illegal: Reserved=256
// cost: 256 words, 4 SAQs Words=256 Normals=1 Saqs=4
// cost: 256 words, 8 SAQs Words=256 Normals=1 Saqs=8
// cost: 256 words, 8 detection queues, 8 SAQs Words=256 Normals=8 Saqs=8
// cost: 256 words, 16 detection queues, 16 SAQs Words=256 Normals=16 Saqs=16

module queue_memory #(
    /// Places, one for a flit: a power of two, 4-1024.
    parameter int unsigned Words = 256,
    /// Bits of a flit, 1-64.
    parameter int unsigned FlitBits = 64,
    /// Normal queues, 1-32.
    parameter int unsigned Normals = 1,
    /// Set-aside queues, 2-32; they follow the normal ones.
    parameter int unsigned Saqs = 8,
    /// Places that SAQs are to leave to the normal queues.
    parameter int unsigned Reserved = 64,
    localparam int unsigned Queues = Normals + Saqs,
    localparam int unsigned QueueBits = $clog2(Queues),
    localparam int unsigned PlaceBits = $clog2(Words),
    localparam int unsigned CountBits = PlaceBits + 1,
    localparam int unsigned Share = Words - Reserved,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Flits, links, taken places; queues; counts; what is half written and half read; next place.
    localparam int unsigned StateBits = Words * (FlitBits + 1 + PlaceBits) + Words +
        Queues * (2 * PlaceBits + 2 * CountBits) + 2 * CountBits + 2 * (1 + QueueBits) + 1 + PlaceBits,
    /// The flit and the link that were read.
    localparam int unsigned PipelineBits = FlitBits + 1 + PlaceBits + 2,
    /// All bits; flits and links are memory.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Asynchronous assert, active low.
    input  logic                        rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                        enable_i,
    /// Store a flit.
    input  logic                        enqueue_valid_i,
    /// The queue of a packet's first flit.
    input  logic [QueueBits-1:0]        enqueue_queue_i,
    /// It is its packet's last.
    input  logic                        enqueue_last_i,
    /// The flit.
    input  logic [FlitBits-1:0]         enqueue_flit_i,
    /// Take a flit.
    input  logic                        dequeue_valid_i,
    /// Of which queue, if no packet is half read.
    input  logic [QueueBits-1:0]        dequeue_queue_i,
    /// Swap a normal queue and a SAQ without packets.
    input  logic                        swap_valid_i,
    /// The normal queue.
    input  logic [QueueBits-1:0]        swap_from_i,
    /// The SAQ.
    input  logic [QueueBits-1:0]        swap_to_i,
    /// There is a place for a flit.
    output logic                        ready_o,
    /// Besides, SAQs have less than their share.
    output logic                        saq_ready_o,
    /// The flit taken in the last clock.
    output logic                        flit_valid_o,
    /// It is its packet's last.
    output logic                        flit_last_o,
    /// The flit; 0 without one.
    output logic [FlitBits-1:0]         flit_o,
    /// Flits in each queue.
    output logic [Queues*CountBits-1:0] queue_flits_o,
    /// Packets in each queue, half ones included.
    output logic [Queues*CountBits-1:0] queue_packets_o,
    /// Flits in all queues.
    output logic [CountBits-1:0]        total_flits_o,
    /// Flits in all SAQs.
    output logic [CountBits-1:0]        saq_flits_o,
    /// A packet is half written.
    output logic                        write_open_o,
    /// Its queue, or that of the last one.
    output logic [QueueBits-1:0]        write_queue_o,
    /// A packet is half read.
    output logic                        read_open_o,
    /// Its queue, or that of the last one.
    output logic [QueueBits-1:0]        read_queue_o,
    /// A clock without events changes nothing.
    output logic                        quiescent_o
`ifdef FORMAL
    ,
    /// Taken places, next place, first and last places, the link read; contents of the RAMs.
    output logic [Words+PlaceBits-1:0]            formal_taken_o,
    output logic [(2*Queues+1)*PlaceBits:0]       formal_places_o,
    output logic [Words*(FlitBits+1+PlaceBits)-1:0] formal_words_o
`endif
);

  if (Words < 4 || Words > 1024 || Words != 2 ** PlaceBits)
    $fatal(1, "%m: Words = %0d, legal a power of two, 4-1024", Words);
  if (FlitBits < 1 || FlitBits > 64) $fatal(1, "%m: FlitBits = %0d, legal 1-64", FlitBits);
  if (Normals < 1 || Normals > 32) $fatal(1, "%m: Normals = %0d, legal 1-32", Normals);
  if (Saqs < 2 || Saqs > 32) $fatal(1, "%m: Saqs = %0d, legal 2-32", Saqs);
  if (Reserved < 1 || Reserved >= Words) $fatal(1, "%m: Reserved = %0d, legal 1-Words-1", Reserved);

  localparam logic [CountBits-1:0] None = '0;
  localparam logic [CountBits-1:0] One = {{PlaceBits{1'b0}}, 1'b1};

  logic [Words-1:0]            taken_q;
  logic [PlaceBits-1:0]        place_q;       // the next place, if ready_q
  logic [Queues*PlaceBits-1:0] first_q, last_q;
  logic [Queues*CountBits-1:0] flits_q, packets_q;
  logic [CountBits-1:0]        total_q, saq_q;
  logic                        ready_q, write_open_q, read_open_q, shown_q, linked_q;
  logic [QueueBits-1:0]        write_queue_q, read_queue_q;
  logic [FlitBits:0]           word_q;        // {last, flit} that was read
  logic [PlaceBits-1:0]        link_q;        // the place behind it, if linked_q

  // Which queues, and what ends and begins.
  logic                 ends, half_read, begins;
  logic [QueueBits-1:0] write_queue, read_queue;
  logic [Queues-1:0]    enqueues, dequeues, left, links, gives, gets;
  assign ends        = shown_q && word_q[FlitBits];
  assign half_read   = read_open_q && !ends;
  assign begins      = !write_open_q;
  assign write_queue = begins ? enqueue_queue_i : write_queue_q;
  assign read_queue  = half_read ? read_queue_q : dequeue_queue_i;
  for (genvar q = 0; q < Queues; q++) begin : gen_select
    assign enqueues[q] = enqueue_valid_i && write_queue == QueueBits'(q);
    assign dequeues[q] = dequeue_valid_i && read_queue == QueueBits'(q);
    assign left[q]     = ends && read_queue_q == QueueBits'(q);
    assign links[q]    = linked_q && read_queue_q == QueueBits'(q);
    assign gives[q]    = swap_valid_i && swap_from_i == QueueBits'(q) && q < Normals;
    assign gets[q]     = swap_valid_i && swap_to_i == QueueBits'(q) && q >= Normals;
  end

  // Each queue as the clock leaves it without a swap.
  logic [Queues*PlaceBits-1:0] first_d, last_d, first_now;
  logic [Queues*CountBits-1:0] flits_d, packets_d;
  logic [Queues-1:0]           alone, more;  // a stored flit is the only one; a taken one is not
  for (genvar q = 0; q < Queues; q++) begin : gen_queue
    logic [CountBits-1:0] flits, packets;
    assign flits    = flits_q[q*CountBits+:CountBits];
    assign packets  = packets_q[q*CountBits+:CountBits];
    assign alone[q] = flits == None || (flits == One && dequeues[q]);
    assign more[q]  = flits != One;
    assign first_now[q*PlaceBits+:PlaceBits] = links[q] ? link_q : first_q[q*PlaceBits+:PlaceBits];
    assign first_d[q*PlaceBits+:PlaceBits] =
        enqueues[q] && alone[q] ? place_q : first_now[q*PlaceBits+:PlaceBits];
    assign last_d[q*PlaceBits+:PlaceBits] =
        enqueues[q] ? place_q : last_q[q*PlaceBits+:PlaceBits];
    // One more, one less, or neither, in one adder: ones everywhere are -1.
    logic flit_less, packet_more, packet_less;
    assign flit_less   = dequeues[q] && !enqueues[q];
    assign packet_more = enqueues[q] && begins;
    assign packet_less = left[q] && !packet_more;
    assign flits_d[q*CountBits+:CountBits] =
        flits + {{PlaceBits{flit_less}}, dequeues[q] != enqueues[q]};
    assign packets_d[q*CountBits+:CountBits] =
        packets + {{PlaceBits{packet_less}}, packet_more != left[q]};
  end

  // The normal queue that is swapped; the places that are read and linked.
  logic [2*PlaceBits+2*CountBits-1:0] moved;
  logic [PlaceBits-1:0]               read_place, linked_place;
  logic                               linking, follows;
  logic [CountBits-1:0]               moved_flits;  // as they are before the clock
  always_comb begin : p_moved
    moved        = '0;
    moved_flits  = '0;
    read_place   = '0;
    linked_place = '0;
    for (int q = 0; q < Queues; q++) begin
      moved |= {first_d[q*PlaceBits+:PlaceBits], last_d[q*PlaceBits+:PlaceBits],
                flits_d[q*CountBits+:CountBits], packets_d[q*CountBits+:CountBits]} &
               {(2 * PlaceBits + 2 * CountBits) {gives[q]}};
      moved_flits |= flits_q[q*CountBits+:CountBits] & {CountBits{gives[q]}};
      read_place |= first_now[q*PlaceBits+:PlaceBits] & {PlaceBits{dequeues[q]}};
      linked_place |= last_q[q*PlaceBits+:PlaceBits] & {PlaceBits{enqueues[q]}};
    end
    linking = (enqueues & ~alone) != '0;
    follows = (dequeues & more) != '0;
  end

  // The lowest place that is not taken, by a tree.
  for (genvar l = 0; l <= PlaceBits; l++) begin : gen_level
    localparam int unsigned Nodes = Words >> l;
    logic [Nodes-1:0] some;
    if (l == 0) begin : gen_leaves
      assign some = ~taken_q;
    end else begin : gen_nodes
      logic [Nodes*l-1:0] lowest;
      for (genvar n = 0; n < Nodes; n++) begin : gen_node
        assign some[n]           = gen_level[l-1].some[2*n] || gen_level[l-1].some[2*n+1];
        assign lowest[n*l+l-1]   = !gen_level[l-1].some[2*n];
        if (l > 1) begin : gen_below
          assign lowest[n*l+:l-1] = gen_level[l-1].some[2*n] ?
              gen_level[l-1].gen_nodes.lowest[2*n*(l-1)+:l-1] :
              gen_level[l-1].gen_nodes.lowest[(2*n+1)*(l-1)+:l-1];
        end
      end
    end
  end
  logic                 takes, some_free;
  logic [PlaceBits-1:0] free_place;
  assign some_free  = gen_level[PlaceBits].some[0];
  assign free_place = gen_level[PlaceBits].gen_nodes.lowest;
  assign takes      = (!ready_q || enqueue_valid_i) && some_free;

  // Flits that come into SAQs and leave them, in a queue that becomes one too; each sum one adder.
  logic                 to_saq, from_saq, total_less, saq_less;
  logic [CountBits-1:0] saq_change, saq_part;
  logic [PlaceBits-1:0] saq_carry, saq_low, moved_low, change_low;
  assign to_saq     = enqueues[Queues-1:Normals] != '0 || (enqueues & gives) != '0;
  assign from_saq   = dequeues[Queues-1:Normals] != '0 || (dequeues & gives) != '0;
  assign total_less = dequeue_valid_i && !enqueue_valid_i;
  assign saq_less   = from_saq && !to_saq;
  assign saq_change = {{PlaceBits{saq_less}}, from_saq != to_saq};
  assign saq_part   = saq_q ^ moved_flits ^ saq_change;
  assign saq_low    = saq_q[PlaceBits-1:0];
  assign moved_low  = moved_flits[PlaceBits-1:0];
  assign change_low = saq_change[PlaceBits-1:0];
  assign saq_carry  = (saq_low & moved_low) | (saq_low & change_low) | (moved_low & change_low);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_control
    if (!rst_ni) begin
      {taken_q, ready_q, flits_q, packets_q, total_q, saq_q}              <= '0;
      {write_open_q, write_queue_q, read_open_q, read_queue_q}            <= '0;
      {shown_q, linked_q}                                                 <= '0;
    end else if (!enable_i) begin
      {taken_q, ready_q, flits_q, packets_q, total_q, saq_q}              <= '0;
      {write_open_q, write_queue_q, read_open_q, read_queue_q}            <= '0;
      {shown_q, linked_q}                                                 <= '0;
    end else begin
      for (int w = 0; w < Words; w++) begin
        if (takes && free_place == PlaceBits'(w)) taken_q[w] <= 1'b1;
        else if (dequeue_valid_i && read_place == PlaceBits'(w)) taken_q[w] <= 1'b0;
      end
      ready_q <= takes || (ready_q && !enqueue_valid_i);
      for (int q = 0; q < Queues; q++) begin
        if (gets[q]) {flits_q[q*CountBits+:CountBits], packets_q[q*CountBits+:CountBits]} <=
            moved[2*CountBits-1:0];
        else if (gives[q])
          {flits_q[q*CountBits+:CountBits], packets_q[q*CountBits+:CountBits]} <= '0;
        else begin
          flits_q[q*CountBits+:CountBits]   <= flits_d[q*CountBits+:CountBits];
          packets_q[q*CountBits+:CountBits] <= packets_d[q*CountBits+:CountBits];
        end
      end
      total_q <= total_q + {{PlaceBits{total_less}}, dequeue_valid_i != enqueue_valid_i};
      saq_q   <= saq_part + {saq_carry, 1'b0};
      if (enqueue_valid_i) begin
        write_open_q  <= !enqueue_last_i;
        write_queue_q <= write_queue;
      end
      read_open_q <= half_read || dequeue_valid_i;
      if (dequeue_valid_i) read_queue_q <= read_queue;
      // What is half written, half read or being read goes with a queue that is swapped.
      if (swap_valid_i && swap_from_i == (enqueue_valid_i ? write_queue : write_queue_q))
        write_queue_q <= swap_to_i;
      if (swap_valid_i && swap_from_i == (dequeue_valid_i ? read_queue : read_queue_q))
        read_queue_q <= swap_to_i;
      shown_q  <= dequeue_valid_i;
      linked_q <= follows;
    end
  end

  // What says nothing without a count is not reset.
  always_ff @(posedge clk_i) begin : p_places
    if (takes) place_q <= free_place;
    for (int q = 0; q < Queues; q++) begin
      if (gets[q]) {first_q[q*PlaceBits+:PlaceBits], last_q[q*PlaceBits+:PlaceBits]} <=
          moved[2*PlaceBits+2*CountBits-1:2*CountBits];
      else begin
        first_q[q*PlaceBits+:PlaceBits] <= first_d[q*PlaceBits+:PlaceBits];
        last_q[q*PlaceBits+:PlaceBits]  <= last_d[q*PlaceBits+:PlaceBits];
      end
    end
  end

  logic [FlitBits:0]    words_q [Words];
  logic [PlaceBits-1:0] links_q [Words];
  always_ff @(posedge clk_i) begin : p_flits
    if (enqueue_valid_i) words_q[place_q] <= {enqueue_last_i, enqueue_flit_i};
    if (dequeue_valid_i) word_q <= words_q[read_place];
  end
  always_ff @(posedge clk_i) begin : p_links
    if (linking) links_q[linked_place] <= place_q;
    if (follows) link_q <= links_q[read_place];
  end

  assign ready_o         = ready_q;
  assign saq_ready_o     = ready_q && saq_q < Share[CountBits-1:0];
  assign flit_valid_o    = shown_q;
  assign flit_last_o     = ends;
  assign flit_o          = word_q[FlitBits-1:0] & {FlitBits{shown_q}};
  assign queue_flits_o   = flits_q;
  assign queue_packets_o = packets_q;
  assign total_flits_o   = total_q;
  assign saq_flits_o     = saq_q;
  assign write_open_o    = write_open_q;
  assign write_queue_o   = write_queue_q;
  assign read_open_o     = half_read;
  assign read_queue_o    = read_queue_q;
  assign quiescent_o     = !shown_q && (ready_q || !some_free);

`ifndef SYNTHESIS
  logic [Queues-1:0] empty, busy;
  for (genvar q = 0; q < Queues; q++) begin : gen_assumed
    assign empty[q] = flits_q[q*CountBits+:CountBits] == None;
    assign busy[q]  = packets_q[q*CountBits+:CountBits] != None || enqueues[q];
  end
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      EnqueueHasPlace: assert (!enqueue_valid_i || (ready_q && enqueues != '0));
      DequeueHasFlit: assert (!dequeue_valid_i || (dequeues & ~empty) != '0);
      SwapIsLegal: assert (!swap_valid_i || (gives != '0 && (gets & ~busy) != '0));
      NeverReadWhereWritten: assert (
          !(enqueue_valid_i && dequeue_valid_i && place_q == read_place) &&
          !(linking && follows && linked_place == read_place));
    end
  end
`endif

`ifdef FORMAL
  assign formal_taken_o  = {place_q, taken_q};
  assign formal_places_o = {linked_q, link_q, last_q, first_q};
  for (genvar w = 0; w < Words; w++) begin : gen_formal
    assign formal_words_o[w*(FlitBits+1+PlaceBits)+:FlitBits+1+PlaceBits] = {links_q[w], words_q[w]};
  end
`endif

endmodule
