#!/bin/sh
# Runs all tests of the TypeScript client: `test.sh PATH-OF-SHIPMATE`. Needs tsc, esbuild, node and chromium.
set -eu
SHIPMATE_BINARY=$(realpath "$1")
export SHIPMATE_BINARY
cd "$(dirname "$0")"
rm -rf dist build
tsc -p .
./check-quick-starts.sh
./pack.sh build >/dev/null
node --expose-gc --test Tests/
python3 ../behaviour/run.py --driver "node --expose-gc $PWD/driver/driver.mjs" --shipmate "$SHIPMATE_BINARY"
python3 ../behaviour/run.py --driver "node --expose-gc $PWD/driver/reactnative-driver.mjs" --shipmate "$SHIPMATE_BINARY" --no-files --skip "broken stream"
python3 ../behaviour/run.py --driver "node $PWD/driver/browser-driver.mjs" --shipmate "$SHIPMATE_BINARY" --no-files
