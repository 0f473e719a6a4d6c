import HTTP
import JSON
import TestSupport
import Testing

/// Mails that don't go out at once.
struct OutboxTests {
    @Test func `a mail that is refused is tried again after a minute, then two, and goes out in the end`()
        async throws
    {
        try await MailServed.with { here in
            try here.mails.behave(.refuse)
            let ben = try here.holder()
            try here.client.send("POST", "/v1/users/me/email/verification", token: ben.token).required(202)
            for (attempt, minutes) in [(1, 1), (2, 2), (3, 4)] {
                let isPut = try await eventually {
                    try row(
                        "attempts = \(attempt) AND due_at > clock_timestamp() + interval '\(minutes) min' * 0.5",
                        here)
                }
                #expect(isPut, "\(attempt)")
                #expect(try row("due_at < clock_timestamp() + interval '\(minutes) min' * 1.01", here))
                if attempt == 3 { try here.mails.behave(.accept) }
                try here.server.database.tamper("mails", set: "due_at = clock_timestamp()")
            }
            let mail = try await here.mails.next(to: "ben@example.com")
            #expect(try here.press(mail).status == 200)
            // The mail is in its box before the server has heard that it was taken.
            let isCounted = try await eventually {
                try here.client.get("/metrics").text.contains("shipmate_mails_total{outcome=\"sent\"} 1")
            }
            #expect(isCounted)
            let metrics = try here.client.get("/metrics").text
            #expect(metrics.contains("shipmate_mails_total{outcome=\"failed\"} 3"))
        }
    }

    @Test func `a mail that is of no use any more is given up, with a line in the log and a count`()
        async throws
    {
        try await MailServed.with { here in
            try here.mails.behave(.refuse)
            let ben = try here.holder()
            try here.client.send("POST", "/v1/users/me/email/verification", token: ben.token).required(202)
            #expect(
                try await eventually {
                    try row("attempts = 1 AND due_at > clock_timestamp() + interval '40 s'", here)
                })
            try here.server.database.tamper(
                "mails",
                set: "due_at = clock_timestamp(), expires_at = clock_timestamp() + interval '1 min'")
            #expect(
                try await eventually { try here.server.database.psql("SELECT count(*) FROM mails") == "0" })
            let isTold = try await eventually {
                try here.client.get("/metrics").text.contains("shipmate_mails_total{outcome=\"given_up\"} 1")
            }
            #expect(isTold)
            #expect(try await eventually { try here.server.log.text.contains("a mail was given up") })
        }
    }

    @Test func `a crowd that asks for links delays nobody for long`() async throws {
        try await MailServed.with { here in
            _ = try here.holder()
            try here.server.database.psql(
                """
                INSERT INTO mails (uid, id, kind, recipient, language, created_at, expires_at, due_at)
                SELECT gen_random_uuid(), gen_random_uuid(), 'reset_asked', 'nobody-' || n || '@example.com', 'en',
                    now(), now() + interval '1 h', now() - interval '1 s'
                FROM generate_series(1, 400) AS n
                """)
            try here.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"]).required(202)
            _ = try await here.mails.next(to: "ben@example.com")
        }
    }

    @Test func `who asks again and again gets one mail, and its link is good`() async throws {
        try await MailServed.with { here in
            _ = try here.owner()
            _ = try here.owner("cal@example.com")
            try here.server.database.psql(
                """
                INSERT INTO mails (uid, id, kind, recipient, language, created_at, expires_at, due_at)
                SELECT gen_random_uuid(), gen_random_uuid(), 'reset_asked',
                    CASE WHEN n % 2 = 0 THEN 'ben' ELSE 'cal' END || '@example.com', 'en', now(),
                    now() + interval '1 h', now() - n * interval '1 s'
                FROM generate_series(1, 150) AS n
                """)
            for email in ["ben@example.com", "cal@example.com"] {
                let mail = try await here.mails.next(to: email)
                #expect(try here.press(mail, password: PasswordResetTests.password).status == 200)
            }
            let isDone = try await eventually {
                try here.server.database.psql("SELECT count(*) FROM mails") == "0"
            }
            #expect(isDone)
            // And one each that tells of another password.
            #expect(here.mails.received.count == 4)
        }
    }

    @Test func `those who ask at once share transactions, and who finds no room is told when to come again`()
        async throws
    {
        try await MailServed.with { here in
            let clients = try (1...150).map { _ in try here.server.client }
            for (number, client) in clients.enumerated() {
                try client.post(
                    "POST", "/v1/password-resets", ["email": .string("nobody-\(number)@example.com")])
            }
            let replies = try clients.map { try $0.reply() }
            let refused = replies.filter { $0.status != 202 }
            for reply in refused {
                expectProblem(reply, 503, "unavailable")
                #expect(reply.raw.headers.contains { $0.name.lowercased() == "retry-after" })
            }
            let metrics = try here.client.get("/metrics").text
            let asked = try count("sum", metrics)
            #expect(asked == replies.count - refused.count && asked > 0)
            #expect(try count("count", metrics) < max(2, asked))
        }
    }

    private func count(_ part: String, _ metrics: String) throws -> Int {
        let name = "shipmate_batch_commands_\(part){kind=\"mail_asks\"} "
        let line = try #require(metrics.split(separator: "\n").first { $0.hasPrefix(name) })
        return Int(try #require(Double(line.dropFirst(name.count))))
    }

    @Test func `a server that is killed at it leaves the mail to another`() async throws {
        try await MailServed.with { here in
            try here.mails.behave(.slow)
            let ben = try here.holder()
            try here.client.send("POST", "/v1/users/me/email/verification", token: ben.token).required(202)
            #expect(await eventually { here.mails.outside.text(of: "slow") != nil })
            // Taken, for half a minute at most, after which whoever comes takes it.
            #expect(try row("attempts = 1 AND due_at < clock_timestamp() + interval '31 s'", here))
            try here.mails.behave(.accept)
            var options = TestServer.Options()
            options.mailServer = here.mails
            let other = try await TestServer.start(on: here.server.database, options)
            try here.server.database.tamper("mails", set: "due_at = clock_timestamp()")
            _ = try await here.mails.next(to: "ben@example.com")
            await other.stop()
        }
    }

    private func row(_ condition: String, _ here: MailServed) throws -> Bool {
        try here.server.database.psql("SELECT count(*) FROM mails WHERE \(condition)") == "1"
    }
}
