internal import Accounts
internal import Crypto
internal import FoundationEssentials
internal import Referrals
internal import Values

extension FirebaseUser {
    /// - Parameters:
    ///   - config: nil where none was given.
    ///   - times: which of them to believe.
    func account(_ config: HashConfig?, _ times: AccountTimes) throws(AccountRefusal) -> ImportedAccount {
        // Firebase refuses its sign-ins, and this service wouldn't.
        guard !isDisabled else { throw AccountRefusal(description: "the account is disabled") }
        guard let externalID = ExternalID(localID) else {
            throw AccountRefusal(description: "the UID is not 1 to 255 characters on one line")
        }
        let created = times.created(milliseconds: createdAt)
        return ImportedAccount(
            externalID: externalID, email: try emailAddress, isEmailVerified: isEmailVerified,
            password: try password(config), identities: try identities,
            isSignedUp: !email.isEmpty || !phoneNumber.isEmpty || !providers.isEmpty, createdAt: created,
            lastSignInAt: times.signedIn(milliseconds: lastSignedInAt, since: created))
    }

    /// Those that players sign in by here too, under the names that a file of providers knows them by.
    private static let kept = ["google.com": "google", "apple.com": "apple"]

    private var identities: [ImportedIdentity] {
        get throws(AccountRefusal) {
            var identities: [ImportedIdentity] = []
            for provider in providers {
                guard let name = Self.kept[provider.name] else { continue }
                guard let identity = ImportedIdentity(provider: name, subject: provider.id) else {
                    throw AccountRefusal(
                        description: "its id of \(provider.name) is not 1 to 255 characters on one line")
                }
                if !identities.contains(where: { $0.provider == name }) { identities.append(identity) }
            }
            return identities
        }
    }

    private var emailAddress: EmailAddress? {
        get throws(AccountRefusal) {
            guard !email.isEmpty else { return nil }
            guard let address = EmailAddress(email) else {
                throw AccountRefusal(description: "the e-mail is invalid")
            }
            return address
        }
    }

    private func password(_ config: HashConfig?) throws(AccountRefusal) -> StoredPassword {
        guard !passwordHash.isEmpty else { return .none }
        guard let config else {
            throw AccountRefusal(description: "the account has a password, and --hash-config is missing")
        }
        guard !email.isEmpty else {
            throw AccountRefusal(description: "the account has a password, but no e-mail to sign in with")
        }
        guard let hash = Self.bytes(passwordHash), let salt = Self.bytes(salt),
            hash.count == config.signerKey.count, salt.count <= 64
        else { throw AccountRefusal(description: "the password's hash or salt is not in Firebase's format") }
        return .foreign(.firebase(config.hash(hash, salt: salt)))
    }

    /// Of base64 in either alphabet: the tool writes the usual one, Firebase's own API the other.
    private static func bytes(_ text: String) -> [UInt8]? {
        let usual = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: usual).map(Array.init)
    }
}

/// Which times of an export are believed.
struct AccountTimes {
    /// Apps with accounts didn't exist before this.
    private static let earliest = Timestamp(microsecondsSince1970: 1_072_915_200_000_000)

    let now: Timestamp

    /// Now, for a time that is missing or can't be.
    func created(milliseconds: Int64?) -> Timestamp {
        plausible(milliseconds, since: Self.earliest) ?? now
    }

    func signedIn(milliseconds: Int64?, since created: Timestamp) -> Timestamp? {
        plausible(milliseconds, since: created)
    }

    private func plausible(_ milliseconds: Int64?, since first: Timestamp) -> Timestamp? {
        guard let milliseconds, (0...4_102_444_800_000).contains(milliseconds) else { return nil }
        let time = Timestamp(microsecondsSince1970: milliseconds * 1_000)
        return first <= time && time <= now ? time : nil
    }
}
