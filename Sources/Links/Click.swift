package import FoundationEssentials
package import Values

/// An opening of a link.
package struct Click: Equatable, Sendable {
    package let id: UUID
    /// Nil for a long link that was never shortened.
    package let code: LinkCode?
    /// For those without a code: `LongLink.kept`.
    package let keptLink: String?
    package let platform: Platform
    package let at: Timestamp
    /// Salted hashes, nil for desktops and bots, which install nothing.
    package let fingerprint: Fingerprint?
    /// Whether the visitor was sent on; a preview page or a card is a click without a redirect.
    package let isRedirected: Bool

    package init(
        id: UUID, code: LinkCode?, keptLink: String? = nil, platform: Platform, at: Timestamp,
        fingerprint: Fingerprint?, isRedirected: Bool
    ) {
        self.id = id
        self.code = code
        self.keptLink = keptLink
        self.platform = platform
        self.at = at
        self.fingerprint = fingerprint
        self.isRedirected = isRedirected
    }

    /// Its row's size on disk with its index entries, rounded up.
    package var storedBytes: Int {
        192 + (code?.description.utf8.count ?? 0) + (keptLink?.utf8.count ?? 0)
    }
}

/// A device as two hashes under a salt that changes daily: nothing of an address or an agent is kept.
package struct Fingerprint: Hashable, Sendable {
    /// Of address and platform family.
    package let device: Int64
    /// Half of it of the same and the version of the system, half of it of the same and the model; a half is
    /// zero for what is not known.
    package let agent: Int64

    package init(device: Int64, agent: Int64) {
        self.device = device
        self.agent = agent
    }
}

extension Fingerprint {
    /// Whether both may be of one device, by all that both know.
    package func agrees(with other: Fingerprint) -> Bool {
        device == other.device
            && Self.halvesAgree(agent >> 32, other.agent >> 32)
            && Self.halvesAgree(agent & 0xFFFF_FFFF, other.agent & 0xFFFF_FFFF)
    }

    private static func halvesAgree(_ one: Int64, _ other: Int64) -> Bool {
        one == other || one == 0 || other == 0
    }
}

/// An event of a link, for statistics.
package enum LinkEvent: String, Sendable, CaseIterable, Comparable {
    case click
    case redirect
    case install
    case firstOpen = "first_open"
    case reOpen = "re_open"
    case declined
    case shared
    // A claim found it, by what the app brought or by the device; or found none.
    case claimClickID = "claim_click_id"
    case claimInstallReferrer = "claim_install_referrer"
    case claimLink = "claim_link"
    case claimClipboard = "claim_clipboard"
    case claimDevice = "claim_device"
    case claimNone = "claim_none"

    /// The statistics of a claim.
    package static func claim(by means: LinkClaim.Means) -> LinkEvent {
        switch means {
        case .clickID: .claimClickID
        case .installReferrer: .claimInstallReferrer
        case .link: .claimLink
        case .clipboard: .claimClipboard
        case .device: .claimDevice
        case .none: .claimNone
        }
    }

    package static func < (left: LinkEvent, right: LinkEvent) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One number of a link's statistics.
package struct LinkCount: Hashable, Sendable {
    /// Days since 1970-01-01, UTC.
    package let day: Int32
    package let platform: PlatformFamily
    package let event: LinkEvent
    package let count: Int64

    package init(day: Int32, platform: PlatformFamily, event: LinkEvent, count: Int64) {
        self.day = day
        self.platform = platform
        self.event = event
        self.count = count
    }
}
