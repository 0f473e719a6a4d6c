import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// TLS as far as `sslmode=verify-full` goes: who the server is, by whose word.
@Suite(
    .enabled(if: TestCluster.hasTLS, "the installed PostgreSQL has no TLS"),
    .disabled(if: TestEngine.isCitus, "its nodes would share one address"))
struct EncryptionTests {
    private static let host = "db.example"

    @Test func `a server that proves its name is spoken to in secret, pipelines of megabytes and all`()
        async throws
    {
        let (cluster, address) = try cluster(of: try TestAuthority(), named: Self.host)
        try await withPool(try parameters(cluster.authority, address)) { pool, _ in
            let secret = try await pool.run(IsEncrypted())
            #expect(secret == [true])
            let text = String(repeating: "x", count: 4_000_000)
            let (first, second) = try await pool.run(Echo(value: text), Echo(value: text))
            #expect(first == [text] && second == [text])
        }
        withExtendedLifetime(cluster) {}
    }

    @Test func `a server of another name, by another authority, or without TLS is refused in words`()
        async throws
    {
        let (cluster, address) = try cluster(of: try TestAuthority(), named: "other.example")
        let wrongName = try await refusal(try parameters(cluster.authority, address))
        #expect(wrongName.contains("does not match host name \"db.example\""), "\(wrongName)")
        let stranger = try TestAuthority()
        let wrongAuthority = try await refusal(try parameters(stranger, address))
        withExtendedLifetime(stranger) {}
        #expect(wrongAuthority.contains("certificate verify failed"), "\(wrongAuthority)")
        try cluster.server.psql("ALTER SYSTEM SET ssl = off")
        try cluster.server.psql("SELECT pg_reload_conf()")
        let isTold = try await eventually {
            try await refusal(try parameters(cluster.authority, address)).contains("does not support SSL")
        }
        #expect(isTold)
        withExtendedLifetime(cluster) {}
    }

    private struct Secured {
        let server: TestCluster
        let authority: TestAuthority
    }

    /// On an address of the loopback network that is nobody else's.
    private func cluster(
        of authority: TestAuthority, named name: String
    ) throws -> (Secured, address: String) {
        let address = (0..<3).reduce("127") { text, _ in "\(text).\(Int.random(in: 1...254))" }
        var options = TestCluster.Options()
        options.settings =
            ["listen_addresses = '\(address)'", "ssl = on"] + (try authority.settings(of: name))
        options.access = ["hostssl all all 127.0.0.0/8 trust"]
        return (Secured(server: try TestCluster(options), authority: authority), address)
    }

    private func parameters(_ authority: TestAuthority, _ address: String) throws -> ConnectionParameters {
        try ConnectionParameters(
            """
            host=\(Self.host) hostaddr=\(address) user=postgres dbname=postgres \
            sslmode=verify-full sslrootcert=\(authority.certificate)
            """)
    }

    private func refusal(_ parameters: ConnectionParameters) async throws -> String {
        try await withPool(parameters, { $0.waitMillisecondsMax = 8_000 }) { pool, _ in
            let error = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
            guard case .cannotConnect(let text) = error else { return "\(String(describing: error))" }
            return text
        }
    }

    private struct IsEncrypted: Statement {
        static let route = Route.coordinator
        static let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"

        static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.read() }
    }
}
