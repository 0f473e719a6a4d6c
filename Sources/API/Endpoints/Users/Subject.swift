internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// The owner of a path's resource: `me`, or `{uid}` for keys.
enum Subject {
    case me
    /// `{uid}`, to the app's own back end.
    case player
    /// `{uid}`, to administrators.
    case path

    /// - Throws: 404 if the path is not a user's name.
    func uid(of call: Call, _ accounts: AccountService) async throws(Problem) -> UserID {
        switch self {
        case .me: return try call.user()
        case .player, .path:
            let uid = try call.pathUser()
            return try await mappingErrors { () throws(AccountError) in try await accounts.user(uid).uid }
        }
    }
}
