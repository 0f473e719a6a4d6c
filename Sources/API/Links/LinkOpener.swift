internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links
internal import Pages
internal import Referrals
internal import Rewards
internal import Values

/// Answers visitors of a link, short or long, and records them.
struct LinkOpener {
    let links: LinkService
    let profile: AppProfile
    let limits: RateLimits
    let brand: PageBrand
    let visitors = VisitorCache()
    private let pages: PageCache

    init(links: LinkService, profile: AppProfile, limits: RateLimits, offers: OfferAmounts) {
        (self.links, self.profile, self.limits) = (links, profile, limits)
        brand = PageBrand(profile, offers)
        pages = PageCache(offers)
    }

    /// The link that `{code}` in the path names.
    func link(on call: Call) async throws(Problem) -> KnownLink {
        guard let code = call.request.parameter("code").flatMap({ LinkCode($0) }) else { throw .notFound }
        let found: KnownLink?
        do throws(InfrastructureError) { found = try await links.known(code) } catch { throw error.problem }
        guard let found else { throw .notFound }
        return found
    }

    /// The page, card or redirect for one who opens `link`.
    ///
    /// - Parameter longLink: what was opened, when the link has no code.
    func open(_ known: KnownLink, longLink: LongLink.Parsed? = nil, on call: Call) async -> Response {
        if call.request.query["d"] == "1" { return debug(known.link, longLink: longLink, on: call) }
        let visitor = visitor(on: call)
        let now = links.now
        let carried = carriedClick(on: call, by: visitor, at: now)
        let id = carried ?? links.makeClickID()
        let visit = Visit(visitor: visitor, clickID: id, isCarried: carried != nil, at: now)
        let answer: Answer
        if let page = keptPage(of: known, for: visit, on: call) {
            answer = Answer(page)
        } else {
            answer = await self.answer(known, visit, longLink: longLink, on: call)
        }
        if carried == nil, answer.isClick, isCounted(call.request, by: visitor) {
            let click = links.click(
                id, on: longLink == nil ? known.link.code : nil, longLink: longLink?.spec, by: visitor,
                from: call.address, at: now, isRedirected: answer.isRedirected)
            links.record(click, mayStore: mayStore(from: call.address))
        }
        return answer.response
    }

    /// A visitor of a link.
    private struct Visit {
        let visitor: Visitor
        let clickID: UUID
        /// Whether the click was made before, and elsewhere.
        let isCarried: Bool
        let at: Timestamp
    }

    private struct Answer {
        let response: Response
        /// Whether the visitor came back with the answer to a question page.
        let isClick: Bool
        let isRedirected: Bool

        init(_ response: Response, isClick: Bool = true, isRedirected: Bool = false) {
            (self.response, self.isClick, self.isRedirected) = (response, isClick, isRedirected)
        }
    }

    /// Pages that earlier visitors got, while the link is unchanged.
    private func keptPage(of known: KnownLink, for visit: Visit, on call: Call) -> Response? {
        let visitor = visit.visitor
        guard known.hasPage, visitor.bot == nil, !visitor.mayBeIPad, known.link.isGood(at: visit.at) else {
            return nil
        }
        return pages.page(
            of: known, on: visitor.platform, in: language(on: call), clickID: visit.clickID.lowercaseText)
    }

    private func answer(
        _ known: KnownLink, _ visit: Visit, longLink: LongLink.Parsed?, on call: Call
    ) async -> Answer {
        let id = visit.clickID.lowercaseText
        // The carried values are untrusted: they don't determine the destination.
        let opening =
            visit.isCarried
            ? known.link.opening(for: visit.visitor, in: profile, clickID: id, at: visit.at)
            : known.opening(for: visit.visitor, in: profile, clickID: id, at: visit.at)
        var inviter: UserProfile?
        if opening.isInvitation { inviter = await links.inviter(of: known) }
        let answer = answer(opening, known.link, id, by: inviter, longLink: longLink, on: call)
        // Without an inviter, a page can be cached.
        let isWhole = !opening.isInvitation || inviter != nil
        // A code in the page says the click's id, too: it is drawn for each.
        if opening.isPage, isWhole, longLink == nil, !visit.isCarried, opening.scanURL == nil {
            keep(answer.response, of: known, for: visit, on: call)
        }
        return answer
    }

    /// From the second visitor on.
    private func keep(
        _ response: Response, of known: KnownLink, for visit: Visit, on call: Call
    ) {
        guard known.hasPage else { return known.hasPage = true }
        let id = visit.clickID.lowercaseText
        let page = KeptPage(response, of: known, clickID: id)
        pages.keep(page, on: visit.visitor.platform, in: language(on: call))
    }

    private func language(on call: Call) -> PageLanguage {
        let headers = call.request.headers.values("accept-language")
        return visitors.language(accepting: headers.joined(separator: ","))
    }

