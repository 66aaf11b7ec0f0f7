#!/usr/bin/env bash
# Counts what a user's crate compiles: the instances of functions of `programs/first.rs`, and their size in rustc's
# estimate (`total_estimate`), in the dev profile. `programs/second.rs` has a second entity, and `programs/by_hand.rs`
# is the first by hand, on the SDK and serde_dynamo.
#
# Usage: benches/compiled.sh [ROWS]    prints the ROWS largest functions of each, too
#        benches/compiled.sh --check   ends with an error if a limit is exceeded
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/target/compiled
mkdir -p "$out"

for program in first second by_hand; do
  # Cargo compiles the dependencies, and prints how it compiles the program. The variable is set for the program alone,
  # because cargo would compile every dependency again with it.
  touch "benches/programs/$program.rs"
  log=$out/$program.log
  cargo rustc -v --color never -p keywright-benches --bin "$program" 2>"$log" || { cat "$log"; exit 1; }
  command=$(sed -n "s/^ *Running \`\(.*--crate-name $program .*\)\`$/\1/p" "$log")
  rm -rf "${out:?}/$program"
  mkdir "$out/$program"
  eval "RUSTC_BOOTSTRAP=1 $command" \
    -Zdump-mono-stats="'$out/$program'" -Zdump-mono-stats-format=json 2>"$log" || { cat "$log"; exit 1; }
done

python3 - "$out" "${1:-0}" <<'PYTHON'
import glob
import json
import sys

out, option = sys.argv[1:]


def count(program):
    items = [item for file in glob.glob(f'{out}/{program}/*.json') for item in json.load(open(file))]
    functions = sum(item['instantiation_count'] for item in items)
    size = sum(item['total_estimate'] for item in items)
    print(f'{program}: {functions:,} functions, size {size:,}')
    items.sort(key=lambda item: -item['total_estimate'])
    for item in items[: 0 if option == '--check' else int(option)]:
        print(f"  {item['total_estimate']:6} in {item['instantiation_count']:3} of {item['name']}")
    return functions, size


first, second, by_hand = (count(program) for program in ('first', 'second', 'by_hand'))
more = tuple(two - one for one, two in zip(first, second))
print(f'one more entity: {more[0]:,} functions, size {more[1]:,}')
if option == '--check':
    # Functions, and their size.
    limits = [('first', first, (by_hand[0] + 500, 25_000)), ('one more entity', more, (363, 6_864))]
    for name, found, limit in limits:
        if any(a > b for a, b in zip(found, limit)):
            sys.exit(f'{name}: more than {limit[0]:,} functions or size {limit[1]:,}')
PYTHON
