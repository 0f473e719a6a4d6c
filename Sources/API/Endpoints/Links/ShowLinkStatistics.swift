internal import Basics
internal import Batching
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Service
internal import Values

/// A link's statistics: for its owner, or for a key.
struct ShowLinkStatistics: Endpoint {
    struct Input: QueryInput {
        static let daysRange = 1...366

        /// Back from today, today included, in the programme's time zone.
        let days: Int

        static var parameters: [Parameter] {
            [
                .query(
                    "days", .integer(1...366).defaulting(to: 30),
                    "The number of days up to today, today included, in the programme's time zone.")
            ]
        }

        init(_ fields: inout Fields) {
            days = fields.optionalValue("days", Self.parseDays) ?? 30
        }

        private static func parseDays(_ text: String) throws(FieldError) -> Int {
            guard let days = Int(digits: text), daysRange.contains(days) else {
                throw FieldError(.outOfRange, "A number of days is from 1 to 366.")
            }
            return days
        }
    }

    struct Output: JSONOutput, Formed {
        let code: LinkCode
        let days: Int
        let counts: [LinkCount]

        static let form = Form<Self>("LinkStatistics", means: "A link's statistics.") {
            Member("code", .text(.linkCode), \.code.description, "The link.")
            Member(
                "days", .integer(1...366), { Int64($0.days) }, "The number of days, today included.")
            Member("totals", { LinkTotals($0.counts) })
            Member("claims", { ClaimTotals($0.counts) })
            Member("by_platform", platforms)
            Member(
                "by_day", { $0.counts.sorted { $0.precedes($1) }.map(LinkCountView.init) },
                "Oldest first, without zeros.")
        }

        private static let platforms = Form<Self>("LinkTotalsByPlatform", means: "The same by platform.") {
            for platform in PlatformFamily.allCases {
                Member(
                    platform.rawValue,
                    { output in LinkTotals(output.counts.filter { $0.platform == platform }) })
            }
        }

    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let link = try await making.ownLink(of: call)
        let counts = try await mappingErrors { () throws(InfrastructureError) in
            try await making.links.statistics(of: link.code, days: input.days)
        }
        return Output(code: link.code, days: input.days, counts: counts)
    }
}

/// Each event's number over all days; those that never happened are 0.
private struct LinkTotals: Formed {
    private let sums: [LinkEvent: Int64]

    static let form = Form<Self>("LinkTotals", means: "A link's statistics, in numbers.") {
        Member("clicks", .count, { $0.sums[.click] ?? 0 }, "Opened by people.")
        Member(
            "redirects", .count, { $0.sums[.redirect] ?? 0 },
            "Redirected: at once, or by a button of the link's page (on iPhones and iPads, if its script "
                + "runs)."
        )
        Member("installs", .count, { $0.sums[.install] ?? 0 }, "Installed the app.")
        Member("first_opens", .count, { $0.sums[.firstOpen] ?? 0 }, "Opened the app for the first time.")
        Member("re_opens", .count, { $0.sums[.reOpen] ?? 0 }, "Opened the app again.")
        Member("declined", .count, { $0.sums[.declined] ?? 0 }, "Declined the invitation.")
        Member("shared", .count, { $0.sums[.shared] ?? 0 }, "Shared the link further.")
    }

    init(_ counts: [LinkCount]) {
        sums = Dictionary(counts.map { ($0.event, $0.count) }, uniquingKeysWith: +)
    }
}

/// By what claims found a link.
private struct ClaimTotals: Formed {
    private let sums: [LinkEvent: Int64]

    static let form = Form<Self>("ClaimTotals", means: "By the way in which claims found the link.") {
        Member("click_id", .count, { $0.count(.clickID) }, "By `link_click_id`.")
        Member("install_referrer", .count, { $0.count(.installReferrer) }, "By `install_referrer`.")
        Member("link", .count, { $0.count(.link) }, "By `link`.")
        Member("clipboard", .count, { $0.count(.clipboard) }, "By `clipboard`.")
        Member("device", .count, { $0.count(.device) }, "By the device only, `default` or `weak`.")
    }

    init(_ counts: [LinkCount]) {
        sums = Dictionary(counts.map { ($0.event, $0.count) }, uniquingKeysWith: +)
    }

    private func count(_ means: LinkClaim.Means) -> Int64 { sums[LinkEvent.claim(by: means)] ?? 0 }
}

private struct LinkCountView: Formed {
    let count: LinkCount

    static let form = Form<Self>("LinkDayCount", means: "How often an event of a link occurred on a day.") {
        Member(
            "day", .text(.day), { CivilDate(days: Int64($0.count.day)).description },
            "In the programme's time zone.")
        Member(
            "platform", .openChoice("android", "desktop", "ios"), \.count.platform, "The kind of device.")
        Member(
            "event",
            .openChoice(
                "click", "redirect", "install", "first_open", "re_open", "declined", "shared",
                "claim_click_id", "claim_install_referrer", "claim_link", "claim_clipboard",
                "claim_device"
            ), \.count.event, "The event; `claim_…`: a claim found the link in this way.")
        Member("count", .count, \.count.count, "How often.")
    }
}

extension LinkCount {
    /// Oldest first.
    fileprivate func precedes(_ other: LinkCount) -> Bool {
        (day, platform, event) < (other.day, other.platform, other.event)
    }
}