    /// By the agent, and by what the page found out where the agent says too little.
    func visitor(on call: Call) -> Visitor {
        let visitor = visitors.visitor(userAgent: call.request.headers["user-agent"] ?? "")
        guard visitor.mayBeIPad, let device = call.request.query["device"] else { return visitor }
        return visitor.found(toBe: device)
    }

    /// The click of a desktop's page, whose code this phone has scanned: it goes on, and is no other's.
    private func carriedClick(on call: Call, by visitor: Visitor, at now: Timestamp) -> UUID? {
        guard profile.hasDesktopPage, visitor.bot == nil, visitor.platform.family != .desktop,
            let id = call.request.query["link_click_id"].flatMap({ UUID(text: $0) }),
            let madeAt = id.millisecondsSince1970
        else { return nil }
        let age = now.microsecondsSince1970 / 1000 - madeAt
        return (0...Self.carriedMilliseconds).contains(age) ? id : nil
    }

    /// As long as a click can be guessed.
    private static let carriedMilliseconds: Int64 = 7_200_000

    func mayStore(from address: PeerAddress) -> Bool {
        let limit = limits.linkOpensPerAddress
        return !limit.isLimiting || limit.allow(RateLimitKey(address), at: .now) == .allowed
    }

    /// Clicks are people's. A bot's preview, a browser's prefetch and a HEAD are not clicks.
    private func isCounted(_ request: Request, by visitor: Visitor) -> Bool {
        guard request.method == .get, visitor.bot == nil else { return false }
        let purpose = request.headers["sec-purpose"] ?? request.headers["purpose"] ?? ""
        return !purpose.hasPrefix("prefetch")
    }

    private func answer(
        _ opening: Opening, _ link: Link, _ id: String, by inviter: UserProfile?, longLink: LongLink.Parsed?,
        on call: Call
    ) -> Answer {
        var language: PageLanguage { self.language(on: call) }
        var platform: PlatformFamily { visitor(on: call).platform.family }
        switch opening {
        case .redirect(let url):
            // The domain allows no other URL; if one ever came, the visitor is not redirected.
            guard let url = PageURL(redirect: url) else {
                return Answer(WebPage.notFound(by: brand, on: platform, in: language).response)
            }
            return Answer(.redirect(to: url), isRedirected: true)
        case .preview(let preview):
            let press = WebPage.Press(
                clickID: id, tapPath: "\(link.spec.prefix.path)/\(link.code)/tap")
            return Answer(
                WebPage.preview(preview, press: press, by: inviter, brand: brand, in: language).response)
        case .landing(let landing):
            return Answer(WebPage.landing(landing, by: inviter, brand: brand, in: language).response)
        case .question(let question):
            let path = PageURL.path(of: longLink?.text ?? link.shortLink)
            return Answer(
                WebPage.question(question, on: path, brand: brand, in: language).response, isClick: false)
        case .card(var card):
            if let longLink { card.url = longLink.text }
            return Answer(WebPage.card(card, brand: brand, in: language).response)
        case .ended(let end):
            let page = WebPage.ended(end, by: brand, on: platform, in: language)
            return Answer(page.response, isClick: false)
        }
    }

    private func debug(_ link: Link, longLink: LongLink.Parsed?, on call: Call) -> Response {
        let chart = link.debugChart(in: profile, at: links.now)
        return WebPage.debug(
            chart, of: longLink?.text ?? link.shortLink, payload: link.spec.link,
            warnings: (longLink?.warnings ?? []) + chart.warnings, in: call.pageLanguage
        ).response
    }
}

extension LongLink.Parsed {
    fileprivate var text: String { LongLink.print(spec, signature: signature) }
}

extension Opening {
    /// Whether its page says who invites.
    fileprivate var isInvitation: Bool {
        switch self {
        case .preview(let preview): preview.invitation != nil
        case .landing: true
        case .redirect, .card, .question, .ended: false
        }
    }

    /// Whether all visitors get the same, but for the click.
    fileprivate var isPage: Bool {
        switch self {
        case .preview, .landing: true
        case .redirect, .card, .question, .ended: false
        }
    }

    fileprivate var scanURL: String? {
        guard case .landing(let landing) = self else { return nil }
        return landing.scanURL
    }
}

extension Response {
    /// Sends the visitor on, this once: where a link leads may change, and depends on who asks.
    static func redirect(to url: PageURL) -> Response {
        Response(
            status: 302,
            headers: [
                ResponseHeader(.location, url.text), ResponseHeader(.cacheControl, "no-store"),
                ResponseHeader(.referrerPolicy, "no-referrer"),
            ])
    }
}

extension UUID {
    /// When it was made; nil where it isn't of version 7. Source: RFC 9562 §5.7.
    fileprivate var millisecondsSince1970: Int64? {
        let bytes = uuid
        guard bytes.6 >> 4 == 7 else { return nil }
        return [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5].reduce(0) { $0 << 8 | Int64($1) }
    }
}
