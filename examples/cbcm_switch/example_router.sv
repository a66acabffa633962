// SPDX-License-Identifier: Apache-2.0
// A small input-queued router with CBCM's units in it; what to copy is marked CBCM.
//
// Each input has a port_picker beside its queues. What it has picked goes to multiplexed_contention,
// which stands with packet_marker by the arbiters: 1 + clog2(Radix) wires per input. (cbcm_router
// has all of these inside, and takes the requests of all inputs.)
// Packets are single flits: a header is a packet. Each input has a queue per VC (0 control, 1 data,
// 2 hotspot: packets sent under throttling). Each output takes one packet a clock, of the lowest
// VC that asks, inputs in turn. Nodes are numbered as the ports they are attached to.
// Latency:     a packet that arrives at t asks and crosses at t+1 at the earliest, leaves at t+2
// Not handled: more than one flit a packet, more than one router.

module example_router #(
  /// Ports, 4-64; each has a node.
  parameter int unsigned Radix = 4,
  /// Places per input and VC.
  parameter int unsigned Depth = 4,
  /// Samples averaged by contention detection.
  parameter int unsigned NumSamples = 12,
  /// Samples per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 6,
  /// Clocks between two samples of an output.
  parameter int unsigned SampleInterval = 8,
  /// 1: the units' clock stops while nothing would change.
  parameter int unsigned ClockGating = 0,
  localparam int unsigned Vcs = 3,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  /// Clock, rising edge.
  input  logic                                clk_i,
  /// Asynchronous reset, active low.
  input  logic                                rst_ni,
  /// Low: no packet gains a mark.
  input  logic                                enable_i,
  /// Seed of the ports' pickers; differs from router to router.
  input  logic [63:0]                         cfg_seed_i,
  /// A packet arrives, lane = port.
  input  logic [Radix-1:0]                    in_valid_i,
  /// The packet.
  input  chokepoint_pkg::header_t [Radix-1:0] in_packet_i,
  /// Bit `i*Vcs + v`: VC `v` of input `i` takes a packet in this clock.
  output logic [Radix*Vcs-1:0]                in_ready_o,
  /// A packet leaves, lane = port.
  output logic [Radix-1:0]                    out_valid_o,
  /// The packet.
  output chokepoint_pkg::header_t [Radix-1:0] out_packet_o,
  /// Bit `o*Vcs + v`: the receiver at output `o` has two places for VC `v`.
  input  logic [Radix*Vcs-1:0]                out_room_i,
  /// The output is congested.
  output logic [Radix-1:0]                    congested_o,
  /// Sticky: a packet asked for the port that it came in by.
  output logic                                error_o,
  /// The units need this clock.
  output logic                                running_o
);

  // VC of a class.
  function automatic logic [Vcs-1:0] vc_of(input chokepoint_pkg::vc_class_e vc_class);
    vc_of = '0;
    if (vc_class == chokepoint_pkg::CLASS_CONTROL) vc_of[0] = 1'b1;
    else if (vc_class == chokepoint_pkg::CLASS_HOTSPOT) vc_of[2] = 1'b1;
    else vc_of[1] = 1'b1;
  endfunction

  // Lane `i*Vcs + v`.
  logic [Radix*Vcs-1:0]                     head_valid, full, pop;
  chokepoint_pkg::header_t [Radix*Vcs-1:0]  head;
  for (genvar i = 0; i < Radix; i++) begin : gen_input
    logic [Vcs-1:0] vc;
    assign vc = vc_of(in_packet_i[i].vc_class);
    for (genvar v = 0; v < Vcs; v++) begin : gen_vc
      /* verilator lint_off PINCONNECTEMPTY */
      example_fifo #(.Depth(Depth)) u_queue (
        .clk_i,
        .rst_ni,
        .push_i         (in_valid_i[i] && vc[v]),
        .push_packet_i  (in_packet_i[i]),
        .pop_i          (pop[i*Vcs + v]),
        .head_valid_o   (head_valid[i*Vcs + v]),
        .head_o         (head[i*Vcs + v]),
        .full_o         (full[i*Vcs + v]),
        .room_for_two_o ()
      );
      /* verilator lint_on PINCONNECTEMPTY */
    end
  end
  assign in_ready_o = ~full;

  // CBCM: every head that waits is a request, whether or not there is room for it. Bit
  // `(i*Radix + o)*Vcs + v`: VC `v` of input `i` requests output `o`.
  logic [Radix*Radix*Vcs-1:0] request;
  for (genvar i = 0; i < Radix; i++) begin : gen_request
    for (genvar o = 0; o < Radix; o++) begin : gen_output
      for (genvar v = 0; v < Vcs; v++) begin : gen_vc
        assign request[(i*Radix + o)*Vcs + v] =
            head_valid[i*Vcs + v] && 32'(head[i*Vcs + v].destination) == o;
      end
    end
  end

  // CBCM: in each input port, what picks one of its requests.
  logic                      unit_clk;
  logic [Radix-1:0]          pick_valid, picker_quiescent;
  logic [Radix*PortBits-1:0] pick_output;
  for (genvar i = 0; i < Radix; i++) begin : gen_picker
    port_picker #(
      .Radix          (Radix),
      .Vcs            (Vcs),
      .SampleInterval (SampleInterval)
    ) u_picker (
      .clk_i             (unit_clk),
      .rst_ni            (rst_ni),
      .enable_i          (enable_i),
      .request_i         (request[i*Radix*Vcs +: Radix*Vcs]),
      .cfg_sampled_vcs_i (16'h0002),  // data only
      .cfg_seed_i        (cbcm_pkg::port_seed(cfg_seed_i, i)),
      .pick_valid_o      (pick_valid[i]),
      .pick_output_o     (pick_output[i*PortBits +: PortBits]),
      .quiescent_o       (picker_quiescent[i])
    );
  end

  // Arbitration of each output: the lowest VC that asks, then the inputs in turn.
  logic [Radix-1:0]                    crosses;
  logic [Radix*Radix*Vcs-1:0]          taken;  // as request
  chokepoint_pkg::header_t [Radix-1:0] crossing;
  for (genvar o = 0; o < Radix; o++) begin : gen_arbiter
    logic [Vcs-1:0]   asked, vc;
    logic [Radix-1:0] asking, grant;
    always_comb begin : p_ask
      asked = '0;
      for (int i = 0; i < Radix; i++) asked |= request[(i*Radix + o)*Vcs +: Vcs];
      asked &= out_room_i[o*Vcs +: Vcs];
      vc = asked & (~asked + Vcs'(1));
      for (int i = 0; i < Radix; i++) asking[i] = |(request[(i*Radix + o)*Vcs +: Vcs] & vc);
    end
    round_robin_arbiter #(.Requesters(Radix)) u_arbiter (
      .clk_i,
      .rst_ni,
      .request_i (asking),
      .update_i  (1'b1),
      .grant_o   (grant)
    );
    assign crosses[o] = |grant;
    always_comb begin : p_cross
      crossing[o] = '0;
      for (int i = 0; i < Radix; i++) begin
        taken[(i*Radix + o)*Vcs +: Vcs] = grant[i] ? vc : '0;
        for (int v = 0; v < Vcs; v++) if (grant[i] && vc[v]) crossing[o] |= head[i*Vcs + v];
      end
    end
  end

  always_comb begin : p_pop
    pop = '0;
    for (int i = 0; i < Radix; i++)
      for (int o = 0; o < Radix; o++) pop[i*Vcs +: Vcs] |= taken[(i*Radix + o)*Vcs +: Vcs];
  end

  // The crossbar's output register.
  logic [Radix-1:0]                    crossed_q;
  chokepoint_pkg::header_t [Radix-1:0] packet_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_crossbar
    if (!rst_ni) begin
      crossed_q <= '0;
      packet_q  <= '0;
    end else begin
      crossed_q <= crosses;
      packet_q  <= crossing;
    end
  end

  // CBCM: by the arbiters, what tells from the picks which outputs are congested.
  logic contention_quiescent, marker_quiescent;
  multiplexed_contention #(
    .Radix               (Radix),
    .NumSamples          (NumSamples),
    .BoundSampleInterval (BoundSampleInterval),
    .SampleInterval      (SampleInterval)
  ) u_contention (
    .clk_i         (unit_clk),
    .rst_ni        (rst_ni),
    .enable_i      (enable_i),
    .pick_valid_i  (pick_valid),
    .pick_output_i (pick_output),
    .congested_o   (congested_o),
    .quiescent_o   (contention_quiescent)
  );

  // CBCM: packet_marker sees the heads that cross, and in the next clock says which are marked. That
  // is the clock in which they stand in the output register.
  logic [Radix-1:0] head_marked, head_data, marked_valid, marked;
  for (genvar o = 0; o < Radix; o++) begin : gen_mark
    assign head_marked[o] = crossing[o].mark;
    assign head_data[o]   = crosses[o] && crossing[o].kind == chokepoint_pkg::DATA;
    always_comb begin : p_mark
      out_packet_o[o]      = packet_q[o];
      out_packet_o[o].mark = packet_q[o].mark || (marked_valid[o] && marked[o]);
    end
  end
  assign out_valid_o = crossed_q;

  packet_marker #(
    .Radix   (Radix),
    .Speedup (1)
  ) u_marker (
    .clk_i          (unit_clk),
    .rst_ni         (rst_ni),
    .enable_i       (enable_i),
    .head_valid_i   (crosses),
    .head_marked_i  (head_marked),
    .head_data_i    (head_data),
    .congested_i    (congested_o),
    .marked_valid_o (marked_valid),
    .marked_o       (marked),
    .quiescent_o    (marker_quiescent)
  );

  // An input's request for its own output would count as contention.
  logic error_q;
  assign error_o = error_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_error
    logic violation;
    violation = 1'b0;
    for (int i = 0; i < Radix; i++) violation |= |request[(i*Radix + i)*Vcs +: Vcs];
    if (!rst_ni) error_q <= 1'b0;
    else if (!enable_i) error_q <= 1'b0;
    else error_q <= error_q || violation;
  end

  unit_clock_gate #(.Gate(ClockGating), .LevelBits(1), .CycleBits(2)) u_gate (
    .clk_i,
    .rst_ni,
    .event_i      (|request || |crosses),
    .levels_i     (enable_i),
    .quiescent_i  ((&picker_quiescent) && contention_quiescent && marker_quiescent),
    .wake_valid_i (1'b0),
    .wake_at_i    (2'd0),
    .now_i        (2'd0),
    .clk_o        (unit_clk),
    .running_o    (running_o)
  );

endmodule
