#!/bin/bash
# Makes a folder that is a Maven repository: `maven.sh FOLDER`. Jars, sources, poms and checksums of core and android.
FOLDER=${1:?"usage: maven.sh FOLDER"}
mkdir -p "$FOLDER"
FOLDER=$(realpath "$FOLDER")
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
DATE=2026-01-01T00:00:00Z

# publish ARTIFACT PACKAGING DEPENDENCIES: writes the pom and all checksums beside the files that are there.
publish() {
    local artifact=$1 packaging=$2 dependencies=$3 place=$FOLDER/shipmate/$1
    cat >"$place/$VERSION/$artifact-$VERSION.pom" <<POM
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shipmate</groupId>
  <artifactId>$artifact</artifactId>
  <version>$VERSION</version>
  <packaging>$packaging</packaging>
  <name>$artifact</name>
  <description>Shipmate's client for Kotlin. Needs a server with the wire version 1.</description>
  <dependencies>
$dependencies
  </dependencies>
</project>
POM
    cat >"$place/maven-metadata.xml" <<METADATA
<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>shipmate</groupId>
  <artifactId>$artifact</artifactId>
  <versioning>
    <release>$VERSION</release>
    <versions>
      <version>$VERSION</version>
    </versions>
  </versioning>
</metadata>
METADATA
    find "$place" -type f ! -name '*.md5' ! -name '*.sha1' ! -name '*.sha256' | while read -r file; do
        for kind in md5 sha1 sha256; do "${kind}sum" "$file" | cut -d' ' -f1 >"$file.$kind"; done
    done
}

dependency() {
    echo "    <dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version><scope>compile</scope>${4:-}</dependency>"
}

rm -rf "$FOLDER/shipmate"
core=$FOLDER/shipmate/shipmate-core/$VERSION/shipmate-core-$VERSION
android=$FOLDER/shipmate/shipmate-android/$VERSION/shipmate-android-$VERSION
mkdir -p "$(dirname "$core")" "$(dirname "$android")"

manifest=$(mktemp)
trap 'rm -rf "$manifest" "$manifest.aar"' EXIT
echo "Automatic-Module-Name: shipmate.core" >"$manifest"
jar --create --date=$DATE --file "$core.jar" --manifest "$manifest" -C "$OUT/core" .
jar --create --date=$DATE --no-manifest --file "$core-sources.jar" -C "$HERE/core" .
publish shipmate-core jar "$(dependency org.jetbrains.kotlin kotlin-stdlib $KOTLIN
    dependency org.jetbrains.kotlinx kotlinx-coroutines-core-jvm $COROUTINES)"

mkdir "$manifest.aar"
jar --create --date=$DATE --no-manifest --file "$manifest.aar/classes.jar" -C "$OUT/android" .
cp "$HERE/android/AndroidManifest.xml" "$manifest.aar"
: >"$manifest.aar/R.txt"
jar --create --date=$DATE --no-manifest --file "$android.aar" -C "$manifest.aar" .
jar --create --date=$DATE --no-manifest --file "$android-sources.jar" -C "$HERE/android" shipmate
publish shipmate-android aar "$(dependency shipmate shipmate-core $VERSION
    dependency com.android.installreferrer installreferrer 2.2 '<optional>true</optional>')"
echo "$FOLDER has shipmate:shipmate-core:$VERSION and shipmate:shipmate-android:$VERSION."
