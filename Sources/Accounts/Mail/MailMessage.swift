internal import Basics
internal import Batching
internal import FoundationEssentials
internal import Referrals
internal import Values

/// A mail as it is sent: a text and the same as HTML (RFC 5322, RFC 2045 to 2047).
struct MailMessage {
    let id: UUID
    let sender: EmailAddress
    let recipient: EmailAddress
    let language: String
    let text: MailText
    let date: Timestamp

    /// In lines that end with CR and LF, of ASCII alone.
    var bytes: [UInt8] {
        // The same for each try, so that who gets it twice can tell.
        let name = id.lowercaseText
        let domain = sender.description.split(separator: "@").last ?? "localhost"
        let boundary = "=_\(name)"
        let head = [
            "From: \(Self.encoded(text.app)) <\(sender)>", "To: <\(recipient)>",
            "Subject: \(Self.words(text.subject))",
            "Date: \(InternetDate.text(date.secondsSince1970, zone: "+0000"))",
            "Message-ID: <\(name)@\(domain)>", "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
            "Content-Language: \(language)", "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
        ]
        let parts =
            Self.part("plain", text.text, boundary) + Self.part("html", text.html, boundary)
            + ["--\(boundary)--"]
        return Array(((head + [""] + parts).joined(separator: "\r\n") + "\r\n").utf8)
    }

    private static func part(_ type: String, _ text: String, _ boundary: String) -> [String] {
        [
            "--\(boundary)", "Content-Type: text/\(type); charset=utf-8", "Content-Transfer-Encoding: base64",
            "",
            Data(lines(of: text).utf8).base64EncodedString(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ]),
        ]
    }

    private static func lines(of text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }

    /// A subject, as it is where that can be.
    static func words(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        return isPlain && text.utf8.count <= 70 ? text : encoded(text)
    }

    /// A name, as it is where that can be, or else words of 75 characters at most.
    static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || $0 == 0x20
        }
        if isPlain, text.utf8.count <= 60 { return text }
        var words: [[UInt8]] = [[]]
        for character in text {
            let bytes = Array(character.utf8)
            // 45 bytes are 60 characters; a long cluster is cut between its scalars.
            for piece in bytes.count > 45 ? character.unicodeScalars.map({ Array(String($0).utf8) }) : [bytes]
            {
                if words[words.count - 1].count + piece.count > 45 { words.append([]) }
                words[words.count - 1] += piece
            }
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
