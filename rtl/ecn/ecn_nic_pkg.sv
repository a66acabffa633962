// SPDX-License-Identifier: Apache-2.0
// Sizes shared by the network-interface units of ECN.

package ecn_nic_pkg;

  /// Packet size in flits, as in chokepoint_pkg (Yosys 0.23 reads no package within a package).
  localparam int unsigned FlitBits = 10;
  /// Additive mode: cycles between two decrements.
  localparam int unsigned TimerBits = 16;
  /// Of a word of the congestion-control table, {shift[1:0], multiplier}.
  localparam int unsigned MultiplierBits = 14;
  /// A delay by the table: flits times multiplier.
  localparam int unsigned ProductBits = FlitBits + MultiplierBits;

  /// No deadline needs more bits than the cycle counter has.
  function automatic int unsigned at_most(input int unsigned bits, input int unsigned cycle_bits);
    at_most = bits < cycle_bits ? bits : cycle_bits;
  endfunction

  /// Additive mode: the longest packet and delay, less a cycle: 1023 + 2^delay_bits - 2.
  function automatic int unsigned release_bits(input int unsigned delay_bits,
                                               input int unsigned cycle_bits);
    release_bits = at_most((delay_bits > FlitBits ? delay_bits : FlitBits) + 1, cycle_bits);
  endfunction

  /// Additive mode: the longer of timer and release.
  function automatic int unsigned deadline_bits(input int unsigned delay_bits,
                                                input int unsigned cycle_bits);
    deadline_bits = at_most(delay_bits < TimerBits ? TimerBits : delay_bits + 1, cycle_bits);
  endfunction

  /// Table mode: the longest packet and its delay.
  function automatic int unsigned table_release_bits(input int unsigned cycle_bits);
    table_release_bits = at_most(ProductBits + 1, cycle_bits);
  endfunction

endpackage
