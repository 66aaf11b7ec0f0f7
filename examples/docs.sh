#!/usr/bin/env bash
# Writes the examples' documentation and infrastructure code; with --check, fails where the committed files differ.
set -euo pipefail
cd "$(dirname "$0")"
# From the root, with the features of `cargo run --example`: another set would compile everything again
(cd .. && cargo build --quiet --examples)
programs=${CARGO_TARGET_DIR:-../target}/debug/examples
# One design with prices, which the documents name with region, date and source
priced=flights
for design in deals ecommerce flights platform session_store version_control; do
  mkdir -p "docs/$design"
  write() { "$programs/$design" "$@"; }
  prices=()
  if [ "$design" = "$priced" ]; then prices=(--prices prices/us-east-1.json); fi
  write docs "${prices[@]}" --out "docs/$design/access-patterns.md" "${@}"
  write docs "${prices[@]}" --format json --out "docs/$design/access-patterns.json" "${@}"
  write docs "${prices[@]}" --format html --out "docs/$design/access-patterns.html" "${@}"
  write create-table --out "docs/$design/create-table.json" "${@}"
  write cloudformation --out "docs/$design/cloudformation.json" "${@}"
  write terraform --out "docs/$design/table.tf.json" "${@}"
  write lock --out "docs/$design/keywright.lock" "${@}"
done
# Two designs as models of NoSQL Workbench, and with policies: of a service that writes everything, and of the owners of
# repositories. Notes go to the standard error.
"$programs/ecommerce" workbench --out docs/ecommerce/workbench.json "${@}"
"$programs/version_control" workbench --out docs/version_control/workbench.json "${@}"
"$programs/ecommerce" iam --access writer --out docs/ecommerce/iam-writer.json "${@}"
"$programs/version_control" iam --tenant owner --out docs/version_control/iam-owner.json "${@}"
