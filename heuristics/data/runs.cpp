// SPDX-License-Identifier: Apache-2.0
//
// Sizes are what decides how long a run is, and the first input often is one: it grows from run to
// run. Other inputs are small numbers. The contents of maps are chosen anew for each run: what is
// not set by the program should not look as if it was.
#include "heuristics/data/runs.h"

#include <algorithm>
#include <unordered_map>

#include "gcl/chooser.h"
#include "gcl/interpreter.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Value;

constexpr std::size_t most_runs = 90;
constexpr std::size_t enough_runs = 36;
constexpr std::size_t largest_size = 8;
constexpr std::uint64_t fuel_of_run = 4'000;
constexpr std::uint64_t fuel_of_all = 150'000;
constexpr std::size_t visits_of_run = 60;
constexpr std::size_t first_visits = 30;
constexpr std::size_t visits_of_all = 1'000;
constexpr std::int64_t map_keys = 14;
constexpr std::int64_t map_values = 30;

class SmallInputs final : public gcl::Chooser {
 public:
  SmallInputs(const Parametrized& parametrized, std::size_t run)
      : parametrized_(parametrized), random_(run), size_(1 + run % largest_size) {}

  Value initial(Expr var) override {
    if (const auto parameter = parameter_of(var)) return Value::integer(*parameter);
    return value(var.sort());
  }
  Value havoc(Expr var) override {
    if (var.sort().is_int() && !input_given_) {
      input_given_ = true;
      return Value::integer(static_cast<std::int64_t>(size_));
    }
    return value(var.sort());
  }
  std::size_t branch(std::size_t branches) override { return random_.below(branches); }
  Value function(const std::string&, gcl::Sort result, std::span<const Value>) override {
    return value(result);
  }

 private:
  /// Parameters keep their order.
  std::optional<std::int64_t> parameter_of(Expr var) {
    for (const auto& [constant, literal] : parametrized_.parameters) {
      if (constant != var) continue;
      last_parameter_ += static_cast<std::int64_t>(4 + random_.below(5));
      return last_parameter_;
    }
    return std::nullopt;
  }

  Value value(gcl::Sort sort) {
    if (sort.is_int()) return Value::integer(number());
    if (sort.is_map() && sort.key().is_int() && sort.value().is_int()) return contents(sort);
    return random_.value(sort);
  }

  std::int64_t number() {
    const std::size_t shape = random_.below(8);
    if (shape == 0) return -static_cast<std::int64_t>(1 + random_.below(8));
    if (shape == 1) return static_cast<std::int64_t>(random_.below(40));
    return static_cast<std::int64_t>(random_.below(largest_size + 1));
  }

  Value contents(gcl::Sort sort) {
    const auto any = [&] {
      return Value::integer(static_cast<std::int64_t>(random_.below(2 * map_values + 1)) -
                            map_values);
    };
    std::vector<std::pair<Value, Value>> cells;
    for (std::int64_t key = -1; key <= map_keys; ++key) {
      cells.emplace_back(Value::integer(key), any());
    }
    return Value::map(sort, any(), cells);
  }

  const Parametrized& parametrized_;
  gcl::SeededChooser random_;
  std::size_t size_;
  bool input_given_ = false;
  std::int64_t last_parameter_ = 0;
};

class Recorder {
 public:
  Recorder(const Parametrized& parametrized, const gcl::Procedure& procedure, const Budget& budget)
      : parametrized_(parametrized), procedure_(procedure), budget_(budget) {
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) {
        index_of_.emplace(loop, index_of_.size());
      }
    });
    visits_.resize(index_of_.size());
  }

  std::vector<std::vector<Visit>> operator()() {
    std::uint64_t fuel = fuel_of_all;
    std::size_t useful = 0;
    for (std::size_t run = 0; run < most_runs && useful < enough_runs; ++run) {
      if (fuel < fuel_of_run || budget_.over()) break;
      of_run_.assign(visits_.size(), 0);
      fuel -= one_run(run);
      // Some loop was gone through.
      if (std::ranges::any_of(of_run_, [](std::size_t count) { return count > 1; })) ++useful;
    }
    return std::move(visits_);
  }

 private:
  /// Returns what it cost.
  std::uint64_t one_run(std::size_t run) {
    SmallInputs inputs(parametrized_, run);
    gcl::InterpreterOptions options;
    options.tracing = gcl::Tracing::Off;
    options.fuel = fuel_of_run;
    std::uint64_t arrivals = 0;
    options.observer = [&](const gcl::LoopVisit& visit) {
      ++arrivals;
      if (visit.depth == 0) record(run, visit);
    };
    const gcl::Run ended = gcl::run(parametrized_.program, procedure_, inputs, options);
    return ended.ended<gcl::OutOfFuel>() ? fuel_of_run : std::min(fuel_of_run, 20 + 12 * arrivals);
  }

  void record(std::size_t run, const gcl::LoopVisit& visit) {
    const auto found = index_of_.find(&visit.loop);
    if (found == index_of_.end()) return;
    std::size_t& count = of_run_[found->second];
    std::vector<Visit>& visits = visits_[found->second];
    ++count;
    const std::size_t every = count <= first_visits ? 1 : 7;
    const bool room = count / every <= visits_of_run && visits.size() < visits_of_all;
    if (room && count % every == 0) {
      visits.push_back({run, visit.iteration, visit.now, visit.entry});
    }
  }

  const Parametrized& parametrized_;
  const gcl::Procedure& procedure_;
  const Budget& budget_;
  std::unordered_map<const gcl::While*, std::size_t> index_of_;
  std::vector<std::size_t> of_run_;
  std::vector<std::vector<Visit>> visits_;
};

}  // namespace

std::vector<std::vector<Visit>> visits_of_loops(const Parametrized& parametrized,
                                                const gcl::Procedure& procedure,
                                                const Budget& budget) {
  return Recorder(parametrized, procedure, budget)();
}

}  // namespace pawl::heuristics
