internal import Batching
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// How the programme does: numbers of a month beside those of the month before, and what needs attention.
struct OverviewView: ConsoleView {
    private static let days: Int32 = 30

    let path = ConsolePath.root
    let right = Right.seeOverview
    let section: Section? = .overview

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let today = visit.today
        let now = (today - Self.days + 1)..<(today + 1)
        let former = (today - 2 * Self.days + 1)..<(today - Self.days + 1)
        let services = visit.services
        let (rules, overview) = try await reading { () throws(InfrastructureError) in
            (
                try await services.rules.all(),
                try await services.overview.overview(of: former.lowerBound..<now.upperBound, funnel: now)
            )
        }
        let numbers = OverviewNumbers(overview, rules, now, former, in: words.zone)
        let attention = try await Attention.read(visit, overview, rules)
        return .page(title: words[.overview]) { writer in
            writer.section(words[.attention]) { attention.write(to: &$0, words) }
            writer.section(words[.last30Days]) { numbers.write(to: &$0, words) }
        }
    }
}
