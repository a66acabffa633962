// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the small languages of options: --wave, --wave-window, UNIT@CYCLE; a line each.
#include "sim/cli/mismatch_report.h"
#include "sim/common/types.h"
#include "sim/wave/wave_selection.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

constexpr unsigned kRouters = 4, kNodes = 16;

template <class Parse>
void refused_with_words(Parse&& parse) {
  try {
    parse();
  } catch (const InputError& error) {
    check_printable(error.what());
    require(std::string(error.what()).find(';') != std::string::npos,
            std::string("a message that does not say what would be right: ") + error.what());
  }
}

const TargetRegistration registration("names", [](const std::string& input) {
  for (const std::string& line : lines_of(input)) {
    refused_with_words([&] {
      const WaveSelection selection = parse_wave_selection({line}, kRouters, kNodes);
      require(selection.routers.size() + selection.nics.size() >= 1, "accepted nothing");
      require(selection.routers.empty() || *selection.routers.rbegin() < kRouters,
              "no such router");
      require(selection.nics.empty() || *selection.nics.rbegin() < kNodes, "no such NIC");
    });
    refused_with_words([&] {
      const WaveWindow window = parse_wave_window(line);
      require(window.from <= window.to, "a window that ends before it starts");
      const WaveWindow again =
          parse_wave_window(std::to_string(window.from) + ":" + std::to_string(window.to));
      require(again.from == window.from && again.to == window.to, "not the same when reread");
    });
    refused_with_words([&] {
      const Mismatch mismatch = cli::parse_mismatch(line);
      const Mismatch again =
          cli::parse_mismatch(mismatch.unit + "@" + std::to_string(mismatch.cycle));
      require(again.unit == mismatch.unit && again.cycle == mismatch.cycle,
              "not the same when reread");
    });
  }
});

}  // namespace
}  // namespace chokepoint::fuzz
