import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// What signals ask of a server that runs.
    @Suite(.ofEmbeddedPostgres) struct RereadTests {
        private static let association = "/.well-known/assetlinks.json"

        @Test func `SIGHUP reads the files again, all or nothing, and writes to a log of the same name`()
            async throws
        {
            let files = try ChangingFiles()
            defer { files.remove() }
            try files.write(package: "com.example.first", origins: "https://one.example # the first")
            let install = try ServedInstall(environment: files.environment)
            defer { install.remove() }
            try await install.start()
            let postmaster = install.postmasterPID
            // A new connection goes to the loop that has fewest: each loop has one of these.
            let clients = try (0..<ServedInstall.loops).map { _ in try TestClient(port: install.port) }

            try files.write(package: "com.example.second", origins: "https://two.example\n")
            try install.rotateLog()
            install.signal(SIGHUP)
            #expect(await eventually { install.logText.contains("configuration reread") })
            #expect(install.logText.contains(#""origins":"+https://two.example, -https://one.example""#))
            #expect(install.logText.contains(#""profile":"android""#))
            for client in clients { try expect(client, package: "com.example.second", "two") }

            try files.write(package: "com.example.third", origins: "https://three.example/\n")
            install.signal(SIGHUP)
            #expect(await eventually { install.logText.contains("not reread, nothing has changed") })
            #expect(install.logText.contains("https://three.example/ is not an origin"))
            for client in clients { try expect(client, package: "com.example.second", "two") }
            #expect(install.postmasterPID == postmaster)
        }

        private func expect(_ client: TestClient, package: String, _ site: String) throws {
            let origin = "https://\(site).example"
            let reply = try client.send("GET", Self.association, headers: ["Origin": origin])
            #expect(reply.text.contains("\"\(package)\""))
            #expect(reply[header: "access-control-allow-origin"] == origin)
        }

        @Test(arguments: [SIGINT, SIGQUIT])
        func `SIGINT and SIGQUIT end it as SIGTERM does`(signal: Int32) async throws {
            let install = try ServedInstall()
            defer { install.remove() }
            try await install.start()
            install.signal(signal)
            #expect(install.exit(within: 120_000)?.isSuccess == true)
            #expect(install.postmasterPID == nil)
        }
    }
}

/// Files that a server is told to read, and that change while it runs.
private struct ChangingFiles {
    private let folder: String

    init() throws {
        var template = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
    }

    var environment: [String] {
        ["SHIPMATE_APP_PROFILE=\(folder)/profile.json", "SHIPMATE_CORS_ORIGINS=@\(folder)/origins"]
    }

    func write(package: String, origins: String) throws {
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        let profile = """
            {"name": "Game", "domain_uri_prefixes": ["go.example.com"],
             "android": [{"package_name": "\(package)", "sha256_fingerprints": ["\(fingerprint)"]}]}
            """
        try Files.replace("\(folder)/profile.json", with: profile, mode: 0o644)
        try Files.replace("\(folder)/origins", with: origins, mode: 0o644)
    }

    func remove() {
        for name in ["profile.json", "origins"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
