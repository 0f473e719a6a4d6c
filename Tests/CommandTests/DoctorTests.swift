import Crypto
import FoundationEssentials
import JSON
import Links
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate doctor`.
struct DoctorTests {
    private static let url = "https://go.example.com/.well-known/"
    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let apple = AssociationFile(
        url: url + "apple-app-site-association", expected: .apple(appID: "ABCDE12345.com.example.game"))
    private static let android = AssociationFile(
        url: url + "assetlinks.json",
        expected: .android(packageName: "com.example.game", fingerprints: [fingerprint]))

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isApple: Bool
        var status = 200
        var type: String? = "application/json"
        let body: String
        /// The subject that fails; nil if all is well.
        let failing: String?
    }

    private static let details = #"{"applinks": {"details": [{"appID": "ABCDE12345.com.example.game"}]}}"#
    private static func statement(_ name: String, _ fingerprint: String) -> String {
        #"[{"target": {"package_name": "\#(name)", "sha256_cert_fingerprints": ["\#(fingerprint)"]}}]"#
    }

    static let rows = [
        Row(testDescription: "Apple's", isApple: true, body: details, failing: nil),
        Row(
            testDescription: "a charset", isApple: true, type: "Application/JSON; charset=utf-8",
            body: details,
            failing: nil),
        Row(
            testDescription: "several ids", isApple: true,
            body: #"{"applinks": {"details": [{"appIDs": ["X.y", "ABCDE12345.com.example.game"]}]}}"#,
            failing: nil),
        Row(
            testDescription: "Google's", isApple: false, body: statement("com.example.game", fingerprint),
            failing: nil),
        Row(
            testDescription: "small letters", isApple: false,
            body: statement("com.example.game", fingerprint.lowercased()), failing: nil),
        Row(testDescription: "a redirect", isApple: true, status: 301, body: "", failing: "association"),
        Row(testDescription: "a 404", isApple: true, status: 404, body: "{}", failing: "association"),
        Row(
            testDescription: "another type", isApple: true, type: "text/html", body: details,
            failing: "association"),
        Row(testDescription: "no type", isApple: true, type: nil, body: details, failing: "association"),
        Row(testDescription: "no JSON", isApple: true, body: "<html>", failing: "association"),
        Row(testDescription: "other JSON", isApple: true, body: "[1]", failing: "app id"),
        Row(
            testDescription: "no app", isApple: true, body: #"{"applinks": {"details": []}}"#,
            failing: "app id"),
        Row(
            testDescription: "another package", isApple: false,
            body: statement("com.example.other", fingerprint), failing: "fingerprints"),
        Row(
            testDescription: "another certificate", isApple: false,
            body: statement("com.example.game", "CD:EF"), failing: "fingerprints"),
    ]

    @Test(arguments: rows) func `judges an association file as phones do`(row: Row) {
        let file = row.isApple ? Self.apple : Self.android
        let findings = file.findings(
            status: row.status, contentType: row.type, location: "https://example.com/",
            body: Array(row.body.utf8))
        #expect(findings.first { !$0.isGood }?.subject == row.failing)
        #expect(findings.allSatisfy { $0.isGood == !$0.description.hasPrefix("failed") })
        #expect(findings.allSatisfy { $0.isGood || $0.description.contains("\n        fix: ") })
    }

    @Test func `asks each host once for each platform's file`() throws {
        let doctor = AppDoctor(configuration: try Configuration(environment: [:]), app: "com.example.game")
        #expect(
            doctor.files(of: .test).map(\.url) == [
                "https://go.example.com/.well-known/apple-app-site-association",
                "https://go.example.com/.well-known/assetlinks.json",
                "https://example.com/.well-known/apple-app-site-association",
                "https://example.com/.well-known/assetlinks.json",
            ])
        #expect(doctor.findings(on: .test).map(\.subject) == ["profile", "scheme"])
    }

    @Test func `names the apps that there are, and schemes that aren't an app's`() throws {
        let configuration = try Configuration(environment: [:])
        let other = AppDoctor(configuration: configuration, app: "com.example.other")
        let finding = try #require(other.findings(on: .test).first)
        #expect(!finding.isGood && finding.words.contains("com.example.game"))
        var profile = AppProfile.test
        profile.ios[0].customScheme = "HTTPS"
        let doctor = AppDoctor(configuration: configuration, app: "com.example.game")
        #expect(doctor.findings(on: profile).count { !$0.isGood } == 1)
    }

    @Test func `asks a server, and fails until a back end has a key`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let path = "/tmp/shipmate-test-\(UUID()).json"
            let fingerprint = Self.fingerprint
            let profile = #"""
                {"name": "Game", "domain_uri_prefixes": ["http://go.localhost:\#(server.port)"],
                 "android": [{"package_name": "com.example.game", "sha256_fingerprints": ["\#(fingerprint)"]}],
                 "ios": [{"bundle_id": "com.example.game", "app_id_prefix": "ABCDE12345"}]}
                """#
            try profile.write(toFile: path, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(atPath: path) }
            func check() -> String? {
                ChildProcess.output(
                    of: [
                        "/usr/bin/env", "DATABASE_URL=\(server.database.url)",
                        "SHIPMATE_ALLOW_UNSAFE_DATABASE=on", "SHIPMATE_APP_PROFILE=\(path)",
                        TemporaryCluster.program, "doctor", "--app", "com.example.game",
                    ])
            }
            #expect(check() == nil, "no key is there")
            _ = try await server.key(.server)
            let lines = try #require(check()).split(separator: "\n")
            #expect(lines.count == 8 && lines.allSatisfy { $0.hasPrefix("ok ") }, "\(lines)")
        }
    }

    @Test func `needs an app`() throws {
        #expect(throws: UsageError.self) { try Command.parse(["doctor"]) }
        #expect(try Command.parse(["doctor", "--app", "a.b"]) == .doctor(app: "a.b"))
    }
}
