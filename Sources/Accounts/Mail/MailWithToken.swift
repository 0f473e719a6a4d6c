internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A mail with a link, as the rows that are written with what causes it: the link's token, hashed, and the
/// mail for the outbox. A user has so many links for one purpose at most: the oldest end.
struct MailWithToken {
    private let token: MailTokenRecord
    private let mail: MailRecord

    /// - Parameters:
    ///   - kind: of the mail, where it isn't the purpose's own.
    ///   - email: what the link verifies, changes to, or puts back.
    ///   - recipient: who gets it.
    ///   - detail: what the mail names besides.
    ///   - other: a link that this one must outlast, until what it allows has taken effect.
    init(
        _ purpose: MailPurpose, as kind: MailKind? = nil, for uid: UserID, about email: EmailAddress,
        to recipient: EmailAddress, in language: String, at now: Timestamp, naming detail: String? = nil,
        lasting other: MailPurpose? = nil, _ context: AccountsContext
    ) {
        let token = MailToken(of: uid, key: context.mailTokenKey)
        let expiresAt = now.adding(seconds: purpose.lifetimeSeconds + (other?.lifetimeSeconds ?? 0))
        self.token = MailTokenRecord(
            uid: uid, hash: token.hash.bytes, purpose: purpose, email: email, createdAt: now,
            expiresAt: expiresAt)
        mail = MailRecord(
            uid: uid, id: context.makeID(), content: .mail(kind ?? purpose.kind), recipient: recipient,
            language: language, token: token.bytes, createdAt: now,
            expiresAt: min(expiresAt, now.adding(seconds: MailSender.lifetimeSeconds)), detail: detail)
    }

    var statements: [any Statement] {
        let ending: [any Statement] =
            switch token.purpose.linksMax {
            case .max: []
            case 1: [DeleteMailTokens(of: token.uid, for: [token.purpose])]
            case let max: [EndSurplusMailTokens(of: token.uid, for: token.purpose, othersMax: max - 1)]
            }
        return ending + [InsertMailToken(token), InsertMail(mail)]
    }
}

extension MailRecord {
    /// A request for a link to the account with an e-mail, if one exists. The mail sender looks that up
    /// later. The caller waits for the same write in both cases.
    ///
    /// - Parameter uid: a uid without a user.
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
        naming detail: String? = nil, _ makeID: () -> UUID
    ) -> MailRecord {
        MailRecord(
            uid: uid, id: makeID(), content: .mail(kind), recipient: recipient, language: language,
            token: nil, createdAt: now, expiresAt: now.adding(seconds: MailSender.lifetimeSeconds),
            detail: detail)
    }
}
