internal import API
internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Values

/// `identity`: a uid or a referral code. Branch took any name and made a user of it; here users sign up, and
/// the name of another is kept where it says something.
struct BranchIdentity {
    let accounts: AccountService
    let reports: ReportService

    /// The user that `text` names.
    ///
    /// - Parameter pointer: where it was sent.
    func user(_ text: String?, at pointer: String = "/identity") async throws(Problem) -> User {
        guard let user = try await userIfAny(text) else {
            throw .field(pointer, .invalid, "A uid or a referral code of a user is needed.")
        }
        return user
    }

    /// The uid that `text` names, for a call that is safe to repeat: a player who was merged since keeps its
    /// own, under which the call may have been made.
    ///
    /// - Parameter pointer: where it was sent.
    func uid(_ text: String?, at pointer: String = "/identity") async throws(Problem) -> UserID {
        do throws(Problem) {
            return try await user(text, at: pointer).uid
        } catch {
            guard error.type == .merged, case .user(let uid) = text.flatMap(NamedReferrer.init) else {
                throw error
            }
            return uid
        }
    }

    /// Nil for an id of the app's own.
    func userIfAny(_ text: String?) async throws(Problem) -> User? {
        guard let name = text.flatMap(NamedReferrer.init) else { return nil }
        return try await find(name)
    }

    private func find(_ name: NamedReferrer) async throws(Problem) -> User? {
        switch name {
        case .user(let uid):
            do throws(AccountError) {
                return try await accounts.user(uid)
            } catch {
                if error == .userNotFound { return nil }
                throw error.problem
            }
        case .code(let code):
            let search = UserSearch(email: nil, referralCode: code, referredBy: nil)
            return try await mappingErrors { () throws(InfrastructureError) in
                try await reports.users(search, after: nil, limit: 1).items.first
            }
        }
    }
}

extension Schema {
    static var branchIdentity: Schema { .typedCode }
}
