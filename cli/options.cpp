// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <ostream>
#include <string_view>
#include <vector>

#include "cli/several.h"
#include "support/version.h"

namespace pawl::cli {
namespace {

using emit::Stage;

constexpr const char* description =
    "Pawl infers loop invariants and re-proves every one it prints.\n"
    "\n"
    "  pawl infer FILE       print the program with an invariant on every loop\n"
    "  pawl verify FILE      decide its assertions and contracts, inferring where needed\n"
    "  pawl slam FILE        decide its assertions by abstraction and refinement of procedures\n"
    "  pawl dataflow FILE    print what holds at every location: a lattice joined with predicates\n"
    "  pawl abstract FILE    print the Boolean program for given predicates (C2BP)\n"
    "  pawl bebop FILE.bp    decide the assertions of a Boolean program\n"
    "  pawl certify RESULT.json   judge a result again, from scratch\n"
    "  pawl run FILE         run it in the interpreter, on given inputs\n"
    "\n"
    "FILE is C (.c, .i), Pawl's guarded-command language (.gcl, docs/gcl.md), SyGuS problems (.sl) "
    "or\n"
    "Horn clauses (.smt2, docs/clauses.md); Boolean programs are described in "
    "docs/boolean-programs.md. '-' is "
    "standard input. Flags after '--' go to the C\n"
    "compiler.";

constexpr const char* exit_codes =
    "Exit codes: 0 holds / all loops done, 10 violated (with a replayed run), 20 unknown,\n"
    "1 wrong usage, 2 wrong input, 3 internal error, or a result that another judge refuses.";

/// The end of docs/options.md.
constexpr const char* limits =
    "## Limits\n"
    "\n"
    "| by count: same input, same answer | by the clock, or memory: not reproducible |\n"
    "|---|---|\n"
    "| `--rlimit`: work per query | `--timeout`: the whole command |\n"
    "| `--work`: work per procedure | `--timeout-per-procedure` |\n"
    "| `--loop-queries`, `--group-size`, `--unroll` | `--query-timeout`: one query, where work is "
    "no "
    "measure of time |\n"
    "| `--max-rounds`, `--max-predicates`, `--cube-length`, `--bdd-nodes` | `--memlimit` |\n"
    "\n"
    "Without the options on the right counts decide; only `--query-timeout` and `--memlimit` have "
    "a "
    "default,\nfar from where counts end most queries. A query that `--query-timeout` has ended "
    "costs a million units\nof `--work` for each second that it might have taken. What a limit has "
    "cut off is said with the result:\n`resource-limit`, `timeout`, `interrupted` (by a signal), "
    "`not-analysed` (nobody came to it).\n"
    "\n"
    "`--timeout T` is kept by the process: it ends T seconds after it began, or half a second "
    "later, or "
    "5 % of T\nif that is more, whatever the solver is doing. Loops and procedures that are "
    "certified by "
    "then are in the\nresult. After SIGINT or SIGTERM it ends within a second in the same way, "
    "with the "
    "exit code of what is\nknown; a second signal ends it at once.\n";

const std::map<std::string, Stage> stages = {{"parse", Stage::Parse},
                                             {"desugar", Stage::Desugar},
                                             {"passive", Stage::Passive},
                                             {"vc", Stage::Vc}};
const std::map<std::string, Format> formats = {
    {"text", Format::Text},     {"answer", Format::Answer},  {"horn", Format::Horn},
    {"sygus", Format::Sygus},   {"gcl", Format::Gcl},        {"json", Format::Json},
    {"boogie", Format::Boogie}, {"dafny", Format::Dafny},    {"why3", Format::Why3},
    {"acsl", Format::Acsl},     {"smtlib", Format::Smtlib},  {"witness", Format::Witness},
    {"sarif", Format::Sarif},   {"cprover", Format::Cprover}};
const std::map<std::string, Certifier> certifiers = {{"z3", Certifier::Z3},
                                                     {"cvc5", Certifier::Cvc5},
                                                     {"boogie", Certifier::Boogie},
                                                     {"dafny", Certifier::Dafny},
                                                     {"why3", Certifier::Why3}};
const std::map<std::string, prover::ProverKind> provers = {
    {"z3", prover::ProverKind::Z3},
    {"cvc5", prover::ProverKind::Cvc5},
    {"unknown", prover::ProverKind::Unknown}};
const std::map<std::string, engine::Inference> inference_modes = {
    {"never", engine::Inference::Never},
    {"when-needed", engine::Inference::WhenNeeded},
    {"always", engine::Inference::Always}};
const std::map<std::string, abstraction::Algorithm> algorithms = {
    {"naive", abstraction::Algorithm::Naive}, {"greedy", abstraction::Algorithm::Greedy},
    {"fq", abstraction::Algorithm::Fq},       {"ddp", abstraction::Algorithm::Ddp},
    {"ss", abstraction::Algorithm::Ss},       {"guided", abstraction::Algorithm::Guided}};

const std::map<std::string, Language> languages = {{"auto", Language::Auto},
                                                   {"c", Language::C},
                                                   {"gcl", Language::Gcl},
                                                   {"horn", Language::Horn},
                                                   {"sygus", Language::Sygus}};
const std::map<std::string, frontend::c::DataModel> data_models = {
    {"ILP32", frontend::c::DataModel::Ilp32}, {"LP64", frontend::c::DataModel::Lp64}};
const std::map<std::string, frontend::c::IntModel> int_models = {
    {"machine", frontend::c::IntModel::Machine}, {"ideal", frontend::c::IntModel::Ideal}};
const std::map<std::string, frontend::c::Hazard> hazards = {
    {"bounds", frontend::c::Hazard::Bounds},     {"lifetime", frontend::c::Hazard::Lifetime},
    {"null", frontend::c::Hazard::Null},         {"div0", frontend::c::Hazard::DivisionByZero},
    {"overflow", frontend::c::Hazard::Overflow}, {"shift", frontend::c::Hazard::Shift}};

const std::map<std::string, engine::EngineChoice> engines = {
    {"infer", engine::EngineChoice::Infer},
    {"slam", engine::EngineChoice::Slam},
    {"dataflow", engine::EngineChoice::Dataflow},
    {"auto", engine::EngineChoice::Auto}};
const std::map<std::string, slam::Correlation> correlations = {
    {"cartesian", slam::Correlation::Cartesian}, {"boolean", slam::Correlation::Boolean}};

const std::map<std::string, slam::Domain> domains = {{"cartesian", slam::Domain::Cartesian},
                                                     {"disjunctive", slam::Domain::Disjunctive},
                                                     {"focus", slam::Domain::Focus},
                                                     {"total", slam::Domain::Total}};

/// Strings that CLI11 fills and `finish` turns into typed options.
struct Raw {
  std::string stage, stats, abstraction = "guided", correlation = "cartesian", engine = "auto";
  std::string domain = "total";
  std::string language = "auto", data_model = "LP64", ints = "machine", standard, floats = "any";
  std::string lemmas = "ignore";
  std::vector<std::string> formats, certify, checks, includes, defines;
  std::uint64_t rlimit = prover::Limits{}.rlimit;
  std::uint32_t query_timeout_ms = 10'000;
  std::uint32_t memory_mb = prover::Limits{}.memory_mb;
  std::optional<std::uint64_t> work;
  std::uint32_t seed = 0;
  std::string dump_queries;
  bool ignore_loop_annotations = false;
};

template <class T>
std::vector<std::string> keys(const std::map<std::string, T>& map) {
  std::vector<std::string> names;
  names.reserve(map.size());
  for (const auto& [name, value] : map) names.push_back(name);
  return names;
}

void add_common(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("FILE", o.files,
                 "the program; '-' reads standard input; several are as many runs, with one "
                 "summary")
      ->required();
  app.add_option("--format", raw.formats,
                 "what goes to -o: text (a report), answer (of clauses: the predicates, or a "
                 "derivation), horn and sygus (of clauses: what was read), gcl (the annotated "
                 "program), acsl "
                 "(the annotated C source), json, or the "
                 "annotated program for another verifier: boogie, dafny, why3; witness (SV-COMP, "
                 "for C), sarif, cprover (loop contracts, for C), smtlib (a directory with the "
                 "obligations and check.sh). Several, separated by commas, are files in the "
                 "directory -o")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(keys(formats)));
  app.add_option("-o,--output", o.output,
                 "where to write it; '-' is standard output; with several formats a directory")
      ->default_str("-");
  app.add_option("--json", o.json_file, "write the complete result as JSON to this file as well");
  app.add_option("--annotated", o.annotated_file,
                 "write the program with its invariants to this file as well; GCL if it ends in "
                 ".gcl");
  app.add_flag_callback(
      "--no-codeflows", [&o] { o.code_flows = emit::CodeFlows::Without; },
      "SARIF: leave out the steps of failing runs");
  app.add_option("--certify", raw.certify,
                 "let others judge the result as well: z3, cvc5, boogie, dafny, why3; the answers "
                 "are in the JSON; a judge that refuses what was certified is an error (exit 3)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(keys(certifiers)));
  app.add_option("--prover", o.prover, "who answers: z3, cvc5, or unknown (never knows; for tests)")
      ->check(CLI::IsMember(keys(provers)))
      ->default_str("z3");
  app.add_option("--rlimit", raw.rlimit,
                 "work per query, in the solver's own units; reproducible; 0: no limit")
      ->default_str(std::to_string(raw.rlimit));
  app.add_option("--query-timeout", raw.query_timeout_ms,
                 "milliseconds per query, a cap on top of --rlimit; not reproducible; 0: no limit")
      ->default_str(std::to_string(raw.query_timeout_ms));
  app.add_option(
         "--timeout", o.timeout,
         "seconds for the whole command, by the wall clock; it ends soon after, with what is "
         "certified by then; not reproducible; 0: no limit")
      ->default_str("0");
  app.add_option("--timeout-per-procedure", o.engine.seconds_each,
                 "seconds for each procedure that is analysed by itself; not reproducible; 0: no "
                 "limit")
      ->default_str("0");
  app.add_option(
         "--work", raw.work,
         "work per procedure, of all its queries, in the units of --rlimit; reproducible; 0: no "
         "limit")
      ->default_str(std::to_string(o.engine.work_each) + ", none with --timeout");
  app.add_option("--memlimit", raw.memory_mb, "megabytes a solver may use; 0: no limit")
      ->default_str(std::to_string(raw.memory_mb));
  app.add_option("--seed", raw.seed, "the solver's random seed")->default_str("0");
  app.add_option("-j,--jobs", o.engine.jobs,
                 "procedures analysed at the same time; the output does not depend on it")
      ->default_str("1")
      ->check(CLI::Range(1U, 256U));
  app.add_option("--heuristics", o.engine.infer.heuristics,
                 "sources of predicates: all, none (only the program's own), or a comma list of "
                 "targets, atoms, goals, frame, newton, data, lattices")
      ->default_str("all");
  app.add_option("--abstraction", raw.abstraction,
                 "abstraction algorithm: guided, fq, ddp, ss, greedy or naive")
      ->check(CLI::IsMember(keys(algorithms)))
      ->default_str("guided");
  app.add_option("--loop-queries", o.engine.infer.loop_queries,
                 "queries one loop may cost before Houdini takes over")
      ->default_str(std::to_string(o.engine.infer.loop_queries));
  app.add_option("--group-size", o.engine.infer.group_size,
                 "predicates abstracted together exactly; more are split into groups")
      ->default_str(std::to_string(o.engine.infer.group_size));
  app.add_option(
         "--unroll", o.engine.check.max_unrolling,
         "how many iterations of each loop a search for a real failure may take; unless 0, a "
         "few long runs are tried, too")
      ->default_str(std::to_string(o.engine.check.max_unrolling));
  app.add_flag("--explain", o.explain,
               "say for each loop which conjunct is needed for what, or why its invariant is too "
               "weak, what was tried and what would help");
  app.add_flag("--explain-predicates", o.explain_predicates,
               "say where each predicate came from and whether it was needed");
  app.add_option("--print-after", raw.stage,
                 "print the program after a stage and stop: parse, desugar, passive or vc")
      ->check(CLI::IsMember(keys(stages)));
  app.add_option("--stats", raw.stats, "queries by caller, with times: --stats or --stats=json")
      ->expected(0, 1)
      ->default_str("text")
      ->check(CLI::IsMember(std::vector<std::string>{"text", "json"}));
  app.add_option("--dump-queries", raw.dump_queries,
                 "write every query as an SMT-LIB file into this directory");
  app.add_flag("-v,--verbose", o.verbose, "say more on standard error; -vv says still more");
  app.add_flag("-q,--quiet", o.quiet, "no report, only the result");
}

void add_c(CLI::App& app, Options& o, Raw& raw) {
  app.add_option(
         "--language", raw.language,
         "of FILE: auto (by its ending; standard input by its first word), c, gcl, horn or sygus")
      ->check(CLI::IsMember(keys(languages)))
      ->default_str("auto");
  app.add_option("--entry", o.c.entry,
                 "C: the function that runs, for any arguments; without it main, or every function")
      ->default_str("main");
  app.add_option("--data-model", raw.data_model, "C: sizes of types, ILP32 or LP64")
      ->check(CLI::IsMember(keys(data_models)))
      ->default_str("LP64");
  app.add_option("--ints", raw.ints,
                 "C: machine (ranges, wrap-around) or ideal (unbounded) integers")
      ->check(CLI::IsMember(keys(int_models)))
      ->default_str("machine");
  app.add_option("--floats", raw.floats,
                 "C: floating-point numbers: any (nothing is known of them), real (no rounding, no "
                 "infinity, no NaN), or refuse")
      ->check(CLI::IsMember(std::vector<std::string>{"any", "real", "refuse"}))
      ->default_str("any");
  app.add_flag("--strict", o.c.strict,
               "C: refuse the file for what is not modelled, instead of skipping the function it "
               "stands in");
  app.add_option(
         "--check", raw.checks,
         "C: assert that these do not happen, instead of assuming it: bounds, null, lifetime, "
         "div0, overflow, shift")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(keys(hazards)));
  app.add_option("--spec", o.spec_file,
                 "C: a typestate specification (docs/typestate.md) that the program has to follow");
  app.add_flag("--ignore-loop-annotations{1}", raw.ignore_loop_annotations,
               "C: drop the loop annotations of the file");
  app.add_option("--lemmas", raw.lemmas,
                 "C: what ACSL lemmas are for: ignore, or assume (they are not proved)")
      ->check(CLI::IsMember(std::vector<std::string>{"ignore", "assume"}))
      ->default_str("ignore");
  app.add_option(
      "--predicates", o.predicates_file,
      "a file with predicates for loops (docs/acsl.md) and, for slam, dataflow and abstract, by "
      "scope "
      "(docs/slam.md)");
  app.add_option("--property", o.property_file,
                 "C: a property file of SV-COMP that says what to decide");
  app.add_option("-p", o.c.compilation_database,
                 "C: compile_commands.json, or its directory: how to compile FILE");
  app.add_option("-I", raw.includes, "C: where to look for headers")->allow_extra_args(false);
  app.add_option("-D", raw.defines, "C: define a macro")->allow_extra_args(false);
  app.add_option("--std", raw.standard, "C: the language standard")->default_str("gnu11");
}

/// What is tried, and never believed.
void add_hints(CLI::App& app, Options& o) {
  app.add_option(
      "--hints", o.candidates_file,
      "a file with candidate invariants: a result of ours (.json), a correctness witness "
      "of SV-COMP (.yml), or the program with ACSL loop invariants (.c) or those of GCL "
      "(.gcl). Each is checked, used if it is inductive, and reported as used, not needed, "
      "not inductive or false (docs/outputs.md)");
}

void add_infer_only(CLI::App& app, Options& o) {
  app.add_flag("--contracts", o.contracts,
               "C: also propose contracts for functions that have none: what callers have to keep "
               "so that nothing in them is undefined (docs/contracts.md)");
  app.add_flag_callback(
      "--diff", [&o] { o.source_output = SourceOutput::Diff; },
      "C: print a patch instead of the whole annotated source");
  app.add_flag_callback(
      "--in-place", [&o] { o.source_output = SourceOutput::InPlace; },
      "C: write the annotated source into FILE, at once, and only if it can be read again");
}

void add_verify_only(CLI::App& app, Options& o, Raw& raw) {
  app.add_option(
         "--engine", raw.engine,
         "who decides: infer (loop invariants), slam (predicate abstraction with "
         "refinement), dataflow (a lattice joined with predicates), or auto (infer, then "
         "dataflow for typestates and programs like drivers, then slam for what stays open)")
      ->check(CLI::IsMember(keys(engines)))
      ->default_str("auto");
  app.add_flag_callback(
      "--replay",
      [&o] {
        o.replay = Replay::Compile;
        o.c.branches = frontend::c::NondetBranches::Inputs;
      },
      "C: compile the program with the inputs of a failing run built in, and run it");
  app.add_option("--infer", o.inference, "when to infer invariants: never, when-needed or always")
      ->check(CLI::IsMember(keys(inference_modes)))
      ->default_str("when-needed");
  app.add_flag_callback(
      "--no-exhaustion", [&o] { o.engine.exhaust = engine::Exhaust::Never; },
      "do not prove by following every run to its end; without this it is tried where invariants "
      "do not decide, and the report says so");
}

void add_lattice(CLI::App& app, Options& o) {
  app.add_option_function<std::string>(
         "--lattice",
         [&o](const std::string& name) { o.dataflow.lattice = *dataflow::lattice_named(name); },
         "dataflow: what is known of each place: " + dataflow::lattice_names() +
             " (docs/dataflow.md)")
      ->check([](const std::string& name) {
        const auto kind = dataflow::lattice_named(name);
        if (!kind) {
          return "there is no lattice '" + name + "'; there are " + dataflow::lattice_names();
        }
        if (dataflow::is_available(*kind)) return std::string();
        return "this pawl was built without the Parma Polyhedra Library, and has no lattice '" +
               name + "'";
      })
      ->default_str(dataflow::to_string(o.dataflow.lattice));
  app.add_flag_callback(
      "--no-refinement", [&o] { o.dataflow.refine = false; },
      "dataflow: only the predicates that are given");
  app.add_option(
         "--max-path-states", o.dataflow.max_path_states,
         "dataflow: states on the way to an assertion before the search for a path gives up")
      ->default_str(std::to_string(o.dataflow.max_path_states));
}

void add_dataflow(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("FILE", o.file, "the program; '-' reads standard input")->required();
  add_lattice(app, o);
  app.add_option("--format", raw.formats, "what goes to -o: text (a table), or json")
      ->check(CLI::IsMember(std::vector<std::string>{"text", "json"}))
      ->default_str("text");
  app.add_option("-o,--output", o.output, "where to write it; '-' is standard output")
      ->default_str("-");
  app.add_option("--max-rounds", o.dataflow.max_rounds, "rounds of refinement before it gives up")
      ->default_str(std::to_string(o.dataflow.max_rounds));
  app.add_option("--max-predicates", o.dataflow.max_predicates, "predicates before it gives up")
      ->default_str(std::to_string(o.dataflow.max_predicates));
  app.add_option("--rlimit", raw.rlimit,
                 "work per query, in the solver's own units; reproducible; 0: no limit")
      ->default_str(std::to_string(raw.rlimit));
  app.add_option("--timeout", o.timeout,
                 "seconds before it gives up; not reproducible; 0: no limit")
      ->default_str("0");
  app.add_flag("-v,--verbose", o.verbose, "say more on standard error; -vv says still more");
}

/// What decides how precise C2BP is.
void add_c2bp(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("--cube-length", o.slam.c2bp.strengthen.cube_length,
                 "literals in a cube of predicates; more are not tried; 0: no limit")
      ->default_str(std::to_string(o.slam.c2bp.strengthen.cube_length));
  app.add_option("--correlation", raw.correlation,
                 "predicates that one assignment changes: cartesian (each by itself) or boolean "
                 "(together)")
      ->check(CLI::IsMember(keys(correlations)))
      ->default_str("cartesian");
}

/// CART's ladder, on the side of BEBOP.
void add_domain(CLI::App& app, Raw& raw) {
  app.add_option(
         "--domain", raw.domain,
         "what BEBOP remembers at a place: cartesian (one value or * for each variable), "
         "disjunctive (sets of these), focus (without * in what a statement reads) or total "
         "(sets of states)")
      ->check(CLI::IsMember(keys(domains)))
      ->default_str("total");
}

void add_refinement(CLI::App& app, Options& o) {
  app.add_option("--max-rounds", o.slam.max_rounds, "rounds of refinement before slam gives up")
      ->default_str(std::to_string(o.slam.max_rounds));
  app.add_option("--max-predicates", o.slam.max_predicates, "predicates before slam gives up")
      ->default_str(std::to_string(o.slam.max_predicates));
  app.add_option("--summaries", o.summaries,
                 "keep abstractions of procedures in this directory, and use those that are there");
}

void add_abstract(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("FILE", o.file, "the program; '-' reads standard input")->required();
  add_c2bp(app, o, raw);
  app.add_option("-o,--output", o.output, "where to write it; '-' is standard output")
      ->default_str("-");
  app.add_option("--rlimit", raw.rlimit,
                 "work per query, in the solver's own units; reproducible; 0: no limit")
      ->default_str(std::to_string(raw.rlimit));
  app.add_option("--stats", raw.stats, "statements and queries")
      ->expected(0, 1)
      ->default_str("text")
      ->check(CLI::IsMember(std::vector<std::string>{"text"}));
  app.add_flag("-v,--verbose", o.verbose, "say more on standard error; -vv says still more");
}

void add_bebop(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("FILE", o.file, "the Boolean program; '-' reads standard input")->required();
  app.add_option("--entry", o.entry, "the procedure that is run, with arbitrary parameters")
      ->default_str("main");
  add_domain(app, raw);
  app.add_option("--error-label", o.bebop.error_label,
                 "reaching a statement with this label is a violation too");
  app.add_flag_callback(
      "--invariants", [&o] { o.bebop.invariants = slam::BebopOptions::Invariants::Compute; },
      "say what holds before every statement");
  app.add_flag_callback(
      "--unreachable", [&o] { o.unreachable = emit::Unreachable::Reported; },
      "report statements and procedures that no run reaches");
  app.add_flag_callback(
      "--unfold", [&o] { o.bebop.calls = slam::BebopOptions::Calls::Unfold; },
      "show the inside of every call of the trace, not only of those that do not return");
  app.add_option("--bdd-nodes", o.bebop.max_nodes, "nodes of the BDD package before it gives up")
      ->default_str(std::to_string(o.bebop.max_nodes));
  app.add_option("--timeout", o.timeout,
                 "seconds before it gives up; not reproducible; 0: no limit")
      ->default_str("0");
  app.add_option("--format", raw.formats, "what goes to -o: text (a report) or json")
      ->expected(1)
      ->check(CLI::IsMember(std::vector<std::string>{"text", "json"}));
  app.add_option("-o,--output", o.output, "where to write it; '-' is standard output")
      ->default_str("-");
  app.add_option("--json", o.json_file, "write the complete result as JSON to this file as well");
  app.add_option("--print-after", raw.stage, "print the program after a stage and stop: parse")
      ->check(CLI::IsMember(std::vector<std::string>{"parse"}));
  app.add_option("--stats", raw.stats, "steps and BDD nodes: --stats or --stats=json")
      ->expected(0, 1)
      ->default_str("text")
      ->check(CLI::IsMember(std::vector<std::string>{"text", "json"}));
  app.add_flag("-v,--verbose", o.verbose, "say more on standard error; -vv says still more");
  app.add_flag("-q,--quiet", o.quiet, "no report, only the result");
}

void add_certify(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("RESULT", o.file, "a result in the JSON format")->required();
  app.add_option("SOURCE", o.source, "its source, if it is not where the result says");
  app.add_option("--prover", o.prover, "who judges: z3 or cvc5")
      ->check(CLI::IsMember(std::vector<std::string>{"z3", "cvc5"}))
      ->default_str("z3");
  app.add_option("--rlimit", raw.rlimit,
                 "work per query, in the solver's own units; reproducible; 0: no limit")
      ->default_str(std::to_string(raw.rlimit));
  app.add_option("--query-timeout", raw.query_timeout_ms,
                 "milliseconds per query, a cap on top of --rlimit; not reproducible; 0: no limit")
      ->default_str(std::to_string(raw.query_timeout_ms));
  app.add_option(
         "--unroll", o.engine.check.max_unrolling,
         "how many iterations of each loop a search for a real failure may take; unless 0, a "
         "few long runs are tried, too")
      ->default_str(std::to_string(o.engine.check.max_unrolling));
}

/// What was said on the command line of these options, as words that say it again.
std::vector<std::string> words_of(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> words;
  for (const CLI::Option* option : options) {
    if (option->count() == 0) continue;
    const std::string name = option->get_name();
    if (option->get_expected_max() == 0) {
      words.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) {
      words.push_back(name);
      words.push_back(value);
    }
  }
  return words;
}

/// In quotes where a shell would read it differently.
std::string shell_word(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Said of clauses, not of the program made of them.
bool of_clauses(Format format) {
  return format == Format::Answer || format == Format::Horn || format == Format::Sygus;
}

/// Somebody reads more than the verdict.
bool shows_invariants(const Options& o) {
  return o.explain || !o.json_file.empty() || !o.annotated_file.empty() || !o.certifiers.empty() ||
         std::ranges::any_of(o.formats,
                             [](Format one) { return one != Format::Text && !of_clauses(one); });
}

/// Other verifiers are given invariants, and have to prove the program with them.
bool others_prove(const Options& o) {
  const auto is_program = [](Format one) {
    return one == Format::Boogie || one == Format::Dafny || one == Format::Why3 ||
           one == Format::Smtlib;
  };
  return !o.certifiers.empty() || std::ranges::any_of(o.formats, is_program);
}

void finish(Options& o, const Raw& raw) {
  if (!o.files.empty()) o.file = o.files.front();
  prover::ProverOptions prover;
  prover.kind = provers.at(o.prover);
  prover.limits = {raw.rlimit, raw.query_timeout_ms, raw.memory_mb};
  prover.seed = raw.seed;
  prover.dump_directory = raw.dump_queries;
  o.engine.check.prover = prover;
  o.engine.infer.prover = prover;
  if (o.timeout > 0 || o.engine.seconds_each > 0) o.engine.work_each = 0;
  if (raw.work) o.engine.work_each = *raw.work;
  o.bebop.budget = Budget::of_seconds(o.timeout);
  o.slam.c2bp.strengthen.prover = prover;
  o.slam.newton.prover = prover;
  o.dataflow.prover = prover;
  o.choice = engines.at(raw.engine);
  o.slam.c2bp.correlation = correlations.at(raw.correlation);
  o.bebop.domain = domains.at(raw.domain);
  o.slam.bebop.domain = o.bebop.domain;
  o.engine.infer.abstraction.algorithm = algorithms.at(raw.abstraction);
  if (o.command == Command::Infer) o.inference = "always";
  o.engine.inference = inference_modes.at(o.inference);
  if (o.explain) o.engine.explain = engine::Explain::On;
  o.language = languages.at(raw.language);
  o.c.data_model = data_models.at(raw.data_model);
  o.c.ints = int_models.at(raw.ints);
  if (raw.floats == "real") o.c.floats = frontend::c::Floats::Real;
  if (raw.floats == "refuse") o.c.floats = frontend::c::Floats::Refuse;
  for (const std::string& check : raw.checks) o.c.checks.insert(hazards.at(check));
  if (o.c.checks.contains(frontend::c::Hazard::Lifetime)) {
    o.c.checks.insert(frontend::c::Hazard::Free);
  }
  o.c.trust_lemmas = raw.lemmas == "assume";
  if (raw.ignore_loop_annotations) o.c.loop_annotations = frontend::c::LoopAnnotations::Ignore;
  if (!raw.standard.empty()) o.c.compiler_flags.push_back("-std=" + raw.standard);
  for (const std::string& path : raw.includes) o.c.compiler_flags.push_back("-I" + path);
  for (const std::string& macro : raw.defines) o.c.compiler_flags.push_back("-D" + macro);
  if (o.command == Command::Infer) o.c.roots = frontend::c::Roots::WithLoops;
  if (!raw.stage.empty()) o.print_after = stages.at(raw.stage);
  for (const std::string& format : raw.formats) o.formats.push_back(formats.at(format));
  for (const std::string& judge : raw.certify) o.certifiers.push_back(certifiers.at(judge));
  if (shows_invariants(o)) o.engine.wording = engine::Wording::Readable;
  if (others_prove(o)) o.engine.exhaust = engine::Exhaust::Never;
  if (raw.stats == "json") o.stats = StatsFormat::Json;
  if (raw.stats == "text") o.stats = StatsFormat::Text;
}

struct Parser {
  CLI::App app{description, "pawl"};
  Options options;
  Raw raw;
  CLI::App* infer = nullptr;
  CLI::App* verify = nullptr;
  CLI::App* slam = nullptr;
  CLI::App* dataflow = nullptr;
  CLI::App* abstract = nullptr;
  CLI::App* bebop = nullptr;
  CLI::App* run = nullptr;
  CLI::App* certify = nullptr;
  std::map<const CLI::App*, std::vector<const CLI::Option*>> load_options;  // how FILE is read

  Parser() {
    app.set_version_flag("--version", std::string("pawl ") + version);
    app.footer(exit_codes);
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default(false);
    infer = app.add_subcommand("infer",
                               "find an invariant for every loop and print the program "
                               "with them in place");
    verify = app.add_subcommand("verify",
                                "decide assertions and contracts; the last line of "
                                "output is RESULT: true|false(...)|unknown(...)");
    slam = app.add_subcommand("slam",
                              "decide assertions by abstracting procedures with predicates that "
                              "are found on the way; the last line of output is RESULT: "
                              "true|false(...)|unknown(...)");
    for (CLI::App* command : {infer, verify, slam}) {
      add_common(*command, options, raw);
      if (command != slam) add_hints(*command, options);
      const std::size_t before = command->get_options().size();
      add_c(*command, options, raw);
      for (const CLI::Option* option : command->get_options()) {
        load_options[command].push_back(option);
      }
      load_options[command].erase(load_options[command].begin(),
                                  load_options[command].begin() + static_cast<long>(before));
      command->footer(exit_codes);
    }
    add_infer_only(*infer, options);
    add_verify_only(*verify, options, raw);
    add_lattice(*verify, options);
    for (CLI::App* command : {verify, slam}) {
      command->add_flag("--require-obligations", options.require_obligations,
                        "exit code 20 when there is nothing to prove, instead of a warning");
      add_c2bp(*command, options, raw);
      add_refinement(*command, options);
      add_domain(*command, raw);
    }
    dataflow = app.add_subcommand(
        "dataflow",
        "print what holds at every location, by a dataflow analysis that predicates make "
        "path-sensitive; the last line of output is RESULT: true|false(...)|unknown(...)");
    add_dataflow(*dataflow, options, raw);
    add_c(*dataflow, options, raw);
    dataflow->footer(exit_codes);
    abstract = app.add_subcommand(
        "abstract", "print the Boolean program of a program and predicates, for pawl bebop");
    add_abstract(*abstract, options, raw);
    add_c(*abstract, options, raw);
    abstract->footer(exit_codes);
    bebop =
        app.add_subcommand("bebop",
                           "decide the assertions of a Boolean program; the last line of output "
                           "is RESULT: true|false(...)|unknown(...)");
    add_bebop(*bebop, options, raw);
    bebop->footer(exit_codes);
    certify = app.add_subcommand("certify",
                                 "judge a result again from its source, without the engine that "
                                 "found it; exit code 3: it claims what does not hold");
    add_certify(*certify, options, raw);
    certify->footer(exit_codes);
    run = app.add_subcommand("run",
                             "run the program in the interpreter; what pawl_print(v) is given (C) "
                             "or the results (GCL) are printed");
    run->add_option("FILE", options.file, "the program; '-' reads standard input")->required();
    run->add_option("--inputs", options.inputs,
                    "values of __VERIFIER_nondet_*() calls, or of havoc, in order; then 0")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_c(*run, options, raw);
    run->footer(exit_codes);
  }
};

void write_command(std::ostream& out, const CLI::App& command) {
  out << "## pawl " << command.get_name() << "\n\n" << command.get_description() << "\n\n";
  out << "| option | meaning | default |\n|---|---|---|\n";
  for (const CLI::Option* option : command.get_options()) {
    out << "| `" << option->get_name(false, true) << "` | " << option->get_description() << " | "
        << (option->get_default_str().empty() ? "" : "`" + option->get_default_str() + "`")
        << " |\n";
  }
  out << "\n";
}

/// How many letters have to be changed, added or left out to make one word the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t other = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, other});
    }
  }
  return row.back();
}

