// SPDX-License-Identifier: Apache-2.0
// Wires on their own: when values arrive, in which order, and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/channel/wire.h"

namespace chokepoint::test {
namespace {

/// Two routers with two nodes each.
WireBoard two_sites() {
  return WireBoard(2, {0, 0, 1, 1});
}

/// What has arrived: "cycle from>to value".
struct Log {
  std::vector<std::string> lines;
  auto at(WirePlace to) {
    return [this, to](Cycle now, WirePlace from, const uint32_t& value) {
      lines.push_back(std::to_string(now) + " " + from.name() + ">" + to.name() + " " +
                      std::to_string(value));
    };
  }
};

void deliver_all(WireBoard& board, Cycle now) {
  board.exchange();
  for (RouterId site = 0; site < 2; ++site) board.deliver(site, now, [](WirePlace) {});
}

template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "accepted";
}

const WirePlace kRouter0 = WirePlace::router(0), kRouter1 = WirePlace::router(1);

class Latency : public ::testing::TestWithParam<Cycle> {};

TEST_P(Latency, ArrivesSoManyCyclesLaterAndTakesOnePlaceUntilThen) {
  WireBoard board = two_sites();
  Log log;
  const WireSpec spec{"w", GetParam()};
  const Wire<uint32_t> sender(board, kRouter0, spec, log.at(kRouter0));
  const Wire<uint32_t> receiver(board, WirePlace::nic(3), spec, log.at(WirePlace::nic(3)));
  EXPECT_EQ(board.shortest(), GetParam());
  sender.send(5, WirePlace::nic(3), 77);
  EXPECT_EQ(board.under_way(), 1u);
  deliver_all(board, 5 + GetParam() - 1);
  EXPECT_TRUE(log.lines.empty()) << log.lines[0];
  deliver_all(board, 5 + GetParam());
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_EQ(log.lines[0], std::to_string(5 + GetParam()) + " router 0>NIC 3 77");
  EXPECT_EQ(board.under_way(), 0u);
}
INSTANTIATE_TEST_SUITE_P(Cycles, Latency, ::testing::Values(1, 2, 100, 1000000, 1ull << 40));

TEST(WireBoard, OfACycleTheSendersSitesComeInOrderARouterBeforeItsNicsThenAsSent) {
  WireBoard board = two_sites();
  Log log;
  std::vector<Wire<uint32_t>> ends;
  const std::vector<WirePlace> places = {WirePlace::nic(3), kRouter1, WirePlace::nic(0), kRouter0,
                                         WirePlace::nic(2)};
  const WireSpec spec{"w", 3};
  for (const WirePlace place : places) ends.emplace_back(board, place, spec, log.at(place));
  // A wire declared later is not behind: numbers are counted by sender.
  const Wire<uint32_t> other(board, kRouter0, {"other", 3}, log.at(kRouter0));
  for (size_t i = 0; i < ends.size(); ++i) {
    ends[i].send(10, kRouter0, static_cast<uint32_t>(i));
    if (places[i] == kRouter0) other.send(10, kRouter0, 50);
    ends[i].send(10, kRouter0, static_cast<uint32_t>(10 + i));
  }
  deliver_all(board, 13);
  const std::vector<std::string> expected = {
      "13 router 0>router 0 3",  "13 router 0>router 0 50", "13 router 0>router 0 13",
      "13 NIC 0>router 0 2",     "13 NIC 0>router 0 12",    "13 router 1>router 0 1",
      "13 router 1>router 0 11", "13 NIC 2>router 0 4",     "13 NIC 2>router 0 14",
      "13 NIC 3>router 0 0",     "13 NIC 3>router 0 10"};
  EXPECT_EQ(log.lines, expected);
}

TEST(WireBoard, ALineIsAWireWithOneReceiver) {
  WireBoard board = two_sites();
  Log log;
  const Wire<uint32_t> here(board, kRouter0, {"w", 1}, log.at(kRouter0));
  const Wire<uint32_t> there(board, kRouter1, {"w", 1}, log.at(kRouter1));
  WireLine<uint32_t>(here, kRouter1).send(0, 4);
  deliver_all(board, 1);
  EXPECT_EQ(log.lines, std::vector<std::string>{"1 router 0>router 1 4"});
}

TEST(WireBoard, AWireWithinSitesBoundsNoLookaheadAndDoesNotLeaveThem) {
  WireBoard board = two_sites();
  Log log;
  const WireSpec spec{"w", 1, WireReach::kOwnSite};
  const Wire<uint32_t> router(board, kRouter0, spec, log.at(kRouter0));
  const Wire<uint32_t> nic(board, WirePlace::nic(1), spec, log.at(WirePlace::nic(1)));
  const Wire<uint32_t> far(board, WirePlace::nic(2), spec, log.at(WirePlace::nic(2)));
  EXPECT_EQ(board.shortest(), ~Cycle{0});
  router.send(0, WirePlace::nic(1), 9);
  EXPECT_TRUE(board.due(0, 1)) << "it waits for exchange() although its site is the sender's";
  EXPECT_EQ(error_of([&] { router.send(0, WirePlace::nic(2), 9); }),
            "cycle 0: router 0 sends to NIC 2 on wire 'w': it does not leave its site");
}

TEST(WireBoard, RefusesWhatIsNoWire) {
  WireBoard board = two_sites();
  Log log;
  const auto make = [&](WirePlace place, const WireSpec& spec) {
    return error_of([&] { Wire<uint32_t>(board, place, spec, log.at(place)); });
  };
  EXPECT_EQ(make(kRouter0, {"w", 0}),
            "wire 'w' at router 0: a latency of 0 cycles is out of range; legal is "
            "1..1099511627776");
  EXPECT_NE(make(kRouter0, {"w", (1ull << 40) + 1}).find("is out of range"), std::string::npos);
  EXPECT_EQ(make(kRouter0, {"w", 7}), "accepted");
  EXPECT_EQ(make(kRouter0, {"w", 7}), "wire 'w' at router 0: it has an end here already");
  EXPECT_NE(make(kRouter1, {"w", 8}).find("8 cycles here and 7 elsewhere"), std::string::npos);
  EXPECT_NE(make(kRouter1, {"w", 7, WireReach::kOwnSite}).find("its reach"), std::string::npos);
  EXPECT_NE(error_of([&] {
              Wire<float>(board, kRouter1, {"w", 7}, [](Cycle, WirePlace, const float&) {});
            }).find("of another type"),
            std::string::npos);
  const Wire<uint32_t> end(board, WirePlace::nic(0), {"w", 7}, log.at(WirePlace::nic(0)));
  EXPECT_EQ(error_of([&] { end.send(3, kRouter1, 1); }),
            "cycle 3: NIC 0 sends to router 1 on wire 'w': it has no end there");
  EXPECT_NE(error_of([&] { end.send(3, WirePlace::nic(4), 1); }).find("no end"), std::string::npos);
}

// Where it is handed over would depend on how far sites have run ahead.
TEST(WireBoard, AValueSentInACycleThatIsOverIsRefused) {
  WireBoard board = two_sites();
  Log log;
  const Wire<uint32_t> end(board, kRouter0, {"w", 4}, log.at(kRouter0));
  for (Cycle now = 0; now < 10; ++now) deliver_all(board, now);
  end.send(5, kRouter0, 1);
  EXPECT_EQ(error_of([&] { deliver_all(board, 10); }),
            "cycle 10: router 0 sends to router 0 on wire 'w' for cycle 9: a value is sent in the "
            "cycle that runs, not in one that is over");
  EXPECT_TRUE(log.lines.empty());
}

TEST(WireBoard, AFaultLosesDelaysAndDoublesAValueOnce) {
  WireBoard board = two_sites();
  Log log;
  const Wire<uint32_t> end(board, kRouter0, {"w", 1}, log.at(kRouter0));
  std::vector<WireBoard::Fate> fates = {{false, {}}, {false, 5}, {true, 0}, {true, 2}};
  size_t asked = 0;
  board.disturb([&](Cycle, const WireBoard::Arrival& arrival) {
    EXPECT_EQ(arrival.wire, "w");
    EXPECT_EQ(arrival.message, "");
    return fates.at(asked++);
  });
  for (uint32_t value = 0; value < 4; ++value) end.send(0, kRouter0, value);
  for (Cycle now = 1; now < 20; ++now) deliver_all(board, now);
  const std::string way = " router 0>router 0 ";
  const std::vector<std::string> expected = {"1" + way + "2", "1" + way + "2", "1" + way + "3",
                                             "3" + way + "3", "6" + way + "1"};
  EXPECT_EQ(log.lines, expected);
  EXPECT_EQ(asked, 4u) << "a late value is struck again";
}

/// A value of one of two kinds.
struct Call {
  static std::vector<std::string> message_names() { return {"hail", "reply"}; }
  unsigned message() const { return reply ? 1 : 0; }
  bool reply;
};

TEST(WireBoard, AFaultIsToldWhichMessageAValueIs) {
  WireBoard board = two_sites();
  std::vector<bool> heard;
  const Wire<Call> end(board, kRouter0, {"calls", 1},
                       [&](Cycle, WirePlace, const Call& call) { heard.push_back(call.reply); });
  Log log;
  const Wire<uint32_t> plain(board, kRouter0, {"plain", 1}, log.at(kRouter0));
  EXPECT_EQ(board.messages("calls"), (std::vector<std::string>{"hail", "reply"}));
  EXPECT_TRUE(board.messages("plain").empty());
  EXPECT_TRUE(board.messages("none").empty());
  std::vector<std::string> told;
  board.disturb([&](Cycle, const WireBoard::Arrival& arrival) {
    told.push_back(arrival.wire + "/" + arrival.message);
    return WireBoard::Fate{arrival.message != "hail", {}};
  });
  for (const bool reply : {false, true, false}) end.send(0, kRouter0, Call{reply});
  plain.send(0, kRouter0, 7);
  deliver_all(board, 1);
  EXPECT_EQ(heard, std::vector<bool>{true});
  EXPECT_EQ(told, (std::vector<std::string>{"calls/hail", "calls/reply", "calls/hail", "plain/"}));
}

}  // namespace
}  // namespace chokepoint::test
