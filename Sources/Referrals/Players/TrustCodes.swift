internal import Basics

/// Why a reward is not simply paid: for administrators, and kept with it.
package struct TrustCodes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ name: String) {
        self = Self.named[name] ?? []
    }

    /// One code, or several with `+` between them. Nearly all reasons are none, and each reply asks.
    fileprivate init(reason: String) {
        self = reason.hasByte(UInt8(ascii: "+")) ? Self(names: reason.split(separator: "+")) : Self(reason)
    }

    /// Unknown ones, of a version to come, are left out.
    package init(names: some Sequence<Substring>) {
        self = names.reduce(into: []) { $0.formUnion(TrustCodes(String($1))) }
    }

    package static let userEvents = TrustCodes("user_events")
    package static let watched = TrustCodes("watched")
    package static let blocked = TrustCodes("blocked")
    /// Two players who proved to be one person were given it beyond what one can be.
    package static let mergeLimit = TrustCodes("merge_limit")

    /// The service did not write it: it has no genuine MAC.
    package static let unproved = TrustCodes("unproved")

    package static let allNames =
        ReferralSource.allCases.map(name(of:)) + ["user_events", "watched", "blocked"]
        + TrustCheck.Kind.allCases.map(\.rawValue) + ["merge_limit", "unproved"]

    private static let named = Dictionary(
        uniqueKeysWithValues: zip(allNames, allNames.indices.map { TrustCodes(rawValue: 1 << UInt32($0)) }))

    init(_ source: ReferralSource) { self.init(Self.name(of: source)) }
    init(_ kind: TrustCheck.Kind) { self.init(kind.rawValue) }

    /// The codes for players and game servers, unchanged from earlier versions.
    static let known = TrustCodes(.claimDefault).union(TrustCodes(.claimWeak))

    private static func name(of source: ReferralSource) -> String {
        switch source {
        case .claimUnique: "unique_match"
        case .claimDefault: "default_match"
        case .claimWeak: "weak_match"
        case .code: "by_code"
        case .unproven: "unproven"
        }
    }

    package var names: [String] {
        Self.allNames.indices.filter { rawValue & 1 << UInt32($0) != 0 }.map { Self.allNames[$0] }
    }

    /// As a decision's reason.
    var reason: String { names.joined(separator: "+") }
}

extension Decision {
    /// Without what only administrators may know of the grounds.
    package var forOthers: Decision {
        guard !TrustCodes(reason: reason).isSubset(of: TrustCodes.known) else { return self }
        return Decision(
            rule: rule, outcome: outcome, reason: outcome == .denied ? "not_granted" : "review",
            version: version, grant: grant)
    }
}
