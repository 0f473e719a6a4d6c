internal import Accounts
internal import Crypto
package import EventLoops
internal import FoundationEssentials
package import HTTP
internal import JSON
internal import Ledger
internal import Referrals
internal import Values

/// A request whose caller is known and admitted.
package struct Call {
    package let request: Request
    /// Nil on public endpoints.
    let caller: Caller?
    /// Where it came from, as far as that is known.
    package let address: PeerAddress
    /// The user that `{uid}` in the path names; nil if it is not a user's name.
    var subject: UserID?

    /// The calling user. Endpoints for users only have one.
    func user() throws(Problem) -> UserID {
        guard case .user(let uid, _) = caller else { throw .forbidden }
        return uid
    }

    /// The session that calls; nil where a bearer issuer's token does.
    var session: UUID? {
        if case .user(_, let sid) = caller { sid } else { nil }
    }

    /// Whether a bearer issuer's token calls, which has just proved who the user is.
    var isBearer: Bool {
        if case .user(_, nil) = caller { true } else { false }
    }

    /// Nil for a key.
    var userOrNil: UserID? {
        if case .user(let uid, _) = caller { uid } else { nil }
    }

    /// Whether a key calls, of any scope.
    var isKey: Bool {
        if case .key = caller { true } else { false }
    }

    /// Whether the app's own back end calls: a key with the scope `server`.
    var isServer: Bool {
        if case .key(_, _, .server) = caller { true } else { false }
    }

    /// The key that calls, as the audit names it.
    var actor: String {
        switch caller {
        case .key(let id, let name, _): AuditActor.key(id, named: name)
        case .user(let uid, _): "user \(uid)"
        case nil: "no caller"
        }
    }

    /// The user that `{uid}` in the path names; 404 if it can't be a user's name.
    func pathUser() throws(Problem) -> UserID {
        guard let subject else { throw .notFound }
        return subject
    }

    /// The value of `{id}` in the path; 404 if it can't be an id.
    func pathID() throws(Problem) -> UUID {
        guard let id = request.parameter("id").flatMap({ UUID(text: $0) }) else { throw .notFound }
        return id
    }

    /// The entry that the path names by `{uid}` and `{id}`.
    func pathEntry() throws(Problem) -> LedgerEntry.Key {
        LedgerEntry.Key(uid: try pathUser(), id: try pathID())
    }
}
