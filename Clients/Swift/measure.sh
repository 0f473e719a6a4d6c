#!/bin/bash
# Measures the library: measure.sh SCRATCH [--size | PATH-OF-SHIPMATE]. With --size it checks the limit of the size alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
scratch=$1
limit_kb=500

# What the library adds to an app: an executable with it, less one without. ELF's tables for unwinding, relocation and
# symbols aren't counted: Mach-O has compact ones.
bytes_of() {
    swift build -c release --scratch-path "$scratch" --package-path Examples/measure --product "$1" >&2
    size -A "$scratch/release/$1" | awk '
        $1 ~ /^\./ || $1 ~ /^swift5/ { all += $2 }
        $1 ~ /^\.(eh_frame|gcc_except|rela|dyn|gnu|hash|bss|debug|comment|note|symtab|strtab)/ { tables += $2 }
        END { print all - tables }'
}

with=$(bytes_of with-shipmate)
part=$(((with - $(bytes_of without-shipmate)) / 1024))
echo "part of a release executable: $part KB (limit $limit_kb)"
((part > 20 && part <= limit_kb))
if [[ ${2:-} == --size ]]; then exit; fi

shipmate=$(realpath "$2")
coproc server { "$shipmate" test-server; }
read -r line <&"${server[0]}"
swift build -c release --scratch-path "$scratch" --package-path Examples/measure --product bench
"$scratch/release/bench" "$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' <<<"$line")"
exec {server[1]}>&-
wait "$server_PID" || true
