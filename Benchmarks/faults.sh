#!/bin/bash
# Tries the release build under faults and abuse: see README.md. `make faults` builds first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
python=../.build/faults/venv/bin/python
exec "$([[ -x $python ]] && echo "$python" || echo python3)" -m faults "$@"
