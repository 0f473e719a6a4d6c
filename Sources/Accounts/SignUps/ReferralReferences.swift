internal import Crypto
internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The users that a batch's evidence names, and the receipts that were used: from them it follows which
/// referral each player gets.
struct ReferralReferences {
    private var codes: [ReferralCode: UserID] = [:]
    /// The users that uids resolve to, mostly themselves.
    private var users: [UserID: UserID] = [:]
    /// Receipts that were used before, and by which user.
    private var used: [UUID: UserID] = [:]
    private let receiptKey: Subkey
    private let now: Timestamp

    /// - Parameters:
    ///   - codes: the users of the referral codes that the evidence has.
    ///   - users: what the uids resolve to that the evidence has.
    init(
        codes: [FindReferralCodes.Row] = [], users: [UserID: User] = [:], used: [FindUsedReceipts.Row] = [],
        _ context: AccountsContext, at now: Timestamp
    ) {
        (receiptKey, self.now) = (context.receiptKey, now)
        for found in codes { self.codes[found.code] = found.uid }
        self.users = users.mapValues(\.uid)
        for receipt in used { self.used[receipt.id] = receipt.uid }
    }

    /// The referral that evidence makes, or the reason why it makes none.
    ///
    /// - Parameter uid: of a user who exists, who may send what it used before.
    func referral(by evidence: ReferralEvidence, of uid: UserID? = nil) -> Referral {
        if let text = evidence.receipt { return referral(by: text, evidence, of: uid) }
        guard let name = evidence.referrer else {
            return Referral(matchConfidence: evidence.matchConfidence)
        }
        guard let referrer = referrer(named: name) else {
            return Referral(
                matchConfidence: evidence.matchConfidence, rejection: .unknownReferrer,
                rejectedName: name.description)
        }
        return Referral(referredBy: referrer, matchConfidence: evidence.matchConfidence, proof: name.proof)
    }

    /// A receipt's content; the app's own `match` can only lower the confidence.
    private func referral(by text: String, _ evidence: ReferralEvidence, of uid: UserID?) -> Referral {
        let receipt = evidence.claimReceipt
        func rejected(_ reason: Referral.Rejection) -> Referral {
            Referral(
                matchConfidence: evidence.matchConfidence, rejection: reason,
                rejectedName: receipt?.referrer?.description ?? String(text.prefix(36)))
        }
        guard let receipt else { return rejected(.receiptInvalid) }
        if let refusal = refusal(of: receipt, from: evidence.holder) { return rejected(refusal) }
        if let user = used[receipt.id], user != uid { return rejected(.receiptUsed) }
        guard let named = receipt.referrer else {
            return Referral(matchConfidence: evidence.matchConfidence, proof: receipt.source)
        }
        guard let referrer = users[named] else { return rejected(.unknownReferrer) }
        return Referral(
            referredBy: referrer, matchConfidence: receipt.source.lowered(by: evidence.matchConfidence).match,
            proof: receipt.source)
    }

    private func refusal(
        of receipt: ClaimReceipt, from holder: ReferralEvidence.Holder
    ) -> Referral.Rejection? {
        switch holder {
        case .install(let keyHash): receipt.refusal(keyHash: keyHash, at: now, key: receiptKey)
        case .user: receipt.refusal(at: now, key: receiptKey)
        }
    }

    /// The known user that evidence names, whether a receipt still counts or not.
    func referrer(in evidence: ReferralEvidence) -> UserID? {
        guard evidence.receipt == nil else { return evidence.claimReceipt?.referrer.flatMap { users[$0] } }
        return evidence.referrer.flatMap { referrer(named: $0) }
    }

    private func referrer(named name: NamedReferrer) -> UserID? {
        switch name {
        case .code(let code): codes[code]
        case .user(let uid): users[uid]
        }
    }

    /// The receipt that a user uses up with this referral; nil where there is none, or it is rejected or was
    /// used before.
    func usedReceipt(_ evidence: ReferralEvidence, for referral: Referral, by uid: UserID) -> UsedReceipt? {
        guard let receipt = evidence.claimReceipt, referral.rejection == nil, used[receipt.id] == nil else {
            return nil
        }
        return UsedReceipt(id: receipt.id, uid: uid, expiresAt: receipt.expiresAt)
    }

    /// Notes for the rest of the batch that a receipt is used.
    mutating func note(_ receipt: UsedReceipt) {
        used[receipt.id] = receipt.uid
    }

    /// The link that brought the user, from a valid receipt.
    func link(in evidence: ReferralEvidence, for referral: Referral) -> LinkCode? {
        guard referral.referredBy != nil, referral.rejection == nil else { return nil }
        return evidence.claimReceipt?.link
    }
}

/// The keys to read for a batch's evidence.
extension [ReferralEvidence] {
    var codes: [ReferralCode] { compactMap(\.referrer?.code) }

    var uids: [UserID] { compactMap(\.referrer?.uid) + compactMap(\.claimReceipt?.referrer) }

    var receipts: [UUID] { compactMap(\.claimReceipt?.id) }
}

extension ReferralSource {
    /// A claim's `match`, which servers of an earlier version use. Nil without one.
    fileprivate var match: MatchConfidence? {
        switch self {
        case .claimUnique: .unique
        case .claimDefault: .default
        case .claimWeak: .weak
        case .code, .unproven: nil
        }
    }
}
