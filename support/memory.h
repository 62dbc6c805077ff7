// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pawl {

/// Memory that is freed stays with the process, where the C library can be told so. A solver takes
/// and gives back megabytes with each of its contexts: to have the system hand them out, cleared
/// and page by page, every time costs more than the questions.
void keep_freed_memory();

}  // namespace pawl
