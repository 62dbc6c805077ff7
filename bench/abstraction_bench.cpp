// SPDX-License-Identifier: Apache-2.0
//
// How the abstraction algorithms scale: queries and time for n = 4, 8, ..., 32 predicates on two
// generated families, each run in a process of its own that is stopped at the limit.
//   strong: half of the predicates bound a counter i, half bound j = 2i; n/2 + 1 points.
//   weak:   groups of up to 12 numbers with a given sum, and whether each is less than the next,
//           all around; every point but one, so 4,095 per group of 12.
// Usage: bench_abstraction [--limit SECONDS] [--max-n N] [--svg FILE]
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abstraction/abstract.h"
#include "gcl/build.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace {

using namespace pawl;
using abstraction::Algorithm;

/// Processor time of this process: what else the machine does must not count.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

constexpr Algorithm all_algorithms[] = {Algorithm::Naive, Algorithm::Greedy, Algorithm::Fq,
                                        Algorithm::Ddp,   Algorithm::Ss,     Algorithm::Guided};

struct Family {
  std::vector<gcl::Expr> background;
  std::vector<gcl::Expr> predicates;
};

Family strong(gcl::Context& c, int n) {
  const gcl::Expr i = c.var("i", c.int_sort());
  const gcl::Expr j = c.var("j", c.int_sort());
  Family family;
  family.background = {gcl::mk_le(c, c.int_const(0), i), gcl::mk_le(c, i, c.int_const(n)),
                       gcl::mk_eq(c, j, gcl::mk_add(c, i, i))};
  for (std::int64_t k = 0; k < n / 2; ++k) {
    family.predicates.push_back(gcl::mk_le(c, i, c.int_const(k)));
    family.predicates.push_back(gcl::mk_le(c, j, c.int_const(2 * k)));
  }
  return family;
}

Family weak(gcl::Context& c, int n) {
  Family family;
  for (int first = 0; first < n; first += 12) {
    const int size = std::min(12, n - first);
    std::vector<gcl::Expr> x;
    gcl::Expr sum = c.int_const(0);
    for (int k = 0; k < size; ++k) {
      x.push_back(c.var("x" + std::to_string(first + k), c.int_sort()));
      sum = gcl::mk_add(c, sum, x.back());
    }
    family.background.push_back(gcl::mk_eq(c, sum, c.int_const(100)));
    for (std::size_t k = 0; k < x.size(); ++k) {
      family.predicates.push_back(gcl::mk_lt(c, x[k], x[(k + 1) % x.size()]));
    }
  }
  return family;
}

using MakeFamily = Family (*)(gcl::Context&, int);

struct Run {
  int finished = 0;  // 0: stopped at the limit; the numbers say how far it came
  std::uint64_t queries = 0;
  double seconds = 0;
};

Run run_here(MakeFamily make, int n, Algorithm algorithm, double limit) {
  gcl::Context context;
  prover::QueryLog log;
  const auto prover = prover::make_prover(context, prover::ProverOptions{}, log);
  const Family family = make(context, n);
  for (const gcl::Expr formula : family.background) prover->assert_formula(formula);
  const double start = seconds();
  const auto elapsed = [&] { return seconds() - start; };
  abstraction::Options options;
  options.algorithm = algorithm;
  options.max_queries = 0;
  options.stop = [&] { return elapsed() > limit; };
  const abstraction::BddManager manager;
  const abstraction::Outcome outcome = abstraction::unite(
      abstraction::Region::bottom(manager),
      abstraction::Problem{*prover, context, {}, family.predicates, family.background}, options);
  return {outcome.loss == abstraction::Loss::None ? 1 : 0, outcome.queries, elapsed()};
}

// Some algorithms compute for minutes between two queries: the system stops those.
void limit_this_process(double limit) {
  const auto whole = static_cast<rlim_t>(limit) + 5;
  const rlimit seconds_of_processor{whole, whole};
  setrlimit(RLIMIT_CPU, &seconds_of_processor);
}

// The result, or nullopt when the child was stopped.
std::optional<Run> receive(int pipe_end) {
  Run run;
  if (read(pipe_end, &run, sizeof run) != static_cast<ssize_t>(sizeof run)) return std::nullopt;
  return run;
}

Run run_apart(MakeFamily make, int n, Algorithm algorithm, double limit) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(1);
  const pid_t child = fork();
  if (child < 0) std::exit(1);
  if (child == 0) {
    limit_this_process(limit);
    const Run run = run_here(make, n, algorithm, limit);
    const bool written = write(ends[1], &run, sizeof run) == static_cast<ssize_t>(sizeof run);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  const std::optional<Run> run = receive(ends[0]);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return run.value_or(Run{0, 0, limit});
}

struct Series {
  Algorithm algorithm;
  std::vector<std::optional<Run>> runs;  // by n/4 - 1; absent: a smaller n was too much already
};

struct Table {
  const char* name;
  std::vector<Series> series;
};

std::string cell(const std::optional<Run>& run) {
  char text[40];
  if (!run) return "-";
  if (run->finished == 0) {
    std::snprintf(text, sizeof text, "> %.0f s", run->seconds);
  } else {
    std::snprintf(text, sizeof text, "%llu / %.2f s", static_cast<unsigned long long>(run->queries),
                  run->seconds);
  }
  return text;
}

