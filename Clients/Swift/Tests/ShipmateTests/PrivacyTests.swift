import Foundation
import Testing

@testable import Shipmate

/// Apple rejects a manifest with unknown keys (ITMS-91056), and apps that use a listed API without a reason.
@Suite struct PrivacyTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    @Test func `the manifest in the package's bundle has the keys that Apple knows`() throws {
        let file = try #require(Bundle.module.url(forResource: "PrivacyInfo", withExtension: "xcprivacy"))
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let manifest = try #require(list as? [String: Any])
        #expect(
            Set(manifest.keys) == [
                "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyAccessedAPITypes",
                "NSPrivacyCollectedDataTypes",
            ])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
        // fstat reads the journal's size, in the app's own container: C617.1. It is the only API of Apple's list here.
        let accessed = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        #expect(accessed.count == 1)
        #expect(
            accessed[0]["NSPrivacyAccessedAPIType"] as? String == "NSPrivacyAccessedAPICategoryFileTimestamp")
        #expect(accessed[0]["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["C617.1"])
        let collected = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let prefix = "NSPrivacyCollectedDataType"
        #expect(
            collected.compactMap { $0[prefix] as? String }
                == ["UserID", "EmailAddress", "ProductInteraction"].map { prefix + $0 })
        for entry in collected {
            #expect(Set(entry.keys) == [prefix, prefix + "Linked", prefix + "Tracking", prefix + "Purposes"])
            #expect(entry[prefix + "Linked"] as? Bool == true && entry[prefix + "Tracking"] as? Bool == false)
            #expect(entry[prefix + "Purposes"] as? [String] == [prefix + "PurposeAppFunctionality"])
        }
    }

    /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
    @Test(arguments: [
        "UserDefaults", "systemUptime", "mach_absolute_time", "activeInputModes", "creationDate",
        "modificationDate", "contentModificationDateKey", "getattrlist", "volumeAvailableCapacity",
        "systemFreeSize",
        "statfs", "statvfs", "advertisingIdentifier", "identifierForVendor", "lstat(", "fstatat(",
        "UIApplication.shared", "@unchecked", "nonisolated(unsafe)",
    ])
    func `the sources don't use`(name: String) throws {
        let files = try #require(
            FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil)
        )
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 20)
        for file in files {
            #expect(
                try !String(contentsOf: file, encoding: .utf8).contains(name), "\(file.lastPathComponent)")
        }
    }

    @Test func `the core imports Foundation alone`() throws {
        let core = Self.sources.appendingPathComponent("Shipmate")
        for file in try FileManager.default.contentsOfDirectory(at: core, includingPropertiesForKeys: nil)
        where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let imports = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                $0.hasPrefix("import ")
            }
            #expect(
                Set(imports).isSubset(of: [
                    "import Foundation", "import FoundationNetworking", "import Security",
                ]),
                "\(file.lastPathComponent)")
        }
    }
}