/// What to say when the first word is no command; empty: it is one, or an option.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::string word = argv[1];
  std::string all, nearest;
  std::size_t best = word.size() / 3 + 1;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string& name = command->get_name();
    if (name == word) return {};
    all += (all.empty() ? "" : ", ") + name;
    if (const std::size_t far = distance(word, name);
        far <= best && (far < best || nearest.empty())) {
      best = far;
      nearest = name;
    }
  }
  std::string text = "there is no command '" + word + "'; there are " + all;
  if (!nearest.empty()) {
    text += "\n  did you mean 'pawl " + nearest + "'?";
  } else if (std::filesystem::exists(word)) {
    text += "\n  did you mean 'pawl verify " + shell_word(word) + "'?";
  }
  return text;
}

}  // namespace

std::optional<Options> parse_command_line(int argc, char** argv, int& exit_code) {
  Parser parser;
  // What follows `--` is for the C compiler.
  const auto separator = std::find(argv, argv + argc, std::string_view("--"));
  const std::vector<std::string> compiler_flags(
      separator == argv + argc ? separator : separator + 1, argv + argc);
  if (const std::string wrong = unknown_command(parser.app, argc, argv); !wrong.empty()) {
    std::cerr << "pawl: " << wrong << '\n';
    exit_code = exit_usage;
    return std::nullopt;
  }
  try {
    parser.app.parse(static_cast<int>(separator - argv), argv);
  } catch (const CLI::ParseError& error) {
    const int code = parser.app.exit(error);
    exit_code = code == 0 ? exit_true : exit_usage;
    return std::nullopt;
  }
  parser.options.command = parser.infer->parsed()      ? Command::Infer
                           : parser.slam->parsed()     ? Command::Slam
                           : parser.dataflow->parsed() ? Command::Dataflow
                           : parser.abstract->parsed() ? Command::Abstract
                           : parser.bebop->parsed()    ? Command::Bebop
                           : parser.run->parsed()      ? Command::Run
                           : parser.certify->parsed()  ? Command::Certify
                                                       : Command::Verify;
  finish(parser.options, parser.raw);
  parser.options.command_line = "pawl";
  for (int i = 1; i < argc; ++i) parser.options.command_line += " " + shell_word(argv[i]);
  const std::vector<Format>& asked = parser.options.formats;
  const bool directory = asked.size() > 1 || asked == std::vector{Format::Smtlib};
  if (directory && parser.options.output == "-") {
    std::cerr << "pawl: several formats, and smtlib, need a directory to go to: -o DIR\n";
    exit_code = exit_usage;
    return std::nullopt;
  }
  if (parser.options.files.size() > 1) {
    if (const std::string option = not_for_several(parser.options); !option.empty()) {
      std::cerr << "pawl: " << option << " is for one FILE, and there are several\n";
      exit_code = exit_usage;
      return std::nullopt;
    }
  }
  for (const CLI::App* command : {parser.infer, parser.verify, parser.slam}) {
    if (command->parsed()) parser.options.load = words_of(parser.load_options[command]);
  }
  if (!compiler_flags.empty()) parser.options.load.emplace_back("--");
  for (const std::string& flag : compiler_flags) {
    parser.options.c.compiler_flags.push_back(flag);
    parser.options.load.push_back(flag);
  }
  return parser.options;
}

void write_reference(std::ostream& out) {
  const Parser parser;
  out << "# Options\n\nGenerated by `pawl --options-reference`; do not edit.\n\n"
      << "Results go to standard output, everything else to standard error.\n"
      << exit_codes << "\n\n";
  write_command(out, *parser.infer);
  write_command(out, *parser.verify);
  write_command(out, *parser.slam);
  write_command(out, *parser.dataflow);
  write_command(out, *parser.abstract);
  write_command(out, *parser.bebop);
  write_command(out, *parser.certify);
  write_command(out, *parser.run);
  out << limits;
}

}  // namespace pawl::cli
