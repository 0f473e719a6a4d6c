import API
import HTTP
import JSON
import Limits
import Links
import TestSupport
import Testing

/// Every call that anybody may make, by one address without any right, until it is told to stop.
struct StrangerLimitTests {
    /// Each limit, in the test.
    private static let most = 3
    /// Calls that one address can make for as long as it likes, and why.
    private static let unlimited: [String: String] = [
        "POST /v1/sessions/refresh": "a tag in the token tells an invented one without a query",
        "GET /undo": "asks nothing of the database before the button is pressed",
        "GET /release": "asks nothing of the database before the button is pressed",
        "POST /v1/redeem": "asks for the app's secret before anything is looked up",
        "POST /v1/credits": "asks for the app's secret before anything is looked up",
        "POST /v1/reconcile": "asks for the app's secret before anything is looked up",
        "PUT /v1/url": "asks for the app's secret before anything is looked up",
        "DELETE /v1/url": "asks for the app's secret before anything is looked up",
        "GET /health/live": "from memory", "GET /health/ready": "from memory", "GET /metrics": "from memory",
        "GET /openapi.json": "from memory", "GET /problems/{slug}": "from memory",
        "GET / elsewhere": "from memory", "GET /docs elsewhere": "from memory",
        "GET /v1/app": "from memory",
        "GET /.well-known/jwks.json": "from memory", "GET /apple-app-site-association": "from memory",
        "GET /.well-known/apple-app-site-association": "from memory",
        "GET /.well-known/assetlinks.json": "from memory", "GET /applink": "from memory",
        "GET /favicon.ico": "from memory", "GET /apple-touch-icon.png": "from memory",
        "GET /": "from memory, or a long link, which has its own limit of clicks",
        "GET /{code}": "a link opens for everybody: past the limit its click is not kept",
        "POST /{code}/tap": "a link opens for everybody: past the limit its click is not kept",
    ]

    @Test func `one address is told to stop on every call that costs something, or there is a reason`()
        async throws
    {
        let limit = RateLimit(Self.most, perSeconds: 3_600)
        var options = TestServer.Options()
        options.profile = .test
        options.api.forwardedHops = 1
        options.limits = RateLimits(
            signInFailuresPerAccount: limit, signInFailuresPerAddress: limit, signUpsPerAddress: limit,
            eventsPerUser: limit, linksPerUser: limit, linkClaimsPerAddress: limit,
            linkEventsPerAddress: limit, readsPerUser: limit, linkOpensPerAddress: limit,
            qrCodesPerAddress: limit,
            mailsPerEmail: limit, mailsPerAddress: limit, wrongTokensPerAddress: limit)
        let statuses = try await Self.statuses(options)
        let (stopped, never) = (
            statuses.filter { $0.statuses.contains(429) }, statuses.filter { !$0.statuses.contains(429) }
        )
        #expect(never.filter { Self.unlimited[$0.name] == nil }.map { "\($0.name) \($0.statuses)" } == [])
        #expect(stopped.map(\.name).filter { Self.unlimited[$0] != nil } == [])
    }

    /// Each route is called from an address of its own.
    ///
    private static func statuses(
        _ options: TestServer.Options
    ) async throws -> [(name: String, statuses: [Int])] {
        try await MailServed.with(options) { here in
            let routes = here.server.routes.map { (route: $0, name: AccessMatrixTests.name(of: $0)) }
                .filter { AccessMatrixTests.contract[$0.name] == .everybody }
            return try routes.enumerated().map { number, route in
                let here = MailServed(server: here.server, mails: here.mails, client: try here.server.client)
                let statuses = try (0...most).map { _ in
                    try send(route.route, route.name, to: here, from: "192.0.2.\(number)")
                }
                return (route.name, statuses)
            }
        }
    }

    private static func send(
        _ route: RouteSummary, _ name: String, to here: MailServed, from address: String
    ) throws -> Int {
        let from = ["X-Forwarded-For": address]
        let path =
            route.pattern.replacing("{code}", with: "code").replacing("{token}", with: "invented")
            .replacing("{branch_key}", with: "key_live_test").replacing("{slug}", with: "not-found")
            .replacing("{link}", with: "https%3A%2F%2Fgo.example.com%2Fcode")
            + (StrangerCall.queries[name] ?? "")
        if let form = StrangerCall.forms[name] { return try here.post(path, form, headers: from).status }
        let host = ["Host": route.prefix?.host ?? "test"]
        return try here.client.send(
            route.method, path, headers: from.merging(host) { $1 }, StrangerCall.bodies[name]
        ).status
    }
}
