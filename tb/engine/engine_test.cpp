// SPDX-License-Identifier: Apache-2.0
// Engines: choice of variants, mismatch reports, ports, input history.
#include "sim/engine/make_unit.h"

#include <gtest/gtest.h>
#include <verilated_fst_c.h>

#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "sim/engine/history.h"
#include "sim/engine/ports.h"
#include "sim/units/cbcm/cbcm_router.h"
#include "sim/units/cbcm/pace_counter.h"
#include "sim/units/cbcm/packet_marker.h"
#include "sim/units/cbcm/token_throttler.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {
namespace {

TEST(Variants, SmallestThatFits) {
  CbcmRouter::Params wanted;
  wanted.radix = 7;
  EXPECT_EQ(select_variant<CbcmRouter>(wanted).params.radix, 8u);
  wanted.radix = 9;
  EXPECT_EQ(select_variant<CbcmRouter>(wanted).params.radix, 24u);
  wanted.radix = 25;
  EXPECT_EQ(select_variant<CbcmRouter>(wanted).params.radix, 32u);
  wanted.radix = 64;
  EXPECT_EQ(select_variant<CbcmRouter>(wanted).params.radix, 64u);
}

// Otherwise a clock costs two evaluations, which nothing else would show. It depends on the version of
// Verilator, not on the variant.
TEST(Variants, AreToldOfTheFallingEdge) {
  CbcmRouter::Params wanted;
  wanted.radix = 8;
  EXPECT_TRUE(select_variant<CbcmRouter>(wanted).told_of_falling_edge())
      << "does this Verilator keep the clock's last value under another name?";
}

TEST(Variants, WindowLengthMustBeExact) {
  CbcmRouter::Params wanted;
  wanted.num_samples = 24;
  try {
    make_unit<CbcmRouter>(EngineKind::kRtl, wanted, "test");
    FAIL() << "a variant was found";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("NumSamples=24"), std::string::npos) << text;
    EXPECT_NE(text.find("cbcm_router_r8 ("), std::string::npos) << text;
  }
  EXPECT_NO_THROW(make_unit<CbcmRouter>(EngineKind::kModel, wanted, "test"));
}

TEST(Variants, IllegalParametersAreRefusedByAllEngines) {
  CbcmRouter::Params wanted;
  wanted.radix = 3;
  for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl, EngineKind::kLockstep}) {
    EXPECT_THROW(make_unit<CbcmRouter>(engine, wanted, "test"), ParamError);
    EXPECT_THROW(params_for<CbcmRouter>(engine, wanted), ParamError);
  }
}

TEST(Directory, FindsLivingUnitsByPath) {
  EXPECT_EQ(find_unit("nic.3.token_throttler"), nullptr);
  {
    const auto unit = make_unit<TokenThrottler>(EngineKind::kModel, {}, "nic.3.token_throttler");
    EXPECT_EQ(find_unit("nic.3.token_throttler"), unit.get());
    EXPECT_THROW(make_unit<TokenThrottler>(EngineKind::kModel, {}, "nic.3.token_throttler"),
                 std::logic_error);
  }
  EXPECT_EQ(find_unit("nic.3.token_throttler"), nullptr);
}

// An "RTL" that answers as the model does, up to one clock.
class Liar final : public UnitInstance<PacketMarker> {
 public:
  Liar(Params params, unsigned from) : UnitInstance("liar", params), model_(params), from_(from) {}
  const Out& out() const override { return out_; }
  void step(const In& in) override {
    model_.step(in);
    out_ = model_.out();
    if (clock_++ == from_) out_.marked.words[0] ^= 0x10;
  }
  void reset(const In&) override { out_ = {}; }

 private:
  PacketMarker::Model model_;
  Out out_ = model_.out();
  unsigned from_, clock_ = 0;
};

TEST(Lockstep, MismatchNamesPathCycleFieldAndValues) {
  const PacketMarker::Params params;
  LockstepInstance<PacketMarker> unit(params, "router.1.packet_marker",
                                      std::make_unique<Liar>(params, 5));
  Cycle cycle = 1000;
  const CycleCounterScope scope(&cycle);
  PacketMarker::In in;
  in.enable = true;
  in.head_valid.words[0] = in.head_marked.words[0] = 0x03;
  try {
    for (; cycle < 1100; ++cycle) unit.step(in);
    FAIL() << "not noticed";
  } catch (const LockstepMismatch& mismatch) {
    EXPECT_EQ(mismatch.path, "router.1.packet_marker");
    EXPECT_EQ(mismatch.cycle, 1005u);
    EXPECT_EQ(mismatch.field, "marked");
    EXPECT_EQ(mismatch.lane, 0);
    EXPECT_EQ(mismatch.model, "0x3");
    EXPECT_EQ(mismatch.rtl, "0x13");
  }
}

TEST(Lockstep, FailingAssertionIsAnException) {
  const auto unit = make_unit<PaceCounter>(EngineKind::kLockstep, {}, "test");
  PaceCounter::In in;
  in.enable = true;
  in.cfg_rate = 0;  // the contract page says at least 1
  try {
    unit->step(in);
    FAIL() << "not noticed";
  } catch (const CheckError& error) {
    EXPECT_EQ(std::string(error.what()).find("test.rtl: RTL assertion failed"), 0u) << error.what();
  }
}

