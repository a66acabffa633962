// SPDX-License-Identifier: Apache-2.0
// The targets for libFuzzer: tb_fuzz TARGET [libFuzzer's options and folders].
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "sim/common/printable.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/target.h"

namespace {
const chokepoint::fuzz::Target* chosen = nullptr;
}  // namespace

/// libFuzzer's helper processes (merging) get its own arguments only, hence the environment.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  const auto& targets = chokepoint::fuzz::targets();
  constexpr const char* variable = "CHOKEPOINT_FUZZ_TARGET";
  if (const char* inherited = std::getenv(variable)) {
    chosen = &targets.at(inherited);
    return 0;
  }
  const auto found = *argc < 2 ? targets.end() : targets.find((*argv)[1]);
  if (found == targets.end()) {
    std::fprintf(stderr, "usage: tb_fuzz TARGET [OPTION_OF_LIBFUZZER | FOLDER | FILE]...\n");
    std::exit(2);
  }
  chosen = &found->second;
  ::setenv(variable, (*argv)[1], 1);
  for (int i = 1; i + 1 < *argc; ++i) (*argv)[i] = (*argv)[i + 1];
  --*argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  try {
    (*chosen)(input);
  } catch (const chokepoint::fuzz::Finding& finding) {
    std::fprintf(stderr, "FINDING: %s\n", chokepoint::printable(finding.what).c_str());
    std::abort();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "FINDING: uncaught: %s\n", error.what());
    std::abort();
  }
  return 0;
}
