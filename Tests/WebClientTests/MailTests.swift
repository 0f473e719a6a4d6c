import EventLoops
import TestSupport
import Testing

@testable import WebClient

/// Mails to a mail server as others run them.
@Suite(.serialized) struct MailTests {
    private static let message = Array("Subject: hello\r\n\r\nA line\r\n.hidden\r\n".utf8)

    @Test func `hands a mail over, with and without TLS, logged in or not`() async throws {
        let authority = try TestAuthority()
        for (security, wanted) in [
            (TestMailServer.Security.none, MailServer.Security.none), (.starttls, .startTLS), (.tls, .tls),
        ] {
            for login in [nil, "ship s3cret+/="] {
                // aiosmtpd wants to see TLS of its own making before a login.
                if login != nil, security == .none { continue }
                let server = try TestMailServer(
                    security, by: security == .none ? nil : authority, login: login)
                let outcome = try await send(
                    to: server, wanted, trust: .file(authority.certificate), login: login)
                #expect(outcome == nil, "\(security) \(login ?? "")")
                let mail = try #require(server.mails.first)
                #expect(mail.contains("X-From: ship@example.com\r\nX-To: ben@example.com\r\n"))
                #expect(mail.contains("X-TLS: \(security == .none ? "False" : "True")\r\n"))
                #expect(mail.hasSuffix("Subject: hello\r\n\r\nA line\r\n.hidden\r\n"))
            }
        }
    }

    @Test func `says nothing where there is no TLS, a wrong certificate, or a wrong password`() async throws {
        let authority = try TestAuthority()
        let plain = try TestMailServer()
        #expect(try await send(to: plain, .startTLS)?.isTLS == true)
        #expect(plain.mails.isEmpty)
        for (security, wanted) in [
            (TestMailServer.Security.starttls, MailServer.Security.startTLS), (.tls, .tls),
        ] {
            let server = try TestMailServer(security, by: authority, login: "ship right")
            #expect(try await send(to: server, wanted)?.isTLS == true)
            let wrong = try await send(
                to: server, wanted, trust: .file(authority.certificate), login: "ship wrong")
            guard case .refused(535, _) = wrong else {
                Issue.record("\(String(describing: wrong))")
                return
            }
            #expect(server.mails.isEmpty)
        }
    }

    @Test func `is told what a server refuses with`() async throws {
        let server = try TestMailServer()
        try server.behave(.refuse)
        #expect(try await send(to: server, .none) == .refused(status: 550, "5.1.1 no such mailbox"))
    }

    @Test
    func `a server that never answers holds nothing up: others go on meanwhile, and it ends at the deadline`()
        async throws
    {
        let (slow, quick) = (try TestMailServer(), try TestMailServer())
        try slow.behave(.slow)
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let waiting = Task.immediate(priority: EventLoop.taskPriority) { () -> WebError? in
                _ = loop
                return await Self.send(
                    Self.mail(to: slow, .none, deadlineMilliseconds: 8_000), through: client)
            }
            #expect(await eventually { slow.outside.text(of: "slow") != nil })
            let began = MonotonicInstant.now
            #expect(await Self.send(Self.mail(to: quick, .none), through: client) == nil)
            #expect(MonotonicInstant.now.milliseconds(since: began) < 7_900)
            #expect(await waiting.value == .timedOut)
        }
    }

    @Test func `a connection that is cut in the middle of a mail is lost`() async throws {
        let server = try TestMailServer()
        try server.behave(.cut)
        let outcome = try await send(to: server, .none)
        guard case .connectionLost = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(server.mails.isEmpty)
        server.outside.end()
        guard case .connectFailed = try await send(to: server, .none) else {
            Issue.record("nobody is there")
            return
        }
    }

    @Test(arguments: ["a@b>\r\nDATA", "a b@c", "<a@b>", "ä@b", String(repeating: "a", count: 400)])
    func `sends to no address that is more than one`(address: String) async throws {
        let server = try TestMailServer()
        #expect(
            try await send(to: server, .none, recipient: address)
                == .invalidRequest("the address can't be used"))
    }

    private func send(
        to server: TestMailServer, _ security: MailServer.Security, trust: Trust = .system,
        login: String? = nil,
        recipient: String = "ben@example.com"
    ) async throws -> WebError? {
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let mail = Self.mail(to: server, security, trust: trust, login: login, recipient: recipient)
            let outcome = await Self.send(mail, through: client)
            await client.close()
            return outcome
        }
    }

    private static func mail(
        to server: TestMailServer, _ security: MailServer.Security, trust: Trust = .system,
        login: String? = nil,
        recipient: String = "ben@example.com", deadlineMilliseconds: Int = 20_000
    ) -> OutgoingMail {
        let words = login?.split(separator: " ").map(String.init)
        var to = MailServer(
            host: "localhost", port: Int(server.port), security: security,
            login: words.map { MailServer.Login(user: $0[0], password: $0[1]) })
        to.trust = trust
        var mail = OutgoingMail(through: to, from: "ship@example.com", to: recipient, message: message)
        mail.deadlineMilliseconds = deadlineMilliseconds
        return mail
    }

    private static func send(_ mail: OutgoingMail, through client: WebClient) async -> WebError? {
        do throws(WebError) {
            try await client.send(mail)
            return nil
        } catch {
            return error
        }
    }
}

extension WebError {
    fileprivate var isTLS: Bool {
        if case .tlsFailed = self { true } else { false }
    }
}
