// SPDX-License-Identifier: Apache-2.0
// Registers behind an APB port for enable_i and the cfg_* inputs of cbcm_nic.
//
// Made by scripts/register_block.py from the ports of rtl/cbcm/cbcm_nic.sv; not edited.
// Interface: APB3, no wait states; the answer is in registers, filled in the set-up phase.
// pslverr_o: no register has this address, or a cfg_* is written while ENABLE is 1, which keeps its
// value. The answer is 0 from the second clock without psel_i on.
// Timing: a write is seen by the unit in the clock after the access phase.
// Cost: a flip-flop for each bit, a multiplexer for reading.
// Not handled: byte strobes; a value that the unit's contract forbids.

module cbcm_nic_registers #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Width of a token counter, 6-16.
    parameter int unsigned TokenBits = 16,
    localparam int unsigned NodeBits = $clog2(Nodes)
) (
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
    /// To cfg_last_node_i.
    output logic [NodeBits-1:0] cfg_last_node_o,
    /// To cfg_epoch_cycles_i.
    output logic [23:0] cfg_epoch_cycles_o,
    /// To cfg_inverse_epsilon_i.
    output logic [15:0] cfg_inverse_epsilon_o,
    /// To cfg_announce_on_count_i.
    output logic cfg_announce_on_count_o,
    /// To cfg_refresh_rounds_i.
    output logic [7:0] cfg_refresh_rounds_o,
    /// To cfg_token_reset_always_i.
    output logic cfg_token_reset_always_o,
    /// To cfg_token_cap_i.
    output logic [TokenBits-1:0] cfg_token_cap_o,
    /// To cfg_epoch_flits_i.
    output logic [15:0] cfg_epoch_flits_o,
    /// To cfg_drain_first_i.
    output logic cfg_drain_first_o,
    /// To cfg_lease_epochs_i.
    output logic [3:0] cfg_lease_epochs_o
);

  if (NodeBits > 64) $fatal(1, "%m: cfg_last_node has more than 64 bits");
  if (TokenBits > 64) $fatal(1, "%m: cfg_token_cap has more than 64 bits");

  logic        enable_q, refused_q, known, writes;
  logic [31:0] read_q;
  logic [63:0] value, written;
  logic [NodeBits-1:0] cfg_last_node_q;
  logic [23:0] cfg_epoch_cycles_q;
  logic [15:0] cfg_inverse_epsilon_q;
  logic cfg_announce_on_count_q;
  logic [7:0] cfg_refresh_rounds_q;
  logic cfg_token_reset_always_q;
  logic [TokenBits-1:0] cfg_token_cap_q;
  logic [15:0] cfg_epoch_flits_q;
  logic cfg_drain_first_q;
  logic [3:0] cfg_lease_epochs_q;
  // What the address selects: 64 bits each, of which a register has its width.
  always_comb begin : p_select
    known = !paddr_i[2];
    case (paddr_i[8:3])
      6'd0: value = {63'd0, enable_q};
      6'd1: begin
        value = 64'(cfg_last_node_q);
        if (NodeBits > 32) known = 1'b1;
      end
      6'd2: value = 64'(cfg_epoch_cycles_q);
      6'd3: value = 64'(cfg_inverse_epsilon_q);
      6'd4: value = 64'(cfg_announce_on_count_q);
      6'd5: value = 64'(cfg_refresh_rounds_q);
      6'd6: value = 64'(cfg_token_reset_always_q);
      6'd7: begin
        value = 64'(cfg_token_cap_q);
        if (TokenBits > 32) known = 1'b1;
      end
      6'd8: value = 64'(cfg_epoch_flits_q);
      6'd9: value = 64'(cfg_drain_first_q);
      6'd10: value = 64'(cfg_lease_epochs_q);
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
      cfg_last_node_q <= '0;
      cfg_epoch_cycles_q <= '0;
      cfg_inverse_epsilon_q <= '0;
      cfg_announce_on_count_q <= '0;
      cfg_refresh_rounds_q <= '0;
      cfg_token_reset_always_q <= '0;
      cfg_token_cap_q <= '0;
      cfg_epoch_flits_q <= '0;
      cfg_drain_first_q <= '0;
      cfg_lease_epochs_q <= '0;
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
          6'd1: cfg_last_node_q <= NodeBits'(written);
          6'd2: cfg_epoch_cycles_q <= 24'(written);
          6'd3: cfg_inverse_epsilon_q <= 16'(written);
          6'd4: cfg_announce_on_count_q <= 1'(written);
          6'd5: cfg_refresh_rounds_q <= 8'(written);
          6'd6: cfg_token_reset_always_q <= 1'(written);
          6'd7: cfg_token_cap_q <= TokenBits'(written);
          6'd8: cfg_epoch_flits_q <= 16'(written);
          6'd9: cfg_drain_first_q <= 1'(written);
          6'd10: cfg_lease_epochs_q <= 4'(written);
          default: ;
        endcase
      end
    end
  end

  assign pready_o  = 1'b1;
  assign prdata_o  = read_q;
  assign pslverr_o = refused_q;
  assign enable_o  = enable_q;
  assign cfg_last_node_o = cfg_last_node_q;
  assign cfg_epoch_cycles_o = cfg_epoch_cycles_q;
  assign cfg_inverse_epsilon_o = cfg_inverse_epsilon_q;
  assign cfg_announce_on_count_o = cfg_announce_on_count_q;
  assign cfg_refresh_rounds_o = cfg_refresh_rounds_q;
  assign cfg_token_reset_always_o = cfg_token_reset_always_q;
  assign cfg_token_cap_o = cfg_token_cap_q;
  assign cfg_epoch_flits_o = cfg_epoch_flits_q;
  assign cfg_drain_first_o = cfg_drain_first_q;
  assign cfg_lease_epochs_o = cfg_lease_epochs_q;

  logic unused_written;
  assign unused_written = ^written;

endmodule
