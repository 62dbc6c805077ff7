// SPDX-License-Identifier: Apache-2.0
//
// From a check that fails to clauses. An access asks for memory behind the pointer it goes through:
// one object, as many elements as the numbers say that are used as indices, or as many as an
// integer says that the function compares something with; of characters, up to the one that ends
// them. Arithmetic asks for ranges of what it computes with: not negative, positive, and only then
// for ranges of the result.
#include "contracts/measures.h"

#include <algorithm>
#include <array>

namespace pawl::contracts {
namespace {

using frontend::c::FunctionOutline;
using frontend::c::Operation;
using frontend::c::Pointer;
using frontend::c::Quantity;

std::string range(const std::string& pointer, const std::string& high) {
  return pointer + " + (0 .. " + high + ")";
}

Clause valid(const Pointer& pointer, const std::string& high) {
  const std::string word = pointer.written ? "\\valid" : "\\valid_read";
  const std::string what = high.empty() ? pointer.text : range(pointer.text, high);
  return {"valid " + pointer.text, word + "(" + what + ")"};
}

Clause at_least(const Quantity& one, int bound) {
  Clause clause{"low " + one.text, one.text + " >= " + std::to_string(bound)};
  if (bound > 0) clause.weaker.push_back(one.text + " >= 0");
  return clause;
}

/// A name for a bound variable that means nothing else in the function.
std::string fresh(const FunctionOutline& function) {
  for (const char* name : {"k", "end", "last", "pawl_k"}) {
    if (!function.parameters.contains(name)) return name;
  }
  return "pawl_last";
}

class Measures {
 public:
  explicit Measures(const FunctionOutline& function) : function_(function) {
    // What something is compared with says how often; it comes first.
    for (const bool compared : {true, false}) {
      for (const Quantity& one : function.quantities) {
        if (one.compared == compared) quantities_.push_back(&one);
      }
    }
  }

  std::vector<Measure> access(const Operation& operation) {
    for (const Pointer& one : function_.pointers) {
      if (one.text == operation.pointer) {
        behind(one, operation);
        return std::move(found_);
      }
    }
    // Through a pointer of the function's own: any that callers pass may be where it comes from.
    if (operation.pointer.empty() && !operation.extent) {
      std::vector<std::vector<Measure>> each;
      for (const Pointer& one : function_.pointers) {
        behind(one, operation);
        each.push_back(std::move(found_));
        found_.clear();
      }
      for (std::size_t i = 0, more = 1; more != 0; ++i) {
        more = 0;
        Measure together;
        for (const std::vector<Measure>& one : each) {
          if (i >= one.size()) continue;
          ++more;
          together.clauses.insert(together.clauses.end(), one[i].clauses.begin(),
                                  one[i].clauses.end());
        }
        if (more != 0) found_.push_back(std::move(together));
      }
      return std::move(found_);
    }
    if (operation.extent) within(*operation.extent);
    return std::move(found_);
  }

  std::vector<Measure> arithmetic(const Operation& operation, const std::string& check) {
    if (check == "div0" && !operation.divisor.empty()) {
      add({{{"divisor " + operation.divisor, operation.divisor + " != 0"}}});
    }
    if (check == "shift" && !operation.distance.empty()) {
      add({{{"distance " + operation.distance,
             "0 <= " + operation.distance + " < " + std::to_string(operation.width)}}});
    }
    const std::vector<const Quantity*> used = quantities_of(operation);
    // Two parameters in one expression: a range of the result says more than signs do.
    const bool direct = check == "overflow" && !operation.at_entry.empty();
    if (direct && used.size() > 1) add_range(operation);
    signs(used, 0);
    if (direct && used.size() <= 1) add_range(operation);
    signs(used, 1);
    Measure below;
    for (const Quantity* one : used) {
      below.clauses.push_back({"high " + one->text, one->text + " < " + one->highest});
    }
    add(std::move(below));
    for (std::size_t i = 0; i < used.size(); ++i) {
      for (std::size_t j = i + 1; j < used.size(); ++j) {
        const std::string sum = used[i]->text + " + " + used[j]->text;
        add({{{"sum " + sum, sum + " <= " + used[i]->highest}}});
      }
    }
    elements(operation);
    return std::move(found_);
  }

