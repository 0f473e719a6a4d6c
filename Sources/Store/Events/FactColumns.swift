internal import Postgres
internal import Referrals
internal import Values

/// What a fact carries, as columns of `events`: of each row those that its kind has.
enum FactColumns {
    static let all: [Column<RecordedEvent>] = [
        Column("level", "int") { $0.add($1.map(\.event.fact.level)) },
        Column("milestone", "text") { $0.add($1.map(\.event.fact.milestone)) },
        Column("referrer", "uuid") { $0.add($1.map(\.event.fact.referrer)) },
    ]
}

extension Fact {
    fileprivate var level: Int32? {
        if case .levelReached(let level) = self { level } else { nil }
    }

    fileprivate var milestone: String? {
        if case .milestoneReached(let milestone) = self { milestone.description } else { nil }
    }

    fileprivate var referrer: UserID? {
        if case .referrerRecorded(let referrer) = self { referrer } else { nil }
    }
}

extension RowReader {
    /// A fact of `type` out of `FactColumns.all`.
    mutating func readFact(_ type: EventType) throws(PostgresError) -> Fact {
        let level: Int32? = try read()
        let milestone = try readOptional(Milestone.init)
        let referrer = try readOptionalUserID()
        let fact: Fact? =
            switch type {
            case .levelReached: level.map(Fact.levelReached)
            case .milestoneReached: milestone.map(Fact.milestoneReached)
            case .referrerRecorded: referrer.map(Fact.referrerRecorded)
            case .credentialLinked: .credentialLinked
            }
        guard let fact else { throw .decoding("\(type.rawValue) without its value") }
        return fact
    }
}
