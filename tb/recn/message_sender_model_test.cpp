// SPDX-License-Identifier: Apache-2.0
// Golden model of message_sender against hand-worked cases of the contract page.
#include <gtest/gtest.h>

#include "sim/units/recn/message_sender.h"

namespace chokepoint::test {
namespace {

/// Two SAQs, a root, two children; the CAM's answer to the read is the SAQ's number.
class Sender {
 public:
  Sender() : model_({2, 2, 6, 1}) {
    in_.enable = in_.answer_ready = true;
    in_.notify_ready = 3;
  }
  const MessageSender::Out& clock() {
    const bool reads = out().read_valid;
    const uint32_t saq = out().read_saq;
    const uint64_t wanted = out().wanted_ready, told = out().tell_ready;
    model_.step(in_);
    for (unsigned l = 0; l < 3; ++l)
      if (((wanted >> l) & 1) != 0) in_.wanted[l] = 0;
    in_.tell_wanted &= ~told;
    if (reads) in_.read = {saq + 1, 3};
    in_.respond_valid = in_.freed_valid = false;
    return out();
  }
  MessageSender::In& in() { return in_; }
  const MessageSender::Out& out() const { return model_.out(); }

 private:
  MessageSender::Model model_;
  MessageSender::In in_;
};

TEST(MessageSenderModel, ANotificationIsThereAfterThreeClocksWithItsPath) {
  Sender sender;
  sender.in().wanted[1] = 2;
  sender.clock();
  EXPECT_TRUE(sender.out().read_valid);
  EXPECT_EQ(sender.out().read_saq, 1u);
  sender.clock();
  EXPECT_EQ(sender.out().wanted_ready, 2u);
  sender.clock();
  EXPECT_EQ(sender.out().notify_valid, 2u);
  EXPECT_EQ(sender.out().notify.kind, kNotif);
  EXPECT_EQ(sender.out().notify.path.turns, 2u);
  EXPECT_EQ(sender.out().notify.path.mask, 3u);
  sender.clock();
  EXPECT_EQ(sender.out().notify_valid, 0u);
  EXPECT_TRUE(sender.out().quiescent);
}

TEST(MessageSenderModel, TheRootsPathIsEmptyAndNothingIsRead) {
  Sender sender;
  sender.in().read = {5, 7};
  sender.in().wanted[2] = 1;
  sender.clock();
  EXPECT_FALSE(sender.out().read_valid);
  sender.clock();
  sender.clock();
  EXPECT_EQ(sender.out().notify_valid, 1u);
  EXPECT_EQ(sender.out().notify.path.mask, 0u);
  EXPECT_EQ(sender.out().notify.path.turns, 0u);
}

TEST(MessageSenderModel, LinesTakeTurnsAndXoffComesBeforeANotification) {
  Sender sender;
  sender.in().wanted[0] = 1;
  sender.in().tell_wanted = 1;
  sender.in().tell_stop = 1;
  sender.in().accepted[0] = 2;
  sender.in().wanted[1] = 1;
  std::vector<std::pair<uint32_t, uint64_t>> said;  // kind, turns
  for (unsigned clock = 0; clock < 12; ++clock) {
    sender.clock();
    if (sender.out().notify_valid != 0)
      said.push_back({sender.out().notify.kind, sender.out().notify.path.turns});
  }
  // Line 0 was last at reset, so the turn begins behind it.
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(said[0], (std::pair<uint32_t, uint64_t>{kNotif, 2}));
  EXPECT_EQ(said[1], (std::pair<uint32_t, uint64_t>{kXoff, 1}));
  EXPECT_EQ(said[2], (std::pair<uint32_t, uint64_t>{kNotif, 1}));
}

TEST(MessageSenderModel, AMessageWaitsForItsLastChild) {
  Sender sender;
  sender.in().notify_ready = 0;
  sender.in().wanted[1] = 3;
  for (unsigned i = 0; i < 3; ++i) sender.clock();
  EXPECT_EQ(sender.out().notify_valid, 3u);
  sender.in().notify_ready = 1;
  sender.clock();
  EXPECT_EQ(sender.out().notify_valid, 2u);
  sender.in().wanted[0] = 1;
  for (unsigned i = 0; i < 5; ++i) sender.clock();
  EXPECT_EQ(sender.out().notify_valid, 2u);
  EXPECT_EQ(sender.out().wanted_ready, 0u);
  sender.in().notify_ready = 3;
  sender.clock();
  EXPECT_EQ(sender.out().wanted_ready, 1u);
}

TEST(MessageSenderModel, ASaqIsOfferedUntilItIsFreedAndDeallocFollowsTheAnswerBefore) {
  Sender sender;
  sender.in().answer_ready = false;
  sender.in().respond_valid = true;
  sender.in().respond = {kAcc, {9, 15}};
  sender.in().removable = 2;
  for (unsigned i = 0; i < 4; ++i) sender.clock();
  EXPECT_TRUE(sender.out().answer_valid);
  EXPECT_FALSE(sender.out().free_valid);
  sender.in().answer_ready = true;
  sender.clock();
  EXPECT_TRUE(sender.out().free_valid);
  EXPECT_EQ(sender.out().free_saq, 1u);
  sender.in().freed_valid = true;
  sender.clock();
  sender.in().removable = 0;
  EXPECT_TRUE(sender.out().answer_valid);
  EXPECT_EQ(sender.out().answer.kind, kDealloc);
  EXPECT_EQ(sender.out().answer.path.turns, 2u);
  EXPECT_FALSE(sender.out().free_valid);
}

TEST(MessageSenderModel, ASaqThatGetsAPacketIsNotFreed) {
  Sender sender;
  sender.in().removable = 1;
  sender.clock();
  sender.clock();
  EXPECT_TRUE(sender.out().free_valid);
  sender.in().removable = 0;
  sender.clock();
  EXPECT_FALSE(sender.out().free_valid);
  EXPECT_TRUE(sender.out().quiescent);
}

}  // namespace
}  // namespace chokepoint::test
