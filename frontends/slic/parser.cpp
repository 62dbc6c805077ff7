// SPDX-License-Identifier: Apache-2.0
//
// Recursive descent with a limit on nesting. After an error it goes on at the next event, so that
// one run reports an error of each.
#include "frontends/slic/parser.h"

#include <algorithm>
#include <array>
#include <map>

#include "frontends/slic/lexer.h"
#include "gcl/reporter.h"
#include "support/overloaded.h"

namespace pawl::frontend::slic {
namespace {

constexpr std::size_t max_nesting = 100;

/// Thrown after an error was reported, caught where parsing can go on.
struct Failed {};

const char* to_string(Type type) {
  switch (type) {
    case Type::Int: return "an integer";
    case Type::Bool: return "a truth value";
    case Type::Pointer: return "a pointer";
    case Type::Watched: return "a value of the program";
  }
  return "";
}

class Parser {
 public:
  Parser(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file),
        diagnostics_(diagnostics),
        reporter_(file),
        position_(file),
        tokens_(lex(file, reporter_)) {}

  std::optional<Spec> operator()() {
    while (!at(Tok::End) && !reporter_.stopped()) {
      try {
        item();
      } catch (const Failed&) {
        skip_item();
      }
    }
    if (!reporter_.has_errors() && spec_.events.empty()) {
      reporter_.error(peek().range, "a specification without an event says nothing",
                      "write what happens: f.entry { ... }");
    }
    const bool failed = reporter_.has_errors();
    reporter_.flush(diagnostics_);
    if (failed) return std::nullopt;
    return std::move(spec_);
  }

 private:
  struct Nesting {
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > max_nesting) parser_.fail("this is nested too deeply", "");
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Parser& parser_;
  };

  const Token& peek() const { return tokens_[next_]; }
  bool at(Tok tok) const { return peek().tok == tok; }
  Token take() {
    const Token token = peek();
    if (!at(Tok::End)) ++next_;
    return token;
  }
  bool accept(Tok tok) {
    if (!at(tok)) return false;
    take();
    return true;
  }
  SourceRange range(gcl::TextRange text) { return position_(text); }

  [[noreturn]] void fail(std::string message, std::string hint) {
    if (!at(Tok::Error)) reporter_.error(peek().range, std::move(message), std::move(hint));
    throw Failed{};
  }
  [[noreturn]] void unexpected(const std::string& wanted, std::string hint = {}) {
    const std::string found =
        at(Tok::End) ? "the end of the file" : "'" + std::string(peek().text.substr(0, 40)) + "'";
    fail("expected " + wanted + ", found " + found, std::move(hint));
  }
  Token expect(Tok tok) {
    if (!at(tok)) unexpected("'" + std::string(spelling(tok)) + "'");
    return take();
  }
  Token name(const char* what) {
    if (!at(Tok::Identifier)) unexpected(what);
    return take();
  }

  /// To what can begin an item and stands at the beginning of one: after a closing brace.
  void skip_item() {
    std::size_t open = depth_of_braces_;
    depth_of_braces_ = 0;
    depth_ = 0;
    while (!at(Tok::End)) {
      const Tok tok = take().tok;
      if (tok == Tok::LeftBrace) ++open;
      if (tok == Tok::RightBrace && (open == 0 || --open == 0)) return;
    }
  }

  void item() {
    if (accept(Tok::KwState)) return state();
    if (at(Tok::Identifier)) return event();
    unexpected("'state' or the name of a function", "f.entry { ... }, f.exit { ... }");
  }

  // --- state

  void state() {
    open_brace();
    while (!at(Tok::RightBrace)) variable();
    close_brace();
  }

