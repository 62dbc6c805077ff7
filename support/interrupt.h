// SPDX-License-Identifier: Apache-2.0
// Ctrl-C. The first SIGINT or SIGTERM asks the process to stop: whoever works long looks at
// interrupt_requested() and answers Unknown(Interrupted), so that what is known so far is still
// reported. One that comes later, not together with the first, ends the process at once.
// Process-wide because signals are; processes that are forked after the handler was installed share
// the request, whichever of them was told.
#pragma once

namespace pawl {

/// For SIGINT and SIGTERM. A SIGINT that the parent told us to ignore (a job in the background
/// of a script) stays ignored. System calls are not restarted: a blocked read ends with EINTR.
void install_interrupt_handler();

/// Cheap enough for every iteration of every loop; from any thread.
bool interrupt_requested() noexcept;

/// What the first signal does; for callers that stop by other means.
void request_interrupt() noexcept;

/// Forgets the request: for tests, and for programs that go on after a cancelled run.
void clear_interrupt() noexcept;

}  // namespace pawl
