// SPDX-License-Identifier: Apache-2.0
// Messages of the mechanism ecn, each one flit of 64 bits: docs/reference/messages.md.
// Made by scripts/message_formats.py from rtl/common/messages.toml; do not edit.

package ecn_messages_pkg;

  /// chokepoint_pkg::CONGESTION_NOTIFICATION, 8.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [33:0] unused;
  } notification_t;

endpackage
