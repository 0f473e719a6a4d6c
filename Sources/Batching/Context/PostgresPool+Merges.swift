package import Postgres
internal import Store
package import Values

extension PostgresPool {
    /// The account that a merged player became; any other uid leads to itself.
    package func account(of uid: UserID) async throws(PostgresError) -> UserID {
        try await run(FindMerges(of: [uid])).first?.account ?? uid
    }

    /// The uids under which rows of a user are kept: the account's, which is first, and those of the players
    /// merged into it.
    ///
    /// - Parameter uid: of any of them.
    package func family(of uid: UserID) async throws(PostgresError) -> [UserID] {
        let account = try await account(of: uid)
        return [account] + (try await run(FindMergedUsers(of: account))).map(\.uid)
    }
}
