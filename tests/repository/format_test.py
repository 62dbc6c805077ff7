# SPDX-License-Identifier: Apache-2.0
"""Every C++ source is as clang-format 14 writes it (another version formats differently).

Exit code 77, which ctest shows as skipped, when that version is not installed.
"""
import shutil
import subprocess
import sys

import tree

TOOL = "clang-format-14"


def main():
    if shutil.which(TOOL) is None:
        print(f"SKIPPED: {TOOL} is not installed (scripts/bootstrap test)")
        return 77
    # The check can fail: ill-formatted text is reported.
    probe = subprocess.run([TOOL, "--dry-run", "-Werror", "--assume-filename=probe.cpp"],
                           input="int  f( ){return 0 ;}\n", text=True, capture_output=True,
                           cwd=tree.ROOT)
    if probe.returncode == 0:
        print(f"{TOOL} accepts ill-formatted text")
        return 1
    sources = tree.sources()
    bad = []
    for path in sources:
        run = subprocess.run([TOOL, "--dry-run", "-Werror", path], capture_output=True)
        if run.returncode != 0:
            bad.append(path.relative_to(tree.ROOT).as_posix())
    print("\n".join(f"not formatted: {name} (make format)" for name in bad))
    print(f"{len(sources)} sources, {len(bad)} not formatted")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
