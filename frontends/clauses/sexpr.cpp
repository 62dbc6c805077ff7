// SPDX-License-Identifier: Apache-2.0
//
// The token rules (support/lexing.h) of SMT-LIB 2.6, section 3.1, and lists of them, with a stack
// of open lists in place of recursion.
#include "frontends/clauses/sexpr.h"

#include "frontends/clauses/lexer.h"

namespace pawl::frontend::clauses {
namespace {

class Reader {
 public:
  explicit Reader(gcl::Reporter& reporter) : reporter_(reporter), open_(1) {}

  void take(const Token& token) {
    switch (token.tok) {
      case Tok::LeftParen: return open(token);
      case Tok::RightParen: return close(token);
      case Tok::Symbol: return atom(Sexpr::Kind::Symbol, token);
      case Tok::Numeral: return atom(Sexpr::Kind::Numeral, token);
      case Tok::Keyword: return atom(Sexpr::Kind::Keyword, token);
      case Tok::Other: return atom(Sexpr::Kind::Other, token);
    }
  }

  std::vector<Sexpr> finish() {
    if (open_.size() > 1) {
      reporter_.error({open_.back().range.begin, open_.back().range.begin + 1},
                      "this list is never closed", "close it with ')'");
    }
    return std::move(open_.front().items);
  }

 private:
  void atom(Sexpr::Kind kind, const Token& token) {
    if (too_deep_ == 0) open_.back().items.push_back({kind, token.range, token.text, {}});
  }
  void open(const Token& token) {
    if (too_deep_ == 0 && open_.size() <= max_nesting) {
      open_.push_back({Sexpr::Kind::List, token.range, {}, {}});
      return;
    }
    if (too_deep_++ == 0) {
      reporter_.error(token.range, "lists are nested too deeply here",
                      "at most " + std::to_string(max_nesting) + " levels are accepted");
    }
  }
  void close(const Token& token) {
    if (too_deep_ > 0) {
      --too_deep_;
    } else if (open_.size() == 1) {
      reporter_.error(token.range, "there is no list to close here");
    } else {
      Sexpr list = std::move(open_.back());
      open_.pop_back();
      list.range.end = token.range.end;
      open_.back().items.push_back(std::move(list));
    }
  }

  gcl::Reporter& reporter_;
  std::vector<Sexpr> open_;  // the first holds what stands outside of lists
  std::size_t too_deep_ = 0;
};

}  // namespace

std::vector<Sexpr> read_sexprs(const SourceFile& file, gcl::Reporter& reporter) {
  Reader reader(reporter);
  for (const Token& token : lex(file, reporter)) reader.take(token);
  return reader.finish();
}

}  // namespace pawl::frontend::clauses
