// SPDX-License-Identifier: Apache-2.0
// Registers behind an APB port for enable_i and the cfg_* inputs of cbcm_router.
//
// Made by scripts/register_block.py from the ports of rtl/cbcm/cbcm_router.sv; not edited.
// Interface: APB3, no wait states; the answer is in registers, filled in the set-up phase.
// pslverr_o: no register has this address, or a cfg_* is written while ENABLE is 1, which keeps its
// value. The answer is 0 from the second clock without psel_i on.
// Timing: a write is seen by the unit in the clock after the access phase.
// Cost: a flip-flop for each bit, a multiplexer for reading.
// Not handled: byte strobes; a value that the unit's contract forbids.

module cbcm_router_registers (
    /// Clock, rising edge.
    input  logic        clk_i,
    /// Asynchronous assert, active low.
    input  logic        rst_ni,
    /// APB: this block is addressed.
    input  logic        psel_i,
    /// APB: access phase.
    input  logic        penable_i,
    /// APB: write.
    input  logic        pwrite_i,
    /// APB: byte address.
    input  logic [8:0]  paddr_i,
    /// APB: value to write.
    input  logic [31:0] pwdata_i,
    /// APB: always 1.
    output logic        pready_o,
    /// APB: value read.
    output logic [31:0] prdata_o,
    /// APB: refused.
    output logic        pslverr_o,
    /// To enable_i.
    output logic        enable_o,
    /// To cfg_sampled_vcs_i.
    output logic [15:0] cfg_sampled_vcs_o,
    /// To cfg_seed_i.
    output logic [63:0] cfg_seed_o
);

  logic        enable_q, refused_q, known, writes;
  logic [31:0] read_q;
  logic [63:0] value, written;
  logic [15:0] cfg_sampled_vcs_q;
  logic [63:0] cfg_seed_q;
  // What the address selects: 64 bits each, of which a register has its width.
  always_comb begin : p_select
    known = !paddr_i[2];
    case (paddr_i[8:3])
      6'd0: value = {63'd0, enable_q};
      6'd1: value = 64'(cfg_sampled_vcs_q);
      6'd2: begin
        value = 64'(cfg_seed_q);
        if (1'b1) known = 1'b1;
      end
      default: begin
        value = '0;
        known = 1'b0;
      end
    endcase
    if (paddr_i[1:0] != '0) known = 1'b0;
  end
  assign written = paddr_i[2] ? {pwdata_i, value[31:0]} : {value[63:32], pwdata_i};
  assign writes  = psel_i && penable_i && pwrite_i && !refused_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      enable_q  <= 1'b0;
      refused_q <= 1'b0;
      read_q    <= '0;
      cfg_sampled_vcs_q <= '0;
      cfg_seed_q <= '0;
    end else begin
      if (!psel_i) begin
        refused_q <= 1'b0;
        read_q    <= '0;
      end else if (!penable_i) begin
        refused_q <= !known || (pwrite_i && enable_q && paddr_i[8:3] != '0);
        read_q    <= !known || pwrite_i ? '0 : paddr_i[2] ? value[63:32] : value[31:0];
      end
      if (writes) begin
        case (paddr_i[8:3])
          6'd0: enable_q <= written[0];
          6'd1: cfg_sampled_vcs_q <= 16'(written);
          6'd2: cfg_seed_q <= 64'(written);
          default: ;
        endcase
      end
    end
  end

  assign pready_o  = 1'b1;
  assign prdata_o  = read_q;
  assign pslverr_o = refused_q;
  assign enable_o  = enable_q;
  assign cfg_sampled_vcs_o = cfg_sampled_vcs_q;
  assign cfg_seed_o = cfg_seed_q;

  logic unused_written;
  assign unused_written = ^written;

endmodule
