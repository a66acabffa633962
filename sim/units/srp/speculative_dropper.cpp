// SPDX-License-Identifier: Apache-2.0
// Golden model of the speculative dropper; its clock stands in the header, shared with the router.
#include "sim/units/srp/speculative_dropper.h"

namespace chokepoint {

SpeculativeDropper::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.quiescent = true;
}

}  // namespace chokepoint
