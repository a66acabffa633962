// SPDX-License-Identifier: Apache-2.0
// Drives cbcm_switch: crossing flows, then a hotspot, then silence; checks what CBCM does in each.
//
// +trace=FILE writes the signals of the timing diagrams, a line per clock. +disable leaves the
// units off: the checks of the hotspot must then fail. The last line says passed or failed; a
// failure ends in $fatal.

module cbcm_switch_tb #(
  /// 1: the units' clocks stop while nothing would change.
  parameter int unsigned ClockGating = 0
);

  localparam int unsigned Nodes  = 4;
  localparam int unsigned Settle = 200;  // cycles from the start of a flow until it is steady
  localparam int unsigned Window = 300;  // cycles that are measured

  logic clk = 1'b0, rst_n = 1'b0, enable = 1'b0;
  always #5 clk = !clk;

  logic [Nodes-1:0]                    generating = '0, generate_ready, delivered, congested;
  logic [Nodes*4-1:0]                  destinations = '0;
  chokepoint_pkg::header_t [Nodes-1:0] packet;
  logic [Nodes*2-1:0]                  state;
  logic [Nodes*5-1:0]                  degree;
  logic [Nodes*Nodes-1:0]              throttled;
  logic                                error;
  logic [Nodes:0]                      running;

  cbcm_switch #(.ClockGating(ClockGating)) dut (
    .clk_i                  (clk),
    .rst_ni                 (rst_n),
    .enable_i               (enable),
    .generate_valid_i       (generating),
    .generate_destination_i (destinations),
    .generate_ready_o       (generate_ready),
    .delivered_valid_o      (delivered),
    .delivered_packet_o     (packet),
    .congested_o            (congested),
    .state_o                (state),
    .degree_o               (degree),
    .throttled_o            (throttled),
    .error_o                (error),
    .running_o              (running)
  );

  // What has been seen since `mark` below.
  int unsigned cycle = 0, generated = 0, arrived = 0;
  int unsigned from_to [Nodes][Nodes];      // data packets delivered
  int unsigned throttled_packets, marked_packets, congested_clocks, hotspot_clocks;
  int unsigned throttles, unthrottles, told_degrees;
  int unsigned told [Nodes];  // throttle messages to each node
  int unsigned running_clocks [Nodes+1];
  int unsigned failures = 0;

  task automatic mark();
    for (int s = 0; s < Nodes; s++) for (int d = 0; d < Nodes; d++) from_to[s][d] = 0;
    throttled_packets = 0;
    marked_packets    = 0;
    congested_clocks  = 0;
    hotspot_clocks    = 0;
    throttles         = 0;
    unthrottles       = 0;
    told_degrees      = 0;
    for (int n = 0; n < Nodes; n++) told[n] = 0;
    for (int n = 0; n <= Nodes; n++) running_clocks[n] = 0;
  endtask

  always @(posedge clk) begin : p_observe
    cycle++;
    if (rst_n) begin
      if (|congested) congested_clocks++;
      for (int n = 0; n <= Nodes; n++) if (running[n]) running_clocks[n]++;
      for (int n = 0; n < Nodes; n++) begin
        if (generate_ready[n]) generated++;
        if (state[n*2 +: 2] == cbcm_nic_pkg::HOTSPOT) hotspot_clocks++;
        if (delivered[n]) begin
          case (packet[n].kind)
            chokepoint_pkg::THROTTLE: begin
              throttles++;
              told[n]++;
              told_degrees += 32'(packet[n].degree);
            end
            chokepoint_pkg::UNTHROTTLE: unthrottles++;
            default: begin
              arrived++;
              from_to[packet[n].source[1:0]][n]++;
              if (packet[n].throttled) throttled_packets++;
              if (packet[n].mark) marked_packets++;
              if (32'(packet[n].destination) != n) fail("a packet arrives at the wrong node");
            end
          endcase
        end
      end
    end
  end

  task automatic fail(input string what);
    $display("FAIL cycle %0d: %s", cycle, what);
    failures++;
  endtask
  task automatic expect_range(input string what, input int unsigned value, input int unsigned low,
                              input int unsigned high);
    $display("cycle %0d: %s: %0d (%0d to %0d)", cycle, what, value, low, high);
    if (value < low || value > high) fail(what);
  endtask
  task automatic clocks(input int unsigned count);
    repeat (count) @(negedge clk);  // inputs change there, far from the edge that counts
  endtask
  // From the next clock on, node `n` has a packet to `destination` in every clock.
  task automatic flow(input int n, input bit on, input int destination);
    generating[n]          = on;
    destinations[n*4 +: 4] = 4'(destination);
  endtask

  initial begin : p_scenario
    bit disabled;
    disabled = $test$plusargs("disable") != 0;
    mark();
    clocks(3);
    rst_n = 1'b1;
    clocks(2);  // enable_i low for a clock loads the sampler's seed
    enable = !disabled;
    clocks(10);

    $display("crossing flows: node n sends to n + 1, no channel has two flows");
    for (int n = 0; n < Nodes; n++) flow(n, 1'b1, (n + 1) % Nodes);
    clocks(Settle);
    mark();
    clocks(Window);
    for (int n = 0; n < Nodes; n++)
      expect_range($sformatf("%0d -> %0d", n, (n + 1) % Nodes), from_to[n][(n + 1) % Nodes],
                   Window, Window);
    expect_range("clocks with a congested output", congested_clocks, 0, 0);
    expect_range("marked packets", marked_packets, 0, 0);
    expect_range("throttle messages", throttles, 0, 0);
    for (int n = 0; n < Nodes; n++) flow(n, 1'b0, 0);
    clocks(100);

    $display("hotspot: nodes 1, 2 and 3 send to node 0; node 0 sends to node 1");
    mark();
    for (int n = 1; n < Nodes; n++) flow(n, 1'b1, 0);
    flow(0, 1'b1, 1);
    clocks(Settle);
    expect_range("node 0 is a hotspot", 32'(state[1:0]), 2, 2);
    expect_range("its degree", 32'(degree[4:0]), 3, 3);
    expect_range("throttle messages", throttles, 3, 3);
    for (int n = 1; n < Nodes; n++) expect_range($sformatf("to node %0d", n), told[n], 1, 1);
    expect_range("sum of the degrees that they tell", told_degrees, 9, 9);
    expect_range("hotspots elsewhere", 32'(state[7:2]), 0, 0);
    expect_range("nodes throttled towards node 0",
                 32'({throttled[12], throttled[8], throttled[4]}), 7, 7);
    expect_range("node 0 is not throttled", 32'(throttled[3:0]), 0, 0);
    clocks(Settle);
    mark();
    clocks(Window);
    for (int n = 1; n < Nodes; n++)
      expect_range($sformatf("%0d -> 0, a third of the channel", n), from_to[n][0],
                   Window / 3 - 2, Window / 3 + 2);
    expect_range("packets sent under throttling", throttled_packets, Window - 6, Window + 6);
    expect_range("0 -> 1, beside the hotspot", from_to[0][1], Window - 10, Window);
    expect_range("clocks with a congested output", congested_clocks, 0, 0);

    $display("node 3 stops: its share goes to the others");
    clocks(18);  // now its last throttled packet arrives after its UNTHROTTLE: it must not join
    flow(3, 1'b0, 0);
    clocks(2 * Settle);
    expect_range("degree", 32'(degree[4:0]), 2, 2);
    expect_range("node 3 has told node 0", unthrottles, 1, 1);
    mark();
    clocks(Window);
    for (int n = 1; n < 3; n++)
      expect_range($sformatf("%0d -> 0, half of the channel", n), from_to[n][0],
                   Window / 2 - 2, Window / 2 + 2);

    $display("silence");
    for (int n = 0; n < Nodes; n++) flow(n, 1'b0, 0);
    clocks(4 * Settle);
    expect_range("nodes throttled", 32'(throttled), 0, 0);
    expect_range("detectors not idle", 32'(state), 0, 0);
    expect_range("data packets delivered", arrived, generated, generated);
    mark();
    clocks(Window);
    for (int n = 0; n <= Nodes; n++)
      expect_range($sformatf("clocks that unit %0d needs", n), running_clocks[n], 0, 0);
    expect_range("broken rules", 32'(error), 0, 0);

    if (failures != 0) begin
      $display("failed: %0d", failures);
      $fatal(1, "%m: %0d checks failed", failures);
    end
    $display("passed");
    $finish;
  end

  // The signals of the timing diagrams, as they stand before the clock. now: of that clock.
  string  name;
  integer file = 0;
  initial begin : p_open
    if ($value$plusargs("trace=%s", name)) begin
      file = $fopen(name, "w");
      if (file == 0) $fatal(1, "%m: cannot write %s", name);
      $fwrite(file, "now,heads,cross,congested,marked_valid,marked,out,out_mark,");
      $fwrite(file, "packet_valid,packet_source,packet_marked,state,degree,throttle_valid,");
      $fwrite(file, "throttle_ready,throttle_destination,throttle_degree,");
      $fwrite(file, "control_valid,control_source,control_degree,entry_valid,entry_tokens,");
      $fwrite(file, "generated,queue,inject,quiescent,wake_valid,wake_at,running\n");
    end
  end
  `define ROUTER dut.u_router
  `define NIC(n) dut.gen_node[n].u_nic
  always @(posedge clk) begin : p_trace
    logic [Nodes-1:0] heads;
    if (file != 0 && rst_n) begin
      for (int i = 0; i < Nodes; i++) heads[i] = `ROUTER.request[i*Nodes*3 + 1];
      $fwrite(file, "%0d,%0d,%0d,%0d,%0d,%0d,%0d,%0d,", dut.now_q, $countones(heads),
              `ROUTER.crosses[0], `ROUTER.congested_o[0], `ROUTER.marked_valid[0],
              `ROUTER.marked[0], delivered[0], packet[0].mark);
      $fwrite(file, "%0d,%0d,%0d,%0d,%0d,%0d,%0d,%0d,%0d,", `NIC(0).packet_valid,
              packet[0].source, packet[0].mark, state[1:0], degree[4:0], `NIC(0).throttle_valid,
              `NIC(0).throttle_ready, `NIC(0).throttle_destination, `NIC(0).throttle_degree);
      $fwrite(file, "%0d,%0d,%0d,%0d,%0d,", `NIC(1).control_valid, `NIC(1).control.source,
              `NIC(1).control.degree, `NIC(1).entry_valid[0], `NIC(1).entry_tokens[5:0]);
      $fwrite(file, "%0d,%0d,%0d,%0d,%0d,%0d,%0d\n", generate_ready[1], `NIC(1).count_q[0],
              |(`NIC(1).sent & `NIC(1).throttled_o), `NIC(1).quiescent, `NIC(1).wake_valid,
              `NIC(1).wake_at, running[1]);
    end
  end

endmodule
