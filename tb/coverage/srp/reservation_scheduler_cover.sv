// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_scheduler: situations that its tests must reach.

module reservation_scheduler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic grant_waits,  // a grant waits
  input logic starts_behind_others,  // a start in the future
  input logic both_charge,  // a reservation and a charged packet in a clock
  input logic charge_waits,  // a charge waits for a size
  input logic bypass_free,  // a packet that is not charged
  input logic disabled_while_pending  // switched off with reserved time
);
  GrantWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_waits);
  StartsBehindOthers: cover property (@(posedge clk_i) disable iff (!rst_ni) starts_behind_others);
  BothCharge: cover property (@(posedge clk_i) disable iff (!rst_ni) both_charge);
  ChargeWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) charge_waits);
  BypassFree: cover property (@(posedge clk_i) disable iff (!rst_ni) bypass_free);
  DisabledWhilePending: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_pending);
endmodule

bind reservation_scheduler reservation_scheduler_cover u_cover (
  .clk_i,
  .rst_ni,
  .grant_waits(valid_q && !grant_ready_i),
  .starts_behind_others(accepted && later),
  .both_charge(accepted && |bypass),
  .charge_waits(enable_i && charge_q != '0 && !charges),
  .bypass_free(enable_i && bypass_valid_i && !cfg_charge_bypass_i),
  .disabled_while_pending(!enable_i && pending_q)
);
