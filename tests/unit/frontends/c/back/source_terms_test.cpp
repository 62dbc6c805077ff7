// SPDX-License-Identifier: Apache-2.0
//
// IL formulas over what C became, said in C again.
#include "frontends/c/back/source_terms.h"

#include <catch2/catch.hpp>
#include <map>

#include "frontends/c/back/c_terms.h"
#include "frontends/c/back/loop_assigns.h"
#include "frontends/c/back/written_terms.h"
#include "frontends/c/lower.h"
#include "gcl/moments.h"
#include "gcl/parser.h"
#include "gcl/targets.h"
#include "prover/prover.h"
#include "prover/query_log.h"

using namespace pawl;
namespace c = frontend::c;

namespace {

/// A C text whose first loop is asked about.
class Loop {
 public:
  explicit Loop(std::string text, c::Options options = {}) : file_("test.c", std::move(text)) {
    Diagnostics diagnostics;
    unit_ = c::TranslationUnit::parse(file_, options, diagnostics);
    REQUIRE(unit_);
    lowered_ = c::lower(*unit_, options, c::Approximation::Over, context_, diagnostics);
    REQUIRE(lowered_);
    for (const gcl::Procedure& procedure : lowered_->program.procedures) {
      if (!procedure.body) continue;
      gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
        const auto* loop = std::get_if<gcl::While>(&stmt.node);
        if (loop == nullptr || loop_ != nullptr) return;
        loop_ = loop;
        procedure_ = &procedure;
      });
    }
    REQUIRE(loop_ != nullptr);
    REQUIRE(loop_->origin != 0);
    for (const gcl::Expr target : gcl::targets(lowered_->program, loop_->body)) {
      changed_.insert(target.name());
    }
  }

  std::string acsl(const std::string& formula, const std::string& known = "true") {
    return said(formula, known).text;
  }
  /// Where `known` is certified.
  c::Said said(const std::string& formula, const std::string& known) {
    prover::QueryLog log;
    const auto prover = prover::make_prover(context_, {}, log);
    prover->assert_formula(parsed(known));
    const auto on_entry = [&](gcl::Expr var, gcl::Moment moment) {
      return moment == gcl::Moment::Now ? var : context_.var(var.name() + "@entry", var.sort());
    };
    const auto implies = [&](gcl::Expr fact) {
      const gcl::Expr closed = gcl::read_vars(context_, fact, on_entry);
      return prover->entails({}, closed) == prover::Answer::Yes;
    };
    return c::to_acsl(parsed(formula), scope(), changed_, {context_, implies});
  }
  std::string plain_c(const std::string& formula) {
    return c::to_c(context_, parsed(formula), scope()).text;
  }
  std::string assigns() {
    const auto found = c::assigned_locations(lowered_->program, *loop_, scope(), {context_, {}});
    if (!found.locations) return "? " + found.unbounded;
    std::string text;
    for (const std::string& one : *found.locations) text += (text.empty() ? "" : ", ") + one;
    return text;
  }
  const c::SourceScope& scope() const { return lowered_->activations[loop_->origin - 1].scope; }
  const c::Lowered& lowered() const { return *lowered_; }

 private:
  gcl::Expr parsed(const std::string& formula) {
    const SourceFile file("formula", formula);
    Diagnostics diagnostics;
    const gcl::Expr e = gcl::parse_expr(context_, file, lowered_->program, *procedure_, {},
                                        context_.bool_sort(), diagnostics);
    INFO(formula);
    REQUIRE(e);
    return e;
  }

  SourceFile file_;
  gcl::Context context_;
  std::unique_ptr<c::TranslationUnit> unit_;
  std::optional<c::Lowered> lowered_;
  const gcl::While* loop_ = nullptr;
  const gcl::Procedure* procedure_ = nullptr;
  std::set<std::string> changed_;
};

}  // namespace

