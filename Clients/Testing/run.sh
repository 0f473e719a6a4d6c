#!/bin/bash
# Runs the tests of each helper with a test server of their own: `run.sh PATH-OF-SHIPMATE`.
set -euo pipefail
SHIPMATE_BINARY=$(realpath "$1")
export SHIPMATE_BINARY
cd "$(dirname "${BASH_SOURCE[0]}")"
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT

(cd python && python3 -B -m pytest -q -p no:cacheprovider test_story.py)
node --test node/*.test.mjs
(cd swift && swift test --scratch-path ../../../.build/helpers)
jars=$(ls /usr/share/java/junit-{jupiter,platform}*.jar /usr/share/java/{opentest4j,apiguardian-api,picocli}.jar | tr '\n' ':')
javac -d "$classes" -cp "$jars" junit/*.java
java -cp "$classes:$jars" org.junit.platform.console.ConsoleLauncher --class-path "$classes" \
    --select-class StoryTest --details=tree --disable-banner
