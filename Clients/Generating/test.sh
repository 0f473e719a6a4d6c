#!/bin/bash
# Generates the clients, and plays the Python and the C# one: `test.sh PATH-OF-SHIPMATE`. Needs Debian's mono-mcs,
# mono-runtime and libnewtonsoft-json5.0-cil. There is no runtime of Dart here: its client is generated only.
set -euo pipefail
SHIPMATE=$(realpath "$1")
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=${OUT:-$ROOT/.build/clients-generated}
mkdir -p "$OUT"
if ! cmp -s "$ROOT/Tests/Clients/requirements.txt" "$OUT/venv/requirements.txt"; then
    python3 -m venv --clear "$OUT/venv"
    "$OUT/venv/bin/pip" -q install -r "$ROOT/Tests/Clients/requirements.txt"
    cp "$ROOT/Tests/Clients/requirements.txt" "$OUT/venv"
fi
export PATH=$OUT/venv/bin:$PATH
"$ROOT/Clients/generate.sh" "$OUT"
grep -q 'name: shipmate_api' "$OUT/dart/pubspec.yaml"

# Debian's Newtonsoft.Json is of 2014, and has no NamingStrategy; Unity's is. All names are given, so nothing depends on it.
sources=$OUT/unity-for-mono
rm -rf "$sources"
cp -r "$OUT/unity/src/ShipmateApi" "$sources"
find "$sources" -name '*.cs' -print0 | xargs -0 perl -0pi -e 's/\{\s*NamingStrategy = new CamelCaseNamingStrategy\s*\{[^}]*\}\s*\}/()/g'
newtonsoft=$(find /usr/lib/mono/gac/Newtonsoft.Json -name Newtonsoft.Json.dll | head -1)
cp "$newtonsoft" "$OUT"
# shellcheck disable=SC2046
mcs -langversion:latest -nowarn:0618 -define:UNITY_2020_1_OR_NEWER -define:UNITY_2020_2_OR_NEWER -out:"$OUT/Story.exe" -r:"$OUT/Newtonsoft.Json.dll" \
    -r:System.Runtime.Serialization -r:System.ComponentModel.DataAnnotations -r:System.Net.Http -r:System.Web \
    "$HERE/UnityEngine.cs" "$HERE/Story.cs" $(find "$sources" -name '*.cs')

coproc SERVER { "$SHIPMATE" test-server; }
trap 'exec {SERVER[1]}>&-' EXIT
read -r ready <&"${SERVER[0]}"
url=$(sed 's/.*"url":"\([^"]*\)\/".*/\1/' <<<"$ready")
PYTHONPATH=$OUT/python python3 -B "$HERE/story.py" "$url"
mono "$OUT/Story.exe" "$url"
