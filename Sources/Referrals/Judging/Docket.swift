package import Values

/// The facts for the rules to judge, in order, and their users.
package struct Docket: Sendable {
    package enum Occasion: Sendable {
        /// Something that happens to its user.
        case event(Event)
        /// Nothing happens to the user, who is given what the rule owes.
        ///
        /// `leavesDenials`: a denial is left to the user's next event, which records the reason.
        case debt(RuleName, UserID, leavesDenials: Bool = false)
    }

    package let occasions: [Occasion]
    package let now: Timestamp
    /// As they are stored, and locked.
    let stored: [UserID: User]
    /// As the first occasion finds them.
    let users: [UserID: User]

    /// - Parameters:
    ///   - users: as they are stored, and locked.
    ///   - changed: those of `users` that this transaction also changes in other ways, with those changes.
    package init(_ users: [User], changed: [User] = [], _ occasions: [Occasion], at now: Timestamp) {
        self.occasions = occasions
        self.now = now
        var stored = [UserID: User](minimumCapacity: users.count)
        for user in users { stored[user.uid] = user }
        self.stored = stored
        self.users = changed.isEmpty ? stored : stored.merging(changed.map { ($0.uid, $0) }) { $1 }
    }
}