TEST_CASE("variables, quantifiers, implications, chains", "[c][source]") {
  Loop loop("int main(void) { int a[10]; int i = 0, k = 0; while (i < 10) { a[i] = k; i++; } }");
  CHECK(loop.acsl("0 <= i && i <= 10") == "0 <= i <= 10");
  CHECK(loop.acsl("!(i <= k)") == "k < i");
  CHECK(loop.acsl("i == k ==> i < 10") == "i == k ==> i < 10");
  // k is taken: the bound variable is called something else.
  CHECK(loop.acsl("forall sc: int :: 0 <= sc && sc < i ==> a[sc] == k", "i <= 10") ==
        "\\forall integer j; 0 <= j < i ==> a[j] == k");
  CHECK(loop.acsl("a[i + 1] == 2 * i - 3", "0 <= i && i < 9") == "a[i + 1] == 2 * i - 3");
  CHECK(loop.assigns() == "a[0 .. 9], i");
}

TEST_CASE("what types say alone is not said", "[c][source]") {
  Loop loop("int main(void) { unsigned char u = 3; int i = 0; while (i < u) i++; }");
  CHECK(loop.acsl("i <= 2147483647") == "\\true");
  CHECK(loop.acsl("0 <= u && i <= u") == "i <= u");
  CHECK(loop.acsl("i < 2147483647") == "i < 2147483647");
  c::Options ideal;
  ideal.ints = c::IntModel::Ideal;
  Loop unbounded("int main(void) { int i = 0; while (i < 9) i++; }", ideal);
  CHECK(unbounded.acsl("i <= 2147483647") == "i <= 2147483647");
}

TEST_CASE("values on entry to the loop", "[c][source]") {
  Loop loop("int main(void) { int a[10]; int i = 0, n = 5; while (i < n) { a[i] = 1; i++; } }");
  CHECK(loop.acsl("entry(i) <= i") == "\\at(i, LoopEntry) <= i");
  CHECK(loop.acsl("forall k: int :: i <= k ==> a[k] == entry(a)[k]", "0 <= i") ==
        "\\forall integer k; i <= k < 10 ==> a[k] == \\at(a[k], LoopEntry)");
  // The index is as of now, the array as of then.
  const std::string inside = "0 <= i && i < n && n < 10";
  CHECK(loop.acsl("entry(a)[i] == 0", inside) == "\\at(a[\\at(i, Here)], LoopEntry) == 0");
  CHECK(loop.acsl("entry(a)[n] == 0", inside) == "\\at(a[n], LoopEntry) == 0");
  CHECK(loop.acsl("entry(a[i]) == 0") ==
        "0 <= \\at(i, LoopEntry) < 10 ==> \\at(a[i], LoopEntry) == 0");
}

TEST_CASE("arrays are spoken of inside of their extents only", "[c][source]") {
  Loop loop("int main(void) { int a[10]; int i = 0; while (i < 10) { a[i] = 7; i++; } }");
  CHECK(loop.acsl("forall k: int :: a[k] == 7") == "\\forall integer k; 0 <= k < 10 ==> a[k] == 7");
  CHECK(loop.acsl("forall k: int :: k < i ==> a[k] == 7", "i <= 10") ==
        "\\forall integer k; 0 <= k < i ==> a[k] == 7");
  CHECK(loop.acsl("forall k: int :: 0 <= k && k < i ==> a[k] == 7", "i <= 11") ==
        "\\forall integer k; 0 <= k < i && k < 10 ==> a[k] == 7");
  CHECK(loop.acsl("forall k: int :: 0 <= k && k < i ==> a[k] <= a[k + 1]", "i <= 9") ==
        "\\forall integer k; 0 <= k < i ==> a[k] <= a[k + 1]");
  // Of elements that it does not have, nothing is said.
  CHECK(loop.acsl("forall k: int :: k < 0 ==> a[k] == 7") == "\\true");
  CHECK(loop.acsl("forall k: int :: i <= k ==> a[k] == 7", "10 <= i") == "\\true");
  // To say less would be to claim more.
  CHECK(loop.acsl("!(forall k: int :: a[k] == 7)").empty());
  CHECK(loop.acsl("exists k: int :: i <= k && a[k] == 7", "0 <= i").empty());
  CHECK(loop.acsl("exists k: int :: 0 <= k && k < i && a[k] == 7", "i <= 10") ==
        "\\exists integer k; 0 <= k < i && a[k] == 7");
}

