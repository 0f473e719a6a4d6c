import FoundationEssentials
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate operators` on a database of its own.
@Suite struct OperatorsCommandTests {
    @Test func `an operator is added, changed, reset and removed, and the audit says so`() async throws {
        try await TestDatabase.withSchema { database in
            let added = try #require(printed(database, "add ben@example.com --role support"))
            #expect(added.hasPrefix("https://shipmate.example/admin/invitation?token="))
            #expect(added.utf8.count == "https://shipmate.example/admin/invitation?token=".utf8.count + 44)
            #expect(printed(database, "add Ben@example.com --role admin") == nil, "he is one already")
            #expect(printed(database, "role ben@example.com --role manager") == "")
            let row = try #require(printed(database, "list")).split(separator: "\n").last
            #expect(row?.hasPrefix("ben@example.com  manager  invited  ") == true)
            let again = try #require(printed(database, "reset ben@example.com"))
            #expect(again.hasPrefix("https://") && again != added)
            #expect(printed(database, "remove ben@example.com") == "")
            for action in ["reset", "remove", "role --role admin"] {
                #expect(printed(database, action + " ben@example.com") == nil)
            }
            let audit = try database.psql("SELECT action FROM audit_entries ORDER BY created_at")
            #expect(audit == "operators.add\noperators.role\noperators.reset\noperators.remove")
        }
    }

    @Test func `a link is mailed instead of printed`() async throws {
        try await TestDatabase.withSchema { database in
            let mails = try TestMailServer()
            let settings = [
                "SHIPMATE_SMTP_URL=smtp://127.0.0.1:\(mails.port)?tls=off",
                "SHIPMATE_MAIL_FROM=ship@example.com",
            ]
            let text = printed(database, "add ben@example.com --role support --mail", settings)
            #expect(text == "", "it isn't printed")
            let mail = try #require(mails.received(by: "ben@example.com").first)
            #expect(mail.token?.utf8.count == 43)
            #expect(mail.link?.hasPrefix("https://shipmate.example/admin/invitation?token=") == true)
            try mails.behave(.refuse)
            #expect(printed(database, "reset ben@example.com --mail", settings) == nil)
        }
    }

    @Test func `mails need a server, before anything is changed`() async throws {
        try await TestDatabase.withSchema { database in
            #expect(printed(database, "add ben@example.com --role support --mail") == nil)
            let count = try database.psql("SELECT count(*) FROM operators")
            #expect(count == "0")
        }
    }

    /// What the command prints; nil if it fails.
    private func printed(
        _ database: TestDatabase, _ arguments: String, _ settings: [String] = []
    ) -> String? {
        let variables =
            [
                "DATABASE_URL=\(database.url)", "SHIPMATE_ALLOW_UNSAFE_DATABASE=on",
                "SHIPMATE_PUBLIC_URL=https://shipmate.example",
            ] + settings
        let words = arguments.split(separator: " ").map(String.init)
        return ChildProcess.output(
            of: ["/usr/bin/env"] + variables + [TemporaryCluster.program, "operators"] + words)
    }
}
