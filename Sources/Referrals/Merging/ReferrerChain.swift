package import Values

/// A user's referrer, its referrer, and so on; the nearest first.
package struct ReferrerChain: Equatable, Sendable {
    package static let stepsMax = 200

    package private(set) var referrers: [UserID] = []
    /// Whether there are no more than these.
    package private(set) var isWhole = true
    /// The last of them, where it isn't known who referred that one.
    package private(set) var open: UserID?

    /// - Parameter links: the known referrals.
    package init(above user: User, links: [UserID: UserID?]) {
        var next = user.referral.referredBy
        while let uid = next, !referrers.contains(uid) {
            guard uid == user.uid || referrers.count < Self.stepsMax else {
                isWhole = false
                return
            }
            referrers.append(uid)
            // A ring.
            guard uid != user.uid else { return }
            guard let known = links[uid] else {
                open = uid
                return
            }
            next = known
        }
    }
}
