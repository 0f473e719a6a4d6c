internal import EventLoops
internal import Postgres
internal import Store

/// Makes and drops the databases of apps, one after the other, and empties those of deleted apps.
final class CloneMaker {
    /// Emptying leaves files behind until a checkpoint, and fills PostgreSQL's log.
    private static let emptiedPerCheckpoint = 64
    private static let emptyMillisecondsMax = 10_000
    private static let sessionsMax = 16
    /// Each time PostgreSQL's own tables grow a little.
    private static let usesMax = 50

    private let administration: @Sendable (String) throws -> PostgresConfiguration
    private let template: String
    private let exclusive = Exclusive()
    private var session: PostgresSession?
    /// Sessions in databases that come back often, the one that was used last at the end.
    private var sessions: [(name: String, session: PostgresSession)] = []
    private var emptied = 0
    /// How often a database was emptied, by its name.
    private var uses: [String: Int] = [:]

    init(_ parts: AppParts) {
        administration = parts.administration
        template = parts.template
    }

    /// - Parameter name: of letters and digits.
    func make(_ name: String, on loop: isolated EventLoop) async throws {
        try await query("CREATE DATABASE \(name) TEMPLATE \(template)\(strategy)", on: loop)
    }

    func drop(_ name: String, on loop: isolated EventLoop) async throws {
        take(name)?.close()
        uses[name] = nil
        try await query("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", on: loop)
    }

    /// Opens the connection that `make` needs.
    func connect(on loop: isolated EventLoop) async throws {
        try await exclusive.run { () async throws in try await open(on: loop) }
    }

    func close() {
        session?.close()
        for kept in sessions { kept.session.close() }
    }

    /// Since PostgreSQL 15, which by default writes each page to its log instead.
    private var strategy: String { isOld ? "" : " STRATEGY file_copy" }
    private var isOld = false

    private func query(_ sql: String, on loop: isolated EventLoop) async throws {
        try await exclusive.run { () async throws in
            try await open(on: loop)
            try await session?.query(sql)
        }
    }

    private func open(on loop: isolated EventLoop) async throws {
        guard session == nil else { return }
        let new = try await PostgresSession.connect(try administration("template1"), on: loop)
        let version = try await new.query("SHOW server_version_num")
        isOld = version.first?.first.flatMap { $0.flatMap { Int($0) } }.map { $0 < 150_000 } ?? false
        session = new
    }
}

// MARK: Emptying

extension CloneMaker {
    /// Has a database hold what a new clone's holds.
    ///
    /// - Returns: false where it can't, and the database should be dropped.
    func empty(_ name: String, on loop: isolated EventLoop) async -> Bool {
        uses[name, default: 0] += 1
        guard uses[name, default: 0] <= Self.usesMax,
            let session = try? await session(in: name, on: loop)
        else { return false }
        let rows = try? await session.query(
            FreshDatabase.empty, timeoutMilliseconds: Self.emptyMillisecondsMax)
        guard rows?.first?.first == "t" else {
            session.close()
            return false
        }
        sessions.append((name, session))
        if sessions.count > Self.sessionsMax { sessions.removeFirst().session.close() }
        emptied += 1
        if emptied % Self.emptiedPerCheckpoint == 0 { try? await query("CHECKPOINT", on: loop) }
        return true
    }

    private func session(in name: String, on loop: isolated EventLoop) async throws -> PostgresSession {
        if let kept = take(name) { return kept }
        return try await PostgresSession.connect(try administration(name), on: loop)
    }

    private func take(_ name: String) -> PostgresSession? {
        sessions.firstIndex { $0.name == name }.map { sessions.remove(at: $0).session }
    }
}
