package import Crypto

/// The rights of a user of the console, in rising order: each role has those before it.
package enum OperatorRole: String, CaseIterable, Sendable, Comparable {
    case viewer
    case support
    case manager
    case admin

    package static func < (left: OperatorRole, right: OperatorRole) -> Bool {
        left.rank < right.rank
    }

    /// Nil for keys that can't sign in.
    package init?(_ scope: APIKey.Scope) {
        switch scope {
        case .admin: self = .admin
        case .read: self = .viewer
        case .server, .links, .branch: return nil
        }
    }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .support: 1
        case .manager: 2
        case .admin: 3
        }
    }
}
