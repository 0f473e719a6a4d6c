// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ShipmateTesting",
    products: [.library(name: "ShipmateTesting", targets: ["ShipmateTesting"])],
    targets: [
        .target(name: "ShipmateTesting"),
        .testTarget(name: "ShipmateTestingTests", dependencies: ["ShipmateTesting"]),
    ]
)