  void variable() {
    Variable result;
    if (accept(Tok::KwInt)) {
      result.type = Type::Int;
    } else if (accept(Tok::KwBool)) {
      result.type = Type::Bool;
    } else if (accept(Tok::KwPointer)) {
      result.type = Type::Pointer;
    } else if (accept(Tok::KwEnum)) {
      constants();
    } else {
      unexpected("a type: int, bool, pointer or enum { ... }");
    }
    const Token word = name("the name of a state variable");
    declare_free(word);
    result.name = word.text;
    result.range = range(word.range);
    if (accept(Tok::LeftBracket)) {
      if (result.type == Type::Pointer) fail("an object has no pointer as its state", "");
      if (!at(Tok::KwPointer)) unexpected("'pointer'", "lock[pointer]: one for each object");
      take();
      expect(Tok::RightBracket);
      result.per_object = true;
    }
    if (!at(Tok::Assign)) unexpected("'=' and the first value", "the state begins somewhere");
    take();
    const Expression initial = expression();
    if (!is_constant(initial)) {
      reporter_.error(text_of(initial), "the first value should be a constant");
      throw Failed{};
    }
    require(initial, result.type);
    result.initial = initial;
    expect(Tok::Semicolon);
    variables_.emplace(result.name, spec_.variables.size());
    spec_.variables.push_back(std::move(result));
  }

  void constants() {
    open_brace();
    do {
      const Token word = name("the name of a state");
      declare_free(word);
      constants_.emplace(std::string(word.text), constants_.size());
    } while (accept(Tok::Comma));
    close_brace();
  }

  void declare_free(const Token& word) {
    const std::string text(word.text);
    if (!variables_.contains(text) && !constants_.contains(text)) return;
    reporter_.error(word.range, "'" + text + "' is declared twice");
    throw Failed{};
  }

  static bool is_constant(const Expression& e) {
    if (e.op == Op::Negate) return is_constant(e.args.front());
    return e.op == Op::Number || e.op == Op::Boolean || e.op == Op::Null;
  }

  // --- events

  void event() {
    Event result;
    const Token function = take();
    result.function = function.text;
    if (!at(Tok::Dot)) unexpected("'.entry' or '.exit' after the name of a function");
    take();
    if (!at(Tok::KwEntry) && !at(Tok::KwExit)) unexpected("'entry' or 'exit'");
    const Token moment = take();
    result.moment = moment.tok == Tok::KwEntry ? Moment::Entry : Moment::Exit;
    result.range = range({function.range.begin, moment.range.end});
    moment_ = result.moment;
    if (accept(Tok::KwWhen)) result.guard = condition();
    if (!at(Tok::LeftBrace)) unexpected("'{'");
    result.body = block();
    spec_.events.push_back(std::move(result));
  }

  void open_brace() {
    expect(Tok::LeftBrace);
    ++depth_of_braces_;
  }
  void close_brace() {
    expect(Tok::RightBrace);
    --depth_of_braces_;
  }

  Body block() {
    const Nesting nesting(*this);
    Body body;
    open_brace();
    while (!at(Tok::RightBrace)) statement(body);
    close_brace();
    return body;
  }

  void statement(Body& out) {
    const Nesting nesting(*this);
    const gcl::TextRange begin = peek().range;
    const auto since = [&] { return range({begin.begin, tokens_[next_ - 1].range.end}); };
    if (at(Tok::LeftBrace)) {
      for (Statement& one : block()) out.push_back(std::move(one));
    } else if (accept(Tok::KwAbort)) {
      if (!at(Tok::String)) unexpected("a message", "abort \"locked twice\";");
      Abort abort{std::string(take().text)};
      expect(Tok::Semicolon);
      out.push_back({std::move(abort), since()});
    } else if (accept(Tok::KwIf)) {
      Conditional result;
      expect(Tok::LeftParen);
      result.condition = condition();
      expect(Tok::RightParen);
      statement(result.then_body);
      if (accept(Tok::KwElse)) statement(result.else_body);
      out.push_back({std::move(result), since()});
    } else if (at(Tok::Identifier)) {
      out.push_back(assignment());
      out.back().range = since();
    } else {
      unexpected("a statement", "x = e;  if (e) ... else ...  abort \"message\";  { ... }");
    }
  }

  Statement assignment() {
    const Token word = take();
    const auto found = variables_.find(std::string(word.text));
    if (found == variables_.end()) {
      reporter_.error(word.range, "'" + std::string(word.text) + "' is no state variable",
                      "an event changes the state only");
      throw Failed{};
    }
    Set set;
    set.variable = found->second;
    set.object = object(set.variable, word);
    expect(Tok::Assign);
    set.value = expression();
    require(set.value, spec_.variables[set.variable].type);
    expect(Tok::Semicolon);
    return {std::move(set), {}};
  }

