internal import Postgres
internal import Store
package import Values

/// Everything that is kept about a user, as one JSON file, as one snapshot of the database has it.
package final class PersonalFile {
    private static let pageRows = 500
    private static let pageMilliseconds = 10_000

    private let context: ServiceContext
    /// A loop has few connections, and others need them.
    private var isAtWork = false

    init(_ context: ServiceContext) {
        self.context = context
    }

    /// - Parameter take: is given the file piece by piece, and says whether it wants another.
    package func write(
        of uid: UserID, to take: ([UInt8]) async -> Bool
    ) async throws(CallFailure) {
        guard !isAtWork else { throw .unavailable }
        isAtWork = true
        defer { isAtWork = false }
        try await context.call { () throws(PostgresError) in try await walk(uid, take) }
    }

    private func walk(_ uid: UserID, _ take: ([UInt8]) async -> Bool) async throws(PostgresError) {
        var hasBegun = false
        try await context.pool.transaction(
            isolation: .repeatableRead, isReadOnly: true, statementTimeoutMilliseconds: Self.pageMilliseconds
        ) { transaction throws(PostgresError) in
            // What was given can't be given again.
            guard !hasBegun else { throw .misuse("a personal file lost its connection") }
            hasBegun = true
            var piece = "{\"uid\":\"\(uid)\""
            for table in OwnTables.all {
                piece += ",\"\(table.table)\":["
                guard try await write(table, of: uid, through: transaction, &piece, take) else { return }
                piece += "]"
            }
            _ = await take(Array((piece + "}\n").utf8))
        }
    }

    /// - Returns: false when nobody wants more.
    private func write<Table: OwnRows>(
        _ table: Table.Type, of uid: UserID, through transaction: Transaction, _ piece: inout String,
        _ take: ([UInt8]) async -> Bool
    ) async throws(PostgresError) -> Bool {
        var count = 0
        while true {
            let rows = try await transaction.send(
                Table(OwnPage(of: uid, after: count, limit: Self.pageRows)))
            if !rows.isEmpty { piece += (count == 0 ? "" : ",") + rows.joined(separator: ",") }
            count += rows.count
            if rows.count < Self.pageRows { return true }
            guard await take(Array(piece.utf8)) else { return false }
            piece = ""
        }
    }
}
