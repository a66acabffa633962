// SPDX-License-Identifier: Apache-2.0
// The CSV files of pattern `list`: order, and where a mistake is said to be.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

class ListFile : public testing::Test {
 protected:
  // Cases run side by side: a file each.
  std::string path = (std::filesystem::temp_directory_path() /
                      (std::string("chokepoint_") +
                       testing::UnitTest::GetInstance()->current_test_info()->name() + ".csv"))
                         .string();
  void TearDown() override { std::filesystem::remove(path); }
  std::string with(const std::string& rows, std::vector<NodeId>* sources = nullptr) {
    std::ofstream(path) << rows;
    try {
      const Scenario s =
          parse("[[traffic]]\nname=\"l\"\npattern=\"list\"\nfile=\"" + path + "\"\n");
      if (sources != nullptr) *sources = s.traffic[0].sources;
      std::string text;
      for (const auto& e : s.traffic[0].entries) {
        text += std::to_string(e.cycle) + "," + std::to_string(e.source) + "," +
                std::to_string(e.destination) + "," + std::to_string(e.flits) + ";";
      }
      return text;
    } catch (const InputError& error) {
      return error.what();
    }
  }
};

TEST_F(ListFile, IsSortedBySourceAndCycle) {
  std::vector<NodeId> sources;
  EXPECT_EQ(
      with("cycle,source,destination,flits\n# note\n9,3,1,4\n\n5,3,2,8\r\n 7 , 0,1,1\n", &sources),
      "7,0,1,1;5,3,2,8;9,3,1,4;");
  EXPECT_EQ(sources, (std::vector<NodeId>{0, 3}));
}

TEST_F(ListFile, MistakesNameTheRow) {
  const std::pair<const char*, const char*> cases[] = {
      {"1,2,3\n", ":1: flits: missing"},
      {"1,2,3,\n", ":1: flits: '' is not a whole number"},
      {"1,2,3,4,5\n", ":1: more than the 4 columns"},
      {"1,2,3,4\n1,x,3,4\n", ":2: source: 'x' is not a whole number in 0..15"},
      {"1,2,16,4\n", ":1: destination: 16 is out of range; legal is 0..15"},
      {"-1,2,3,4\n", ":1: cycle: '-1' is not a whole number"},
      {"1,2,3,0\n", ":1: flits: 0 is out of range"},
      {"1,2,3,99999\n", ":1: flits: 99999 is out of range; legal is 1..8192"},
      {"99999999999999999999999,2,3,1\n", ":1: cycle"},
      {"1,2,2,4\n", ":1: destination: node 2 is the row's own source"},
      {"", "holds no message"},
      {"1,2,3,4\n2,3,9,3", ":2: no newline at the end of the file: it looks truncated"},
      {"1,2,3,4\n2,3", ":2: no newline at the end"},
      {"1,2,3,4\n# cut", ":2: no newline at the end"},
  };
  for (const auto& [rows, expected] : cases) {
    const std::string error = with(rows);
    EXPECT_NE(error.find(path), std::string::npos) << error;
    EXPECT_NE(error.find(expected), std::string::npos) << rows << " -> " << error;
  }
  const std::string missing =
      error_of("[[traffic]]\nname=\"l\"\npattern=\"list\"\nfile=\"/no/such\"\n");
  EXPECT_NE(missing.find("f.toml:4: file: /no/such: cannot be read: No such file"),
            std::string::npos)
      << missing;
  EXPECT_NE(error_of("[[traffic]]\nname=\"l\"\npattern=\"list\"\n").find("file: missing"),
            std::string::npos);
}

}  // namespace
}  // namespace chokepoint::test
