internal import Referrals
internal import Store

extension FoldedFacts {
    /// What each user's events come to, whatever the user was before.
    static func folding(_ events: [Event]) -> [FoldedFacts] {
        let byUser = Dictionary(grouping: events, by: \.key.uid)
        return byUser.map { uid, events in
            var level: Int32?
            var highest: Int32?
            var milestones: [Milestone] = []
            for event in events {
                switch event.fact {
                case .levelReached(let reached):
                    level = reached
                    highest = max(highest ?? reached, reached)
                case .milestoneReached(let milestone):
                    if !milestones.contains(milestone) { milestones.append(milestone) }
                case .referrerRecorded, .credentialLinked:
                    preconditionFailure("\(event.fact.type.rawValue) is not sent as an event")
                }
            }
            return FoldedFacts(uid: uid, level: level, highestLevel: highest, milestones: milestones)
        }
    }
}
