package import Crypto
package import EventLoops
internal import FoundationEssentials
package import Postgres
package import Referrals
internal import Store
package import Values

/// Which types of changes have a listener, as one loop has it, and the statement that writes them.
///
/// A listener is known to every process within a second and a half: without fresh notifications all types are
/// written.
package final class ChangeRecorder: TableMirror {
    private enum Source {
        /// A copy of the listeners.
        case mirror(PostgresPool, Notifications, DatabaseClock, writesAll: Bool)
        /// The statement looks itself, unless all types are written.
        case statement(now: Timestamp, ChangeTypes, writesAll: Bool)
        case none
    }

    package var mirrored = MirrorState()
    private let source: Source
    private let ids: UUIDv7Generator
    private var listened = ChangeTypes.none
    private var isRead = false

    /// - Parameter writesAll: also what has no listener.
    package init(
        pool: PostgresPool, notifications: Notifications, clock: DatabaseClock, ids: UUIDv7Generator,
        writesAll: Bool, on loop: isolated EventLoop
    ) {
        source = .mirror(pool, notifications, clock, writesAll: writesAll)
        self.ids = ids
        notifications.listen(to: Channels.changeListeners) { [weak self] _ in self?.refresh(on: loop) }
        notifications.onConnected { [weak self] in self?.refresh(on: loop) }
    }

    /// For commands, which end before a copy would help.
    ///
    /// - Parameters:
    ///   - types: those that may have a listener.
    ///   - writesAll: also what has no listener.
    package init(
        ofCommandAt now: Timestamp, ids: UUIDv7Generator, types: ChangeTypes = .all, writesAll: Bool = false
    ) {
        source = .statement(now: now, writesAll ? .all : types, writesAll: writesAll)
        self.ids = ids
    }

    /// Records nothing.
    package init() {
        source = .none
        ids = UUIDv7Generator()
    }

    /// Whether the listeners were read at least once.
    package var isKnown: Bool {
        if case .mirror = source { isRead } else { true }
    }

    /// Whether all types have a listener, so that the outbox has all changes.
    package var isComplete: Bool {
        if case .mirror(_, _, _, let writesAll) = source { writesAll || listened == .all } else { false }
    }

    /// Whether all types are written, also without a listener.
    package var writesAll: Bool {
        if case .mirror(_, _, _, let writesAll) = source { writesAll } else { false }
    }

    /// The types that are written.
    package var types: ChangeTypes {
        switch source {
        case .mirror(_, let notifications, _, let writesAll):
            writesAll || !mirrored.isCurrent || !notifications.isFresh ? .all : listened
        case .statement(_, let types, _): types
        case .none: .none
        }
    }

    /// The statement for what `list` adds, to be the last of a transaction; none without a listener.
    package func statements(_ list: (inout ChangeList) -> Void) -> [any Statement] {
        let types = types
        guard !types.isEmpty else { return [] }
        var changes = ChangeList(of: types)
        list(&changes)
        guard !changes.all.isEmpty else { return [] }
        switch source {
        case .mirror(_, _, let clock, _):
            let record = RecordChanges(
                changes.all, trace: changes.origins.trace, makeID: makeID(at: clock.now))
            return [record]
        case .statement(let now, _, writesAll: true):
            return [RecordChanges(changes.all, makeID: makeID(at: now))]
        case .statement(let now, _, writesAll: false):
            return [RecordListenedChanges(changes.all, makeID: makeID(at: now))]
        case .none: return []
        }
    }

    private func makeID(at now: Timestamp) -> () -> UUID {
        { [ids] in ids.next(atMicroseconds: now.microsecondsSince1970) }
    }

    package func read(on loop: isolated EventLoop) async throws(PostgresError) {
        guard case .mirror(let pool, _, _, _) = source else { return }
        let changes = mirrored.changes
        let listeners = try await pool.run(ListChangeListeners())
        guard changes == mirrored.changes else { return }
        isRead = true
        listened = listeners.reduce(.none) { $0.union($1.types) }
    }
}