TEST_CASE("it is known whether all of a formula has been said", "[c][source]") {
  Loop loop("int main(void) { int a[10]; int i = 0; while (i < 10) { a[i] = 7; i++; } }");
  const std::string filled = "forall k: int :: 0 <= k && k < i ==> a[k] == 7";
  CHECK(loop.said(filled, "i <= 10").exact);
  CHECK_FALSE(loop.said(filled, "true").exact);
  CHECK_FALSE(loop.said("forall k: int :: k < 0 ==> a[k] == 7", "true").exact);
}

TEST_CASE("a condition inside of a term is said exactly or not at all", "[c][source]") {
  Loop loop("int main(void) { int a[10]; int i = 0; while (i < 10) { a[i] = 7; i++; } }");
  const std::string chosen =
      "i == (if (forall k: int :: 0 <= k && k < i ==> a[k] == 7) then 1 else 2)";
  CHECK(loop.acsl(chosen).empty());
  CHECK(loop.acsl(chosen, "i <= 10") ==
        "i == ((\\forall integer k; 0 <= k < i ==> a[k] == 7) ? 1 : 2)");
}

TEST_CASE("what is known here is not what was known before the loop", "[c][source]") {
  Loop loop("int main(void) { int a[10]; int i = 0; while (i < 10) { a[i] = 7; i++; } }");
  // i <= 10 says nothing of the i that is meant.
  CHECK(loop.acsl("entry(forall k: int :: 0 <= k && k < i ==> a[k] == 7)", "i <= 10") ==
        "\\at(\\forall integer k; 0 <= k < i && k < 10 ==> a[k] == 7, LoopEntry)");
}

TEST_CASE("arrays whose length is a variable", "[c][source]") {
  Loop loop("void f(int n) { int a[n]; int i = 0; while (i < n) { a[i] = 7; i++; } }");
  CHECK(loop.acsl("forall k: int :: i <= k ==> a[k] == 7", "0 <= i") ==
        "\\forall integer k; i <= k < n ==> a[k] == 7");
  CHECK(loop.assigns() == "a[0 .. n - 1], i");
  Loop changes("void f(int n) { int a[n]; n = 5; int i = 0; while (i < n) { a[i] = 7; i++; } }");
  CHECK(changes.acsl("forall k: int :: i <= k ==> a[k] == 7", "0 <= i").empty());
  CHECK(changes.acsl("forall k: int :: 0 <= k && k < i ==> a[k] == 7") ==
        "\\forall integer k; 0 <= k < i ==> a[k] == 7");
  CHECK(changes.assigns() == "? a[..]");
}

TEST_CASE("values on entry to the function", "[c][source]") {
  Loop loop("void f(int n) { while (n > 0) n--; }");
  CHECK(loop.acsl("n <= n$in") == "n <= \\at(n, Pre)");
}

TEST_CASE("division and remainder of numbers that may be negative", "[c][source]") {
  Loop loop("int main(void) { int i = 0; unsigned u = 9; while (i < 10) { i++; u--; } }");
  CHECK(loop.acsl("u mod 4 == 1") == "u % 4 == 1");
  CHECK(loop.acsl("u div 4 == 1") == "u / 4 == 1");
  CHECK(loop.acsl("i mod 4 == 1") == "(i % 4 + 4) % 4 == 1");
  CHECK(loop.acsl("i div i == 1").empty());
}

