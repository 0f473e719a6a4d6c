import Referrals
import Testing

/// Which addresses lead to one mailbox, and which mailboxes are nobody's for long.
@Suite struct MailboxTests {
    @Test(arguments: [
        ("Ben.Gunn+ship@gmail.com", "bengunn@gmail.com"), ("b.e.n.gunn@googlemail.com", "bengunn@gmail.com"),
        ("ben+1@example.com", "ben@example.com"), ("ben.gunn@example.com", "ben.gunn@example.com"),
        ("+ben@example.com", "+ben@example.com"), ("ben+a+b@example.com", "ben@example.com"),
        ("ben.gunn@protonmail.com", "bengunn@proton.me"), ("ben.gunn+a@pm.me", "bengunn@proton.me"),
    ])
    func `tags are no part of a mailbox, and dots where the host ignores them`(text: String, mailbox: String)
    {
        #expect(EmailAddress(text).map { Mailbox(of: $0).description } == mailbox)
    }

    @Test func `a list has a domain a line, its subdomains with it`() throws {
        let list = DisposableDomains(lines: "# seen lately\nTEN.example # minutes\n\n  @short.example\r\n")
        #expect(list.count == 2)
        for (text, isListed) in [
            ("a@ten.example", true), ("a@mx.ten.example", true), ("a@often.example", false),
            ("a@short.example", true), ("a@example.com", false), ("ten.example@example.com", false),
        ] {
            #expect(list.contains(try #require(EmailAddress(text))) == isListed)
        }
        let others = DisposableDomains(
            lines: "\u{FEFF}first.example\n*.wild.example\n.dot.example\nend.example.\n.")
        #expect(others.count == 4)
        for host in ["first.example", "wild.example", "a.wild.example", "dot.example", "end.example"] {
            #expect(others.contains(try #require(EmailAddress("a@\(host)"))), "\(host)")
        }
        #expect(DisposableDomains.builtIn.contains(try #require(EmailAddress("a@mailinator.com"))))
        #expect(DisposableDomains(lines: "").count == 0)
    }
}
