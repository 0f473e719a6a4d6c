import Crypto
import HTTP
import JSON
import Referrals
import TestSupport
import Testing

@testable import Console

/// A server on which each page of the console has something to show, and all forms are there.
struct ConsoleFormCast {
    static let console = AdminConsole(ConsoleConfiguration())
    /// Actions that the forms don't lead to: on another operator's change, and on a disabled webhook.
    static let unasked: Set<String> = [
        "/admin/changes/{id}/approve", "/admin/changes/{id}/refuse", "/admin/webhooks/{id}/enable",
    ]
    private static let rule = [
        "name": "level-5", "version": "1", "description": "A friend reached level 5",
        "when_kind": "highest_level", "when_number": "5", "pay_role": "referrer", "pay_amount": "60",
        "pay_currency": "pieces_of_eight", "players": "all", "hold_hours": "0",
    ]

    let client: ConsoleClient
    let token: String
    private let anne: TestUser
    /// Of pages that the parameters below don't lead to.
    private let pages: [String: String]
    private let parameters: [String: String]

    static func with(_ body: (ConsoleFormCast) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        options.approvals = [.adjustments]
        try await ConsoleActionTests.withStory(options) { story in
            try await body(try await ConsoleFormCast(story))
        }
    }

    private init(_ story: ConsoleActionTests.Story) async throws {
        (client, token, anne) = (story.client, story.token, story.anne)
        // The account's page has a button for another session.
        _ = try ConsoleClient.signedIn(story.server, try await story.server.key(.admin))
        let held = try story.server.database.psql("SELECT id FROM rewards WHERE status = 'held'")
        let link = try story.server.client.send("POST", "/v1/invites", token: anne.token, ["channel": "sms"])
        let code = link.json["link"]?["short_link"]?.string?.split(separator: "/").last ?? ""
        let (webhook, redemption) = (try Self.webhook(story), try await Self.redemption(story))
        let adjustment = [
            "id": newID(), "currency": "pieces_of_eight", "amount": "25", "reason": "a lost parcel",
        ]
        parameters = ["{uid}": anne.uid, "{name}": "level-5", "{code}": String(code)]
        pages = [
            "/admin/reviews/{id}": "/admin/reviews/\(held)",
            "/admin/new-link": "/admin/new-link?link=\("https://example.com/summer".queryEncoded)",
            "/admin/players/{uid}/rewards/{id}/reverse": "\(story.page)/rewards/\(held)/reverse",
            "/admin/players/{uid}/redemptions/{id}/refund": redemption,
            "/admin/webhooks/{id}": webhook, "/admin/webhooks/{id}/edit": "\(webhook)/edit",
            "/admin/webhooks/{id}/resend": "\(webhook)/resend?position=1&day=1&name=reward.paid",
            "/admin/changes/{id}": try #require(
                try story.act("\(story.page)/adjust", adjustment)["location"]),
            "/admin/trials/{id}": try await Self.trial(story),
        ]
    }

    private static func webhook(_ story: ConsoleActionTests.Story) throws -> String {
        let fields = ["id": freshID(), "url": "https://game.example/", "signature": "v1"]
        let made = try story.act("/admin/webhooks/create", fields)
        TestSecrets.note(try #require(made.text.shownSecret))
        return "/admin/webhooks/\(fields["id"] ?? "")"
    }

    /// The page of the refund.
    private static func redemption(_ story: ConsoleActionTests.Story) async throws -> String {
        let (id, uid) = (newID(), story.ben.uid)
        let redemption: JSONValue = [
            "id": .string(id), "currency": "pieces_of_eight", "amount": 20, "reason": "a parrot",
        ]
        try story.server.client.send(
            "POST", "/v1/users/\(uid)/redemptions", token: try await story.server.key(.server), redemption
        ).required(201)
        return "/admin/players/\(uid)/redemptions/\(id)/refund"
    }

    /// The page of a trial that is done.
    private static func trial(_ story: ConsoleActionTests.Story) async throws -> String {
        let fields = rule.merging(["form_token": story.token]) { $1 }
        let path = try #require(try story.client.submit("/admin/rules/try", fields)["location"])
        let isDone = try await eventually { !(try story.client.get(path).text.contains("data-reload=")) }
        #expect(isDone)
        return path
    }

    func path(of view: any ConsoleView) throws -> String {
        let path = parameters.reduce(pages[view.path] ?? view.path) {
            $0.replacing($1.key, with: $1.value)
        }
        return try #require(path.contains("{") ? nil : path, "the cast has no page \(view.path)")
    }

    /// The action that a form's path leads to.
    func action(at path: String) -> (any ConsoleAction)? {
        let parts = path.split(separator: "/")
        return Self.console.actions.first { action in
            let pattern = action.path.split(separator: "/")
            return pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }

    /// Fields that the operator fills in; those that a form hasn't do nothing.
    func typed(into action: any ConsoleAction) -> [String: String] {
        guard action is ChangeTrust else {
            return [
                "reason": "x", "moderation": "blocked", "currency": "pieces_of_eight", "amount": "5",
                "state": "paused", "note": "x", "typed": anne.uid, "url": "https://game.example/",
                "description": "other", "signature": "v1", "type": "reward.paid", "decision": "release",
                "from": "2026-01-01T00:00", "until": "2026-01-02T00:00",
            ]
        }
        let names = ReferralSource.allCases.map(\.rawValue) + [TrustFields.userEvents]
        let action = TrustAction.allCases.last?.rawValue ?? ""
        let checks = TrustCheck.Kind.allCases.map { ($0.rawValue, "") }
        return Dictionary(names.map { ($0, action) } + checks) { $1 }
    }
}

/// A form as the page has it.
struct ConsoleForm {
    /// From its attributes to its end.
    let html: String

    var action: String { attribute("action") }
    var method: String { attribute("method") }

    private func attribute(_ name: String) -> String {
        let start = html.prefix { $0 != ">" }
        guard let range = start.firstRange(of: "\(name)=\"") else { return "" }
        return String(start[range.upperBound...].prefix { $0 != "\"" })
    }
}

extension String {
    var forms: [ConsoleForm] {
        ranges(of: "<form ").map { start in
            let rest = self[start.upperBound...]
            let end = rest.firstRange(of: "</form>")?.lowerBound ?? endIndex
            return ConsoleForm(html: String(rest[..<end]))
        }
    }
}