TEST_CASE("shadowed variables and those of other blocks have no name", "[c][source]") {
  Loop loop(
      "int main(void) { int i = 1; { int i = 2; while (i < 9) { int j = i; i += j; } } return i; "
      "}");
  CHECK(loop.acsl("i$2 <= 9") == "i <= 9");
  CHECK(loop.acsl("i <= 9").empty());
  CHECK(loop.acsl("j <= 9").empty());
  CHECK(loop.assigns() == "i");
}

TEST_CASE("a for that declares its counter", "[c][source]") {
  Loop loop("int main(void) { int i = 5; for (int i = 0; i < 3; i++) ; return i; }");
  CHECK(loop.acsl("i$2 <= 3") == "i <= 3");
  CHECK(loop.acsl("i <= 3").empty());
  CHECK(loop.assigns() == "i");
}

TEST_CASE("structs, globals, matrices", "[c][source]") {
  Loop loop(
      "struct s { int n; int d[4]; }; struct s g; int m[2][3];\n"
      "int main(void) { while (g.n < 4) { g.d[g.n] = m[1][2]; m[0][g.n] = 1; g.n++; } }");
  CHECK(loop.acsl("0 <= g$n") == "0 <= g.n");
  CHECK(loop.acsl("g$d[g$n] == m[1][2]", "0 <= g$n && g$n < 4") == "g.d[g.n] == m[1][2]");
  CHECK(loop.assigns() == "g.d[0 .. 3], g.n, m[0 .. 1][0 .. 2]");
}

TEST_CASE("through pointers", "[c][source]") {
  Loop loop("void f(int *p, int n) { int i = 0; while (i < n) { p[i] = 0; i++; } }");
  bool found = false;
  for (const c::Lvalue& one : loop.scope().lvalues) {
    found |= one.pieces == std::vector<std::string>{"p[", "]"};
  }
  CHECK(found);
  CHECK(loop.acsl("p == 0") == "p == \\null");
  CHECK(loop.assigns() == "? p[..]");
  // The IL counts from the start of the object, C from where the pointer points.
  CHECK(loop.acsl("forall x: int :: p$off <= x && x < p$off + i ==> memory[x] == 0") ==
        "\\forall integer k; 0 <= k < i ==> p[k] == 0");
  CHECK(loop.acsl("memory[p$off] == 0") == "*p == 0");
  CHECK(loop.acsl("forall x: int :: 0 <= x && x < i ==> memory[x] == 0").empty());
  Loop list(
      "struct n { struct n *next; int v; };\n"
      "int f(struct n *p) { int s = 0; while (p) { s += p->v; p = p->next; } return s; }");
  CHECK(list.assigns() == "p, s");
}

TEST_CASE("what a pointer points to is not said through a pointer that may be null",
          "[c][source]") {
  Loop loop(
      "int nondet_int(void); int main(void) { int x = 1; int *p = nondet_int() ? &x : 0;\n"
      "int i = 0; while (i < 3) { i++; if (p) *p = 1; } return x; }");
  CHECK(loop.acsl("main$x == 1") == "x == 1");
}

TEST_CASE("what is behind a pointer has a name once it is known to point somewhere",
          "[c][source]") {
  const char* code =
      "struct v { int len; }; void f(struct v *v) { int i = 0; while (i < v->len) { i++; } }";
  Loop loop(code);
  CHECK(loop.acsl("i <= memory$len").empty());
  c::SourceScope scope = loop.scope();
  REQUIRE(std::ranges::any_of(scope.lvalues, [](const c::Lvalue& one) {
    return one.pieces == std::vector<std::string>{"v->len"} && one.not_null.size() == 1;
  }));
}

TEST_CASE("inside an inlined function only its own names", "[c][source]") {
  Loop loop(
      "static void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }\n"
      "int main(void) { int data[7]; int size = 7; fill(data, size); return data[0]; }");
  CHECK(loop.acsl("fill$i <= size") == "i <= n");
  CHECK_FALSE(loop.lowered().activations.front().is_root);
}

