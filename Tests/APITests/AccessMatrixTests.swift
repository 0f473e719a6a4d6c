import API
import Accounts
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// Every route × everybody who may come: who is let in, and what the others are told.
struct AccessMatrixTests {
    /// Who may call what, as the contract says.
    static let contract = calls.merging(mailCalls) { $1 }.merging(deliveryCalls) { $1 }
        .merging(programmeCalls) { $1 }
    private static let calls: [String: Set<Caller>] = [
        "POST /v1/users": .everybody,
        "GET /v1/users/me": .users,
        "DELETE /v1/users/me": .users,
        "GET /v1/users/me/export": .users,
        "PUT /v1/users/me/identities/{provider}": .users,
        "DELETE /v1/users/me/identities/{provider}": .users,
        "PUT /v1/users/me/referrer": .users,
        "PUT /v1/users/me/credential": .users,
        "POST /v1/sessions": .everybody,
        "POST /v1/sessions/refresh": .everybody,
        "DELETE /v1/sessions/current": .users,
        "GET /v1/users/me/balances": .users,
        "GET /v1/users/me/ledger": .users,
        "GET /v1/users/me/referrals": .users,
        "GET /v1/users/me/rewards": .users,
        "GET /v1/users/me/profile": .users,
        "PUT /v1/users/me/profile": .users,
        "POST /v1/events": Set.users.union([.server]),
        "POST /v1/events/batch": Set.users.union([.server]),
        "POST /v1/links": Set.users.union([.server, .admin]),
        "POST /v1/links/claim": .everybody,
        "POST /v1/links/events": .everybody,
        "GET /v1/links/{code}": Set.users.union([.server, .read, .admin]),
        "PATCH /v1/links/{code}": [.admin],
        "GET /v1/links/{code}/stats": Set.users.union([.server, .read, .admin]),
        "POST /v1/invites": .users,
        "POST /v1/shortLinks": .everybody,
        "POST /v1/managedShortLinks:create": [.server, .admin],
        "GET /v1/{link}/linkStats": .everybody,
        "POST /v1/exchangeShortLink": .everybody,
        "POST /v1/installAttribution": .everybody,
        "POST /v1/reopenAttribution": .everybody,
        "POST /v1/url": .everybody,
        "POST /v1/url/bulk/{branch_key}": .everybody,
        "GET /v1/url": .everybody,
        "PUT /v1/url": .everybody,
        "DELETE /v1/url": .everybody,
        "GET /v1/credits": .everybody,
        "GET /v1/credithistory": .everybody,
        "POST /v1/redeem": .everybody,
        "POST /v1/credits": .everybody,
        "POST /v1/reconcile": .everybody,
        "POST /v1/event": .everybody,
        "POST /v2/event/custom": .everybody,
        "POST /v2/event/standard": .everybody,
        "POST /v1/install": .everybody,
        "POST /v1/open": .everybody,
        "GET /v1/users/{uid}/balances": [.server],
        "POST /v1/users/{uid}/redemptions": [.server],
        "POST /v1/users/{uid}/redemptions/{id}/refund": [.server],
        "POST /v1/users/{uid}/redemptions/{id}/capture": [.server],
        "POST /v1/users/{uid}/redemptions/{id}/cancel": [.server],
        "POST /v1/admin/users/{uid}/adjustments": [.admin],
        "GET /v1/admin/users": [.read, .admin],
        "GET /v1/admin/users/{uid}": [.read, .admin],
        "PUT /v1/admin/users/{uid}/external-id": [.server, .admin],
        "DELETE /v1/admin/users/{uid}/external-id": [.server, .admin],
        "DELETE /v1/admin/users/{uid}": [.server, .admin],
        "GET /v1/admin/users/{uid}/balances": [.read, .admin],
        "GET /v1/admin/users/{uid}/ledger": [.read, .admin],
        "GET /v1/admin/users/{uid}/referrals": [.read, .admin],
        "GET /v1/admin/users/{uid}/rewards": [.read, .admin],
        "POST /v1/admin/users/{uid}/rewards/{id}/release": [.admin],
        "POST /v1/admin/users/{uid}/rewards/{id}/void": [.admin],
        "POST /v1/admin/users/{uid}/rewards/{id}/reverse": [.admin],
        "GET /v1/admin/rewards": [.read, .admin],
        "GET /v1/admin/links": [.read, .admin],
        "GET /v1/admin/audit": [.read, .admin],
        "GET /v1/admin/export": [.read, .admin],
        "GET /v1/admin/timeline": [.read, .admin],
        "GET /v1/admin/funnel": [.read, .admin],
        "GET /v1/leaderboard": Set.users.union([.server, .read, .admin]),
        "GET /v1/admin/currencies": [.read, .admin],
        "PUT /v1/admin/currencies/{name}": [.admin],
        "GET /v1/admin/users/{uid}/events": [.read, .admin],
        "GET /v1/admin/users/{uid}/decisions": [.read, .admin],
        "GET /v1/admin/stats": [.read, .admin],
        "GET /v1/admin/ledger/check": [.read, .admin],
        "GET /v1/admin/ledger/statements": [.read, .admin],
        "PUT /v1/admin/users/{uid}/standing": [.admin],
        "GET /v1/admin/reviews": [.read, .admin],
        "POST /v1/admin/reviews": [.admin],
        "GET /v1/admin/users/{uid}/explanation": [.read, .admin],
        "GET /health/live": .everybody,
        "GET /health/ready": .everybody,
        "GET /metrics": .everybody,
        "GET /openapi.json": .everybody,
        "GET /problems/{slug}": .everybody,
        "GET / elsewhere": .everybody,
        "GET /docs elsewhere": .everybody,
        "GET /.well-known/jwks.json": .everybody, "GET /v1/app": .everybody,
        "GET /apple-app-site-association": .everybody,
        "GET /.well-known/apple-app-site-association": .everybody,
        "GET /.well-known/assetlinks.json": .everybody,
        "GET /applink": .everybody,
        "GET /": .everybody,
        "GET /{code}": .everybody,
        "GET /{code}/qr": .everybody,
        "POST /{code}/tap": .everybody,
        "GET /favicon.ico": .everybody,
        "GET /apple-touch-icon.png": .everybody,
    ]

