/// The findings about a player and its referrer.
package struct TrustEvidence: Equatable, Sendable {
    /// The device at sign-up is the referrer's.
    package var isReferrersDevice = false
    /// Others that the referrer brought with this device.
    package var refereesOnDevice: Int64 = 0
    /// The mailbox is the referrer's.
    package var isReferrersMailbox = false
    /// Others that the referrer brought with this mailbox.
    package var refereesOfMailbox: Int64 = 0
    /// That the referrer brought from this network within the check's hours, this one counted.
    package var signUpsFromNetwork: Int64 = 0
    /// That the referrer brought within the check's minutes, this one counted.
    package var referredTogether: Int64 = 0
    package var isMailDisposable = false
    package var isRing = false

    package init() {}
}

extension TrustTerms {
    /// The checks that fire on it.
    package func findings(_ evidence: TrustEvidence) -> TrustCodes {
        checks.keys.reduce(into: []) { codes, kind in
            if fires(kind, on: evidence) { codes.formUnion(TrustCodes(kind)) }
        }
    }

    /// The harshest of the checks that fired.
    package func action(on findings: TrustCodes) -> TrustAction {
        checks.values.filter { findings.contains(TrustCodes($0.kind)) }.map(\.action).max() ?? .pay
    }

    private func fires(_ kind: TrustCheck.Kind, on evidence: TrustEvidence) -> Bool {
        let least = number(0, of: kind) ?? .max
        return switch kind {
        case .sameDevice: evidence.isReferrersDevice || evidence.refereesOnDevice >= least
        case .sameNetwork: evidence.signUpsFromNetwork >= least
        case .burst: evidence.referredTogether >= least
        case .sameMailbox: evidence.isReferrersMailbox || evidence.refereesOfMailbox > 0
        case .disposableMail: evidence.isMailDisposable
        case .ring: evidence.isRing
        case .tooFast: false
        }
    }
}
