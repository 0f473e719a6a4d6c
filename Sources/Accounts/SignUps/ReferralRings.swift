internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// The chains above named referrers, over up to eight steps: a user can't name a user that it has brought.
///
/// Each transaction that records a referrer locks its user, and the end of the chain above the referrer. Two
/// that would close a ring together have one of these users in common, so that the second sees the first.
struct ReferralRings {
    static let stepsMax = 8

    private var rows: [UserID: FindChain.Row] = [:]
    private let named: Set<UserID>

    /// Reads the chains above `named` in one round trip; on Citus in one for each step.
    static func above(
        _ named: Set<UserID>, in transaction: Transaction
    ) async throws(PostgresError) -> ReferralRings {
        guard !named.isEmpty else { return ReferralRings(named: named) }
        let found = try await transaction.send(FindChain(from: named, stepsMax: stepsMax))
        return try await ReferralRings(named: named).following(found, in: transaction)
    }

    private init(named: Set<UserID>) {
        self.named = named
    }

    private func following(
        _ found: [FindChain.Row], in transaction: Transaction
    ) async throws(PostgresError) -> ReferralRings {
        var rings = self
        var (next, asked) = (found, named)
        for _ in 0...Self.stepsMax {
            for row in next { rings.rows[row.uid] = row }
            let open = Set(next.compactMap(\.referredBy)).filter { rings.rows[$0] == nil }.subtracting(asked)
            asked.formUnion(open)
            guard let more = try await transaction.nextLinks(from: open, stepsMax: Self.stepsMax) else {
                break
            }
            next = more
        }
        return rings
    }

    /// The ends of the chains that may still get a referrer.
    func openEnds(at now: Timestamp) -> Set<UserID> {
        Set(
            named.compactMap { uid in
                let end = steps(from: uid).last.flatMap { rows[$0] }
                guard let end, end.referredBy == nil else { return nil }
                let isOpen = end.signedUpAt.map { now < $0.adding(seconds: Merger.windowSeconds) } ?? true
                return isOpen ? end.uid : nil
            })
    }

    /// Whether `user` has brought `referrer`, over up to eight steps.
    func leads(from referrer: UserID, to user: UserID) -> Bool {
        steps(from: referrer).dropFirst().contains(user)
    }

    /// Notes for the rest of the batch that a user has a referrer.
    mutating func note(_ referrer: UserID, of user: UserID) {
        rows[user] = FindChain.Row(uid: user, referredBy: referrer)
    }

    /// A user and the chain above it.
    private func steps(from uid: UserID) -> [UserID] {
        var steps = [uid]
        while steps.count <= Self.stepsMax, let next = rows[steps[steps.count - 1]]?.referredBy,
            !steps.contains(next)
        {
            steps.append(next)
        }
        return steps
    }
}
