import Crypto
import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts

/// Mails as they are sent.
struct MailMessageTests {
    @Test func `has a head that a mail needs, and both parts`() throws {
        let lines = message("Ship", "Hello").components(separatedBy: "\r\n")
        let id = "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41"
        #expect(
            lines.prefix(9) == [
                "From: Ship <ship@example.com>", "To: <ben@example.com>", "Subject: Hello",
                "Date: Sun, 06 Nov 1994 08:49:37 +0000", "Message-ID: <\(id)@example.com>",
                "MIME-Version: 1.0",
                "Auto-Submitted: auto-generated", "Content-Language: de",
                "Content-Type: multipart/alternative; boundary=\"=_\(id)\"",
            ])
        #expect(lines.filter { $0 == "--=_\(id)" }.count == 2 && lines.suffix(2) == ["--=_\(id)--", ""])
        #expect(lines.contains(Data("a text\r\nof two lines".utf8).base64EncodedString()))
    }

    @Test func `is ASCII in lines of 78 characters, none of which a name or a subject can add to`() {
        for words in [
            "Ärger & Söhne", "a\r\nBcc: eve@example.com", "=?utf-8?B?eA==?=", "\"quoted\" <x@y.z>",
            String(repeating: "船長", count: 90), String(repeating: "👨‍👩‍👧‍👦", count: 20), "",
        ] {
            let text = message(words, words)
            #expect(text.utf8.allSatisfy { $0 == 13 || $0 == 10 || (0x20...0x7E).contains($0) })
            let lines = text.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 98 && !$0.contains("\n") && !$0.contains("\r") })
            #expect(!lines.contains { $0.hasPrefix("Bcc") })
            #expect(lines.filter { $0.contains("example.com>") }.count >= 3)
        }
    }

    @Test func `a token has 128 bits and a tag beside its user, and reads back as it was written`() throws {
        let (uid, key) = (UserID(UUID()), RootSecret().subkey(for: .mailTokens))
        let tokens = (0..<100).map { _ in MailToken(of: uid, key: key) }
        #expect(Set(tokens.map(\.text)).count == 100)
        for token in tokens {
            #expect(token.text.utf8.count == 64 && token.bytes.count == 48 && token.uid == uid)
            #expect(MailToken(token.text) == token && MailToken(bytes: token.bytes) == token)
            #expect(token.isGenuine(key: key))
            for place in [0, 20, 47] {
                var bytes = token.bytes
                bytes[place] ^= 1
                #expect(MailToken(bytes: bytes)?.isGenuine(key: key) == false)
            }
            #expect("\(token)" == "MailToken(secret)" && token.hash.bytes != token.bytes)
        }
        for text in [
            "", "x", tokens[0].text + "A", String(tokens[0].text.dropLast()),
            String(repeating: "=", count: 64),
        ] {
            #expect(MailToken(text) == nil)
        }
    }

    private func message(_ app: String, _ subject: String) -> String {
        let message = MailMessage(
            id: UUID(uuidString: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")!,
            sender: EmailAddress("ship@example.com")!, recipient: EmailAddress("ben@example.com")!,
            language: "de",
            text: MailText(app: app, subject: subject, text: "a text\nof two lines", html: "<p>x</p>"),
            date: Timestamp(microsecondsSince1970: 784_111_777_000_000))
        return String(decoding: message.bytes, as: UTF8.self)
    }
}
