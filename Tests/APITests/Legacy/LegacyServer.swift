import HTTP
import JSON
import Links
import TestSupport
import Testing

/// A server whose app came from Firebase or Branch and kept its keys.
enum LegacyServer {
    static func with(_ body: (TestServer, TestClient, Description) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = try profile()
        try await TestServer.with(options) { server in
            try await body(server, try server.client, try Description(try server.client))
        }
    }

    /// The apps and domains that Firebase's and Branch's documents name in their examples.
    static func profile() throws -> AppProfile {
        var profile = AppProfile.test
        let documented = ["https://example.page.link", "https://go.example.com"]
        profile.prefixes = documented.compactMap { LinkPrefix($0) }
        profile.android.append(
            AppProfile.AndroidApp(
                packageName: "com.example.android",
                fingerprints: profile.android[0].fingerprints))
        profile.ios.append(AppProfile.IOSApp(bundleID: "com.example.ios", prefix: "ABCDE12345"))
        profile.allowedPatterns = [
            try URLPattern(#"^https://(www\.)?example\.com(/.*)?(\?.*)?$"#),
            try URLPattern(#"^https://branch\.io(/.*)?$"#),
        ]
        return profile
    }
}

extension TestClient.Reply {
    /// `code status` of an error as Firebase wrote it, `code` as Branch did.
    var legacyError: String? {
        guard let error = json["error"], let code = error["code"]?.integer else { return nil }
        return [String(code), error["status"]?.string].compactMap { $0 }.joined(separator: " ")
    }

    var legacyMessage: String { json["error"]?["message"]?.string ?? "" }
}
