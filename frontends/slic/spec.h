// SPDX-License-Identifier: Apache-2.0
//
// A typestate specification: variables that hold the state, and what calls and returns of named
// functions do to it [BallRajamani01]. Checked: names are resolved, types fit as far as they can be
// known without the program.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/source.h"

namespace pawl::frontend::slic {

enum class Type {
  Int,  // mathematical; the constants of an enum are ints too
  Bool,
  Pointer,
  Watched,  // $1, $return: what the C program has there
};

enum class Op {
  Number,    // text
  Boolean,   // index: 0 or 1
  Null,      // the null pointer
  Variable,  // index into Spec::variables; of an object: args has the pointer to it
  Any,       // like Variable: whether some object has the state args[0]
  Argument,  // index, from 1
  Return,
  Not,
  Negate,
  And,
  Or,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Add,
  Subtract,
};

struct Expression {
  Op op = Op::Number;
  Type type = Type::Int;
  std::string text;
  std::size_t index = 0;
  std::vector<Expression> args;
  SourceRange range;
};

struct Statement;
using Body = std::vector<Statement>;
struct Set {
  std::size_t variable = 0;
  std::optional<Expression> object;  // whose state it is
  Expression value;
};
struct Abort {
  std::string message;
};
struct Conditional {
  Expression condition;
  Body then_body;
  Body else_body;
};
struct Statement {
  std::variant<Set, Abort, Conditional> node;
  SourceRange range;
};

struct Variable {
  std::string name;
  Type type = Type::Int;
  Expression initial;       // a constant
  bool per_object = false;  // one for each object that a pointer can point to
  SourceRange range;
};

enum class Moment { Entry, Exit };

struct Event {
  std::string function;
  Moment moment = Moment::Entry;
  std::optional<Expression> guard;  // `when`: otherwise nothing happens
  Body body;
  SourceRange range;  // of "f.entry"
};

struct Spec {
  std::vector<Variable> variables;
  std::vector<Event> events;  // several for one function happen in the order of the text
};

/// The highest n of the $n in an event; 0 without one.
std::size_t arguments_used(const Event& event);

}  // namespace pawl::frontend::slic
