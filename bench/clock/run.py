# SPDX-License-Identifier: Apache-2.0
"""Does `pawl verify` end when it is told to? Wall-clock times with --timeout, or of SIGTERM after a while.

    python3 bench/clock/run.py --pawl build/release/bin/pawl --timeout 5 [--spread 6] FILE...
    python3 bench/clock/run.py --pawl build/release/bin/pawl --terminate 2 [--spread 6] FILE...

One program at a time; of the files one in --spread. Prints what was slowest and the number of runs that
were later than promised: half a second, or 5 %, behind the time that was given; a second behind a signal.
"""
import argparse
import signal
import subprocess
import time

LATE_BY_SIGNAL = 1.0


def measured(command, terminate):
    """Seconds, and the last line."""
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        try:
            output, _ = process.communicate(timeout=terminate)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate()
    lines = output.strip().splitlines()
    return time.monotonic() - begin, lines[-1] if lines else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pawl", default="build/release/bin/pawl")
    parser.add_argument("--timeout", type=float, help="seconds, given to pawl")
    parser.add_argument("--terminate", type=float, help="seconds until SIGTERM")
    parser.add_argument("--spread", type=int, default=1, help="one file in so many")
    parser.add_argument("--options", default="", help="more options for pawl, in one string")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    if (arguments.timeout is None) == (arguments.terminate is None):
        parser.error("either --timeout or --terminate")
    options = arguments.options.split()
    promised = (arguments.terminate or 0) + LATE_BY_SIGNAL
    if arguments.timeout is not None:
        options += ["--timeout", str(arguments.timeout)]
        promised = arguments.timeout + max(0.5, 0.05 * arguments.timeout)
    runs = []
    for file in sorted(arguments.files)[::arguments.spread]:
        command = [arguments.pawl, "verify", "-q", *options, file]
        runs.append((*measured(command, arguments.terminate), file))
    runs.sort(reverse=True)
    late = sum(seconds > promised for seconds, _, _ in runs)
    print(f"{len(runs)} programs, {promised:g} s promised, {late} later, longest {runs[0][0]:.2f} s")
    for seconds, answer, file in runs[:5]:
        print(f"{seconds:7.2f}  {answer}  {file}")


if __name__ == "__main__":
    main()
