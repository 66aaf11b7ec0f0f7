#!/usr/bin/env bash
# Counts what a user's crate compiles: the instances of functions of `programs/first.rs`, and their size in rustc's
# estimate (`total_estimate`), in the dev profile. `programs/by_hand.rs` is the same by hand.
#
# Usage: benches/compiled.sh [ROWS] [PROGRAM..]   (the ROWS largest functions; 0 unless said otherwise)
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-0}
shift || true
out=$PWD/target/compiled
for program in "${@:-first by_hand}"; do
  for program in $program; do
    rm -rf "$out/stats"
    mkdir -p "$out/stats"
    # An own directory, because the variable makes cargo compile every dependency again
    touch "benches/programs/$program.rs"
    RUSTC_BOOTSTRAP=1 CARGO_INCREMENTAL=0 cargo rustc -q -p keywright-benches --target-dir "$out" --bin "$program" -- \
      -Zdump-mono-stats="$out/stats" -Zdump-mono-stats-format=json
    python3 - "$program" "$rows" "$out"/stats/*.json <<'PYTHON'
import json
import sys

program, rows, *files = sys.argv[1:]
items = [item for file in files for item in json.load(open(file))]
functions = sum(item['instantiation_count'] for item in items)
estimate = sum(item['total_estimate'] for item in items)
print(f'{program}: {functions:,} functions, size {estimate:,}')
for item in sorted(items, key=lambda item: -item['total_estimate'])[: int(rows)]:
    print(f"  {item['total_estimate']:6} in {item['instantiation_count']:3} of {item['name']}")
PYTHON
  done
done
