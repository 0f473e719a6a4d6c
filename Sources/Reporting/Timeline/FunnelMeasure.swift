internal import Referrals
internal import Store

/// A step of the funnel as it is added up by day: all of it under no name, and by each label under that's.
enum FunnelMeasure: Hashable {
    case invites
    case opened
    case claimed(ReferralSource?)
    case signedUp
    case rewarded

    static let all: [FunnelMeasure] =
        [.invites, .opened] + ReferralSource.allCases.map { .claimed($0) }
        + [.claimed(nil), .signedUp, .rewarded]

    private var text: String {
        switch self {
        case .invites: "invites"
        case .opened: "opened"
        case .claimed(let source): "claimed.\(source?.rawValue ?? "rejected")"
        case .signedUp: "friends_signed_up"
        case .rewarded: "friends_rewarded"
        }
    }

    /// As it is kept.
    func name(by dimension: FunnelDimension) -> String {
        dimension == .day ? text : "\(text)@\(dimension.rawValue)"
    }

    /// The stored value of these labels on a day.
    func counts(_ labels: LinkLabels, _ day: Int32, _ value: Int64) -> [DayCount] {
        func count(_ dimension: FunnelDimension, _ name: String) -> DayCount {
            DayCount(measure: self.name(by: dimension), day: day, name: name, value: value)
        }
        return [count(.day, "")] + (labels.channel.map { [count(.channel, $0)] } ?? [])
            + (labels.campaign.map { [count(.campaign, $0)] } ?? [])
    }

    func add(_ value: Int64, to steps: inout FunnelSteps) {
        switch self {
        case .invites: steps.invites += value
        case .opened: steps.opened += value
        case .claimed(let source): steps.claimed[source, default: 0] += value
        case .signedUp: steps.signedUp += value
        case .rewarded: steps.rewarded += value
        }
    }
}
