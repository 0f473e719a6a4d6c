internal import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The notes on a user and on the players merged into it, newest first.
package struct ListPlayerNotes: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, id, author, note, created_at FROM player_notes WHERE uid = ANY ($1::uuid[]) ORDER BY id DESC
        """
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> PlayerNote {
        PlayerNote(
            uid: try row.readUserID(), id: try row.read(), author: try row.read(), text: try row.read(),
            createdAt: try row.readTimestamp())
    }
}

package struct InsertPlayerNote: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "INSERT INTO player_notes (uid, id, author, note, created_at) VALUES ($1, $2, $3, $4, $5)"
    package let parameters: Parameters

    package init(_ note: PlayerNote) {
        parameters = Parameters(note.uid, note.id, note.author, note.text, note.createdAt)
    }
}

package struct DeletePlayerNotes: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM player_notes WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}
