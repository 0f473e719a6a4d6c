#!/bin/bash
# Runs all tests of the Swift client: test.sh PATH-OF-SHIPMATE. SCRATCH is the folder of the builds.
set -euo pipefail
shipmate=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
scratch=${SCRATCH:-$PWD/.build}
stubs=$scratch/stubs
mkdir -p "$stubs"

unit_tests() {
    coproc server { "$shipmate" test-server; }
    local line
    read -r line <&"${server[0]}"
    SHIPMATE_TEST_SERVER=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' <<<"$line") \
        swift test --scratch-path "$scratch" "$@"
    exec {server[1]}>&-
    wait "$server_PID" || true
}

# $1 is the module, the rest its files and options.
module() {
    local name=$1
    shift
    swiftc -swift-version 6 -warnings-as-errors -emit-library -static -emit-module -parse-as-library -module-name "$name" \
        -I "$stubs" -L "$stubs" -o "$stubs/lib$name.a" -emit-module-path "$stubs/$name.swiftmodule" "$@"
}

# The iOS layer against stubs, which make canImport true. The last line proves that a type error fails.
ios_layer() {
    for name in Security UIKit UniformTypeIdentifiers SwiftUI; do module $name "Stubs/$name.swift"; done
    module Shipmate -application-extension Sources/Shipmate/*.swift
    module ShipmateUI -application-extension Sources/ShipmateUI/*.swift
    swiftc -swift-version 6 -parse-as-library Stubs/keychain-test.swift -I "$stubs" -L "$stubs" -lShipmate -lSecurity \
        -o "$stubs/keychain-test"
    "$stubs/keychain-test"
    sed '/^```swift$/,/^```$/!d; /^```/d' ../../Documentation/QuickStart-iOS.md >"$stubs/QuickStart.swift"
    grep -q levelReached "$stubs/QuickStart.swift"
    [[ $(wc -l <../../Documentation/QuickStart-iOS.md) -le 80 ]]
    module QuickStart "$stubs/QuickStart.swift"
    { cat Sources/ShipmateUI/Clipboard+LinkDetection.swift; echo 'let wrong: Int = "text"'; } >"$stubs/Wrong.swift"
    if module Wrong "$stubs/Wrong.swift" 2>/dev/null; then echo "a type error passes" >&2; return 1; fi
    sed 's/clipboard.string/clipboard.strin/' Sources/ShipmateUI/Clipboard+LinkDetection.swift >"$stubs/Wrong.swift"
    if module Wrong "$stubs/Wrong.swift" 2>/dev/null; then echo "a type error in canImport passes" >&2; return 1; fi
    echo "iOS layer and quick start: compiled"
}

pirates() {
    swift build --package-path Examples/pirates --scratch-path "$scratch/pirates"
    python3 Examples/pirates/play.py "$shipmate" "$scratch/pirates/debug/pirates"
}

behaviour() {
    swift build --scratch-path "$scratch" --product shipmate-driver
    python3 ../behaviour/run.py --driver "$scratch/debug/shipmate-driver" --shipmate "$shipmate"
}

# An app of its own gets the library by its tag, and plays the test of the page.
reward_page() {
    local app=$scratch/reward
    rm -rf "$app"
    mkdir -p "$app/Sources/app" "$app/Tests/appTests"
    echo 'import Shipmate' >"$app/Sources/app/app.swift"
    cp ../Testing/swift/Sources/ShipmateTesting/ShipmateTesting.swift "$app/Tests/appTests"
    sed '/^```swift$/,/^```$/!d; /^```/d' ../../Documentation/TestRewards.md >"$app/Tests/appTests/RewardTests.swift"
    cat >"$app/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "app", platforms: [.macOS(.v12)],
    dependencies: [.package(url: "file://$scratch/mirror/shipmate-swift", from: "1.0.0")],
    targets: [
        .target(name: "app", dependencies: [.product(name: "Shipmate", package: "shipmate-swift")]),
        .testTarget(name: "appTests", dependencies: ["app", .product(name: "Shipmate", package: "shipmate-swift")]),
    ])
END
    SHIPMATE_BINARY=$shipmate swift test --package-path "$app" --scratch-path "$app/.build" | tee "$app/out"
    grep -q "Test run with 1 test in 1 suite passed" "$app/out"
}

unit_tests
ios_layer
pirates
behaviour
./mirror.sh "$scratch/mirror/shipmate-swift" --try "$scratch/mirror"
reward_page
./measure.sh "$scratch/measure" --size