  // --- expressions

  Expression condition() {
    Expression e = expression();
    require(e, Type::Bool);
    return e;
  }

  gcl::TextRange text_of(const Expression& e) const {
    const auto offset = [&](SourcePosition at) {
      return file_.line_begin(at.line) + at.column - 1;
    };
    return {offset(e.range.begin), offset(e.range.end)};
  }

  /// A value of the program may be any type; whether it is becomes clear when it is woven in.
  void require(const Expression& e, Type wanted) {
    const bool fits = e.type == wanted || e.type == Type::Watched;
    if (fits) return;
    reporter_.error(text_of(e), std::string("this is ") + to_string(e.type) + ", but should be " +
                                    to_string(wanted));
    throw Failed{};
  }

  Expression expression() { return binary(0); }

  struct Operator {
    Tok tok;
    Op op;
    std::size_t level;
  };
  static constexpr std::array binaries = {
      Operator{Tok::Or, Op::Or, 0},        Operator{Tok::And, Op::And, 1},
      Operator{Tok::Equal, Op::Equal, 2},  Operator{Tok::NotEqual, Op::NotEqual, 2},
      Operator{Tok::Less, Op::Less, 3},    Operator{Tok::LessEqual, Op::LessEqual, 3},
      Operator{Tok::Greater, Op::Less, 3}, Operator{Tok::GreaterEqual, Op::LessEqual, 3},
      Operator{Tok::Plus, Op::Add, 4},     Operator{Tok::Minus, Op::Subtract, 4}};
  static constexpr std::size_t levels = 5;

  Expression binary(std::size_t level) {
    if (level == levels) return unary();
    const std::size_t begin = peek().range.begin;
    Expression left = binary(level + 1);
    while (true) {
      const auto found = std::ranges::find_if(
          binaries, [&](const Operator& o) { return o.tok == peek().tok && o.level == level; });
      if (found == binaries.end()) return left;
      const Token symbol = take();
      Expression right = binary(level + 1);
      if (symbol.tok == Tok::Greater || symbol.tok == Tok::GreaterEqual) std::swap(left, right);
      Expression whole;
      whole.op = found->op;
      whole.args.push_back(std::move(left));
      whole.args.push_back(std::move(right));
      whole.range = range({begin, tokens_[next_ - 1].range.end});
      check(whole);
      left = std::move(whole);
    }
  }

  void check(Expression& e) {
    const bool logical = e.op == Op::And || e.op == Op::Or;
    const bool equality = e.op == Op::Equal || e.op == Op::NotEqual;
    const bool sum = e.op == Op::Add || e.op == Op::Subtract;
    e.type = sum ? Type::Int : Type::Bool;
    if (!equality) {
      for (const Expression& arg : e.args) require(arg, logical ? Type::Bool : Type::Int);
      return;
    }
    const Type left = e.args[0].type;
    const Type right = e.args[1].type;
    if (left != Type::Watched && right != Type::Watched) require(e.args[1], left);
  }

  Expression unary() {
    const Nesting nesting(*this);
    const Token token = peek();
    Expression e;
    if (accept(Tok::Not) || accept(Tok::Minus)) {
      const bool negated = token.tok == Tok::Not;
      e.op = negated ? Op::Not : Op::Negate;
      e.type = negated ? Type::Bool : Type::Int;
      e.args.push_back(unary());
      require(e.args.front(), e.type);
    } else if (accept(Tok::LeftParen)) {
      e = binary(0);
      expect(Tok::RightParen);
    } else {
      e = operand();
    }
    e.range = range({token.range.begin, tokens_[next_ - 1].range.end});
    return e;
  }

  Expression operand() {
    const Token token = peek();
    Expression e;
    if (at(Tok::KwAny)) return any();
    if (at(Tok::Identifier)) return known_name();
    if (at(Tok::Number)) {
      e.text = token.text;
    } else if (at(Tok::KwTrue) || at(Tok::KwFalse)) {
      e.op = Op::Boolean;
      e.type = Type::Bool;
      e.index = at(Tok::KwTrue) ? 1 : 0;
    } else if (at(Tok::KwNull)) {
      e.op = Op::Null;
      e.type = Type::Pointer;
    } else if (at(Tok::Argument)) {
      e.op = Op::Argument;
      e.type = Type::Watched;
      e.index = std::stoul(std::string(token.text));
    } else if (at(Tok::Return)) {
      if (moment_ == Moment::Entry) fail("nothing has been returned on entry", "use f.exit");
      e.op = Op::Return;
      e.type = Type::Watched;
    } else {
      unexpected("an expression");
    }
    take();
    return e;
  }

