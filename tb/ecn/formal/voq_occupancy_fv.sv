// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of voq_occupancy: an occupancy is what arrived less what crossed, from 0 on where
// nobody waited in the output's turn; congestion is its comparison with the threshold; quiescence.
// properties: asserts=9 covers=6
// proof: depth=1 Radix=4 Speedup=2 OccupancyBits=8
// proof: depth=1 Radix=5 Speedup=3 OccupancyBits=9
// bounded: depth=2 Radix=8 Speedup=2 OccupancyBits=16
// bounded: depth=2 Radix=17 Speedup=1 OccupancyBits=8
// cover: depth=6 Radix=4 Speedup=2 OccupancyBits=8
// larger: outputs are counted alike, and every output is once the watched one; Radix says how many
// larger: levels the tree of adders has, of which two and three are proved, and where a sum is cut in
// larger: two: in the middle at Radix 8, below two of its bits at 17
// mutant OccupancyExact: s/carry = (prior & term)/carry = (prior | term)/
// mutant OccupancyExact: s/= busy\[g\] ? row/= 1 ? row/; s/  row  = '0;/  row = '1;/
// mutant IsArrivalsLessCrossings: s/- NetBits'(minus)/- NetBits'(minus[0])/
// mutant OccupancyExact: s/= net_q\[o\*NetBits+NetBits-1\]/= 1'b0/
// mutant ErrorExact: s/falls \&\& high == '0/falls \&\& high == '0 \&\& o != 1/
// mutant CongestedExact: s/low > cfg_threshold_i/low >= cfg_threshold_i/
// mutant CongestedExact: s/above || equal : falls/above : falls/
// mutant CongestedExact: s/above \&\& high != next_threshold/above/
// mutant CongestedExact: s/rises ? high == last_threshold/rises ? equal/
// mutant CongestedExact: s/falls ? high == next_threshold/falls ? equal/
// mutant ErrorForOneClock: s/ || |crossed_valid_i || error_o/ || |crossed_valid_i/
// mutant OccupancyExact: s/\&\& !(|audit_waiting_i)/\&\& !audit_waiting_i[0]/
// mutant OccupancyExact: s/empty\[o\] = turn_q == PortBits'(o) \&\&/empty[o] =/
// mutant ClearedInItsTurn: s/before_q <= before_d/before_q <= occupancy/
// mutant TurnExact: s/turn_q == audit_last_i ? '0 :/1'b0 ? '0 :/
// mutant TurnExact: s/turn_q + 1'b1/turn_q/
// mutant QuiescentHoldsState: s/= !error_o/= 1'b1/
// mutant QuiescentIsSilent: s/= !error_o/= 1'b1/

