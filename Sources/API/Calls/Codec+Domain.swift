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
    static var uuid: Codec {
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
    /// A request's.
    static var email: Codec {
        Codec(.email.atLeast(3).atMost(254), text: \.description, parse: FieldValues.email)
            .means("Read trimmed and in lower case.")
    }
}
