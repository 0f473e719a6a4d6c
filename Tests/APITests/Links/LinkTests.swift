import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/links` and `GET /v1/links/{code}`.
struct LinkTests {
    static let whole: [String: JSONValue] = [
        "link": "https://example.com/play?level=3", "domain_uri_prefix": "https://example.com/invite",
        "android": [
            "package_name": "com.example.game", "fallback_link": "https://example.com/android",
            "min_version_code": 12,
        ],
        "ios": [
            "bundle_id": "com.example.game", "app_store_id": "1234567890",
            "fallback_link": "https://example.com/ios", "ipad_fallback_link": "https://example.com/ipad",
            "ipad_bundle_id": "com.example.game", "custom_scheme": "examplegame", "min_version": "2.1",
            "forced_redirect": true,
        ],
        "desktop": ["fallback_link": "https://example.com/desktop"],
        "social": [
            "title": "Come & sail", "description": "A game", "image_link": "https://example.com/a.png",
        ],
        "analytics": [
            "utm_source": "mail", "utm_medium": "email", "utm_campaign": "x", "utm_term": "t",
            "utm_content": "c", "gclid": "g", "itunes": ["pt": "1", "at": "2", "ct": "3", "mt": "8"],
        ],
        "data": [
            "$desktop_url": "https://example.com/d", "$always_deeplink": true,
            "coins": [1, .number(2.5), "µ"],
        ],
        "suffix": "SHORT", "channel": "email", "feature": "invite", "campaign": "summer",
        "tags": ["a", "b"], "one_time": true, "expires_at": "2099-01-01T00:00:00Z",
    ]

    @Test func `makes a link of all that can be said, and shows it again`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let reply = try client.makeLink(Self.whole, token: anne.token)
            expect(reply, 201)
            #expect(reply.json["warnings"] == [])
            #expect(reply[header: "location"] == "/v1/links/\(reply.code)")
            #expect(reply.shortLink == "https://example.com/invite/\(reply.code)")
            #expect(reply.link["preview_link"]?.string == reply.shortLink + "?d=1")
            #expect(reply.link["qr_link"]?.string == reply.shortLink + "/qr")
            #expect(reply.link["created_at"]?.isTime == true)
            for name in ["channel", "feature", "campaign", "tags", "one_time", "data"] {
                let given = Self.whole[name] ?? .null
                #expect(reply.link[name] == given || name == "data", "\(name)")
            }
            #expect(reply.link["data"]?["coins"] == [1, .number(2.5), "µ"])
            #expect(reply.link["expires_at"] == "2099-01-01T00:00:00.000Z")
            let long = reply.link["long_link"]?.string ?? ""
            #expect(long.hasPrefix("https://example.com/invite/?link=https%3A%2F%2Fexample.com%2Fplay"))
            for part in ["amv=12", "efr=1", "ius=examplegame", "imv=2.1", "gclid=g", "pt=1", "ofl="] {
                #expect(long.contains(part), "\(part)")
            }
            let shown = try client.get("/v1/links/\(reply.code)", token: anne.token)
            expect(shown, 200)
            #expect(shown.link == reply.link)
        }
    }

    @Test func `asks for nothing but where the link leads`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let reply = try client.makeLink(token: anne.token)
            expect(reply, 201)
            #expect(reply.code.count == 17)
            #expect(reply.shortLink == "https://go.example.com/\(reply.code)")
            for name in ["channel", "feature", "campaign", "expires_at", "data"] {
                #expect(reply.link[name] == .null, "\(name)")
            }
            #expect(reply.link["tags"] == [])
            #expect(reply.link["one_time"] == false)
            #expect(try client.makeLink(token: anne.token).code != reply.code)
            #expect((4...8).contains(try client.makeLink(["suffix": "SHORT"], token: anne.token).code.count))
            let bare = try client.makeLink(["domain_uri_prefix": "go.example.com"], token: anne.token)
            #expect(bare.shortLink.hasPrefix("https://go.example.com/"))
        }
    }

    @Test func `an alias is the same link for the same content, and nobody else's`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let summer: [String: JSONValue] = ["alias": "Summer-2026", "data": ["a": 1]]
            let first = try client.makeLink(summer, token: anne.token)
            expect(first, 201)
            #expect(first.shortLink == "https://go.example.com/Summer-2026")
            let again = try client.makeLink(summer, token: anne.token)
            expect(again, 200)
            #expect(again.json == first.json)
            let other = summer.merging(["data": ["a": 2]]) { $1 }
            for reply in [
                try client.makeLink(other, token: anne.token),
                try client.makeLink(summer, token: try client.signUp().token),
                try client.makeLink(summer, token: try await server.key(.server)),
            ] {
                expectProblem(reply, 409, "alias-already-in-use")
            }
            // Case matters in a code.
            expect(try client.makeLink(["alias": "summer-2026"], token: anne.token), 201)
        }
    }

    @Test func `shows a link to its owner and to keys, to others as if absent`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp()
            let backend = try await server.key(.server)
            let annes = try client.makeLink(token: anne.token).code
            let apps = try client.makeLink(token: backend).code
            let admins = try client.makeLink(token: try await server.key(.admin)).code
            for path in ["/v1/links/\(annes)", "/v1/links/\(annes)/stats"] {
                expect(try client.get(path, token: anne.token), 200)
                expectProblem(try client.get(path, token: ben.token), 404, "not-found")
            }
            for code in [apps, admins, "unknown", "no.code", "%20"] {
                expectProblem(try client.get("/v1/links/\(code)", token: anne.token), 404, "not-found")
            }
            for scope in [APIKey.Scope.server, .read, .admin] {
                let key = try await server.key(scope)
                for code in [annes, apps, admins] {
                    expect(try client.get("/v1/links/\(code)", token: key), 200)
                    expect(try client.get("/v1/links/\(code)/stats", token: key), 200)
                }
                expectProblem(try client.get("/v1/links/unknown/stats", token: key), 404, "not-found")
            }
        }
    }

    @Test func `warns of what a link says in vain`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let reply = try client.makeLink(["android": ["min_version_code": 12]], token: anne.token)
            expect(reply, 201)
            let warnings = reply.json["warnings"]?.array ?? []
            #expect(!warnings.isEmpty)
            #expect(warnings.allSatisfy { $0["code"]?.string != nil && $0["message"]?.string != nil })
        }
    }

    @Test func `without a profile links are off, and the answer says what to set`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let token = try client.signUp().token
            let click: JSONValue = ["link_click_id": .string(newID()), "event": "install"]
            for reply in [
                try client.makeLink(token: token), try client.invite(token: token),
                try client.claim(as: .iphone(at: "192.0.2.1")), try client.get("/v1/links/x", token: token),
                try client.get("/v1/links/x/stats", token: token),
                try client.send("POST", "/v1/links/events", click),
            ] {
                expectProblem(reply, 404, "links-off")
                #expect(reply.json["detail"]?.string?.contains("SHIPMATE_APP_PROFILE") == true)
            }
        }
    }
}
