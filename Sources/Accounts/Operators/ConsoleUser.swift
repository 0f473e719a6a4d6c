package import FoundationEssentials
internal import Ledger
internal import Store
package import Values

/// A signed-in user of the console: an operator, or the holder of an API key.
package struct ConsoleUser: Equatable, Sendable {
    package enum Identity: Equatable, Sendable {
        case `operator`(UUID)
        case apiKey(UUID)
    }

    /// The session of this request.
    package let session: UUID
    package let identity: Identity
    /// The operator's e-mail, or the key's name.
    package let name: String
    /// At this moment: a change of an operator's role holds at once.
    package let role: OperatorRole
    /// When the session ends by itself.
    package let expiresAt: Timestamp

    package init(
        session: UUID, identity: Identity, name: String, role: OperatorRole, expiresAt: Timestamp
    ) {
        self.session = session
        self.identity = identity
        self.name = name
        self.role = role
        self.expiresAt = expiresAt
    }

    /// As the audit names the user.
    package var actor: String {
        switch identity {
        case .operator(let id): AuditActor.operator(id, email: name)
        case .apiKey(let id): AuditActor.key(id, named: name)
        }
    }

    /// Nil for the holder of an API key.
    package var operatorID: UUID? {
        if case .operator(let id) = identity { id } else { nil }
    }

    var holder: ConsoleHolder {
        switch identity {
        case .operator(let id): .operator(id)
        case .apiKey(let id): .apiKey(id)
        }
    }
}

/// A session of the console, as its user sees it.
package struct ConsoleSession: Equatable, Sendable {
    package let id: UUID
    package let address: String
    /// 200 characters at most.
    package let userAgent: String
    package let createdAt: Timestamp
    /// To the minute.
    package let seenAt: Timestamp
    package let expiresAt: Timestamp

    init(_ record: ConsoleSessionRecord) {
        id = record.id
        address = record.address
        userAgent = record.userAgent
        createdAt = record.createdAt
        seenAt = record.seenAt
        expiresAt = record.expiresAt
    }
}

/// An operator in the list of all.
package struct OperatorSummary: Equatable, Sendable {
    package let id: UUID
    package let email: String
    package let role: OperatorRole
    /// Whether password and second factor are set.
    package let hasAccepted: Bool
    package let createdAt: Timestamp
    /// The last use of the console, to the minute; nil before the first.
    package let lastSeenAt: Timestamp?

    init?(_ record: OperatorRecord) {
        guard let role = OperatorRole(rawValue: record.role) else { return nil }
        id = record.id
        email = record.email
        self.role = role
        hasAccepted = record.passwordHash != nil
        createdAt = record.createdAt
        lastSeenAt = record.seenAt
    }
}