    private static var options: TestServer.Options {
        var options = TestServer.Options()
        options.profile = .test
        return options
    }

    static func name(of route: RouteSummary) -> String {
        "\(route.method) \(route.pattern)" + (route.isElsewhere ? " elsewhere" : "")
    }

    @Test func `the contract names every route and no other`() async throws {
        try await TestServer.with(Self.options) { server in
            let routes = server.routes.map(Self.name)
            #expect(Set(routes) == Set(Self.contract.keys))
            #expect(routes.count == Self.contract.count)
        }
    }

    @Test func `lets in whom the contract lets in, and tells the others what it says`() async throws {
        try await TestServer.with(Self.options) { server in
            let client = try server.client
            let keys = try await Keys(server)
            for route in server.routes {
                let admitted = try #require(Self.contract[Self.name(of: route)])
                for caller in Caller.allCases {
                    // A stream doesn't end.
                    if route.pattern == "/v1/users/me/stream", admitted.contains(caller) { continue }
                    let owner = try client.signUp()
                    let path = route.pattern.replacing("{uid}", with: owner.uid)
                        .replacing("{code}", with: "code").replacing("{branch_key}", with: "key")
                        .replacing("{name}", with: route.pattern.contains("currencies") ? "gold" : "signup")
                        .replacing("{sid}", with: owner.uid).replacing("{token}", with: "token")
                        .replacing("{provider}", with: "google").replacing("{delivery}", with: "1.2")
                        .replacing("{id}", with: owner.uid).replacing("{slug}", with: "not-found")
                        .replacing("{link}", with: "https%3A%2F%2Fgo.example.com%2Fcode")
                    let token = try token(of: caller, owner, keys, client)
                    let host = ["Host": route.prefix?.host ?? "test"]
                    let reply = try client.send(route.method, path, token: token, headers: host)
                    expect(reply, to: route, from: caller, isAdmitted: admitted.contains(caller))
                }
            }
        }
    }

    private func token(
        of caller: Caller, _ owner: TestUser, _ keys: Keys, _ client: TestClient
    ) throws -> String? {
        switch caller {
        case .nobody: return nil
        case .user: return owner.token
        case .otherUser: return try client.signUp().token
        case .server: return keys.server
        case .read: return keys.read
        case .admin: return keys.admin
        case .links: return keys.links
        case .branch: return keys.branch
        case .revokedKey: return keys.revoked
        case .revokedSession:
            #expect(try client.send("DELETE", "/v1/sessions/current", token: owner.token).status == 204)
            return owner.token
        }
    }

