// SPDX-License-Identifier: Apache-2.0
// Time per clock of the Verilated contention-degree unit (or of the whole CBCM router unit).
//
// Built by scripts/bench_contention.sh once per parameter set with
//   BENCH_HEADER  the Verilated header   BENCH_MODEL  its class
//   BENCH_RADIX, BENCH_VCS               the parameters it was Verilated with
// A clock is: new random requests copied in, eval with the clock low, eval with the clock high. The
// number of requesters of a busy input is drawn uniformly from 1 to all it can have.

#include BENCH_HEADER
#include "verilated.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

namespace {

constexpr unsigned kRadix = BENCH_RADIX;
constexpr unsigned kVcs = BENCH_VCS;
constexpr unsigned kLaneBits = kRadix * kVcs;
constexpr unsigned kPatterns = 128;

using Model = BENCH_MODEL;
using Words = std::vector<std::uint32_t>;

std::vector<Words> patterns(unsigned busy, std::mt19937_64& rng, std::size_t bytes) {
  std::vector<Words> all(kPatterns, Words((bytes + 3) / 4, 0));
  std::vector<unsigned> inputs(kRadix);
  for (unsigned i = 0; i < kRadix; ++i) inputs[i] = i;
  for (Words& words : all) {
    for (unsigned k = 0; k < busy; ++k) {
      std::swap(inputs[k], inputs[k + rng() % (kRadix - k)]);
      const unsigned input = inputs[k];
      const unsigned requesters = 1 + rng() % kLaneBits;
      for (unsigned r = 0; r < requesters; ++r) {
        const unsigned bit = rng() % kLaneBits;
        if (bit / kVcs == input) continue;
        const unsigned at = input * kLaneBits + bit;
        words[at / 32] |= 1u << (at % 32);
      }
    }
  }
  return all;
}

// Processor time, so that a busy machine does not count.
double cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double ns_per_clock(Model& top, unsigned busy, unsigned clocks) {
  std::mt19937_64 rng(busy + 1);
  const auto all = patterns(busy, rng, sizeof top.request_i);
  const double start = cpu_ns();
  for (unsigned t = 0; t < clocks; ++t) {
    std::memcpy(&top.request_i, all[t % kPatterns].data(), sizeof top.request_i);
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }
  return (cpu_ns() - start) / clocks;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned clocks = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200000;
  VerilatedContext context;
  const auto top = std::make_unique<Model>(&context);
  top->clk_i = 1;
  top->rst_ni = 1;
  top->eval();
  top->rst_ni = 0;
  top->eval();
  top->rst_ni = 1;
  top->enable_i = 1;
  top->cfg_sampled_vcs_i = 0xffff;
  top->eval();
  std::vector<unsigned> loads = {0, 1, 2, 5, kRadix};
  std::printf("radix %2u vcs %2u ns/clock:", kRadix, kVcs);
  unsigned last = ~0u;
  for (unsigned busy : loads) {
    if (busy > kRadix || busy == last) continue;
    last = busy;
    ns_per_clock(*top, busy, clocks / 10);
    std::printf("  %u busy %.0f", busy, ns_per_clock(*top, busy, clocks));
  }
  std::printf("\n");
  top->final();
  return 0;
}
