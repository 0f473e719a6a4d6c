#!/bin/bash
# Measures the release build against pgbench and nginx on one machine: see Method.md. `make bench` builds first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 Benchmarks/bench.py "$@"
