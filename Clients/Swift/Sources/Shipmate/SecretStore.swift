import Foundation

/// What a store knows of a key.
public enum Secret: Sendable, Equatable {
    case present(Data)
    case absent
    /// The device is locked and was not unlocked since it started. The library waits, and never signs up again.
    case notReadableYet
}

/// Keeps the session and other secrets. Each change is durable when the call returns.
public protocol SecretStore: Sendable {
    func get(_ key: String) throws -> Secret
    func put(_ key: String, _ value: Data) throws
    func delete(_ key: String) throws
    /// Stores `value` if the key still has `expected`; `nil` stands for absent. Atomic between processes.
    func compareAndPut(_ key: String, expected: Data?, _ value: Data) throws -> Bool
}

/// A store that failed, such as the Keychain with a status.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}

enum StoreKey {
    static let install = "install"
    static let session = "session"
    static let claim = "claim"
    static let opening = "opening"
    static let invitation = "invitation"
    static let balances = "balances"
    /// The uid of an account whose session ended: it signs in, and no new player is made.
    static let ended = "ended"
    /// The uid of a player whose first e-mail was sent and not confirmed.
    static let linking = "linking"
}

extension SecretStore {
    func data(_ key: String) throws -> Data? {
        if case .present(let data) = try get(key) { return data }
        return nil
    }

    /// `nil` also for something that isn't JSON.
    func json(_ key: String) throws -> JSON? { try data(key).flatMap { try? JSON($0) } }
}
