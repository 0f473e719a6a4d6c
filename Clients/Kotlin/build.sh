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
