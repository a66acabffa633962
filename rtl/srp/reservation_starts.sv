// SPDX-License-Identifier: Apache-2.0
// Starts of the reservation table's rows: when each is reached, and which comes next.
//
// Source: SRP paper, Section 3 (t_s). Contract: docs/reference/srp/reservation_requester.md, starts.
// Timing: a row looks at the counter in every fourth cycle, row r in those that are r modulo 4, so
// that four rows share an array of four words and a comparator; a start counts from the next such
// cycle on. reached_o is combinational, wake_* are registers: after a change a walk begins a clock
// later, and takes a clock for each row and one more.
// Cost: a quarter of a comparator of StartBits for each row; an incrementer and a comparator of
// StartBits for the walk.
// Not handled: a start whose clock is left out comes again when its low bits do.
// lint-params: Rows=1 CycleBits=8
// lint-params: Rows=5 CycleBits=40
// lint-params: Rows=64 CycleBits=26

module reservation_starts #(
    /// Rows of the table, 1-64.
    parameter int unsigned Rows = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    // Of t_s a grant has the lowest bits.
    localparam int unsigned StartBits =
        CycleBits < srp_messages_pkg::StartBits ? CycleBits : srp_messages_pkg::StartBits,
    localparam int unsigned Banks = (Rows + 3) / 4,
    localparam int unsigned StepBits = $clog2(4 * Banks + 1),
    localparam int unsigned TurnBits = StartBits - 2,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// A start of each row.
    localparam int unsigned StateBits = 4 * Banks * TurnBits,
    /// The walk: that it begins, steps left, the start looked at, the earliest.
    localparam int unsigned PipelineBits = 1 + StepBits + 1 + StartBits + 1 + CycleBits,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                    clk_i,
    /// Asynchronous assert, active low.
    input  logic                    rst_ni,
    /// Low: everything but the memories takes its reset value at the clock.
    input  logic                    enable_i,
    /// The network's cycle counter.
    input  logic [CycleBits-1:0]    now_i,
    /// One-hot: the row whose grant comes in this clock; 0 without one.
    input  logic [Rows-1:0]         granted_i,
    /// The row's number modulo 4.
    input  logic [1:0]              turn_i,
    /// The start that it brings.
    input  logic [StartBits-1:0]    start_i,
    /// The row waits for its start.
    input  logic [Rows-1:0]         waits_i,
    /// It is done and freed in this clock.
    input  logic [Rows-1:0]         done_i,
    /// Combinational: the row waits and its start is reached in this clock.
    output logic [Rows-1:0]         reached_o,
    /// The walk has not ended.
    output logic                    busy_o,
    /// A row waits; settled when not busy, as wake_at_o.
    output logic                    wake_valid_o,
    /// Cycle in which the next start is reached; 0 without one.
    output logic [CycleBits-1:0]    wake_at_o
`ifdef FORMAL
    ,
    /// Every register and word of memory, for the proofs.
    output logic [StorageBits-1:0]  state_o
`endif
);

  logic [TurnBits-1:0]       turn, later, fresh;
  logic [1:0]                now_turn;
  logic [Banks*TurnBits-1:0] shown;
  logic [Banks*4-1:0]        waits;
  logic [Banks-1:0]          equal, looked, found;
  logic [StepBits-1:0]       step_q, step_d;
  logic                      begins_q, begins_d, found_q, found_d, wake_valid_q, wake_valid_d;
  logic                      goes_on, takes, keeps, wraps;
  logic [StartBits-1:0]      found_at_q, found_at_d, lead;
  logic [CycleBits-1:0]      wake_at_q, wake_at_d, now_above;

  // The row's cycle that is not before the start: four cycles are a turn.
  assign turn     = start_i[StartBits-1:2];
  assign later    = turn + TurnBits'(1);
  assign fresh    = start_i[1:0] > turn_i ? later : turn;
  assign now_turn = now_i[1:0];
  assign waits    = (Banks*4)'(waits_i);

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    localparam int unsigned Last = 4 * b + 4 < Rows ? 4 * b + 3 : Rows - 1;
    logic [TurnBits-1:0] start_q [4];
    logic                writes;
    assign writes = |granted_i[Last:4*b];
    always_ff @(posedge clk_i) begin : p_start
      if (writes) start_q[turn_i] <= fresh;
    end
