// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "pirates",
    platforms: [.macOS(.v12)],
    dependencies: [.package(path: "../..")],
    targets: [
        .executableTarget(name: "pirates", dependencies: [.product(name: "Shipmate", package: "Swift")])
    ]
)
