internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// The writes for users, links and fingerprints.
struct MergedPair {
    let merger: Merger
    /// The account's referrals from now on.
    let friends: [User]
    /// The one who can't be among them, for the account would be its own referrer's referrer.
    private let closing: User?
    /// Earlier players merged into the account, and the player's referrals.
    private let relatives: [User]
    private let family: MergedFamily
    private let reads: MergeReads

    init(_ merger: Merger, _ family: MergedFamily, _ reads: MergeReads) {
        self.merger = merger
        self.family = family
        self.reads = reads
        closing = reads.referees.first { $0.uid == merger.closingLink }
        relatives = reads.referees.filter { family.merged.contains($0.uid) }
        friends = reads.referees.filter {
            $0.uid != merger.closingLink && !family.others.contains($0.uid)
        }
    }

    /// Each is counted once.
    var markStatements: [any Statement] {
        var statements: [any Statement] = fingerprints.isEmpty ? [] : [KeepFingerprints(fingerprints)]
        if losesReferral, let referrer = merger.player.referral.referredBy {
            statements.append(DeleteFingerprints(of: family.player, with: referrer))
        }
        return statements
    }

    private var fingerprints: [SignUpFingerprints] {
        let referred = reads.refereeFingerprints.filter { !family.others.contains($0.referee) }
        let joined = SignUpFingerprints.joining(reads.fingerprints, as: family.account, of: merger.referral)
        return referred.map { $0.with(family.account) } + (merger.takesReferral ? joined : [])
    }

    /// Whether the player itself no longer has a referrer.
    private var losesReferral: Bool {
        merger.takesReferral || merger.player.referral.referredBy == family.account
    }

    /// - Parameter account: with all that it has reached.
    func statements(writing account: User) -> [any Statement] {
        let name = account.uid.description
        var users = [account]
        if losesReferral { users.append(merger.player.with(.none)) }
        users += relatives.map { $0.with(Referral(rejection: .selfReferral, rejectedName: name)) }
        if let closing { users.append(closing.with(Referral(rejection: .ring, rejectedName: name))) }
        var statements: [any Statement] = users.map(SetMergedFacts.init) + links
        if !friends.isEmpty {
            statements.append(MoveReferees(friends.map(\.uid), from: family.player, to: family.account))
        }
        return statements + [DeleteRefereeFingerprints(by: family.player)]
    }

    private var links: [any Statement] {
        var statements: [any Statement] = []
        if merger.takesReferral {
            statements = [
                SetReferralLink(reads.referralLink, of: family.account),
                SetReferralLink(nil, of: family.player),
            ]
        }
        guard !reads.links.isEmpty else { return statements }
        return statements + [
            MoveLinks(reads.links, from: family.player, to: family.account), NotifyLinksChanged(reads.links),
        ]
    }
}

extension User {
    fileprivate func with(_ referral: Referral) -> User {
        var user = self
        user.referral = referral
        return user
    }
}

extension SignUpFingerprints {
    /// The sign-up fingerprints of both as the account's, which has its referrer now: the device and network
    /// that the referrer brought, with the account's mailbox.
    fileprivate static func joining(
        _ own: [SignUpFingerprints], as account: UserID, of referral: Referral
    ) -> [SignUpFingerprints] {
        let accounts = own.first { $0.uid == account }
        guard let referred = own.first(where: { $0.uid != account }) ?? accounts else { return [] }
        return SignUpFingerprints(
            uid: account, referee: account, device: referred.device ?? accounts?.device,
            network: referred.network ?? accounts?.network, mailbox: accounts?.mailbox,
            cameAt: referred.cameAt
        ).rows(referrer: referral.referredBy)
    }
}
