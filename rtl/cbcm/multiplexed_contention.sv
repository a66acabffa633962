// SPDX-License-Identifier: Apache-2.0
// Contention detection of one router behind its ports' picks: counts them and keeps the windows,
// one output in turn per datapath.
//
// Contract:   docs/reference/cbcm/multiplexed_contention.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree, contention metric)
// Interface:  a pick per port and a decision per output, all levels; picks all invalid is idle
// Latency:    a pick is in its output's window after 2 to SampleInterval + 1 clocks and in
//             `congested_o` SampleInterval clocks later
// Parameters: Radix 4-64, NumSamples 4-128 and 2 to 8 times BoundSampleInterval 2-64,
//             SampleInterval 8 or 16. Radix/SampleInterval datapaths, each a count of Radix bits
//             and a multiplexed_window; a memory of SampleInterval * NumSamples words; an adder
//             that forms one output's sum anew.
// Not handled: an output that all Radix inputs pick (none picks its own in a router).
//
// lint-params: Radix=4 NumSamples=4 BoundSampleInterval=2
// lint-params: Radix=22 SampleInterval=16
// lint-large: Radix=64
// lint-illegal: Radix=3
// lint-illegal: NumSamples=13
// lint-illegal: SampleInterval=4

module multiplexed_contention #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Samples averaged.
  parameter int unsigned NumSamples = 12,
  /// Samples per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 6,
  /// Clocks between two samples of an output.
  parameter int unsigned SampleInterval = 8,
  localparam int unsigned PortBits     = $clog2(Radix),
  localparam int unsigned SampleBits   = cbcm_pkg::multiplexed_sample_bits(
      Radix, NumSamples, BoundSampleInterval, SampleInterval),
  localparam int unsigned StateBits    = cbcm_pkg::multiplexed_state_bits(
      Radix, NumSamples, BoundSampleInterval, SampleInterval),
  localparam int unsigned PipelineBits = cbcm_pkg::multiplexed_pipeline_bits(
      Radix, NumSamples, SampleInterval),
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits
) (
  /// Clock, rising edge.
  input  logic                      clk_i,
  /// Asynchronous reset, active low.
  input  logic                      rst_ni,
  /// Low: everything is forgotten.
  input  logic                      enable_i,
  /// Port `i` has picked.
  input  logic [Radix-1:0]          pick_valid_i,
  /// Lane `i`: the output that it picked; of no meaning without a pick.
  input  logic [Radix*PortBits-1:0] pick_output_i,
  /// The contention metric of the output is above 1.
  output logic [Radix-1:0]          congested_o,
  /// A clock without picks changes nothing.
  output logic                      quiescent_o
`ifdef FORMAL
  ,
  /// Every flip-flop, then the datapaths' rows, then the samples.
  output logic [StorageBits-1:0]    state_o
`endif
);

  localparam int unsigned Datapaths   = (Radix + SampleInterval - 1) / SampleInterval;
  localparam int unsigned TurnBits    = $clog2(SampleInterval);
  localparam int unsigned PointerBits = $clog2(NumSamples);
  localparam int unsigned PhaseBits   = $clog2(BoundSampleInterval);
  localparam int unsigned WordBits    = Datapaths * PortBits;
  localparam int unsigned Rows        = Datapaths * SampleInterval;
  localparam int unsigned IndexBits   = $clog2(Rows);
  localparam int unsigned SumBits     =
      cbcm_pkg::sum_bits(NumSamples, cbcm_pkg::max_degree(1 << PortBits, 0));

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);

  logic active;
  assign active = !quiescent_o || (|pick_valid_i);

  // Count: the outputs whose turn it is are turn, turn + SampleInterval, ...
  logic [TurnBits-1:0] turn_q;
  logic [WordBits-1:0] degree_q;
  logic                counted_q;  // degree_q is that of the turn before
  function automatic logic [WordBits-1:0] degrees(
      input logic [Radix-1:0] valid, input logic [Radix*PortBits-1:0] outputs,
      input logic [TurnBits-1:0] turn);
    logic [PortBits-1:0] degree;
    degrees = '0;
    for (int d = 0; d < Datapaths; d++) begin
      degree = '0;
      for (int i = 0; i < Radix; i++)
        // What an output without a pick says does not matter: it differs in the bit above.
        degree = degree + PortBits'({valid[i], 6'(outputs[i*PortBits +: PortBits])}
                                    == {1'b1, 6'(d * SampleInterval) | 6'(turn)});
      degrees = degrees | (WordBits'(degree) << (d * PortBits));
    end
  endfunction

  // The windows take the degrees a clock behind the count, at the place that was read with it. That
  // place follows from the count's, so the memory is never written where it is read.
  logic [TurnBits-1:0]    sample_turn;
  logic [PointerBits-1:0] read_pointer_q, pointer;
  assign sample_turn = turn_q - 1'b1;
  always_comb begin : place
    pointer = read_pointer_q;
    if (turn_q == '0) pointer = read_pointer_q == '0 ? PointerBits'(NumSamples - 1)
                                                     : read_pointer_q - 1'b1;
  end
  logic [PhaseBits-1:0]   phase_q;
  logic [TurnBits:0]      known_q;    // rows written since reset, up to all
  logic                   wrapped_q;  // all samples have been
  logic                   samples, last_turn, last_place, known, opens, closes;
  assign samples    = active && counted_q;
  assign last_turn  = turn_q == '0;
  assign last_place = pointer == PointerBits'(NumSamples - 1);
  assign known      = known_q[TurnBits];
  assign opens      = phase_q == '0;
  assign closes     = phase_q == PhaseBits'(BoundSampleInterval - 1);

`ifdef FORMAL
  localparam int unsigned MemoryBits = NumSamples * SampleInterval * WordBits;
  localparam int unsigned OwnBits    =
      PipelineBits - Datapaths * (cbcm_pkg::limit_bits(PortBits, NumSamples) + 1)
      + Radix + PointerBits + PhaseBits + 2 * (TurnBits + 1) + 1 + IndexBits + SumBits;
  localparam int unsigned RowsBits   = (StorageBits - OwnBits - MemoryBits) / Datapaths;
  logic [Datapaths*RowsBits-1:0] rows;
  logic [MemoryBits-1:0]         memory;
  assign state_o = {memory, rows, congested_q, calm_q, known_q, phase_q, wrapped_q, counted_q,
                    scrub_output_q, scrub_sum_q, read_pointer_q, turn_q, oldest_q, degree_q};
`endif

  // Samples of all outputs that have their turn together are a word, which is read a clock ahead.
  logic [WordBits-1:0] oldest_q;
  sample_memory #(
    .Words    (NumSamples * SampleInterval),
    .WordBits (WordBits)
  ) u_samples (
    .clk_i,
    .write_i         (samples),
    .write_address_i ({pointer, sample_turn}),
    .write_data_i    (degree_q),
    .read_i          (active),
    .read_address_i  ({read_pointer_q, turn_q}),
    .read_data_o     (oldest_q)
`ifdef FORMAL
    , .state_o (memory)
`endif
  );

  // A window's sum is only added to and taken from, so a wrong one would stay. Of one output after
  // the other, one a round of the ring, the samples are added up from 0; with the round's last one
  // that is the sum.
  logic [IndexBits-1:0] scrub_output_q;
  logic [SumBits-1:0]   scrub_sum_q, scrub_sum_d;
  logic [PortBits-1:0]  scrub_degree;
  logic [Datapaths-1:0] scrub_datapath, scrubs;
  logic                 scrub_turn;
  assign scrub_turn = scrub_output_q[TurnBits-1:0] == sample_turn;
  always_comb begin : scrub
    scrub_degree = '0;
    for (int d = 0; d < Datapaths; d++) begin
      scrub_datapath[d] = 32'(scrub_output_q) / SampleInterval == d;
      scrubs[d]         = scrub_datapath[d] && scrub_turn && last_place;
      scrub_degree      = scrub_degree
          | (degree_q[d*PortBits +: PortBits] & {PortBits{scrub_datapath[d]}});
    end
    scrub_sum_d = (pointer == '0 ? '0 : scrub_sum_q) + SumBits'(scrub_degree);
  end

  logic [Datapaths-1:0] above, zero;
  for (genvar d = 0; d < Datapaths; d++) begin : gen_datapath
    multiplexed_window #(
      .DegreeBits          (PortBits),
      .NumSamples          (NumSamples),
      .BoundSampleInterval (BoundSampleInterval),
      .SampleInterval      (SampleInterval)
    ) u_window (
      .clk_i,
      .active_i    (samples),
      .known_i     (known),
      .opens_i     (opens),
      .closes_i    (closes),
      .degree_i    (degree_q[d*PortBits +: PortBits]),
      .oldest_i    (oldest_q[d*PortBits +: PortBits] & {PortBits{wrapped_q}}),
      .scrub_i     (scrubs[d]),
      .scrub_sum_i (scrub_sum_d),
      .above_o     (above[d]),
      .zero_o      (zero[d])
`ifdef FORMAL
      , .state_o (rows[d*RowsBits +: RowsBits])
`endif
    );
  end

  // Asleep when a turn of all outputs has left nothing but zeros.
  logic [Radix-1:0]  congested_q, congested_d, in_turn;
  assign in_turn     = Radix'({Datapaths{SampleInterval'(1) << sample_turn}});
  logic [TurnBits:0] calm_q;
  logic              calm;
  assign congested_o = congested_q;
  assign quiescent_o = calm_q[TurnBits];
  assign calm        = !(|pick_valid_i) && (&zero) && !(|congested_d);
  logic [Rows-1:0]   decided;  // those of the outputs whose turn it is
  always_comb begin : decide
    for (int d = 0; d < Datapaths; d++)
      decided[d*SampleInterval +: SampleInterval] = {SampleInterval{above[d]}};
  end
  logic unused_rows;
  assign unused_rows = ^decided;
  assign congested_d = counted_q ? (congested_q & ~in_turn) | (Radix'(decided) & in_turn)
                                 : congested_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : control
    if (!rst_ni) begin
      {turn_q, read_pointer_q, counted_q} <= '0;
      {phase_q, known_q, wrapped_q}       <= '0;
      scrub_output_q                      <= '0;
      calm_q                              <= (TurnBits+1)'(SampleInterval);
      congested_q                         <= '0;
    end else if (!enable_i) begin
      {turn_q, read_pointer_q, counted_q} <= '0;
      {phase_q, known_q, wrapped_q}       <= '0;
      scrub_output_q                      <= '0;
      calm_q                              <= (TurnBits+1)'(SampleInterval);
      congested_q                         <= '0;
    end else if (active) begin
      turn_q    <= turn_q + 1'b1;
      counted_q <= 1'b1;
      if (&turn_q) read_pointer_q <= read_pointer_q == PointerBits'(NumSamples - 1)
                                     ? '0 : read_pointer_q + 1'b1;
      if (!calm) calm_q <= '0;
      else calm_q <= calm_q + 1'b1;
      if (counted_q) begin
        congested_q <= congested_d;
        if (!known) known_q <= known_q + 1'b1;
        if (last_turn) begin
          phase_q <= closes ? '0 : phase_q + 1'b1;
          if (last_place) begin
            wrapped_q      <= 1'b1;
            scrub_output_q <= scrub_output_q >= IndexBits'(Rows - 1) ? '0 : scrub_output_q + 1'b1;
          end
        end
      end
    end
  end

  // Of no meaning without counted_q.
  always_ff @(posedge clk_i) begin : data
    if (active) degree_q <= degrees(pick_valid_i, pick_output_i, turn_q);
    if (samples && scrub_turn) scrub_sum_q <= scrub_sum_d;
  end

endmodule
