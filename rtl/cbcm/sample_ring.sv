// SPDX-License-Identifier: Apache-2.0
// The last samples of every output: a ring that gives the oldest one for the newest.
//
// Contract:   docs/reference/cbcm/contention_window.md, step 2
// Source:     CBCM paper, Section IV-B1 (storage of the contention window)
// Interface:  part of contention_window: one line of samples per clock with `active_i`
// Latency:    `oldest_o` belongs to the clock in which its place is written anew
// Parameters: NumSamples 10-1000 lines of LineBits.
// Not handled: nothing is read before the ring has wrapped; until then `oldest_o` is 0.
//
// Pipelined, a place is read two active clocks before it is needed, in two steps of which none is
// longer than six levels of selection: from the bank that holds it, then from the banks' registers.
//
// lint-params: LineBits=8
// lint-params: NumSamples=10 LineBits=8 Pipelined=1
// lint-params: NumSamples=1000 LineBits=24 Pipelined=1
// lint-illegal: NumSamples=9
// lint-illegal: Pipelined=2

module sample_ring #(
  /// Samples held.
  parameter int unsigned NumSamples = 100,
  /// Bits of a sample of all outputs.
  parameter int unsigned LineBits = 24,
  /// 1: read ahead, in two steps.
  parameter int unsigned Pipelined = 0,
  localparam int unsigned PointerBits  = $clog2(NumSamples),
  localparam int unsigned SampleBits   = NumSamples * LineBits,
  localparam int unsigned StateBits    = PointerBits + 1,
  localparam int unsigned PipelineBits =
      Pipelined == 0 ? 0 : cbcm_pkg::ring_pipeline_bits(NumSamples, LineBits)
) (
  /// Clock, rising edge.
  input  logic                clk_i,
  /// Asynchronous reset, active low.
  input  logic                rst_ni,
  /// Low: every register takes its reset value.
  input  logic                enable_i,
  /// The window samples in this clock; low: nothing changes.
  input  logic                active_i,
  /// This cycle's sample.
  input  logic [LineBits-1:0] line_i,
  /// The one that it replaces; 0 before the ring has wrapped.
  output logic [LineBits-1:0] oldest_o
`ifdef FORMAL
  ,
  /// Pointer and wrapped; read ahead.
  output logic [StateBits-1:0]                                 formal_state_o,
  output logic [(PipelineBits > 0 ? PipelineBits : 1)-1:0]     formal_pipeline_o,
  /// Every line.
  output logic [NumSamples*LineBits-1:0]                       formal_ring_o
`endif
);

  localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits;

  if (NumSamples < 10 || NumSamples > 1000)
    $fatal(1, "%m: NumSamples = %0d is not in 10-1000", NumSamples);
  if (Pipelined > 1) $fatal(1, "%m: Pipelined = %0d is not in 0-1", Pipelined);

  logic [PointerBits-1:0] pointer_q;
  logic                   wrapped_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : pointer
    if (!rst_ni) begin
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (!enable_i) begin
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (active_i) begin
      pointer_q <= pointer_q + 1'b1;
      if (pointer_q == PointerBits'(NumSamples - 1)) begin
        pointer_q <= '0;
        wrapped_q <= 1'b1;
      end
    end
  end

  // The ring is a memory: one write port, not reset.
  if (Pipelined == 0) begin : gen_ring
    logic [LineBits-1:0] ring_q [NumSamples];
    assign oldest_o = wrapped_q ? ring_q[pointer_q] : '0;
    always_ff @(posedge clk_i) begin : ring
      if (enable_i && active_i) ring_q[pointer_q] <= line_i;
    end
`ifdef FORMAL
    for (genvar k = 0; k < NumSamples; k++) begin : gen_formal_ring
      assign formal_ring_o[k*LineBits +: LineBits] = ring_q[k];
    end
    assign formal_pipeline_o = '0;
`endif
  end else begin : gen_banks
    // Neighbouring places lie in different banks.
    localparam int unsigned Banks    = cbcm_pkg::ring_banks(NumSamples);
    localparam int unsigned BankBits = $clog2(Banks);
    localparam int unsigned WordBits = PointerBits - BankBits;

    logic [PointerBits-1:0]    ahead_q;   // the place two clocks ahead of the pointer
    logic [BankBits-1:0]       chosen_q;  // the bank of the place one clock ahead
    logic [Banks*LineBits-1:0] read_q;
    logic [LineBits-1:0]       oldest_q;
    logic                      holds;     // there is a sample in the place ahead
    assign holds    = wrapped_q || ahead_q < PointerBits'(2);
    assign oldest_o = oldest_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin : read_ahead
      if (!rst_ni) begin
        ahead_q  <= PointerBits'(2);
        chosen_q <= BankBits'(1);
        oldest_q <= '0;
      end else if (!enable_i) begin
        ahead_q  <= PointerBits'(2);
        chosen_q <= BankBits'(1);
        oldest_q <= '0;
      end else if (active_i) begin
        ahead_q  <= ahead_q == PointerBits'(NumSamples - 1) ? '0 : ahead_q + 1'b1;
        chosen_q <= ahead_q[BankBits-1:0];
        oldest_q <= read_q[chosen_q*LineBits +: LineBits];
      end
    end

    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      localparam int unsigned Words = (NumSamples + Banks - 1 - b) / Banks;
      logic [LineBits-1:0] bank_q [Words];

      always_ff @(posedge clk_i or negedge rst_ni) begin : read
        if (!rst_ni) read_q[b*LineBits +: LineBits] <= '0;
        else if (!enable_i) read_q[b*LineBits +: LineBits] <= '0;
        else if (active_i && holds && ahead_q[BankBits-1:0] == BankBits'(b))
          read_q[b*LineBits +: LineBits] <= bank_q[ahead_q[PointerBits-1 -: WordBits]];
      end

      always_ff @(posedge clk_i) begin : ring
        if (enable_i && active_i && pointer_q[BankBits-1:0] == BankBits'(b))
          bank_q[pointer_q[PointerBits-1 -: WordBits]] <= line_i;
      end
`ifdef FORMAL
      for (genvar k = 0; k < Words; k++) begin : gen_formal_ring
        assign formal_ring_o[(k*Banks + b)*LineBits +: LineBits] = bank_q[k];
      end
`endif
    end
`ifdef FORMAL
    assign formal_pipeline_o = {ahead_q, chosen_q, read_q, oldest_q};
`endif
  end

`ifdef FORMAL
  assign formal_state_o = {pointer_q, wrapped_q};
`endif

endmodule
