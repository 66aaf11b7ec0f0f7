#!/usr/bin/env bash
# Opens the examples' HTML pages in headless Chromium and checks them; installs Chromium with apt-get if it is missing.
# With --screenshots FOLDER, it also writes pictures of each page: light, dark, narrow, and printed.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v chromium >/dev/null; then
  apt-get update -q && apt-get install -qy --no-install-recommends chromium
fi
exec python3 pages/check.py "$@"
