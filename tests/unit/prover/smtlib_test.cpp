// SPDX-License-Identifier: Apache-2.0
#include "prover/smtlib.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/random_formula.h"
#include "tests/unit/prover/fixture.h"

namespace pawl::prover {
namespace {

namespace fs = std::filesystem;
using gcl::Expr;
using gcl::Kind;

/// A directory of its own, gone afterwards.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (fs::temp_directory_path() / "pawl-smtlib-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryDirectory() { fs::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> files_in(const fs::path& directory) {
  std::vector<fs::path> files(fs::directory_iterator{directory}, fs::directory_iterator{});
  std::ranges::sort(files);
  return files;
}

/// What a command writes, both streams.
std::string output_of(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) {
    text.append(buffer.data(), n);
  }
  pclose(pipe);
  return text;
}

std::string status_of(Answer answer) {
  return answer == Answer::Yes ? "sat" : answer == Answer::No ? "unsat" : "unknown";
}

/// Both shells read the file and say what was said before, or that they do not know.
void check_shells(const fs::path& file, Answer expected) {
  INFO(contents(file));
  const std::string path = "'" + file.string() + "'";
  for (const std::string command :
       {"z3 -T:60 rlimit=3000000 ", "cvc5 --tlimit=60000 --rlimit=200000 "}) {
    const std::string said = output_of(command + path);
    INFO(command << "said: " << said);
    const bool undecided = said == "unknown\n" || said == "timeout\n";
    CHECK((undecided || expected == Answer::Unknown || said == status_of(expected) + "\n"));
    CHECK((undecided || said == "sat\n" || said == "unsat\n"));
  }
}

Answer dump_and_compare(Fixture& f, const fs::path& directory, std::span<const Expr> assumptions) {
  const Answer answer = f.prover->satisfiable(assumptions);
  check_shells(files_in(directory).back(), answer);
  return answer;
}

TEST_CASE("terms of every kind", "[prover][smtlib]") {
  Fixture f;
  const Expr u = f.c.var("u", f.c.bitvec_sort(8));
  CHECK(to_smtlib(f.lt(f.add(f.x, f.num(-3)), f.num(5))) == "(< (+ x (- 3)) 5)");
  CHECK(to_smtlib(f.eq(f.at(f.a, f.x), f.y)) == "(= (select a x) y)");
  CHECK(to_smtlib(f.eq(f.c.make_const_map(f.int_map, f.num(0)), f.a)) ==
        "(= ((as const (Array Int Int)) 0) a)");
  CHECK(to_smtlib(f.eq(f.c.make_extract(3, 0, u), f.c.bitvec_const("9", 4))) ==
        "(= ((_ extract 3 0) u) (_ bv9 4))");
  CHECK(to_smtlib(f.eq(f.c.make_int_to_bv(8, f.x), u)) == "(= ((_ int2bv 8) x) u)");
  CHECK(to_smtlib(f.forall(f.k, f.le(f.num(0), f.at(f.a, f.k)), {{f.at(f.a, f.k)}})) ==
        "(forall ((k Int)) (! (<= 0 (select a k)) :pattern ((select a k))))");
  const Expr r = f.c.var("r", f.c.real_sort());
  CHECK(to_smtlib(f.c.make(Kind::RealLe, {f.c.make(Kind::RealDiv, {r, f.c.real_const("-1.5")}),
                                          f.c.make(Kind::IntToReal, {f.x})})) ==
        "(<= (/ r (- 1.5)) (to_real x))");
  CHECK(to_smtlib(f.c.map_sort(f.ref, f.c.map_sort(f.integer, f.c.bitvec_sort(2)))) ==
        "(Array ref (Array Int (_ BitVec 2)))");
}

TEST_CASE("names that SMT-LIB would misread are quoted or numbered", "[prover][smtlib]") {
  Fixture f;
  const Expr version = f.c.var("x@3", f.integer);
  const Expr fresh = f.c.var("x#2", f.integer);
  const Expr select = f.c.var("select", f.integer);
  CHECK(to_smtlib(f.lt(version, fresh)) == "(< |x@3| |x#2|)");
  CHECK(to_smtlib(f.lt(select, f.x)) == "(< |select!1| x)");
  const Expr bound = f.c.bound_var("x", f.integer);
  CHECK(to_smtlib(f.c.make(Kind::And, {f.lt(f.x, f.y), f.forall(bound, f.lt(bound, f.x))})) ==
        "(and (< x y) (forall ((|x!2| Int)) (< |x!2| x)))");
}

TEST_CASE("shared terms are bound once", "[prover][smtlib]") {
  Fixture f;
  const Expr sum = f.add(f.add(f.x, f.y), f.add(f.at(f.a, f.x), f.num(1)));
  CHECK(to_smtlib(f.lt(sum, f.add(sum, sum))) ==
        "(let ((|s!1| (+ (+ x y) (+ (select a x) 1)))) (< |s!1| (+ |s!1| |s!1|)))");
}

