package import HTTP
internal import JSON
internal import Referrals
internal import Rewards

extension EventError {
    /// An event's user and content are in the body, so a mistake is reported there, under the event's own
    /// pointer.
    package func problem(at pointer: String) -> Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .userNotFound: .field(pointer + "/uid", .init("unknown_user"), "No user has this uid.")
        case .merged(let account): .merged(into: account)
        case .eventIDReused: Problem(of: .eventIDReused)
        case .factRefused(let refusal):
            .field(pointer + "/" + refusal.member, .init(refusal.code), refusal.detail)
        case .balanceTooLarge: .balanceTooLarge
        }
    }
}
