// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_choice: situations that its tests must reach.

module reservation_choice_cover (
  input logic resends,  // a dropped packet goes again
  input logic speculates_and_sends,  // one entry speculates, another sends
  input logic no_room,  // no room for speculation
  input logic several_wait  // every entry waits for its start
);
  always_comb Resends: cover (resends);
  always_comb SpeculatesAndSends: cover (speculates_and_sends);
  always_comb NoRoom: cover (no_room);
  always_comb SeveralWait: cover (several_wait);
endmodule

bind reservation_choice reservation_choice_cover u_cover (
  .resends(|entry_resend_o),
  .speculates_and_sends(|entry_speculate_o && |entry_send_o),
  .no_room(!room_i && |(requested_i & ~granted_i)),
  .several_wait(&granted_i && ~|due_i)
);
