package import Accounts
internal import Crypto

/// The callers of an endpoint: a set of roles.
package struct Access: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Any caller, with or without a token. The token isn't read.
    package static let anyone = Access(rawValue: 1)
    package static let user = Access(rawValue: 2)
    package static let server = Access(rawValue: 4)
    package static let read = Access(rawValue: 8)
    package static let admin = Access(rawValue: 16)
    /// A key for Firebase's calls alone.
    package static let links = Access(rawValue: 32)
    /// A key for Branch's calls alone.
    package static let branch = Access(rawValue: 64)
    package static let anyKey: Access = [.server, .read, .admin]

    package func admits(_ caller: Caller) -> Bool {
        contains(.anyone) || contains(Access(of: caller))
    }

    /// The detail of a refusal: the caller's role and the required one.
    package func refusal(of caller: Caller) -> String {
        "This is \(Self.name(of: caller)). \(need)"
    }

    private init(of caller: Caller) {
        switch caller {
        case .user: self = .user
        case .key(_, _, .server): self = .server
        case .key(_, _, .read): self = .read
        case .key(_, _, .admin): self = .admin
        case .key(_, _, .links): self = .links
        case .key(_, _, .branch): self = .branch
        }
    }

    private static func name(of caller: Caller) -> String {
        switch caller {
        case .user: "a user's access token"
        case .key(_, _, let scope): "a key with the scope \(scope.rawValue)"
        }
    }

    private var need: String {
        switch (contains(.user), neededKey) {
        case (true, let key?): "A user's access token, or \(key), is needed."
        case (true, nil): "A user's access token is needed."
        case (false, let key?): "\(key.prefix(1).uppercased())\(key.dropFirst()) is needed."
        case (false, nil): "Nothing is needed."
        }
    }

    private static let scopes: [(access: Access, name: String)] = [
        (.server, "server"), (.read, "read"), (.admin, "admin"), (.links, "links"), (.branch, "branch"),
    ]

    private var neededKey: String? {
        let names = Self.scopes.filter { contains($0.access) }.map(\.name)
        guard let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return "a key (sk_…) with the scope " + (others.isEmpty ? last : "\(others) or \(last)")
    }
}
