// SPDX-License-Identifier: Apache-2.0
// round_robin_allocator: random requests and resets against plain scans from pointers, as its page
// says.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "Vround_robin_allocator_r5.h"
#include "Vround_robin_allocator_r8.h"
#include "sim/engine/verilated_hooks.h"
#include "tb/common/stimulus.h"
#include "tb/common/test_options.h"
#if CHOKEPOINT_COVERAGE
#include "tb/coverage/covered_top.h"
#define CHOKEPOINT_TOP(name) chokepoint::test::CoveredTop<name>
#else
#define CHOKEPOINT_TOP(name) name
#endif

namespace chokepoint::test {
namespace {

// The first request at or after the pointer, wrapping around; `count` without one.
unsigned first_from(const std::vector<bool>& request, unsigned pointer) {
  const unsigned count = static_cast<unsigned>(request.size());
  for (unsigned k = 0; k < count; ++k)
    if (request[(pointer + k) % count]) return (pointer + k) % count;
  return count;
}

class Allocator {
 public:
  explicit Allocator(unsigned radix) : radix_(radix), input_(radix), output_(radix) {}

  void reset() {
    input_.assign(radix_, 0);
    output_.assign(radix_, 0);
  }

  /// Bit i*radix + o: input i is connected to output o. Pointers move at the clock.
  uint64_t grant(uint64_t request) {
    std::vector<unsigned> chosen(radix_);
    for (unsigned i = 0; i < radix_; ++i) {
      std::vector<bool> outputs(radix_);
      for (unsigned o = 0; o < radix_; ++o) outputs[o] = (request >> (i * radix_ + o)) & 1;
      chosen[i] = first_from(outputs, input_[i]);
    }
    next_input_ = input_;
    next_output_ = output_;
    uint64_t result = 0;
    for (unsigned o = 0; o < radix_; ++o) {
      std::vector<bool> inputs(radix_);
      for (unsigned i = 0; i < radix_; ++i) inputs[i] = chosen[i] == o;
      const unsigned winner = first_from(inputs, output_[o]);
      if (winner == radix_) continue;
      result |= uint64_t{1} << (winner * radix_ + o);
      next_output_[o] = (winner + 1) % radix_;
      next_input_[winner] = (o + 1) % radix_;
    }
    return result;
  }
  void clock() {
    input_ = next_input_;
    output_ = next_output_;
  }

 private:
  unsigned radix_;
  std::vector<unsigned> input_, output_, next_input_, next_output_;
};

template <class Top>
void random_requests(unsigned radix, uint64_t clocks) {
  if (options().clocks != 0) clocks = options().clocks;
  FastRandom random(options().seed, radix);
  const auto top = std::make_unique<Top>(&verilated_context(), "");
  top->clk_i = 1;
  top->rst_ni = 1;
  top->request_i = 0;
  top->eval();
  top->rst_ni = 0;
  top->eval();
  Allocator model(radix);
  model.reset();
  const uint64_t all = radix == 8 ? ~uint64_t{0} : (uint64_t{1} << (radix * radix)) - 1;
  uint64_t held = 0;
  for (uint64_t clock = 0; clock < clocks; ++clock) {
    // Sparse, dense, everything, nothing, or what was not granted; a reset now and then.
    const unsigned kind = random.below(8);
    uint64_t request = random.next() & all;
    if (kind < 3) request &= random.next();
    if (kind == 3) request = all;
    if (kind == 4) request = 0;
    if (kind > 5) request = held;
    top->rst_ni = random.below(500) != 0;
    if (!top->rst_ni) model.reset();
    top->request_i = static_cast<std::remove_reference_t<decltype(top->request_i)>>(request);
    top->clk_i = 0;
    top->eval();
    const uint64_t expected = model.grant(request);
    ASSERT_EQ(uint64_t{top->grant_o}, expected) << "clock " << clock << ", seed " << options().seed;
    held = request & ~expected;
    top->clk_i = 1;
    top->eval();
    if (top->rst_ni) model.clock();
  }
  top->final();
}

TEST(RoundRobinAllocator, LockstepRadix5) {
  random_requests<CHOKEPOINT_TOP(Vround_robin_allocator_r5)>(5, 200000);
}
TEST(RoundRobinAllocator, LockstepRadix8) {
  random_requests<CHOKEPOINT_TOP(Vround_robin_allocator_r8)>(8, 200000);
}

}  // namespace
}  // namespace chokepoint::test
