#!/bin/bash
# Runs all tests of the Kotlin library: `test.sh PATH-OF-SHIPMATE`. Needs Debian's junit5 besides what build.sh needs.
SHIPMATE=$(realpath "$1")
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"

echo "== units"
$JAVA -cp "$OUT/tests:$OUT/android:$OUT/core:$OUT/play:$OUT/stubs:$RUNTIME:$JUNIT" org.junit.platform.console.ConsoleLauncher \
    --scan-class-path "$OUT/tests" --disable-banner --details=tree --disable-ansi-colors

echo "== only what API level 21 has"
"$HERE/api-level.sh"

echo "== the shared cases"
python3 -B "$ROOT/Clients/behaviour/run.py" --shipmate "$SHIPMATE" --driver "$JAVA -cp $OUT/driver:$OUT/core:$RUNTIME DriverKt"

echo "== the code of the pages"
"$HERE/docs-test.sh"

echo "== the Maven repository folder"
"$HERE/maven-test.sh" "$SHIPMATE"