TEST_CASE("queries are dumped with their answers", "[prover][smtlib]") {
  const TemporaryDirectory directory;
  Fixture f(ProverOptions{.dump_directory = (directory.path() / "made" / "here").string()});
  f.prover->set_caller("check/initiation of \"x\"");
  f.prover->assert_formula(f.lt(f.x, f.num(3)));
  f.prover->satisfiable();
  f.prover->set_caller("infer");
  f.prover->push();
  f.prover->assert_formula(f.p);
  f.prover->entails(std::array{f.q}, f.lt(f.x, f.num(4)));
  f.prover->pop();
  const std::vector<fs::path> files = files_in(directory.path() / "made" / "here");
  REQUIRE(files.size() == 2);
  CHECK(files[0].filename() == "0001-check-initiation-of--x-.smt2");
  CHECK(files[1].filename() == "0002-infer.smt2");
  CHECK(contents(files[0]) ==
        "; asked by check/initiation of \"x\"\n; answer: sat\n(set-info :status sat)\n"
        "(set-logic ALL)\n(declare-fun x () Int)\n(assert (< x 3))\n(check-sat)\n");
  CHECK(contents(files[1]) ==
        "; asked by infer\n; answer: unsat\n(set-info :status unsat)\n(set-logic ALL)\n"
        "(declare-fun x () Int)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n"
        "(assert (< x 3))\n(assert p)\n(assert q) ; assumption\n"
        "(assert (not (< x 4))) ; assumption\n(check-sat)\n");
}

TEST_CASE("an unknown answer is dumped with its reason", "[prover][smtlib]") {
  const TemporaryDirectory directory;
  Fixture f(
      ProverOptions{.kind = ProverKind::Unknown, .dump_directory = directory.path().string()});
  f.prover->satisfiable();
  CHECK_THAT(contents(files_in(directory.path()).at(0)),
             Catch::Contains("; answer: unknown: not-asked\n(set-info :status unknown)"));
}

TEST_CASE("a directory that cannot be made does not stop the queries", "[prover][smtlib]") {
  Fixture f(ProverOptions{.dump_directory = "/dev/null/queries"});
  CHECK(f.prover->satisfiable() == Answer::Yes);
}

TEST_CASE("z3 and cvc5 read random queries from the shell", "[prover][smtlib][shell]") {
  const TemporaryDirectory directory;
  constexpr std::uint32_t seed = 4711;
  for (std::uint32_t i = 0; i < 30; ++i) {
    INFO("seed " << seed + i);
    const fs::path here = directory.path() / std::to_string(i);
    Fixture f(ProverOptions{.limits = {.rlimit = 300'000}, .dump_directory = here.string()});
    test::RandomFormula random(f.c, seed + i);
    f.prover->assert_formula(random.formula(4));
    dump_and_compare(f, here, std::array{random.formula(3), random.formula(3)});
  }
}

TEST_CASE("the shells read names, sorts and maps that need care", "[prover][smtlib][shell]") {
  const TemporaryDirectory directory;
  Fixture f(ProverOptions{.dump_directory = directory.path().string()});
  std::vector<Expr> assumptions;
  Expr last = f.num(0);
  for (const char* name :
       {"select", "and",       "x@3",  "x#2",     "it's",  "a b",       "Int",    "bv2",      "let",
        "_",      "check-sat", "@x",   ".y",      "pi",    "e",         "exp",    "sin",      "set",
        "map",    "const",     "if",   "implies", "union", "char",      "lambda", "default",  "is",
        "update", "tuple",     "nil",  "head",    "tail",  "insert",    "abs",    "div",      "rem",
        "fp",     "RNE",       "int",  "real",    "bool",  "ref",       "first",  "second",   "emp",
        "sep",    "List",      "cons", "iand",    "pow2",  "divisible", "concat", "distinct", "xor",
        "push",   "assert",    "exit", "String",  "Seq",   "Real",      "Array"}) {
    const Expr variable = f.c.var(name, f.integer);
    assumptions.push_back(f.lt(last, variable));
    last = variable;
  }
  for (const char* name : {"Int", "my ref", "Set", "List"}) {
    const gcl::Sort sort = f.c.uninterpreted_sort(name);
    const std::array pair{f.c.var("left", sort), f.c.var("right", sort)};
    assumptions.push_back(f.no(f.eq(pair[0], pair[1])));
    assumptions.push_back(f.c.make_apply("related", f.boolean, pair));
    assumptions.push_back(f.c.make_apply("and", f.boolean, pair));
  }
  const Expr everywhere_x = f.c.make_const_map(f.int_map, f.x);
  assumptions.push_back(f.eq(f.at(everywhere_x, f.y), f.num(7)));
  CHECK(dump_and_compare(f, directory.path(), assumptions) == Answer::Yes);
  assumptions.push_back(f.no(f.eq(f.x, f.num(7))));
  CHECK(dump_and_compare(f, directory.path(), assumptions) == Answer::No);
}

TEST_CASE("the shells read deep and shared formulas", "[prover][smtlib][shell]") {
  const TemporaryDirectory directory;
  Fixture f(ProverOptions{.dump_directory = directory.path().string()});
  Expr sum = f.x;
  for (int i = 0; i < 2'000; ++i) sum = f.add(sum, f.num(1));
  Expr shared = f.at(f.a, f.x);
  for (int i = 0; i < 12; ++i) shared = f.add(f.add(shared, shared), f.add(shared, f.num(1)));
  Expr under = f.at(f.a, f.k);
  for (int i = 0; i < 12; ++i) under = f.add(f.add(under, under), f.add(under, f.num(1)));
  f.prover->assert_formula(f.eq(sum, f.num(2'003)));
  f.prover->assert_formula(f.lt(shared, f.add(shared, f.num(1))));
  f.prover->assert_formula(f.forall(f.k, f.lt(under, f.add(under, f.num(1)))));
  CHECK(dump_and_compare(f, directory.path(), std::array{f.no(f.eq(f.x, f.num(3)))}) == Answer::No);
}

}  // namespace
}  // namespace pawl::prover
