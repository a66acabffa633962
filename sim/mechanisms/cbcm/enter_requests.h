// SPDX-License-Identifier: Apache-2.0
// A router's requests as CBCM's units want them: a bit per input, output and VC.
#pragma once

#include "sim/hooks/request_log.h"
#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint::cbcm {

/// Enters the events of `log` from `from` on into `matrix`, up to those of cycle `last`; returns
/// the first that is not. `vcs`: of a lane of the matrix.
inline RequestLog::Place enter_requests(const RequestLog& log, RequestLog::Place from, Cycle last,
                                        RequestMatrix& matrix, unsigned vcs) {
  return log.visit_until(from, last, [&matrix, vcs](const RequestEvent& event) {
    if (event.begins()) {
      matrix.set(event.input(), event.output(), event.vc(), vcs);
    } else {
      matrix.clear(event.input(), event.output(), event.vc(), vcs);
    }
  });
}

}  // namespace chokepoint::cbcm
