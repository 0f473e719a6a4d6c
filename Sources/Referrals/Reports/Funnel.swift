/// How far invites came, of all or of one part: each step is counted when it was taken.
package struct FunnelSteps: Equatable, Sendable {
    package var invites: Int64 = 0
    package var opened: Int64 = 0
    /// Players who named a referrer at their first start, by confidence; under nil those with one that
    /// could not be recorded.
    package var claimed: [ReferralSource?: Int64] = [:]
    package var signedUp: Int64 = 0
    package var rewarded: Int64 = 0

    package init() {}

    /// Those with a recorded referrer.
    package var anonymous: Int64 {
        claimed.reduce(0) { $1.key == nil ? $0 : $0.addingClamped($1.value) }
    }

    package var isEmpty: Bool { self == FunnelSteps() }

    package static func - (left: FunnelSteps, right: FunnelSteps) -> FunnelSteps {
        var rest = left
        rest.invites -= right.invites
        rest.opened -= right.opened
        for (source, count) in right.claimed { rest.claimed[source, default: 0] -= count }
        rest.claimed = rest.claimed.filter { $1 != 0 }
        rest.signedUp -= right.signedUp
        rest.rewarded -= right.rewarded
        return rest
    }
}

/// How many players each player brings: invites a player × how many of them become players.
package struct KFactor: Equatable, Sendable {
    /// Players who were brought and signed up.
    package let numerator: Int64
    /// Players who came.
    package let denominator: Int64
    package let invites: Int64

    package init(_ steps: FunnelSteps, players: Int64) {
        (numerator, denominator, invites) = (steps.signedUp, players, steps.invites)
    }

    /// Nil without players.
    package var value: Double? { Self.ratio(numerator, denominator) }
    package var invitesPerPlayer: Double? { Self.ratio(invites, denominator) }
    /// Nil without invites: players can pass on codes without one.
    package var conversion: Double? { Self.ratio(numerator, invites) }

    private static func ratio(_ part: Int64, _ whole: Int64) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }
}

/// The dimension of a funnel.
package enum FunnelDimension: String, Sendable, CaseIterable {
    case day
    case channel
    case campaign
}

/// One day's, channel's or campaign's.
package struct FunnelPart: Equatable, Sendable {
    /// Since 1970-01-01, in the programme's time zone; nil unless it is a day's.
    package let day: Int32?
    /// Nil for links that name none, players who came through no link, and what is beyond the names that
    /// are kept.
    package let name: String?
    package let steps: FunnelSteps
    /// New players; nil except for days.
    package let players: Int64?

    package init(day: Int32? = nil, name: String? = nil, steps: FunnelSteps, players: Int64? = nil) {
        self.day = day
        self.name = name
        self.steps = steps
        self.players = players
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
