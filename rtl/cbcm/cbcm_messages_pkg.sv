// SPDX-License-Identifier: Apache-2.0
// Messages of the mechanism cbcm, each one flit of 64 bits: docs/reference/messages.md.
// Made by scripts/message_formats.py from rtl/common/messages.toml; do not edit.

package cbcm_messages_pkg;

  localparam int unsigned DegreeBits = 14;

  /// chokepoint_pkg::THROTTLE, 6.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [13:0] degree;
    logic [19:0] unused;
  } throttle_t;

  /// chokepoint_pkg::UNTHROTTLE, 7.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [33:0] unused;
  } unthrottle_t;

endpackage
