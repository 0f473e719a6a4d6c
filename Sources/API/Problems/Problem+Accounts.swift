internal import Accounts
internal import Crypto
package import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

extension AccountError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .userNotFound: .notFound
        case .merged(let account): .merged(into: account)
        case .unknownReferrer: Problem(of: .unknownReferrer)
        case .selfReferral: Problem(of: .selfReferral)
        case .referralRing: Problem(of: .referralRing)
        case .referralAlreadySet: Problem(of: .referralAlreadySet)
        case .referralWindowClosed: Problem(of: .referralWindowClosed)
        case .referralRejected(let reason):
            Problem(of: .referralRejected, extensions: [JSONMember("reason", .string(reason.rawValue))])
        case .invalidPassword(let violation): violation.problem
        case .credentialAlreadyLinked: Problem(of: .credentialAlreadyLinked)
        case .emailAlreadyInUse: Problem(of: .emailAlreadyInUse)
        case .externalIDAlreadyInUse(let uid):
            Problem(
                of: .externalIDAlreadyInUse, extensions: [JSONMember("uid", .string(uid.description))])
        case .installKeyMismatch: Problem(of: .installKeyMismatch)
        case .blocked: Problem(of: .blocked)
        case .noEmail: Problem(of: .noEmail)
        case .proofRequired: .proofRequired
        case .proofWrong: .proofWrong
        case .installProofTime(let time): .installProofTime(time)
        case .accountRecovered: Problem(of: .accountRecovered)
        case .linkGone: Problem(of: .mailLinkGone)
        case .mailOff: .mailOff
        case .balanceTooLarge: .balanceTooLarge
        }
    }
}

extension PasswordPolicy.Violation {
    fileprivate var problem: Problem {
        switch self {
        case .tooShort: .field("/password", .tooShort, "A password has at least 8 characters.")
        case .tooLong: .field("/password", .tooLong, "A password has at most 128 characters.")
        case .common: .field("/password", .init("common"), "This password is too common.")
        case .isEmail: .field("/password", .init("is_email"), "The password must not be the e-mail.")
        case .breached:
            .field("/password", .init("breached"), "This password was in a leak of another service.")
        }
    }
}

extension ModerationError: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .changedMeanwhile: .internalError
        case .userNotFound: .notFound
        case .merged(let account): .merged(into: account)
        }
    }
}
