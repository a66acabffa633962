// SPDX-License-Identifier: Apache-2.0
// Types shared by the network-interface units of CBCM (paper Section IV-B2 to IV-B4).

package cbcm_nic_pkg;

  /// State of the hotspot detector.
  typedef enum logic [1:0] {
    IDLE    = 2'd0,  ///< no marked packet seen
    OBSERVE = 2'd1,  ///< every packet of the epoch has been marked so far
    HOTSPOT = 2'd2   ///< the sources in the list are told to throttle
  } detector_state_e;

endpackage
