// SPDX-License-Identifier: Apache-2.0
// Router side of ECN: flits that wait for each output, over the VOQs of all inputs.
//
// Source: SRP paper, Section 2. Contract: docs/reference/ecn/voq_occupancy.md.
// Timing: latency 1; what is shown is a sum of two registers: arrivals are added up before them,
// the sum is formed and compared with the threshold behind them.
// Error and quiescence are of that sum, too.
// One output in turn is compared with the queues in each clock that counts: where nobody waits the
// count becomes 0, so that one that an upset has made too high does not stay.
// Cost: a tree of adders in bit planes for the arrivals; per output a count of crossings, a
// subtractor of PortBits + 2, and an adder and a comparator of OccupancyBits in two halves. The
// comparison with the queues: a counter and a decoder of PortBits, an OR over the inputs.
// Not handled: an output that does not exist counts nowhere; no enable, queues are always there.
// lint-params: Radix=4 Speedup=1 OccupancyBits=8
// lint-params: Radix=5 Speedup=3 OccupancyBits=11
// lint-large: Radix=64 Speedup=4 OccupancyBits=20
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Speedup=0
// lint-illegal: OccupancyBits=7
// lint-illegal: OccupancyBits=21

module voq_occupancy #(
    /// Router ports, 4-64.
    parameter int unsigned Radix = 8,
    /// Switch passes per cycle, 1-4.
    parameter int unsigned Speedup = 2,
    /// Width of an occupancy, 8-20; it saturates.
    parameter int unsigned OccupancyBits = 16,
    localparam int unsigned PortBits = $clog2(Radix),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The occupancies, and whose turn it is.
    localparam int unsigned StateBits = Radix * OccupancyBits + PortBits,
    /// Per output: arrivals less crossings, with a sign.
    localparam int unsigned PipelineBits = Radix * (PortBits + 2),
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                           clk_i,
    /// Asynchronous assert, active low.
    input  logic                           rst_ni,
    /// A data flit came in at the input.
    input  logic [Radix-1:0]               arrived_valid_i,
    /// The output it goes to.
    input  logic [Radix*PortBits-1:0]      arrived_output_i,
    /// Lane o*Speedup + k: a data flit crossed to output o in pass k.
    input  logic [Radix*Speedup-1:0]       crossed_valid_i,
    /// An output with more flits is congested.
    input  logic [OccupancyBits-1:0]       cfg_threshold_i,
    /// Input i holds a data flit for output audit_output_o, before those that come and cross now.
    input  logic [Radix-1:0]               audit_waiting_i,
    /// The last output that takes its turn: a constant, Radix - 1 if all ports are used.
    input  logic [PortBits-1:0]            audit_last_i,
    /// Flits that wait for the output.
    output logic [Radix*OccupancyBits-1:0] occupancy_o,
    /// They are more than the threshold.
    output logic [Radix-1:0]               congested_o,
    /// The output whose turn it is.
    output logic [PortBits-1:0]            audit_output_o,
    /// In the last clock more flits crossed to an output than waited for it.
    output logic                           error_o,
    /// A clock without flits changes nothing.
    output logic                           quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0]         formal_state_o
