// SPDX-License-Identifier: Apache-2.0
// Feeds plain C++ values into Verilator's FST writer through the callbacks of Verilated models.
#include "sim/wave/wave_writer.h"

#include <verilated.h>
#include <verilated_fst_c.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "sim/wave/fst_index.h"
#include "sim/wave/gtkw_writer.h"

namespace chokepoint {
namespace {

/// Enum types of C++ signals are numbered from here; Verilated models count theirs from 1.
constexpr int kFirstEnumType = 1 << 20;
/// Deep enough for every hierarchy.
constexpr int kAllLevels = 1000;
/// Verilator splits a path at any white space but compares its dumpvars filter literally: a path
/// that starts with this character is a C++ signal for the filter and an ordinary path for the
/// file.
constexpr const char* kCppMark = "\v";

std::string spaced(std::string dotted) {
  std::replace(dotted.begin(), dotted.end(), '.', ' ');
  return dotted;
}

bool is_name(const std::string& text, bool dots) {
  bool start = true;  // of a part between dots
  for (const char c : text) {
    const bool dot = c == '.';
    if (dot ? (start || !dots) : !(std::isalnum(static_cast<unsigned char>(c)) || c == '_'))
      return false;
    start = dot;
  }
  return !start;
}

void check_signal(const WaveSignals::Signal& signal, std::set<std::string>& seen) {
  const std::string path = signal.scope + "." + signal.name;
  const auto fail = [&](const std::string& why) {
    throw std::invalid_argument("wave signal '" + path + "' " + why);
  };
  if (!is_name(signal.scope, true) || !is_name(signal.name, false))
    fail("may hold only letters, digits and '_'");
  if (signal.width < 1 || signal.width > 64) fail("must be 1 to 64 bits wide");
  if (!signal.read) fail("has no read function");
  if (signal.style == WaveStyle::kEnum && signal.enum_names.empty()) fail("has no enum names");
  if (signal.width < 64 && signal.enum_names.size() > (uint64_t{1} << signal.width))
    fail("has more enum names than values");
  if (!seen.insert(path).second) fail("is there twice");
}

/// Scopes in the order of their first appearance, each one's signals before its sub-scopes: the
/// file then opens every scope once.
void sort_as_tree(std::vector<WaveSignals::Signal>& signals) {
  std::map<std::string, size_t> first;
  std::map<std::string, std::vector<size_t>> keys;
  for (const auto& signal : signals) {
    if (keys.count(signal.scope)) continue;
    std::vector<size_t>& key = keys[signal.scope];
    for (size_t dot = 0; dot != std::string::npos;) {
      dot = signal.scope.find('.', dot + 1);
      key.push_back(first.emplace(signal.scope.substr(0, dot), first.size()).first->second);
    }
  }
  std::stable_sort(signals.begin(), signals.end(), [&](const auto& a, const auto& b) {
    return a.scope != b.scope && keys[a.scope] < keys[b.scope];
  });
}

std::string root_of(const std::string& scope) {
  return scope.substr(0, scope.find('.'));
}

}  // namespace

struct WaveWriter::Trace {
  /// The C++ signals under one root scope ("router_1"): declared together with the models below it.
  struct Root {
    Trace* trace;
    size_t begin, end;  // range of signals
  };
  struct Bracket {
    std::string prefix;
  };

  explicit Trace(WaveSignals given) : signals(std::move(given)) {}

  void attach();
  static void declare(void* root, VerilatedFst* fst, uint32_t code);
  template <bool kFull>
  static void emit(void* trace, VerilatedFst::Buffer* buffer);