module voq_occupancy_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Speedup = 2,
  parameter int unsigned OccupancyBits = 8,
  localparam int unsigned PortBits = $clog2(Radix),
  localparam int unsigned RegisterBits = Radix * (OccupancyBits + PortBits + 2) + PortBits
) (
  input logic                      clk_i, rst_ni,
  input logic [Radix-1:0]          arrived_valid_i,
  input logic [Radix*PortBits-1:0] arrived_output_i,
  input logic [Radix*Speedup-1:0]  crossed_valid_i,
  input logic [OccupancyBits-1:0]  cfg_threshold_i,
  input logic [Radix-1:0]          audit_waiting_i,
  input logic [PortBits-1:0]       audit_last_i
);

  logic [Radix*OccupancyBits-1:0] occupancy;
  logic [Radix-1:0]               congested;
  logic                           error, quiescent;
  logic [PortBits-1:0]            turn;
  logic [RegisterBits-1:0]        registers;
  voq_occupancy #(.Radix(Radix), .Speedup(Speedup), .OccupancyBits(OccupancyBits)) dut (
    .clk_i, .rst_ni, .arrived_valid_i, .arrived_output_i, .crossed_valid_i, .cfg_threshold_i,
    .audit_waiting_i, .audit_last_i, .occupancy_o(occupancy), .congested_o(congested),
    .audit_output_o(turn), .error_o(error), .quiescent_o(quiescent),
    .formal_state_o(registers)
  );

  quiescence_properties #(
    .RegisterBits(RegisterBits), .LevelBits(OccupancyBits)
  ) quiescence (
    .clk_i, .started_i(started), .idle_i(arrived_valid_i == '0 && crossed_valid_i == '0),
    .quiescent_i(quiescent), .levels_i(cfg_threshold_i), .registers_i(registers),
    .event_i(error), .busy_i(error), .asleep_o(), .last_levels_o()
  );

  // The reference counts one output after the other, one lane after the other.
  (* anyconst *) logic [7:0] watched;
  logic [OccupancyBits-1:0] count_q, count, mine;
  logic [31:0]              came, went, balance;
  logic [15:0]              total_q;
  logic                     started, was_started, lost, lost_q, over;
  // Nobody waits for the watched output in its turn: it begins with 0.
  logic                     counts, cleared, was_cleared;
  logic [31:0]              begins, was_net;
  logic [PortBits-1:0]      turn_q;
  initial {started, was_started} = '0;
  assign mine = OccupancyBits'(occupancy >> (watched * OccupancyBits));
  always_comb begin
    came = '0;
    went = '0;
    lost = 1'b0;
    for (int i = 0; i < Radix; i++)
      if (arrived_valid_i[i] && 8'(arrived_output_i[i*PortBits+:PortBits]) == watched)
        came = came + 32'd1;
    for (int o = 0; o < Radix; o++)
      for (int k = 0; k < Speedup; k++)
        if (8'(o) == watched && crossed_valid_i[o*Speedup+k]) went = went + 32'd1;
    counts  = arrived_valid_i != '0 || crossed_valid_i != '0 || error;
    cleared = counts && 8'(turn) == watched && audit_waiting_i == '0;
    begins  = cleared ? '0 : 32'(count_q);
    balance = begins + came;
    over    = balance >= went + (32'd1 << OccupancyBits);
    lost    = balance < went;
    count   = lost ? OccupancyBits'(0) : OccupancyBits'(balance - went);
    if (over) count = {OccupancyBits{1'b1}};
  end
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    lost_q      <= started && (lost_q || lost || over || (cleared && count_q != '0));
    was_cleared <= started && cleared;
    was_net     <= came < went ? '0 : came - went;
    turn_q      <= !started ? '0 : !counts ? turn_q : turn_q == audit_last_i ? '0 : turn_q + 1'b1;
    count_q     <= started ? count : '0;
    total_q     <= started ? total_q + 16'(came) - 16'(went) : '0;
  end
  // An error needs an output at which more crossed than waited and came.
  logic any_q, any, idle_q;
  always @(posedge clk_i) begin
    idle_q <= arrived_valid_i == '0 && crossed_valid_i == '0;
    any_q  <= started && any;
  end
  always_comb begin : p_any
    logic [31:0] plus, minus;
    any = 1'b0;
    for (int o = 0; o < Radix; o++) begin
      plus  = 32'(occupancy[o*OccupancyBits+:OccupancyBits]);
      minus = '0;
      if (counts && 32'(turn) == o && audit_waiting_i == '0) plus = '0;
      for (int i = 0; i < Radix; i++)
        if (arrived_valid_i[i] && 32'(arrived_output_i[i*PortBits+:PortBits]) == o)
          plus = plus + 32'd1;
      for (int k = 0; k < Speedup; k++) minus = minus + 32'(crossed_valid_i[o*Speedup+k]);
      if (plus < minus) any = 1'b1;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < Radix);
    if (started) begin
      OccupancyExact: assert (mine == count_q);
      IsArrivalsLessCrossings: assert (lost_q || 16'(mine) == total_q);
      ErrorExact: assert (error == any_q);
      CongestedExact: assert (1'(congested >> watched) == (mine > cfg_threshold_i));
      ErrorForOneClock: assert (!was_started || !idle_q || !error);
      TurnExact: assert (turn == turn_q);
      ClearedInItsTurn: assert (!was_cleared || 32'(mine) == was_net);
    end
    Congested: cover (started && congested != '0 && cfg_threshold_i > 2);
    ManyArrive: cover (started && came == 32'(Radix) && went == 32'(Speedup));
    Loses: cover (started && error && mine != '0);
    Clears: cover (started && cleared && count_q != '0 && came != '0);
    TurnWraps: cover (started && counts && turn == PortBits'(Radix - 1) && turn == audit_last_i);
  end

endmodule
