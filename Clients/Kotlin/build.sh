#!/bin/bash
# Builds the library into .build/clients-kotlin, without Gradle: the core, the Android layer against stubs, the driver.
# Needs Debian's openjdk-17-jdk-headless, python3-venv and unzip, and PyPI.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

OPTIONS=-Xexplicit-api=strict compile core "" "$HERE/core"

if ! is_current stubs "$HERE/stubs"; then
    rm -rf "$OUT/stubs"
    find "$HERE/stubs" -name '*.java' -print0 | xargs -0 javac -nowarn -Xlint:-options --release 8 -d "$OUT/stubs"
    touch "$OUT/stubs.stamp"
fi
OPTIONS=-Xexplicit-api=strict compile android "$OUT/core:$OUT/stubs" "$HERE/android" "$HERE/core" "$HERE/stubs"
OPTIONS="-Xfriend-paths=$OUT/core" compile driver "$OUT/core" "$HERE/driver" "$HERE/core"

if ! is_current play "$HERE/tests/play"; then
    rm -rf "$OUT/play"
    find "$HERE/tests/play" -name '*.java' -print0 | xargs -0 javac -nowarn -Xlint:-options --release 8 -cp "$OUT/stubs" -d "$OUT/play"
    touch "$OUT/play.stamp"
fi
OPTIONS="-Xfriend-paths=$OUT/core,$OUT/android" \
    compile tests "$OUT/core:$OUT/android:$OUT/play:$OUT/stubs:$JUNIT" "$HERE/tests/shipmate" "$HERE/core" "$HERE/android" "$HERE/tests/play"
