package import Batching
package import Postgres
internal import Store
package import Values

/// Everything that is kept about a user, as one JSON file: a list for each table.
///
/// It is read and sent page by page, without a lock or a connection between two pages: a slow reader delays
/// no other work. Concurrent changes may be included or not.
package struct PersonalDataExport {
    private static let pageRows = 500

    private let pool: PostgresPool

    /// - Parameter pool: of connections as the owner or as the service.
    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// For an operator's command.
    package func export(
        _ uid: UserID, to take: ([UInt8]) async -> Bool
    ) async throws(DatabaseError) {
        try await DatabaseError.telling { () throws(PostgresError) in try await write(of: uid, to: take) }
    }

    /// - Parameter take: is given the file piece by piece, and says whether it wants another.
    func write(of uid: UserID, to take: ([UInt8]) async -> Bool) async throws(PostgresError) {
        var piece = "{\"uid\":\"\(uid)\""
        let merged: [FindMergedUsers.Row] = try await pool.run(FindMergedUsers(of: uid))
        for table in PersonalDataTables.all {
            piece += ",\"\(table.rows.name)\":["
            var isFirst = true
            for owner in [uid] + merged.map(\.uid) {
                guard try await write(table, of: owner, &piece, &isFirst, take) else { return }
            }
            piece += "]"
        }
        _ = await take(Array((piece + "}\n").utf8))
    }

    /// - Returns: false if the reader is gone.
    private func write<Table: PersonalDataTable>(
        _ table: Table.Type, of uid: UserID, _ piece: inout String, _ isFirst: inout Bool,
        _ take: ([UInt8]) async -> Bool
    ) async throws(PostgresError) -> Bool {
        var cursor: String?
        while true {
            let rows = try await pool.run(
                PersonalDataRows<Table>(PersonalDataPage(of: uid, behind: cursor, limit: Self.pageRows)))
            if !rows.isEmpty {
                piece += (isFirst ? "" : ",") + rows.map(\.object).joined(separator: ",")
                isFirst = false
            }
            guard rows.count == Self.pageRows, let last = rows.last else { return true }
            cursor = last.cursor
            guard await take(Array(piece.utf8)) else { return false }
            piece = ""
        }
    }
}
