#!/usr/bin/env python3
"""Runs the integration tests and prints where the time went: the slowest tests, the sum by folder, the processor time
by program. `run_timed_tests.py cargo test …`; ends with the status of that command."""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

SLOWEST = 20
TIMES = Path(__file__).resolve().parent.parent / "target" / "test-times.tsv"
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
# The processor time of what these start counts as theirs: their children end and are forgotten.
SERVERS = {"postgres", "chromedriver", "redis-server", "node", "python3"}
# Nobody waits for the processes of a browser, so their time is in no parent's: each counts by itself, as last seen.
BROWSERS = {"chromedriver"}


def read_process(process: str) -> tuple[int, str, float, float] | None:
    """Parent, program, own seconds, and seconds of children that have ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    program = stat[stat.index("(") + 1 : stat.rindex(")")]
    fields = stat[stat.rindex(")") + 2 :].split()
    own, ended = (int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14]))
    return int(fields[1]), program, own / TICKS_PER_SECOND, ended / TICKS_PER_SECOND


class ProcessorTime:
    """Looks every second at all processes that the command started, directly or through others."""

    def __init__(self, root: int):
        self.root = root
        self.highest: dict[tuple[str, int], float] = {}
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while not self.ended.wait(1):
            self.look()

    def look(self):
        found = {int(entry): read_process(entry) for entry in os.listdir("/proc") if entry.isdigit()}
        now = Counter()
        for number, process in found.items():
            if process and (group := self.group_of(number, found)):
                if group[0] in BROWSERS:
                    now[group[0], number] += process[2]
                    continue
                now[group] += process[2]
                # The children of a server that have ended are the server's; those of the test process are commands.
                now[group if group[0] in SERVERS else ("processes that tests ran", group[1])] += process[3]
        for group, seconds in now.items():
            self.highest[group] = max(seconds, self.highest.get(group, 0))

    def group_of(self, number: int, found) -> tuple[str, int] | None:
        """The outermost server above a process, or the test process itself, with its number."""
        server, first = None, number
        while process := found.get(number):
            if process[1] in SERVERS:
                server = (process[1], number)
            if number == self.root:
                is_test = found[first][1].startswith("it-")
                return server or (("test process", first) if is_test else None)
            number = process[0]
        return None

    def by_program(self) -> Counter:
        self.ended.set()
        self.thread.join()
        seconds = Counter()
        for (program, _), processor_time in self.highest.items():
            seconds[program] += processor_time
        return seconds


def print_table(title: str, rows):
    print(f"\n{title}")
    for seconds, name in rows:
        print(f"{seconds:9.1f} s  {name}")


def report(seconds_by_program: Counter):
    lines = TIMES.read_text().splitlines() if TIMES.exists() else []
    tests = [(float(seconds), name) for name, seconds in (line.rsplit("\t", 1) for line in lines)]
    folders, counts = Counter(), Counter()
    for seconds, name in tests:
        folder = name.split("::")[0]
        folders[folder] += seconds
        counts[folder] += 1
    print_table(f"The {SLOWEST} slowest tests (all are in {TIMES})", sorted(tests, reverse=True)[:SLOWEST])
    sums = [(seconds, f"{folder} ({counts[folder]})") for folder, seconds in folders.most_common()]
    print_table("Sum by folder (tests run side by side and wait for each other)", sums)
    print_table("Processor time", [(seconds, name) for name, seconds in seconds_by_program.most_common()])


def main() -> int:
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.unlink(missing_ok=True)
    started = time.monotonic()
    command = subprocess.Popen(sys.argv[1:], env={**os.environ, "TEST_TIMES_FILE": str(TIMES)})
    processor_time = ProcessorTime(command.pid)
    status = command.wait()
    report(processor_time.by_program())
    print(f"\n{time.monotonic() - started:.0f} s in all")
    return status


if __name__ == "__main__":
    sys.exit(main())
