internal import Accounts
internal import Basics
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Which column of a CSV of accounts says what, by its header.
struct AccountColumns {
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    enum Column: String, CaseIterable {
        case externalID = "external_id"
        case email
        case isEmailVerified = "email_verified"
        case passwordHash = "password_hash"
        case createdAt = "created_at"
    }

    private let indices: [Column: Int]
    private let count: Int

    init(header: [String]) throws(Mistake) {
        let names = header.map { CSVReader.trimmed($0).lowercased() }
        for name in names where Column(rawValue: name) == nil {
            throw Mistake(
                description: "the header has an unknown column \(name); known are "
                    + Column.allCases.map(\.rawValue).joined(separator: ", "))
        }
        var indices: [Column: Int] = [:]
        for (index, name) in names.enumerated() {
            guard let column = Column(rawValue: name) else { continue }
            guard indices.updateValue(index, forKey: column) == nil else {
                throw Mistake(description: "the header has two columns \(name)")
            }
        }
        guard indices[.externalID] != nil else {
            throw Mistake(description: "the header has no column external_id")
        }
        self.indices = indices
        count = header.count
    }

    func account(of fields: [String], _ times: AccountTimes) throws(AccountRefusal) -> ImportedAccount {
        guard fields.count == count else {
            throw AccountRefusal(description: "the line has \(fields.count) fields, the header \(count)")
        }
        guard let externalID = ExternalID(fields[indices[.externalID] ?? 0]) else {
            throw AccountRefusal(description: "the external_id is not 1 to 255 characters on one line")
        }
        let email = try email(text(.email, fields))
        let password = try password(text(.passwordHash, fields))
        guard email != nil || !password.isThere else {
            throw AccountRefusal(description: "the account has a password, but no e-mail to sign in with")
        }
        return ImportedAccount(
            externalID: externalID, email: email,
            isEmailVerified: ["true", "t", "1", "yes"].contains(text(.isEmailVerified, fields).lowercased()),
            password: password, isSignedUp: true,
            createdAt: try created(text(.createdAt, fields), times), lastSignInAt: nil)
    }

    private func text(_ column: Column, _ fields: [String]) -> String {
        indices[column].map { CSVReader.trimmed(fields[$0]) } ?? ""
    }

    private func email(_ text: String) throws(AccountRefusal) -> EmailAddress? {
        guard !text.isEmpty else { return nil }
        guard let email = EmailAddress(text) else {
            throw AccountRefusal(description: "the e-mail is invalid")
        }
        return email
    }

    private func password(_ text: String) throws(AccountRefusal) -> StoredPassword {
        guard !text.isEmpty else { return .none }
        guard let hash = StoredPassword(portable: text) else {
            throw AccountRefusal(
                description: """
                    the password's hash is neither bcrypt's ($2a$, $2b$ or $2y$, cost 4 to 12) nor \
                    Argon2id's \
                    ($argon2id$v=19$, up to 64 MiB)
                    """)
        }
        return hash
    }

    private func created(_ text: String, _ times: AccountTimes) throws(AccountRefusal) -> Timestamp {
        guard !text.isEmpty else { return times.now }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw AccountRefusal(description: "created_at is not a time such as 2026-11-21T12:00:00Z")
        }
        return times.created(milliseconds: Int64(date.timeIntervalSince1970) * 1_000)
    }
}
