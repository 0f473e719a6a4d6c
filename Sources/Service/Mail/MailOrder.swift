internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A mail with a link, as the rows that are written with what causes it: the link's token, hashed, in place
/// of earlier ones for the same, and the mail for the outbox.
struct MailOrder {
    private let token: MailTokenRecord
    private let mail: MailRecord
    /// Whether earlier links for the same are good no more.
    private let endsEarlier: Bool

    /// - Parameters:
    ///   - email: what the link proves, changes to, or puts back.
    ///   - recipient: who gets it.
    init(
        _ purpose: MailPurpose, for uid: UserID, about email: EmailAddress, to recipient: EmailAddress,
        in language: String, at now: Timestamp, _ makeID: () -> UUID
    ) {
        let token = MailToken(of: uid)
        let expiresAt = now.adding(seconds: purpose.lifetimeSeconds)
        self.token = MailTokenRecord(
            uid: uid, hash: token.hash.bytes, purpose: purpose, email: email, expiresAt: expiresAt)
        mail = MailRecord(
            uid: uid, id: makeID(), content: .mail(purpose.kind), recipient: recipient, language: language,
            token: token.bytes, createdAt: now,
            expiresAt: min(expiresAt, now.adding(seconds: MailSender.lifetimeSeconds)))
        // Who changes an e-mail twice must not take from its first owner the means to have it back.
        endsEarlier = purpose != .undo
    }

    var statements: [any Statement] {
        let ending: [any Statement] =
            endsEarlier ? [DeleteMailTokens(of: token.uid, for: [token.purpose])] : []
        return ending + [InsertMailToken(token), InsertMail(mail)]
    }
}

extension MailRecord {
    /// That somebody asks for a link to the account with an e-mail, if there is one. That is found out later,
    /// by who sends mails: whoever asks waits for the same row to be written, whether there is one or not.
    ///
    /// - Parameter uid: nobody's.
    static func asked(
        _ purpose: MailPurpose, by email: EmailAddress, in language: String, under uid: UserID,
        at now: Timestamp, _ makeID: () -> UUID
    ) -> MailRecord {
        MailRecord(
            uid: uid, id: makeID(), content: .asked(purpose), recipient: email,
            language: language, token: nil, createdAt: now,
            expiresAt: now.adding(seconds: min(purpose.lifetimeSeconds, MailSender.lifetimeSeconds)))
    }

    /// A mail that only tells.
    static func notice(
        _ kind: MailKind, for uid: UserID, to recipient: EmailAddress, in language: String, at now: Timestamp,
        _ makeID: () -> UUID
    ) -> MailRecord {
        MailRecord(
            uid: uid, id: makeID(), content: .mail(kind), recipient: recipient, language: language,
            token: nil,
            createdAt: now, expiresAt: now.adding(seconds: MailSender.lifetimeSeconds))
    }
}
