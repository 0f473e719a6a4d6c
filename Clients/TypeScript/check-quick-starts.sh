#!/bin/sh
# Checks the types of the quick starts' code: each file is one program. Run tsc first.
set -eu
cd "$(dirname "$0")"
mkdir -p build/quickstart
for page in QuickStart-Web QuickStart-ReactNative; do
  file=../../Documentation/$page.md
  test "$(wc -l <$file)" -le 80
  { sed -n '/^```ts$/,/^```$/{/^```/!p}' $file; echo 'export {};'; } >build/quickstart/$page.ts
  test "$(wc -l <build/quickstart/$page.ts)" -gt 10
done
tsc -p tsconfig.quickstart.json
