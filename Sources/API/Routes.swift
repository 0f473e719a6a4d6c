internal import Accounts
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
package import Service

/// Every URL on one page: who may call it, and which endpoint answers.
package struct Routes {
    package let services: Services
    let operations: Operations
    package let limits: APILimits
    let pictures: QRPictureWork
    let added: [any AddedRoutes]

    var all: [GatedRoute] {
        users + identities + sessions + events + money + links + added.flatMap { $0.described(by: self) }
            + administration + support + programme + delivery + operating + files + recovering + apps
    }

    /// - Parameter all: these routes, as each of the three takes them: they are a hundred endpoints to make.
    func router(of all: [GatedRoute], with others: [Route]) -> Router {
        Router(
            all.map(\.route) + elsewhereToo + added.flatMap(\.undescribed),
            sites: LinkSite.byHost(sites, brand: brand), elsewhere: pages.map(\.route) + others)
    }

    func summaries(of all: [GatedRoute]) -> [RouteSummary] {
        all.map { RouteSummary($0) } + pages.map { RouteSummary($0, isElsewhere: true) }
            + (sites.first?.summaries ?? [])
    }

    /// Routes of the link hosts only: the links under each of the profile's prefixes.
    var sites: [LinkSite] {
        guard let profile = services.links.profile else { return [] }
        let opener = LinkOpener(
            links: services.links, profile: profile, limits: services.limits, offers: services.offers)
        return profile.prefixes.map { LinkSite(prefix: $0, routes: linkRoutes(opener, below: $0)) }
    }

    func linkRoutes(_ opener: LinkOpener, below prefix: LinkPrefix) -> [GatedRoute] {
        let icon = opener.brand.icon
        return [
            page("/", OpenLongLink(opener: opener, prefix: prefix)),
            page("/{code}", OpenShortLink(opener: opener)),
            page("/{code}/qr", DrawQRCode(opener: opener, pictures: pictures)),
            page("/favicon.ico", ShowIcon(file: .favicon, icon: icon)),
            page("/apple-touch-icon.png", ShowIcon(file: .touchIcon, icon: icon)),
            gate.route(
                .post, "/{code}/tap", for: .anyone, TapLink(opener: opener),
                limits: RouteLimits(bodyBytesMax: 4_096), unknownQuery: .ignored),
        ]
    }

    var brand: PageBrand? { services.links.profile.map { PageBrand($0, services.offers) } }

    func page(_ pattern: String, _ endpoint: some Endpoint) -> GatedRoute {
        gate.route(.get, pattern, for: .anyone, endpoint, problems: .page(brand), unknownQuery: .ignored)
    }

    package var gate: Gate {
        Gate(
            authenticator: services.authenticator,
            clientAddress: ClientAddress(
                forwardedHops: limits.forwardedHops, unread: operations.forwardedUnread),
            limits: services.limits, externalIDs: services.externalIDs)
    }
    var accounts: AccountService { services.accounts }
    var reports: ReportService { services.reports }

    private var users: [GatedRoute] {
        [
            gate.route(
                .post, "/v1/users", for: .anyone,
                SignUpAnonymously(
                    accounts: accounts, externalIDs: services.externalIDs,
                    identities: services.identities, gate: gate,
                    pepper: services.idempotencyPepper, claimPepper: services.claimPepper)),
            gate.route(.get, "/v1/users/me", for: .user, ShowUser(accounts: accounts)),
            gate.route(.put, "/v1/users/me/referrer", for: .user, RecordReferrer(accounts: accounts)),
            gate.route(.put, "/v1/users/me/credential", for: .user, LinkCredential(accounts: accounts)),
            gate.route(.get, "/v1/users/me/balances", for: .user, balances(of: .me)),
            gate.route(.get, "/v1/users/me/ledger", for: .user, ledger(of: .me)),
            gate.route(.get, "/v1/users/me/referrals", for: .user, referrals(of: .me)),
            gate.route(.get, "/v1/users/me/rewards", for: .user, rewards(of: .me)),
            gate.route(
                .get, "/v1/users/me/profile", for: .user, ShowProfile(profiles: services.profiles)),
            gate.route(.put, "/v1/users/me/profile", for: .user, SetProfile(profiles: services.profiles)),
            gate.stream(
                "/v1/users/me/export", for: .user,
                ExportUser(file: services.personalData, limits: services.limits)),
            gate.route(
                .delete, "/v1/users/me", for: .user, DeleteAccount(deletion: services.deletion),
                limits: outside),
            gate.route(
                .delete, "/v1/users/me/deletion", for: .user, CancelDeletion(deletion: services.deletion)),
            gate.route(
                .get, "/v1/leaderboard", for: [.user, .anyKey], ShowLeaderboard(leaders: services.leaders)),
        ]
    }

    private var sessions: [GatedRoute] {
        [
            gate.route(.post, "/v1/sessions", for: .anyone, signIn, limits: outside),
            gate.route(
                .post, "/v1/sessions/refresh", for: .anyone, RefreshSession(sessions: services.sessions)),
            gate.route(.delete, "/v1/sessions/current", for: .user, SignOut(sessions: services.sessions)),
        ]
    }

    private var events: [GatedRoute] {
        let access: Access = limits.takesUserEvents ? [.user, .server] : .server
        return [
            gate.route(
                .post, "/v1/events", for: access,
                PostEvent(
                    events: services.events, externalIDs: services.externalIDs, limits: services.limits),
                limits: RouteLimits(isBusy: { [events = services.events] in events.isBusy })),
            gate.route(
                .post, "/v1/events/batch", for: access,
                PostEvents(
                    events: services.events, externalIDs: services.externalIDs, limits: services.limits),
                limits: RouteLimits(bodyBytesMax: limits.batchBodyBytesMax)),
        ]
    }

    private var links: [GatedRoute] {
        [
            gate.route(.post, "/v1/links", for: [.user, .server, .admin], MakeLink(making: linkMaking)),
            gate.route(
                .post, "/v1/links/claim", for: .anyone,
                ClaimLink(making: linkMaking, pepper: services.claimPepper)),
            gate.route(.post, "/v1/links/events", for: .anyone, PostLinkEvent(making: linkMaking)),
            gate.route(.get, "/v1/links/{code}", for: [.user, .anyKey], ShowLink(making: linkMaking)),
            gate.route(.patch, "/v1/links/{code}", for: .admin, SetLinkState(making: linkMaking)),
            gate.route(
                .get, "/v1/links/{code}/stats", for: [.user, .anyKey],
                ShowLinkStatistics(making: linkMaking)),
            gate.route(.post, "/v1/invites", for: .user, MakeInvite(making: linkMaking, brand: brand)),
        ]
    }

    /// Shared by our own calls and the old wire names.
    package var linkMaking: LinkMaking {
        LinkMaking(links: services.links, limits: services.limits)
    }

    private var administration: [GatedRoute] {
        let user = "/v1/admin/users/{uid}"
        return [
            gate.route(.get, "/v1/admin/users", for: [.read, .admin], FindUsers(reports: reports)),
            gate.route(
                .get, user, for: [.read, .admin],
                InspectUser(
                    accounts: accounts, money: services.money, reports: reports, deletion: services.deletion,
                    trust: services.trust)),
            gate.route(
                .put, user + "/identities/{provider}", for: .server,
                LinkUserIdentity(identities: services.identities), limits: outside),
            gate.route(.put, user + "/standing", for: .admin, ModerateUser(trust: services.trust)),
            gate.route(
                .get, "/v1/admin/reviews", for: [.read, .admin], ListReviews(reviews: services.reviews),
                limits: .longRead),
            gate.route(
                .post, "/v1/admin/reviews", for: .admin, DecideReviews(reviews: services.reviews),
                limits: .longRead),
            gate.route(
                .put, user + "/external-id", for: [.server, .admin],
                SetExternalID(externalIDs: services.externalIDs)),
            gate.route(
                .delete, user + "/external-id", for: [.server, .admin],
                RemoveExternalID(externalIDs: services.externalIDs)),
            gate.route(
                .delete, user, for: [.server, .admin], EraseUser(deletion: services.deletion),
                limits: .longRead),
            gate.route(.get, user + "/balances", for: [.read, .admin], pastBalances(of: .path)),
            gate.route(.get, user + "/ledger", for: [.read, .admin], ledger(of: .path)),
            gate.route(.get, user + "/referrals", for: [.read, .admin], referrals(of: .path)),
            gate.route(.get, user + "/rewards", for: [.read, .admin], rewards(of: .path)),
            gate.route(
                .get, user + "/explanation", for: [.read, .admin],
                ExplainRewards(explanations: services.explanations, accounts: accounts)),
            gate.route(.post, user + "/rewards/{id}/release", for: .admin, reviewing(.release)),
            gate.route(.post, user + "/rewards/{id}/void", for: .admin, reviewing(.void)),
            gate.route(
                .post, user + "/rewards/{id}/reverse", for: .admin,
                TakeRewardBack(rewards: services.rewards)),
            gate.route(
                .get, "/v1/admin/rewards", for: [.read, .admin], ListAllRewards(rewards: services.rewards)),
            gate.route(
                .get, "/v1/admin/timeline", for: [.read, .admin], ShowTimeline(timeline: services.timeline)),
            gate.route(.get, "/v1/admin/funnel", for: [.read, .admin], ShowFunnel(funnel: services.funnel)),
            export,
            gate.route(.get, "/v1/admin/audit", for: [.read, .admin], ListAudit(audit: services.audit)),
            gate.route(
                .get, "/v1/admin/currencies", for: [.read, .admin],
                ListCurrencies(currencies: services.currencies)),
            gate.route(
                .put, "/v1/admin/currencies/{name}", for: .admin, SetCurrency(currencies: services.currencies)
            ),
            gate.route(
                .get, "/v1/admin/links", for: [.read, .admin], ListAllLinks(making: linkMaking)),
            gate.route(
                .get, user + "/events", for: [.read, .admin], ListEvents(reports: reports, accounts: accounts)
            ),
            gate.route(
                .get, user + "/decisions", for: [.read, .admin],
                ListDecisions(reports: reports, accounts: accounts)),
            gate.route(
                .get, "/v1/admin/stats", for: [.read, .admin], ShowStatistics(reports: reports),
                limits: .longRead),
            gate.route(
                .get, "/v1/admin/ledger/check", for: [.read, .admin], CheckLedger(reports: reports),
                limits: .longRead),
            gate.route(
                .get, "/v1/admin/ledger/statements", for: [.read, .admin], ListStatements(reports: reports)),
        ]
    }

    private var operating: [GatedRoute] {
        [
            vital("/health/live", ShowLiveness()),
            vital("/health/ready", ShowReadiness(services: services, warnings: operations.warnings)),
            file("/metrics", ShowMetrics(operations: operations)),
            file("/openapi.json", ShowDescription(document: operations.document)),
            file("/problems/{slug}", ShowProblem()),
            file("/.well-known/jwks.json", ShowKeys(keyring: services.keyring)),
        ]
    }

    /// On every host but the link hosts, where these paths may be links.
    var pages: [GatedRoute] {
        [
            file("/", ShowHome(services: services, operations: operations)),
            file("/docs", ShowReference(document: operations.document)),
        ]
    }

    /// On every host; on the link hosts there is more, see `sites`.
    private var files: [GatedRoute] {
        [
            file("/apple-app-site-association", association(.apple)),
            file("/.well-known/apple-app-site-association", association(.wellKnownApple)),
            file("/.well-known/assetlinks.json", association(.android)),
            file("/applink", ShowAppLinks(profile: services.links.profile, brand: brand)),
        ]
    }

    /// The App Links page with a slash behind, and where the profile has it.
    private var elsewhereToo: [Route] {
        let own = services.links.profile?.appLinksPath
        let paths = ["/applink/"] + (own.map { [$0, $0 + "/"] } ?? [])
        return files.map(\.route).filter { $0.pattern == "/applink" }.flatMap { page in
            paths.map { page.mounted(as: $0) }
        }
    }

    /// Routes for machines that others configure. Probes and caches add query parameters to avoid stale
    /// replies, and refusing those would take a healthy process out of service. No route here has a filter
    /// that could be mistyped.
    private func file(_ path: String, _ endpoint: some Endpoint) -> GatedRoute {
        gate.route(.get, path, for: .anyone, endpoint, unknownQuery: .ignored)
    }

    /// Probes of the process's health. They are answered even when there is no room for other requests.
    private func vital(_ path: String, _ endpoint: some Endpoint) -> GatedRoute {
        gate.route(
            .get, path, for: .anyone, endpoint, limits: RouteLimits(isVital: true), unknownQuery: .ignored)
    }

    private func association(_ file: ShowAssociation.File) -> ShowAssociation {
        ShowAssociation(file, of: services.links.profile)
    }
}

extension RouteLimits {
    /// Counts over everything take their time; the statement's own limit is a little below.
    static var longRead: RouteLimits { RouteLimits(handlerTimeoutMilliseconds: 30_000) }
}
