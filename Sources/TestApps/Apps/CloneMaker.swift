internal import EventLoops
internal import Postgres

/// Makes and drops the databases of apps, one after the other.
final class CloneMaker {
    private let configuration: PostgresConfiguration
    private let template: String
    private let exclusive = Exclusive()
    private var session: PostgresSession?

    init(_ parts: AppParts) {
        configuration = parts.administration
        template = parts.template
    }

    /// - Parameter name: of letters and digits.
    func make(_ name: String, on loop: isolated EventLoop) async throws(PostgresError) {
        try await query("CREATE DATABASE \(name) TEMPLATE \(template)\(strategy)", on: loop)
    }

    func drop(_ name: String, on loop: isolated EventLoop) async throws(PostgresError) {
        try await query("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", on: loop)
    }

    func close() {
        session?.close()
    }

    /// Since PostgreSQL 15, which by default writes each page to its log instead.
    private var strategy: String { isOld ? "" : " STRATEGY file_copy" }
    private var isOld = false

    private func query(_ sql: String, on loop: isolated EventLoop) async throws(PostgresError) {
        try await exclusive.run { () async throws(PostgresError) in
            if session == nil {
                let new = try await PostgresSession.connect(configuration, on: loop)
                let version = try await new.query("SHOW server_version_num")
                isOld = version.first?.first.flatMap { $0.flatMap { Int($0) } }.map { $0 < 150_000 } ?? false
                session = new
            }
            try await session?.query(sql)
        }
    }
}
