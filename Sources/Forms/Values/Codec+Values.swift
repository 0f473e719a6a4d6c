package import Basics
package import FoundationEssentials
package import JSON
package import Links
package import Referrals
package import Values

// Values of the domain, as requests and replies have them. Ids and times are most of every reply: they are
// written straight into it, without a string between.

extension Codec where Value == UUID {
    package static var uuid: Codec<UUID> {
        Codec(
            .uuid, write: { id, writer in writer.plain(UUID.textLength) { id.write(to: &$0) } },
            read: { $1.value($0, FieldValues.uuid) })
    }
}

extension Codec where Value == UserID {
    package static var uid: Codec<UserID> {
        Codec(
            .uuid, write: { uid, writer in writer.plain(UUID.textLength) { uid.uuid.write(to: &$0) } },
            read: { $1.value($0, FieldValues.uid) })
    }
}

extension Codec where Value == Timestamp {
    package static var time: Codec<Timestamp> {
        Codec(
            .time,
            write: { time, writer in writer.plain(RFC3339.textLength) { RFC3339.write(time, to: &$0) } },
            read: { $1.value($0, FieldValues.time) })
    }
}

extension Codec where Value == Currency {
    package static var currency: Codec<Currency> {
        Codec(.currency, text: \.description, parse: FieldValues.currency)
    }
}

extension Codec where Value == RuleName {
    package static var ruleName: Codec<RuleName> {
        Codec(.ruleName, text: \.description, parse: FieldValues.ruleName)
    }
}

extension Codec where Value == RuleState {
    /// A reply's.
    package static var ruleState: Codec { .openChoice("draft", "active", "paused", "archived") }
}

extension Codec where Value == PlatformFamily {
    package static var platform: Codec<PlatformFamily> {
        Codec(.choice("ios", "android", "desktop"), text: \.rawValue, parse: FieldValues.platform).named(
            "DevicePlatform", "The kind of device.")
    }

    /// A reply's.
    package static var platformReply: Codec<PlatformFamily> { .openChoice("ios", "android", "desktop") }
}

extension Codec where Value == EmailAddress {
    /// A body's.
    package static var email: Codec<EmailAddress> { emailAddress.means("Trimmed and in lower case.") }

    package static var emailAddress: Codec<EmailAddress> {
        Codec(.email.atLeast(3).atMost(254), text: \.description, parse: FieldValues.email)
    }
}

extension Codec where Value == ExternalID {
    package static var externalID: Codec<ExternalID> {
        Codec(.externalID, text: \.description, parse: FieldValues.externalID)
    }
}

extension Codec where Value == NamedReferrer {
    package static var referrer: Codec<NamedReferrer> {
        Codec(.referrer, text: \.description, parse: FieldValues.referrer)
    }
}

extension Codec where Value == MatchConfidence? {
    /// A claim's `match`; nil for a claim without a link.
    package static var matchConfidence: Codec<MatchConfidence?> {
        Codec(
            .matchConfidence, text: { $0?.rawValue ?? Match.none.rawValue },
            parse: FieldValues.matchConfidence)
    }
}

extension Codec where Value == String {
    package static var personName: Codec<String> {
        Codec(.personName, text: \.self, parse: FieldValues.personName)
    }
}

extension Codec where Value == Reward.Status {
    package static var rewardStatus: Codec<Reward.Status> {
        .choice("paid", "held", "void", "reversed").named(
            "RewardStatus", "The status of a reward. A held one waits for an administrator.")
    }
}

extension Codec where Value == CivilDate {
    package static var day: Codec<CivilDate> { Codec(.day, text: \.description, parse: FieldValues.day) }
}
