package import Batching
package import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Operators' notes on players. They are written, read, exported and erased, never changed.
package final class NoteService {
    private let context: AccountsContext

    package init(_ context: AccountsContext) {
        self.context = context
    }

    /// All notes on a user and on the players merged into it, newest first.
    package func notes(on uid: UserID) async throws(InfrastructureError) -> [PlayerNote] {
        try await context.call { () throws(PostgresError) in
            let merged = try await context.pool.run(FindMergedUsers(of: uid))
            return try await context.pool.run(ListPlayerNotes(of: [uid] + merged.map(\.uid)))
        }
    }

    /// Writes a note with an entry in the audit; the same id with the same text again changes nothing.
    ///
    /// - Throws: `.userNotFound`, `.invalidText`, `.tooMany`, `.idReused`.
    package func write(
        _ text: String, id: UUID, on uid: UserID, by author: String
    ) async throws(NoteError) {
        guard PlayerNote.accepts(text) else { throw .invalidText }
        let note = PlayerNote(uid: uid, id: id, author: author, text: text, createdAt: context.clock.now)
        let step = try await context.call(NoteError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                // The lock makes notes of one player wait for each other, and for an erasure.
                let (users, notes) = try await transaction.send(
                    LockUsers([uid]), ListPlayerNotes(of: [uid]))
                if let decided = Self.decide(note, users.first, notes) {
                    await transaction.rollback()
                    return decided
                }
                try await transaction.commit(InsertPlayerNote(note), audit(note))
                return Step.write
            }
        }
        if case .refuse(let error) = step { throw error }
    }

    private enum Step {
        case write
        case repeated
        case refuse(NoteError)
    }

    /// Nil for a note that is to be written.
    private static func decide(_ note: PlayerNote, _ user: User?, _ notes: [PlayerNote]) -> Step? {
        guard let user, !user.isGone else { return .refuse(.userNotFound) }
        if let other = notes.first(where: { $0.id == note.id }) {
            return other.text == note.text ? .repeated : .refuse(.idReused)
        }
        return notes.count < PlayerNote.countMax ? nil : .refuse(.tooMany)
    }

    private func audit(_ note: PlayerNote) -> InsertAuditEntries {
        InsertAuditEntries(
            [
                AuditEntry(
                    id: context.makeID(), actor: note.author, action: "user.note", uid: note.uid,
                    detail: "note \(note.id.lowercaseText)", createdAt: note.createdAt,
                    after: AuditText.json(["note": note.text]))
            ], by: context.ledgerKey)
    }
}
