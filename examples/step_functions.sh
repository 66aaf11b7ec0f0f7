#!/usr/bin/env bash
# Generates state machines of both kinds of workers, and validates them by the JSON schema of the Amazon States Language
# in the npm package asl-validator. A definition with a mistake must be refused.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
command -v npm >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends npm; }
npm install --silent --no-audit --no-fund --prefix "$folder" asl-validator@4.0.0
generate() {
  cargo run -q -p keywright-tools --bin keywright -- step-functions --read-rate 8000 --write-rate 4000 "$@"
}
validate() {
  "$folder/node_modules/.bin/asl-validator" --json-path "$1"
}
generate --lambda sweep-orders --out "$folder/lambda.json"
generate --task-definition sweep:3 --cluster jobs --container worker --subnet subnet-1 --subnet subnet-2 \
  --segments 1000 --shares 256 --at-once 40 --out "$folder/fargate.json"
for kind in lambda fargate; do
  validate "$folder/$kind.json"
  sed 's/"End": true/"Next": "Nowhere"/; s/"ItemsPath"/"ItemPath"/' "$folder/$kind.json" >"$folder/wrong.json"
  if validate "$folder/wrong.json" >"$folder/errors" 2>&1; then
    echo "a wrong definition was accepted" >&2
    exit 1
  fi
done
