#!/bin/bash
# Generates the clients, plays the Python and the C# one, and the C# code of the quick start: `test.sh PATH-OF-SHIPMATE`.
# Needs packages of Debian: LIBRARIES_PACKAGES in Makefile. There is no runtime of Dart here: its client is generated only.
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
newtonsoft=$(find /usr/lib/mono/gac/Newtonsoft.Json -name Newtonsoft.Json.dll -print -quit)
cp "$newtonsoft" "$OUT"

# compile NAME SOURCE: a program with the generated client.
compile() {
    # shellcheck disable=SC2046
    mcs -langversion:latest -nowarn:0618 -define:UNITY_2020_1_OR_NEWER -define:UNITY_2020_2_OR_NEWER -out:"$OUT/$1.exe" -r:"$OUT/Newtonsoft.Json.dll" \
        -r:System.Runtime.Serialization -r:System.ComponentModel.DataAnnotations -r:System.Net.Http -r:System.Web \
        "$HERE/UnityEngine.cs" "$2" $(find "$sources" -name '*.cs')
}

# The page's code is one function, whose host is the test server's.
quick_start() {
    cat <<'CODE'
using System; using System.Collections.Generic; using System.Threading.Tasks; using UnityEngine;
using ShipmateApi.Api; using ShipmateApi.Client; using ShipmateApi.Model;

static class QuickStart
{
    class Label { public string text; }

    static async Task Play(string host)
    {
        var label = new Label();
CODE
    sed '/^```csharp$/,/^```$/!d; /^```/d' "$1" | sed 's|"https://api.example.com"|host|'
    cat <<'CODE'
        Console.WriteLine("The quick start's C#: level " + reply.User.Level + ", balance " + label.text);
        if (reply.User.Level != 6 || label.text != "0" || PlayerPrefs.GetString("refresh_token") == "") throw new Exception("The story differs.");
    }

    static void Main(string[] arguments) { Play(arguments[0]).GetAwaiter().GetResult(); }
}
CODE
}

for page in Flutter Unity; do [ "$(wc -l <"$ROOT/Documentation/QuickStart-$page.md")" -le 80 ]; done
quick_start "$ROOT/Documentation/QuickStart-Unity.md" >"$OUT/QuickStart.cs"
grep -q SignUpAnonymouslyAsync "$OUT/QuickStart.cs"
compile Story "$HERE/Story.cs"
compile QuickStart "$OUT/QuickStart.cs"

coproc SERVER { "$SHIPMATE" test-server; }
trap 'exec {SERVER[1]}>&-' EXIT
read -r ready <&"${SERVER[0]}"
url=$(sed 's/.*"url":"\([^"]*\)\/".*/\1/' <<<"$ready")
PYTHONPATH=$OUT/python python3 -B "$HERE/story.py" "$url"
mono "$OUT/Story.exe" "$url"
mono "$OUT/QuickStart.exe" "$url"