  WaveSignals signals;
  std::vector<uint64_t> values;
  std::vector<uint32_t> codes;
  std::vector<Root> roots;
  std::vector<Bracket> brackets;
  std::map<std::vector<std::string>, int> enum_types;
  VerilatedFstC fst;
  std::string temporary;
  bool opened = false;
  Cycle last = 0;
};

void WaveWriter::Trace::attach() {
  std::set<std::string> seen;
  for (const auto& signal : signals.signals) check_signal(signal, seen);
  sort_as_tree(signals.signals);
  values.resize(signals.signals.size());
  codes.resize(signals.signals.size());

  std::vector<std::string> order;
  const auto note_root = [&](const std::string& scope) {
    if (std::find(order.begin(), order.end(), root_of(scope)) == order.end())
      order.push_back(root_of(scope));
  };
  for (const auto& signal : signals.signals) note_root(signal.scope);
  for (const auto& model : signals.models) {
    if (!is_name(model.scope, true))
      throw std::invalid_argument("wave scope '" + model.scope + "' is no dotted name");
    note_root(model.scope);
  }
  roots.reserve(order.size());  // addresses are handed to callbacks
  brackets.reserve(signals.models.size());

  VerilatedFst* const trace = fst.spTrace();
  bool filtered = false;
  for (const std::string& root : order) {
    const auto in_root = [&](const auto& s) { return root_of(s.scope) == root; };
    const auto begin = std::find_if(signals.signals.begin(), signals.signals.end(), in_root);
    const auto end = std::find_if_not(begin, signals.signals.end(), in_root);
    roots.push_back({this, static_cast<size_t>(begin - signals.signals.begin()),
                     static_cast<size_t>(end - signals.signals.begin())});
    trace->addInitCb(&declare, &roots.back());
    for (const auto& model : signals.models) {
      if (!in_root(model)) continue;
      brackets.push_back({spaced(model.scope) + ' '});
      trace->addInitCb([](void* bracket, VerilatedFst* to,
                          uint32_t) { to->pushNamePrefix(static_cast<Bracket*>(bracket)->prefix); },
                       &brackets.back());
      model.attach(&fst);
      trace->addInitCb([](void*, VerilatedFst* to, uint32_t) { to->popNamePrefix(); }, nullptr);
      filtered |= !model.module.empty();
    }
  }
  if (filtered) {
    fst.dumpvars(kAllLevels, kCppMark);
    for (const auto& model : signals.models) {
      // The model pushes its instance name "" and a space of its own.
      const std::string below = model.module.empty() ? "" : "  " + model.module;
      fst.dumpvars(kAllLevels, spaced(model.scope) + below);
    }
  }
  trace->addFullCb(static_cast<VerilatedFst::dumpCb_t>(&emit<true>), this);
  trace->addChgCb(static_cast<VerilatedFst::dumpCb_t>(&emit<false>), this);
}

void WaveWriter::Trace::declare(void* root_pointer, VerilatedFst* fst, uint32_t code) {
  const Root& root = *static_cast<Root*>(root_pointer);
  Trace& self = *root.trace;
  for (size_t i = root.begin; i < root.end; ++i) {
    const WaveSignals::Signal& signal = self.signals.signals[i];
    int type = -1;
    if (signal.style == WaveStyle::kEnum) {
      std::vector<std::string> key = signal.enum_names;
      key.push_back(std::to_string(signal.width));
      const int next = kFirstEnumType + static_cast<int>(self.enum_types.size());
      const auto [known, fresh] = self.enum_types.emplace(std::move(key), next);
      type = known->second;
      if (fresh) {
        std::vector<std::string> binary;
        for (size_t value = 0; value < signal.enum_names.size(); ++value) {
          std::string digits(signal.width, '0');
          for (unsigned bit = 0; bit < signal.width; ++bit)
            if (value >> bit & 1) digits[signal.width - 1 - bit] = '1';
          binary.push_back(std::move(digits));
        }
        std::vector<const char*> names, digits;
        for (const auto& name : signal.enum_names) names.push_back(name.c_str());
        for (const auto& text : binary) digits.push_back(text.c_str());
        fst->declDTypeEnum(type, ("cpp::" + signal.name + "_e").c_str(),
                           static_cast<uint32_t>(names.size()), signal.width, names.data(),
                           digits.data());
      }
    }
    fst->pushNamePrefix(std::string(kCppMark) + " " + spaced(signal.scope) + ' ');
    const int msb = static_cast<int>(signal.width) - 1;
    const char* name = signal.name.c_str();
    if (signal.width == 1) {
      fst->declBit(code, name, type, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, false, -1);
    } else if (signal.width <= 32) {
      fst->declBus(code, name, type, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, false, -1, msb, 0);
    } else {
      fst->declQuad(code, name, type, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, false, -1, msb, 0);
    }
    fst->popNamePrefix();
    self.codes[i] = code;
    code += signal.width <= 32 ? 1 : 2;  // as many words as Verilator keeps of the old value
  }
}

template <bool kFull>
void WaveWriter::Trace::emit(void* trace, VerilatedFst::Buffer* buffer) {
  Trace& self = *static_cast<Trace*>(trace);
  for (size_t i = 0; i < self.values.size(); ++i) {
    uint32_t* const old = buffer->oldp(self.codes[i]);
    const int width = static_cast<int>(self.signals.signals[i].width);
    const uint64_t value = self.values[i];
    const auto narrow = static_cast<uint32_t>(value);
    if (width == 1) {
      kFull ? buffer->fullBit(old, narrow) : buffer->chgBit(old, narrow);
    } else if (width <= 32) {
      kFull ? buffer->fullIData(old, narrow, width) : buffer->chgIData(old, narrow, width);
    } else {
      // As two words: Verilator reads the old value of one in 64 bits wherever it lies.
      const WData words[2] = {narrow, static_cast<uint32_t>(value >> 32)};
      kFull ? buffer->fullWData(old, words, width) : buffer->chgWData(old, words, width);
    }
  }
}

WaveWriter::WaveWriter(WaveSignals signals, std::string path, Cycle from, Cycle to)
    : path_(std::move(path)),
      from_(from),
      span_(to - from),
      trace_(std::make_unique<Trace>(std::move(signals))) {
  if (to < from) throw std::invalid_argument("wave window ends before it starts");
  if (path_.size() < 5 || path_.compare(path_.size() - 4, 4, ".fst") != 0)
    throw InputError("waveform file '" + path_ + "' must end in .fst");
  trace_->temporary = path_ + ".partial";
  // Verilator does not report a file that cannot be created.
  if (!std::ofstream(trace_->temporary, std::ios::binary))
    throw InputError("cannot create waveform file '" + trace_->temporary +
                     "': " + std::strerror(errno));
  std::remove(trace_->temporary.c_str());
  Verilated::traceEverOn(true);
  trace_->attach();
}

WaveWriter::~WaveWriter() {
  discard();
}

std::string WaveWriter::view_path() const {
  return path_.substr(0, path_.size() - 4) + ".gtkw";
}

void WaveWriter::discard() noexcept {
  if (!trace_) return;
  if (trace_->opened) trace_->fst.close();
  std::remove(trace_->temporary.c_str());
  trace_.reset();
}

void WaveWriter::record(Cycle cycle) {
  if (!trace_) return;
  Trace& trace = *trace_;
  for (size_t i = 0; i < trace.values.size(); ++i) {
    const WaveSignals::Signal& signal = trace.signals.signals[i];
    const uint64_t value = signal.read();
    if (signal.width < 64 && value >> signal.width)
      throw CheckError("wave signal " + signal.scope + "." + signal.name + " of " +
                       std::to_string(signal.width) + " bits reads " + std::to_string(value) +
                       " in cycle " + std::to_string(cycle));
    trace.values[i] = value;
  }
  if (!trace.opened) {
    // GTKWave turns 1000 ns into "1 us"; above seconds it has none: cycles stay plain numbers.
    trace.fst.set_time_resolution("1s");
    trace.fst.set_time_unit("1s");
    trace.fst.open(trace.temporary.c_str());
    if (!trace.fst.isOpen())
      throw std::runtime_error("cannot create waveform file '" + trace.temporary + "'");
    trace.opened = true;
  }
  trace.fst.dump(static_cast<uint64_t>(cycle));
  trace.last = cycle;
}

bool WaveWriter::finish() {
  if (!trace_) return false;
  if (!trace_->opened) {
    discard();
    return false;
  }
  trace_->fst.close();
  trace_->opened = false;
  const std::string view = view_path(), partial_view = view + ".partial";
  try {
    const FstIndex index(trace_->temporary);
    if (index.end() != trace_->last) throw std::runtime_error("its end is missing");
    std::ofstream out(partial_view, std::ios::binary);
    out << gtkw_text(trace_->signals, index, path_, view);
    out.close();
    if (!out) throw std::runtime_error("cannot write '" + partial_view + "'");
  } catch (const std::exception& error) {
    std::remove(partial_view.c_str());
    discard();
    throw std::runtime_error("waveform file '" + path_ + "' was not written: " + error.what());
  }
  if (std::rename(trace_->temporary.c_str(), path_.c_str()) != 0 ||
      std::rename(partial_view.c_str(), view.c_str()) != 0) {
    const std::string why = std::strerror(errno);
    std::remove(partial_view.c_str());
    discard();
    throw std::runtime_error("cannot rename waveform file '" + path_ + "': " + why);
  }
  trace_.reset();
  return true;
}

}  // namespace chokepoint
