/// The action for a deserved reward; the strictest wins.
package enum TrustAction: String, Comparable, Sendable, CaseIterable {
    case pay
    /// For an administrator to decide, without an end.
    case hold
    case deny

    package static func < (left: TrustAction, right: TrustAction) -> Bool {
        left.harshness < right.harshness
    }

    private var harshness: Int {
        switch self {
        case .pay: 0
        case .hold: 1
        case .deny: 2
        }
    }

    var outcome: Outcome {
        switch self {
        case .pay: .paid
        case .hold: .held
        case .deny: .denied
        }
    }
}
