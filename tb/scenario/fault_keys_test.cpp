// SPDX-License-Identifier: Apache-2.0
// [[fault]] tables: what is read, and what is refused with file, line, key and what would be right.
#include <gtest/gtest.h>

#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

const std::string kTraffic =
    "[mechanism]\nname = \"cbcm\"\n[[traffic]]\nname = \"t\"\n";  // 4 lines

void expect_error(const std::string& fault, const std::string& error,
                  const std::vector<std::string>& overrides = {}) {
  const std::string said = error_of(kTraffic + fault, overrides);
  EXPECT_NE(said.find(error), std::string::npos) << said;
}

TEST(FaultKeys, AreReadInOrder) {
  const Scenario scenario =
      parse(kTraffic +
            "[[fault]]\nkind = \"lose\"\nmessage = \"unthrottle\"\nnode = 3\nprobability = 0.5\n"
            "[[fault]]\nkind = \"stop_draining\"\nnode = 4\nfrom = 10\nto = 20\n");
  ASSERT_EQ(scenario.faults.size(), 2u);
  EXPECT_EQ(scenario.faults[0].kind, FaultKind::kLose);
  EXPECT_EQ(scenario.faults[0].message, "unthrottle");
  EXPECT_EQ(scenario.faults[0].node, 3);
  EXPECT_EQ(scenario.faults[0].probability, 0.5);
  EXPECT_EQ(scenario.faults[0].origin, "f.toml:5");
  EXPECT_EQ(scenario.faults[1].kind, FaultKind::kStopDraining);
  EXPECT_EQ(scenario.faults[1].to, 20u);
}

TEST(FaultKeys, CanBeGivenAndChangedByOptions) {
  const Scenario scenario = parse(kTraffic + "[[fault]]\nkind = \"lose\"\n",
                                  {"fault.1.count=2", "fault.2.kind=rogue", "fault.2.node=3"});
  ASSERT_EQ(scenario.faults.size(), 2u);
  EXPECT_EQ(scenario.faults[0].count, 2u);
  EXPECT_EQ(scenario.faults[1].kind, FaultKind::kRogue);
  expect_error("", "there are 0 faults; the next one is fault.1", {"fault.3.kind=lose"});
  expect_error("", "names no fault and key; write fault.1.key=value", {"fault.kind=lose"});
}

TEST(FaultKeys, WrongOnesAreRefused) {
  expect_error("[[fault]]\nfrom = 3\n", "f.toml:5: kind: missing; every [[fault]] needs a kind");
  expect_error("[fault]\nkind = \"lose\"\n", "fault: is not a list of faults; write [[fault]]");
  expect_error("[[fault]]\nkind = \"loose\"\n", "did you mean lose?");
  expect_error("[[fault]]\nkind = \"lose\"\nmesage = \"grant\"\n",
               "f.toml:7: mesage: unknown key of [fault]; did you mean message?");
  expect_error("[[fault]]\nkind = \"lose\"\nport = 1\n",
               "f.toml:7: port: has no effect with kind lose; it is for stuck_at_1, stuck_at_0");
  expect_error("[[fault]]\nkind = \"delay\"\n", "f.toml:5: cycles: missing; kind delay needs it");
  expect_error("[[fault]]\nkind = \"delay\"\ncycles = 0\n", "f.toml:7: cycles: 0 is no delay");
  expect_error("[[fault]]\nkind = \"rogue\"\n", "node: missing; kind rogue needs it");
  expect_error("[[fault]]\nkind = \"lose\"\nnode = 16\n",
               "f.toml:7: node: 16 does not exist; legal is -1..15");
  expect_error("[[fault]]\nkind = \"lose\"\nrouter = 1\n",
               "f.toml:7: router: has no effect without wire");
  expect_error("[[fault]]\nkind = \"lose\"\nwire = \"w\"\nnode = 1\nrouter = 1\n",
               "f.toml:8: node: beside router names two receivers of one value");
  expect_error("[[fault]]\nkind = \"rogue\"\nnode = 1\nwire = \"w\"\n",
               "wire: has no effect with kind rogue; it is for lose, duplicate, delay");
  expect_error("[[fault]]\nkind = \"stuck_at_1\"\nrouter = 4\n",
               "router: 4 does not exist; legal is -1..3");
  expect_error("[[fault]]\nkind = \"lose\"\nprobability = 2\n", "legal is a number in 0..1");
  expect_error("[[fault]]\nkind = \"lose\"\nfrom = 9\nto = 9\n", "to: 9 is not after from = 9");
  expect_error("[[fault]]\nkind = \"reset\"\n", "router: missing; kind reset needs it");
  expect_error("[[fault]]\nkind = \"reset\"\nrouter = -1\n", "router: -1 is no router; give one");
  expect_error("[[fault]]\nkind = \"reset\"\nrouter = 1\nfrom = 5\nto = 9\n",
               "to: has no effect with kind reset, which strikes once, in cycle from");
  expect_error("[[fault]]\nkind = \"upset\"\ncount = 1\n",
               "f.toml:6: kind: upset strikes registers of the RTL; use engine rtl");
  expect_error("[[fault]]\nkind = \"rogue\"\nnode = 1\nfrom = 9\n",
               "kind: a rogue is one for the whole run with mechanism srp", {"mechanism.name=srp"});
}

}  // namespace
}  // namespace chokepoint::test
