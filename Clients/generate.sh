#!/bin/bash
# Generates clients of the calls that an app makes: `generate.sh OUT [OPENAPI.JSON]`: OUT/dart, OUT/unity and OUT/python.
# Without a document it takes that of the default configuration. Needs Java, and the packages of
# Tests/Clients/requirements.txt: `PROGRAMS=…/bin generate.sh …` says where they are.
set -euo pipefail
OUT=${1:?"usage: generate.sh OUT [OPENAPI.JSON]"}
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
DOCUMENT=${2:-$ROOT/Documentation/reference/openapi.json}
PATH=${PROGRAMS:+$PROGRAMS:}$PATH

mkdir -p "$OUT"
rm -rf "$OUT"/{dart,unity,python}
python3 "$ROOT/Clients/Generating/app_calls.py" "$DOCUMENT" "$OUT/openapi.json"

generator() {
    openapi-generator-cli generate -i "$OUT/openapi.json" "$@" >"$OUT/generator.log" 2>&1 || { tail -40 "$OUT/generator.log"; exit 1; }
}
only=apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
generator -g dart-dio -o "$OUT/dart" --additional-properties=pubName=shipmate_api --global-property "$only"
generator -g csharp --library unityWebRequest -o "$OUT/unity" --type-mappings date=string \
    --additional-properties=packageName=ShipmateApi,nullableReferenceTypes=false --global-property "$only"
# Faults of this template: a comma too much, and a type that Unity doesn't have.
find "$OUT/unity/src" -name '*.cs' -exec sed -i 's/AbstractOpenAPISchema, $/AbstractOpenAPISchema/' {} +
sed -i '/if (obj is DateOnly dateOnly)/,/return dateOnly.ToString/d' "$OUT/unity/src/ShipmateApi/Client/ClientUtils.cs"

openapi-python-client generate --path "$OUT/openapi.json" --output-path "$OUT/python" \
    --config "$ROOT/Tests/Clients/openapi-python-client.yml" --fail-on-warning >"$OUT/python.log" || { cat "$OUT/python.log"; exit 1; }
echo "$OUT has dart, unity and python."
