/// Errors between a statement and its rows. Their text must not reach a client: it is for the log.
public enum PostgresError: Error, Hashable, Sendable {
    /// PostgreSQL refused a statement; nothing of its transaction holds.
    case server(ServerError)
    /// The connection ended under a statement. In doubt: the commit was on its way, so the work may hold or
    /// not.
    case connectionLost(isCommitInDoubt: Bool)
    /// Nothing came in time. After `.reply` the connection is dropped, and a commit on its way is in doubt.
    case timedOut(Awaited)
    /// Too many callers wait for a connection already.
    case poolExhausted
    /// A row is not what its statement says; a programming error.
    case decoding(String)
    /// No connection could be made in time; says what libpq said.
    case cannotConnect(String)
    /// The pool or session was closed.
    case closed
    /// A call that makes no sense, such as a statement after the commit; a programming error.
    case misuse(String)

    public enum Awaited: Hashable, Sendable {
        case connection
        case reply
    }
}

/// An error as PostgreSQL reports it (PostgreSQL documentation, 55.8 "Error and Notice Message Fields").
public struct ServerError: Error, Hashable, Sendable {
    /// Five characters; PostgreSQL documentation, Appendix A.
    package var sqlState: String
    package var message: String
    package var detail: String?
    package var constraint: String?
    package var table: String?
    /// The statement that failed.
    package var statement: String
}

extension PostgresError {
    /// The server's five-character code, where the server spoke.
    package var sqlState: String? {
        if case .server(let error) = self { error.sqlState } else { nil }
    }

    /// The constraint a statement broke.
    package var constraint: String? {
        if case .server(let error) = self { error.constraint } else { nil }
    }

    /// Serialization failure, too few locks, or a deadlock, of which Citus loses the code at the commit: the
    /// same transaction can succeed when it is tried again.
    package var isRetryable: Bool {
        sqlState == "40001" || sqlState == "40P01" || isOfLostNode
    }

    /// A unique or exclusion constraint was broken: this one, or any when nil.
    package func isUniqueViolation(_ constraint: String? = nil) -> Bool {
        if isCopied { return isNamedInMessage(constraint ?? "_pkey") }
        return (sqlState == "23505" || sqlState == "23P01") && names(constraint)
    }

    package func isCheckViolation(_ constraint: String? = nil) -> Bool {
        if isCopied { return constraint.map(isNamedInMessage) ?? false }
        return sqlState == "23514" && names(constraint)
    }

    /// The database can't be reached or does not answer: the caller may come again later.
    package var isUnavailable: Bool {
        switch self {
        case .connectionLost, .timedOut, .poolExhausted, .cannotConnect, .closed: true
        case .server, .decoding, .misuse: false
        }
    }

    /// The server, or the network to it, has fallen silent: another host is the one to ask.
    var isSilence: Bool {
        if case .timedOut = self { true } else { false }
    }

    /// Another transaction held a row or a table for longer than the wait (55P03).
    package var isLocked: Bool {
        sqlState == "55P03"
    }

    /// The server or its machine is in trouble, and no statement is the cause. It is out of resources
    /// (class 53), starting or stopping (57P), has a system error such as a missing file or library (58),
    /// or became a standby (25006). Or a Citus node can't be reached (08) or was lost, or tables have just
    /// been distributed.
    package var isSystemTrouble: Bool {
        sqlState.map(Self.isTrouble) == true || isOfLostNode || isOfSpreadTables
    }

    static func isTrouble(sqlState: String) -> Bool {
        ["08", "53", "57P", "58", "25006"].contains { sqlState.hasPrefix($0) }
    }

    /// A generic plan for one PostgreSQL's tables, without parameter values: Citus has none.
    private var isOfSpreadTables: Bool {
        guard case .server(let error) = self, sqlState == "0A000" else { return false }
        return error.message == "could not create distributed plan"
    }

    private func names(_ constraint: String?) -> Bool {
        guard let constraint, constraint != self.constraint else { return true }
        return self.constraint == nil && isNamedInMessage(constraint)
    }

    /// Citus has lost the code of what went wrong on a node that rows were copied to.
    private var isCopied: Bool { sqlState == "XX000" }

    /// Citus has no code for a node that was lost during a commit: its result is unknown.
    private var isOfLostNode: Bool {
        guard case .server(let error) = self, isCopied else { return false }
        let words = [
            "could not commit transaction for shard ", "failure on connection marked as essential",
            "could not connect to any active placements", "failed to prepare transaction ",
            "could not find an available connection", "server closed the connection unexpectedly",
            "terminating connection ",
        ]
        return words.contains { error.message.hasPrefix($0) }
    }

    /// Citus passes a node's words on without the field that names the constraint; of the table's, a shard's
    /// may be called after the shard as well: `users_pkey_102008`.
    private func isNamedInMessage(_ constraint: String) -> Bool {
        guard case .server(let error) = self, let name = error.message.firstRange(of: constraint) else {
            return false
        }
        let rest = error.message[name.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return rest.isEmpty || rest.first == "_" && rest.dropFirst().allSatisfy(\.isNumber)
    }
}