  /// The pointer in `lock[$1]`; nothing where there is one state for all.
  std::optional<Expression> object(std::size_t variable, const Token& word) {
    const bool per_object = spec_.variables[variable].per_object;
    if (per_object != at(Tok::LeftBracket)) {
      const std::string name(word.text);
      fail(per_object ? "'" + name + "' is the state of an object: which one?"
                      : "'" + name + "' is not the state of an object",
           per_object ? "write " + name + "[$1]" : "declare it as " + name + "[pointer]");
    }
    if (!per_object) return std::nullopt;
    take();
    Expression pointer = expression();
    require(pointer, Type::Pointer);
    expect(Tok::RightBracket);
    return pointer;
  }

  /// any lock == Locked
  Expression any() {
    take();
    Expression e;
    const Token word = name("the name of a state of objects");
    const auto found = variables_.find(std::string(word.text));
    if (found == variables_.end() || !spec_.variables[found->second].per_object) {
      reporter_.error(word.range, "'" + std::string(word.text) + "' is no state of objects",
                      "declare it as lock[pointer]");
      throw Failed{};
    }
    e.op = Op::Any;
    e.index = found->second;
    e.type = Type::Bool;
    if (!at(Tok::Equal)) unexpected("'=='", "any lock == Locked");
    take();
    e.args.push_back(operand());
    require(e.args.front(), spec_.variables[e.index].type);
    return e;
  }

  Expression known_name() {
    const std::string text(peek().text);
    Expression e;
    if (const auto constant = constants_.find(text); constant != constants_.end()) {
      e.op = Op::Number;
      e.text = std::to_string(constant->second);
    } else if (const auto variable = variables_.find(text); variable != variables_.end()) {
      const Token word = take();
      e.op = Op::Variable;
      e.index = variable->second;
      e.type = spec_.variables[variable->second].type;
      if (auto pointer = object(e.index, word)) e.args.push_back(std::move(*pointer));
      return e;
    } else {
      fail("'" + text + "' is not declared", "state { int " + text + " = 0; }");
    }
    take();
    return e;
  }

  const SourceFile& file_;
  Diagnostics& diagnostics_;
  gcl::Reporter reporter_;
  gcl::PositionFinder position_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t depth_ = 0;
  std::size_t depth_of_braces_ = 0;
  Moment moment_ = Moment::Entry;
  Spec spec_;
  std::map<std::string, std::size_t> variables_;
  std::map<std::string, std::size_t> constants_;
};

void count_arguments(const Expression& root, std::size_t& highest) {
  std::vector<const Expression*> open = {&root};
  while (!open.empty()) {
    const Expression& e = *open.back();
    open.pop_back();
    if (e.op == Op::Argument) highest = std::max(highest, e.index);
    for (const Expression& arg : e.args) open.push_back(&arg);
  }
}

}  // namespace

std::size_t arguments_used(const Event& event) {
  std::size_t highest = 0;
  if (event.guard) count_arguments(*event.guard, highest);
  std::vector<const Body*> open = {&event.body};
  while (!open.empty()) {
    const Body& body = *open.back();
    open.pop_back();
    for (const Statement& one : body) {
      std::visit(overloaded{
                     [&](const Set& set) {
                       count_arguments(set.value, highest);
                       if (set.object) count_arguments(*set.object, highest);
                     },
                     [](const Abort&) {},
                     [&](const Conditional& branch) {
                       count_arguments(branch.condition, highest);
                       open.push_back(&branch.then_body);
                       open.push_back(&branch.else_body);
                     },
                 },
                 one.node);
    }
  }
  return highest;
}

std::optional<Spec> parse_spec(const SourceFile& file, Diagnostics& diagnostics) {
  return Parser(file, diagnostics)();
}

}  // namespace pawl::frontend::slic