`ifdef FORMAL
    for (genvar w = 0; w < 4; w++) begin : gen_state
      assign state_o[PipelineBits+(4*b+w)*TurnBits+:TurnBits] = start_q[w];
    end
`endif
    always_comb begin : p_shown
      shown[b*TurnBits+:TurnBits] = '0;
      for (int w = 0; w < 4; w++)
        shown[b*TurnBits+:TurnBits] = shown[b*TurnBits+:TurnBits] |
                                      (start_q[w] & {TurnBits{now_turn == 2'(w)}});
    end
    assign equal[b]  = shown[b*TurnBits+:TurnBits] == now_i[StartBits-1:2];
    assign looked[b] = step_q != '0 && (step_q - StepBits'(1)) >> 2 == StepBits'(b);
  end
  for (genvar r = 0; r < Rows; r++) begin : gen_row
    assign reached_o[r] = waits_i[r] && equal[r/4] && now_turn == 2'(r % 4);
  end

  // A walk begins a clock after the change, so that its registers do not wait for the comparisons
  // of all rows. A bank for four clocks, then the next.
  assign begins_d = enable_i && (granted_i != '0 || reached_o != '0 || (waits_i & done_i) != '0);
  assign goes_on  = enable_i && !begins_q;
  assign step_d   = (StepBits'(4 * Banks) & {StepBits{enable_i && begins_q}}) |
                    ((step_q - StepBits'(step_q != '0)) & {StepBits{goes_on}});
  // A row that does not wait leaves 0, so that nothing is left to change when the walk has ended.
  always_comb begin : p_look
    found_at_d = '0;
    for (int b = 0; b < Banks; b++) begin
      found[b]   = looked[b] & 1'(waits >> (4 * b + 32'(now_turn)));
      found_at_d = found_at_d |
                   ({shown[b*TurnBits+:TurnBits], now_turn} & {StartBits{found[b]}});
    end
  end
  assign found_d = found != '0;

  // A clock later: is it before the earliest so far? Both are less than half the range ahead, so a
  // start in the lower half that is seen from the upper one lies beyond the end.
  assign lead         = found_at_q - wake_at_q[StartBits-1:0];
  assign takes        = goes_on && found_q && (!wake_valid_q || lead[StartBits-1]);
  assign keeps        = goes_on && !takes;
  assign wraps        = now_i[StartBits-1] && !found_at_q[StartBits-1];
  assign now_above    = (now_i >> StartBits) + CycleBits'(wraps);
  assign wake_valid_d = takes || (keeps && wake_valid_q);
  assign wake_at_d    = ((now_above << StartBits | CycleBits'(found_at_q)) & {CycleBits{takes}}) |
                        (wake_at_q & {CycleBits{keeps}});

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {begins_q, step_q, found_q, found_at_q, wake_valid_q, wake_at_q} <= '0;
    end else begin
      begins_q     <= begins_d;
      step_q       <= step_d;
      found_q      <= goes_on && found_d;
      found_at_q   <= found_at_d & {StartBits{enable_i}};
      wake_valid_q <= wake_valid_d;
      wake_at_q    <= wake_at_d;
    end
  end

  assign busy_o       = begins_q || step_q != '0 || found_q;
  assign wake_valid_o = wake_valid_q;
  assign wake_at_o    = wake_at_q;
`ifdef FORMAL
  assign state_o[PipelineBits-1:0] = {begins_q, step_q, found_q, found_at_q, wake_valid_q,
                                     wake_at_q};
`endif

endmodule
