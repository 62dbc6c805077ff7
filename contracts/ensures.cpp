// SPDX-License-Identifier: Apache-2.0
//
// Where a function ends, a loop variable is what is returned, or has come to a bound that callers
// know. So variables of the function are replaced in the invariants by `\result`, by parameters, by
// numbers of the invariants and by 0, in all combinations. Functions that return a number to say
// what happened get the same of the runs that return it, and of those that do not. What is left
// has to be about the result, or about memory that the function writes.
#include "contracts/ensures.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace pawl::contracts {
namespace {

using frontend::c::FunctionOutline;
using frontend::c::Quantity;

constexpr std::size_t max_guesses = 60;  // each is a question to the prover
constexpr std::size_t max_said = 6;
constexpr std::size_t max_locals = 2;
constexpr std::size_t max_numbers = 2;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\\';
}

/// Words and the characters between them.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == i) ++end;
    words.push_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

/// Behind the bracket that closes the one at `open`; npos: there is none.
std::size_t closing(const std::string& text, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return std::string::npos;
}

/// `\at(x, Pre)` as a postcondition says it: `x` of a parameter, else `\old(x)`. nullopt: it speaks
/// of another state.
std::optional<std::string> of_the_call(std::string text, const FunctionOutline& function) {
  const std::string label = ", Pre)";
  for (std::size_t at = text.find("\\at("); at != std::string::npos; at = text.find("\\at(")) {
    const std::size_t end = closing(text, at + 3);
    if (end == std::string::npos) return std::nullopt;
    const std::string whole = text.substr(at, end - at);
    if (!whole.ends_with(label) || whole.find("\\at(", 1) != std::string::npos) return std::nullopt;
    const std::string what = whole.substr(4, whole.size() - 4 - label.size());
    // Marked, so that it is not taken for the parameter's value in the loop.
    const bool parameter = function.parameters.contains(what);
    text.replace(at, whole.size(), parameter ? "\\" + what : "\\old(" + what + ")");
  }
  return text;
}

/// The variables of the function that it speaks of; nothing behind `.` or `->` is one.
std::vector<std::string> locals_in(const std::vector<std::string>& words,
                                   const FunctionOutline& function) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool field = i > 0 && (words[i - 1] == "." || words[i - 1] == ">") &&
                       (words[i - 1] == "." || (i > 1 && words[i - 2] == "-"));
    if (field || !function.locals.contains(words[i])) continue;
    if (std::ranges::find(found, words[i]) == found.end()) found.push_back(words[i]);
  }
  return found;
}

std::string replaced(const std::vector<std::string>& words, const std::vector<std::string>& names,
                     const std::vector<std::string>& values, const FunctionOutline& function) {
  std::string text;
  for (const std::string& word : words) {
    const auto found = std::ranges::find(names, word);
    if (found != names.end()) {
      text += values[static_cast<std::size_t>(found - names.begin())];
    } else if (word.starts_with("\\") && function.parameters.contains(word.substr(1))) {
      text += word.substr(1);
    } else {
      text += word;
    }
  }
  return text;
}

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool about_result(const std::string& text) { return text.find("\\result") != std::string::npos; }

bool about_memory(const std::string& text) {
  return text.find('[') != std::string::npos || text.find("->") != std::string::npos ||
         text.find("*") != std::string::npos;
}

/// Of something that the function writes: of the rest, callers know it already.
bool about_written(const std::string& text, const FunctionOutline& function) {
  return std::ranges::any_of(function.writes, [&](const frontend::c::Write& one) {
    const std::string path = one.path.substr(0, one.path.find('['));
    if (!one.pointer.empty() && path.empty()) {
      return text.find(one.pointer + "[") != std::string::npos ||
             text.find("*" + one.pointer) != std::string::npos;
    }
    return text.find(one.pointer + path) != std::string::npos;
  });
}

class Promises {
 public:
  Promises(const FunctionOutline& function, const std::vector<std::string>& invariants)
      : function_(function), invariants_(invariants) {
    for (const bool compared : {true, false}) {
      for (const Quantity& one : function.quantities) {
        if (one.compared == compared && !function.locals.contains(one.text)) {
          ends_.push_back(one.text);
        }
      }
    }
    std::size_t numbers = 0;
    for (const std::string& one : invariants) {
      for (const std::string& word : words_of(one)) {
        if (numbers == max_numbers || !is_number(word) || word == "0" || word == "1") continue;
        if (std::ranges::find(ends_, word) != ends_.end()) continue;
        ends_.push_back(word);
        ++numbers;
      }
    }
    ends_.emplace_back("0");
  }

