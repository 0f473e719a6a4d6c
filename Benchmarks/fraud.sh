#!/usr/bin/env bash
# Who would be paid by the programme that is worth money, honest players and cheats: Benchmarks/Cheats.md.
set -euo pipefail
cd "$(dirname "$0")"
exec python3 -m fraud "$@"
