// SPDX-License-Identifier: Apache-2.0
// Command line of the test binaries and the line that repeats a failure.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tb/common/test_options.h"

namespace chokepoint::test {

TestOptions& options() {
  static TestOptions instance;
  return instance;
}

namespace {

class ReproListener : public ::testing::EmptyTestEventListener {
 public:
  explicit ReproListener(const char* binary) : binary_(binary) {}
  void OnTestEnd(const ::testing::TestInfo& info) override {
    if (!info.result()->Failed()) return;
    std::printf("REPRO: %s --gtest_filter=%s.%s --seed=%llu", binary_, info.test_suite_name(),
                info.name(), static_cast<unsigned long long>(options().seed));
    if (options().clocks != 0)
      std::printf(" --clocks=%llu", static_cast<unsigned long long>(options().clocks));
    std::printf("\n");
  }

 private:
  const char* binary_;
};

bool take(const char* argument, const char* name, uint64_t& value) {
  const std::size_t length = std::strlen(name);
  if (std::strncmp(argument, name, length) != 0) return false;
  char* end = nullptr;
  value = std::strtoull(argument + length, &end, 0);
  if (end == argument + length || *end != '\0') {
    std::fprintf(stderr, "%s: expected a number\n", argument);
    std::exit(2);
  }
  return true;
}

}  // namespace

int run_tests(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (take(argv[i], "--seed=", options().seed) || take(argv[i], "--clocks=", options().clocks))
      continue;
    std::fprintf(stderr, "unknown option %s; there are --seed=N, --clocks=N and GoogleTest's\n",
                 argv[i]);
    return 2;
  }
  ::testing::UnitTest::GetInstance()->listeners().Append(new ReproListener(argv[0]));
  return RUN_ALL_TESTS();
}

}  // namespace chokepoint::test
