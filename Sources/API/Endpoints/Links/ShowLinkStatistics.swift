internal import Basics
internal import Batching
internal import HTTP
internal import Invitations
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
            guard let days = Int(digits: text), daysRange.contains(days) else {
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
                    "claims": ClaimTotals.schema,
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
                writer.member("claims", ClaimTotals(counts))
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
                "redirects": .count.means(
                    """
                    Sent on: at once, or by a button of the link's page (on iPhones and iPads, where its \
                    script runs).
                    """),
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

/// By what claims found a link, or, over all links, that they found none.
struct ClaimTotals: JSONEncodable {
    private let counts: [LinkClaim.Means: Int64]
    private let means: [LinkClaim.Means]

    static var schema: Schema {
        .object(
            "ClaimTotals", means: "By what claims found the link.",
            [
                "click_id": .count.means("By `link_click_id`."),
                "install_referrer": .count.means("By `install_referrer`."),
                "link": .count.means("By `link`."),
                "clipboard": .count.means("By `clipboard`."),
                "device": .count.means("By the device alone, `default` or `weak`."),
            ])
    }

    init(_ counts: [LinkCount]) {
        let sums = Dictionary(counts.map { ($0.event, $0.count) }, uniquingKeysWith: +)
        means = LinkClaim.Means.allCases.filter { $0 != .none }
        self.counts = Dictionary(
            uniqueKeysWithValues: means.map { ($0, sums[LinkEvent.claim(by: $0)] ?? 0) })
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            for means in means { writer.member(dynamic: means.rawValue, counts[means] ?? 0) }
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
                    "click", "redirect", "install", "first_open", "re_open", "declined", "shared",
                    "claim_click_id", "claim_install_referrer", "claim_link", "claim_clipboard",
                    "claim_device"
                ).means("What happened; `claim_…`: a claim found the link, by that."),
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