 private:
  void add(Measure measure) {
    if (!measure.clauses.empty()) found_.push_back(std::move(measure));
  }

  std::vector<const Quantity*> quantities_of(const Operation& operation) const {
    if (operation.locals) return quantities_;
    std::vector<const Quantity*> used;
    for (const Quantity* one : quantities_) {
      if (std::ranges::find(operation.quantities, one->text) != operation.quantities.end()) {
        used.push_back(one);
      }
    }
    return used;
  }

  void signs(const std::vector<const Quantity*>& used, int bound) {
    Measure measure;
    for (const Quantity* one : used) {
      if (one->is_signed || bound > 0) measure.clauses.push_back(at_least(*one, bound));
    }
    add(std::move(measure));
  }

  void add_range(const Operation& operation) {
    if (operation.lowest.empty()) return;
    add({{{"range " + operation.at_entry,
           operation.lowest + " <= " + operation.at_entry + " <= " + operation.highest}}});
  }

  void behind(const Pointer& pointer, const Operation& operation) {
    if (!pointer.indexed) {
      const bool several = pointer.constant_indices && *pointer.constant_indices > 1;
      add({{valid(pointer, several ? std::to_string(*pointer.constant_indices - 1) : "")}});
      if (operation.extent) within(*operation.extent);
      return;
    }
    std::vector<const Quantity*> compared;
    for (const Quantity* one : quantities_) {
      if (one->compared) compared.push_back(one);
    }
    if (pointer.characters && compared.empty()) terminated(pointer);
    for (const Quantity* one : quantities_) {
      add({{valid(pointer, one->text + " - 1")}});
      if (one->is_signed) add({{at_least(*one, 0)}});
      add({{at_least(*one, 1)}});
    }
    for (std::size_t i = 0; i < compared.size(); ++i) {
      for (std::size_t j = i + 1; j < compared.size(); ++j) {
        const std::string product = compared[i]->text + " * " + compared[j]->text;
        add({{valid(pointer, product + " - 1"),
              at_least(*compared[i], 0),
              at_least(*compared[j], 0),
              {"product " + product, product + " <= " + compared[i]->highest}}});
      }
    }
    for (const Quantity* one : quantities_) add({{valid(pointer, one->text), at_least(*one, 0)}});
    if (pointer.characters && !compared.empty()) terminated(pointer);
    sentinel();
  }

  /// Up to the character that ends the string.
  void terminated(const Pointer& pointer) {
    if (pointer.written) return;
    const std::string k = fresh(function_);
    add({{{"valid " + pointer.text, "\\exists integer " + k + "; 0 <= " + k + " < 2147483647 && " +
                                        pointer.text + "[" + k + "] == 0 && \\valid_read(" +
                                        range(pointer.text, k) + ")"}}});
  }

  /// Strings of which an integer says where they end, none of them in another.
  void sentinel() {
    for (const Quantity* end : quantities_) {
      if (!end->is_parameter) continue;
      Measure measure{{at_least(*end, 0)}};
      std::vector<const Pointer*> strings;
      for (const Pointer& one : function_.pointers) {
        if (!one.characters || !one.indexed) continue;
        strings.push_back(&one);
        measure.clauses.push_back(valid(one, end->text));
        if (one.written) continue;
        measure.clauses.push_back({"zero " + one.text, one.text + "[" + end->text + "] == 0"});
      }
      for (std::size_t i = 0; i < strings.size(); ++i) {
        for (std::size_t j = i + 1; j < strings.size(); ++j) {
          if (!strings[i]->written && !strings[j]->written) continue;
          const std::string both =
              range(strings[i]->text, end->text) + ", " + range(strings[j]->text, end->text);
          measure.clauses.push_back({"separated " + strings[i]->text + " " + strings[j]->text,
                                     "\\separated(" + both + ")"});
        }
      }
      if (!strings.empty()) add(std::move(measure));
    }
  }

