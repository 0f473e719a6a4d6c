import FoundationEssentials
import Links
import Testing

@testable import shipmate

@Suite struct ProfileTests {
    private static func configuration(_ path: String) throws -> Configuration {
        try Configuration(environment: ["SHIPMATE_APP_PROFILE": path])
    }

    private static func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "profile-\(UUID().uuidString).json")
            .path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func `without a file links are off`() throws {
        #expect(try Configuration(environment: [:]).appProfile() == nil)
    }

    @Test func `reads the file, also through a symbolic link`() throws {
        try Self.withFile(#"{"name": "Game", "domain_uri_prefixes": ["go.example.com"]}"#) { path in
            #expect(try Self.configuration(path).appProfile()?.name == "Game")
            try FileManager.default.createSymbolicLink(atPath: path + ".link", withDestinationPath: path)
            defer { try? FileManager.default.removeItem(atPath: path + ".link") }
            #expect(try Self.configuration(path + ".link").appProfile()?.name == "Game")
        }
    }

    @Test func `tells every mistake by its pointer`() throws {
        try Self.withFile(#"{"domain_uri_prefixes": ["http://x"]}"#) { path in
            let error = #expect(throws: ConfigurationMistakes.self) {
                try Self.configuration(path).appProfile()
            }
            #expect(
                error?.all.map(\.description) == [
                    "SHIPMATE_APP_PROFILE=\(path): /name: This field is required.",
                    "SHIPMATE_APP_PROFILE=\(path): /domain_uri_prefixes/0: "
                        + "A host is needed, such as https://go.example.com or go.example.com.",
                ])
        }
    }

    @Test(arguments: [
        ("/nonexistent/profile.json", "No such file or directory"), ("/tmp", "must be a file"),
    ])
    func `tells why a file can't be read`(path: String, reason: String) throws {
        let error = #expect(throws: ConfigurationMistakes.self) { try Self.configuration(path).appProfile() }
        #expect(error?.all.map(\.allowed) == [reason])
    }
}