    private func expect(
        _ reply: TestClient.Reply, to route: RouteSummary, from caller: Caller, isAdmitted: Bool
    ) {
        let comment = Comment(rawValue: "\(route.method) \(route.pattern) from \(caller): \(reply.text)")
        if Self.legacy.contains(route.pattern) {
            return expectLegacy(reply, to: route, from: caller, isAdmitted: isAdmitted)
        }
        guard !isAdmitted else {
            guard !route.pattern.hasSuffix("/qr") else {
                #expect(reply.status == 404, comment)  // A picture's 404 is a picture.
                return
            }
            // The link hosts answer with pages, and no link has this code; what a page sends has a body.
            if route.prefix != nil, route.method == "GET" {
                #expect(reply.status == 404 && reply.text.hasPrefix("<!DOCTYPE html>"), comment)
                return
            }
            if route.pattern.contains("{code}"), route.prefix == nil, route.method == "GET" {
                return expectProblem(reply, 404, "not-found")
            }
            // These take no body; there is no such redemption.
            if ["capture", "cancel"].contains(where: route.pattern.hasSuffix) {
                return expectProblem(reply, 404, "not-found")
            }
            let missing = ["/trials/{id}", "/pending-changes/{id}", "/pending-changes/{id}/withdraw"]
            if missing.contains(where: route.pattern.hasSuffix) {
                return expectProblem(reply, 404, "not-found")
            }
            if route.pattern.hasSuffix("/backfill") {
                #expect(reply.status == 202, comment)
                return
            }
            if route.pattern.contains("/rules/{name}"), route.method != "GET" {
                #expect(reply.status == (route.method == "PUT" ? 428 : 200), comment)
                return
            }
            if ["/admin/changes", "/admin/stream"].contains(where: route.pattern.hasSuffix) {
                return expectProblem(reply, 409, "changes-off")
            }
            if let status = Self.mailStatus(of: route) ?? Self.webhookStatus(of: route) {
                #expect(reply.status == status, comment)
                return
            }
            // A back end erases only whom it alone speaks for.
            if caller == .server, route.method == "DELETE", route.pattern == "/v1/admin/users/{uid}" {
                return expectProblem(reply, 403, "proof-required")
            }
            // A reason is asked for before the reward is looked for; what to export, number, currency.
            let asking = ["/release", "/void", "/admin/export", "/timeline", "/leaderboard"]
            if asking.contains(where: route.pattern.hasSuffix) {
                return expectProblem(reply, 422, "validation")
            }
            if route.pattern == "/v1/admin/programme", route.method == "PUT" {
                return expectProblem(reply, 428, "precondition-required")
            }
            // Nothing was sent: what passes the gate and wants a body finds none.
            let status = Self.otherSuccess["\(route.method) \(route.pattern)"] ?? Self.success[route.method]
            #expect(reply.status == status, comment)
            return
        }
        switch caller {
        case .nobody, .revokedKey, .revokedSession:
            expectProblem(reply, 401, "unauthenticated")
            #expect(reply[header: "www-authenticate"] == "Bearer", comment)
        case .otherUser where route.pattern.contains("{uid}"): expectProblem(reply, 404, "not-found")
        case .user, .otherUser, .server, .read, .admin, .links, .branch:
            expectProblem(reply, 403, "forbidden")
            #expect(reply.json["detail"]?.string?.hasPrefix("This is \(caller.name). A") == true, comment)
        }
    }

    /// The old wire names, which have their own keys, in the query or the body, and their own errors.
    private static let legacy: Set = [
        "/v1/shortLinks", "/v1/managedShortLinks:create", "/v1/{link}/linkStats",
        "/v1/exchangeShortLink", "/v1/installAttribution", "/v1/reopenAttribution",
        "/v1/url", "/v1/url/bulk/{branch_key}", "/v1/credits", "/v1/credithistory", "/v1/redeem",
        "/v1/reconcile", "/v1/event", "/v2/event/custom", "/v2/event/standard", "/v1/install", "/v1/open",
    ]

    private func expectLegacy(
        _ reply: TestClient.Reply, to route: RouteSummary, from caller: Caller, isAdmitted: Bool
    ) {
        let comment = Comment(rawValue: "\(route.method) \(route.pattern) from \(caller): \(reply.text)")
        // Who brings none of their keys isn't told even whether links are off.
        var status: Int64 = 400
        if !isAdmitted { status = Self.isKnown(caller) ? 403 : 401 }
        if route.pattern.hasSuffix("/linkStats") {
            // A key of Shipmate's goes for theirs, and there is no such link.
            let readers: Set<Caller> = [.server, .read, .admin, .links]
            status = readers.contains(caller) ? 404 : Self.isKnown(caller) ? 403 : 401
        }
        #expect(reply.status == status && reply.json["error"]?["code"]?.integer == status, comment)
    }

    private static func isKnown(_ caller: Caller) -> Bool {
        ![.nobody, .revokedKey, .revokedSession].contains(caller)
    }

    private static let otherSuccess = [
        "POST /v1/invites": 201, "DELETE /v1/users/me": 202,
        "POST /v1/users/me/stream/tickets": 201,
        "DELETE /v1/admin/users/{uid}/sessions": 400,
        "DELETE /v1/admin/users/{uid}/identities/{provider}": 400,
    ]
    private static let success = ["GET": 200, "DELETE": 204, "POST": 400, "PUT": 400, "PATCH": 400]
}

extension Set<AccessMatrixTests.Caller> {
    static let everybody = Set(AccessMatrixTests.Caller.allCases)
    static let users: Set = [.user, .otherUser]
}
