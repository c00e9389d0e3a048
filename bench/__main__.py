"""Run every benchmark, or the ones named: `python -m bench pages posting`."""

import subprocess
import sys

BENCHES = ("pages", "posting", "engine")


def main(names: list[str]) -> int:
    """Run the benchmarks in order, each in a process and on servers of its own."""
    for name in names or BENCHES:
        print(f"== {name}", flush=True)
        code = f"import bench.{name} as b; b.main()"
        if failed := subprocess.run([sys.executable, "-c", code], check=False).returncode:
            return failed
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
