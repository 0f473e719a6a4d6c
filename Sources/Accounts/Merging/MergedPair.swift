internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// What stands between a player and the account that it becomes, as it is stored and locked; and what becomes
/// of it.
struct MergedPair {
    private let merger: Merger
    private let account: UserID
    /// Players whom the account has referred from now on.
    let friends: [User]
    /// The one who can't be among them, for the account would be its own referrer's referrer.
    private let closing: User?
    /// Who became the account before, and whom the player had referred.
    private let relatives: [User]
    /// What each of the two was to be given for the other, or for whoever became it before.
    let voided: [Reward]
    /// What each was given for the other: nobody is paid for bringing itself.
    let ownRewards: [Reward]
    let counts: ReferralCounts
    /// Who became the account before.
    let merged: [UserID]
    private let links: [LinkCode]
    private let marks: [SignUpMarks]
    /// That brought the player.
    private let referralLink: LinkCode?

    private var player: UserID { merger.player.uid }

    init(
        _ merger: Merger, account: User, referees: [User], in transaction: Transaction
    ) async throws(PostgresError) {
        let (player, uid) = (merger.player.uid, account.uid)
        self.merger = merger
        self.account = uid
        let merged: [FindMergedUsers.Row] = try await transaction.send(FindMergedUsers(of: uid))
        let family = [uid] + merged.map(\.uid)
        closing = referees.first { $0.uid == merger.closingLink }
        relatives = referees.filter { $0.uid != uid && family.contains($0.uid) }
        friends = referees.filter { $0.uid != merger.closingLink && !family.contains($0.uid) }
        let (held, heldOther, paid, paidOther, links) = try await transaction.send(
            VoidHeldRewards(of: family, for: [player]), VoidHeldRewards(of: [player], for: family),
            FindRewardsAbout([player], to: uid, with: merged.map(\.uid)),
            FindRewardsAbout(family, to: player), MoveLinks(from: player, to: uid))
        let (brought, own, counted, through) = try await transaction.send(
            FindMarksBrought(by: player), FindMarks(of: [player, uid]), CountReferees(of: [player]),
            FindReferralLink(of: player))
        self.merged = merged.map(\.uid)
        referralLink = through.first ?? nil
        voided = held + heldOther
        ownRewards = (paid + paidOther).filter(\.isForBringing)
        self.links = links
        let forRelatives = Set(paidOther.filter(\.isForBringing).map(\.subject)).count
        let rewarded = (counted.first?.counts.rewarded ?? 0) - Int64(forRelatives)
        counts = ReferralCounts(
            // The player is nobody's referee who is itself.
            referred: Int64(friends.count) - (merger.player.referral.referredBy == uid ? 1 : 0),
            signedUp: Int64(friends.count { !$0.isAnonymous }), rewarded: max(0, rewarded))
        marks =
            brought.filter { !family.contains($0.referee) }.map { $0.with(uid) }
            + (merger.takesReferral ? SignUpMarks.joining(own, as: uid, of: merger.referral) : [])
    }

    /// Before checks look there. Nobody is counted twice.
    func keepMarks(in transaction: Transaction) async throws(PostgresError) {
        if !marks.isEmpty { _ = try await transaction.send(KeepMarks(marks)) }
        guard losesReferral, let referrer = merger.player.referral.referredBy else { return }
        _ = try await transaction.send(DeleteMarks(of: player, with: referrer))
    }

    /// Whether nobody has referred the player itself any more.
    private var losesReferral: Bool {
        merger.takesReferral || merger.player.referral.referredBy == account
    }

    /// What is written of users and links, and which marks go.
    ///
    /// - Parameters:
    ///   - after: the account with all that it has reached.
    ///   - before: the same as it is stored.
    func statements(
        writing after: User, from before: User, _ context: AccountsContext, at now: Timestamp
    ) -> [any Statement] {
        var statements: [any Statement] = [SetMergedFacts(after)]
        if losesReferral {
            var left = merger.player
            left.referral = .none
            statements.append(SetMergedFacts(left))
        }
        if merger.takesReferral {
            statements += [SetReferralLink(referralLink, of: account), SetReferralLink(nil, of: player)]
        }
        for var relative in relatives {
            relative.referral = Referral(rejection: .selfReferral, rejectedName: account.description)
            statements.append(SetMergedFacts(relative))
        }
        if var closing {
            closing.referral = Referral(rejection: .ring, rejectedName: account.description)
            statements.append(SetMergedFacts(closing))
        }
        if !friends.isEmpty {
            statements.append(MoveReferees(friends.map(\.uid), from: player, to: account))
        }
        if !links.isEmpty { statements.append(TellOfLinks(links)) }
        return statements + [DeleteMarksBrought(by: player)] + watching(context, at: now)
    }

    /// Who is watched stays so by another name.
    private func watching(_ context: AccountsContext, at now: Timestamp) -> [any Statement] {
        guard context.standings.standing(of: player) == .watched,
            context.standings.standing(of: account) == .good
        else { return [] }
        return [
            SetUserStanding(
                .watched, of: account, because: "An anonymous player who was watched", at: now, by: "merge"),
            TellOfStanding(.watched, of: account),
        ]
    }
}

extension SignUpMarks {
    /// The player's sign-up and the account's, as that of the account, which has its referrer now: on the
    /// device and from the network that the referrer brought, with the account's mailbox.
    fileprivate static func joining(
        _ own: [SignUpMarks], as account: UserID, of referral: Referral
    ) -> [SignUpMarks] {
        let accounts = own.first { $0.uid == account }
        guard let brought = own.first(where: { $0.uid != account }) ?? accounts else { return [] }
        return SignUpMarks(
            uid: account, referee: account, device: brought.device ?? accounts?.device,
            network: brought.network ?? accounts?.network, mailbox: accounts?.mailbox,
            cameAt: brought.cameAt
        ).rows(referrer: referral.referredBy)
    }
}

extension Reward {
    /// Whether somebody has it for having brought its subject.
    fileprivate var isForBringing: Bool { role == .referrer && status == .paid }
}
