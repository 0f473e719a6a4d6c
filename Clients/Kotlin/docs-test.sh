#!/bin/bash
# Compiles the Kotlin of pages against the library, the stubs and tests/docs. Run by test.sh.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
WORK=$OUT/docs
rm -rf "$WORK"
mkdir -p "$WORK"
[ "$(wc -l <"$ROOT/Documentation/QuickStart-Android.md")" -le 80 ]
python3 - "$WORK" "$ROOT/Documentation/QuickStart-Android.md" "$HERE/README.md" <<'PYTHON'
import pathlib, re, sys
work, *pages = map(pathlib.Path, sys.argv[1:])
# What an IDE adds by itself.
imports = """
import android.app.Application
import android.content.Context
import android.content.Intent
import android.os.Bundle
import android.util.Log
import androidx.activity.ComponentActivity
import androidx.lifecycle.lifecycleScope
import kotlinx.coroutines.flow.*
import kotlinx.coroutines.launch
import shipmate.*
import shipmate.android.*
"""
count = 0
for page in pages:
    for code in re.findall(r"^```kotlin\n(.*?)^```", page.read_text(), re.S | re.M):
        # The dependency is for Gradle.
        if "dependencies {" not in code:
            count += 1
            (work / f"Block{count}.kt").write_text(f"package block{count}\n{imports}{code}")
assert count >= 3, f"only {count} blocks"
print(f"{count} blocks of code")
PYTHON
$JAVA -Xmx1g -Xss8m -cp "$COMPILER" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -Werror \
    -cp "$RUNTIME:$OUT/core:$OUT/android:$OUT/stubs" -d "$WORK/classes" "$WORK" "$HERE/tests/docs"
