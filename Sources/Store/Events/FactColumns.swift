internal import Links
internal import Postgres
internal import Referrals
internal import Values

/// A fact's values, as columns of `events`: each row has those of its kind.
enum FactColumns {
    static let all: [Column<RecordedEvent>] = [
        Column("level", "int") { $0.add($1.map(\.event.fact.level)) },
        Column("milestone", "text") { $0.add($1.map(\.event.fact.milestone)) },
        Column("referrer", "uuid") { $0.add($1.map(\.event.fact.referrer)) },
        Column("counter", "text") { $0.add($1.map(\.event.fact.counter)) },
        Column("increment", "bigint") { $0.add($1.map(\.event.fact.increment)) },
        Column("platform", "text") { $0.add($1.map(\.event.fact.platform)) },
    ]
}

extension Fact {
    fileprivate var level: Int32? {
        if case .levelReached(let level) = self { level } else { nil }
    }

    fileprivate var milestone: String? {
        if case .milestoneReached(let milestone) = self { milestone.description } else { nil }
    }

    fileprivate var counter: String? {
        if case .counterIncremented(let counter, _) = self { counter.description } else { nil }
    }

    fileprivate var increment: Int64? {
        if case .counterIncremented(_, let step) = self { step } else { nil }
    }

    fileprivate var platform: String? {
        if case .platformUsed(let platform) = self { platform.rawValue } else { nil }
    }

    fileprivate var referrer: UserID? {
        switch self {
        case .referrerRecorded(let uid), .playerMerged(let uid, _): uid
        default: nil
        }
    }
}

extension RowReader {
    /// A fact of `type` out of `FactColumns.all`.
    mutating func readFact(_ type: EventType) throws(PostgresError) -> Fact {
        let level: Int32? = try read()
        let milestone = try readOptional(Milestone.init)
        let referrer = try readOptionalUserID()
        let counter = try readOptional(Counter.init)
        let increment: Int64? = try read()
        let platform = try readOptional(PlatformFamily.init(rawValue:))
        let fact: Fact? =
            switch type {
            case .levelReached: level.map(Fact.levelReached)
            case .milestoneReached: milestone.map(Fact.milestoneReached)
            case .counterIncremented:
                counter.flatMap { counter in increment.map { Fact.counterIncremented(counter, by: $0) } }
            case .platformUsed: platform.map(Fact.platformUsed)
            case .referrerRecorded: referrer.map(Fact.referrerRecorded)
            case .credentialLinked: .credentialLinked
            case .emailVerified: .emailVerified
            case .playerMerged: referrer.map { .playerMerged($0, Progress()) }
            }
        guard let fact else { throw .decoding("\(type.rawValue) without its value") }
        return fact
    }
}
