internal import Accounts
internal import EmbeddedPostgres
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Reporting

/// `shipmate users export`: everything that is kept about a user, as the user's own app would get it.
struct ExportUsers {
    let configuration: Configuration
    let name: UserLookup.Name
    /// Takes the file, piece by piece; false where it can't.
    var write: @Sendable ([UInt8]) -> Bool = { Files.writeAll(1, String(decoding: $0, as: UTF8.self)) }

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        try await configuration.withServicePool(urls, on: loop) { pool in
            let uid = try await UserLookup(pool: pool).required(name).user.uid
            var isTaken = true
            try await PersonalDataExport(pool: pool).export(uid) { piece in
                isTaken = write(piece)
                return isTaken
            }
            guard isTaken else { throw EraseUsers.Failure(description: "the file can't be written") }
        }
    }
}
