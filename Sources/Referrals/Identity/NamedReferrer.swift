internal import FoundationEssentials
package import Values

/// An app's `referred_by`: a uid or a referral code.
package enum NamedReferrer: Hashable, Sendable, CustomStringConvertible {
    case user(UserID)
    case code(ReferralCode)

    /// Nil when `text` is neither.
    package init?(_ text: String) {
        if let code = ReferralCode(text) {
            self = .code(code)
        } else if let uuid = UUID(text: text) {
            self = .user(UserID(uuid))
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .user(let uid): uid.description
        case .code(let code): code.description
        }
    }
}

extension NamedReferrer {
    package var code: ReferralCode? {
        if case .code(let code) = self { code } else { nil }
    }

    package var uid: UserID? {
        if case .user(let uid) = self { uid } else { nil }
    }
}
