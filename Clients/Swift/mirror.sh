#!/bin/bash
# Makes or updates a repository of this package alone, with the version's tag: mirror.sh FOLDER [--try SCRATCH].
# Apps depend on it, since SwiftPM clones whole repositories. --try builds an app that gets the package by the tag.
set -euo pipefail
mkdir -p "$1"
target=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
version=$(sed -n 's/.*static let version = "\(.*\)".*/\1/p' Sources/Shipmate/Shipmate.swift)

mirror() {
    [[ -d $target/.git ]] || git init -q -b main "$target"
    git -C "$target" rm -rq --cached . >/dev/null 2>&1 || true
    find "$target" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
    git ls-files --cached --others --exclude-standard . | while read -r file; do
        if [[ -e $file ]]; then cp --parents "$file" "$target"; fi
    done
    cp ../../LICENSE "$target"
    git -C "$target" add -A
    if git -C "$target" diff --cached --quiet; then return; fi
    git -C "$target" -c user.name=Shipmate -c user.email=shipmate@localhost commit -qm "Shipmate for Swift $version"
    git -C "$target" tag -f "$version" >/dev/null
}

try() {
    local app=$1/mirror-app
    rm -rf "$app"
    mkdir -p "$app/Sources/app"
    cat >"$app/Package.swift" <<END
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
    name: "app", platforms: [.macOS(.v12)],
    dependencies: [.package(url: "file://$target", from: "$version")],
    targets: [.executableTarget(name: "app", dependencies: [.product(name: "Shipmate", package: "$(basename "$target")")])])
END
    cat >"$app/Sources/app/main.swift" <<END
import Foundation
import Shipmate
let shipmate = Shipmate(host: URL(string: "http://127.0.0.1:1")!)
print(Shipmate.version, await shipmate.state)
END
    swift run --package-path "$app" --scratch-path "$app/.build" app | tee "$app/out"
    [[ $(tail -1 "$app/out") == "$version none" ]]
}

mirror
if [[ ${2:-} == --try ]]; then try "$3"; fi
