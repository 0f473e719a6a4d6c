package import Values

/// A user with rewards for friends.
package struct Leader: Equatable, Sendable {
    package let uid: UserID
    package let amount: Int64
    /// Only from a public profile.
    package let name: String?
    package let imageURL: String?

    package init(uid: UserID, amount: Int64, name: String? = nil, imageURL: String? = nil) {
        self.uid = uid
        self.amount = amount
        self.name = name
        self.imageURL = imageURL
    }
}

/// Within how many days, today included, what friends brought counts.
package enum LeaderSpan: String, Sendable, CaseIterable {
    case day = "1"
    case week = "7"
    case month = "30"
    case all

    /// 0 for all there ever were.
    package var days: Int32 { Int32(rawValue) ?? 0 }
}
