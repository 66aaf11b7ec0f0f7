#!/usr/bin/env bash
# Runs `cargo keywright` with the real crates on a library that declares the schema of `designs/deals` and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
cargo build --quiet -p cargo-keywright
program=$PWD/target/debug/cargo-keywright
# With the profiles below, what the other examples have compiled is used
export CARGO_TARGET_DIR=$PWD/target

workspace=$(mktemp -d)
trap 'rm -rf "$workspace"' EXIT
mkdir -p "$workspace/shop/src"
cat >"$workspace/Cargo.toml" <<END
[workspace]
members = ["shop"]
resolver = "3"

END
sed -n '/^\[profile/,$p' Cargo.toml | sed '/keywright-harness/,/^$/d' >>"$workspace/Cargo.toml"
cat >"$workspace/shop/Cargo.toml" <<END
[package]
name = "shop"
version = "0.1.0"
edition = "2024"

[dependencies]
chrono = { version = "0.4", default-features = false, features = ["serde"] }
keywright = { path = "$repository/runtime", default-features = false, features = ["chrono"] }
serde = { version = "1", features = ["derive"] }
serde_dynamo = "4.3"
END
cp Cargo.lock "$workspace"
sed 's/pub(crate)/pub/' examples/designs/deals/schema.rs >"$workspace/shop/src/schema.rs"
echo 'mod schema; pub use schema::*;' >"$workspace/shop/src/lib.rs"
cd "$workspace"

expect() { # status, command
  local expected=$1 status=0
  shift
  printf '   cargo keywright %s\n' "$*"
  "$program" keywright "$@" >"$workspace/output" 2>"$workspace/errors" || status=$?
  if [ "$status" != "$expected" ]; then
    printf 'error: exit status %s, and not %s\n' "$status" "$expected"
    cat "$workspace/output" "$workspace/errors"
    exit 1
  fi
}

# What the program of the example writes
docs=$repository/examples/docs/deals
expect 0 lock --check --out "$docs/keywright.lock"
expect 0 create-table --check --out "$docs/create-table.json"
expect 0 cloudformation --check --out "$docs/cloudformation.json"
expect 0 plan
grep -q 'Deal' output
# What a change costs in a month
prices=$repository/examples/prices/us-east-1.json
expect 0 plan --against "$docs/keywright.lock" --prices "$prices"
grep -q 'no declared load has changed' output
sed -i 's/item_bytes = 600)/item_bytes = 600, mean = 0.2)/' shop/src/schema.rs
expect 0 plan --against "$docs/keywright.lock" --prices "$prices"
grep -q '^  - .* USD a month: Deal, a mean of 20 % in place of the whole peak$' output
grep -q '^  sum: - .* USD a month$' output
expect 0 plan --prices "$prices"
grep -q '^  sum  *.* USD a month$' output
expect 1 lock --check --out "$docs/keywright.lock"
grep -q 'the declared loads differ' errors
sed '/^load$/,$d' "$docs/keywright.lock" >earlier.lock
expect 0 lock --check --out earlier.lock
expect 1 plan --against earlier.lock
grep -q 'lists no declared loads' errors
sed -i 's/, mean = 0.2)/)/' shop/src/schema.rs
start=$SECONDS
expect 0 docs --open --out deals.html
if BROWSER=true "$program" keywright docs --open 2>&1 | grep -q 'opened .*access-patterns.html'; then
  grep -q 'Deal' deals.html
else
  echo 'error: the page is not opened'
  exit 1
fi
printf '   later runs: %s s for two\n' $((SECONDS - start))
expect 1 verify
grep -q -- '--features client' errors
expect 2 plan --formats json
grep -q 'cargo keywright plan' errors
expect 0 help
grep -q '^  simulate  *Run the declared peaks' output
if grep 'not in this build' output; then
  echo 'error: the help says that a command is missing, which runs'
  exit 1
fi
expect 2 docs --open --format json
grep -q 'is not HTML' errors
expect 0 help simulate
grep -q -- '--duration' output
expect 0 simulate --duration 10 --seed 1
grep -q 'seed 1: holds' output
# One key a day for all deals
sed -i 's/, shard(random = 3))/, allow_hot = "to see it fail")/' shop/src/schema.rs
expect 1 simulate --duration 10 --seed 1
grep -q 'the load throttles: .* of the write units of GSI1' errors
expect 1 lock --check --out "$docs/keywright.lock"
grep -q 'GSI1' errors

# A schema in a crate above those of the table and of its entities
cd "$repository/tests/crates/above"
expect 0 plan --offline
grep -q '^OpsLog  OPS_LOG#' "$workspace/output"
