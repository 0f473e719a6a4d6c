import HTTP
import JSON
import TestSupport
import Testing

/// What a bad link gets: every mistake, each with its pointer.
struct LinkInputTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let body: JSONValue
        let mistakes: [String]
        var testDescription: String { "\(mistakes)" }

        init(_ body: JSONValue, _ mistakes: String...) {
            self.body = body
            self.mistakes = mistakes
        }

        /// A link that is good but for `members`.
        static func with(_ members: [String: JSONValue], _ mistakes: String...) -> Row {
            let all = members.merging(["link": "https://example.com/play"]) { given, _ in given }
            var row = Row(.object(all))
            row = Row(row.body, all: mistakes)
            return row
        }

        private init(_ body: JSONValue, all mistakes: [String]) {
            self.body = body
            self.mistakes = mistakes
        }
    }

    private static func text(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }

    private static func url(bytes: Int) -> JSONValue {
        let start = "https://example.com/"
        return .string(start + String(repeating: "x", count: bytes - start.utf8.count))
    }

    static let links: [Row] =
        [
            "", "example.com/play", "/play", "ftp://example.com/", "javascript:alert(1)", "mailto:a@b.c",
            "intent://x#Intent;end", "https://", "https:///play", "https://ann:secret@example.com/",
            "https://ann@example.com/", "https://example.com/a b", "https://example.com/\u{1}",
            "https://example.com/\r\nSet-Cookie: a=b", "https://example.com/\u{202E}",
            "https://exa mple.com/",
        ].map { Row(["link": .string($0)], "/link invalid") } + [
            Row([:], "/link required"), Row(["link": .null], "/link required"),
            Row(["link": 5], "/link wrong_type"), Row(["link": url(bytes: 7169)], "/link too_long"),
            Row(["link": "https://go.example.com/abc"], "/link invalid"),
            Row(["link": "https://GO.example.com/?link=https://example.com/"], "/link invalid"),
            Row(["link": "https://example.com/invite/abc"], "/link invalid"),
        ]

    static let parts: [Row] = [
        .with(["linkk": "x"], "/linkk unknown_field"),
        .with(["domain_uri_prefix": "http://go.example.com"], "/domain_uri_prefix invalid"),
        .with(["domain_uri_prefix": "https://elsewhere.example.org"], "/domain_uri_prefix invalid"),
        .with(["android": "x"], "/android wrong_type"),
        .with(["android": ["package": "x"]], "/android/package unknown_field"),
        .with(["android": ["package_name": "a b"]], "/android/package_name invalid"),
        .with(["android": ["package_name": "org.other.app"]], "/android/package_name invalid"),
        .with(["android": ["min_version_code": 0]], "/android/min_version_code out_of_range"),
        .with(["android": ["min_version_code": "5"]], "/android/min_version_code wrong_type"),
        .with(["android": ["fallback_link": "x"]], "/android/fallback_link invalid"),
        .with(["ios": ["app_store_id": "id1234"]], "/ios/app_store_id invalid"),
        .with(["ios": ["app_store_id": 1234]], "/ios/app_store_id wrong_type"),
        .with(["ios": ["custom_scheme": "javascript"]], "/ios/custom_scheme invalid"),
        .with(["ios": ["custom_scheme": "my app"]], "/ios/custom_scheme invalid"),
        .with(["ios": ["min_version": text(33)]], "/ios/min_version too_long"),
        .with(["ios": ["forced_redirect": 1]], "/ios/forced_redirect wrong_type"),
        .with(["desktop": ["fallback_link": "ftp://example.com/"]], "/desktop/fallback_link invalid"),
        .with(["social": ["title": text(201)]], "/social/title too_long"),
        .with(["social": ["title": ""]], "/social/title too_short"),
        .with(["social": ["description": text(501)]], "/social/description too_long"),
        .with(["social": ["image_link": "http://example.com/a.png"]], "/social/image_link invalid"),
        .with(["analytics": ["utm_source": text(257)]], "/analytics/utm_source too_long"),
        .with(["analytics": ["itunes": ["xt": "1"]]], "/analytics/itunes/xt unknown_field"),
        .with(["suffix": "short"], "/suffix invalid"),
        .with(["alias": ""], "/alias invalid"), .with(["alias": "a b"], "/alias invalid"),
        .with(["alias": "a/b"], "/alias invalid"), .with(["alias": text(129)], "/alias invalid"),
        .with(["alias": "v1"], "/alias reserved"), .with(["alias": "claim"], "/alias reserved"),
        .with(["channel": ""], "/channel too_short"), .with(["feature": text(129)], "/feature too_long"),
        .with(["campaign": "\u{0}"], "/campaign invalid"),
        .with(["tags": "a"], "/tags wrong_type"),
        .with(["tags": .array(Array(repeating: "a", count: 33))], "/tags too_long"),
        .with(
            ["tags": ["a", 5, "", text(65)]], "/tags/1 wrong_type", "/tags/2 too_short", "/tags/3 too_long"),
        .with(["one_time": "yes"], "/one_time wrong_type"),
        .with(["expires_at": "tomorrow"], "/expires_at invalid"),
        .with(["expires_at": "2020-01-01T00:00:00Z"], "/expires_at out_of_range"),
    ]

    static let data: [Row] = [
        .with(["data": "{}"], "/data wrong_type"), .with(["data": []], "/data wrong_type"),
        .with(["data": ["a": text(8185)]], "/data too_long"),
        .with(["data": ["a": ["\u{0}"]]], "/data invalid"),
        .with(["data": deep(17)], "/data invalid"),
    ]

    /// Branch's control parameters that people are sent to, or that name a page.
    private static let leading = [
        "$desktop_url", "$android_url", "$ios_url", "$ipad_url", "$fire_url", "$blackberry_url",
        "$windows_phone_url", "$after_click_url", "$og_url",
    ]

    /// What Branch's control parameters must not say.
    static let directives: [Row] =
        (leading + ["$og_image_url", "$og_video"]).flatMap { name in
            [
                "javascript:alert(1)", " javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
                "//evil.example/", "https://example.com/\r\nSet-Cookie: a=b",
                "https://example.com@evil.example/",
                #"https://example.com\@evil.example/"#, "https://example.com/\"><script>",
            ].map { Row.with(["data": .object([name: .string($0)])], "/data/\(name) invalid") }
        }
        + [
            "a\r\nLocation: https://evil.example/", "a\u{1B}b", "a b", "a\"onclick=\"x", "\u{202E}a",
            String(repeating: "x", count: 2049),
        ].map { Row.with(["data": ["$deeplink_path": .string($0)]], "/data/$deeplink_path invalid") }
        + [
            .with(["data": ["$always_deeplink": "maybe"]], "/data/$always_deeplink invalid"),
            .with(
                ["data": ["$ios_url": "https://go.example.com/abc"]], "/data/$ios_url invalid"),
        ]

    private static func deep(_ levels: Int) -> JSONValue {
        (1..<levels).reduce([:]) { inner, _ in ["a": inner] }
    }

    @Test(arguments: [links, parts, data, directives])
    func `tells each mistake with its pointer`(_ rows: [Row]) async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            for row in rows {
                let reply = try client.send("POST", "/v1/links", token: anne.token, row.body)
                #expect(reply.status == 422 && reply.mistakes == row.mistakes, "\(row.body): \(reply.text)")
            }
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }

    @Test func `takes what is just within the limits`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let rows: [[String: JSONValue]] = [
                ["link": Self.url(bytes: 7168), "desktop": ["fallback_link": Self.url(bytes: 7168)]],
                ["data": ["a": Self.text(8184)]], ["data": Self.deep(16)], ["data": [:]],
                ["tags": .array(Array(repeating: Self.text(64), count: 32))],
                ["alias": Self.text(128), "channel": Self.text(128)],
                ["android": [:], "ios": [:], "desktop": [:], "social": [:], "analytics": ["itunes": [:]]],
                ["android": .null, "data": .null, "tags": .null, "alias": .null],
            ]
            for row in rows { expect(try client.makeLink(row, token: anne.token), 201) }
        }
    }

    @Test func `tells all mistakes at once, those of the profile among them`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let reply = try client.makeLink(
                [
                    "android": ["package_name": "org.other.app"], "tags": [5], "expires_at": "x",
                    "desktop": ["fallback_link": "https://evil.example.org/"], "colour": "red",
                ], token: anne.token)
            expectProblem(reply, 422, "validation")
            #expect(
                Set(reply.mistakes) == [
                    "/android/package_name invalid", "/tags/0 wrong_type", "/expires_at invalid",
                    "/desktop/fallback_link not_allowed", "/colour unknown_field",
                ])
        }
    }

    @Test func `leads nowhere but where the patterns allow`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let evil: JSONValue = "https://example.com.evil.example.org/"
            let rows: [([String: JSONValue], String)] =
                [
                    (["link": evil], "/link"),
                    (["android": ["fallback_link": evil]], "/android/fallback_link"),
                    (["ios": ["fallback_link": evil]], "/ios/fallback_link"),
                    (["ios": ["ipad_fallback_link": evil]], "/ios/ipad_fallback_link"),
                    (["desktop": ["fallback_link": evil]], "/desktop/fallback_link"),
                ] + Self.leading.map { (["data": .object([$0: evil])], "/data/\($0)") }
            for (members, pointer) in rows {
                let reply = try client.makeLink(members, token: anne.token)
                expectProblem(reply, 400, "link-not-allowed", mistakes: ["\(pointer) not_allowed"])
            }
            let invite = try client.invite(["data": ["$ios_url": evil]], token: anne.token)
            expectProblem(invite, 400, "link-not-allowed", mistakes: ["/data/$ios_url not_allowed"])
            expect(try client.makeLink(["data": ["url": evil]], token: anne.token), 201)
        }
    }
}
