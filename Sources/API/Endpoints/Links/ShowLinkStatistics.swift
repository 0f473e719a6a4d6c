internal import Basics
internal import HTTP
internal import Links
internal import Service
internal import Values

/// What happened to a link: for its owner, or for a key.
struct ShowLinkStatistics: Endpoint {
    struct Input: QueryInput {
        static let daysRange = 1...366

        /// Back from today, today included, in UTC.
        let days: Int

        static var parameters: [Parameter] {
            [
                .query("days", .integer(1...366).unlessTold(30), "Back from today, today included, in UTC.")
            ]
        }

        init(_ fields: inout Fields) {
            days = fields.optionalValue("days", Self.parseDays) ?? 30
        }

        private static func parseDays(_ text: String) throws(FieldError) -> Int {
            guard let days = Int(text), daysRange.contains(days) else {
                throw FieldError(.outOfRange, "This is a number of days from 1 to 366.")
            }
            return days
        }
    }

    struct Output: JSONOutput {
        let code: LinkCode
        let days: Int
        let counts: [LinkCount]

        static var schema: Schema {
            .object(
                "LinkStatistics", means: "What happened to a link.",
                [
                    "code": .linkCode.means("What names the link."),
                    "days": .integer(1...366).means("How many days are counted, today included."),
                    "totals": LinkTotals.schema,
                    "by_platform": .linkTotalsByPlatform,
                    "by_day": .array(of: LinkCountView.schema).means(
                        "Oldest first; what did not happen is not listed."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("code", code.description)
                writer.member("days", days)
                writer.member("totals", LinkTotals(counts))
                writer.key("by_platform")
                writer.object { writer in
                    for platform in PlatformFamily.allCases {
                        let own = counts.filter { $0.platform == platform }
                        writer.member(dynamic: platform.rawValue, LinkTotals(own))
                    }
                }
                writer.member("by_day", counts.sorted { $0.precedes($1) }.map(LinkCountView.init))
            }
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let link = try await making.ownLink(of: call)
        let counts = try await serving { () throws(CallFailure) in
            try await making.links.statistics(of: link.code, days: input.days)
        }
        return Output(code: link.code, days: input.days, counts: counts)
    }
}

/// Each event's number over all days; those that never happened are 0.
private struct LinkTotals: JSONEncodable {
    private let sums: [LinkEvent: Int64]

    static var schema: Schema {
        .object(
            "LinkTotals", means: "What happened to a link, in numbers.",
            [
                "clicks": .count.means("Opened by people."),
                "redirects": .count.means("Sent on from the preview page."),
                "installs": .count.means("Installed the app."),
                "first_opens": .count.means("Opened the app for the first time."),
                "re_opens": .count.means("Opened the app again."),
                "declined": .count.means("Declined the invitation."),
                "shared": .count.means("Shared the link further."),
            ])
    }

    init(_ counts: [LinkCount]) {
        sums = Dictionary(counts.map { ($0.event, $0.count) }, uniquingKeysWith: +)
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("clicks", sums[.click] ?? 0)
            writer.member("redirects", sums[.redirect] ?? 0)
            writer.member("installs", sums[.install] ?? 0)
            writer.member("first_opens", sums[.firstOpen] ?? 0)
            writer.member("re_opens", sums[.reOpen] ?? 0)
            writer.member("declined", sums[.declined] ?? 0)
            writer.member("shared", sums[.shared] ?? 0)
        }
    }
}

private struct LinkCountView: JSONEncodable {
    let count: LinkCount

    static var schema: Schema {
        .object(
            "LinkDayCount", means: "How often something happened to a link on a day.",
            [
                "day": .day.means("In UTC."),
                "platform": .openChoice("android", "desktop", "ios").means("On what kind of device."),
                "event": .openChoice(
                    "click", "redirect", "install", "first_open", "re_open", "declined", "shared"
                ).means("What happened."),
                "count": .count.means("How often."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("day", CivilDate(days: Int64(count.day)).description)
            writer.member("platform", count.platform.rawValue)
            writer.member("event", count.event.rawValue)
            writer.member("count", count.count)
        }
    }
}

extension LinkCount {
    /// Oldest first.
    fileprivate func precedes(_ other: LinkCount) -> Bool {
        (day, platform, event) < (other.day, other.platform, other.event)
    }
}

extension Schema {
    static var linkTotalsByPlatform: Schema {
        .object(
            "LinkTotalsByPlatform", means: "The same by platform.",
            [
                "android": LinkTotals.schema,
                "desktop": LinkTotals.schema,
                "ios": LinkTotals.schema,
            ])
    }
}
