# SPDX-License-Identifier: Apache-2.0
"""Makes a C program smaller while it stays interesting, by leaving out lines and blocks."""
import time


def block_end(lines, start):
    """The line behind the block that line `start` opens, or behind that line if it opens none."""
    depth = 0
    for number in range(start, len(lines)):
        depth += lines[number].count("{") - lines[number].count("}")
        if depth < 0:
            return None
        if depth == 0:
            return number + 1
    return None


def reduced(text, interesting, seconds=120):
    """The smallest text found in that time for which `interesting` still holds."""
    lines = [line for line in text.splitlines() if line.strip()]
    deadline = time.monotonic() + seconds
    if not interesting("\n".join(lines) + "\n"):
        return text
    size = max(1, len(lines) // 4)
    while size >= 1 and time.monotonic() < deadline:
        smaller = one_pass(lines, size, interesting, deadline)
        if len(smaller) == len(lines):
            size //= 2
        lines = smaller
    return "\n".join(lines) + "\n"


def one_pass(lines, size, interesting, deadline):
    start = 0
    while start < len(lines) and time.monotonic() < deadline:
        end = start
        for _ in range(size):
            end = block_end(lines, end) if end < len(lines) else end
            if end is None:
                break
        # A block, or what it encloses alone: `if (c) {` and its brace.
        tries = []
        if end is not None and end > start:
            tries.append(lines[:start] + lines[end:])
            if size == 1 and end > start + 1:
                tries.append(lines[:start] + lines[start + 1:end - 1] + lines[end:])
        for fewer in tries:
            if interesting("\n".join(fewer) + "\n"):
                lines = fewer
                break
        else:
            start += 1
    return lines
