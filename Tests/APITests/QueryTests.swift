import API
import Crypto
import HTTP
import JSON
import Links
import Referrals
import TestSupport
import Testing

/// `limit`, `cursor` and the other query names of lists.
struct QueryTests {
    @Test func `refuses limits, cursors and names that no list has`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.read)
            let admin = "/v1/admin/users/\(user.uid)"
            let lists = [
                ("/v1/users/me/ledger", user.token), ("/v1/users/me/referrals", user.token),
                ("/v1/admin/users", key), ("/v1/admin/links", key), (admin + "/ledger", key),
                (admin + "/referrals", key),
                (admin + "/events", key), (admin + "/decisions", key),
            ]
            for (path, token) in lists {
                for limit in [
                    "0", "201", "-1", "ten", "", "5.0", "1e1", "%2B5", "%205", "99999999999999999999",
                ] {
                    expectProblem(
                        try client.get(path + "?limit=\(limit)", token: token), 422, "validation",
                        mistakes: ["/limit out_of_range"])
                }
                for limit in [1, 200] {
                    expect(try client.get(path + "?limit=\(limit)", token: token), 200)
                }
                expectProblem(
                    try client.get(path + "?cursor=nowhere", token: token), 422, "validation",
                    mistakes: ["/cursor invalid"])
                expectProblem(
                    try client.get(path + "?cursor=", token: token), 422, "validation",
                    mistakes: ["/cursor too_short"])
                expectProblem(
                    try client.get(path + "?limit=5&limit=6", token: token), 422, "validation",
                    mistakes: ["/limit invalid"])
                expectProblem(
                    try client.get(path + "?page=2", token: token), 422, "validation",
                    mistakes: ["/page unknown_field"])
            }
        }
    }

    @Test func `refuses cursors that look like those a list gives`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            let user = try client.signUp()
            for (path, cursor) in [
                ("/v1/admin/rules/level-5/versions", "0"), ("/v1/admin/ledger/statements", "%2B1"),
                ("/v1/admin/rules/level-5/versions", "-1"),
                ("/v1/admin/ledger/statements", "-1"),
                ("/v1/admin/users/\(user.uid)/rewards", newID() + "."),
            ] {
                expectProblem(
                    try client.get("\(path)?cursor=\(cursor)", token: key), 422, "validation",
                    mistakes: ["/cursor invalid"])
            }
        }
    }

    /// Where unknown query parameters are passed over, and why.
    private static let open: [String: String] = [
        "GET /health/live": "probes and caches write into it", "GET /health/ready": "as above",
        "GET /metrics": "scrapers write into it", "GET /openapi.json": "caches write into it",
        "GET /.well-known/jwks.json": "caches write into it", "GET /v1/app": "as above",
        "GET /docs": "people share links to it by all kinds of means", "GET /problems/{slug}": "as above",
        "GET /apple-app-site-association": "Apple's and others' fetchers",
        "GET /applink": "Facebook's fetchers",
        "GET /.well-known/apple-app-site-association": "as above",
        "GET /.well-known/assetlinks.json": "Google's fetchers",
        "GET /": "a link's own parameters and utm_*, fbclid and the like", "GET /{code}": "as above",
        "GET /{code}/qr": "caches write into it",
        "GET /favicon.ico": "as above", "GET /apple-touch-icon.png": "as above",
        "POST /v1/shortLinks": "Firebase's clients", "GET /v1/{link}/linkStats": "Firebase's clients",
        "POST /v1/installAttribution": "Firebase's clients",
        "POST /v1/reopenAttribution": "Firebase's clients",
        "POST /v1/managedShortLinks:create": "Firebase's clients",
        "POST /v1/exchangeShortLink": "Firebase's clients",
        "POST /{code}/tap": "whoever adds to a link",
        "GET /verify": "mail programs add to links", "POST /verify": "the page's own address",
        "GET /reset": "mail programs add to links", "POST /reset": "the page's own address",
        "GET /release": "mail programs add to links", "POST /release": "the page's own address",
        "GET /undo": "mail programs add to links", "POST /undo": "the page's own address",
        "GET /delete-account": "app stores' own links", "POST /delete-account": "the page's own address",
        "POST /v1/url": "Branch's clients", "POST /v1/url/bulk/{branch_key}": "Branch's clients",
        "GET /v1/url": "Branch's clients", "GET /v1/credits": "Branch's clients",
        "GET /v1/credithistory": "Branch's clients", "POST /v1/redeem": "Branch's clients",
        "PUT /v1/url": "Branch's clients", "DELETE /v1/url": "Branch's clients",
        "POST /v1/credits": "Branch's clients", "POST /v1/reconcile": "Branch's clients",
        "POST /v1/event": "Branch's clients", "POST /v2/event/custom": "Branch's clients",
        "POST /v2/event/standard": "Branch's clients", "POST /v1/install": "Branch's clients",
        "POST /v1/open": "Branch's clients",
    ]

    @Test func `every route refuses query parameters that it doesn't know, but for those named here`()
        async throws
    {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try server.client
            let user = try client.signUp()
            let keys = [
                (Access.server, try await server.key(.server)), (.read, try await server.key(.read)),
                (.admin, try await server.key(.admin)),
            ]
            #expect(Set(Self.open.keys).subtracting(server.routes.map { "\($0.method) \($0.pattern)" }) == [])
            for route in server.routes {
                let path = route.pattern.replacing(/\{\w+\}/, with: user.uid)
                let token = keys.first { route.access.contains($0.0) }?.1 ?? user.token
                let headers = ["Host": route.prefix?.host ?? "test"]
                let name = "\(route.method) \(route.pattern)"
                let reply = try client.send(
                    route.method, path + "?shade=dark", token: token, headers: headers)
                guard Self.open[name] == nil else {
                    #expect(!reply.text.contains("shade"), "\(name): \(reply.text)")
                    let plain = try client.send(route.method, path, token: token, headers: headers)
                    #expect(reply.status == plain.status, "\(name)")
                    continue
                }
                // Behind what the query needs and hasn't.
                #expect(reply.mistakes.last == "/shade unknown_field", "\(name): \(reply.text)")
                #expect(reply.status == 422, "\(name)")
                if route.method == "GET" {
                    #expect(try client.send("HEAD", path + "?shade", token: token).status == 422, "\(name)")
                }
            }
        }
    }

    @Test func `a long query is read in time that grows as it does`() async throws {
        try await TestServer.with(.alone) { server in
            let client = try server.client
            let key = try await server.key(.read)
            func seconds(_ count: Int) throws -> Duration {
                let query = (0..<count).map { String($0 + 4096, radix: 32) }.joined(separator: "&")
                let path = "/v1/admin/users?" + query + "&1000"
                #expect(path.utf8.count < 8192)
                let tries = try (0..<5).map { _ in
                    try ContinuousClock().measure {
                        let reply = try client.get(path, token: key)
                        #expect(reply.status == 422 && reply.json["errors"]?.array?.count == 32)
                    }
                }
                return tries.min() ?? .zero
            }
            let (few, many) = (try seconds(200), try seconds(1600))
            // Eight times as many; sixty-four times as long if each looked through those before it.
            #expect(many < few * 24)
        }
    }

    @Test func `refuses search values that can name nothing`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            for query in ["email=ben", "referral_code=short", "referred_by=0000000000"] {
                let name = query.prefix { $0 != "=" }
                expectProblem(
                    try client.get("/v1/admin/users?" + query, token: key), 422, "validation",
                    mistakes: ["/\(name) invalid"])
            }
        }
    }
}
