// SPDX-License-Identifier: Apache-2.0
//
// Prover queries for the loops of figure 8 [FlanaganQadeer02], by abstraction algorithm, beside
// the published counts. A count covers all rounds of the fixpoint and all re-inferences of a
// nested loop; "per run" divides by how often the loop was inferred. Usage: bench_figure8 FOLDER
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "gcl/parser.h"
#include "infer/infer.h"

namespace {

using namespace pawl;
using abstraction::Algorithm;

struct Row {
  const char* name;
  const char* file;
  std::size_t loop;
  int fq, ddp, ss;  // published
};

constexpr Row rows[] = {{"partition", "partition.gcl", 0, 27, 28, 41},
                        {"sort (outer)", "sort.gcl", 0, 44, 54, 111},
                        {"sort (inner)", "sort.gcl", 1, 37, 32, 40},
                        {"find", "find.gcl", 0, 111, 110, 129},
                        {"create", "create.gcl", 0, 358, 1191, 2012}};

constexpr Algorithm measured[] = {Algorithm::Fq, Algorithm::Ddp, Algorithm::Ss, Algorithm::Guided};

/// An algorithm that needs more is cut off and shown as ">".
constexpr std::uint64_t query_limit = 4000;

std::optional<std::vector<infer::LoopInvariant>> infer_file(const std::string& path,
                                                            Algorithm algorithm) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  const SourceFile file(path, std::string(std::istreambuf_iterator<char>(in), {}));
  gcl::Context context;
  Diagnostics diagnostics;
  const auto program = gcl::parse_program(context, file, diagnostics);
  render(std::cerr, diagnostics);
  if (!program) return std::nullopt;
  infer::Options options;
  options.heuristics = "none";
  options.group_size = 32;
  options.loop_queries = query_limit;
  options.abstraction.algorithm = algorithm;
  options.abstraction.max_queries = query_limit;
  prover::QueryLog log;
  return infer::infer_procedure(context, *program, program->procedures[0], options, log);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "bench/figure8";
  std::printf("Queries per loop: all rounds, all re-inferences (per run). Published: FQ 2002.\n");
  std::printf("%-13s %5s | %9s %9s %9s | %16s %16s %16s %16s | %s\n", "loop", "preds", "publ. fq",
              "publ. ddp", "publ. ss", "fq", "ddp", "ss", "guided", "guided/publ. fq");
  std::uint64_t guided_total = 0;
  int published_total = 0;
  for (const Row& row : rows) {
    std::string cells;
    std::uint64_t guided = 0;
    std::size_t predicates = 0;
    for (const Algorithm algorithm : measured) {
      const auto loops = infer_file(folder + "/" + row.file, algorithm);
      if (!loops) {
        std::fprintf(stderr, "bench_figure8: cannot read %s/%s\n", folder.c_str(), row.file);
        return 2;
      }
      const infer::LoopInvariant& loop = (*loops)[row.loop];
      predicates = loop.predicates.size();
      guided = loop.queries;  // the last one measured is guided
      char cell[64];
      const bool cut = loop.status != infer::LoopStatus::Fixpoint;
      std::snprintf(cell, sizeof cell, " %s%7llu (%5.1f)", cut ? ">" : " ",
                    static_cast<unsigned long long>(loop.queries),
                    static_cast<double>(loop.queries) / static_cast<double>(loop.runs));
      cells += cell;
    }
    guided_total += guided;
    published_total += row.fq;
    std::printf("%-13s %5zu | %9d %9d %9d |%s | %.2f\n", row.name, predicates, row.fq, row.ddp,
                row.ss, cells.c_str(), static_cast<double>(guided) / row.fq);
    std::fflush(stdout);
  }
  std::printf("total guided %llu, published fq %d: ratio %.2f\n",
              static_cast<unsigned long long>(guided_total), published_total,
              static_cast<double>(guided_total) / published_total);
  return 0;
}
