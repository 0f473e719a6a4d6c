import Crypto
import HTTP
import JSON
import Links
import Referrals
import TestSupport
import Testing
import Values

@testable import Console

/// The rule editor: a form, a trial, and only then another version.
struct ConsoleRuleTests {
    /// The fields of a rule's form, as the page has them.
    private static let raised = [
        "name": "level-5", "version": "1", "description": "A friend reached level 5",
        "when_kind": "highest_level", "when_number": "5", "pay_role": "referrer", "pay_amount": "60",
        "pay_currency": "pieces_of_eight", "players": "all", "hold_hours": "0",
    ]

    /// The page of a trial that is done.
    private func trial(_ path: String, _ client: ConsoleClient) async throws -> String {
        let page = try await eventually { () -> String? in
            let text = try client.get(path).text
            return text.contains("data-reload=\"1000\"") ? nil : text
        }
        return try #require(page)
    }

    @Test func `a raise shows what it would have cost, and is saved after that`() async throws {
        try await ConsolePageTests.withStory { server, _, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let token = try client.formToken()
            let form = try client.get("/admin/rules/level-5/edit").text
            #expect(form.contains("name=\"pay_amount\" value=\"50\""))
            var fields = Self.raised
            fields["form_token"] = token
            let tried = try client.submit("/admin/rules/try", fields)
            #expect(tried.status == 303)
            let path = try #require(tried["location"])
            let page = try await trial(path, client)
            // One reward of 60 instead of 50.
            for cell in [">60<", ">50<", ">10<"] { #expect(page.contains("class=\"number\"\(cell)")) }
            #expect(
                try server.database.psql("SELECT count(*) FROM rule_versions WHERE name = 'level-5'") == "1")
            let save = "\(path.prefix { $0 != "?" })/save"
            let saved = try client.submit(save, ["form_token": token, "version": "1"])
            #expect(saved["location"] == "/admin/rules/level-5")
            #expect(try client.get("/admin/rules/level-5").text.contains("the referrer 60 pieces_of_eight"))
            // The same terms again are saved already; others of the former version are refused.
            #expect(try client.submit(save, ["form_token": token, "version": "1"]).status == 303)
            fields["pay_amount"] = "70"
            let other = try #require(try client.submit("/admin/rules/try", fields)["location"])
            _ = try await trial(other, client)
            let stale = try client.submit(
                "\(other.prefix { $0 != "?" })/save", ["form_token": token, "version": "1"])
            #expect(stale.status == 422 && stale.text.contains("meanwhile"))
            let back = try client.get("/admin/rules/level-5/edit?trial=\(other.dropFirst(14).prefix(36))")
                .text
            #expect(back.contains("value=\"70\"") && back.contains("name=\"version\" value=\"2\""))
        }
    }

