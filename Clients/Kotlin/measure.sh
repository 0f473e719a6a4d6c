#!/bin/bash
# Measures the library on this machine: `measure.sh PATH-OF-SHIPMATE`.
SHIPMATE=$(realpath "$1")
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$HERE/setup.sh"
folder=$(mktemp -d)
"$HERE/maven.sh" "$folder/maven" >/dev/null
find "$folder/maven" -name '*.jar' ! -name '*-sources.jar' -printf '%f: %k KiB\n' -o -name '*.aar' -printf '%f: %k KiB\n'
compile measure "$OUT/core" "$HERE/measure" "$HERE/core"

coproc SERVER { "$SHIPMATE" test-server; }
trap 'exec {SERVER[1]}>&-; rm -rf "$folder"' EXIT
read -r ready <&"${SERVER[0]}"
url=$(sed 's/.*"url":"\([^"]*\)".*/\1/' <<<"$ready")
java -Xmx256m -cp "$OUT/measure:$OUT/core:$RUNTIME" MeasureKt "$url" "$folder/state"
