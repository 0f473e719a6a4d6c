/// The value of `credentials.password_hash`.
package enum StoredPassword: Sendable {
    /// As we hash, with today's parameters or former ones.
    case own(String)
    /// As another system did; replaced at the first sign-in.
    case foreign(ForeignHash)
    /// There is none: the account's owner signs in otherwise, or sets one by mail.
    case none

    /// The text for `none`.
    package static let noneText = "!"

    package init(_ text: String) {
        if text == Self.noneText {
            self = .none
        } else if let hash = ForeignHash(text) {
            self = .foreign(hash)
        } else {
            self = .own(text)
        }
    }

    /// A hash in a common format, bcrypt's or Argon2id's; nil for another, or one that is too expensive to
    /// check.
    package init?(portable text: String) {
        if let hash = BcryptHash(text) {
            self = .foreign(.bcrypt(hash))
        } else if PasswordHasher.isOwn(text) {
            self = .own(text)
        } else if let scheme = PasswordHasher.foreignScheme(of: text) {
            self = .foreign(.argon2id(text, scheme))
        } else {
            return nil
        }
        if case .foreign(let hash) = self, !hash.scheme.isAffordable { return nil }
    }

    package var isThere: Bool {
        if case .none = self { false } else { true }
    }

    package var text: String {
        switch self {
        case .own(let text): text
        case .foreign(let hash): hash.text
        case .none: Self.noneText
        }
    }

    /// Whether a better hash should be made while the password is at hand.
    package func isToReplace(by hasher: PasswordHasher) -> Bool {
        switch self {
        case .own(let text): hasher.needsRehash(text)
        case .foreign: true
        case .none: false
        }
    }
}

/// A password's hash that another system made.
package enum ForeignHash: Sendable {
    case firebase(FirebaseHash)
    case bcrypt(BcryptHash)
    /// Of other parameters than ours.
    case argon2id(String, ForeignScheme)

    package init?(_ text: String) {
        if let hash = FirebaseHash(text) {
            self = .firebase(hash)
        } else if let hash = BcryptHash(text) {
            self = .bcrypt(hash)
        } else if let scheme = PasswordHasher.foreignScheme(of: text) {
            self = .argon2id(text, scheme)
        } else {
            return nil
        }
    }

    package var text: String {
        switch self {
        case .firebase(let hash): hash.text
        case .bcrypt(let hash): hash.text
        case .argon2id(let text, _): text
        }
    }

    package var scheme: ForeignScheme {
        switch self {
        case .firebase(let hash): hash.scheme
        case .bcrypt(let hash): hash.scheme
        case .argon2id(_, let scheme): scheme
        }
    }

    package func matches(_ password: String, _ hasher: PasswordHasher) -> Bool {
        switch self {
        case .firebase(let hash): hash.matches(password)
        case .bcrypt(let hash): hash.matches(password)
        case .argon2id(let text, _): hasher.verify(password, against: text)
        }
    }
}
