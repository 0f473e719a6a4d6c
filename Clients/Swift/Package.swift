// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Shipmate",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "Shipmate", targets: ["Shipmate"]),
        .library(name: "ShipmateUI", targets: ["ShipmateUI"]),
    ],
    targets: [
        .target(name: "Shipmate", resources: [.copy("PrivacyInfo.xcprivacy")]),
        .target(name: "ShipmateUI", dependencies: ["Shipmate"]),
        .executableTarget(name: "shipmate-driver", dependencies: ["Shipmate"]),
        .testTarget(name: "ShipmateTests", dependencies: ["Shipmate"]),
    ],
    swiftLanguageModes: [.v6]
)
