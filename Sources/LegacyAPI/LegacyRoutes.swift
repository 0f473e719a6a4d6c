package import API
package import HTTP
internal import JSON
internal import Service

/// The old wire formats of Firebase Dynamic Links and Branch, so that an app's back end only changes the
/// host. Callers authenticate with their own keys, in the query or the body. Old clients send more than is
/// used here, also in the query.
package struct LegacyRoutes: AddedRoutes {
    package init() {}

    package func described(by routes: Routes) -> [GatedRoute] { routes.firebase + routes.branch }

    /// Branch's other calls, which mean nothing here. Refused as Branch refused, since its SDKs read no other
    /// form.
    package var undescribed: [Route] {
        let paths: [(Method, [String])] = [
            (
                .post,
                [
                    "/v1/close", "/v1/profile", "/v1/logout", "/v1/referralcode", "/v1/referralcode/{code}",
                    "/v1/applycode/{code}", "/v1/eventresponse", "/v1/pageview", "/v1/dismiss",
                    "/v1/cpid", "/v1/cpid/latd", "/v1/qr-code", "/v2/event/{kind}",
                ]
            ),
            (
                .get,
                [
                    "/v1/referrals/{identity_id}", "/v1/has-app", "/v1/app/{branch_key}",
                    "/v1/app-link-settings",
                ]
            ),
            (.put, ["/v1/app/{branch_key}"]),
        ]
        return paths.flatMap { method, paths in
            paths.map { path in
                Route(method, path, body: .any, problemForm: .branch) { request in
                    var problem = Problem.notFound
                    problem.detail = "\(method.rawValue) \(path) is not a call of this service."
                    return ProblemForm.branch.response(to: problem, requestID: request.id, headers: nil)
                }
            }
        }
    }
}

extension Tag {
    static let legacy = Tag(
        "Firebase and Branch",
        """
        The wire format of the old services, so that an app's back end only changes the host. Errors have \
        the old formats.
        """
    )
}

extension Routes {
    fileprivate var firebase: [GatedRoute] {
        let key = FirebaseKey(making: linkMaking, authenticator: services.authenticator)
        return [
            gate.route(
                .post, "/v1/shortLinks", for: .anyone, CreateShortLink(key: key, making: linkMaking),
                problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .post, "/v1/managedShortLinks:create", for: [.server, .admin],
                CreateManagedLink(making: linkMaking), problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .get, "/v1/{link}/linkStats", for: .anyone,
                ShowDynamicLinkStats(key: key, making: linkMaking), problems: .firebase,
                unknownQuery: .ignored),
            gate.route(
                .post, "/v1/exchangeShortLink", for: .anyone,
                ExchangeShortLink(key: key, making: linkMaking), problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .post, "/v1/installAttribution", for: .anyone,
                AttributeInstall(key: key, making: linkMaking), problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .post, "/v1/reopenAttribution", for: .anyone,
                AttributeReopen(key: key, making: linkMaking), problems: .firebase, unknownQuery: .ignored),
        ]
    }

    fileprivate var branch: [GatedRoute] {
        let keys = BranchKeys(making: linkMaking, authenticator: services.authenticator)
        let identities = BranchIdentity(accounts: services.accounts, reports: services.reports)
        let credits = BranchCredits(keys: keys, identities: identities)
        let create = CreateBranchLink(keys: keys, identities: identities, making: linkMaking)
        return [
            gate.route(
                .post, "/v1/url", for: .anyone, create, limits: .branchLink, problems: .branch,
                unknownQuery: .ignored),
            gate.route(
                .post, "/v1/url/bulk/{branch_key}", for: .anyone, CreateBranchLinks(single: create),
                limits: RouteLimits(bodyBytesMax: limits.batchBodyBytesMax), problems: .branch,
                unknownQuery: .ignored),
            gate.route(
                .get, "/v1/url", for: .anyone, ShowBranchLink(keys: keys, making: linkMaking),
                problems: .branch, unknownQuery: .ignored),
            gate.route(
                .put, "/v1/url", for: .anyone, UpdateBranchLink(keys: keys, making: linkMaking),
                limits: .branchLink, problems: .branch, unknownQuery: .ignored),
            gate.route(
                .delete, "/v1/url", for: .anyone, DeleteBranchLink(keys: keys, making: linkMaking),
                problems: .branch, unknownQuery: .ignored),
            gate.route(
                .get, "/v1/credits", for: .anyone, ShowCredits(credits: credits, money: services.money),
                problems: .branch, unknownQuery: .ignored),
            gate.route(
                .get, "/v1/credithistory", for: .anyone,
                ListCreditHistory(credits: credits, money: services.money), problems: .branch,
                unknownQuery: .ignored),
            gate.route(
                .post, "/v1/redeem", for: .anyone,
                RedeemCredits(
                    keys: keys, identities: identities, money: services.money,
                    pepper: services.idempotencyPepper),
                problems: .branch, unknownQuery: .ignored),
        ] + branchCalls(keys, identities)
    }

    /// Corrections and events from an app's back end, and the SDKs' calls.
    private func branchCalls(_ keys: BranchKeys, _ identities: BranchIdentity) -> [GatedRoute] {
        let correction = BranchCorrection(
            keys: keys, identities: identities, money: services.money, pepper: services.idempotencyPepper)
        let milestones = BranchMilestones(
            keys: keys, identities: identities, events: services.events, pepper: services.idempotencyPepper)
        func session(_ kind: StartBranchSession.Kind) -> StartBranchSession {
            StartBranchSession(kind: kind, keys: keys, making: linkMaking, pepper: services.claimPepper)
        }
        func post(_ path: String, _ endpoint: some Endpoint) -> GatedRoute {
            gate.route(
                .post, path, for: .anyone, endpoint, limits: .branchLink, problems: .branch,
                unknownQuery: .ignored)
        }
        return [
            post("/v1/credits", AddCredits(correction: correction)),
            post("/v1/reconcile", ReconcileCredits(correction: correction)),
            post("/v1/event", PostBranchEvent(milestones: milestones)),
            post("/v2/event/custom", PostBranchEventV2(kind: .custom, milestones: milestones)),
            post("/v2/event/standard", PostBranchEventV2(kind: .standard, milestones: milestones)),
            post("/v1/install", session(.install)),
            post("/v1/open", session(.open)),
        ]
    }
}

extension RouteLimits {
    /// Public, since the key is in the body; its `data` may be a text, with a backslash before every quote.
    fileprivate static var branchLink: RouteLimits { RouteLimits(bodyBytesMax: 32_768) }
}