Table measure(const char* name, MakeFamily make, int max_n, double limit) {
  Table table{name, {}};
  for (const Algorithm algorithm : all_algorithms) table.series.push_back({algorithm, {}});
  std::printf("%s\n  n", name);
  for (const Algorithm algorithm : all_algorithms) std::printf("  %18s", to_string(algorithm));
  std::printf("\n");
  for (int n = 4; n <= max_n; n += 4) {
    std::printf("%3d", n);
    for (Series& series : table.series) {
      const bool lost =
          !series.runs.empty() && (!series.runs.back() || series.runs.back()->finished == 0);
      std::optional<Run> run;
      if (!lost) run = run_apart(make, n, series.algorithm, limit);
      series.runs.push_back(run);
      std::printf("  %18s", cell(run).c_str());
      std::fflush(stdout);
    }
    std::printf("\n");
  }
  return table;
}

// Two panels, one per family: queries over n, logarithmic.
class Plot {
 public:
  explicit Plot(std::ostream& out) : out_(out) {}

  void draw(const std::vector<Table>& tables) {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" height=\"360\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"860\" height=\"360\" fill=\"white\"/>\n";
    double left = 60;
    for (const Table& table : tables) {
      panel(table, left);
      left += 370;
    }
    legend();
    out_ << "</svg>\n";
  }

 private:
  static constexpr double plot_width = 300, plot_top = 40, plot_height = 260, decade_count = 5;

  static double x_of(double left, double n) { return left + plot_width * (n - 4) / 28; }
  static double y_of(double queries) {
    const double decades = std::clamp(std::log10(std::max(queries, 1.0)), 0.0, decade_count);
    return plot_top + plot_height * (1 - decades / decade_count);
  }
  static const char* colour(std::size_t i) {
    constexpr const char* colours[] = {"#999999", "#e69f00", "#56b4e9",
                                       "#009e73", "#cc79a7", "#d55e00"};
    return colours[i];
  }

  void text(double x, double y, const char* anchor, const std::string& words) {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << words
         << "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, const char* stroke) {
    out_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2
         << "\" stroke=\"" << stroke << "\"/>\n";
  }

  void panel(const Table& table, double left) {
    text(left + plot_width / 2, 24, "middle",
         std::string(table.name) + ": queries over predicates");
    for (int decade = 0; decade <= decade_count; ++decade) {
      const double y = y_of(std::pow(10, decade));
      line(left, y, left + plot_width, y, "#dddddd");
      text(left - 6, y + 4, "end", "1" + std::string(static_cast<std::size_t>(decade), '0'));
    }
    for (int n = 4; n <= 32; n += 4)
      text(x_of(left, n), plot_top + plot_height + 18, "middle", std::to_string(n));
    for (std::size_t i = 0; i < table.series.size(); ++i) curve(table.series[i], left, colour(i));
  }

  // A cross where the limit was reached.
  void curve(const Series& series, double left, const char* stroke) {
    std::string points;
    for (std::size_t i = 0; i < series.runs.size() && series.runs[i]; ++i) {
      const Run& run = *series.runs[i];
      const double x = x_of(left, 4 * static_cast<double>(i + 1));
      const double y = y_of(static_cast<double>(run.queries));
      if (run.finished == 0) {
        line(x - 4, plot_top - 4, x + 4, plot_top + 4, stroke);
        line(x - 4, plot_top + 4, x + 4, plot_top - 4, stroke);
        points += std::to_string(x) + "," + std::to_string(plot_top) + " ";
      } else {
        points += std::to_string(x) + "," + std::to_string(y) + " ";
      }
    }
    out_ << R"(<polyline fill="none" stroke-width="2" stroke=")" << stroke << R"(" points=")"
         << points << "\"/>\n";
  }

  void legend() {
    double x = 80;
    for (std::size_t i = 0; i < std::size(all_algorithms); ++i) {
      line(x, 340, x + 24, 340, colour(i));
      text(x + 30, 344, "start", to_string(all_algorithms[i]));
      x += 110;
    }
    text(x, 344, "start", "x: time limit");
  }

  std::ostream& out_;
};

}  // namespace

int main(int argc, char** argv) {
  double limit = 60;
  int max_n = 32;
  std::string svg;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 < argc && option == "--limit") {
      limit = std::atof(argv[i + 1]);
    } else if (i + 1 < argc && option == "--max-n") {
      max_n = std::atoi(argv[i + 1]);
    } else if (i + 1 < argc && option == "--svg") {
      svg = argv[i + 1];
    } else {
      std::fprintf(stderr, "usage: %s [--limit SECONDS] [--max-n N] [--svg FILE]\n", argv[0]);
      return 1;
    }
  }
  std::printf("queries / processor time by number of predicates; limit %.0f s per run\n", limit);
  const std::vector<Table> tables{measure("strong", strong, max_n, limit),
                                  measure("weak", weak, max_n, limit)};
  if (svg.empty()) return 0;
  std::ofstream out(svg);
  Plot(out).draw(tables);
  return out.good() ? 0 : 1;
}