TEST_CASE("C expressions are defined wherever they are evaluated", "[c][source]") {
  Loop loop(
      "int main(void) { int i = 0, n = 3; unsigned u = 1; long long w = 1; unsigned long v = 2;\n"
      "int a[9]; while (i < n) { i++; u++; w++; v++; a[i] = 0; } }");
  CHECK(loop.plain_c("i <= n") == "i <= n");
  CHECK(loop.plain_c("i + 1 <= n") == "(long long)i + 1 <= (long long)n");
  CHECK(loop.plain_c("i <= u") == "(long long)i <= (long long)u");
  CHECK(loop.plain_c("0 <= i && !(n == 2)") == "(0 <= i) && (!(n == 2))");
  CHECK(loop.plain_c("w + 1 <= i").empty());
  CHECK(loop.plain_c("i <= v").empty());
  CHECK(loop.plain_c("a[i] == 0") == "!(0 <= i && i < 9) || a[i] == 0");
  CHECK(loop.plain_c("!(a[i] == 0)") == "!(0 <= i && i < 9 && a[i] == 0)");
  CHECK(loop.plain_c("(i == 0) <==> (a[i] == 0)").empty());
  CHECK(loop.plain_c("entry(i) <= i").empty());
}

TEST_CASE("without quantifiers a C expression says less", "[c][source]") {
  Loop loop(
      "int main(void) { int i = 0, n = 3; int a[9];\n"
      "while (i < n) { i++; a[i] = n; } }");
  CHECK(loop.plain_c("forall k: int :: 0 <= k && k < i ==> a[k] == 0") ==
        "(!(0 < i) || (a[0] == 0)) && "
        "(!((0 <= (long long)i - 1) && ((long long)i - 1 < (long long)i)) || "
        "(!(0 <= (long long)i - 1 && (long long)i - 1 < 9) || a[(long long)i - 1] == 0))");
  // Where the range has no end, the array has one.
  CHECK(loop.plain_c("forall k: int :: a[k] == 0") == "(a[0] == 0) && (a[8] == 0)");
  CHECK(loop.plain_c("forall k: int :: i <= k ==> a[k] == 0") ==
        "(!(0 <= i && i < 9) || a[i] == 0) && (!(i <= 8) || (a[8] == 0))");
  // A quantifier where stronger is asked for, two variables.
  CHECK(loop.plain_c("!(forall k: int :: 0 <= k ==> a[k] == 0)").empty());
  CHECK(loop.plain_c("forall j: int, k: int :: 0 <= k && k < j ==> a[k] == a[j]").empty());
  // What has no form is left out of a conjunction, and spoils a disjunction.
  CHECK(loop.plain_c("i <= n && (forall j: int, k: int :: a[k] == a[j])") == "i <= n");
  CHECK(loop.plain_c("i <= n || (forall j: int, k: int :: a[k] == a[j])").empty());
}

TEST_CASE("where loops come from", "[c][source]") {
  Loop loop(
      "#define FOREVER while (1)\n"
      "int main(void) { int i = 0; while (i < 3) i++; do i--; while (i); FOREVER i++; }");
  const auto& sites = loop.lowered().sites;
  REQUIRE(sites.size() == 3);
  CHECK(sites[0].keyword == "while");
  CHECK(sites[1].keyword == "do");
  CHECK(sites[1].origin == c::LoopSite::Origin::Text);
  CHECK(sites[2].origin == c::LoopSite::Origin::Macro);
}

TEST_CASE("comparisons are joined, weaker facts dropped", "[c][source]") {
  using Texts = std::vector<std::string>;
  CHECK(c::join_comparisons({"i <= n", "0 <= i", "x == 1"}) == Texts{"0 <= i <= n", "x == 1"});
  CHECK(c::follows("a < b || c < d", {"c < d"}));
  CHECK(c::follows("\\true", {}));
  CHECK_FALSE(c::follows("a < b && c < d", {"c < d"}));
}
