#!/bin/bash
# Resolves the repository folder with Apache Ivy (Debian's `ivy`), compiles the example and the test of TestRewards.md
# against what it found, and runs them: `maven-test.sh PATH-OF-SHIPMATE`. Run by test.sh.
SHIPMATE=$(realpath "$1")
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$HERE/setup.sh"
WORK=$OUT/maven-test
rm -rf "$WORK"
"$HERE/maven.sh" "$WORK/repository"

# Maven Central can't be reached here: its two artifacts are those of the compiler, with poms of ours.
central() {
    local place=$WORK/central/${1//.//}/$2/$3
    mkdir -p "$place"
    cp "$4" "$place/$2-$3.jar"
    cat >"$place/$2-$3.pom" <<POM
<project><modelVersion>4.0.0</modelVersion><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version></project>
POM
}
central org.jetbrains.kotlin kotlin-stdlib "$KOTLIN" "$JARS"/kotlin-stdlib-*.jar
central org.jetbrains.kotlinx kotlinx-coroutines-core-jvm "$COROUTINES" "$TOOLS/coroutines.jar"

cat >"$WORK/settings.xml" <<SETTINGS
<ivysettings>
  <settings defaultResolver="both"/>
  <caches defaultCacheDir="$WORK/cache"/>
  <resolvers>
    <chain name="both">
      <ibiblio name="ours" m2compatible="true" root="file://$WORK/repository/" checksums="sha1,md5"/>
      <ibiblio name="central" m2compatible="true" root="file://$WORK/central/"/>
    </chain>
  </resolvers>
</ivysettings>
SETTINGS
resolve() {
    java -jar /usr/share/java/ivy.jar -settings "$WORK/settings.xml" -dependency shipmate "$1" "$VERSION" \
        -confs "$2" -retrieve "$WORK/$1/[artifact]-[revision].[ext]" >"$WORK/$1.log" || { cat "$WORK/$1.log"; exit 1; }
}
resolve shipmate-core default
[ "$(find "$WORK/shipmate-core" -name '*.jar' | wc -l)" = 3 ]
[ "$(stat -c %s "$WORK/shipmate-core/shipmate-core-$VERSION.jar")" -le $((400 * 1024)) ]
resolve shipmate-android default
unzip -tq "$WORK/shipmate-android/shipmate-android-$VERSION.aar" AndroidManifest.xml

classpath=$(find "$WORK/shipmate-core" -name '*.jar' | tr '\n' ':')
mkdir "$WORK/example"
$JAVA -Xmx1g -Xss8m -cp "$COMPILER" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -Werror \
    -cp "$classpath" -d "$WORK/example" "$HERE/example"

coproc SERVER { "$SHIPMATE" test-server; }
trap 'exec {SERVER[1]}>&-' EXIT
read -r ready <&"${SERVER[0]}"
url=$(sed 's/.*"url":"\([^"]*\)".*/\1/' <<<"$ready")
$JAVA -cp "$classpath:$WORK/example" TwoPlayersKt "$url"

mkdir "$WORK/reward"
sed -n '/^```kotlin$/,/^```$/{/^```/!p}' "$ROOT/Documentation/TestRewards.md" >"$WORK/RewardTest.kt"
javac -nowarn -d "$WORK/reward" -cp "$JUNIT" "$ROOT/Clients/Testing/junit/ShipmateExtension.java"
$JAVA -Xmx1g -Xss8m -cp "$COMPILER" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -Werror \
    -cp "$classpath:$JUNIT:$WORK/reward" -d "$WORK/reward" "$WORK/RewardTest.kt"
SHIPMATE_BINARY=$SHIPMATE $JAVA -cp "$WORK/reward:$classpath:$JUNIT" org.junit.platform.console.ConsoleLauncher \
    --select-class RewardTest --disable-banner --details=tree --disable-ansi-colors
