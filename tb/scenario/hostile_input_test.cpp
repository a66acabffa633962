// SPDX-License-Identifier: Apache-2.0
// Input that means harm, too large for the fuzz corpus: what once ended the stack, the memory or
// the patience, and text that would reach a terminal.
#include <gtest/gtest.h>
#include <unistd.h>

#include "sim/common/printable.h"
#include "sim/common/read_file.h"
#include "sim/reader/keys.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

const std::string kGroup = "[[traffic]]\nname = \"a\"\n";

std::string repeated(const std::string& text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(HostileInput, KeysOfManyPartsAreRefusedBeforeTheyAreTables) {
  const std::string key = "a" + repeated(".a", 400000);
  EXPECT_EQ(error_of("\n" + key + " = 1\n"), "f.toml:2: is no key: it has over 16 parts");
  EXPECT_EQ(error_of("[" + key + "]\n"), "f.toml:1: is no key: it has over 16 parts");
  EXPECT_EQ(error_of("x = {" + key + " = 1}\n"), "f.toml:1: is no key: it has over 16 parts");
  EXPECT_EQ(error_of("t = '''\n''''\n\"\"." + key + " = 1\n"),
            "f.toml:3: is no key: it has over 16 parts");
  EXPECT_EQ(error_of(kGroup, {"run.seed={" + key + "=1}"}).substr(0, 10), "--set run.");
}

TEST(HostileInput, DotsInTextsAndListsAreNoParts) {
  const std::string dots = repeated("1.", 40);
  EXPECT_EQ(parse("title = \"" + dots + "\\\"" + dots + "\" # " + dots + "\n" + kGroup).title,
            dots + "\"" + dots);
  EXPECT_EQ(parse("title = '" + dots + "'\n" + kGroup).title, dots);
  EXPECT_EQ(parse("title = \"\"\"\n\"" + dots + "\"\"\"\n" + kGroup).title, "\"" + dots);
  const std::string list = repeated("0.5, ", 40);
  EXPECT_NE(error_of(kGroup + "sources = [" + list + "]\n").find("f.toml:3: sources: "),
            std::string::npos);
}

TEST(HostileInput, LongNodesAndRanges) {
  const std::string digits(1000000, '1');
  EXPECT_NE(error_of(kGroup + "sources = [\"" + digits + "\"]\n").find("does not exist"),
            std::string::npos);
  EXPECT_NE(
      error_of(kGroup + "sources = [\"" + digits + " - " + digits + "\"]\n").find("does not exist"),
      std::string::npos);
  EXPECT_LT(error_of(kGroup + "sources = [\"" + digits + "x\"]\n").size(), 500u);
  const Scenario s = parse(kGroup + "sources = [\"0 - 2\", \"4-  5\"]\n");
  EXPECT_EQ(s.traffic[0].sources, (std::vector<NodeId>{0, 1, 2, 4, 5}));
  for (const char* bad : {"-", "1-", "-1", " 1-2", "1-2 ", "1--2", "1-2-3", "", "1\n"}) {
    EXPECT_NE(error_of(kGroup + "sources = ['''" + bad + "''']\n").find("is no node"),
              std::string::npos)
        << bad;
  }
}

TEST(HostileInput, MillionsOfNodesInOneListTakeNoMemory) {
  const std::string list = "[" + repeated("\"0-15\",", 200000) + "]";
  EXPECT_NE(error_of(kGroup + "sources = " + list + "\n").find("node 0 stands there twice"),
            std::string::npos);
  EXPECT_NE(error_of(kGroup + "pattern = \"permutation\"\nmapping = " + list + "\n")
                .find("destinations for 16 sources"),
            std::string::npos);
}

TEST(HostileInput, ManyLinksAreRefusedBeforeAnyTable) {
  const std::string text = "[network]\ntopology = \"graph\"\nrouter_nodes = [1, 1]\nlinks = [" +
                           repeated("[0,1],", 100000) + "]\n";
  EXPECT_EQ(error_of(text + kGroup),
            "f.toml:3: router_nodes: these nodes and links make routers of radix 100001; legal is "
            "at most 64");
}

TEST(HostileInput, ManyUnknownKeysAreReportedToAHundred) {
  std::string text = kGroup;
  for (int i = 0; i < 5000; ++i) text += "k" + std::to_string(i) + " = 1\n";
  const std::string error = error_of(text);
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 99);
  EXPECT_EQ(nearest(std::string(1 << 24, 'x'), {"seed"}), "");
}

TEST(HostileInput, MessagesStayOnTheirLine) {
  EXPECT_EQ(error_of("[run]\n\"a\\nf.toml:9: b\\u001b\" = 1\n" + kGroup).substr(0, 62),
            "f.toml:2: \"a\\x0af.toml:9: b\\x1b\": unknown key of [run]; legal ");
  EXPECT_EQ(error_of("\": \" = 1\n" + kGroup).substr(0, 40),
            "f.toml:1: \": \": unknown key outside any ");
  EXPECT_EQ(error_of("[run]\n\"\" = 1\n" + kGroup).substr(0, 34),
            "f.toml:2: \"\": unknown key of [run]");
}

TEST(HostileInput, PrintableKeepsTextAndEscapesTheRest) {
  EXPECT_EQ(printable("a\tb\nc\u00e9\u20ac\U0001f600"), "a\tb\nc\u00e9\u20ac\U0001f600");
  EXPECT_EQ(printable(std::string("\0\x1b[2J\x7f", 6)), "\\x00\\x1b[2J\\x7f");
  EXPECT_EQ(printable("\xc2\x85"), "\\xc2\\x85");           // a control character: next line
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");           // no beginning; cut
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
  EXPECT_EQ(in_one_line("a\nb"), "a\\x0ab");
  EXPECT_EQ(in_one_line(shortened(std::string(79, 'a') + "\u00e9" + std::string(100, 'b'))),
            std::string(79, 'a') + "\\xc3 ... " + std::string(40, 'b'));  // cut within a character
  EXPECT_EQ(shortened(std::string(120, 'a')), std::string(120, 'a'));
  EXPECT_EQ(shortened(std::string(500, 'a')),
            std::string(80, 'a') + " ... " + std::string(40, 'a'));
}

TEST(HostileInput, EndlessFilesEnd) {
  for (const char* group : {"file = \"/dev/zero\"\n", "file = \"/dev/full\"\n"}) {
    EXPECT_NE(
        error_of(kGroup + "pattern = \"list\"\n" + group).find(":1: is no row: it is too long"),
        std::string::npos);
  }
  try {
    read_scenario("/dev/zero", {}, EngineKind::kModel);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "/dev/zero: cannot be read: it has more than 16777216 bytes");
  }
}

}  // namespace
}  // namespace chokepoint::test
