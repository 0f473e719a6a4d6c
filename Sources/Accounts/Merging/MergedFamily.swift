internal import Referrals
internal import Values

/// An account, those who became it, and the player who becomes it now: one player from then on.
struct MergedFamily {
    let account: UserID
    let player: UserID
    /// Players merged into the account before this one.
    let merged: [UserID]
    /// The player's referrer.
    let referrer: UserID?

    init(of player: User, _ account: UserID, _ merged: [UserID]) {
        self.account = account
        self.player = player.uid
        self.merged = merged
        referrer = player.referral.referredBy
    }

    /// All but the player.
    var others: [UserID] { [account] + merged }

    var all: [UserID] { others + [player] }
}
