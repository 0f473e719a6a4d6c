#!/bin/sh
# Makes the npm package file: `pack.sh FOLDER`, as `npm pack` would. Needs tsc and esbuild, and no npm.
set -eu
folder=$(realpath -m "$1")
cd "$(dirname "$0")"
version=$(sed -n 's/.*"version": "\(.*\)",/\1/p' package.json)
rm -rf "$folder/package"
mkdir -p "$folder/package"
cp package.json README.md ../../LICENSE "$folder/package/"
tsc -p . --outDir "$folder/package/dist"
esbuild "$folder/package/dist/index.js" --bundle --minify --format=esm --target=es2022 --log-level=error \
  --outfile="$folder/package/dist/shipmate.min.js"
tar -C "$folder" --sort=name --owner=0 --group=0 --mtime=@0 -czf "$folder/shipmate-client-$version.tgz" package
rm -rf "$folder/package"
echo "$folder/shipmate-client-$version.tgz"