TEST(Trace, UnitsOfDifferentKindsShareOneFile) {
  const auto marker = make_unit<PacketMarker>(EngineKind::kRtl, {}, "router_1.packet_marker");
  const auto throttler = make_unit<TokenThrottler>(EngineKind::kLockstep, {}, "nic_2.token_throttler");
  EXPECT_TRUE(marker->has_rtl());
  EXPECT_TRUE(throttler->has_rtl());
  const auto path = std::filesystem::temp_directory_path() /
                    ("chokepoint_trace_" + std::to_string(::getpid()) + ".fst");
  {
    VerilatedFstC fst;
    marker->trace(&fst);
    throttler->trace(&fst);
    fst.open(path.c_str());
    PacketMarker::In heads;
    TokenThrottler::In in;
    heads.enable = in.enable = true;
    for (in.now = 1; in.now < 1000; ++in.now) {
      heads.head_valid.words[0] = in.now & 0xffff;
      marker->step(heads);
      throttler->step(in);
      fst.dump(in.now);
    }
    fst.close();
  }
  EXPECT_GT(std::filesystem::file_size(path), 1000u);
  std::filesystem::remove(path);
}

TEST(Ports, BitsAtAnyAlignment) {
  FastRandom random(1, 1);
  VlWide<9> port{};
  std::vector<bool> bits(9 * 32);
  uint64_t narrow = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    const unsigned width = random.between(1, 64);
    const unsigned lsb = random.below(9 * 32 - width + 1);
    const uint64_t value = random.next() & low_mask(width);
    put_bits(port, lsb, width, value);
    for (unsigned b = 0; b < width; ++b) bits[lsb + b] = (value >> b) & 1;
    const unsigned from = random.below(9 * 32 - 64 + 1);
    uint64_t expected = 0;
    for (unsigned b = 0; b < 64; ++b) expected |= uint64_t{bits[from + b]} << b;
    ASSERT_EQ(get_bits(port, from, 64), expected);
    ASSERT_EQ(get_bits(port, lsb, width), value);
    const unsigned small = random.between(1, 20), at = random.below(64 - small);
    put_bits(narrow, at, small, value & low_mask(small));
    ASSERT_EQ(get_bits(narrow, at, small), value & low_mask(small));
  }
}

TEST(Ports, GroupsAreSpreadAndGathered) {
  FastRandom random(1, 2);
  for (unsigned from = 1; from <= 6; ++from)
    for (unsigned to = from; to <= 6; ++to) {
      std::array<uint64_t, 8> words{}, back{};
      const unsigned groups = 40;
      for (unsigned b = 0; b < groups * from; ++b)
        if (random.chance(50)) words[b / 64] |= uint64_t{1} << (b % 64);
      VlWide<12> port{};
      put_groups(port, 0, words.data(), groups, from, to);
      for (unsigned g = 0; g < groups; ++g)
        for (unsigned k = 0; k < to; ++k)
          ASSERT_EQ(get_bits(port, g * to + k, 1), k < from ? word_bits(words.data(), g * from + k, 1) : 0);
      get_groups(port, back.data(), groups, from, to);
      ASSERT_EQ(words, back) << from << " " << to;
    }
}

TEST(History, RowsComeBack) {
  FastRandom random(1, 3);
  WordHistory history;
  std::vector<std::vector<uint64_t>> rows;
  std::vector<uint64_t> row(40);
  for (unsigned r = 0; r < 2000; ++r) {
    for (unsigned changes = random.below(4); changes > 0; --changes)
      row[random.below(40)] = random.chance(30) ? random.next() : random.below(3);
    row[3] = row[3] + 1;
    rows.push_back(row);
    history.append(row);
  }
  EXPECT_LT(history.bytes(), rows.size() * 30);
  std::size_t r = 0;
  history.replay([&](const std::vector<uint64_t>& got) { ASSERT_EQ(got, rows[r++]); });
  EXPECT_EQ(r, rows.size());
}

TEST(History, StimulusHasOneRowPerClock) {
  const auto unit = make_unit<TokenThrottler>(EngineKind::kLockstep, {}, "test");
  unit->record_history();
  TokenThrottler::In in;
  in.enable = true;
  for (in.now = 7; in.now < 10; ++in.now) unit->step(in);
  std::ostringstream csv;
  unit->write_history(csv);
  EXPECT_EQ(csv.str(),
            "enable,now,throttle_valid,throttle_source,throttle_degree,inject_entry,"
            "inject_flits,release_entry,refused_ready,"
            "cfg_token_reset_always,cfg_token_cap,cfg_epoch_flits\n"
            "1,7,0,0,0,0,0,0,0,0,0,0\n1,8,0,0,0,0,0,0,0,0,0,0\n"
            "1,9,0,0,0,0,0,0,0,0,0,0\n");
  EXPECT_EQ(unit->replay_arguments(),
            "token_throttler --param Nodes=16 --param ThrottleEntries=8 --param TokenBits=16 --param "
            "CycleBits=32");
}

}  // namespace
}  // namespace chokepoint::test
