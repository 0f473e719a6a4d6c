package import Values

/// A short link. A reference, since it never changes and is a kilobyte: copies would be expensive.
package final class Link: Equatable, Sendable {
    package let code: LinkCode
    package let spec: LinkSpec
    /// Its creator; nil for the app's own backend or an administrator.
    package let owner: UserID?
    /// A one-time link is used up from then on.
    package let claimedAt: Timestamp?
    package let createdAt: Timestamp
    /// By an administrator; nil while it is on.
    package let switchedOffAt: Timestamp?
    /// Opened as a long link, without a stored code.
    package let isLong: Bool

    package init(
        code: LinkCode, spec: LinkSpec, owner: UserID?, claimedAt: Timestamp? = nil, createdAt: Timestamp,
        switchedOffAt: Timestamp? = nil, isLong: Bool = false
    ) {
        self.code = code
        self.spec = spec
        self.owner = owner
        self.claimedAt = claimedAt
        self.createdAt = createdAt
        self.switchedOffAt = switchedOffAt
        self.isLong = isLong
    }

    package static func == (left: Link, right: Link) -> Bool {
        left.code == right.code && left.spec == right.spec && left.owner == right.owner
            && left.claimedAt == right.claimedAt && left.createdAt == right.createdAt
            && left.switchedOffAt == right.switchedOffAt
    }

    package var shortLink: String { spec.prefix.shortLink(code) }
    package var previewLink: String { spec.prefix.previewLink(code) }
    package var qrLink: String { spec.prefix.qrLink(code) }

    /// Why a link is no longer good.
    package enum End: Equatable, Sendable {
        case switchedOff
        case expired
        case used
    }

    /// An administrator's setting; a link that is on may have expired.
    package enum State: String, Sendable {
        case on
        case off
    }

    package var state: State { switchedOffAt == nil ? .on : .off }

    /// Whether it leads anywhere but to the fallback.
    package func isGood(at now: Timestamp) -> Bool {
        end(at: now) == nil
    }

    package func end(at now: Timestamp) -> End? {
        if switchedOffAt != nil { return .switchedOff }
        if let expiresAt = spec.expiresAt, expiresAt <= now { return .expired }
        return spec.isOneTime && claimedAt != nil ? .used : nil
    }
}
