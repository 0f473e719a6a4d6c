internal import Basics
internal import Batching
internal import FoundationEssentials
package import Referrals
package import Values

/// The state before and after an administrative act, as a line of JSON for the audit.
package enum AuditText {
    package static func balance(_ amount: Int64) -> String { "{\"balance\":\(amount)}" }

    package static func reward(_ status: Reward.Status) -> String { "{\"status\":\"\(status.rawValue)\"}" }

    package static func currency(_ declared: DeclaredCurrency) -> String {
        json(["title": declared.title, "state": declared.state.rawValue])
    }

    package static func moderation(_ status: ModerationStatus) -> String {
        "{\"standing\":\"\(status.rawValue)\"}"
    }

    /// To the second, in UTC.
    package static func time(_ time: Timestamp) -> String {
        let date = CivilDate(secondsSince1970: time.secondsSince1970)
        let second = time.secondsSince1970 - date.days * CivilDate.secondsPerDay
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(date)T\(clock.joined(separator: ":"))Z"
    }

    package static func json(_ members: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(members) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
