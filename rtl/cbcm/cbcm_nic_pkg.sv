// SPDX-License-Identifier: Apache-2.0
// Types and storage sums shared by the network-interface units of CBCM (paper Section IV-B2 to
// IV-B4). The sums are those of docs/reference/cbcm/hotspot_detector.md.

package cbcm_nic_pkg;

  /// State of the hotspot detector.
  typedef enum logic [1:0] {
    IDLE    = 2'd0,  ///< no marked packet seen
    OBSERVE = 2'd1,  ///< every packet of the epoch has been marked so far
    HOTSPOT = 2'd2   ///< the sources in the list are told to throttle
  } detector_state_e;

  /// Ticks of the window in which wake_window looks for deadlines, a power of two.
  function automatic int unsigned wake_window_ticks();
    wake_window_ticks = 16;
  endfunction

  /// Registers of wake_window: the number of a window and its ticks.
  function automatic int unsigned wake_window_bits(input int unsigned cycle_bits);
    wake_window_bits = cycle_bits - $clog2(wake_window_ticks()) + wake_window_ticks();
  endfunction

  /// Windows from that of `tick` to that of `sum`, the tick `ahead` ticks later: 0, 1, or 2 and 3
  /// for more. Of both ticks the low bits are enough; only the lowest of their windows' numbers counts.
  function automatic logic [1:0] windows_ahead(input logic [13:0] tick, input logic [13:0] ahead,
                                               input logic [13:0] sum);
    localparam int unsigned Number = $clog2(wake_window_ticks());  // its lowest bit
    logic passes;
    passes        = sum[Number] ^ tick[Number] ^ ahead[Number];  // the addition's carry into it
    windows_ahead = {ahead >> Number >> 1 != '0 || (ahead[Number] && passes),
                     ahead[Number] ^ passes};
  endfunction

  /// Words of the source list's memory: 32 nodes each.
  function automatic int unsigned list_words(input int unsigned nodes);
    list_words = (nodes + 31) / 32;
  endfunction

  /// List bits of a word; `granularity` sources each.
  function automatic int unsigned list_word_bits(input int unsigned nodes,
                                                 input int unsigned granularity);
    list_word_bits = (nodes > 32 ? 32 : nodes + granularity - 1) / granularity;
  endfunction

  /// Bits of a told counter; none with one source per list bit.
  function automatic int unsigned told_bits(input int unsigned granularity);
    told_bits = granularity == 1 ? 0 : $clog2(granularity + 1);
  endfunction

  /// Bits of the list's told counters and valid bits.
  function automatic int unsigned list_state_bits(input int unsigned nodes,
                                                  input int unsigned granularity);
    list_state_bits = list_words(nodes) *
        (list_word_bits(nodes, granularity) * told_bits(granularity) +
         (granularity == 1 ? 1 : 2));
  endfunction

  /// The list's operation under way, and of its memory: in RAM the second copy, whether a read met
  /// a write, the words read and the one written; in flip-flops the place read by the operation and
  /// the word that is looked at. And whether that was written; none of these for one word.
  function automatic int unsigned list_pipeline_bits(input int unsigned nodes,
                                                     input int unsigned granularity,
                                                     input int unsigned block_ram_words);
    list_pipeline_bits = 2 + $clog2(nodes);
    if (list_words(nodes) >= block_ram_words)
      list_pipeline_bits = list_pipeline_bits + 3 + (list_words(nodes) + 3) *
          list_word_bits(nodes, granularity) * (1 + told_bits(granularity));
    else if (list_words(nodes) > 1)
      list_pipeline_bits = list_pipeline_bits + 1 + $clog2(list_words(nodes)) +
          list_word_bits(nodes, granularity) * (1 + told_bits(granularity));
  endfunction

  /// Registers of the detector as proofs see them: told counters and list of the nodes, no memory.
  function automatic int unsigned detector_formal_bits(input int unsigned nodes,
                                                       input int unsigned granularity,
                                                       input int unsigned cycle_bits,
                                                       input int unsigned pacing_bits);
    detector_formal_bits = (nodes + granularity - 1) / granularity * (1 + told_bits(granularity)) +
        $clog2((nodes + granularity - 1) / granularity + 1) + cycle_bits + pacing_bits +
        4 * $clog2(nodes) + 20;
  endfunction

endpackage
