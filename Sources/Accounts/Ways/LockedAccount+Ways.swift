internal import Postgres
internal import Referrals
internal import Store

extension RecoveryPlan {
    /// The other ways to sign in to the account, for a mail: providers, and a mark for the app's own sign-in;
    /// nil without any.
    var waysLeft: String? {
        let hasExternalID = context.hasBearers && account.ways.isExternalIDOpen && endedExternalID == nil
        let ways = identitiesLeft.map(\.provider) + (hasExternalID ? [LockedAccount.externalWay] : [])
        return ways.isEmpty ? nil : ways.joined(separator: ",")
    }
}

extension LockedAccount {
    /// The mark by which a mail knows that the app's own sign-in leads into an account; no provider's name.
    static let externalWay = "*"

    /// Whether the account goes on without its e-mail, so that an e-mail which was never verified can be
    /// taken off it, and proves nothing else.
    func isReleasable(_ context: AccountsContext) -> Bool {
        !user.isEmailVerified && user.email != nil && ways.hasOtherWay(context.hasBearers)
    }

    /// An external id that was ended, and linked again as one of these identities, ends with it.
    func unlinkingExternalID(with identities: [IdentityRecord]) -> [any Statement] {
        guard let id = user.externalID, ways.idUse?.linkedAt != nil,
            identities.contains(where: { $0.subject == id.description })
        else { return [] }
        return [UnlinkExternalID(of: user.uid), NotifyExternalIDChanged(id)]
    }
}