  std::vector<Promise> operator()() {
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      for (const std::string& text : said_at_end(invariants_[i])) {
        if (about_result(text) || about_written(text, function_)) add({text, i, {}});
      }
    }
    if (function_.returned.size() < 2) return std::move(found_);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      for (const std::string& text : said_at_end(invariants_[i])) add_of_some_runs(text, i);
    }
    return std::move(found_);
  }

 private:
  /// The invariant without variables of the function.
  std::vector<std::string> said_at_end(const std::string& invariant) const {
    const std::optional<std::string> text = of_the_call(invariant, function_);
    if (!text || text->find("\\let") != std::string::npos) return {};
    const std::vector<std::string> words = words_of(*text);
    const std::vector<std::string> names = locals_in(words, function_);
    if (names.size() > max_locals) return {};
    std::vector<std::vector<std::string>> values = {{}};
    for (const std::string& name : names) {
      std::vector<std::string> choices;
      if (std::ranges::find(function_.returned, name) != function_.returned.end()) {
        choices.emplace_back("\\result");
      }
      if (function_.integer_locals.contains(name)) {
        choices.insert(choices.end(), ends_.begin(), ends_.end());
      }
      std::vector<std::vector<std::string>> more;
      for (const auto& one : values) {
        for (const std::string& choice : choices) {
          // Two variables are hardly ever the result, and never in the same run.
          const bool again = std::ranges::find(one, choice) != one.end();
          if (again && choice == "\\result") continue;
          more.push_back(one);
          more.back().push_back(choice);
        }
      }
      values = std::move(more);
    }
    std::vector<std::string> found;
    for (const auto& one : values) found.push_back(replaced(words, names, one, function_));
    return found;
  }

  void add_of_some_runs(const std::string& text, std::size_t invariant) {
    if (!about_result(text) && !about_memory(text)) return;
    const bool simple = text.starts_with("\\forall") || text.starts_with("\\exists") ||
                        text.find("==>") == std::string::npos;
    for (const std::string& value : function_.returned) {
      const bool negative = value.starts_with("-");
      if (!is_number(negative ? value.substr(1) : value)) continue;
      const std::string when =
          "\\result " + std::string(about_result(text) ? "!=" : "==") + " " + value;
      add({when + " ==> " + (simple ? text : "(" + text + ")"), invariant, when});
    }
  }

  void add(Promise one) {
    if (found_.size() < max_guesses) found_.push_back(std::move(one));
  }

  const FunctionOutline& function_;
  const std::vector<std::string>& invariants_;
  std::vector<std::string> ends_;
  std::vector<Promise> found_;
};

}  // namespace

std::vector<Promise> promises_for(const FunctionOutline& function,
                                  const std::vector<std::string>& invariants) {
  std::vector<Promise> found = Promises(function, invariants)();
  std::set<std::string> seen;
  std::erase_if(found, [&](const Promise& one) { return !seen.insert(one.text).second; });
  return found;
}

std::vector<Promise> empty_forms_of(const std::vector<Promise>& promises) {
  std::vector<Promise> found;
  for (const Promise& one : promises) {
    const std::size_t arrow = one.text.rfind("==> ");
    if (arrow == std::string::npos) continue;
    Promise empty = one;
    empty.text.replace(arrow + 4, std::string::npos, "0 == 1");
    const auto opened = std::ranges::count(empty.text, '(');
    const auto closed = std::ranges::count(empty.text, ')');
    empty.text.append(static_cast<std::size_t>(std::max<std::ptrdiff_t>(opened - closed, 0)), ')');
    found.push_back(std::move(empty));
  }
  return found;
}

std::vector<Promise> without_empty(std::vector<Promise> promises,
                                   const std::vector<Promise>& empty_that_hold) {
  std::erase_if(promises, [&](const Promise& one) {
    const std::vector<Promise> empty = empty_forms_of({one});
    return !empty.empty() && std::ranges::find(empty_that_hold, empty.front().text,
                                               &Promise::text) != empty_that_hold.end();
  });
  return promises;
}

std::vector<std::string> worth_saying(const std::vector<Promise>& that_hold) {
  std::set<std::pair<std::size_t, std::string>> said;
  std::map<std::size_t, bool> about_all;  // what is said of all runs is said of the result
  std::vector<std::string> found;
  for (const Promise& one : that_hold) {
    if (found.size() == max_said) break;
    // "0 <= k < \result" is empty where -1 is returned; there something else may be said.
    const bool other = one.when.find("==") != std::string::npos && about_all[one.invariant];
    if (said.contains({one.invariant, ""}) && !other) continue;
    if (one.when.empty()) about_all[one.invariant] = about_result(one.text);
    if (said.insert({one.invariant, one.when}).second) found.push_back(one.text);
  }
  return found;
}

}  // namespace pawl::contracts
