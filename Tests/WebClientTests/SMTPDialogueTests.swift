import Testing

@testable import WebClient

/// What is said to a mail server, as a table.
struct SMTPDialogueTests {
    @Test func `hands a mail over, command by command`() {
        var dialogue = self.dialogue("Subject: x\r\n\r\n.dot\r\nno . dot\r\n..two\r\n")
        #expect(dialogue.opening == Array("MAIL FROM:<ship@example.com>\r\n".utf8))
        #expect(dialogue.receive("250 ok\r\n".utf8) == send("RCPT TO:<ben@example.com>\r\n"))
        #expect(dialogue.receive("250-so\r\n250 ok\r\n".utf8) == send("DATA\r\n"))
        #expect(
            dialogue.receive("354 go\r\n".utf8)
                == send("Subject: x\r\n\r\n..dot\r\nno . dot\r\n...two\r\n.\r\n"))
        #expect(dialogue.receive("250 taken\r\n".utf8) == .done(lastWords: Array("QUIT\r\n".utf8)))
    }

    @Test func `a mail whose last line doesn't end is ended`() {
        var dialogue = self.dialogue("Subject: x\r\n\r\nend")
        for reply in ["250 ok\r\n", "250 ok\r\n"] { _ = dialogue.receive(reply.utf8) }
        #expect(dialogue.receive("354 go\r\n".utf8) == send("Subject: x\r\n\r\nend\r\n.\r\n"))
    }

    @Test func `waits for a reply's last line, in however many pieces it comes`() {
        var dialogue = self.dialogue("x\r\n")
        for piece in ["2", "50", "-first\r", "\n250-", "second\r\n250", " last\r"] {
            #expect(dialogue.receive(piece.utf8) == .wait)
        }
        #expect(dialogue.receive("\n".utf8) == send("RCPT TO:<ben@example.com>\r\n"))
    }

    @Test func `says what it was refused with, in letters that may be logged`() {
        for replies in [["451 4.7.1 later\r\n"], ["250 ok\r\n", "550 no \u{1B}[31mmailbox\r\n"]] {
            var dialogue = self.dialogue("x\r\n")
            let steps = replies.map { dialogue.receive($0.utf8) }
            #expect(
                steps.last == .failed(.refused(status: 451, "4.7.1 later"))
                    || steps.last == .failed(.refused(status: 550, "no [31mmailbox")))
        }
    }

    @Test func `what is no reply ends it, and so does one without end`() {
        var dialogue = self.dialogue("x\r\n")
        #expect(
            dialogue.receive("hello\r\n".utf8)
                == .failed(.connectionLost("the mail server's reply is invalid")))
        var other = self.dialogue("x\r\n")
        #expect(other.receive(String(repeating: "x", count: 20_000).utf8) == .failed(.tooLarge))
        var third = self.dialogue("x\r\n")
        #expect(third.receive(String(repeating: "250-more\r\n", count: 3_000).utf8) == .failed(.tooLarge))
    }

    private func send(_ text: String) -> SMTPDialogue.Step { .send(Array(text.utf8)) }

    private func dialogue(_ message: String) -> SMTPDialogue {
        let server = MailServer(host: "localhost", port: 25, security: .none, login: nil)
        return SMTPDialogue(
            OutgoingMail(
                through: server, from: "ship@example.com", to: "ben@example.com", message: Array(message.utf8)
            ))
    }
}
