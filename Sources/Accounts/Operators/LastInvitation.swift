internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

/// An operator's credentials as far as a reset replaces them, so that a form resets once.
package struct LastInvitation: Equatable, Sendable {
    package let hasAccepted: Bool
    /// When the pending invitation was made, in microseconds since 1970; 0 without one.
    package let madeAtMicroseconds: Int64

    package init(hasAccepted: Bool, madeAtMicroseconds: Int64) {
        self.hasAccepted = hasAccepted
        self.madeAtMicroseconds = madeAtMicroseconds
    }

    init(_ record: OperatorRecord, _ pending: [OperatorInvitationRecord]) {
        hasAccepted = record.passwordHash != nil
        madeAtMicroseconds = pending.map(\.createdAt.microsecondsSince1970).max() ?? 0
    }
}

extension Transaction {
    func lastInvitation(of record: OperatorRecord) async throws(PostgresError) -> LastInvitation {
        LastInvitation(record, try await send(ListOperatorInvitations(of: record.id)))
    }

    /// All administrators, so that two at once can't remove each other. They are locked first, in order.
    ///
    /// - Parameter isWanted: false for none.
    func administrators(ifLocked isWanted: Bool) async throws(PostgresError) -> [UUID] {
        isWanted ? try await send(LockAdministrators()) : []
    }
}
