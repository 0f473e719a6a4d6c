internal import Rewards
internal import Service

// Routes that share an implementation, for different users or with different results.

extension Routes {
    var signIn: SignIn {
        SignIn(sessions: services.sessions, identities: services.identities, merging: services.merging)
    }

    func balances(of subject: Subject) -> ShowBalances {
        ShowBalances(money: services.money, accounts: accounts, subject: subject)
    }

    func pastBalances(of subject: Subject) -> ShowPastBalances {
        ShowPastBalances(balances: balances(of: subject))
    }

    func ledger(of subject: Subject) -> ListLedger {
        ListLedger(money: services.money, accounts: accounts, subject: subject)
    }

    func rewards(of subject: Subject) -> ListRewards {
        ListRewards(rewards: services.rewards, accounts: accounts, subject: subject)
    }

    func reviewing(_ decision: RewardReview.Decision) -> ReviewReward {
        ReviewReward(rewards: services.rewards, decision: decision)
    }

    func settling(_ way: SettleRedemption.Way) -> SettleRedemption {
        SettleRedemption(money: services.money, way: way)
    }

    func referrals(of subject: Subject) -> ListReferrals {
        ListReferrals(reports: reports, accounts: accounts, subject: subject)
    }
}
