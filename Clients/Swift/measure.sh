#!/bin/bash
# Measures the library: measure.sh SCRATCH [--size | PATH-OF-SHIPMATE]. With --size it checks the limit of the size alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
scratch=$1
limit_kb=400

# What the library adds to an app: an executable with it, less one without, both stripped of what they don't use.
size_of_part() {
    swift build -c release --scratch-path "$scratch" --package-path Examples/measure --product with-shipmate >&2
    swift build -c release --scratch-path "$scratch" --package-path Examples/measure --product without-shipmate >&2
    echo $((($(stripped with-shipmate) - $(stripped without-shipmate)) / 1024))
}

stripped() {
    strip -o "$scratch/$1.stripped" "$scratch/release/$1"
    stat -c %s "$scratch/$1.stripped"
}

part=$(size_of_part)
echo "part of a release executable: $part KB (limit $limit_kb)"
((part > 20 && part <= limit_kb))
if [[ ${2:-} == --size ]]; then exit; fi

shipmate=$(realpath "$2")
coproc server { "$shipmate" test-server; }
read -r line <&"${server[0]}"
"$scratch/release/with-shipmate" "$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' <<<"$line")"
exec {server[1]}>&-
wait "$server_PID" || true
