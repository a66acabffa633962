// SPDX-License-Identifier: Apache-2.0
// Router side of ECN: flits that wait for each output, over the VOQs of all inputs.
//
// Source: SRP paper, Section 2. Contract: docs/reference/ecn/voq_occupancy.md.
// Timing: latency 1; congested_o compares the registers with the threshold.
// Cost: a tree of adders in bit planes for the arrivals; per output an adder, a subtractor and a
// comparator of OccupancyBits.
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
    /// The occupancies.
    localparam int unsigned StateBits = Radix * OccupancyBits,
    /// The error bit.
    localparam int unsigned PipelineBits = 1,
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
    /// Flits that wait for the output.
    output logic [Radix*OccupancyBits-1:0] occupancy_o,
    /// They are more than the threshold.
    output logic [Radix-1:0]               congested_o,
    /// In the last clock more flits crossed to an output than waited for it.
    output logic                           error_o,
    /// A clock without flits changes nothing.
    output logic                           quiescent_o
);

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d, legal 4-64", Radix);
  if (Speedup < 1 || Speedup > 4) $fatal(1, "%m: Speedup = %0d, legal 1-4", Speedup);
  if (OccupancyBits < 8 || OccupancyBits > 20)
    $fatal(1, "%m: OccupancyBits = %0d, legal 8-20", OccupancyBits);

  localparam int unsigned Rows = 1 << PortBits;
  localparam int unsigned SumBits = OccupancyBits + 2;  // with a sign, and twice the range

  logic [Radix*OccupancyBits-1:0] occupancy_q;
  logic                           error_q;

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

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_occupancy
    /* verilator tracing_off */
    logic [(PortBits+1)*64-1:0] came;
    logic [PortBits:0]          plus;
    logic [2:0]                 minus;
    logic [SumBits-1:0]         sum;
    logic                       error;
    /* verilator tracing_on */
    if (!rst_ni) begin
      occupancy_q <= '0;
      error_q     <= 1'b0;
    end else if (|arrived_valid_i || |crossed_valid_i || error_q) begin
      came  = '0;
      error = 1'b0;
      if (|arrived_valid_i) came = arrivals(arrived_valid_i, arrived_output_i);
      for (int o = 0; o < Radix; o++) begin
        for (int b = 0; b <= PortBits; b++) plus[b] = came[b*64+o];
        if (|plus || |crossed_valid_i[o*Speedup+:Speedup]) begin
          minus = '0;
          for (int k = 0; k < Speedup; k++) minus = minus + 3'(crossed_valid_i[o*Speedup+k]);
          sum = SumBits'(occupancy_q[o*OccupancyBits+:OccupancyBits]) + SumBits'(plus) -
                SumBits'(minus);
          if (sum[SumBits-1]) error = 1'b1;
          occupancy_q[o*OccupancyBits+:OccupancyBits] <=
              sum[SumBits-1] ? '0 :
              sum[SumBits-2] ? '1 : sum[OccupancyBits-1:0];
        end
      end
      error_q <= error;
    end
  end

  always_comb begin : p_congested
    for (int o = 0; o < Radix; o++)
      congested_o[o] = occupancy_q[o*OccupancyBits+:OccupancyBits] > cfg_threshold_i;
  end

  assign occupancy_o = occupancy_q;
  assign error_o     = error_q;
  assign quiescent_o = !error_q;

endmodule
