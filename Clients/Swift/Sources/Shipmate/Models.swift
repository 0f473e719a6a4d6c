import Foundation

/// How sure the library is of the session.
public enum SessionState: String, Sendable {
    /// There was no `start` yet, or it has not succeeded.
    case none
    /// Stored on this device; the server has not confirmed it since the start of the app.
    case cached
    case confirmed
    case signedOut = "signed-out"
}

/// The player of this install.
public struct Player: Sendable {
    public let uid: String
    public let state: SessionState
    public let isAnonymous: Bool
    /// The invitation that brought the player here, at the first start alone.
    public let invitation: Invitation?
}

/// A user as the server has it.
public struct User: Sendable {
    public let uid: String
    public let isAnonymous: Bool
    public let email: String?
    public let emailVerified: Bool
    public let referralCode: String
    public let referredBy: String?
    public let level: Int
    public let highestLevel: Int
}

/// Where a claimed link leads, and who sent it.
public struct Invitation: Sendable, Equatable {
    public struct Inviter: Sendable, Equatable {
        public let fullName: String?
        public let shortName: String?
        public let imageURL: String?
    }

    /// `unique`, `default` or `weak`: how surely the link brought this player. Other values may come.
    public let match: String
    public let referralCode: String?
    /// Only of unique matches.
    public let inviter: Inviter?
    /// The link's payload: which page of the app to open.
    public let link: String?
}

/// The player's own link, and the text to send with it.
public struct Invite: Sendable {
    public let url: URL
    public let text: String
    public let subject: String?
    public let referralCode: String
}

/// Amounts by currency.
public struct Balances: Sendable, Equatable {
    public enum Source: String, Sendable { case live, cached }

    public let amounts: [String: Int]
    public let source: Source
    /// The player whose amounts they are; `nil` without a player, who has none.
    public let uid: String?

    /// The amount, or 0.
    public subscript(currency: String) -> Int { amounts[currency] ?? 0 }
}

public struct Reward: Sendable {
    public let id: String
    public let rule: String
    public let role: String
    public let currency: String
    public let amount: Int
    /// `paid`, `held`, `void` or `reversed`. Other values may come.
    public let status: String
    public let grantedAt: String
    public let releaseAt: String?
}

public struct Referrals: Sendable {
    public struct Counts: Sendable {
        public let referred: Int
        public let signedUp: Int
        public let rewarded: Int
    }

    public struct Friend: Sendable {
        public let uid: String
        public let signedUp: Bool
        public let highestLevel: Int
        public let rewarded: Bool
    }

    public let counts: Counts
    public let referrals: [Friend]
    public let nextCursor: String?
}

/// An event that the server refused for good. It is kept in `events.rejected`.
public struct Rejection: Sendable, Equatable {
    public let id: String
    public let type: Problem.Kind
    public let status: Int
}

/// What `flush` did.
public struct Flush: Sendable {
    public let sent: Int
    public let left: Int
}

/// How a new install was opened. Without it there is no claim.
public struct Opening: Sendable, Equatable {
    public var link: String?
    public var linkClickID: String?
    public var clipboard: String?

    /// What says which link it was. A player who exists claims by nothing else.
    var names: Bool { link != nil || linkClickID != nil || clipboard?.contains("://") == true }

    /// An empty clipboard counts: it tells the server that a click whose invite was copied is another phone's.
    var isEmpty: Bool { link == nil && linkClickID == nil && clipboard == nil }
}

/// Facts of the device, by which the server guesses which click led here. Send them only with the player's consent.
public struct DeviceFacts: Sendable {
    public var platform: String
    public var osVersion: String?
    public var model: String?
    public var language: String?
    public var timezone: String?
    public var screen: String?
    public var scale: Double?

    public init(
        platform: String, osVersion: String? = nil, model: String? = nil, language: String? = nil,
        timezone: String? = nil, screen: String? = nil, scale: Double? = nil
    ) {
        (self.platform, self.osVersion, self.model) = (platform, osVersion, model)
        (self.language, self.timezone, self.screen, self.scale) = (language, timezone, screen, scale)
    }
}
