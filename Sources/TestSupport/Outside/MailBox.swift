internal import EventLoops
internal import FoundationEssentials
internal import HTTP
package import Referrals

/// The tested parts of a mail.
package struct TestMail: Sendable {
    package let sender: String
    package let recipient: String
    package let subject: String
    /// Of its head, below the server's own lines.
    package let head: String
    package let text: String
    package let html: String

    /// The first link in the text.
    package var link: String? {
        text.firstMatch(of: /https?:\/\/\S+/).map { String($0.output) }
    }

    /// The link's token.
    package var token: String? {
        link?.firstRange(of: "token=").map { String(link![$0.upperBound...]) }
    }

    /// Path and query of the link.
    package var page: String? {
        link?.firstMatch(of: /https?:\/\/[^\/]+(\/.*)/).map { String($0.1) }
    }
}

/// The mails that a server has sent, decoded.
package enum MailBox {
    package static let sender = EmailAddress("ship@example.com")!
}

extension TestMailServer {
    package var received: [TestMail] {
        decoded.withLock { decoded in
            while let mail = mail(number: decoded.count + 1) { decoded.append(TestMail(mail)) }
            return decoded
        }
    }

    /// The mails to one recipient, in their order.
    package func received(by recipient: String) -> [TestMail] {
        received.filter { $0.recipient == recipient }
    }

    /// The mail that comes to a recipient next, after so many; nil when none ever does.
    package func next(to recipient: String, after count: Int = 0) async throws -> TestMail {
        let mail = await eventually { () -> TestMail? in
            let mails = received(by: recipient)
            return mails.count > count ? mails[count] : nil
        }
        guard let mail else { throw TestCluster.Failure(description: "no mail came to \(recipient)") }
        if let token = mail.token { TestSecrets.note(token) }
        return mail
    }
}

extension TestMail {
    fileprivate init(_ raw: String) {
        let parts = raw.replacing("\r\n", with: "\n").components(separatedBy: "\n\n")
        let head = parts[0].replacing("\n ", with: " ")
        func field(_ name: String) -> String {
            head.split(separator: "\n").first { $0.hasPrefix(name + ": ") }
                .map { String($0.dropFirst(name.count + 2)) } ?? ""
        }
        self.head = head
        sender = field("X-From")
        recipient = field("X-To")
        subject = Self.decoded(field("Subject"))
        text = Self.part("text/plain", of: raw)
        html = Self.part("text/html", of: raw)
    }

    private static func part(_ type: String, of raw: String) -> String {
        let lines = raw.replacing("\r\n", with: "\n")
        guard let start = lines.firstRange(of: "Content-Type: \(type)"),
            let body = lines[start.upperBound...].firstRange(of: "\n\n")
        else { return "" }
        let rest = lines[body.upperBound...]
        let end = rest.firstRange(of: "\n--")?.lowerBound ?? rest.endIndex
        let data = Data(base64Encoded: String(rest[..<end].filter { $0 != "\n" })) ?? Data()
        return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    /// Encoded words of RFC 2047, as `MailMessage` writes them.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for word in text.split(separator: " ") {
            guard word.hasPrefix("=?utf-8?B?"), word.hasSuffix("?=") else { return text }
            bytes += Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data()
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
