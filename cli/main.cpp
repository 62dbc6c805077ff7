// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <exception>
#include <iostream>

#include "cli/guard.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/several.h"
#include "support/internal_error.h"
#include "support/interrupt.h"
#include "support/memory.h"

int main(int argc, char** argv) {
  using namespace pawl;
  try {
    if (argc == 2 && std::strcmp(argv[1], "--options-reference") == 0) {
      cli::write_reference(std::cout);
      return cli::exit_true;
    }
    int exit_code = cli::exit_true;
    const std::optional<cli::Options> options = cli::parse_command_line(argc, argv, exit_code);
    if (!options) return exit_code;
    install_interrupt_handler();
    keep_freed_memory();
    if (options->files.size() > 1) return cli::run_each(*options);
    cli::Guard guard(options->timeout);
    return cli::run(*options, guard);
  } catch (const InternalError& error) {
    std::cerr << "pawl: internal error: " << error.what() << '\n'
              << "  this is a bug in Pawl; no verdict is given\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "pawl: out of memory; no verdict is given\n";
  } catch (const std::exception& error) {
    std::cerr << "pawl: internal error: " << error.what() << '\n';
  }
  return cli::exit_internal;
}
