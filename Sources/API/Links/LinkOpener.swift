internal import EventLoops
internal import FoundationEssentials
internal import HTTP
internal import Links
internal import Referrals
internal import Service
internal import Values

/// Answers whoever opens a link, short or long, and records that they did.
struct LinkOpener {
    let links: LinkService
    let profile: AppProfile
    let limits: RateLimits
    let brand: PageBrand
    let visitors = VisitorCache()

    init(links: LinkService, profile: AppProfile, limits: RateLimits) {
        (self.links, self.profile, self.limits) = (links, profile, limits)
        brand = PageBrand(profile)
    }

    /// The link that `{code}` in the path names.
    func link(on call: Call) async throws(Problem) -> KnownLink {
        guard let code = call.request.parameter("code").flatMap({ LinkCode($0) }) else { throw .notFound }
        let found: KnownLink?
        do throws(CallFailure) { found = try await links.known(code) } catch { throw error.problem }
        guard let found else { throw .notFound }
        return found
    }

    /// The page, card or redirect for one who opens `link`.
    ///
    /// - Parameter longLink: what was opened, when the link has no code.
    func open(_ known: KnownLink, longLink: LongLink.Parsed? = nil, on call: Call) async -> Response {
        if call.request.query["d"] == "1" { return debug(known.link, longLink: longLink) }
        let visitor = visitor(on: call)
        let now = links.now
        let carried = carriedClick(on: call, by: visitor, at: now)
        let id = carried ?? links.makeClickID()
        // What is carried was anybody's to write: nothing is remembered of where it led.
        let opening =
            carried == nil
            ? known.opening(for: visitor, in: profile, clickID: id.lowercaseText, at: now)
            : known.link.opening(for: visitor, in: profile, clickID: id.lowercaseText, at: now)
        var inviter: UserProfile?
        if opening.isInvitation { inviter = await links.inviter(of: known) }
        let (response, isRedirected) = answer(
            opening, known.link, id, by: inviter, longLink: longLink, on: call)
        if carried == nil, opening.isClick, isCounted(call.request, by: visitor) {
            let click = links.click(
                id, on: longLink == nil ? known.link.code : nil, longLink: longLink?.spec, by: visitor,
                from: call.address, at: now, isRedirected: isRedirected)
            links.record(click, mayStore: mayStore(from: call.address))
        }
        return response
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

    /// Clicks are people's: a bot that previews a link, a browser that fetches ahead and a HEAD are none.
    private func isCounted(_ request: Request, by visitor: Visitor) -> Bool {
        guard request.method == .get, visitor.bot == nil else { return false }
        let purpose = request.headers["sec-purpose"] ?? request.headers["purpose"] ?? ""
        return !purpose.hasPrefix("prefetch")
    }

    private func answer(
        _ opening: Opening, _ link: Link, _ id: UUID, by inviter: UserProfile?, longLink: LongLink.Parsed?,
        on call: Call
    ) -> (Response, isRedirected: Bool) {
        switch opening {
        case .redirect(let url):
            // The domain lets nothing else through; should it ever, nobody is sent there.
            guard let url = PageURL(url) else { return (notFound(on: call), false) }
            return (.redirect(to: url), true)
        case .preview(let preview):
            let press = WebPage.Press(
                clickID: id.lowercaseText, tapPath: "\(link.spec.prefix.path)/\(link.code)/tap")
            let page = WebPage.preview(
                preview, press: press, by: inviter, brand: brand, in: call.pageLanguage)
            return (page.response, false)
        case .landing(let landing):
            let page = WebPage.landing(landing, by: inviter, brand: brand, in: call.pageLanguage)
            return (page.response, false)
        case .question(let question):
            let path = PageURL.path(of: longLink?.text ?? link.shortLink)
            return (WebPage.question(question, on: path, brand: brand, in: call.pageLanguage).response, false)
        case .card(var card):
            if let longLink { card.url = longLink.text }
            return (WebPage.card(card, brand: brand, in: call.pageLanguage).response, false)
        case .ended(let end):
            return (WebPage.ended(end, by: brand, in: call.pageLanguage).response, false)
        }
    }

    private func notFound(on call: Call) -> Response {
        WebPage.notFound(by: brand, in: call.pageLanguage).response
    }

    private func debug(_ link: Link, longLink: LongLink.Parsed?) -> Response {
        let chart = link.debugChart(in: profile, at: links.now)
        return WebPage.debug(
            chart, of: longLink?.text ?? link.shortLink, payload: link.spec.link,
            warnings: (longLink?.warnings ?? []) + chart.warnings
        ).response
    }
}

extension LongLink.Parsed {
    fileprivate var text: String { LongLink.print(spec, signature: signature) }
}

extension Opening {
    /// Whether somebody has come through; whoever was asked something comes again with the answer.
    fileprivate var isClick: Bool {
        switch self {
        case .redirect, .preview, .landing, .card: true
        case .question, .ended: false
        }
    }

    /// Whether its page says who invites.
    fileprivate var isInvitation: Bool {
        switch self {
        case .preview(let preview): preview.invitation != nil
        case .landing: true
        case .redirect, .card, .question, .ended: false
        }
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
