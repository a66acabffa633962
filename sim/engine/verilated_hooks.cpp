// SPDX-License-Identifier: Apache-2.0
// A failing RTL assertion becomes an exception instead of ending the process.
#include "sim/engine/verilated_hooks.h"

#include <fmt/format.h>
#include <verilated.h>

#include <string>

#include "sim/common/types.h"
#include "sim/engine/unit_instance.h"

namespace chokepoint {

VerilatedContext& verilated_context() {
  static VerilatedContext& context = [&]() -> VerilatedContext& {
    static VerilatedContext created;
    created.threads(1);  // else a pool of them, which no model of ours uses
    created.traceEverOn(true);
    created.randReset(0);
    return created;
  }();
  return context;
}

void randomise_verilated_reset(uint32_t seed) {
  verilated_context().randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
  verilated_context().randReset(2);
}

}  // namespace chokepoint

// Verilator's run-time library is built with VL_USER_STOP and calls this after printing the text.
void vl_stop(const char* filename, int line, const char* hierarchy) {
  const chokepoint::Cycle* cycle = chokepoint::cycle_counter();
  // The path inside the project: where it was built tells the user nothing.
  std::string place = filename ? filename : "?";
  if (const std::size_t rtl = place.rfind("/rtl/"); rtl != std::string::npos) place.erase(0, rtl + 1);
  throw chokepoint::RtlAssertion(
      fmt::format("RTL assertion failed{} at {}:{}{}",
                  hierarchy && hierarchy[0] ? fmt::format(" in {}", hierarchy) : "",
                  place, line,
                  cycle ? fmt::format(" in cycle {}", *cycle) : ""));
}
