// SPDX-License-Identifier: Apache-2.0
#include "support/memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace pawl {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int mebibyte = 1 << 20;
  ::mallopt(M_TRIM_THRESHOLD, 512 * mebibyte);
  ::mallopt(M_TOP_PAD, 16 * mebibyte);
  ::mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
#endif
}

}  // namespace pawl
