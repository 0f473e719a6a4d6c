#!/bin/bash
# Fails if the library uses a class that Android has only after API level 21 (the Android layer: 23). Run by test.sh.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

# java.nio.file is used in one class, whose absence is caught: see DurableFile.kt.
late='java/time/|java/nio/file/|java/util/(Base64|Optional|StringJoiner|function|stream)|java/util/concurrent/CompletableFuture|java/lang/invoke/|java/util/concurrent/Flow|java/net/http/'
check() {
    local found
    found=$(find "$OUT/$1" -name '*.class' ! -name 'FolderSync.class' -print0 |
        xargs -0 javap -c -p | grep -E "$late" || true)
    [ -z "$found" ] || { echo "$1 uses what is too new:"; echo "$found"; exit 1; }
}

check core
check android
# A check that finds nothing anywhere would be broken: the excluded class must be found.
javap -c -p "$OUT/core/shipmate/FolderSync.class" | grep -E "$late" >/dev/null
