// SPDX-License-Identifier: Apache-2.0
// Kinds, classes and the data packet's header, shared by all mechanisms. Messages have packages of
// their own: rtl/<mechanism>/<mechanism>_messages_pkg.sv.

package chokepoint_pkg;

  /// Widest node number: 8192 nodes.
  localparam int unsigned MaxNodeBits = 13;
  /// Packet size in flits: at most 1023.
  localparam int unsigned FlitBits = 10;

  /// What a packet is. Control packets are single flits on the control VC.
  typedef enum logic [3:0] {
    DATA                    = 4'd0,
    SPECULATIVE_DATA        = 4'd1,
    RESERVATION             = 4'd2,
    GRANT                   = 4'd3,
    ACK                     = 4'd4,
    NACK                    = 4'd5,
    THROTTLE                = 4'd6,
    UNTHROTTLE              = 4'd7,
    CONGESTION_NOTIFICATION = 4'd8
  } packet_kind_e;

  /// Virtual-channel class, which decides priority and the set of VCs.
  typedef enum logic [1:0] {
    CLASS_CONTROL     = 2'd0,
    CLASS_DATA        = 2'd1,
    CLASS_HOTSPOT     = 2'd2,
    CLASS_SPECULATIVE = 2'd3
  } vc_class_e;

  /// What a switch keeps of a packet in its first flit: 58 bits, which the example uses.
  typedef struct packed {
    packet_kind_e             kind;
    logic [MaxNodeBits-1:0]   source;
    logic [MaxNodeBits-1:0]   destination;
    logic [FlitBits-1:0]      flits;
    vc_class_e                vc_class;
    logic                     mark;      ///< crossed a congested output; never cleared
    logic                     throttled; ///< sent under throttling
    logic [13:0]              degree;    ///< of a THROTTLE
  } header_t;

endpackage
