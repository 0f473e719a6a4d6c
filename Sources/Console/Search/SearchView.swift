internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import Links
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// Leads from a text to the page about it: a uid, a code, an e-mail, a short link, a reward or a click.
struct SearchView: ConsoleView {
    let path = "/admin/search"
    let right = Right.seePlayers
    let section: Section? = nil

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        guard let text = visit.item("q") else { return .redirect("/admin/players") }
        let mayBePlayers = ReferralCode(text) != nil
        if let code = try await link(text, isForeign: !mayBePlayers, visit) {
            return .redirect("/admin/links/\(code)")
        }
        var search = UserSearch()
        search.text = text
        let found = search
        let players = try await reading { () throws(InfrastructureError) in
            try await visit.services.reports.users(found, after: nil, limit: 2)
        }
        if players.items.count == 1 { return .redirect("/admin/players/\(players.items[0].uid)") }
        if players.items.isEmpty, let id = UUID(text: text), let page = try await page(of: id, visit) {
            return .redirect(page)
        }
        if players.items.isEmpty, mayBePlayers, let code = try await link(text, isForeign: true, visit) {
            return .redirect("/admin/links/\(code)")
        }
        return .redirect("/admin/players?q=\(text.queryEncoded)")
    }

    /// Of a reward, or of a click's link.
    private func page(of id: UUID, _ visit: Visit) async throws(Problem) -> String? {
        let (reward, code) = try await reading { () throws(InfrastructureError) in
            (try await visit.services.rewards.reward(id), try await visit.services.links.code(ofClick: id))
        }
        if let code { return "/admin/links/\(code)" }
        guard let reward else { return nil }
        return reward.waitsForReview
            ? "/admin/reviews/\(id.lowercaseText)" : "/admin/players/\(reward.beneficiary)/rewards"
    }

    /// A short link with its host, or a link's code.
    ///
    /// - Parameter isForeign: whether the text is no player's code.
    private func link(_ text: String, isForeign: Bool, _ visit: Visit) async throws(Problem) -> LinkCode? {
        if let code = visit.services.links.profile?.code(ofShortLink: text) { return code }
        guard visit.services.links.profile != nil, isForeign, UUID(text: text) == nil,
            !text.contains("@"), let code = LinkCode(text)
        else { return nil }
        let link = try await reading { () throws(InfrastructureError) in
            try await visit.services.links.link(code)
        }
        return link?.code
    }
}
