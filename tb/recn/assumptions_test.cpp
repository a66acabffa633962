// SPDX-License-Identifier: Apache-2.0
// Inputs that break a contract of RECN's units: the RTL's assertion notices each.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "sim/common/source_tree.h"
#include "sim/engine/unit_instance.h"
#include "sim/units/recn/recn_ingress.h"
#include "sim/units/recn/recn_port.h"

namespace chokepoint::test {
namespace {

/// A unit in RTL, enabled, with settings that its contract allows.
template <class U>
struct Asserted {
  explicit Asserted(const typename U::Params& params)
      : unit(make_unit<U>(EngineKind::kRtl, params, "test")) {
    in.enable = true;
  }
  void clock() { unit->step(in); }

  /// The next clock fails at the line of `file` that begins with the label.
  void fails(const std::string& file, const std::string& label) {
    std::ifstream rtl(in_source_tree(file));
    unsigned line = 0, number = 0;
    for (std::string text; std::getline(rtl, text);) {
      ++number;
      const auto first = text.find_first_not_of(' ');
      if (first != std::string::npos && text.compare(first, label.size() + 1, label + ":") == 0)
        line = number;
    }
    ASSERT_NE(line, 0u) << label;
    try {
      clock();
      FAIL() << label << " does not notice";
    } catch (const CheckError& error) {
      EXPECT_NE(std::string(error.what()).find(file + ":" + std::to_string(line)), std::string::npos)
          << label << ": " << error.what();
    }
  }

  typename U::In in;
  std::unique_ptr<UnitInstance<U>> unit;
};

const char* const kControlFile = "rtl/recn/saq_control.sv";
const char* const kIngressFile = "rtl/recn/recn_ingress.sv";
const char* const kPortFile = "rtl/recn/recn_port.sv";

struct Control : Asserted<SaqControl> {
  explicit Control(const SaqControl::Params& params = {3, 6, 4, 1, 0, 5, 3}) : Asserted(params) {
    in.cfg = {true, 6, {4, 8, 2, 4, 3}};
    in.swap_may = true;
    clock();
  }
  void notice(uint32_t kind, TurnPath path) {
    in.notice_valid = true;
    in.notice = {kind, path};
    in.notice_normal = static_cast<uint32_t>(path.turns & 3);
  }
};

TEST(RecnAssumptions, ADetectionWhosePathALineCovers) {
  Control control;
  control.notice(kNotif, {1, 1});
  control.clock();  // looked for
  control.clock();  // dealt with
  control.in.notice_valid = false;
  control.clock();
  ASSERT_EQ(control.unit->out().valid, 1u);
  control.notice(kDetection, {1, 3});
  control.clock();
  control.fails(kControlFile, "DetectionUncovered");
}

TEST(RecnAssumptions, ADetectionWithoutDetectionQueues) {
  Control control({3, 6, 1, 2, 1, 5, 3});
  control.notice(kDetection, {0, 3});
  control.clock();
  control.fails(kControlFile, "DetectionCanBe");
}

TEST(RecnAssumptions, ARootThatWouldStopAtMoreThanItCounts) {
  Control control({3, 6, 1, 2, 1, 5, 3});
  control.in.cfg.detect = 30;
  control.fails(kControlFile, "RootStopFits");
}

TEST(RecnAssumptions, AHeadThatWasNotCompared) {
  Control control;
  control.in.store_valid = true;
  control.fails(kControlFile, "StoredWasMatched");
}

TEST(RecnAssumptions, APacketOfNoNormalQueue) {
  Control control;
  control.in.packet_valid = true;
  control.in.packet_normal = 4;
  control.fails(kControlFile, "NormalExists");
}

TEST(RecnAssumptions, AMessageThatIsTakenBack) {
  Control control;
  control.notice(kNotif, {1, 3});
  control.clock();
  control.in.notice_valid = false;
  control.fails(kControlFile, "HeldUntilReady");
}

struct IngressControl : Asserted<RecnIngress> {
  IngressControl() : Asserted({3, 6, 3, 0, 5, 3}) {
    in.cfg = {true, 6, {4, 8, 2, 4, 3}};
    clock();
  }
};

TEST(RecnAssumptions, APathThatLeavesNoRoomForATurn) {
  IngressControl control;
  control.in.notice_valid = 1;
  control.in.notice_mask[0] = 31;
  control.fails(kIngressFile, "PathHasRoom");
}

TEST(RecnAssumptions, APacketForNoPort) {
  IngressControl control;
  control.in.packet_valid = true;
  control.in.packet_turns = 3;
  control.fails(kIngressFile, "TurnIsPort");
}

/// Packets of two flits at most; the SAQs' share is ten.
struct Whole : Asserted<RecnPort> {
  explicit Whole(uint32_t packet = 2, bool keep_share = true)
      : Asserted({0, 16, 8, 3, 6, 8, 4, 1, 3}) {
    in.cfg.control = {true, 6, {4, 8, 2, 4, 3}};
    in.cfg.detection = true;
    in.cfg.keep_share = keep_share;
    in.cfg.packet = packet;
  }
  void flit(bool last) {
    in.flit_valid = true;
    in.flit_last = last;
  }
  void first(bool last) {
    clock();
    in.head_valid = true;
    clock();
    ASSERT_TRUE(unit->out().head_ready);
    in.head_valid = false;
    flit(last);
    clock();
  }
};

TEST(RecnAssumptions, APacketOfMoreFlitsThanTheLargest) {
  Whole port;
  port.first(false);
  port.flit(false);
  port.clock();
  port.flit(true);
  port.fails(kPortFile, "PacketIsShort");
}

TEST(RecnAssumptions, WithoutTheShareAPacketMayHaveAnySize) {
  Whole port(2, false);
  port.first(false);
  port.flit(false);
  port.clock();
  port.clock();
  EXPECT_EQ(port.unit->out().total_flits, 3u);
}

TEST(RecnAssumptions, ALargestPacketThatTheShareDoesNotHold) {
  Whole port(11);
  port.fails(kPortFile, "PacketFits");
}

TEST(RecnAssumptions, AFlitThatMayNotCome) {
  // Its head is answered, so that the control has nothing to say; but a flit in the SAQ leaves no
  // room for a largest packet.
  Whole port(10);
  port.in.cfg.control.line.linger = 7;
  port.in.head_turns = 1;
  port.clock();
  port.in.notice_valid = 2;  // the output that is turn 1 has congestion
  for (int i = 0; i < 10 && port.unit->out().valid == 0; ++i) {
    const bool taken = (port.unit->out().notice_ready & 2) != 0;
    port.clock();
    if (taken) port.in.notice_valid = 0;
  }
  ASSERT_EQ(port.unit->out().valid, 1u) << "a SAQ";
  port.first(true);
  ASSERT_EQ(port.unit->out().saq_flits, 1u);
  port.in.flit_valid = false;
  port.in.head_valid = true;
  port.clock();
  ASSERT_FALSE(port.unit->out().head_ready);
  port.flit(true);
  port.fails(kPortFile, "FlitMayCome");
}

}  // namespace
}  // namespace chokepoint::test
