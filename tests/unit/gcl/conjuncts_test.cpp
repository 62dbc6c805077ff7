// SPDX-License-Identifier: Apache-2.0
#include "gcl/conjuncts.h"

#include <catch2/catch.hpp>

#include "gcl/parser.h"
#include "gcl/printer.h"

using namespace pawl;

namespace {

using Texts = std::vector<std::string>;

class Formulas {
 public:
  Formulas() : file_("test.gcl", "procedure p(n: int, a: [int]int, b: [int]int) {}") {
    program_ = gcl::parse_program(context_, file_, diagnostics_);
    REQUIRE(program_);
  }
  Texts merged(const Texts& texts) {
    std::vector<gcl::Expr> formulas;
    for (const std::string& text : texts) formulas.push_back(parsed(text));
    return printed(gcl::merge_premises(context_, formulas));
  }
  Texts split(const std::string& text) {
    return printed(gcl::split_conclusion(context_, parsed(text)));
  }

 private:
  gcl::Expr parsed(const std::string& text) {
    const SourceFile source("formula", text);
    const gcl::Expr e = gcl::parse_expr(context_, source, *program_, program_->procedures[0], {},
                                        context_.bool_sort(), diagnostics_);
    REQUIRE(e);
    return e;
  }
  static Texts printed(const std::vector<gcl::Expr>& formulas) {
    Texts texts;
    for (const gcl::Expr e : formulas) texts.push_back(gcl::print(e));
    return texts;
  }

  gcl::Context context_;
  SourceFile file_;
  Diagnostics diagnostics_;
  std::optional<gcl::Program> program_;
};

}  // namespace

TEST_CASE("premises that are the same are said once", "[gcl][conjuncts]") {
  Formulas formulas;
  CHECK(formulas.merged({"forall k: int :: 0 <= k ==> a[k] == 1", "0 <= n",
                         "forall k: int :: 0 <= k ==> b[k] == 2"}) ==
        Texts{"forall k: int :: 0 <= k ==> a[k] == 1 && b[k] == 2", "0 <= n"});
  CHECK(formulas.merged({"n < 3 ==> a[0] == 1", "n < 3 ==> a[1] == 1", "n < 4 ==> a[2] == 1"}) ==
        Texts{"n < 3 ==> a[0] == 1 && a[1] == 1", "n < 4 ==> a[2] == 1"});
  // Another variable may mean something else.
  CHECK(formulas
            .merged(
                {"forall k: int :: 0 <= k ==> a[k] == 1", "forall j: int :: 0 <= j ==> b[j] == 1"})
            .size() == 2);
}

TEST_CASE("triggers of both stay", "[gcl][conjuncts]") {
  Formulas formulas;
  CHECK(formulas.merged({"forall k: int :: {a[k]} 0 <= k ==> a[k] == 1",
                         "forall k: int :: {b[k]} 0 <= k ==> b[k] == 2"}) ==
        Texts{"forall k: int :: {a[k]} {b[k]} 0 <= k ==> a[k] == 1 && b[k] == 2"});
}

TEST_CASE("and apart again", "[gcl][conjuncts]") {
  Formulas formulas;
  CHECK(formulas.split("forall k: int :: 0 <= k ==> a[k] == 1 && b[k] == 2") ==
        Texts{"forall k: int :: 0 <= k ==> a[k] == 1", "forall k: int :: 0 <= k ==> b[k] == 2"});
  CHECK(formulas.split("n < 3") == Texts{"n < 3"});
}
