// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "measure",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../..")],
    targets: [
        .executableTarget(
            name: "with-shipmate", dependencies: [.product(name: "Shipmate", package: "Swift")],
            linkerSettings: [.unsafeFlags(["-Xlinker", "--gc-sections"])]),
        .executableTarget(name: "bench", dependencies: [.product(name: "Shipmate", package: "Swift")]),
        .executableTarget(
            name: "without-shipmate", linkerSettings: [.unsafeFlags(["-Xlinker", "--gc-sections"])]),
    ]
)
