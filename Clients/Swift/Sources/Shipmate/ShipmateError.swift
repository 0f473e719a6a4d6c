import Foundation

/// Each error of this library. Descriptions have no token, secret, e-mail or password.
public enum ShipmateError: Error, Sendable {
    /// The server can't be reached, or replied with something else than the API does. The player can play on.
    case offline
    /// The server refused the call.
    case problem(Problem)
    /// Another account has this e-mail. `accept()` merges the anonymous player into it.
    case emailInUse(MergeOffer)
    /// There is no player yet: call `start` first.
    case notStarted
    /// The account's session ended, or the player signed out: show the sign-in. `signOut`, then `start` give a new player.
    case signedOut
    /// The journal is at its limit: nothing was recorded. Send what waits (`flush`), or tell the player.
    case journalFull
    /// A file or the Keychain failed, such as on a full disk. `reason` says what.
    case storage(reason: String)
    /// The handle was freed, or the task was cancelled.
    case cancelled
}

extension ShipmateError {
    /// The problem's type, or a name of the case: stable in logs and in all of Shipmate's libraries.
    public var type: String {
        switch self {
        case .offline: "offline"
        case .problem(let problem): problem.type.rawValue
        case .emailInUse: Problem.Kind.emailAlreadyInUse.rawValue
        case .notStarted: "not-started"
        case .signedOut: "signed-out"
        case .journalFull: "journal-full"
        case .storage: "storage"
        case .cancelled: "cancelled"
        }
    }

    init(_ error: any Error) {
        self =
            switch error {
            case let error as ShipmateError: error
            case let problem as Problem: .problem(problem)
            case is CancellationError: .cancelled
            case let error as FileError: .storage(reason: error.description)
            case let error as StoreError: .storage(reason: error.description)
            default: .offline
            }
    }
}

extension ShipmateError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .problem(let problem): problem.description
        case .storage(let reason): "storage: \(reason)"
        default: type
        }
    }

    public var debugDescription: String { description }
    public var errorDescription: String? { description }
}
