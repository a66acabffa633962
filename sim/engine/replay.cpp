// SPDX-License-Identifier: Apache-2.0
// Stimulus CSV in, response CSV out: reading is strict, writing is all or nothing.
#include "sim/engine/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "sim/common/printable.h"
#include "sim/common/read_file.h"
#include "sim/engine/replay_unit.h"
#include "sim/engine/verilated_hooks.h"

namespace chokepoint {

namespace {

std::map<std::string, UnitInfo>& unit_map() {
  static std::map<std::string, UnitInfo> map;
  return map;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t from = 0;
  for (;;) {
    const std::size_t comma = line.find(',', from);
    std::string cell = line.substr(from, comma == std::string::npos ? comma : comma - from);
    const std::size_t first = cell.find_first_not_of(" \t");
    const std::size_t last = cell.find_last_not_of(" \t");
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    if (comma == std::string::npos) return cells;
    from = comma + 1;
  }
}

// A stimulus column: where its value goes.
struct Column {
  std::string name;
  unsigned first = 0, width = 1;
};

std::string quotable(const std::string& text) { return in_one_line(shortened(text)); }

// Decimal or 0x hexadecimal into words; an error text if it is neither or does not fit.
std::string parse_value(const std::string& text, const Column& column, uint64_t* words) {
  const bool hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  std::fill(words, words + (column.width + 63) / 64, 0);
  bool fits = true;
  if (hexadecimal) {
    unsigned bit = 0;
    for (std::size_t i = text.size(); i-- > 2; bit += 4) {
      unsigned digit = 0;
      const auto [end, error] = std::from_chars(&text[i], &text[i] + 1, digit, 16);
      if (error != std::errc() || end != &text[i] + 1)
        return fmt::format("`{}` is not a number", quotable(text));
      for (unsigned k = 0; k < 4; ++k) {
        if (((digit >> k) & 1) == 0) continue;
        if (bit + k >= column.width)
          fits = false;
        else
          words[(bit + k) / 64] |= uint64_t{1} << ((bit + k) % 64);
      }
    }
  } else {
    uint64_t value = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc::invalid_argument || end != last)
      return fmt::format("`{}` is not a number", quotable(text));
    fits = error == std::errc() && (column.width >= 64 || (value >> column.width) == 0);
    words[0] = value;
  }
  return fits ? "" : fmt::format("`{}` does not fit {} bit{}", quotable(text), column.width,
                                 column.width == 1 ? "" : "s");
}

std::unique_ptr<ReplayUnit> build(const ReplayRequest& request) {
  const auto found = units().find(request.unit);
  if (found == units().end()) {
    std::string names;
    for (const auto& [name, info] : units()) names += (names.empty() ? "" : ", ") + name;
    throw InputError(fmt::format("there is no unit `{}`; there are {}", request.unit, names));
  }
  auto unit = found->second.make();
  for (const std::string& text : request.params) {
    const std::size_t equals = text.find('=');
    unsigned value = 0;
    const char* last = text.data() + text.size();
    const char* start = equals == std::string::npos ? last : text.data() + equals + 1;
    const auto [end, error] = std::from_chars(start, last, value);
    if (start == last || error != std::errc() || end != last)
      throw InputError(fmt::format("--param {}: expected Name=Value with a number", text));
    if (!unit->set(text.substr(0, equals), value))
      throw InputError(fmt::format("--param {}: {} has the parameters {}", text, request.unit,
                                   describe_params(unit->params())));
  }
  unit->start(request.engine);
  return unit;
}

// The response while it grows: beside its place, moved there when complete, removed otherwise.
class ResponseFile {
 public:
  explicit ResponseFile(const std::string& path) : path_(path), aside_(path + ".partial") {
    if (std::filesystem::is_directory(path))
      throw InputError(fmt::format("{}: {}", path, std::strerror(EISDIR)));
    file_.open(aside_, std::ios::trunc);
    if (!file_) throw InputError(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  ~ResponseFile() {
    if (done_) return;
    file_.close();
    std::error_code ignored;
    std::filesystem::remove(aside_, ignored);
  }
  void line(const std::string& text) { file_ << text << '\n'; }
  void finish() {
    file_.close();
    if (!file_) throw std::runtime_error(fmt::format("{}: cannot be written", path_));
    std::filesystem::rename(aside_, path_);
    done_ = true;
  }

 private:
  std::string path_, aside_;
  std::ofstream file_;
  bool done_ = false;
};

std::vector<Column> read_header(const std::string& where, const std::string& line,
                                const std::vector<FieldInfo>& inputs) {
  std::map<std::string, Column> known;
  for (const FieldInfo& field : inputs) {
    const auto names = column_names(field);
    for (unsigned i = 0; i < names.size(); ++i)
      known[names[i]] = {names[i], field.first + i * field.words, field.width};
  }
  std::vector<Column> columns;
  for (const std::string& name : split(line)) {
    const auto found = known.find(name);
    if (found == known.end()) {
      std::string fields;
      for (const FieldInfo& field : inputs)
        fields += (fields.empty() ? "" : ", ") + field.name +
                  (field.kind == FieldInfo::Kind::kScalar ? "" : "[i]");
      throw InputError(fmt::format("{}: unknown column `{}`; the inputs are {}", where,
                                   quotable(name), fields));
    }
    for (const Column& earlier : columns)
      if (earlier.name == name)
        throw InputError(fmt::format("{}: column `{}` appears twice", where, name));
    columns.push_back(found->second);
  }
  return columns;
}

// Settings whose contract pages give a least value, while the unit is enabled.
class LeastValues {
 public:
  LeastValues(const std::vector<FieldInfo>& inputs, const std::vector<Column>& columns) {
    for (const FieldInfo& field : inputs) {
      const bool given = std::any_of(columns.begin(), columns.end(),
                                     [&](const Column& c) { return c.name == field.name; });
      if (field.name == "enable") enable_ = static_cast<int>(field.first);
      if (!given && field.name.rfind("cfg_", 0) == 0)
        left_out_ += (left_out_.empty() ? "" : ", ") + field.name;
      if (field.name == "cfg_rate")
        rules_.push_back({field.name, field.first, 1, given, "65536 is a tick in every cycle"});
      if (field.name == "cfg_epoch_cycles")
        rules_.push_back({field.name, field.first, 1, given, "the default is 2048"});
    }
  }
  const std::string& left_out() const { return left_out_; }
  void check(const std::string& file, uint64_t row, const std::vector<uint64_t>& values) const {
    if (enable_ >= 0 && values[static_cast<std::size_t>(enable_)] == 0) return;
    for (const Rule& rule : rules_) {
      if (values[rule.word] >= rule.least) continue;
      throw InputError(fmt::format("{}:{}: `{}` is {}{}; legal is at least {} ({})", file, row,
                                   rule.name, values[rule.word],
                                   rule.given ? "" : ", because there is no such column", rule.least,
                                   rule.what));
    }
  }

 private:
  struct Rule {
    std::string name;
    unsigned word;
    uint64_t least;
    bool given;
    const char* what;
  };
  std::vector<Rule> rules_;
  std::string left_out_;
  int enable_ = -1;
};

}  // namespace

const std::map<std::string, UnitInfo>& units() { return unit_map(); }
void add_unit(UnitInfo info) { unit_map()[info.name] = info; }

uint64_t replay(const ReplayRequest& request) {
  const auto unit = build(request);
  std::ifstream in(request.in);
  if (!in) throw InputError(fmt::format("{}: {}", request.in, std::strerror(errno)));
  const auto inputs = unit->inputs(), outputs = unit->outputs();
  std::vector<uint64_t> values(inputs.back().first + inputs.back().lanes * inputs.back().words);
  if (inputs.front().name == "enable") values[inputs.front().first] = 1;

  std::string line;
  uint64_t number = 0;
  const auto next_line = [&] {
    const LineEnd end = read_line(in, line);
    if (end == LineEnd::kFile && line.empty()) return false;
    ++number;
    if (end == LineEnd::kTooLong)
      throw InputError(fmt::format("{}:{}: is no row: it is too long", request.in, number));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
  };
  if (!next_line()) throw InputError(fmt::format("{}: empty; expected a header line", request.in));
  const auto columns = read_header(fmt::format("{}:1", request.in), line, inputs);

  const LeastValues least(inputs, columns);
  if (request.note && !least.left_out().empty())
    request.note(fmt::format("{}: settings without a column are 0: {}", request.in, least.left_out()));

  ResponseFile response(request.out);
  std::string text;
  for (const FieldInfo& field : outputs)
    for (const std::string& name : column_names(field)) text += (text.empty() ? "" : ",") + name;
  response.line(text);
  std::vector<uint64_t> shown;
  uint64_t clocks = 0;
  while (next_line()) {
    const auto cells = split(line);
    if (cells.size() != columns.size())
      throw InputError(fmt::format("{}:{}: {} value{} for {} columns", request.in, number,
                                   cells.size(), cells.size() == 1 ? "" : "s", columns.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string error = parse_value(cells[i], columns[i], &values[columns[i].first]);
      if (!error.empty())
        throw InputError(
            fmt::format("{}:{}: column {} `{}`: {}", request.in, number, i + 1, columns[i].name, error));
    }
    least.check(request.in, number, values);
    try {
      unit->step(values);
    } catch (const RtlAssertion& assertion) {
      throw InputError(fmt::format("{}:{}: the inputs break the unit's contract: {}", request.in,
                                   number, assertion.what()));
    }
    unit->read(shown);
    text.clear();
    for (const FieldInfo& field : outputs)
      for (unsigned i = 0; i < field.lanes; ++i)
        text += (text.empty() ? "" : ",") + format_lane(field, &shown[field.first + i * field.words]);
    response.line(text);
    ++clocks;
  }
  if (in.bad()) throw InputError(fmt::format("{}: read error", request.in));
  response.finish();
  return clocks;
}

}  // namespace chokepoint
