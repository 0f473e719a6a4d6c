import API
import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// What `check` and `serve` say in a network namespace without a network, as `PrivateNetwork=yes` makes one.
@Suite struct NetworkCheckTests {
    @Test(.enabled(if: Namespace.isAllowed, "this user may make no network namespace"))
    func `each host that the settings and the database need is named, with the lines that allow it`()
        async throws
    {
        try await TestDatabase.withSchema { database in
            try database.psql(Self.webhooks)
            let folder = try TestFolder()
            let providers = "\(folder.path)/providers.json"
            try Files.replace(providers, with: #"{"google": {"audiences": ["app"]}}"#, mode: 0o600)
            let words =
                Self.settings(database.url) + [
                    "SHIPMATE_SMTP_URL=smtps://a:b@smtp.example.com", "SHIPMATE_MAIL_FROM=a@example.com",
                    "SHIPMATE_PUBLIC_URL=https://example.com",
                    "OTEL_EXPORTER_OTLP_ENDPOINT=http://10.0.0.9:4318",
                    "SHIPMATE_IDENTITY_PROVIDERS=\(providers)",
                ]
            let (exit, text) = try Namespace.run(words + [TemporaryCluster.program, "check"])
            #expect(exit?.description == "exit status 1", "\(text)")
            for need in [
                "SHIPMATE_SMTP_URL needs smtp.example.com, port 465",
                "the identity provider google needs www.googleapis.com, port 443",
                "OTEL_EXPORTER_OTLP_ENDPOINT needs 10.0.0.9, port 4318",
                "the webhook 01938f3e-9f20-7e51-8d33-0b1c2d3e4f61 needs hooks.example.com, port 8443",
            ] {
                #expect(text.contains("network        blocked: \(need)\n"), "\(text)")
            }
            #expect(text.components("blocked: ") == 4, "neither the pulled webhook nor the disabled one")
            let lines = NetworkCheck.lines.map { "network          \($0)\n" }.joined()
            #expect(text.contains(lines) && text.contains(NetworkCheck.path), "\(text)")
            #expect(text.contains("schema         ok"), "a Unix socket is no network")
        }
    }

    @Test(.enabled(if: Namespace.isAllowed, "this user may make no network namespace"))
    func `a database over TCP is named, before it can't be reached`() throws {
        let words = Self.settings("host=db.example.com,10.0.0.7 port=6432 dbname=a")
        let (_, text) = try Namespace.run(words + [TemporaryCluster.program, "check"])
        for host in ["db.example.com", "10.0.0.7"] {
            #expect(text.contains("blocked: DATABASE_URL needs \(host), port 6432\n"), "\(text)")
        }
        #expect(text.contains("  PrivateNetwork=no\n") && text.contains("database       "), "\(text)")
    }

    @Test(.enabled(if: Namespace.isAllowed, "this user may make no network namespace"))
    func `nothing is missing where nothing needs a network`() async throws {
        try await TestDatabase.withSchema { database in
            let words = Self.settings(database.url) + [TemporaryCluster.program, "check"]
            let (exit, text) = try Namespace.run(words)
            #expect(exit?.isSuccess == true && text.contains("network        ok\n"), "\(text)")
        }
    }

    @Test(.enabled(if: Namespace.isAllowed, "this user may make no network namespace"))
    func `a server names it in its log`() async throws {
        try await TestDatabase.withSchema { database in
            try database.psql(Self.webhooks)
            // The loopback's own address is down there.
            let server = try StartedServer(
                database.url, below: Namespace.prefix + ["/usr/bin/env", "SHIPMATE_HTTP_HOST=0.0.0.0"])
            defer { server.end() }
            #expect(await eventually { server.isReadyFileThere }, "\(server.log)")
            let line = "the sandbox of this process blocks a host that it needs"
            #expect(await eventually { server.log.contains(line) }, "\(server.log)")
            #expect(server.log.contains(#""host":"hooks.example.com""#))
        }
    }

    @Test func `probes are told what is blocked, without the host`() throws {
        let warning = NetworkWarning(log: try LogSink(descriptor: STDERR_FILENO, minimum: nil))
        #expect(warning.warnings.isEmpty)
        warning.look(
            at: [NetworkNeed("SHIPMATE_SMTP_URL", host: "smtp.example.com", port: "465")], in: .closed(""))
        #expect(warning.warnings.count == 1)
        #expect(warning.warnings[0].contains(" blocks SHIPMATE_SMTP_URL. "))
        #expect(!warning.warnings[0].contains("example"))
    }

    @Test func `the drop-in that is shipped has the lines that are printed`() throws {
        let root = "/" + #filePath.split(separator: "/").prefix { $0 != "Tests" }.joined(separator: "/")
        let path = "\(root)/Documentation/systemd/shipmate.service.d/network.conf"
        let text = try #require(Files.read(path))
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        #expect(lines == NetworkCheck.lines)
    }

    private static func settings(_ database: String) -> [String] {
        [
            "/usr/bin/env", "DATABASE_URL=\(database)", "SHIPMATE_ALLOW_UNSAFE_DATABASE=on",
        ]
    }

    private static let webhooks = """
        INSERT INTO webhooks (id, url, state, description, is_ordered, signature, secrets, public_key,
            header_names, created_at, done_position, done_day)
        SELECT id::uuid, url, state, '', false, 'v1', '', '', '{}', now(), 0, CURRENT_DATE FROM (VALUES
            ('01938f3e-9f20-7e51-8d33-0b1c2d3e4f61', 'https://hooks.example.com:8443/a', 'enabled'),
            ('01938f3e-9f20-7e51-8d33-0b1c2d3e4f62', 'https://old.example.com/', 'disabled'),
            ('01938f3e-9f20-7e51-8d33-0b1c2d3e4f63', 'pull:', 'enabled')) AS webhook (id, url, state)
        """
}

/// Commands in a network namespace of their own.
private enum Namespace {
    /// Others than root need a user namespace, too.
    static let prefix = ["/usr/bin/unshare", "--net"] + (geteuid() == 0 ? [] : ["--map-root-user"])

    static let isAllowed = ChildProcess.output(of: prefix + ["/bin/true"]) != nil

    static func run(_ words: [String]) throws -> (ChildProcess.Exit?, String) {
        let folder = try TestFolder()
        let output = try Files.open("\(folder.path)/output", O_WRONLY | O_CREAT)
        defer { close(output) }
        let exit = try ChildProcess.start(prefix + words, output: output, errors: output)
            .wait(milliseconds: 120_000)
        return (exit, Files.read("\(folder.path)/output") ?? "")
    }
}

extension String {
    fileprivate func components(_ mark: String) -> Int { ranges(of: mark).count }
}
