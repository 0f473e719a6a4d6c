internal import Basics
internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Values

// Values of the domain, as requests and replies have them. Ids and times are most of every reply: they are
// written straight into it, without a string between.

extension Codec where Value == UUID {
    static var uuid: Codec {
        Codec(
            .uuid, write: { id, writer in writer.ascii(UUID.textLength) { id.write(to: &$0) } },
            read: { $1.value($0, FieldValues.uuid) })
    }
}

extension Codec where Value == UserID {
    static var uid: Codec {
        Codec(
            .uuid, write: { uid, writer in writer.ascii(UUID.textLength) { uid.uuid.write(to: &$0) } },
            read: { $1.value($0, FieldValues.uid) })
    }
}

extension Codec where Value == Timestamp {
    static var time: Codec {
        Codec(
            .time,
            write: { time, writer in writer.ascii(RFC3339.textLength) { RFC3339.write(time, to: &$0) } },
            read: { $1.value($0, FieldValues.time) })
    }
}

extension Codec where Value == Currency {
    static var currency: Codec { Codec(.currency, text: \.description, parse: FieldValues.currency) }
}

extension Codec where Value == RuleName {
    static var ruleName: Codec { Codec(.ruleName, text: \.description, parse: FieldValues.ruleName) }
}

extension Codec where Value == EmailAddress {
    /// A body's.
    static var email: Codec { emailAddress.means("Trimmed and in lower case.") }

    static var emailAddress: Codec {
        Codec(.email.atLeast(3).atMost(254), text: \.description, parse: FieldValues.email)
    }
}

extension Codec where Value == ExternalID {
    static var externalID: Codec { Codec(.externalID, text: \.description, parse: FieldValues.externalID) }
}

extension Codec where Value == NamedReferrer {
    static var referrer: Codec { Codec(.referrer, text: \.description, parse: FieldValues.referrer) }
}

extension Codec where Value == String {
    static var personName: Codec { Codec(.personName, text: \.self, parse: FieldValues.personName) }
}

extension Codec where Value == Reward.Status {
    static var rewardStatus: Codec {
        .choice("paid", "held", "void", "reversed").named(
            "RewardStatus", "The status of a reward. A held one waits for an administrator.")
    }
}

extension Codec where Value == CivilDate {
    static var day: Codec { Codec(.day, text: \.description, parse: FieldValues.day) }
}
