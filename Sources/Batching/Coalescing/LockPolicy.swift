package import Postgres

/// How long a batch, or a part of one, puts up with others that hold what it needs.
public enum LockPolicy: Sendable {
    /// A batch at first.
    case normal
    /// Part of a batch that was held up: it is found out who is held up, and the others are late already.
    case short
    /// One command, which no split can part from what it conflicts with.
    case single
    /// One user's commands apart from all others, so that no other command waits with them.
    case isolated

    /// A lasting conflict belongs to one command of the batch: it is reported soon, so that the batch can
    /// be split.
    private static let conflictAttemptsMax = 3
    private static let shortMilliseconds = 20

    /// Whether another attempt is useless: the batch is better split.
    package var allowsSplits: Bool { self == .normal || self == .short }

    package var transaction: TransactionPatience {
        TransactionPatience(
            lockMilliseconds: self == .short ? Self.shortMilliseconds : nil,
            conflictAttemptsMax: allowsSplits ? Self.conflictAttemptsMax : nil)
    }
}
