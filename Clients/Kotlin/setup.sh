# Sourced by the scripts here. Gets the compiler of requirements.txt from PyPI, once, into $OUT.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
VERSION=1.0.0
# What users need at least. The compiler is newer.
KOTLIN=2.1.0
COROUTINES=1.10.2
LANGUAGE="-language-version ${KOTLIN%.*} -api-version ${KOTLIN%.*}"
OUT=${OUT:-$ROOT/.build/clients-kotlin}
TOOLS=$OUT/tools
JARS=$TOOLS/run_kotlin_kernel/jars

get_compiler() {
    mkdir -p "$OUT"
    cmp -s "$HERE/requirements.txt" "$TOOLS/requirements.txt" && [ -e "$TOOLS/coroutines/_COROUTINE" ] && return
    rm -rf "$TOOLS"
    python3 -m venv "$TOOLS/venv"
    "$TOOLS/venv/bin/pip" -q download --no-deps --require-hashes -r "$HERE/requirements.txt" -d "$TOOLS"
    unzip -qo "$TOOLS"/kotlin_jupyter_kernel-*.whl 'run_kotlin_kernel/jars/*' -d "$TOOLS"
    # Coroutines by themselves, so that nothing else of the notebook's jar is seen by the library.
    mkdir "$TOOLS/coroutines"
    unzip -qo "$JARS"/kotlin-jupyter-kernel-*-all.jar 'kotlinx/coroutines/*' '_COROUTINE/*' META-INF/kotlinx-coroutines-core.kotlin_module \
        -d "$TOOLS/coroutines"
    jar cf "$TOOLS/coroutines.jar" -C "$TOOLS/coroutines" .
    cp "$HERE/requirements.txt" "$TOOLS/requirements.txt"
}

get_compiler
COMPILER=$(ls "$JARS"/kotlin-jupyter-kernel-*-all.jar)
JUNIT=$(ls /usr/share/java/junit-{jupiter,platform}*.jar /usr/share/java/{opentest4j,apiguardian-api,picocli}.jar | tr '\n' ':')
RUNTIME=$(ls "$JARS"/kotlin-stdlib-*.jar):$TOOLS/coroutines.jar
JAVA="java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

# compile NAME CLASSPATH SOURCES NEEDS… into $OUT/NAME, unless that is newer than sources and needs. OPTIONS may have more.
compile() {
    local name=$1 classpath=$2 sources=$3
    shift 3
    is_current "$name" "$sources" "$HERE/setup.sh" "$@" && return
    echo "compiling $name"
    rm -rf "${OUT:?}/$name"
    mkdir -p "$OUT/$name"
    $JAVA -Xmx1g -Xss8m -cp "$COMPILER" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect \
        -jvm-target 1.8 $LANGUAGE -Werror ${OPTIONS:-} -module-name "shipmate-$name" -cp "$RUNTIME:$classpath" -d "$OUT/$name" \
        "$sources"
    touch "$OUT/$name.stamp"
}

is_current() {
    local stamp=$OUT/$1.stamp
    shift
    [ -e "$stamp" ] && [ -z "$(find "$@" -newer "$stamp" -print -quit)" ]
}
