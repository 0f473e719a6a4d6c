package import FoundationEssentials
package import Referrals
package import Values

/// A mail that is still to be sent.
package struct MailRecord: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case mail(MailKind)
        /// A requested link for an e-mail only. The mail sender looks the account up, so that the caller
        /// can't learn whether it exists.
        case asked(MailPurpose)

        static let askedSuffix = "_asked"
    }

    package let uid: UserID
    package let id: UUID
    package let content: Content
    package let recipient: EmailAddress
    /// As BCP 47 has it.
    package let language: String
    /// The link's token; nil without a link.
    package let token: [UInt8]?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let attempts: Int64
    /// A name in the text besides the recipient: a provider, or a date; nil without one.
    package let detail: String?

    package var isRequest: Bool {
        if case .asked = content { true } else { false }
    }

    package init(
        uid: UserID, id: UUID, content: Content, recipient: EmailAddress, language: String, token: [UInt8]?,
        createdAt: Timestamp, expiresAt: Timestamp, attempts: Int64 = 0, detail: String? = nil
    ) {
        self.uid = uid
        self.id = id
        self.content = content
        self.recipient = recipient
        self.language = language
        self.token = token
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.attempts = attempts
        self.detail = detail
    }
}

extension MailRecord.Content: RawRepresentable {
    package init?(rawValue: String) {
        if rawValue.hasSuffix(Self.askedSuffix),
            let purpose = MailPurpose(rawValue: String(rawValue.dropLast(Self.askedSuffix.count)))
        {
            self = .asked(purpose)
        } else if let kind = MailKind(rawValue: rawValue) {
            self = .mail(kind)
        } else {
            return nil
        }
    }

    package var rawValue: String {
        switch self {
        case .mail(let kind): kind.rawValue
        case .asked(let purpose): purpose.rawValue + Self.askedSuffix
        }
    }
}
