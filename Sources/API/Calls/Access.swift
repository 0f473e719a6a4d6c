internal import Service

/// Who may call an endpoint.
package enum Access: String, Sendable, CaseIterable {
    case anyone
    case user
    case userOrServer
    case userServerOrAdmin
    /// A key of any scope; which user is for the endpoint to say.
    case userOrKey
    /// A key of any scope, and no user.
    case anyKey
    case server
    case readOrAdmin
    case admin

    /// To whoever was refused.
    var need: String {
        switch self {
        case .anyone: "Nothing is needed."
        case .user: "An access token of a user is needed."
        case .userOrServer: "An access token of a user, or a key with the scope server, is needed."
        case .userServerOrAdmin:
            "An access token of a user, or a key with the scope server or admin, is needed."
        case .userOrKey: "An access token of a user, or a key, is needed."
        case .anyKey: "A key is needed."
        case .server: "A key with the scope server is needed."
        case .readOrAdmin: "A key with the scope read or admin is needed."
        case .admin: "A key with the scope admin is needed."
        }
    }

    func admits(_ caller: Caller) -> Bool {
        switch (self, caller) {
        case (.anyone, _), (.user, .user), (.userOrServer, .user): true
        case (.userOrServer, .key(_, _, .server)), (.server, .key(_, _, .server)): true
        case (.userOrKey, .user), (.userOrKey, .key), (.userServerOrAdmin, .user): true
        case (.userServerOrAdmin, .key(_, _, .server)), (.userServerOrAdmin, .key(_, _, .admin)): true
        case (.readOrAdmin, .key(_, _, .read)), (.readOrAdmin, .key(_, _, .admin)): true
        case (.admin, .key(_, _, .admin)), (.anyKey, .key): true
        default: false
        }
    }
}
