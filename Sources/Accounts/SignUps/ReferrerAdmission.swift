internal import Links
internal import Referrals
internal import Store
internal import Values

/// Decides which of a batch's referrers are recorded: one for each user, and by each receipt one.
struct ReferrerAdmission {
    private let users: [User]
    private let now: Timestamp
    private var references: ReferralReferences
    private var rings: ReferralRings
    /// As the choices so far leave them.
    private var known: [UserID: User]
    /// With the evidence of their referrers, which are recorded by events.
    private var named: [User] = []
    private var events: [Docket.Occasion] = []
    /// Those that these choices use up.
    private(set) var receipts: [UsedReceipt] = []
    /// The referrers to record, by their new referees.
    private(set) var referrers: [UserID: UserID] = [:]
    /// The links that brought them.
    private(set) var links: [UserID: LinkCode] = [:]

    /// - Parameter users: as they are stored, and locked.
    init(
        _ users: [User], _ references: ReferralReferences, _ rings: ReferralRings, at now: Timestamp
    ) {
        (self.users, self.references, self.rings, self.now) = (users, references, rings, now)
        known = Dictionary(uniqueKeysWithValues: users.map { ($0.uid, $0) })
    }

    var docket: Docket { Docket(users, changed: named, events, at: now) }

    /// The reply to a choice. A second referrer of the same user finds the first.
    mutating func admit(_ choice: ReferrerChoice) -> ReferrerBatch.StepResult {
        guard let user = known[choice.uid], !user.isGone else { return .failure(.userNotFound) }
        return referral(by: choice.evidence, for: user).map { referral in
            guard let referral else { return user.referral }
            if let receipt = references.usedReceipt(choice.evidence, for: referral, by: user.uid) {
                references.note(receipt)
                receipts.append(receipt)
            }
            guard let referrer = referral.referredBy else { return user.referral }
            links[user.uid] = references.link(in: choice.evidence, for: referral)
            return record(referrer, by: referral, for: user, as: choice)
        }
    }

    /// The referral to record; nil if the user has its referrer already. That of a receipt without an inviter
    /// has no referrer, and changes nothing.
    private func referral(
        by evidence: ReferralEvidence, for user: User
    ) -> Result<Referral?, AccountError> {
        let referral = references.referral(by: evidence, of: user.uid)
        let recorded = user.referral.referredBy
        let isGenuine = referral.rejection != .receiptInvalid
        if isGenuine, let recorded, recorded == references.referrer(in: evidence) { return .success(nil) }
        if let rejection = referral.rejection { return .failure(AccountError(rejection)) }
        guard let referrer = referral.referredBy else { return .success(referral) }
        guard referrer != user.uid else { return .failure(.selfReferral) }
        guard recorded == nil else { return .failure(.referralAlreadySet) }
        guard user.isAnonymous else { return .failure(.referralWindowClosed) }
        return rings.leads(from: referrer, to: user.uid) ? .failure(.referralRing) : .success(referral)
    }

    private mutating func record(
        _ referrer: UserID, by referral: Referral, for user: User, as choice: ReferrerChoice
    ) -> Referral {
        var user = user
        user.referral.proof = referral.proof
        // The app's doubt at the sign-up stays, unless it sends another confidence now.
        user.referral.matchConfidence = referral.matchConfidence ?? user.referral.matchConfidence
        named.append(user)
        referrers[user.uid] = referrer
        rings.note(referrer, of: user.uid)
        let event = Event(uid: user.uid, id: choice.eventID, fact: .referrerRecorded(referrer))
        events.append(.event(event))
        let after = user.after(event.fact, at: now)
        known[user.uid] = after
        return after.referral
    }
}

extension AccountError {
    /// The error for a user who exists, whose referral is rejected.
    fileprivate init(_ rejection: Referral.Rejection) {
        self =
            switch rejection {
            case .unknownReferrer: .unknownReferrer
            case .selfReferral: .selfReferral
            case .ring: .referralRing
            case .alreadySet: .referralAlreadySet
            case .receiptUsed, .receiptExpired, .receiptInvalid: .referralRejected(rejection)
            }
    }

    /// The reason in the reply to a repeated sign-up; nil for errors of another kind.
    var rejection: Referral.Rejection? {
        switch self {
        case .unknownReferrer: .unknownReferrer
        case .selfReferral: .selfReferral
        case .referralRing: .ring
        case .referralAlreadySet: .alreadySet
        case .referralRejected(let rejection): rejection
        default: nil
        }
    }
}
