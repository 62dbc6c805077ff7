// SPDX-License-Identifier: Apache-2.0
//
// Every annotation of every file below the given folders has to parse, and to be the same after it
// was printed and parsed again. Exit code 77, which ctest shows as skipped, when a folder is not
// there.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "frontends/acsl/parser.h"
#include "frontends/acsl/printer.h"
#include "support/diagnostic.h"
#include "support/file.h"

namespace {

using namespace pawl;
using namespace pawl::frontend::acsl;
namespace fs = std::filesystem;

std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string suffix = entry.path().extension();
    if (suffix == ".c" || suffix == ".h" || suffix == ".i" || suffix == ".acsl") {
      out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

struct Counts {
  std::size_t files = 0;
  std::size_t annotations = 0;
  std::size_t failures = 0;
};

bool survives_printing(const Annotation& annotation) {
  Diagnostics diagnostics;
  const SourceFile file("<printed>", print(annotation));
  const TextRange all{0, file.text().size()};
  const std::optional<Annotation> again = parse_annotation(file, all, {}, diagnostics);
  if (again && equal(*again, annotation) && print(*again) == file.text()) return true;
  render(std::cerr, diagnostics);
  std::cerr << to_string(range_of(annotation)) << ": changed by printing:\n" << file.text() << '\n';
  return false;
}

void check(const fs::path& path, Counts& counts) {
  Diagnostics diagnostics;
  const Result<std::string> text = read_file(path.string(), diagnostics);
  if (!text) {
    render(std::cerr, diagnostics);
    ++counts.failures;
    return;
  }
  const SourceFile file(path.string(), *text);
  ++counts.files;
  for (const TextRange comment : find_annotations(file.text())) {
    ++counts.annotations;
    const std::optional<Annotation> annotation = parse_annotation(file, comment, {}, diagnostics);
    if (!annotation || !survives_printing(*annotation)) ++counts.failures;
  }
  render(std::cerr, diagnostics);
}

}  // namespace

int main(int count, char** arguments) {
  Counts counts;
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(arguments[i])) {
      std::cout << "SKIPPED: " << arguments[i] << " is not there\n";
      return 77;
    }
    for (const fs::path& path : sources(arguments[i])) check(path, counts);
  }
  std::cout << counts.annotations << " annotations in " << counts.files << " files, "
            << counts.failures << " failures\n";
  return counts.failures == 0 && counts.annotations > 0 ? 0 : 1;
}
