#!/usr/bin/env bash
# What the derives cost the compiler: `cargo check` of 100 entities of 10 fields, against the same structs with serde's
# derives alone. Prints the median user time of each in seconds, and the median of the ratios of the rounds, in each of
# which both have a turn: of a whole check, as after a clone, and of a check after nothing but the file's time has
# changed, which leaves rustc's incremental cache as it is.
#
# Usage: benches/compile_time.sh [ROUNDS]   (5 rounds unless said otherwise; two minutes after the first)
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
root=$PWD
work=$root/target/compile_time
entities=100

# Writes a package of 100 structs: $1 is its name, and `with_keywright` or `with_serde` the text of a struct.
package() {
  mkdir -p "$work/$1/src"
  {
    printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n' "$1"
    printf 'serde = { version = "1", features = ["derive"] }\n'
    printf 'chrono = { version = "0.4", default-features = false, features = ["serde"] }\n'
    printf 'keywright = { path = "%s/runtime", default-features = false, features = ["chrono"] }\n' "$root"
  } > "$work/$1/Cargo.toml"
  {
    printf '#![allow(dead_code)]\nuse chrono::{DateTime, Utc};\nuse serde::{Deserialize, Serialize};\n'
    "$1"_header
    for number in $(seq "$entities"); do
      "$1"_attributes "$number"
      cat <<RUST
pub struct Order$number {
    customer: String,
    id: u32,
    placed: DateTime<Utc>,
    status: String,
    cents: u64,
    note: Option<String>,
    city: String,
    street: String,
    paid: bool,
    lines: Vec<String>,
}
RUST
    done
  } > "$work/$1/src/lib.rs"
}

with_serde_header() { :; }
with_serde_attributes() { printf '#[derive(Serialize, Deserialize)]\n'; }

with_keywright_header() {
  cat <<RUST
use keywright::{Entity, Table};
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub struct Shop;
RUST
}
with_keywright_attributes() {
  cat <<RUST
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER$1#<id>")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS$1#<customer>#<status>", sk = "<placed>")]
RUST
}

package with_serde
package with_keywright
printf '[workspace]\nresolver = "3"\nmembers = ["with_serde", "with_keywright"]\n' > "$work/Cargo.toml"
cp Cargo.lock "$work/Cargo.lock"

# The user time of one check of a package whose dependencies are built.
check() {
  touch "$work/$1/src/lib.rs"
  local TIMEFORMAT=%U
  { time cargo check --quiet --manifest-path "$work/Cargo.toml" -p "$1" 2>/dev/null; } 2>&1
}

median() { sort -n | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }

# Both packages in turn, so that a change of the machine's speed meets both: $1 names what is measured.
measure() {
  cargo check --quiet --manifest-path "$work/Cargo.toml"
  : > "$work/with_serde.times"
  : > "$work/with_keywright.times"
  for _ in $(seq "$rounds"); do
    for name in with_serde with_keywright; do
      sleep 1 # Cargo sees changes by the second.
      check "$name" >> "$work/$name.times"
    done
  done
  printf '%s: serde alone %s s, with keywright %s s, ratio %s\n' "$1" \
    "$(median < "$work/with_serde.times")" "$(median < "$work/with_keywright.times")" \
    "$(paste "$work/with_keywright.times" "$work/with_serde.times" | awk '{ printf "%.2f\n", $1 / $2 }' | median)"
}

export CARGO_TARGET_DIR=$work/target
CARGO_INCREMENTAL=0 measure "a whole check"
CARGO_INCREMENTAL=1 measure "a check of nothing new"