    @Test func `a new rule is created as a draft, activated, and paused`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let token = try client.formToken()
            #expect(try client.get("/admin/new-rule?copy=level-5").text.contains("value=\"5\""))
            var fields = Self.raised
            fields["name"] = "level-5-more"
            fields["version"] = nil
            fields["form_token"] = token
            let path = try #require(try client.submit("/admin/rules/try", fields)["location"])
            _ = try await trial(path, client)
            #expect(try client.submit("\(path)/save", ["form_token": token]).status == 303)
            let page = "/admin/rules/level-5-more"
            #expect(try client.get(page).text.contains(">Draft<"))
            for state in ["active", "paused"] {
                var fields = ["form_token": token, "state": state]
                let summary = try client.submit("\(page)/state", fields).text
                for name in ["before", "version"] {
                    let range = try #require(summary.firstRange(of: "name=\"\(name)\" value=\""))
                    fields[name] = String(summary[range.upperBound...].prefix { $0 != "\"" })
                }
                fields["confirmed"] = "yes"
                #expect(try client.submit("\(page)/state", fields).status == 303, "\(state)")
            }
            #expect(try client.get(page).text.contains(">Paused<"))
            // Seen before another version was made.
            let stale = [
                "form_token": token, "state": "active", "before": "paused", "version": "9",
                "confirmed": "yes",
            ]
            let refused = try client.submit("\(page)/state", stale)
            #expect(refused.status == 422 && refused.text.contains("meanwhile"))
            #expect(try client.get(page).text.contains(">Paused<"))
        }
    }

    @Test(arguments: [
        (["name": "No Good", "version": ""], "name-0", "A name has"),
        (["version": ""], "name-0", "has this name"),
        (["pay_amount": "many"], "pay_amount-0", "An amount is a whole number"),
        (["pay_amount": "2: 50"], "pay_amount-0", "The first tier begins"),
        (["pay_currency": "shells"], "pay_currency-0", "not in use"),
        (["when_kind": "milestone"], "when_name-0", "A name begins"),
        (["when_kind": "pigs_fly"], "when_kind-0", "Choose another condition"),
        (["when_number": "0"], "when_number-0", "from 1 to 1,000,000"),
        (["when_number": "five"], "when_number-0", "from 1 to 1,000,000"),
        (["budget": "-1"], "budget-0", "A limit is"),
        (["budget": "59"], "budget-0", "below the amount 60"),
        (["per_day": "10001"], "per_day-0", "from 1 to 10,000"),
        (["from": "soon"], "from-0", "A time is"),
        (["from": "2026-12-02T00:00", "until": "2026-12-01T00:00"], "until-0", "before the start"),
        (["hold_hours": "9000"], "hold_hours-0", "The hours held"),
        (["when_kind": ""], "when_kind-0", "1 to 16 conditions"),
    ]) func `a mistake is beside its field, and the form keeps what was typed`(
        _ changed: [String: String], _ field: String, _ text: String
    ) async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            var fields = Self.raised.merging(changed) { $1 }
            fields["form_token"] = try client.formToken()
            let reply = try client.submit("/admin/rules/try", fields)
            #expect(reply.status == 422)
            let mistakes = reply.text.matches(of: /<p class="wrong" id="([a-z_0-9-]+)-wrong">([^<]+)</)
            #expect(mistakes.map(\.1) == [Substring(field)])
            #expect(mistakes.first?.2.contains(text) == true, "\(text)")
            #expect(reply.text.contains("A friend reached level 5"))
        }
    }

    @Test func `all mistakes are marked at once, each in its own row`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let fields = [
                ("form_token", try client.formToken()), ("name", "No Good"), ("when_kind", "milestone"),
                ("when_name", "NO"), ("when_number", ""), ("when_kind", "highest_level"), ("when_name", ""),
                ("when_number", "0"), ("pay_role", "referrer"), ("pay_currency", "pieces_of_eight"),
                ("pay_amount", "many"), ("pay_role", "referee"), ("pay_currency", "pieces_of_eight"),
                ("pay_amount", "0"), ("per_day", "10001"), ("budget", "x"), ("hold_hours", "9000"),
                ("from", "soon"),
            ]
            let reply = try client.submit("/admin/rules/try", inOrder: fields)
            #expect(reply.status == 422)
            let mistakes = reply.text.matches(of: /<p class="wrong" id="([a-z_0-9-]+)-wrong">([^<]+)</)
            #expect(
                mistakes.map { String($0.1) } == [
                    "name-0", "when_name-0", "when_number-1", "pay_amount-0", "pay_amount-1", "per_day-0",
                    "budget-0", "hold_hours-0", "from-0",
                ])
        }
    }

    @Test func `the calendar has each rule's time, as a bar and in a table`() async throws {
        try await TestServer.with { server in
            let admin = try await server.key(.admin)
            let terms: JSONValue = [
                "name": "winter", "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 60]],
                "until": "2999-01-01T00:00:00Z", "state": "active",
            ]
            try server.client.send("POST", "/v1/admin/rules", token: admin, terms).required(201)
            let client = try ConsoleClient.signedIn(server, try await server.key(.read))
            let page = try client.get("/admin/rules").text
            #expect(page.contains("until 2999-01-01 00:00\u{A0}UTC\""))
            #expect(page.contains("<time datetime=\"2999-01-01T00:00:00.000Z\">"))
            #expect(page.contains(/aria-label="level-5: from [^"]+, without an end"/))
            #expect(try client.get("/admin/rules?format=csv").text.contains("winter,"))
            let file = try client.get("/admin/rules?format=csv&table=calendar").text
            #expect(file.contains("2999-01-01T00:00:00.000Z\r\n"))
        }
    }

    @Test func `a mistake is in the operator's language`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            var fields = Self.raised.merging(["when_number": "0", "budget": "10"]) { $1 }
            fields["form_token"] = try client.formToken()
            let page = try client.submit("/admin/rules/try", fields, headers: ["Accept-Language": "de"]).text
            for text in ["von 1 bis 1.000.000", "unter dem Betrag 60"] { #expect(page.contains(text)) }
        }
    }

    @Test func `one without the right tries and saves nothing`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.read))
            var fields = Self.raised
            fields["form_token"] = try client.formToken()
            for path in ["/admin/rules/try", "/admin/trials/\(newID())/save", "/admin/rules/level-5/state"] {
                #expect(try client.submit(path, fields).status == 403, "\(path)")
            }
            for path in ["/admin/rules/level-5/edit", "/admin/new-rule", "/admin/trials/\(newID())"] {
                #expect(try client.get(path).status == 403, "\(path)")
            }
        }
    }

    @Test func `a currency that is no longer in use stays chosen, and is refused`() async throws {
        try await TestServer.with { server in
            try server.database.psql(
                "UPDATE currencies SET state = 'archived' WHERE name = 'pieces_of_eight'")
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let form = try client.get("/admin/rules/level-5/edit").text
            #expect(form.contains("<option value=\"pieces_of_eight\" selected=\"\">"))
        }
    }

    @Test func `terms are the same after they were a form`() throws {
        let terms = RuleTerms(
            description: "x",
            when: [
                .level(atLeast: 2), .highestLevel(atLeast: 5), .milestone("boss"),
                .counter(Counter("wins")!, atLeast: 3),
                .signedUp, .emailVerified, .referred, .signedUpWithinDays(7),
                .platform(.ios), .platform(.android), .platform(.desktop),
            ],
            pay: [
                RuleGrant(to: .referee, .piecesOfEight, .fixed(5)),
                RuleGrant(
                    to: .referrer, .piecesOfEight,
                    .tiers([RuleGrant.Tier(from: 1, amount: 50), RuleGrant.Tier(from: 3, amount: 80)])),
            ], players: .new,
            limits: RuleTerms.Limits(perBeneficiary: 5, perBeneficiaryPerDay: 2, budget: 900),
            holdHours: 48)
        #expect(try RuleForm(terms, in: .utc).terms(in: .utc) == terms)
    }
}
