// SPDX-License-Identifier: Apache-2.0
// What stands between a mechanism and the network hands every hook on: a hook that is new in
// mechanism.h and not in forwarding.h would be lost in runs with faults.
#include "sim/hooks/forwarding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "sim/common/read_file.h"
#include "sim/common/source_tree.h"

namespace chokepoint::test {
namespace {

/// From the head of class `name` to the line that ends it.
std::string class_text(const std::string& file, const std::string& name) {
  const std::string text = read_file(in_source_tree(file));
  const size_t begin = text.find("\nclass " + name + " ");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n};", begin) - begin);
}

std::set<std::string> names_in(const std::string& text, const std::regex& pattern) {
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    names.insert((*at)[1]);
  }
  return names;
}

TEST(Forwarding, HandsOnEveryHook) {
  const std::regex hook(R"(virtual\s[^;{~]*?(\w+)\()");
  const std::regex handed_on(R"((\w+)\([^;{}]*\)\s*(?:const\s*)?override)");
  const std::pair<const char*, const char*> classes[] = {{"RouterAttachment", "ForwardingRouter"},
                                                         {"NicAttachment", "ForwardingNic"},
                                                         {"Mechanism", "ForwardingMechanism"}};
  for (const auto& [base, forwarding] : classes) {
    const auto hooks = names_in(class_text("sim/hooks/mechanism.h", base), hook);
    const auto forwarded = names_in(class_text("sim/hooks/forwarding.h", forwarding), handed_on);
    EXPECT_GE(hooks.size(), 3u) << base;
    for (const std::string& name : hooks) {
      EXPECT_EQ(forwarded.count(name), 1u) << forwarding << " does not hand on " << name;
    }
  }
}

/// Who hands hooks on by hand forgets some.
TEST(Forwarding, IsWhatFaultsAreMadeOf) {
  const std::regex by_hand(
      R"(class (\w+)[^{;]*public (?:RouterAttachment|NicAttachment|Mechanism)\b)");
  unsigned files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(in_source_tree("sim/faults"))) {
    ++files;
    for (const std::string& name : names_in(read_file(entry.path().string()), by_hand)) {
      ADD_FAILURE() << entry.path() << ": " << name << " does not derive from a Forwarding class";
    }
  }
  EXPECT_GE(files, 4u);
}

/// Answers of its own, so that a default in between shows.
struct Restful : RouterAttachment {
  bool every_cycle() const override { return false; }
  bool busy() const override { return true; }
  bool markable(const Packet&, unsigned output, unsigned vc) const override {
    return output == 3 && vc == 2;
  }
  void fetch(Cycle cycles) const override { fetched += cycles; }
  void list_state(StateLines&) const override { ++listed; }
  mutable Cycle fetched = 0;
  mutable unsigned listed = 0;
};

TEST(Forwarding, AnswersAreThoseOfTheMechanism) {
  auto own = std::make_unique<Restful>();
  const Restful& restful = *own;
  ForwardingRouter router(std::move(own));
  RouterAttachment& hooks = router;
  EXPECT_FALSE(hooks.every_cycle());
  EXPECT_TRUE(hooks.busy());
  EXPECT_TRUE(hooks.markable(Packet(), 3, 2));
  EXPECT_FALSE(hooks.markable(Packet(), 2, 3));
  hooks.fetch(7);
  EXPECT_EQ(restful.fetched, 7u);
  StateLines lines;
  hooks.list_state(lines);
  EXPECT_EQ(restful.listed, 1u);
}

}  // namespace
}  // namespace chokepoint::test