  /// Indices into an array whose length the type says: those that callers know.
  void within(std::uint64_t extent) {
    const std::string n = std::to_string(extent);
    for (const bool end : {true, false}) {
      Measure measure;
      for (const Quantity* one : quantities_) {
        const std::string& q = one->text;
        Clause clause{"within " + q, "0 <= " + q + (end ? " <= " : " < ") + n, {q + " <= " + n}};
        if (!end)
          clause.weaker.insert(clause.weaker.end(), {q + " < " + n, "0 <= " + q + " <= " + n});
        measure.clauses.push_back(std::move(clause));
      }
      add(std::move(measure));
    }
  }

  /// Sums over elements: numbers that are small enough.
  void elements(const Operation& operation) {
    for (const Pointer& pointer : function_.pointers) {
      if (std::ranges::find(operation.arrays, pointer.text) == operation.arrays.end()) continue;
      for (const Quantity* count : quantities_) {
        const std::string k = fresh(function_);
        add({{{"high " + count->text, count->text + " <= 32767"},
              {"elements " + pointer.text, "\\forall integer " + k + "; 0 <= " + k + " < " +
                                               count->text + " ==> 0 <= " + pointer.text + "[" + k +
                                               "] <= 65536"}}});
      }
    }
  }

  const FunctionOutline& function_;
  std::vector<const Quantity*> quantities_;
  std::vector<Measure> found_;
};

bool is_arithmetic(const std::string& check) {
  return check == "overflow" || check == "div0" || check == "shift";
}

/// The smallest operation of the kind that covers the place.
const Operation* operation_at(const FunctionOutline& function, const result::Place& place,
                              Operation::Kind kind) {
  const SourcePosition begin{place.line, place.column}, end{place.end_line, place.end_column};
  const Operation* best = nullptr;
  for (const Operation& one : function.operations) {
    if (one.kind != kind || begin < one.begin || one.end < end) continue;
    if (best == nullptr || (best->begin <= one.begin && one.end <= best->end)) best = &one;
  }
  return best;
}

}  // namespace

std::vector<Measure> measures_for(const FunctionOutline& function,
                                  const result::ObligationResult& failing,
                                  const result::Place& place) {
  const bool arithmetic = is_arithmetic(failing.check);
  const auto kind = arithmetic ? Operation::Kind::Arithmetic : Operation::Kind::Access;
  const Operation* operation = operation_at(function, place, kind);
  if (operation == nullptr) return {};
  Measures measures(function);
  return arithmetic ? measures.arithmetic(*operation, failing.check) : measures.access(*operation);
}

std::vector<std::string> assigned(const FunctionOutline& function, const Contract& contract) {
  std::vector<std::string> found;
  for (const frontend::c::Write& one : function.writes) {
    std::string text = one.path;
    if (!one.pointer.empty()) {
      const Clause* valid = contract.find("valid " + one.pointer);
      const std::size_t range =
          valid == nullptr ? std::string::npos : valid->text.find(" + (0 .. ");
      const bool whole = one.path.empty() || one.path.starts_with("[");
      if (range == std::string::npos) {
        text = whole ? "*" + one.pointer : one.pointer + one.path;
      } else {
        const std::size_t high = range + std::string_view(" + (0 .. ").size();
        text =
            one.pointer + "[0 .. " + valid->text.substr(high, valid->text.size() - high - 2) + "]";
      }
    }
    if (std::ranges::find(found, text) == found.end()) found.push_back(text);
  }
  return found;
}

}  // namespace pawl::contracts
