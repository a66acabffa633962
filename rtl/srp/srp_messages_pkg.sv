// SPDX-License-Identifier: Apache-2.0
// Messages of the mechanism srp, each one flit of 64 bits: docs/reference/messages.md.
// Made by scripts/message_formats.py from rtl/common/messages.toml; do not edit.

package srp_messages_pkg;

  localparam int unsigned TagBits = 8;
  localparam int unsigned FlitsBits = 16;
  localparam int unsigned StartBits = 26;
  localparam int unsigned MessageBits = 16;
  localparam int unsigned SequenceNumberBits = 16;

  /// chokepoint_pkg::RESERVATION, 2.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [7:0]  tag;
    logic [15:0] flits;
    logic [9:0]  unused;
  } reservation_t;

  /// chokepoint_pkg::GRANT, 3.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [7:0]  tag;
    logic [25:0] start;
  } grant_t;

  /// chokepoint_pkg::ACK, 4.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [15:0] message;
    logic [15:0] sequence_number;
    logic [1:0]  unused;
  } ack_t;

  /// chokepoint_pkg::NACK, 5.
  typedef struct packed {
    logic [3:0]  kind;
    logic [12:0] source;
    logic [12:0] destination;
    logic [15:0] message;
    logic [15:0] sequence_number;
    logic [1:0]  unused;
  } nack_t;

endpackage
