// SPDX-License-Identifier: Apache-2.0
// Directed tests of the shared sampler's golden model: whose turn it is, how long a pick stands, and
// the pick rule.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "sim/units/cbcm/request_sampler.h"
#include "sim/units/cbcm/shared_sampler.h"

namespace chokepoint {
namespace {

constexpr int kLatency = 7;  // PickLatency of the contract page

SharedSampler::In enabled() {
  SharedSampler::In in;
  in.enable = true;
  in.cfg_sampled_vcs = 0xFFFF;
  return in;
}

/// One requester at every input: the output after it.
SharedSampler::In everybody(const SharedSampler::Params& p) {
  SharedSampler::In in = enabled();
  for (unsigned i = 0; i < p.radix; ++i) in.request.set(i, (i + 1) % p.radix, 0, p.vcs);
  return in;
}

bool picked(const SharedSampler::Model& model, unsigned input) {
  return (model.out().pick_valid >> input) & 1;
}

TEST(SharedSamplerModel, ALookShowsPickLatencyClocksLater) {
  for (unsigned interval : {2u, 4u, 8u, 16u})
    for (unsigned input = 0; input < 16; ++input) {
      const SharedSampler::Params p{16, 4, interval};
      SharedSampler::Model model(p);
      SharedSampler::In in = enabled();
      in.request.set(input, 9, 2, p.vcs);
      const int look = static_cast<int>(input % interval);  // the cycle of the input's turn
      for (int cycle = 0; cycle < look + kLatency; ++cycle) {
        ASSERT_FALSE(picked(model, input)) << interval << " " << input << " cycle " << cycle;
        model.step(in);
      }
      EXPECT_EQ(model.out().pick_valid, uint64_t{1} << input) << interval;
      EXPECT_EQ(model.out().pick_output[input], 9u);
    }
}

// A requester that is there in a single cycle is found in the cycle of its input's turn only.
TEST(SharedSamplerModel, EveryInputIsLookedAtExactlyOncePerInterval) {
  for (const SharedSampler::Params& p :
       {SharedSampler::Params{8, 4, 8}, SharedSampler::Params{22, 3, 8},
        SharedSampler::Params{64, 4, 16}, SharedSampler::Params{5, 2, 16}})
    for (unsigned input = 0; input < p.radix; ++input) {
      unsigned looks = 0;
      for (unsigned when = 0; when < p.sample_interval; ++when) {
        SharedSampler::Model model(p);
        // Another input keeps the sampler active; its requester is of no interest.
        const unsigned other = (input + 1) % p.radix;
        SharedSampler::In in = enabled();
        in.request.set(other, input, 0, p.vcs);
        bool found = false;
        for (unsigned cycle = 0; cycle < p.sample_interval + kLatency; ++cycle) {
          SharedSampler::In now = in;
          if (cycle == when) now.request.set(input, other, 0, p.vcs);
          model.step(now);
          found = found || picked(model, input);
        }
        EXPECT_EQ(found, when == input % p.sample_interval) << p.radix << " input " << input;
        looks += found;
      }
      EXPECT_EQ(looks, 1u) << "radix " << p.radix << " input " << input;
    }
}

TEST(SharedSamplerModel, APickStandsUntilTheNextLookAndIsReplacedByIt) {
  const SharedSampler::Params p{8, 4, 8};
  SharedSampler::Model model(p);
  SharedSampler::In first = enabled(), second = enabled();
  first.request.set(3, 5, 0, p.vcs);   // looked at in cycles 3, 11, 19, ...
  second.request.set(3, 6, 0, p.vcs);
  for (int cycle = 0; cycle < 60; ++cycle) {
    const bool shown = cycle >= 3 + kLatency && cycle < 27 + kLatency;
    ASSERT_EQ(picked(model, 3), shown) << cycle;
    ASSERT_EQ(model.out().pick_output[3], !shown ? 0u : cycle < 11 + kLatency ? 5u : 6u) << cycle;
    // 5 until just after the first look, 6 until just after the third, then nothing.
    model.step(cycle < 4 ? first : cycle < 20 ? second : enabled());
  }
}

TEST(SharedSamplerModel, AVcThatTakesNoPartIsNeverPickedButKeepsTheTurnsGoing) {
  const SharedSampler::Params p{8, 4, 4};
  SharedSampler::Model model(p);
  SharedSampler::In in = enabled();
  in.cfg_sampled_vcs = 0b0111;
  in.request.set(0, 5, 3, p.vcs);
  model.step(in);  // active, although nobody is picked: the turn passes to input 1
  in.request.set(0, 6, 2, p.vcs);
  for (int cycle = 1; cycle < 4 + kLatency; ++cycle) {
    ASSERT_EQ(model.out().pick_valid, 0u) << cycle;
    model.step(in);
  }
  EXPECT_EQ(model.out().pick_valid, 1u) << "looked at in cycle 4";
  for (int cycle = 0; cycle < 50; ++cycle) {
    model.step(in);
    ASSERT_EQ(model.out().pick_output[0], 6u);
  }
}

// A look picks what request_sampler would pick from the same matrix, with the word of the same clock.
TEST(SharedSamplerModel, RequesterNumberIsTheScaledWordInAscendingOutputMajorOrder) {
  std::mt19937 rng(1);
  const SharedSampler::Params p{22, 5, 8};
  SharedSampler::Model model(p);
  std::vector<int> expected(p.radix, -1);            // the pick that stands, -1 for none
  std::vector<std::vector<int>> looks(kLatency - 1, std::vector<int>(p.radix, -2));  // -2: no look
  for (int cycle = 0; cycle < 3000; ++cycle) {
    SharedSampler::In in = enabled();
    in.cfg_sampled_vcs = 0b11011;
    std::vector<std::vector<int>> requesters(p.radix);
    for (unsigned i = 0; i < p.radix; ++i)
      for (unsigned o = 0; o < p.radix; ++o)
        for (unsigned v = 0; v < p.vcs; ++v)
          if (o != i && rng() % 16 == 0 && i % 3 != cycle / 100 % 3u) {
            in.request.set(i, o, v, p.vcs);
            if (v != 2) requesters[i].push_back(static_cast<int>(o));
          }
    ASSERT_NE(in.request.busy, 0u);
    std::vector<int> look(p.radix, -2);
    for (unsigned i = static_cast<unsigned>(cycle) % 8; i < p.radix; i += 8) {
      const size_t v = requesters[i].size();
      look[i] = v == 0 ? -1 : requesters[i][v * model.word(i) / 65536];
    }
    model.step(in);
    looks.push_back(look);
    for (unsigned i = 0; i < p.radix; ++i) {
      if (looks.front()[i] != -2) expected[i] = looks.front()[i];
      ASSERT_EQ(picked(model, i), expected[i] >= 0) << "cycle " << cycle << " input " << i;
      ASSERT_EQ(model.out().pick_output[i], static_cast<unsigned>(std::max(expected[i], 0)));
    }
    looks.erase(looks.begin());
  }
}

// Chi-square over 5 requesters; 18.47 is exceeded by a uniform pick with probability 0.001.
TEST(SharedSamplerModel, EveryRequesterIsPickedEquallyOften) {
  for (unsigned input : {0u, 5u, 7u}) {
    SharedSampler::Model model({8, 4, 8});
    SharedSampler::In in = enabled();
    std::vector<unsigned> outputs;
    for (unsigned o = 1; outputs.size() < 5; ++o)
      if (o != input) outputs.push_back(o);
    for (unsigned o : outputs) in.request.set(input, o, o % 4, 4);
    const int looks = 40000;
    std::vector<int> count(8);
    for (int cycle = 0; cycle < 20; ++cycle) model.step(in);
    for (int look = 0; look < looks; ++look) {
      for (int cycle = 0; cycle < 8; ++cycle) model.step(in);
      ++count[model.out().pick_output[input]];
    }
    double chi_square = 0;
    for (unsigned o : outputs) {
      const double difference = count[o] - looks / 5.0;
      chi_square += difference * difference / (looks / 5.0);
    }
    EXPECT_LT(chi_square, 18.47) << "input " << input;
  }
}

TEST(SharedSamplerModel, SourceStepsOncePerActiveClockAndStartsAsRequestSampler) {
  SharedSampler::Model model({8, 4, 8});
  RequestSampler::Model each({8, 4});
  const SharedSampler::In in = everybody({8, 4, 8});
  for (int cycle = 0; cycle < 100; ++cycle) {
    for (unsigned i = 0; i < 8; ++i) ASSERT_EQ(model.word(i), each.word(i)) << cycle;
    model.step(in);
    each.advance(true, in.request, 0xFFFF, 0);
  }
}

TEST(SharedSamplerModel, QuiescentClocksFreezePhaseSourceAndLooks) {
  const SharedSampler::Params p{8, 4, 8};
  for (int rest : {0, 1, 3, 13}) {
    SharedSampler::Model model(p), always(p);
    for (SharedSampler::Model* each : {&model, &always}) {
      for (int cycle = 0; cycle < 21; ++cycle) each->step(everybody(p));
      int clocks = 0;
      while (!each->out().quiescent && clocks < 50) each->step(enabled()), ++clocks;
      EXPECT_TRUE(each->out().quiescent);
      EXPECT_EQ(each->out().pick_valid, 0u);
      // The last pick goes with the last of eight looks that find nothing.
      EXPECT_EQ(clocks, 8 + kLatency - 1);
    }
    for (int cycle = 0; cycle < rest; ++cycle) model.step(enabled());
    for (int cycle = 0; cycle < 40; ++cycle) {
      for (unsigned i = 0; i < p.radix; ++i) ASSERT_EQ(model.word(i), always.word(i));
      model.step(everybody(p));
      always.step(everybody(p));
      ASSERT_EQ(model.out().pick_valid, always.out().pick_valid) << "rest " << rest;
      ASSERT_EQ(model.out().pick_output, always.out().pick_output);
    }
  }
}

// A look under way keeps the unit awake although no pick stands and no input requests.
TEST(SharedSamplerModel, IsNotQuiescentWhileALookUnderWayHasFoundSomething) {
  SharedSampler::Model model({8, 4, 8});
  model.step(everybody({8, 4, 8}));
  for (int cycle = 1; cycle < 8 + kLatency; ++cycle) {
    ASSERT_FALSE(model.out().quiescent) << cycle;
    ASSERT_EQ(picked(model, 0), cycle >= kLatency) << cycle;
    model.step(enabled());
  }
  EXPECT_TRUE(model.out().quiescent);
}

TEST(SharedSamplerModel, DisableForgetsPicksLooksAndTurnsAndLoadsTheSeed) {
  const SharedSampler::Params p{8, 4, 8};
  SharedSampler::Model model(p), fresh(p);
  for (int cycle = 0; cycle < 29; ++cycle) model.step(everybody(p));
  SharedSampler::In off = everybody(p);
  off.enable = false;
  off.cfg_seed = 0x123456789ABCDEFu;
  model.step(off);
  EXPECT_EQ(model.out().pick_valid, 0u);
  EXPECT_EQ(model.out().pick_output[3], 0u);
  EXPECT_TRUE(model.out().quiescent);
  EXPECT_NE(model.word(0), fresh.word(0));
  off.cfg_seed = 0;
  model.step(off);
  for (int cycle = 0; cycle < 40; ++cycle) {
    for (unsigned i = 0; i < p.radix; ++i) ASSERT_EQ(model.word(i), fresh.word(i));
    ASSERT_EQ(model.out().pick_valid, fresh.out().pick_valid) << cycle;
    model.step(everybody(p));
    fresh.step(everybody(p));
  }
}

TEST(SharedSamplerModel, IllegalIntervalsAreNamed) {
  for (unsigned interval : {0u, 1u, 3u, 12u, 32u}) try {
      SharedSampler::Model({8, 4, interval});
      FAIL() << interval << " accepted";
    } catch (const ParamError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("shared_sampler: SampleInterval = "), std::string::npos) << message;
      EXPECT_NE(message.find("2, 4, 8 or 16"), std::string::npos) << message;
    }
}

}  // namespace
}  // namespace chokepoint
