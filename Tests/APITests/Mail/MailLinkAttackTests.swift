import HTTP
import JSON
import TestSupport
import Testing

/// What is tried with the links of mails, and the pages that they lead to.
struct MailLinkAttackTests {
    private static let pages = ["/verify", "/reset", "/undo", "/release", "/delete-account"]

    @Test func `a mail's link is where the service says it is, whatever host a request names`() async throws {
        try await MailServed.with { here in
            let ben = try here.holder()
            let heads = [
                ["Host": "evil.example"], ["X-Forwarded-Host": "evil.example"],
                ["Forwarded": "host=evil.example;proto=https"], ["X-Forwarded-Proto": "evil"],
                ["Origin": "https://evil.example", "Referer": "https://evil.example/"],
            ]
            try here.client.send(
                "POST", "/v1/users/me/email/verification", token: ben.token, headers: heads[0]
            ).required(202)
            try expectOurs(try await here.mails.next(to: "ben@example.com"), here)
            try here.verify(ben)
            for (index, head) in heads.enumerated() {
                try here.client.send(
                    "POST", "/v1/password-resets", headers: head, ["email": "ben@example.com"]
                ).required(202)
                try expectOurs(try await here.mails.next(to: "ben@example.com", after: index + 1), here)
            }
            try here.client.send(
                "PUT", "/v1/users/me/email", token: ben.token, headers: heads[0],
                ["current_password": .string(TestClient.password), "email": "ben@example.org"]
            ).required(202)
            try expectOurs(try await here.mails.next(to: "ben@example.com", after: heads.count + 1), here)
            let form = "email=ben%40example.com"
            #expect(try here.post("/delete-account", form, headers: heads[1]).status == 200)
            try expectOurs(try await here.mails.next(to: "ben@example.com", after: heads.count + 2), here)
        }
    }

    @Test func `no page leads anywhere else, whatever its address asks for`() async throws {
        try await MailServed.with { here in
            _ = try here.holder()
            let evil = "https%3A%2F%2Fevil.example%2F"
            for path in Self.pages {
                for query in [
                    "?next=\(evil)", "?redirect=\(evil)&url=\(evil)&return_to=//evil.example",
                    "?token=\(evil)",
                    "?token=\(String(repeating: "A", count: 64))&continue=\(evil)",
                ] {
                    let shown = try here.get(path + query)
                    let used = try here.post(path + query, "token=\(evil)&next=\(evil)")
                    for page in [shown, used] {
                        #expect(page["location"] == nil && page["refresh"] == nil, "\(path)\(query)")
                        #expect(!page.text.contains("evil") && !page.text.contains("http-equiv"))
                        #expect([200, 410, 422].contains(page.status), "\(path)\(query): \(page.status)")
                    }
                }
                let absolute = try here.get("http://evil.example\(path)", headers: ["Host": "evil.example"])
                #expect(absolute["location"] == nil && !absolute.text.contains("evil"))
            }
        }
    }

    private func expectOurs(_ mail: TestMail, _ here: MailServed) throws {
        let links = mail.text.matches(of: /https?:\/\/[^\/]+/).map { String($0.output) }
        #expect(
            !links.isEmpty && links.allSatisfy { $0 == "http://127.0.0.1:\(here.server.port)" }, "\(links)")
        #expect(!(mail.head + mail.text + mail.html).contains("evil"))
    }
}