`endif
);

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d, legal 4-64", Radix);
  if (Speedup < 1 || Speedup > 4) $fatal(1, "%m: Speedup = %0d, legal 1-4", Speedup);
  if (OccupancyBits < 8 || OccupancyBits > 20)
    $fatal(1, "%m: OccupancyBits = %0d, legal 8-20", OccupancyBits);

  localparam int unsigned Rows = 1 << PortBits;
  localparam int unsigned NetBits = PortBits + 2;
  // A sum in two halves: of what is added the upper one has only the sign.
  localparam int unsigned LowBits = NetBits > OccupancyBits / 2 ? NetBits : OccupancyBits / 2;
  localparam int unsigned HighBits = OccupancyBits + 1 - LowBits;

  // What the flits of the last clock with flits made of the occupancies is still to be added.
  logic [Radix*OccupancyBits-1:0] before_d, before_q, occupancy;
  logic [Radix*NetBits-1:0]       net_d, net_q;
  logic [Radix-1:0]               lost;
  logic [PortBits-1:0]            turn_q;
  logic [Radix-1:0]               empty;  // the output whose turn it is, if nobody waits for it

  // Arrivals per output as PortBits + 1 bit planes, 64 bits apart: one row per input, then sums of
  // two rows, of four and so on, each with a plane more than its terms. The planes of a sum take
  // the rows of its terms.
  function automatic logic [(PortBits+1)*64-1:0] arrivals(input logic [Radix-1:0] valid,
      input logic [Radix*PortBits-1:0] number);
    logic [Rows*64-1:0] row;
    logic [Rows-1:0]    busy;
    logic [63:0]        prior, term, carry;
    row  = '0;
    busy = Rows'(valid);
    for (int i = 0; i < Radix; i++)
      if (valid[i]) row[i*64+:64] = 64'd1 << number[i*PortBits+:PortBits];
    for (int level = 0; level < PortBits; level++) begin
      for (int g = 0; g < Rows; g += 2 << level) begin
        carry = '0;
        if (busy[g+(1<<level)]) begin
          for (int b = 0; b <= level; b++) begin
            prior = busy[g] ? row[(g+b)*64+:64] : '0;
            term  = row[(g+(1<<level)+b)*64+:64];
            row[(g+b)*64+:64] = prior ^ term ^ carry;
            carry = (prior & term) | (carry & (prior | term));
          end
          busy[g] = 1'b1;
        end
        row[(g+level+1)*64+:64] = carry;
      end
    end
    arrivals = busy[0] ? row[(PortBits+1)*64-1:0] : '0;
  endfunction

  always_comb begin : p_net
    /* verilator tracing_off */
    logic [(PortBits+1)*64-1:0] came;
    logic [PortBits:0]          plus;
    logic [2:0]                 minus;
    /* verilator tracing_on */
    net_d = '0;
    came  = '0;
    plus  = '0;
    minus = '0;
    if (|arrived_valid_i) came = arrivals(arrived_valid_i, arrived_output_i);
    if (|arrived_valid_i || |crossed_valid_i)
      for (int o = 0; o < Radix; o++) begin
        for (int b = 0; b <= PortBits; b++) plus[b] = came[b*64+o];
        minus = '0;
        for (int k = 0; k < Speedup; k++) minus = minus + 3'(crossed_valid_i[o*Speedup+k]);
        net_d[o*NetBits+:NetBits] = NetBits'(plus) - NetBits'(minus);
      end
  end

  // The upper half becomes one more or one less: either is compared with the threshold beside the
  // sum.
  logic [HighBits-1:0] high_threshold, next_threshold, last_threshold;
  assign high_threshold = HighBits'(cfg_threshold_i >> LowBits);
  assign next_threshold = high_threshold + HighBits'(1);
  assign last_threshold = high_threshold - HighBits'(1);

  always_comb begin : p_occupancy
    /* verilator tracing_off */
    logic [LowBits-1:0]  low;
    logic [HighBits-1:0] high, moved;
    logic                carry, sign, rises, falls, above, equal, high_above, high_equal;
    /* verilator tracing_on */
    for (int o = 0; o < Radix; o++) begin
      sign         = net_q[o*NetBits+NetBits-1];
      high         = HighBits'(before_q[o*OccupancyBits+:OccupancyBits] >> LowBits);
      {carry, low} = {1'b0, before_q[o*OccupancyBits+:LowBits]} +
                     {1'b0, LowBits'(signed'(net_q[o*NetBits+:NetBits]))};
      rises        = carry && !sign;
      falls        = !carry && sign;
      moved        = rises ? high + HighBits'(1) : falls ? high - HighBits'(1) : high;
      lost[o]      = falls && high == '0;
      occupancy[o*OccupancyBits+:OccupancyBits] =
          lost[o] ? '0 : moved[HighBits-1] ? '1 : OccupancyBits'({moved, low});
      above        = high > high_threshold;
      equal        = high == high_threshold;
      high_above   = rises ? above || equal : falls ? above && high != next_threshold : above;
      high_equal   = rises ? high == last_threshold : falls ? high == next_threshold : equal;
      congested_o[o] = (high_above && !(moved[HighBits-1] && &cfg_threshold_i)) ||
                       (high_equal && low > cfg_threshold_i[LowBits-1:0]);
    end
  end

  always_comb begin : p_audit
    for (int o = 0; o < Radix; o++) begin
      empty[o] = turn_q == PortBits'(o) && !(|audit_waiting_i);
      before_d[o*OccupancyBits+:OccupancyBits] =
          empty[o] ? '0 : occupancy[o*OccupancyBits+:OccupancyBits];
    end
  end

  // A clock without flits leaves the sum as it is; after an error it brings the 0 that was shown.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_state
    if (!rst_ni) begin
      before_q <= '0;
      net_q    <= '0;
      turn_q   <= '0;
    end else if (|arrived_valid_i || |crossed_valid_i || error_o) begin
      before_q <= before_d;
      net_q    <= net_d;
      turn_q   <= turn_q == audit_last_i ? '0 : turn_q + 1'b1;
    end
  end

  assign occupancy_o    = occupancy;
  assign audit_output_o = turn_q;
  assign error_o        = |lost;
  assign quiescent_o    = !error_o;
`ifdef FORMAL
  assign formal_state_o = {before_q, net_q, turn_q};
`endif

endmodule
